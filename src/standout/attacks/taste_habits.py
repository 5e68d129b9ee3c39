"""Habits: how somebody uses a service, whatever it is that they choose.

How popular their items are, how many there are and how often again, how they use the scale of values, on which days of
the week and in which months they come, and how often. A habit of somebody of whom little is known is drawn towards
everybody's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from standout.attacks.person_counts import Means, different_codes, extremes_of
from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge

Times = Literal["none", "mixed", "earlier", "later"]
"""When the known part is from: not known; the time of the release; before all of it; after all of it."""

_FEW = 5.0
"""As many entries as this, and a habit is half one's own."""

_MOST_VALUES = 10
"""Of scales with more values than this, the use of each value is no habit."""

_FARTHEST = 4.0
"""Standard deviations beyond which nobody is taken to be."""

_STRONGEST = 0.97
"""No habit is held for closer to its other half than this."""

_DIRECTIONS, _RIDGE, _MOST, _FOLDS = 12, 0.1, 6.0, 5
_LEAST = 1.0
"""Directions that go together by fewer standard errors than this are left out."""

_DAYS_A_YEAR, _MONTHS = 365.25, 12


@dataclass(frozen=True)
class Side:
    """What some people have on one side, known or released: the entries of person p are `starts[p]` to `starts[p + 1]`.

    Values are codes of one scale and days are counted from the first released one; -1 and `UNKNOWN_DAY` where there is
    none. An item of a person stands there once or several times.
    """

    starts: Int64s
    items: Int64s
    values: Int64s
    days: Int64s

    @property
    def people(self) -> int:
        return len(self.starts) - 1

    @property
    def rows(self) -> Int64s:
        """Whose each entry is."""
        return np.repeat(np.arange(self.people), np.diff(self.starts))


def known_side(knowledge: Knowledge) -> Side:
    """The side of the targets; items that nobody has are left out."""
    real = knowledge.items >= 0
    starts = np.concatenate(([0], np.cumsum(real)))[knowledge.starts]
    values = np.where(knowledge.values == NO_VALUE, -1, knowledge.values.astype(np.int64))
    return Side(starts, knowledge.items[real].astype(np.int64), values[real], knowledge.days[real].astype(np.int64))


def released_side(partition: Partition, facts: Facts, first: int, last: int) -> Side:
    """The side of these people of a partition, counted from its first."""
    records = partition.records
    begin, end = int(records.starts[first]), int(records.starts[last])
    values, days = np.full(end - begin, -1, np.int64), np.full(end - begin, UNKNOWN_DAY, np.int64)
    if facts.has_values:
        values = records.values[begin:end].astype(np.int64)
        values[values == NO_VALUE] = -1
    if facts.has_days:
        days = records.days[begin:end].astype(np.int64)
        days[days == NO_DAY] = UNKNOWN_DAY
    return Side(records.starts[first : last + 1] - begin, records.items[begin:end].astype(np.int64), values, days)


@dataclass(frozen=True)
class Ways:
    """Which habits there are to look at, and what they are seen against; the same for both sides."""

    log_holders: Floats
    """Of each item."""
    values: int
    """How many values there are; 0 where they cannot be compared."""
    item_means: Floats
    """What people give each item, so that being generous is told from choosing well."""
    positions: Floats
    """The number that each value code stands for."""
    times: Times
    months: bool = False
    """Whether there are years enough for a month to come again."""
    known_edge: int = 0
    """The known day nearest to the release, where known and released days do not mix."""
    released_edge: int = 0


@dataclass(frozen=True)
class Seen:
    """Habits of some people, a row each, and how far each is to be trusted: 0 to 1."""

    habits: Floats
    """Not a number where somebody shows none."""
    trust: Floats

    def of(self, people: Int64s) -> Seen:
        return Seen(self.habits[people], self.trust[people])


def seen_habits(side: Side, ways: Ways, *, released: bool) -> Seen:
    """The habits of everybody on one side."""
    rows, size = side.rows, np.diff(side.starts)
    mean = Means(rows, side.people)
    popular = mean(ways.log_holders[side.items])
    around = np.sqrt(mean((ways.log_holders[side.items] - popular[rows]) ** 2))
    different = different_items(side)
    many = [np.log(np.maximum(different, 1)), np.log(np.maximum(size, 1) / np.maximum(different, 1))]
    parts = [_drawn(mean, popular, around), _plain(side.people, *many)]
    if ways.values:
        parts.append(_value_habits(side, ways, rows))
    if ways.times != "none":
        parts += _day_habits(side, ways, rows, released)
    return Seen(np.concatenate([part.habits for part in parts], 1), np.concatenate([part.trust for part in parts], 1))


def _value_habits(side: Side, ways: Ways, rows: Int64s) -> Seen:
    """How far values are from what others give, how much they vary, and how often each is used."""
    valued = side.values >= 0
    rows, codes, items = rows[valued], side.values[valued], side.items[valued]
    mean = Means(rows, side.people)
    off = ways.positions[codes] - ways.item_means[items]
    bias = mean(off)
    used = mean.shares(codes, ways.values if ways.values <= _MOST_VALUES else 0)
    return _drawn(mean, bias, np.sqrt(mean((off - bias[rows]) ** 2)), *used)


def _day_habits(side: Side, ways: Ways, rows: Int64s, released: bool) -> list[Seen]:
    """Days of the week, months of the year, how many days there are, and when."""
    dated = side.days != UNKNOWN_DAY
    rows, days = rows[dated], side.days[dated]
    mean = Means(rows, side.people)
    first, last = extremes_of(rows, days, side.people)
    active = different_codes(rows, days, side.people)
    month = (days % _DAYS_A_YEAR * (_MONTHS / _DAYS_A_YEAR)).astype(np.int64)
    week = _drawn(mean, *mean.shares(days % 7, 7))
    year = _drawn(mean, *mean.shares(month, _MONTHS)) if ways.months else None
    when = [np.log(np.maximum(active, 1)), np.log1p(last - first)]
    if ways.times == "mixed":
        when += [first / _DAYS_A_YEAR, last / _DAYS_A_YEAR, mean(days.astype(np.float64)) / _DAYS_A_YEAR]
    else:
        edge = ways.released_edge if released else ways.known_edge
        apart = first - edge if released == (ways.times == "earlier") else edge - last
        when.append(np.log1p(np.maximum(apart, 0.0)))
    return [week, *([] if year is None else [year]), _plain(side.people, *when)]


def _drawn(mean: Means, *columns: Floats) -> Seen:
    """Habits that are to be drawn towards everybody's, the more the less there is to tell them by."""
    trust = mean.count / (mean.count + _FEW)
    return Seen(np.stack(columns, 1), np.repeat(trust[:, None], len(columns), 1))


def _plain(people: int, *columns: Floats) -> Seen:
    return Seen(np.stack(columns, 1), np.ones((people, len(columns))))


def different_items(side: Side) -> Int64s:
    """How many different items each person has."""
    return different_codes(side.rows, side.items, side.people)


@dataclass(frozen=True)
class Habits:
    """What habits of a known and of a released part say about whether they are one person's.

    Both sides are brought into the directions in which the two parts of a person go together most (canonical
    correlations); along each, the log-likelihood ratio is that of two normal variables with that correlation.
    """

    middles: tuple[Floats, Floats]
    """Known, released."""
    spreads: tuple[Floats, Floats]
    directions: tuple[Floats, Floats]
    correlations: Floats

    def among(self, known: Seen, released: Seen) -> Habits:
        """The same habits where other people, or longer records, make others usual."""
        middles, spreads = zip(*(_middle_and_spread(seen.habits) for seen in (known, released)), strict=True)
        return Habits((middles[0], middles[1]), (spreads[0], spreads[1]), self.directions, self.correlations)

    def along(self, seen: Seen, side: int) -> Floats:
        """Everybody's habits along the directions, within bounds."""
        return np.clip(
            row_by_row(_standard(seen, self.middles[side], self.spreads[side]), self.directions[side]), -_MOST, _MOST
        )

    def known(self, seen: Seen) -> tuple[Floats, Floats]:
        """What a target's row is multiplied with a record's, and what is added whichever the record is."""
        along, free = self.along(seen, 0), 1 - self.correlations**2
        worth = along * (self.correlations / free)
        fixed = -0.5 * row_by_row(along**2, (self.correlations**2 / free)[:, None])[:, 0] - 0.5 * float(
            np.log(free).sum()
        )
        return np.concatenate((worth, np.ones((len(along), 1))), axis=1), fixed

    def released(self, seen: Seen) -> Floats:
        along, free = self.along(seen, 1), 1 - self.correlations**2
        return np.concatenate((along, -0.5 * row_by_row(along**2, (self.correlations**2 / free)[:, None])), axis=1)


def row_by_row(rows: Floats, table: Floats) -> Floats:
    """A product whose rows do not depend, to the last bit, on how many there are: libraries cut it into blocks."""
    return np.asarray(np.einsum("tf,fg->tg", rows, table), dtype=np.float64)


def learnt_habits(known: Seen, released: Seen) -> Habits:
    """Which habits stay, from the two parts of the same people, a row each."""
    middles, spreads = zip(*(_middle_and_spread(seen.habits) for seen in (known, released)), strict=True)
    left, right = (
        _standard(seen, middle, spread)
        for seen, middle, spread in zip((known, released), middles, spreads, strict=True)
    )
    first, second = _directions(left, right)
    together = _held_out(left, right)
    kept = np.flatnonzero(together > _LEAST / np.sqrt(max(len(left), 1)))
    return Habits(
        (middles[0], middles[1]), (spreads[0], spreads[1]), (first[:, kept], second[:, kept]),
        np.minimum(together[kept], _STRONGEST),
    )  # fmt: skip


def _directions(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """Directions on either side along which these rows go together most."""
    count = max(len(left), 1)
    whitened = [_whitening(rows.T @ rows / count, _RIDGE + rows.shape[1] / count) for rows in (left, right)]
    first, _, second = np.linalg.svd(whitened[0].T @ (left.T @ right / count) @ whitened[1])
    return whitened[0] @ first[:, :_DIRECTIONS], whitened[1] @ second.T[:, :_DIRECTIONS]


def _held_out(left: Floats, right: Floats) -> Floats:
    """How much rows go together along the first, second, … directions that other rows gave: with few people, much of
    what goes together in the rows themselves is luck."""
    fold, sums = np.arange(len(left)) % _FOLDS, np.zeros((3, min(_DIRECTIONS, left.shape[1])))
    for each in range(_FOLDS) if len(left) >= 2 * _FOLDS else ():
        first, second = _directions(left[fold != each], right[fold != each])
        one, other = left[fold == each] @ first, right[fold == each] @ second
        sums += np.stack(((one * other).sum(axis=0), (one**2).sum(axis=0), (other**2).sum(axis=0)))
    return np.asarray(sums[0] / np.sqrt(np.maximum(sums[1] * sums[2], 1e-12)))


def _whitening(covariance: Floats, ridge: float) -> Floats:
    """What brings rows of this covariance to unit covariance, with a ridge for habits that say the same."""
    return np.asarray(np.linalg.inv(np.linalg.cholesky(covariance + ridge * np.eye(len(covariance)))).T)


def _middle_and_spread(habits: Floats) -> tuple[Floats, Floats]:
    real = np.isfinite(habits)
    count = np.maximum(real.sum(axis=0), 1)
    middle = np.where(real, habits, 0.0).sum(axis=0) / count
    spread = np.sqrt(np.where(real, (habits - middle) ** 2, 0.0).sum(axis=0) / count)
    return middle, np.where(spread > 1e-9, spread, 1.0)


def _standard(seen: Seen, middle: Floats, spread: Floats) -> Floats:
    """In standard deviations from everybody's, within bounds, and drawn towards it."""
    off = np.where(np.isfinite(seen.habits), (seen.habits - middle) / spread, 0.0)
    return np.asarray(np.clip(off, -_FARTHEST, _FARTHEST) * seen.trust)

"""The rule that fits likely records best, by counting: errors of values and days, mistakes of each kind, absent items,
and the taste for popular ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from standout.attacks.rules import Rule
from standout.common.arrays import Floats, Int64s, only_read
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.data.scales import distances_between
from standout.engines.merging import Arrays, summed
from standout.engines.partition_questions import cells_of, look_up_in
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, whole_records, without_repeats
from standout.risk.posterior import record_chances

_LEAST = 0.01
"""Records less likely than this are not counted."""

DAY_ERRORS = (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365)
EXPONENTS = tuple(round(step / 10, 1) for step in range(-10, 16))
_RATES = (0.001, 0.95)
_LEAST_WRONG = 1e-4
_TURNS = 15
"""Rounds in which shares of mistakes settle."""


@dataclass(frozen=True)
class _Pairs:
    """Every known item beside a likely record, with that record's probability."""

    chance: Floats
    there: npt.NDArray[np.bool_]
    item: Int64s
    record: Int64s
    """Place of the record among the unique ones."""
    known_value: Int64s
    value: Int64s
    known_day: Int64s
    day: Int64s


def fitted(rule: Rule, knowledge: Knowledge, released: AnyDataset, tally: Tally, present: float) -> Rule:
    """The rule under which knowledge and likely records go together best."""
    chances = record_chances(tally, present)
    target, place = np.nonzero(chances >= _LEAST)
    if not len(target):
        return rule
    people, records = np.unique(tally.top_records[target, place], return_inverse=True)
    pairs, powers = _paired(knowledge, released, target, chances[target, place], people, records)
    if not pairs.there.any():
        return rule
    absent = float((pairs.chance * ~pairs.there).sum() / pairs.chance.sum())
    held = _matched(pairs)
    return replace(
        _with_errors(rule, knowledge, released, held),
        absent_share=float(np.clip(absent, *_RATES)),
        exponent=_exponent(released, held, powers),
    )


def _paired(
    knowledge: Knowledge, released: AnyDataset, target: Int64s, chance: Floats, people: Int64s, records: Int64s
) -> tuple[_Pairs, Floats]:
    """Known items beside likely records, and the sums of powers of holders over each of these records: in one go."""
    sizes = knowledge.sizes[target]
    rows = np.repeat(np.arange(len(target)), sizes)
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    known = np.arange(len(rows)) - begins[rows] + knowledge.starts[target][rows]
    items = knowledge.items[known].astype(np.int64)
    days, whose = knowledge.days[known].astype(np.int64), people[records[rows]]
    found = released.engine.map(released, _likely_in, whose, items, days, people, merge=summed)
    cells = cells_of(found)
    pairs = _Pairs(
        chance[rows], cells.there, items, records[rows],
        knowledge.values[known].astype(np.int64), cells.values, days, cells.days,
    )  # fmt: skip
    return pairs, found["sums"]


def _matched(pairs: _Pairs) -> _Pairs:
    fields = (getattr(pairs, name)[pairs.there] for name in _Pairs.__dataclass_fields__)
    return _Pairs(*fields)


@dataclass(frozen=True)
class _Near:
    """For some width of errors: whether each known value (or day) is that near the record's, where both are there, and
    how much likelier than an even spread a right one is."""

    has: npt.NDArray[np.bool_]
    near: npt.NDArray[np.bool_]
    right: float


def _with_errors(rule: Rule, knowledge: Knowledge, released: AnyDataset, held: _Pairs) -> Rule:
    """How far values and days are off, and how often they are altogether wrong: the likeliest of all widths."""
    has_value = (rule.value_error >= 0) & (held.known_value != NO_VALUE) & (held.value != NO_VALUE)
    has_day = (rule.day_error >= 0) & (held.known_day != UNKNOWN_DAY) & (held.day != UNKNOWN_DAY) & (held.day != NO_DAY)
    if not (has_value | has_day).any():
        return rule
    positions = np.array(released.scale.positions)
    widths = np.unique(np.abs(positions[:, None] - positions)) if has_value.any() else np.array([rule.value_error])
    days = [day for day in DAY_ERRORS if day <= released.last_day] if has_day.any() else [rule.day_error]
    by_value = {float(w): _near_values(knowledge, released, held, has_value, float(w)) for w in widths[: _half(widths)]}
    by_day = {float(day): _near_days(released, held, has_day, int(day)) for day in days}
    fits, wrong, wrong_value, wrong_day = _mistakes(held.chance, list(by_value.values()), list(by_day.values()))
    at = np.unravel_index(int(fits.argmax()), fits.shape)  # the first of several: the narrowest
    return replace(
        rule, value_error=list(by_value)[at[0]], day_error=list(by_day)[at[1]],
        wrong=float(wrong[at]), wrong_value=float(wrong_value[at]), wrong_day=float(wrong_day[at]),
    )  # fmt: skip


def _half(widths: Floats) -> int:
    """Errors of more than half of the scale are none."""
    return max(len(widths) // 2, 1) + 1


def _near_values(
    knowledge: Knowledge, released: AnyDataset, held: _Pairs, has: npt.NDArray[np.bool_], width: float
) -> _Near:
    near = np.zeros(len(has), np.bool_)
    if not has.any():
        return _Near(has, near, 1.0)
    close = distances_between(knowledge.scale, released.scale) <= width
    value = held.value[has]
    near[has] = close[held.known_value[has], value]
    fitting = np.maximum(close.sum(axis=0), 1)
    return _Near(has, near, float(np.average(len(close) / fitting[value], weights=held.chance[has])))


def _near_days(released: AnyDataset, held: _Pairs, has: npt.NDArray[np.bool_], width: int) -> _Near:
    near = np.zeros(len(has), np.bool_)
    if not has.any():
        return _Near(has, near, 1.0)
    days, day = released.last_day + 1, held.day[has]
    near[has] = np.abs(held.known_day[has] - day) <= width
    span = np.minimum(day + width, days - 1) - np.maximum(day - width, 0) + 1
    return _Near(has, near, float(np.average(days / span, weights=held.chance[has])))


def _mistakes(chance: Floats, values: list[_Near], days: list[_Near]) -> tuple[Floats, Floats, Floats, Floats]:
    """How likely it all is at best, and the shares of items that are wrong in both, in the value, in the day: for each
    width of errors in values (rows) and days (columns).

    Items come in nine kinds (value near, far, not known; the same for days), so that few numbers are gone through.
    """
    weight = _by_kinds(chance, values, days)
    weight[..., 2, 2] = 0.0
    total = np.maximum(weight.sum(axis=(2, 3)), 1e-9)
    has_value, has_day = bool(values[0].has.any()), bool(days[0].has.any())
    rights = np.array([near.right for near in values])[:, None], np.array([near.right for near in days])
    wrong = np.where(weight[..., :2, :2].any(axis=(2, 3)), 0.1, _LEAST_WRONG)
    wrong_value, wrong_day = (np.full(total.shape, 0.1 if some else _LEAST_WRONG) for some in (has_value, has_day))
    for _ in range(_TURNS):
        by_value, by_day = _kinds(wrong_value, rights[0])[..., :, None], _kinds(wrong_day, rights[1])[..., None, :]
        share = wrong[..., None, None]
        both = (1 - share) * by_value * by_day + share
        apart = weight * (1 - share / both)
        wrong = (weight * share / both).sum(axis=(2, 3)) / total
        if has_value:
            wrong_value = _share_of((apart * wrong_value[..., None, None] / by_value)[..., :2, :], apart[..., :2, :])
        if has_day:
            wrong_day = _share_of((apart * wrong_day[..., None, None] / by_day)[..., :2], apart[..., :2])
        wrong, wrong_value, wrong_day = (
            np.clip(shares, _LEAST_WRONG, 0.95) for shares in (wrong, wrong_value * has_value, wrong_day * has_day)
        )
    by_value, by_day = _kinds(wrong_value, rights[0])[..., :, None], _kinds(wrong_day, rights[1])[..., None, :]
    both = (1 - wrong[..., None, None]) * by_value * by_day + wrong[..., None, None]
    return (weight * np.log(both)).sum(axis=(2, 3)), wrong, wrong_value, wrong_day


def _share_of(part: Floats, whole: Floats) -> Floats:
    return np.asarray(part.sum(axis=(2, 3)) / np.maximum(whole.sum(axis=(2, 3)), 1e-9))


def _by_kinds(chance: Floats, values: list[_Near], days: list[_Near]) -> Floats:
    """What items weigh together, by width of errors in values and in days, then by kind in either: far, near, or not
    known.

    Who is near to within some width is so to within all wider ones: items are counted once, by the narrowest of each.
    """
    codes = _narrowest(values) * (len(days) + 2) + _narrowest(days)
    counts = np.bincount(codes, chance, (len(values) + 2) * (len(days) + 2)).reshape(len(values) + 2, len(days) + 2)
    weight = (_kind_of(len(values)) @ counts @ _kind_of(len(days)).T).reshape(len(values), 3, len(days), 3)
    return np.ascontiguousarray(weight.transpose(0, 2, 1, 3))


def _narrowest(widths: list[_Near]) -> Int64s:
    """The first of these ascending widths to within which each item is near; their number where none is, and one more
    where that is not known."""
    first = np.full(len(widths[0].has), len(widths), np.int64)
    for near in widths:
        first -= near.near
    return np.where(widths[0].has, first, len(widths) + 1)


def _kind_of(widths: int) -> Floats:
    """For each width three rows: which of the narrowest widths are far, near, or not known."""
    narrowest, width = np.arange(widths + 2), np.arange(widths)[:, None]
    near, unknown = narrowest <= width, np.broadcast_to(narrowest == widths + 1, (widths, widths + 2))
    return np.stack((~(near | unknown), near, unknown), axis=1).reshape(3 * widths, -1).astype(np.float64)


def _kinds(wrong: Floats, right: Floats) -> Floats:
    """How likely a detail is that is far, near, or not known, over an even spread."""
    return np.stack((wrong, (1 - wrong) * right + wrong, np.ones_like(wrong)), axis=-1)


def _exponent(released: AnyDataset, held: _Pairs, powers: Floats) -> float:
    """How much more readily popular items are known: the likeliest power of holders."""
    logs = _log_holders(released.facts)
    by_record = np.bincount(held.record, held.chance, len(powers))
    fits = np.array(EXPONENTS) * float((held.chance * logs[held.item]).sum())
    fits -= by_record @ np.log(np.maximum(powers, 1e-300))
    return EXPONENTS[int(fits.argmax())]


def _log_holders(facts: Facts) -> Floats:
    """Log of each item's holders, over that of the most popular."""
    logs = np.log(np.maximum(facts.holders, 1).astype(np.float64))
    return np.asarray(logs - logs.max(initial=0.0))


def _likely_in(
    partition: Partition, facts: Facts, whose: Int64s, items: Int64s, near: Int64s, people: Int64s
) -> Arrays:
    return look_up_in(partition, facts, whose, items, near) | _powers_in(partition, facts, people)


def _powers_in(partition: Partition, facts: Facts, people: Int64s) -> Arrays:
    """For each of those people who are in the partition (rows), the sum of each power of holders over their record."""
    from standout.kernels.crowding import add_up

    local, sums = np.flatnonzero(partition.places(people) >= 0), np.zeros((len(people), len(EXPONENTS)))
    if not len(local):
        return {"sums": sums}
    whole = whole_records(partition, facts, people[local])
    whole = without_repeats(whole) if facts.events else whole
    table = partition.once("powers", facts, lambda: np.exp(np.outer(_log_holders(facts), EXPONENTS)))
    here = np.zeros((len(local), len(EXPONENTS)))
    add_up(only_read(np.asarray(whole.starts)), only_read(whole.items), np.arange(len(local)), table, here)
    sums[local] = here
    return {"sums": sums}

"""Two datasets about the same people, with the truth: what `benchmarks.linking` lets `link` loose on.

Each split takes a dataset, looks for some of its people, and leaves half of those out of the release, so that naming
somebody who is not there shows. How the public half came about is what splits differ in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.io.reading import read
from standout.knowledge.draw import UNKNOWN_DAY
from standout.knowledge.fitting import fitting
from standout.knowledge.presets import PRESETS

LOOKED_FOR = 1_000
FEWEST = 4
"""Whoever has fewer entries has nothing to be told apart by."""

HELD_OUT = ("lastfm-tags", "lastfm-tagged", "ml-latest-small")
"""Datasets that nothing was tuned to: looked at once, when all else stood."""


@dataclass(frozen=True)
class Events:
    """What people have, an entry a row."""

    people: Int64s
    items: Int64s
    values: Int64s
    days: Int64s

    def rows(self, which: Bools | Int64s) -> Events:
        return Events(self.people[which], self.items[which], self.values[which], self.days[which])


@dataclass(frozen=True)
class Split:
    """Public and released data, and each public person's released record (-1: none)."""

    kind: str
    public: LocalDataset
    released: LocalDataset
    truths: Int64s


Known = Callable[[LocalDataset, Int64s, np.random.Generator], tuple[Events, Events]]
"""What is public and what is released of a dataset, of these people."""


def events_of(data: LocalDataset) -> Events:
    """All entries of a dataset."""
    records = data.held.records
    people, nothing = np.repeat(np.arange(data.people), data.lengths), len(records.items)
    values = records.values if len(records.values) else np.full(nothing, NO_VALUE)
    days = records.days if len(records.days) else np.full(nothing, NO_DAY)
    return Events(people, *(column.astype(np.int64) for column in (records.items, values, days)))


def split(
    kind: str,
    data: LocalDataset,
    known: Known,
    seed: int = 1,
    *,
    present: float = 0.5,
    looked_for: int = LOOKED_FOR,
    fewest: int = 50,
) -> Split | None:
    """Look for some people with what is known of them; all but such a share of them are not in the release."""
    dice = np.random.default_rng(seed)
    people = np.sort(dice.permutation(np.flatnonzero(data.lengths >= FEWEST))[:looked_for])
    public, released = known(data, people, dice)
    wanted = np.unique(public.people[np.isin(public.people, people)])
    if len(wanted) < fewest:
        return None
    absent = dice.permutation(wanted)[: int(len(wanted) * (1 - present))]
    there = np.setdiff1d(np.unique(released.people), absent)
    public, released = (each.rows(np.isin(each.people, who)) for each, who in ((public, wanted), (released, there)))
    truths = np.where(np.isin(wanted, there), np.searchsorted(there, wanted), -1)
    return Split(kind, _dataset(data, public, wanted), _dataset(data, released, there), truths)


def _dataset(data: LocalDataset, events: Events, who: Int64s) -> LocalDataset:
    values = events.values if data.has_values and (events.values != NO_VALUE).any() else None
    days = events.days if data.has_days and (events.days != NO_DAY).any() else None
    pairs = np.unique(events.people * data.items + events.items)
    return from_arrays(
        np.searchsorted(who, events.people), events.items, values, days,
        scale=data.scale if values is not None else replace(data.scale, kind="none", labels=(), positions=(), lows=()),
        size=(len(who), data.items), first_day=data.first_day or 0, events=len(pairs) < len(events.people),
    )  # fmt: skip


def by_preset(name: str) -> Known:
    """What the adversary of a preset knows, as in an audit."""

    def known(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
        adversary = fitting((PRESETS[name],), data.facts)[0]
        if not adversary:
            nothing = events_of(data).rows(np.zeros(0, np.int64))
            return nothing, events_of(data)
        drawn = data.engine.draw(data, adversary[0], people, int(dice.integers(1 << 30)))
        told = drawn.knowledge
        days = np.where(told.days == UNKNOWN_DAY, NO_DAY, np.clip(told.days, 0, data.last_day))
        rows = np.repeat(drawn.people, told.sizes)
        return Events(rows, told.items.astype(np.int64), told.values.astype(np.int64), days), events_of(data)

    return known


def shuffled_days(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """What an acquaintance knows, with days that mean nothing."""
    public, released = by_preset("acquaintance")(data, people, dice)
    return replace(public, days=dice.permutation(public.days)), released


def own_clock(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """A third of a record, every person's days moved by a number of their own, up to a year, and all their values up
    or down by one."""
    events = events_of(data)
    public = events.rows(np.isin(events.people, people) & (dice.random(len(events.people)) < 1 / 3))
    shift, bias = dice.integers(-365, 366, data.people), dice.choice((-1, 1), data.people)
    days = np.clip(public.days + shift[public.people], 0, None)
    values = np.clip(public.values + bias[public.people], 0, max(len(data.scale.labels) - 1, 0))
    told = replace(
        public,
        days=np.where(public.days == NO_DAY, NO_DAY, days),
        values=np.where(public.values == NO_VALUE, NO_VALUE, values),
    )
    return told, events


def time_halves(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """The older half of everybody's entries is public, the newer is released. Of one day, which is older is by lot: by
    the items' numbers, halves would be of different items, as no two times of one person are."""
    events = events_of(data)
    events = events.rows(np.lexsort((dice.random(len(events.people)), events.days, events.people)))
    place = np.arange(len(events.people)) - np.searchsorted(events.people, events.people)
    older = place < data.lengths[events.people] // 2
    return events.rows(older & np.isin(events.people, people)), events.rows(~older)


def shared_errors(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """Half of a record, with errors that come together: all days shifted alike, a bias of values, a third of the items
    from the record of somebody else, as of a household."""
    events = events_of(data)
    mine = events.rows(np.isin(events.people, people) & (dice.random(len(events.people)) < 0.5))
    partner = dice.integers(0, data.people, data.people)
    lent = np.repeat(partner[people], np.maximum(data.lengths[people] // 6, 1))
    starts = data.held.records.starts
    taken = starts[lent] + (dice.random(len(lent)) * data.lengths[lent]).astype(np.int64)
    theirs = replace(
        events.rows(taken[data.lengths[lent] > 0]),
        people=np.repeat(people, np.maximum(data.lengths[people] // 6, 1))[data.lengths[lent] > 0],
    )
    public = Events(*(np.concatenate((getattr(mine, name), getattr(theirs, name))) for name in Events.__annotations__))
    shift, bias = dice.integers(-45, 46, data.people), dice.integers(-1, 2, data.people)
    days = np.clip(public.days + shift[public.people], 0, data.last_day)
    values = np.clip(public.values + bias[public.people], 0, max(len(data.scale.labels) - 1, 0))
    public = replace(
        public,
        days=np.where(public.days == NO_DAY, NO_DAY, days),
        values=np.where(public.values == NO_VALUE, NO_VALUE, values),
    )
    return public, events


def a_part(share: float, *, apart: bool = False) -> Known:
    """A share of everybody's entries is known, without values and days; with `apart`, just the others are released."""

    def known(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
        events = events_of(data)
        events = replace(events, values=np.full(len(events.items), NO_VALUE), days=np.full(len(events.items), NO_DAY))
        told = dice.random(len(events.items)) < share
        return events.rows(told & np.isin(events.people, people)), events.rows(~told) if apart else events

    return known


WHOLE: dict[str, Known] = {
    "a fifth known": a_part(0.2),
    "half known": a_part(0.5),
    "the other half": a_part(0.5, apart=True),
}
"""Splits in which everybody is there: both sides are whole populations."""


KINDS: dict[str, Known] = {
    "acquaintance": by_preset("acquaintance"),
    "two-and-a-date": by_preset("two-and-a-date"),
    "mentions": by_preset("mentions"),
    "shuffled days": shuffled_days,
    "own clock": own_clock,
    "time halves": time_halves,
    "shared errors": shared_errors,
}


def place_of_data() -> Path | None:
    """Where datasets are, if anywhere on this machine."""
    for place in (os.environ.get("STANDOUT_DATA"), str(Path(__file__).parents[2] / "shared" / "data")):
        if place and Path(place).is_dir():
            return Path(place)
    return None


def datasets(wanted: tuple[str, ...]) -> Iterator[tuple[str, LocalDataset]]:
    """Those of the wanted datasets that are on this machine."""
    place = place_of_data()
    readers: dict[str, Callable[[Path], LocalDataset]] = {
        "ml-100k": lambda at: read(at / "ml-100k"),
        "ml-1m": lambda at: read(at / "ml-1m"),
        "book-crossing": lambda at: read(at / "book-crossing"),
        "ml-latest-small": lambda at: read(at / "ml-latest-small-2018"),
        "groceries": lambda at: _table(at / "groceries" / "Groceries_dataset.csv", 0, 2, 1, "%d-%m-%Y"),
        "online-retail": lambda at: _table(at / "online-retail" / "with-dates.csv", 6, 1, 4, "%Y-%m-%d %H:%M:%S"),
        "lastfm-tags": lambda at: _tags(at, 2),
        "lastfm-tagged": lambda at: _tags(at, 1),
    }
    for name in wanted:
        if name == "sample":
            yield name, read("sample")
        elif place is not None and name in readers:
            try:
                yield name, readers[name](place)
            except FileNotFoundError:
                continue


def _table(file: Path, user: int, item: int, day: int, form: str) -> LocalDataset:
    """Purchases: every row counts, however often somebody buys the same."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import csv

    table = csv.read_csv(file)
    text = table[day]
    when = text if pa.types.is_timestamp(text.type) else pc.strptime(text, form, "s")
    return _coded(*(np.asarray(column) for column in (table[user], table[item], pc.cast(when, pa.timestamp("s")))))


def _tags(place: Path, column: int) -> LocalDataset:
    """Who used which tag (column 2), or tagged which artist (column 1, once each), on which day."""
    from pyarrow import csv

    table = csv.read_csv(place / "lastfm-2k" / "user_taggedartists.dat", parse_options=csv.ParseOptions(delimiter="\t"))
    user, item, day, month, year = (np.asarray(table[name]) for name in (0, column, 3, 4, 5))
    when = np.array([f"{y:04d}-{m:02d}-{d:02d}" for d, m, y in zip(day, month, year, strict=True)], "datetime64[D]")
    kept = when > np.datetime64("2000-01-01")
    user, item, when = user[kept], item[kept], when[kept]
    if column == 1:
        first = np.lexsort((when, item, user))
        once = np.append(True, (user[first][1:] != user[first][:-1]) | (item[first][1:] != item[first][:-1]))
        user, item, when = (each[first[once]] for each in (user, item, when))
    return _coded(user, item, when)


def _coded(user: np.ndarray, item: np.ndarray, when: np.ndarray) -> LocalDataset:
    known = np.array([one == one and one is not None for one in user]) & ~np.isnat(when.astype("datetime64[D]"))
    days = when[known].astype("datetime64[D]").astype(np.int64)
    people, items = (np.unique(each[known], return_inverse=True)[1] for each in (user, item.astype(str)))
    first = int(days.min())
    repeated = len(np.unique(people * (items.max() + 1) + items)) < len(people)
    return from_arrays(people, items, None, days - first, first_day=first, events=repeated)

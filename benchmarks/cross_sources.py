"""Two sources about the same people: real ones, invented ones, and splits made to look like another service.

    python -m benchmarks.linking --sources [DATASET …]

Nothing of `link` was tuned on these before they were first run. What differs from `benchmarks.link_splits`: who is
there (one in ten, or twenty people in all), errors that come together (households, towns), catalogues that cover
other items, what is shared by its popularity, days that run behind for everybody, and another scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.link_splits import (
    LOOKED_FOR,
    Events,
    Known,
    Split,
    by_preset,
    datasets,
    events_of,
    place_of_data,
    split,
)
from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays

FIRST_DAY = 14_000
DATASETS = ("sample", "ml-100k", "groceries", "online-retail", "lastfm-tags", "ml-latest-small")
_FOLDERS = {"lastfm-2k": "lastfm-2k", "ml-latest-small": "ml-latest-small-2018"}


def another_service(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """A service whose catalogue has two thirds of the items; people tell of popular ones more, some weeks later, each
    with a generosity of their own, and tell of a quarter more than is released."""
    events = events_of(data)
    carried, holders = dice.random(data.items) < 2 / 3, np.bincount(events.items, minlength=data.items)
    chance = np.clip(0.1 + 0.5 * (holders / max(int(holders.max()), 1)) ** 0.5, 0, 1) * carried
    mine = events.rows(np.isin(events.people, people) & (dice.random(len(events.items)) < chance[events.items]))
    extra = events.rows(dice.integers(0, len(events.items), len(mine.items) // 3))
    extra = replace(extra, people=dice.permutation(mine.people)[: len(extra.items)])
    extra = extra.rows(carried[extra.items])
    told = joined(mine, extra)
    late = np.floor(dice.exponential(20, len(told.items))).astype(np.int64)
    generous = np.rint(dice.normal(0, 0.7, data.people)[told.people] + dice.normal(0, 0.6, len(told.items)))
    return moved(told, data, late, generous.astype(np.int64)), events


def households(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """Two people a household and one account: three of five known items are one's own, two are the other's, who may be
    released where one is not."""
    events = events_of(data)
    partner = dice.permutation(data.people)
    mine = events.rows(np.isin(events.people, people) & (dice.random(len(events.items)) < 0.3))
    owner = np.full(data.people, -1)
    owner[partner[people]] = people
    lent = events.rows(owner[events.people] >= 0)
    lent = replace(lent, people=owner[lent.people])
    lent = lent.rows(np.lexsort((dice.random(len(lent.items)), lent.people)))
    place = np.arange(len(lent.items)) - np.searchsorted(lent.people, lent.people)
    lent = lent.rows(place < np.bincount(mine.people, minlength=data.people)[lent.people] * 2 // 3)
    return joined(mine, lent), events


def behind(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """About six items a person, and every day eleven weeks later than it was, give or take two days."""
    events = events_of(data)
    chance = np.minimum(6 / np.maximum(data.lengths, 1), 1)[events.people]
    told = events.rows(np.isin(events.people, people) & (dice.random(len(events.items)) < chance))
    late = 77 + dice.integers(-2, 3, len(told.items))
    return moved(told, data, late, np.zeros(len(told.items), np.int64)), events


def shared_accounts(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """A quarter of a record is known; two of five people use somebody else's account as well, whose record has two
    fifths of their entries, other ones than those that are known."""
    events = events_of(data)
    known = dice.random(len(events.items)) < 0.25
    mine = events.rows(np.isin(events.people, people) & known)
    lender = np.where(dice.random(data.people) < 0.4, dice.permutation(data.people), np.arange(data.people))
    used = ~known & (dice.random(len(events.items)) < 0.4) & (lender[events.people] != events.people)
    lent = events.rows(used)
    lent = replace(lent, people=lender[lent.people])
    hinted = events.rows(known & (dice.random(len(events.items)) < 0.3) & (lender[events.people] != events.people))
    hinted = replace(hinted, people=lender[hinted.people])
    return mine, joined(events, joined(lent, hinted))


def crawlers(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """A tenth of a record is known, three items at least; one released record in fifty is a machine's: half of the
    catalogue, on days by lot, with values by lot. Nobody looks for these."""
    events = events_of(data)
    order = events.rows(np.lexsort((dice.random(len(events.items)), events.people)))
    place = np.arange(len(order.items)) - np.searchsorted(order.people, order.people)
    told = order.rows(np.isin(order.people, people) & (place < np.maximum(data.lengths // 10, 3)[order.people]))
    machines = dice.permutation(np.setdiff1d(np.arange(data.people), people))[: max(data.people // 50, 1)]
    if not len(machines):
        machines = dice.permutation(data.people)[: max(data.people // 50, 1)]
        told = told.rows(~np.isin(told.people, machines))
    who, what = np.nonzero(dice.random((len(machines), data.items)) < 0.5)
    values = dice.integers(0, max(len(data.scale.labels), 1), len(who))
    made = Events(
        machines[who], what, np.where(data.has_values, values, NO_VALUE),
        np.where(data.has_days, dice.integers(0, data.last_day + 1, len(who)), NO_DAY),
    )  # fmt: skip
    return told, joined(events.rows(~np.isin(events.people, machines)), made)


def charts(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> tuple[Events, Events]:
    """A fifth of a record is known, and as much again of what everybody talks about since: one item in thirty, any,
    however rare it is in the release."""
    events = events_of(data)
    mine = events.rows(np.isin(events.people, people) & (dice.random(len(events.items)) < 0.2))
    talked = dice.permutation(data.items)[: max(data.items // 30, 3)]
    rows = events.rows(dice.integers(0, len(events.items), len(mine.items)))
    weight = 1 / np.arange(2, len(talked) + 2)
    extra = replace(
        rows, people=dice.permutation(mine.people),
        items=talked[dice.choice(len(talked), len(mine.items), p=weight / weight.sum())],
    )  # fmt: skip
    return joined(mine, extra), events


KINDS: dict[str, tuple[Known, float, int]] = {
    "another service": (another_service, 0.5, LOOKED_FOR),
    "another service, one in ten there": (another_service, 0.1, LOOKED_FOR),
    "another service, twenty people": (another_service, 0.5, 20),
    "acquaintance, twenty people": (by_preset("acquaintance"), 0.5, 20),
    "mentions, one in ten there": (by_preset("mentions"), 0.1, LOOKED_FOR),
    "households": (households, 0.5, LOOKED_FOR),
    "days behind": (behind, 0.5, LOOKED_FOR),
    "shared accounts": (shared_accounts, 0.5, LOOKED_FOR),
    "crawlers": (crawlers, 0.5, LOOKED_FOR),
    "charts": (charts, 0.5, LOOKED_FOR),
}
"""What is known, which share of those looked for is there, and how many are looked for."""


def joined(one: Events, other: Events) -> Events:
    """All entries of both, an item of a person once."""
    both = Events(*(np.concatenate((getattr(one, name), getattr(other, name))) for name in Events.__annotations__))
    first = np.unique(both.people * (int(both.items.max(initial=0)) + 1) + both.items, return_index=True)[1]
    return both.rows(np.sort(first))


def moved(told: Events, data: LocalDataset, late: Int64s, generous: Int64s) -> Events:
    """The entries, so many days later, and so much more generous on the scale."""
    values = np.clip(told.values + generous, 0, max(len(data.scale.labels) - 1, 0))
    return replace(
        told,
        days=np.where(told.days == NO_DAY, NO_DAY, told.days + late),
        values=np.where(told.values == NO_VALUE, NO_VALUE, values),
    )


def towns(seed: int = 1) -> tuple[LocalDataset, Events]:
    """An invented country: who lives in one town goes to the same places, couples and colleagues to more of them; two
    services see independent visits of the same people, weeks apart. Released visits, and those that are public."""
    dice = np.random.default_rng(seed)
    people, in_town, places = 3_000, 60, 60
    town = np.arange(people) // in_town
    own = town[:, None] * places + np.floor(places * dice.random((people, 14)) ** 2).astype(np.int64)
    partner = np.arange(people) ^ 1
    own[:, 8:11] = own[partner, 8:11]
    own[:, 11:] = np.where((np.arange(people) % 5 > 0)[:, None], own[np.arange(people) // 5 * 5, 11:], own[:, 11:])
    weight = 1 / np.arange(1, 15) ** 0.7
    weight = dice.permuted(np.tile(weight, (people, 1)), axis=1)
    weight /= weight.sum(axis=1, keepdims=True)
    sides = []
    for visits in (30, 20):
        count = dice.poisson(visits, people) + 2
        who = np.repeat(np.arange(people), count)
        which = (dice.random(len(who))[:, None] > np.cumsum(weight, axis=1)[who]).sum(axis=1).clip(0, 13)
        sides.append((who, own[who, which], dice.integers(0, 360, len(who))))
    (who, where, when), (also, there, then) = sides
    data = from_arrays(
        who, where, None, when, size=(people, people // in_town * places), first_day=FIRST_DAY, events=True
    )
    return data, Events(also, there, np.full(len(also), NO_VALUE), then)


def listened_and_tagged(place: Path) -> tuple[LocalDataset, Events]:
    """lastfm-2k: the artists whom people listened to most are released, those whom they tagged are public."""
    from pyarrow import csv

    tabs = csv.ParseOptions(delimiter="\t")
    heard = csv.read_csv(place / "lastfm-2k" / "user_artists.dat", parse_options=tabs)
    tagged = csv.read_csv(place / "lastfm-2k" / "user_taggedartists.dat", parse_options=tabs)
    pairs = [np.stack((np.asarray(table["userID"]), np.asarray(table["artistID"]))) for table in (heard, tagged)]
    return _two(pairs[0], np.unique(pairs[1], axis=1))


def rated_and_labelled(place: Path) -> tuple[LocalDataset, Events]:
    """ml-latest-small: films rated are released, films that people gave a label of their own are public, with days."""
    from pyarrow import csv

    rated = csv.read_csv(place / "ml-latest-small-2018" / "ratings.csv")
    labelled = csv.read_csv(place / "ml-latest-small-2018" / "tags.csv")
    sides = [
        np.stack([np.asarray(table[name]) for name in ("userId", "movieId", "timestamp")])
        for table in (rated, labelled)
    ]
    for side in sides:
        side[2] //= 86_400
    first = np.unique(sides[1][:2], axis=1, return_index=True)[1]
    return _two(sides[0], sides[1][:, first])


def _two(released: np.ndarray, public: np.ndarray) -> tuple[LocalDataset, Events]:
    """Released and public rows (person, item, perhaps day), numbered alike."""
    count = released.shape[1]
    people, items = (np.unique(np.concatenate((released[at], public[at])), return_inverse=True)[1] for at in (0, 1))
    days = np.full(len(people), NO_DAY)
    first = 0
    if len(released) > 2:
        first = int(min(released[2].min(), public[2].min()))
        days = np.concatenate((released[2], public[2])) - first
    size = (int(people.max()) + 1, int(items.max()) + 1)
    dated = days[:count] if len(released) > 2 else None
    data = from_arrays(people[:count], items[:count], None, dated, size=size, first_day=first)
    unknown = np.full(len(people) - count, NO_VALUE)
    return data, Events(people[count:], items[count:], unknown, days[count:])


def sources(wanted: tuple[str, ...]) -> Iterator[tuple[str, Split]]:
    """Every split of the wanted datasets, and the sets with two sources of their own."""
    yield from _of_two("towns", *towns())
    place = place_of_data()
    for name, made in (("lastfm-2k", listened_and_tagged), ("ml-latest-small", rated_and_labelled)):
        if place is not None and (place / _FOLDERS[name]).is_dir() and (not wanted or name in wanted):
            yield from _of_two(name, *made(place))
    for name, data in datasets(wanted or DATASETS):
        for kind, (known, present, looked_for) in KINDS.items():
            one = split(kind, data, known, present=present, looked_for=looked_for, fewest=10)
            if one is not None:
                yield name, one


def _of_two(name: str, data: LocalDataset, public: Events) -> Iterator[tuple[str, Split]]:
    def known(_: LocalDataset, people: Int64s, __: np.random.Generator) -> tuple[Events, Events]:
        return public.rows(np.isin(public.people, people)), events_of(data)

    for kind, share in (("two sources", 0.5), ("two sources, one in ten there", 0.1)):
        one = split(kind, data, known, present=share, fewest=20)
        if one is not None:
            yield name, one

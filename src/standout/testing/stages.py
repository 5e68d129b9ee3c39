"""Small made-up datasets that contract suites try plug-ins on, and ways to number, cut and score them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Scale
from standout.data.partition import Partition
from standout.engines.partition_scores import score
from standout.engines.partitioned import cut
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, Knowledge
from standout.protections.contract import entries_of
from standout.risk.outcomes import Outcomes, outcomes

PEOPLE, ITEMS, OWN = 120, 90, 4
"""People and items; the last few items are person 0's alone."""

STARS = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
CUTS = (0, 17, 17, 60, PEOPLE)
"""Where the people are cut into partitions, one of them empty."""

Column = Literal["true", "useless", "none"]
"""What a column says: something of its own; nothing that the item does not, as whoever has an item has it with the same
value or day; or there is none."""


@dataclass(frozen=True)
class Stage:
    """A dataset whose people and items may be numbered anew, and what is known of some of them."""

    data: LocalDataset
    drawn: Drawn

    @property
    def known(self) -> Knowledge:
        return self.drawn.knowledge


def stage(
    adversary: Adversary,
    *,
    values: Column = "true",
    days: Column = "true",
    people: Int64s | None = None,
    items: Int64s | None = None,
    turn: int = 0,
    events: bool = False,
) -> Stage:
    """The made-up data with these codes for people and items, and what the adversary knows of everybody.

    As `events`, many people have some of their items several times.
    """
    people = np.arange(PEOPLE) if people is None else people
    items = np.arange(ITEMS) if items is None else items
    who, what = _pairs()
    if events:
        again = np.concatenate((np.arange(0, len(who), 2), np.repeat(np.arange(0, len(who), 11), 5)))
        who, what = np.append(who, who[again]), np.append(what, what[again])
    dice = np.random.default_rng(6)
    stars, on = dice.integers(0, 5, len(who)), dice.integers(0, 200, len(who))
    every_item = np.arange(ITEMS)
    value_codes = {"true": stars, "useless": (every_item % 5)[what], "none": None}[values]
    day_codes = {"true": on, "useless": (every_item * 7 % 200)[what], "none": None}[days]
    scale = NO_SCALE if value_codes is None else STARS
    plain = from_arrays(who, what, value_codes, day_codes, scale=scale, size=(PEOPLE, ITEMS), events=events)
    drawn = plain.engine.draw(plain, adversary, np.arange(PEOPLE, dtype=np.int64), 1, turn)
    data = from_arrays(
        people[who], items[what], value_codes, day_codes, scale=scale, size=(PEOPLE, ITEMS), shard_people=50,
        events=events,
    )  # fmt: skip
    return Stage(data, replace(drawn, knowledge=renumbered(drawn.knowledge, items), truths=people[drawn.truths]))


def without(column: Literal["values", "days"], more: Stage) -> Stage:
    """The same people and the same known items, where nobody has that column, nor knows of it."""
    entries, known = entries_of(more.data), more.known
    values, days, scale = (entries.values if more.data.has_values else None), entries.days, more.data.scale
    if column == "values":
        values, scale = None, NO_SCALE
        known = replace(known, values=np.full_like(known.values, NO_VALUE), scale=NO_SCALE)
    else:
        known = replace(known, days=np.full_like(known.days, UNKNOWN_DAY))
    data = from_arrays(
        entries.people, entries.items, values, days if column == "values" and more.data.has_days else None,
        scale=scale, size=(PEOPLE, ITEMS), shard_people=50,
    )  # fmt: skip
    return Stage(data, replace(more.drawn, knowledge=known))


def _pairs() -> tuple[Int64s, Int64s]:
    """Who has what: some items are popular, and person 0 has a few that nobody else has.

    Records are longer from partition to partition, so that none is like all: whoever takes the shortest, the longest
    or the items of a partition for everybody's is seen.
    """
    dice = np.random.default_rng(2006)
    part = np.searchsorted(np.unique(CUTS), np.arange(PEOPLE), side="right") - 1
    lengths = dice.integers(5 + 2 * part, 14 + 4 * part)
    lengths[0] = 8
    chances = 1 / np.arange(1, ITEMS - OWN + 1)
    pairs = [
        (person, item)
        for person, length in enumerate(lengths)
        for item in dice.choice(ITEMS - OWN, length, replace=False, p=chances / chances.sum())
    ]
    who, what = np.array([*pairs, *((0, item) for item in range(ITEMS - OWN, ITEMS))], np.int64).T
    return who, what


def renumbered(known: Knowledge, items: Int64s) -> Knowledge:
    """The same knowledge with other codes of items (-1 stays), ascending again."""
    codes = np.where(known.items >= 0, items[known.items], -1)
    order = np.lexsort((codes, np.repeat(np.arange(known.targets), known.sizes)))
    return replace(known, items=codes[order].astype(np.int32), values=known.values[order], days=known.days[order])


def judged(attack: Attack, on: Stage) -> tuple[Tally, Outcomes]:
    """What comes of looking for everybody of whom something is known."""
    truths, entropy = on.drawn.truths, attack.probabilities == "entropic"
    tally = score(on.data.held, on.data.facts, on.known, attack, truths, entropy=entropy, threads=1)
    return tally, outcomes(tally, attack, truths, on.data.facts.people)


def partitions(data: LocalDataset, ends: Sequence[int] = CUTS) -> list[Partition]:
    """The people cut into partitions."""
    return [cut(data, first, end) for first, end in pairwise(ends)]


def scores(attack: Attack, data: LocalDataset, known: Knowledge, among: Sequence[Partition] | None = None) -> Floats:
    """What every person (column) scores for every target (row); not a number for those who are no candidates."""
    table = np.full((known.targets, data.facts.people), np.nan)
    nobody = np.full(known.targets, -1, np.int64)
    for partition in among or (data.held,):
        tally = score(partition, data.facts, known, attack, nobody, top=max(partition.size, 2), threads=1)
        rows, places = np.nonzero(tally.top_records >= 0)
        table[rows, tally.top_records[rows, places]] = tally.top_scores[rows, places]
    return table


def same_scores(some: Floats, others: Floats) -> bool:
    """Whether scores are the same, but for rounding to the grid that they are added up on."""
    largest = np.nanmax(np.abs(some), initial=0.0, axis=1, keepdims=True)
    close = np.abs(some - others) <= 2e-8 * np.maximum(largest, 1e-30)
    return bool((close | (np.isnan(some) & np.isnan(others))).all())

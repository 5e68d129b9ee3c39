"""What people can do themselves (Frankowski, section 6): not to mention their rarest items, or to mention others.

Both act on what is public about a person, simulated on everybody: the released data stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from standout.common.arrays import Int32s, Int64s, UInt8s
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.changing import are_real, only, targets_of, with_more
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, Knowledge, seed_for


@dataclass(frozen=True)
class HideRarest:
    """What people do themselves: not to mention their rarest items.

    What a person mentions without having it stays: it misleads. The share is rounded to the nearest whole number of
    mentions, halves down.
    """

    name: ClassVar[str] = "hide-rarest"
    summary: ClassVar[str] = (
        "People do not mention the rarest `share` of what they both mentioned and have, rarest first."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("share=0.1", "share=0.5")

    share: float = 0.1

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise BadInput(f"hide-rarest: share is {self.share}, but must be between 0 and 1")

    def conceal(self, data: LocalDataset, drawn: Drawn, seed: int) -> Knowledge:  # noqa: ARG002
        knowledge, targets = drawn.knowledge, targets_of(drawn.knowledge)
        real = are_real(data, knowledge, drawn.people)
        order = np.lexsort((knowledge.items, data.holders[knowledge.items], ~real, targets))
        places = np.empty(len(order), np.int64)
        places[order] = np.arange(len(order)) - knowledge.starts[targets[order]]
        counts = np.bincount(targets[real], minlength=knowledge.targets)
        hidden = np.ceil(self.share * counts - 0.5 - 1e-9)
        return only(knowledge, ~(real & (places < hidden[targets])))

    @property
    def countered_by(self) -> str:
        return "can do nothing more: what was never said cannot be known"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:  # noqa: ARG002
        return replace(knowledge)


@dataclass(frozen=True)
class Misdirect:
    """What people do themselves: to mention popular items that they do not have.

    `most` lists items by popularity, the most popular first; `at-least:N` lists those that N people or more have, the
    least popular first. Items level in popularity follow each other by number. Where values and days are known, a
    decoy comes with those of somebody who has it.
    """

    name: ClassVar[str] = "misdirect"
    summary: ClassVar[str] = (
        "People mention `add` further items that they neither have nor mention: the first such ones of a list."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("add=5", "add=20")

    add: int = 5
    popularity: str = "most"

    def __post_init__(self) -> None:
        if not 0 <= self.add <= 10_000:
            raise BadInput(f"misdirect: add is {self.add}, but must be from 0 to 10,000")
        if not re.fullmatch(r"most|at-least:[1-9][0-9]{0,11}", self.popularity, re.ASCII):
            raise BadInput(
                f"misdirect: popularity is '{self.popularity}', but must be most, or at-least: and a number of people"
            )

    def conceal(self, data: LocalDataset, drawn: Drawn, seed: int) -> Knowledge:
        decoys = _first_fresh(data, drawn, self.list_of(data), self.add)
        targets, places = np.nonzero(decoys >= 0)
        items = decoys[targets, places]
        values, days = _borrowed(data, drawn, targets, items, seed_for(seed, "misdirect"))
        return with_more(drawn.knowledge, targets, items, values, days)

    def list_of(self, data: LocalDataset) -> Int64s:
        """The items from which decoys are taken, in order."""
        if self.popularity == "most":
            order = np.argsort(-data.holders, kind="stable")
            return order[data.holders[order] > 0]
        least = int(self.popularity.partition(":")[2])
        order = np.argsort(data.holders, kind="stable")
        items = order[data.holders[order] >= least]
        if not len(items):
            most = int(data.holders.max(initial=0))
            raise BadInput(f"misdirect: no item has {least:,} people; the most popular one has {most:,}")
        return items

    @property
    def countered_by(self) -> str:
        return (
            f"ignores the first {self.add} mentions of that list, and takes what the list has before them and was "
            "not mentioned for something the person has, or would else have mentioned"
        )

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        listed = self.list_of(released)
        ranks = np.full(released.items + 1, len(listed))  # the last place is for items that are not released (-1)
        ranks[listed] = np.arange(len(listed))
        places, targets = ranks[knowledge.items], targets_of(knowledge)
        order = np.lexsort((places, targets))
        number = np.empty(len(order), np.int64)
        number[order] = np.arange(len(order)) - knowledge.starts[targets[order]]
        suspects = (number < self.add) & (places < len(listed))
        last = np.full(knowledge.targets, -1)
        np.maximum.at(last, targets[suspects], places[suspects])
        passed_over = [np.setdiff1d(np.arange(end), places[_of(knowledge, t)]) for t, end in enumerate(last)]
        whose = np.repeat(np.arange(knowledge.targets), [len(some) for some in passed_over])
        passed_items = listed[np.concatenate([np.empty(0, np.int64), *passed_over])]
        return with_more(only(knowledge, ~suspects), whose, passed_items)


def _of(knowledge: Knowledge, target: int) -> slice:
    return slice(int(knowledge.starts[target]), int(knowledge.starts[target + 1]))


def _first_fresh(data: LocalDataset, drawn: Drawn, order: Int64s, wanted: int) -> Int64s:
    """For each target the first items in this order that they neither have nor mention; -1 where none is left."""
    decoys = np.full((len(drawn.people), wanted), -1, np.int64)
    starts, taken = (
        data.held.records.starts,
        np.zeros(data.items + 1, bool),
    )  # the last place is for unreleased items (-1)
    for target, person in enumerate(drawn.people):
        own = data.held.records.items[starts[person] : starts[person + 1]]
        mentioned = drawn.knowledge.items[_of(drawn.knowledge, target)]
        taken[own] = taken[mentioned] = True
        first = order[: wanted + len(own) + len(mentioned)]
        fresh = first[~taken[first]][:wanted]
        decoys[target, : len(fresh)] = fresh
        taken[own] = taken[mentioned] = False
    return decoys


def _borrowed(
    data: LocalDataset, drawn: Drawn, targets: Int64s, items: Int64s, seed: int
) -> tuple[UInt8s | None, Int32s | None]:
    """A value and a day for each decoy, those of a random holder, as far as the adversary knows values and days.

    Chance depends on seed and person alone, not on who else is looked at.
    """
    knows_values = data.has_values and drawn.knowledge.value_error >= 0
    knows_days = data.has_days and drawn.knowledge.day_error >= 0
    if not knows_values and not knows_days:
        return None, None
    entries = np.flatnonzero(np.isin(data.held.records.items, items))
    entries = entries[np.argsort(data.held.records.items[entries], kind="stable")]
    begins = np.searchsorted(data.held.records.items[entries], items)
    sizes = np.bincount(targets, minlength=len(drawn.people))
    chances = [
        np.random.default_rng((seed, int(person))).random(size)
        for person, size in zip(drawn.people, sizes, strict=True)
        if size
    ]
    chance = np.concatenate([np.empty(0), *chances])
    there = np.searchsorted(data.held.records.items[entries], items, side="right") - begins
    chosen = entries[begins + (chance * there).astype(np.int64)]
    values, days = None, None
    if knows_values:
        values = data.held.records.values[chosen]
    if knows_days:
        days = data.held.records.days[chosen].astype(np.int32)
        days[days == NO_DAY] = UNKNOWN_DAY
    return values, days

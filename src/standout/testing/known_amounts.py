"""How much an adversary may know of each person, written out one person after the other, for the contract suite."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, middle_day


@dataclass(frozen=True)
class Amounts:
    """Of one target: how many known items there may be, of these how many absent and how many wrong ones."""

    fewest: int
    most: int
    absent: int
    wrong: int
    is_short: bool
    """Whether the person has too few items, so that mistakes are in proportion."""


def serving(adversary: Adversary, data: LocalDataset, person: int, known: Int64s) -> dict[int, int]:
    """The items of a person that can be known, each with its day; `known` tells which of their days was chosen."""
    begin, end = (int(data.held.records.starts[person + step]) for step in (0, 1))
    records, aside = data.held.records, adversary.set_aside(data.items)
    days = dict(zip(records.items[begin:end].tolist(), records.days[begin:end].tolist(), strict=True))
    days = {item: day for item, day in days.items() if data.facts.popularity_ranks[item] >= aside}
    if adversary.which == "before":
        return {item: day for item, day in days.items() if day <= middle_day(data.facts)}
    if adversary.which == "first day":
        return {item: day for item, day in days.items() if day == min(days.values())}
    if adversary.which == "one day":
        chosen = {days[item] for item in known.tolist() if item in days}
        return {item: day for item, day in days.items() if not chosen or day == min(chosen)}
    return days


def amounts(adversary: Adversary, data: LocalDataset, drawn: Drawn, target: int) -> Amounts:
    """What must hold of one target's known items."""
    person, known = int(drawn.people[target]), drawn.knowledge
    items = known.items[known.starts[target] : known.starts[target + 1]].astype("int64")
    able = len(serving(adversary, data, person, items))
    fewest, most = _said(adversary, int(data.lengths[person]))
    real = fewest - adversary.absent
    if adversary.items is None or not adversary.fewer or real <= able or not able:
        least = min(fewest, max(able, 1)) if adversary.fewer else fewest
        return Amounts(least, most, adversary.absent, adversary.wrong, adversary.fewer and able < most)
    absent = adversary.absent * able // real
    return Amounts(able + absent, able + absent, absent, adversary.wrong * able // real, True)


def _said(adversary: Adversary, length: int) -> tuple[int, int]:
    """As few and as many as the adversary knows of somebody who has enough."""
    if adversary.items is not None:
        return adversary.items, adversary.items
    if adversary.counts is not None:
        return min(row[0] for row in adversary.counts), max(row[1] for row in adversary.counts)
    low, high = adversary.share or (0.0, 0.0)
    fewest, most = max(ceil(low * length - 1e-9), 1), floor(high * length + 1e-9)
    return (fewest, most) if most >= fewest or not adversary.fewer else (max(most, 1), max(most, 1))


def left_out_wrongly(adversary: Adversary, data: LocalDataset, drawn: Drawn) -> list[int]:
    """Who is left out although something can be known of them, where even little is enough."""
    missing = set(range(data.people)) - set(drawn.people.tolist()) if adversary.fewer else set()
    nothing = drawn.knowledge.items[:0].astype("int64")
    return [person for person in sorted(missing) if serving(adversary, data, person, nothing)]

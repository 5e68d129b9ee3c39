"""Typical cases: what gave people away, told of a crowd and not of a person.

Whoever holds the data can work out what is known of each person, and what the attack makes of it. So an example with
one person's items and figures would point at that person, however it was chosen. A case is told as it is only if enough
people have exactly the same; else it is invented: the mean over people of the same kind, place by place from the item
that tells most to the one that tells least, with popularity instead of names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.by_map import all_scored
from standout.engines.partition_questions import Asked
from standout.knowledge.draw import Drawn, Knowledge, of_targets
from standout.risk.calibration import Calibration
from standout.risk.outcomes import Outcomes, outcomes

KINDS = ("named", "first", "missed")
"""Named for certain; first, but not surely enough to be named; not first."""

MOST_PEOPLE = 500
"""Of more people of a kind, so many are looked at."""

LOOKED_AT = 50
"""How many of them are attacked again with less known."""

PLACES = 10
"""How many known items are told one by one."""

_NEAREST = 20
"""Of people of whom differently much is known, at least so many whose number comes nearest to the usual one."""


@dataclass(frozen=True)
class Place:
    """One known item of a case: the item itself if everybody has the same there, else how many have such an item."""

    item: int | None
    holders: int
    bits: float
    in_record: bool


@dataclass(frozen=True)
class Typical:
    """What gave people of one kind away."""

    kind: str
    people: int
    """How many people this is about: all have the same, or it is their mean."""
    invented: bool
    known: int
    rank: int
    chance: float
    places: tuple[Place, ...]
    rest: float
    """Bits of all known items that are not told one by one."""
    hidden: int | None
    """Without so many of the most telling items, at least half of them are not named any more."""
    hidden_helps: float | None
    """The share of them of whom that is so."""

    @property
    def total(self) -> float:
        return round(sum(place.bits for place in self.places) + self.rest, 1)


@dataclass(frozen=True)
class Told:
    """What was known of some targets of one kind, and what came of it; a row each."""

    drawn: Drawn
    ranks: Int64s
    chances: Floats
    thresholds: Floats


def named_by(judged: Outcomes, thresholds: Floats) -> Bools:
    """Whether the true record is named."""
    return judged.right & (judged.standing_out >= thresholds) & (judged.standing_out > 0)


def kinds(judged: Outcomes, thresholds: Floats) -> dict[str, Int64s]:
    """The targets of each kind."""
    named = named_by(judged, thresholds)
    first = judged.right & ~named & (judged.ranks == 1)
    missed = ~judged.right & judged.listed
    return dict(zip(KINDS, map(np.flatnonzero, (named, first, missed)), strict=True))


def told_of(rows: Int64s, drawn: Drawn, judged: Outcomes, calibration: Calibration) -> Told:
    """What is told of these targets; `drawn` is of them alone, in this order."""
    chances = calibration.chances(judged.odds[rows], drawn.truths)
    return Told(drawn, judged.ranks[rows], chances, calibration.thresholds_for(drawn.truths))


def of_usual_size(sizes: Int64s, crowd: int) -> Int64s:
    """Those of whom as much is known as usual; if too few, those who come nearest."""
    away = np.abs(sizes - int(np.median(sizes)))
    enough = min(len(sizes), max(crowd, _NEAREST))
    return np.flatnonzero(away <= np.sort(away)[enough - 1])


def typical(released: AnyDataset, attack: Attack, kind: str, told: Told, crowd: int) -> Typical:
    """The case that most of these people share, if a crowd does; else one that is invented after all of them."""
    known = told.drawn.knowledge
    bits = released.engine.item_scores(released, known, attack, told.drawn.truths) / np.log(2)
    whose = np.repeat(told.drawn.truths, known.sizes)
    held = released.engine.look_up(released, whose, known.items.astype(np.int64)).there
    order, places = _strongest_first(known, bits)
    rows = np.repeat(np.arange(known.targets), known.sizes)[order]
    items, bits, held = known.items[order].astype(np.int64), bits[order], held[order]
    same = _alike(told, known, items, bits, held, crowd)
    about = np.arange(known.targets) if same is None else same
    shown = min(PLACES, int(known.sizes[about].min()))
    masks = [np.isin(rows, about) & (places == place) for place in range(shown)]
    holders = np.where(items >= 0, released.holders[np.maximum(items, 0)], 0)
    told_places = tuple(
        Place(
            item=None if same is None else int(items[mask][0]),
            holders=int(np.median(holders[mask])),
            bits=round(float(bits[mask].mean()), 1),
            in_record=bool(held[mask].mean() > 0.5),
        )
        for mask in masks
    )
    rest = float(bits[np.isin(rows, about) & (places >= shown)].sum()) / len(about)
    hidden, helps = _hidden(released, attack, told, bits_ranks(known, order, places), about, kind)
    return Typical(
        kind=kind, people=len(about), invented=same is None, known=round(float(known.sizes[about].mean())),
        rank=_about(int(np.median(told.ranks[about]))), chance=_share(float(told.chances[about].mean())),
        places=told_places, rest=round(rest, 1), hidden=hidden, hidden_helps=helps,
    )  # fmt: skip


def _strongest_first(known: Knowledge, bits: Floats) -> tuple[Int64s, Int64s]:
    """All known items, target by target, the most telling first; and the place of each in its target's order."""
    rows = np.repeat(np.arange(known.targets), known.sizes)
    order = np.lexsort((known.items, -bits, rows))
    return order, np.arange(len(rows)) - np.repeat(known.starts[:-1], known.sizes)


def bits_ranks(known: Knowledge, order: Int64s, places: Int64s) -> Int64s:
    """For each known item, in the order of the knowledge, its place by bits."""
    ranks = np.empty(len(known.items), np.int64)
    ranks[order] = places
    return ranks


def _alike(told: Told, known: Knowledge, items: Int64s, bits: Floats, held: Bools, crowd: int) -> Int64s | None:
    """The targets who share the most common case in every figure that is told, if they are a crowd."""
    cases = []
    for target in range(known.targets):
        entries = slice(int(known.starts[target]), int(known.starts[target + 1]))
        figures = tuple(np.round(bits[entries], 1).tolist())
        items_held = (tuple(items[entries].tolist()), tuple(held[entries].tolist()))
        cases.append((items_held, figures, int(told.ranks[target]), _share(float(told.chances[target]))))
    case, people = max(Counter(cases).items(), key=lambda pair: (pair[1], pair[0]))
    return np.array([target for target, other in enumerate(cases) if other == case]) if people >= crowd else None


def _hidden(
    released: AnyDataset, attack: Attack, told: Told, ranks: Int64s, about: Int64s, kind: str
) -> tuple[int | None, float | None]:
    """How many of the most telling items must not be known so that at least half of those named are not any more."""
    if kind != "named":
        return None, None
    some = about[:LOOKED_AT]
    known, truths, thresholds = of_targets(told.drawn.knowledge, some), told.drawn.truths[some], told.thresholds[some]
    starts = told.drawn.knowledge.starts
    ranks = np.concatenate([ranks[starts[target] : starts[target + 1]] for target in some])
    counts = range(1, min(PLACES + 1, int(known.sizes.min())))
    asked = (Asked(without_strongest(known, ranks, count), attack, truths) for count in counts)
    for count, tally in zip(counts, all_scored(released, asked), strict=True):
        named = named_by(outcomes(tally, attack, truths, released.people), thresholds)
        if named.mean() <= 0.5:
            return count, round(1 - float(named.mean()), 2)
    return None, None


def without_strongest(known: Knowledge, ranks: Int64s, count: int) -> Knowledge:
    """What is known without so many of the most telling items of each target."""
    kept = ranks >= count
    rows = np.repeat(np.arange(known.targets), known.sizes)[kept]
    return replace(
        known, starts=np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=known.targets)))),
        items=known.items[kept], values=known.values[kept], days=known.days[kept],
    )  # fmt: skip


def _share(chance: float) -> float:
    """A probability with three digits that is neither 0 nor 1: nothing is certain."""
    return min(max(round(chance, 3), 0.001), 0.999)


def _about(rank: int) -> int:
    """A rank with one digit that counts."""
    step = 10 ** (len(str(rank)) - 1)
    return rank if rank < 10 else int(round(rank / step) * step)

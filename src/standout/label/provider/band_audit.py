"""The provider's own audit of each label: of the people who get it, how many do real attacks find?

A label is made from counts alone. What it says is held against attacks on the data it comes from, so that nobody is
told more comfort than the audit bears out. Of large data a sample of people is looked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from standout.attacks import ATTACKS
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.own_records import scored_with_own
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import seed_for
from standout.knowledge.presets import PRESETS
from standout.label.bulletin.groups import in_bands
from standout.results.bulletin import FoundBy, Group, Scored
from standout.risk.intervals import rate
from standout.risk.outcomes import outcomes

SAMPLED = 2_000
"""So many people are looked for, drawn evenly."""

EACH = 200
"""Of each band at least so many, if there are as many."""

ADVERSARIES: dict[str, Adversary] = {
    "acquaintance": PRESETS["acquaintance"],
    "ten items": Adversary("ten-items", items=10, values="unknown"),
}
"""Who looks for people, by the names that bulletins have."""

_ATTACKS = ("likelihood", "scoreboard-rh")

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


def audited(
    data: AnyDataset, scores: Mapping[str, Scored], places: Mapping[str, Int64s], seed: int, fewest: int
) -> dict[str, Scored]:
    """The same scores, each group with what attacks find of its people; `places` is everybody's group by score.

    A group in which fewer than `fewest` people could be looked for says nothing.
    """
    even, more = _sample(places.get("hiding"), data.people, seed)
    everybody = np.union1d(even, more)
    known = {name: _found(data, adversary, everybody, seed) for name, adversary in ADVERSARIES.items()}
    return {
        name: Scored(
            scored.norm,
            tuple(
                _with_audit(group, known, everybody if name == "hiding" else even, places[name] == place, fewest)
                for place, group in enumerate(scored.groups)
            ),
        )
        for name, scored in scores.items()
    }


def _sample(bands: Int64s | None, people: int, seed: int) -> tuple[Int64s, Int64s]:
    """People drawn evenly, and more of bands that have few of them; within a band everybody is as likely."""
    order = np.random.default_rng(seed_for(seed, "who the audit of labels looks for")).permutation(people)
    even = order[:SAMPLED]
    more: list[Int64s] = []
    if bands is not None:
        for band in range(int(bands.max(initial=-1)) + 1):
            more.append(order[bands[order] == band][:EACH])
    return np.sort(even), np.concatenate(more) if more else even[:0]


def _found(data: AnyDataset, adversary: Adversary, people: Int64s, seed: int) -> tuple[Int64s, Bools]:
    """Who could be known well enough to be looked for, and whom the attack that finds most finds alone and first."""
    best: tuple[Int64s, Bools] = (people[:0], np.zeros(0, np.bool_))
    try:
        drawn = data.engine.draw(data, adversary, people, seed=seed_for(seed, f"the audit of labels, {adversary.name}"))
    except BadInput:  # nobody has as many items
        return best
    for name in _ATTACKS:
        tally, kept = scored_with_own(data, drawn, ATTACKS[name])
        first = outcomes(tally, ATTACKS[name], kept.truths, data.people).ranks == 1
        if not len(best[0]) or first.sum() > best[1].sum():
            best = kept.people, first
    return best


def _with_audit(
    group: Group, known: Mapping[str, tuple[Int64s, Bools]], asked: Int64s, members: Bools, fewest: int
) -> Group:
    found_by: dict[str, FoundBy] = {}
    for name, (people, first) in known.items():
        mine = members[people] & np.isin(people, asked)
        found = rate(int(first[mine].sum()), int(mine.sum()))
        if found is not None and mine.sum() >= fewest and group.people:
            share, low, high = (round(number, 4) for number in (found.rate, found.low, found.high))
            found_by[name] = FoundBy(share, low, high, int(mine.sum()))
    return Group(group.name, group.centroid, group.low, group.high, group.people, found_by or None)


def groups_of_all(normal: Mapping[str, Floats], scores: Mapping[str, Scored]) -> dict[str, Int64s]:
    """Everybody's group by each score, from their normalised scores: as `group_of`, all at once."""
    return {name: _places(normal[name], scored.groups) for name, scored in scores.items()}


def _places(values: Floats, groups: Sequence[Group]) -> Int64s:
    if in_bands(groups):
        lows = np.array([group.low for group in groups])
        return np.maximum(np.searchsorted(lows, values, side="left") - 1, 0)
    centroids = np.array([group.centroid for group in groups])
    nearest: Int64s = np.abs(values[:, None] - centroids[None, :]).argmin(axis=1)
    return nearest

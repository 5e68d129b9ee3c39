"""A forum like Frankowski's: 133 people who mention items, some of which they never rated.

The paper's mentions were never published, so they are drawn from records: as many mentioners per bin as in its
table 1, each mention with a chance of 18% of being an item that the person does not have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.changing import are_real
from standout.knowledge.draw import Drawn, Knowledge, seed_for
from standout.knowledge.presets import TABLE_1
from standout.reproductions.attacking import chosen, together

ABSENT = 0.18
"""The paper: posters rated 82% of what they mentioned."""

POSTERS = tuple(int(row[2]) for row in TABLE_1)
BINS = (*(f"{low}" if low == high else f"{low}–{high}" for low, high, _ in TABLE_1[:-1]), "64+")


@dataclass(frozen=True)
class Forum:
    """Mentions of several forums of 133 posters each, target after target."""

    knowledge: Knowledge
    people: Int64s
    bins: Int64s
    """Which bin of table 1 each poster is in."""
    draws: Int64s
    """Which forum each poster belongs to."""
    real: Bools
    """For each mention, whether the poster has the item."""

    @property
    def drawn(self) -> Drawn:
        """The mentions as knowledge of people, for what these people can do about it."""
        return Drawn(self.knowledge, self.people, self.people, 0)

    def in_bin(self, number: int) -> Bools:
        return np.asarray(self.bins == number)


def forum(
    data: LocalDataset, seed: int, draws: int, *, people: Int64s | None = None, absent: float = ABSENT, name: str = ""
) -> Forum:
    """Draw forums from all people, or from some; nobody is two posters of one forum."""
    pool = np.arange(data.people) if people is None else people
    parts: list[Drawn] = []
    bins: list[int] = []
    turns: list[int] = []
    for turn in range(draws):
        order = np.random.default_rng(seed_for(seed, "forum", name, str(turn))).permutation(pool)
        for number in reversed(range(len(TABLE_1))):
            part = _posters(data, number, order, seed, turn, absent)
            order = order[~np.isin(order, part.people)]
            parts.append(part)
            bins += [number] * len(part.people)
            turns += [turn] * len(part.people)
    drawn = together(parts)
    real = are_real(data, drawn.knowledge, drawn.people)
    values = np.where(real, drawn.knowledge.values, np.uint8(NO_VALUE))
    return Forum(replace(drawn.knowledge, values=values), drawn.people, np.array(bins), np.array(turns), real)


def _posters(data: LocalDataset, number: int, order: Int64s, seed: int, turn: int, absent: float) -> Drawn:
    """The first people in this order whose record is long enough for the bin's number of mentions."""
    low, high, wanted = TABLE_1[number]
    adversary = Adversary(
        f"mentions of bin {BINS[number]}",
        counts=((low, high, 1.0),),
        absent_share=absent,
        values=0.0 if data.has_values else "unknown",
        fewer=False,
    )
    few = order[: 8 * int(wanted)]  # mostly enough, and faster than asking everyone
    drawn = data.engine.draw(data, adversary, few, seed, turn)
    if len(drawn.people) < wanted:
        drawn = data.engine.draw(data, adversary, order, seed, turn)
    if len(drawn.people) < wanted:
        raise BadInput(
            f"the paper has {wanted:.0f} people with {BINS[number]} mentions, but only {len(drawn.people)} here have "
            "records long enough; use data with more people and longer records, such as ml-1m"
        )
    first = np.arange(int(wanted))
    return Drawn(chosen(drawn.knowledge, first), drawn.people[first], drawn.people[first], drawn.left_out)

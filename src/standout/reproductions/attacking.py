"""Running an attack on drawn knowledge, and pooling repeated draws so that a person counts once in an interval."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.engines.base import threaded
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge
from standout.reproductions.rates import mean, rate_of, share_of
from standout.results.estimate import Estimate
from standout.risk.outcomes import Outcomes, outcomes

MOST_TARGETS = 10_000
"""No more targets than this are attacked per draw; with that many, an interval is at most two points wide."""


@dataclass(frozen=True)
class Attacked:
    """What came of one attack on some targets."""

    tally: Tally
    outcomes: Outcomes
    people: Int64s
    """Whose record each target is."""

    @property
    def ranks(self) -> Int64s:
        return self.outcomes.ranks

    def within(self, k: int, which: Bools | None = None) -> Estimate | None:
        """Share of targets whose record is among the k best, ties at their worst rank."""
        hits = self.ranks <= k
        return rate_of(hits if which is None else hits[which])

    def share(self, hits: Floats | Bools) -> Estimate | None:
        """A share over people: repeated draws of one person are averaged first."""
        return share_of(_per_person(self.people, hits))

    def average(self, numbers: Floats) -> Estimate | None:
        """A mean over people: repeated draws of one person are averaged first."""
        return mean(_per_person(self.people, numbers))

    @property
    def first(self) -> Estimate | None:
        """Share of people whose record comes first, alone."""
        return self.share(self.ranks <= 1)

    @property
    def bits(self) -> Estimate | None:
        return self.average(self.outcomes.bits)


def _per_person(people: Int64s, numbers: Floats | Bools) -> Floats:
    codes, where = np.unique(people, return_inverse=True)
    sums = np.bincount(where, weights=np.asarray(numbers, dtype=np.float64), minlength=len(codes))
    return np.asarray(sums / np.maximum(np.bincount(where, minlength=len(codes)), 1))


def attacked(
    released: LocalDataset,
    knowledge: Knowledge,
    people: Int64s,
    attack: Attack,
    threads: int | None,
    truths: Int64s | None = None,
) -> Attacked:
    """Attack these people with what is known of them; `truths` says where they are in data that was altered."""
    truths = people if truths is None else truths
    released = threaded(released, threads)
    tally = released.engine.score(released, knowledge, attack, truths, entropy=attack.probabilities == "entropic")
    return Attacked(tally, outcomes(tally, attack, truths, released.people), people)


def repeated(data: LocalDataset, adversary: Adversary, people: Int64s, seed: int, draws: int) -> Drawn:
    """What the adversary knows of these people, drawn this many times over."""
    return together([data.engine.draw(data, adversary, people, seed, turn) for turn in range(draws)])


def together(parts: list[Drawn]) -> Drawn:
    """Several draws as one: target after target."""
    sizes = np.concatenate([part.knowledge.sizes for part in parts])
    knowledge = replace(
        parts[0].knowledge,
        starts=np.concatenate(([0], np.cumsum(sizes))),
        items=np.concatenate([part.knowledge.items for part in parts]),
        values=np.concatenate([part.knowledge.values for part in parts]),
        days=np.concatenate([part.knowledge.days for part in parts]),
        shortest=np.concatenate([part.knowledge.shortest for part in parts]),
        longest=np.concatenate([part.knowledge.longest for part in parts]),
    )
    people = np.concatenate([part.people for part in parts])
    return Drawn(knowledge, people, people.copy(), sum(part.left_out for part in parts))


def chosen(knowledge: Knowledge, targets: Int64s) -> Knowledge:
    """What is known of these targets alone."""
    sizes = knowledge.sizes[targets]
    starts = np.concatenate(([0], np.cumsum(sizes)))
    places = np.repeat(knowledge.starts[targets] - starts[:-1], sizes) + np.arange(starts[-1])
    return replace(
        knowledge,
        starts=starts,
        items=knowledge.items[places],
        values=knowledge.values[places],
        days=knowledge.days[places],
        shortest=knowledge.shortest[targets],
        longest=knowledge.longest[targets],
    )


def owners(data: LocalDataset) -> Int64s:
    """Whose each entry is."""
    return np.repeat(np.arange(data.people), data.lengths)


def everyone(data: LocalDataset, seed: int) -> Int64s:
    """All people, or as many as are attacked at most, chosen at random."""
    if data.people <= MOST_TARGETS:
        return np.arange(data.people)
    return np.sort(np.random.default_rng(seed).permutation(data.people)[:MOST_TARGETS])

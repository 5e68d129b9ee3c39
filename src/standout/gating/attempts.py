"""Attacks on growing samples of people: whom to look for next, what came of it, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from typing import cast

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.auditing.both_ways import informed, noise_of
from standout.auditing.setup import CHUNK, Setup
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, seed_for
from standout.protections.contract import Protection, counter_attacks, countered
from standout.risk.outcomes import Outcomes, outcomes
from standout.verification.identification import same_knowledge

Change = Callable[[Knowledge], Knowledge]

LEARNT_FROM = 300
"""Targets by whose knowledge it is found out whether a counter changes anything."""

_ROWS = tuple(each.name for each in fields(Outcomes) if each.name not in ("threshold", "bits"))


@dataclass(frozen=True)
class Targets:
    """Everybody in the release, in an order drawn by lot; after the last it begins anew, with fresh knowledge of each.

    Who is not in it cannot be found, and would only make a share smaller that is about those who are.
    """

    order: Int64s

    @classmethod
    def of(cls, setup: Setup) -> Targets:
        """The people to look for, in the order that the seed gives."""
        there = setup.people[setup.records[setup.people] >= 0]
        generator = np.random.default_rng(seed_for(setup.settings.seed, "gate"))
        return cls(generator.permutation(there).astype(np.int64))

    def between(self, begin: int, end: int) -> Iterator[tuple[int, Int64s]]:
        """The people of these attempts, some at a time, with the number of their round; ascending, as engines want."""
        size = len(self.order)
        while begin < end:
            turn, place = divmod(begin, size)
            here = self.order[place : min(place + end - begin, place + CHUNK)]
            yield turn, np.sort(here)
            begin += len(here)

    def people(self, tries: int) -> int:
        """How many different people so many attempts are of."""
        return min(tries, len(self.order))


@dataclass
class Attempts:
    """What came of attacking people for one adversary with one attack, so far."""

    adversary: Adversary
    attack: Attack
    label: str
    """What the attack is called: its name, and how somebody changed it who knows what was done to the release."""
    change: Change | None = None
    """What is made of the knowledge by somebody who knows what was done to the release."""
    tries: int = 0
    hits: float = 0.0
    """How many records are expected to come first if ties are broken by lot."""
    pace: float = 0.0
    """Seconds for an attempt, when it was last gone on with."""
    kept: list[Outcomes] = field(default_factory=list)
    """Everything that came of it, where verdicts are wanted."""
    truths: list[Int64s] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        """What its figures are of: an adversary with an attack."""
        return self.adversary.name, self.label

    @property
    def rate(self) -> float:
        """The share that is found."""
        return self.hits / self.tries if self.tries else 0.0

    def go_on(self, setup: Setup, targets: Targets, until: int, *, keep: bool) -> None:
        """Attack until there were so many attempts; people of whom nothing can be known count as not found."""
        begun, before = time.monotonic(), self.tries
        for turn, people in targets.between(self.tries, until):
            drawn, came = self.attacked(setup, people, turn)
            self.hits += float(came.within_by_lot(1).sum())
            self.tries += len(people)
            if keep:
                self.kept.append(came)
                self.truths.append(drawn.truths)
        self.pace = (time.monotonic() - begun) / max(self.tries - before, 1)

    def attacked(self, setup: Setup, people: Int64s, turn: int) -> tuple[Drawn, Outcomes]:
        """Who of these people is known, and what comes of attacking them."""
        drawn, released = setup.drawn(self.adversary, people, turn), setup.released
        known = drawn.knowledge if self.change is None else self.change(drawn.knowledge)
        tally = released.engine.score(released, known, self.attack, drawn.truths)
        return drawn, outcomes(tally, self.attack, drawn.truths, released.people)

    def outcomes(self) -> tuple[Outcomes, Int64s]:
        """All that was kept, a row for every attempt at somebody known, and which record was the true one."""
        rows = {name: np.concatenate([getattr(part, name) for part in self.kept]) for name in _ROWS}
        empty: Floats = np.full(len(rows["ranks"]), np.nan)
        return Outcomes(**rows, bits=empty, threshold=0.0), np.concatenate(self.truths)


def attempts_of(
    setup: Setup, adversaries: Sequence[Adversary], protections: Sequence[Protection] = ()
) -> list[Attempts]:
    """Every adversary with every attack, told how knowledge comes about as in an audit.

    Against another release than the data itself, also by those who learn from what they know which errors it has; and
    where it is known what was done to it, by those who know that, too, and counter it.
    """
    attempts = []
    for adversary in adversaries:
        usual = [
            Attempts(adversary, informed(setup, adversary, chosen, noise_of(setup, chosen)), chosen.name)
            for chosen in setup.settings.attacks
        ]
        attempts += usual
        if setup.released is not setup.data:
            attempts += _knowing(setup, adversary, usual, protections)
    return attempts


def _knowing(
    setup: Setup, adversary: Adversary, usual: Sequence[Attempts], protections: Sequence[Protection]
) -> Iterator[Attempts]:
    """What those try besides who know, or find out, what was done to the release; called as `compare` calls it."""
    for chosen in setup.settings.attacks:
        if isinstance(chosen, Likelihood) and noise_of(setup, chosen) == "given":
            yield Attempts(adversary, informed(setup, adversary, chosen, "learned"), f"{chosen.name} (learnt)")
    released = cast(LocalDataset, setup.released)
    for protection in protections:
        for attack in counter_attacks(protection, released):
            yield Attempts(adversary, attack, f"{attack.name} (fitted)")
    change = partial(_countered, protections, released)
    known = setup.drawn(adversary, setup.people[:LEARNT_FROM]).knowledge
    if not same_knowledge(change(known), known):
        for each in usual:
            yield Attempts(adversary, each.attack, f"{each.label} (countered)", change)


def _countered(protections: Sequence[Protection], released: LocalDataset, knowledge: Knowledge) -> Knowledge:
    for protection in protections:
        knowledge = countered(protection, knowledge, released) or knowledge
    return knowledge

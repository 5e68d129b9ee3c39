"""Attacks on growing samples of people: whom to look for next, what came of it, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

import numpy as np

from standout.attacks.contract import Attack
from standout.auditing.both_ways import informed, noise_of
from standout.auditing.setup import Setup
from standout.common.arrays import Floats, Int64s
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import seed_for
from standout.risk.outcomes import Outcomes, outcomes

_ROWS = tuple(each.name for each in fields(Outcomes) if each.name not in ("threshold", "bits"))


@dataclass(frozen=True)
class Targets:
    """Everybody in an order drawn by lot; after the last person it begins anew, with fresh knowledge of each."""

    order: Int64s

    @classmethod
    def of(cls, setup: Setup) -> Targets:
        """The people to look for, in the order that the seed gives."""
        generator = np.random.default_rng(seed_for(setup.settings.seed, "gate"))
        return cls(generator.permutation(setup.people).astype(np.int64))

    def between(self, begin: int, end: int) -> Iterator[tuple[int, Int64s]]:
        """The people of these attempts, each round with its number; ascending, as engines want them."""
        size = len(self.order)
        for turn in range(begin // size, -(-end // size)):
            here = self.order[max(begin - turn * size, 0) : min(end - turn * size, size)]
            yield turn, np.sort(here)

    def people(self, tries: int) -> int:
        """How many different people so many attempts are of."""
        return min(tries, len(self.order))


@dataclass
class Attempts:
    """What came of attacking people for one adversary with one attack, so far."""

    adversary: Adversary
    attack: Attack
    tries: int = 0
    hits: float = 0.0
    """How many records are expected to come first if ties are broken by lot."""
    pace: float = 0.0
    """Seconds for an attempt, when it was last gone on with."""
    kept: list[Outcomes] = field(default_factory=list)
    """Everything that came of it, where verdicts are wanted."""
    truths: list[Int64s] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """The share that is found."""
        return self.hits / self.tries if self.tries else 0.0

    def go_on(self, setup: Setup, targets: Targets, until: int, *, keep: bool) -> None:
        """Attack until there were so many attempts; people of whom nothing can be known count as not found."""
        begun, before = time.monotonic(), self.tries
        for turn, people in targets.between(self.tries, until):
            drawn, released = setup.drawn(self.adversary, people, turn), setup.released
            tally = released.engine.score(released, drawn.knowledge, self.attack, drawn.truths)
            came = outcomes(tally, self.attack, drawn.truths, released.people)
            self.hits += float(came.within_by_lot(1).sum())
            self.tries += len(people)
            if keep:
                self.kept.append(came)
                self.truths.append(drawn.truths)
        self.pace = (time.monotonic() - begun) / max(self.tries - before, 1)

    def outcomes(self) -> tuple[Outcomes, Int64s]:
        """All that was kept, a row for every attempt at somebody known, and which record was the true one."""
        rows = {name: np.concatenate([getattr(part, name) for part in self.kept]) for name in _ROWS}
        empty: Floats = np.full(len(rows["ranks"]), np.nan)
        return Outcomes(**rows, bits=empty, threshold=0.0), np.concatenate(self.truths)


def attempts_of(setup: Setup, adversaries: tuple[Adversary, ...]) -> list[Attempts]:
    """Every adversary with every attack, told how knowledge comes about as in an audit."""
    return [
        Attempts(adversary, informed(setup, adversary, chosen, noise_of(setup, chosen)))
        for adversary in adversaries
        for chosen in setup.settings.attacks
    ]

"""Person by person: the chance to be found of the tenth of people, and of the one person, for whom it is largest.

Each person is attacked again and again, with fresh knowledge, by the adversary and the attack that find most. Upper
ends count the worst as they come out, which chance makes too large, never too small: the tenth that comes out worst is
found at least as often as the tenth that is. Lower ends, and the figure itself, are of people chosen by one half of the
attacks and counted in the other, so that nobody is called worst for bad luck.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from standout.auditing.setup import Setup
from standout.common.arrays import Floats, Int64s
from standout.gating.attempts import Attempts, Targets
from standout.gating.certainty import Doubt, Look, needed_tries, share_estimate, shares
from standout.gating.open_rules import CONTRADICTED, OpenRule
from standout.results.estimate import Estimate
from standout.results.gate import Rule

PEOPLE = 1_000
"""How many people are looked at, drawn by lot."""

DRAWS = (10, 40, 160)
"""How often each is attacked in all, stage by stage."""

_APART = 1 << 20
"""Draws of knowledge from here on are those of this measure."""


@dataclass
class Repeated:
    """How often each of some people was found, over halves of repeated attacks."""

    people: Int64s
    found: Floats
    """Two rows: the odd attacks and the even ones."""
    draws: int = 0
    pace: float = 0.0

    def go_on(self, setup: Setup, each: Attempts, until: int) -> None:
        """Attack everybody again until each was attacked so often."""
        begun, before = time.monotonic(), self.draws
        for turn in range(self.draws, until):
            drawn, came = each.attacked(setup, self.people, _APART + turn)
            self.found[turn % 2, np.searchsorted(self.people, drawn.people)] += came.within_by_lot(1)
        self.draws = until
        self.pace = (time.monotonic() - begun) / max((until - before) * len(self.people), 1)


def worst_tenth(found: Floats, draws: int, doubt: float) -> Estimate:
    """The mean chance of the worst tenth of people; `found` has their two halves of so many attacks in all."""
    total, count = found.sum(axis=0), max(found.shape[1] // 10, 1)
    high = share_estimate(float(np.sort(total)[-count:].sum()), count * draws, doubt).high
    return _by_halves(found, draws, count, doubt, high)


def worst_person(found: Floats, draws: int, doubt: float) -> Estimate:
    """The chance of the person found most often; its upper end holds for everybody looked at, at once."""
    high = share_estimate(float(found.sum(axis=0).max()), draws, doubt / found.shape[1]).high
    return _by_halves(found, draws, 1, doubt, high)


def _by_halves(found: Floats, draws: int, count: int, doubt: float, high: float) -> Estimate:
    """Figure and lower end of people who are chosen by one half of the attacks and counted in the other."""
    chosen = np.argsort(found[0], kind="stable")[-count:]
    counted = share_estimate(float(found[1, chosen].sum()), count * (draws // 2), doubt)
    return Estimate(counted.rate, counted.low, max(high, counted.rate))


@dataclass
class PersonalMeasure:
    """Attacks some people again and again, and keeps rules on the worst of them up to date."""

    what: ClassVar[str] = "person by person"

    setup: Setup
    targets: Targets
    attempts: Sequence[Attempts]
    rules: list[OpenRule]
    names: Mapping[str | None, Collection[str]]
    """Whom each recipient expects."""
    doubt: Doubt
    most: int
    """How many attacks there may be, if that is more than usual."""
    repeated: dict[tuple[str, str], Repeated] = field(default_factory=dict)

    @property
    def stages(self) -> tuple[int, ...]:
        """How often each person is attacked in all; even numbers, of which either half counts."""
        most = self.most // max(min(PEOPLE, len(self.targets.order)), 1) // 2 * 2
        return (*DRAWS, most) if most > DRAWS[-1] else DRAWS

    def advance(self, stage: int) -> None:
        """Attack everybody as often as this stage has, for whatever is not sure yet."""
        for rule in self.rules:
            if rule.held and self._contradicts(rule, stage):
                rule.held, rule.why = False, CONTRADICTED
            elif rule.passed is None and rule.why is None:
                self._judge(rule, stage)

    def _contradicts(self, rule: OpenRule, stage: int) -> bool:
        """Whether attacks that `found` made surely reach more than is said to be proven; then no proof counts."""
        doubt, ceiling = self.doubt.each(len(self.attempts), shares(len(self.stages))[stage]), rule.ceiling
        tried = [each for each in self.attempts if each.tries]
        return ceiling is not None and any(share_estimate(each.hits, each.tries, doubt).low > ceiling for each in tried)

    def _judge(self, rule: OpenRule, stage: int) -> None:
        each = self._worst(rule) if not rule.looks else self._of(rule)
        key = each.key
        rule.looks.setdefault(key, Look(rule.limit))
        repeated = self.repeated.setdefault(key, self._nobody_yet())
        if repeated.draws < self.stages[stage]:
            repeated.go_on(self.setup, each, self.stages[stage])
        measured = worst_tenth if rule.name == "worst-tenth" else worst_person
        seen = measured(repeated.found, repeated.draws, self.doubt.each(1, shares(len(self.stages))[stage]))
        rule.looks[key] = rule.looks[key].seen(seen, repeated.draws * len(repeated.people))

    def _nobody_yet(self) -> Repeated:
        people = np.sort(self.targets.order[:PEOPLE])
        return Repeated(people, np.zeros((2, len(people))))

    def _worst(self, rule: OpenRule) -> Attempts:
        """Who finds most of all that the recipient expects."""
        expected = [each for each in self.attempts if each.adversary.name in self.names[rule.recipient]]
        return max(expected, key=lambda each: each.rate)

    def _of(self, rule: OpenRule) -> Attempts:
        return next(each for each in self.attempts if each.key in rule.looks)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result, and how long it would take to decide it, in seconds."""
        if not rule.seen:
            return rule.closed(), 0.0
        ((key, look),) = rule.looks.items()
        repeated = self.repeated[key[0], key[1]]
        people = len(repeated.people)
        counted, doubt = self._counted(rule, people), self.doubt.each(1, shares(len(self.stages))[-1])
        each = needed_tries(look.rate, rule.limit, doubt / (people if rule.name == "worst-person" else 1))
        needed = None if each is None else -(-each // counted) * people
        return rule.closed(needed, people), 0.0 if needed is None or rule.passed is not None else needed * repeated.pace

    def _counted(self, rule: OpenRule, people: int) -> int:
        """Over how many people a figure is."""
        return max(people // 10, 1) if rule.name == "worst-tenth" else 1

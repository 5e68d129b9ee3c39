"""Learned gain: what being in the release adds to what is guessed about people's other items, in growing samples."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from typing import ClassVar

from standout.attacks.contract import Attack
from standout.auditing.learned_steps import Pool, guessed_rows, wanted_of
from standout.common.arrays import Floats
from standout.gating.attempts import Attempts, Change
from standout.gating.certainty import Doubt, Look, shares
from standout.gating.open_rules import Key, OpenRule
from standout.knowledge.adversary import Adversary
from standout.results.gate import Rule
from standout.results.learned import Learned
from standout.risk.learned import FEWEST, learned

STAGES = (200, 800, 2_000)
"""How many people are guessed for each adversary; fewer where there are very many items."""


@dataclass(frozen=True)
class Guesser:
    """An adversary, their attacks by what they are called, and what they make of the knowledge."""

    adversary: Adversary
    attacks: dict[str, Attack]
    change: Change | None = None

    @property
    def keys(self) -> list[tuple[str, str]]:
        """What figures are of."""
        return [(self.adversary.name, label) for label in self.attacks]


@dataclass
class LearnedMeasure:
    """Guesses people's other items, with their record and without, and keeps rules on the gain up to date."""

    what: ClassVar[str] = "what is learned"

    pool: Pool
    guessers: list[Guesser]
    rules: list[OpenRule]
    doubt: Doubt
    targets: int
    """How many people may be guessed, if that is more than usual."""
    others: list[OpenRule] = field(default_factory=list)
    """Rules of other measures that need the same guesses."""
    guessed: dict[Key, tuple[int, Floats, Floats]] = field(default_factory=dict)
    """By adversary and attack: the last stage, and what came of it inside the release and outside."""
    pace: dict[Key, float] = field(default_factory=dict)
    """Seconds for a person, with each adversary and attack."""

    def advance(self, stage: int) -> None:
        """Guess as many people as this stage has, for whatever is not sure yet."""
        for guesser in self.guessers:
            if any(rule.wants(key) for rule in (*self.rules, *self.others) for key in guesser.keys):
                self._guess(guesser, stage)
                self._judge(guesser, stage)

    @cached_property
    def stages(self) -> tuple[int, ...]:
        """Stages that differ: there may be too few people, or too many items, for the later ones."""
        most = max(len(self.pool.inside), 1)
        return tuple(sorted({min(wanted_of(self.pool, size), most) for size in (*STAGES, self.targets)}))

    def _guess(self, guesser: Guesser, stage: int) -> None:
        begun, size = time.monotonic(), self.stages[stage]
        rows = guessed_rows(self.pool, guesser.adversary, guesser.attacks, size, guesser.change)
        pace = (time.monotonic() - begun) / max(size, 1)
        for key in guesser.keys:
            self.pace[key] = pace / len(guesser.keys)
            self.guessed[key] = stage, rows[f"{key[1]} in"], rows[f"{key[1]} out"]

    def _judge(self, guesser: Guesser, stage: int) -> None:
        for rule in self.rules:
            for key in guesser.keys:
                if key not in rule.looks:
                    continue
                found = self.gain(key, stage, self.doubt.each(len(rule.looks), shares(len(self.stages))[stage]))
                if found is not None:
                    rule.looks[key] = rule.looks[key].seen(found.gain, found.targets)

    def gain(self, key: Key, stage: int, doubt: float) -> Learned | None:
        """What was learned at this stage by an adversary with an attack; none if too few or nobody were guessed."""
        last, inside, outside = self.guessed.get(key, (-1, None, None))
        if last != stage or inside is None or outside is None:
            return None
        return learned(inside, outside, self.pool.how, doubt=doubt)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result, and how long it would take to decide it, in seconds."""
        if rule.passed is not None:
            return rule.closed(), 0.0
        if not all(look.tries for look in rule.looks.values()):
            rule.why = rule.why or f"that needs {FEWEST} people of whom some items are known, and some not"
            return rule.closed(), 0.0
        needed = {key: _needed(look) for key, look in rule.looks.items() if rule.wants(key)}
        known = {key: count for key, count in needed.items() if count is not None}
        if not known or len(known) < len(needed):
            return rule.closed(), 0.0
        most = max(known.values())
        if self.stages[-1] >= len(self.pool.inside):
            outside = f" and {len(self.pool.outside):,} outside it" if len(self.pool.outside) else ""
            rule.why = f"{len(self.pool.inside):,} people in the release{outside} are too few to be surer"
            return rule.closed(), 0.0
        option = self._option(most)
        return rule.closed(most, targets=option if option > most else None), sum(most * self.pace[key] for key in known)

    def _option(self, people: int) -> int:
        """How many targets to ask for so that so many people are guessed: with many items fewer are than asked for."""
        asked = people
        while wanted_of(self.pool, asked) < min(people, len(self.pool.inside)):
            asked *= 2
        return asked


def _needed(look: Look) -> int | None:
    """How many people would decide, if the spread stays what it is: the interval narrows with their root."""
    gap = look.limit - look.rate
    half = look.high - look.rate if gap > 0 else look.rate - look.low
    return None if gap == 0 else ceil(look.tries * (half / gap) ** 2)


def guessers_of(attempts: Sequence[Attempts], names: Collection[str]) -> list[Guesser]:
    """These adversaries with all their attacks; those with changed knowledge apart."""
    guessers = []
    for name in sorted(names):
        own = [each for each in attempts if each.adversary.name == name]
        for changed in (False, True):
            several = [each for each in own if (each.change is not None) == changed]
            if several:
                attacks = {each.label: each.attack for each in several}
                guessers.append(Guesser(several[0].adversary, attacks, several[0].change))
    return guessers

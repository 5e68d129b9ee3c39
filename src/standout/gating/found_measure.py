"""Found: how often the right record is tied to a person, by every adversary with every attack, in growing samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from standout.auditing.setup import Setup
from standout.gating.attempts import Attempts, Targets
from standout.gating.certainty import Doubt, needed_tries, share_estimate, shares
from standout.gating.open_rules import OpenRule
from standout.results.gate import Rule


@dataclass
class FoundMeasure:
    """Attacks people and keeps every rule on being found up to date."""

    what: ClassVar[str] = "who is found"

    setup: Setup
    targets: Targets
    attempts: Sequence[Attempts]
    rules: list[OpenRule]
    stages: tuple[int, ...]
    doubt: Doubt
    keep: bool = False
    """Whether verdicts are wanted as well."""
    first_fail: bool = False
    """Whether to end as soon as a rule is broken for certain."""
    others: list[OpenRule] = field(default_factory=list)
    """Rules of other measures that need the same attacks."""

    def advance(self, stage: int) -> None:
        """Look at the sample of this stage, for whatever is not sure yet."""
        for each in self.attempts:
            key = each.key
            if stage == 0 or any(rule.wants(key) for rule in (*self.rules, *self.others)):
                each.go_on(self.setup, self.targets, self.stages[stage], keep=self.keep)
            self._judge(each, stage)
            if self.first_fail and any(rule.passed is False for rule in self.rules):
                return

    def _judge(self, each: Attempts, stage: int) -> None:
        key = each.key
        for rule in self.rules:
            if key in rule.looks and each.tries == self.stages[stage]:
                doubt = self.doubt.each(len(rule.looks), shares(len(self.stages))[stage])
                seen = share_estimate(each.hits, each.tries, doubt)
                rule.looks[key] = rule.looks[key].seen(seen, each.tries)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result, and how long it would take to decide it, in seconds."""
        tries = max(look.tries for look in rule.looks.values())
        people = self.targets.people(tries) if rule.seen else None
        doubt = self.doubt.each(len(rule.looks), shares(len(self.stages))[-1])
        most, seconds = 0, 0.0
        for each in self.attempts:
            if rule.wants(each.key):
                needed = needed_tries(rule.looks[each.key].rate, rule.limit, doubt)
                if needed is None:
                    return rule.closed(None, people), 0.0
                most, seconds = max(most, needed), seconds + needed * each.pace
        return rule.closed(most or None, people), seconds

"""What is measured once, or not at all: links between halves of records, attributes told from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar

from standout.gating.certainty import Doubt, Look, share_estimate
from standout.gating.open_rules import OpenRule
from standout.results.estimate import Z95, Estimate
from standout.results.gate import Rule
from standout.results.questions import Inference, Linkability


@dataclass
class LinkMeasure:
    """Asks once whether halves of records are linked, in every way and after every gap."""

    what: ClassVar[str] = "linking older to newer records"
    stages: ClassVar[tuple[int, ...]] = (1,)

    rules: list[OpenRule]
    ask: Callable[[], Linkability]
    has_days: bool
    """Whether the release has any: without, nobody can cut records or say that they are of different times."""
    doubt: Doubt

    def advance(self, stage: int) -> None:  # noqa: ARG002
        """Ask: there is one stage."""
        if not self.has_days:
            for rule in self.rules:
                rule.held, rule.why = True, "the release has no days, so no record has an older and a newer half"
            return
        answer = self.ask()
        figures = [(way.by, answer.people or 0, way.first) for way in answer.linked]
        figures += [
            (f"{way.by} after {gap.gap} days", gap.people, way.first) for gap in answer.after_gaps for way in gap.linked
        ]
        for rule in self.rules:
            rule.why = answer.reason
            for by, people, first in figures:
                seen = share_estimate(first.rate * people, people, self.doubt.each(len(figures)))
                rule.looks["time-split", by] = Look(rule.limit).seen(seen, people)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result; how many people there are with both halves is not for us to choose."""
        return rule.closed(), 0.0


@dataclass
class AttributeMeasure:
    """Asks once how well attributes of people are told from the released records."""

    what: ClassVar[str] = "inferring attributes of people"
    stages: ClassVar[tuple[int, ...]] = (1,)
    rules: list[OpenRule]
    ask: Callable[[], Inference]
    doubt: Doubt

    def advance(self, stage: int) -> None:  # noqa: ARG002
        """Ask: there is one stage."""
        answer = self.ask()
        for rule in self.rules:
            rule.why = answer.reason
            wider = NormalDist().inv_cdf(1 - self.doubt.each(len(answer.attributes)) / 2) / Z95
            for each in answer.attributes:
                seen = widened(each.auc, wider)
                rule.looks["attribute", each.name] = Look(rule.limit).seen(seen, each.people)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result."""
        return rule.closed(), 0.0


@dataclass
class Unmeasured:
    """Rules that nothing can be measured for, with the reason in each."""

    what: ClassVar[str] = "nothing"
    stages: ClassVar[tuple[int, ...]] = ()

    rules: list[OpenRule]

    def advance(self, stage: int) -> None:
        """Nothing is left to do."""

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result."""
        return rule.closed(), 0.0


def widened(estimate: Estimate, times: float, least: float = 0.0) -> Estimate:
    """The interval, so many times as wide, from the least that the figure can be up to 1."""
    rate = estimate.rate
    low, high = rate - times * (rate - estimate.low), rate + times * (estimate.high - rate)
    return Estimate(rate, max(low, least), min(high, 1.0))

"""Growth: whether more people are found, or more is learned, than in a baseline, beyond the noise of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar

from standout.errors import BadInput
from standout.gating.attempts import Attempts
from standout.gating.certainty import Doubt, Look, share_estimate, shares
from standout.gating.found_measure import FoundMeasure
from standout.gating.learned_measure import LearnedMeasure
from standout.gating.open_rules import OpenRule
from standout.gating.single_measures import widened
from standout.results.audit import AuditDocument
from standout.results.estimate import Estimate
from standout.results.finding import Finding
from standout.results.gate import Rule
from standout.results.learned import Learned, Outside
from standout.risk.guessing import WAYS
from standout.risk.learned import unpaired_gain

FOUND_SINCE, LEARNED_SINCE = "found-since", "learned-gain-since"
_ALIKE = "no growth beyond the noise"


@dataclass
class GrowthMeasure:
    """Compares what is found now with the baseline's findings of the same adversaries and attacks."""

    what: ClassVar[str] = "growth since the baseline"

    found: FoundMeasure
    before: dict[tuple[str, str], Finding]
    rules: list[OpenRule]
    doubt: Doubt

    @property
    def stages(self) -> tuple[int, ...]:
        """Those of the attacks that are compared."""
        return self.found.stages

    def advance(self, stage: int) -> None:
        """Compare what was attacked at this stage."""
        share = shares(len(self.stages))[stage]
        for each in self.found.attempts:
            if each.tries == self.stages[stage]:
                self._judge(each, share)

    def _judge(self, each: Attempts, share: float) -> None:
        key = each.key
        for rule in self.rules:
            if key in rule.looks:
                doubt = self.doubt.each(len(rule.looks), share)
                now = share_estimate(each.hits, each.tries, doubt)
                grown = unpaired_gain(now, _share_before(self.before[key], doubt))
                rule.looks[key] = rule.looks[key].seen(grown, each.tries)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result: it holds unless growth is sure."""
        if rule.passed is None and rule.seen:
            rule.held, rule.why = True, _ALIKE
        return rule.closed(people=self.found.targets.people(max(look.tries for look in rule.looks.values()))), 0.0


def comparable(baseline: AuditDocument, attempts: Sequence[Attempts]) -> dict[tuple[str, str], Finding]:
    """The baseline's findings of the same adversaries, who know the same, with the same attacks."""
    known = {
        (finding.who, finding.attack): finding for finding in baseline.findings if finding.found_by_lot is not None
    }
    same = {}
    for each in attempts:
        finding = known.get(each.key)
        if finding is not None and finding.adversary == each.adversary.describe():
            same[each.key] = finding
    if not same:
        raise BadInput(
            "--baseline: has no finding of an adversary of the policy, as it fits this data, with the same attack; "
            "make one with 'standout audit' and the policy's adversaries"
        )
    return same


def growth_rule(name: str, before: Mapping[tuple[str, str], object]) -> OpenRule:
    """The rule that nothing grew."""
    return OpenRule(name, None, 0.0, looks={key: Look(0.0) for key in before})


@dataclass
class LearnedGrowth:
    """Compares what is learned now with what was learned by the same adversaries and attacks."""

    what: ClassVar[str] = "more learned than in the baseline"

    learning: LearnedMeasure
    before: Mapping[tuple[str, str], Learned]
    rules: list[OpenRule]
    doubt: Doubt

    @property
    def stages(self) -> tuple[int, ...]:
        """Those of the guesses that are compared."""
        return self.learning.stages

    def advance(self, stage: int) -> None:
        """Compare what was guessed at this stage."""
        share = shares(len(self.stages))[stage]
        for rule in self.rules:
            for key, before in self.before.items():
                doubt = self.doubt.each(len(rule.looks), share)
                now = self.learning.gain(key, stage, doubt)
                if now is not None:
                    grown = unpaired_gain(now.gain, widened(before.gain, _reach(doubt) / _reach(0.05), -1.0))
                    rule.looks[key] = rule.looks[key].seen(grown, now.targets)

    def closed(self, rule: OpenRule) -> tuple[Rule, float]:
        """The rule as a result: it holds unless growth is sure."""
        if rule.passed is None and rule.seen:
            rule.held, rule.why = True, _ALIKE
        elif not rule.seen:
            rule.why = rule.why or "what is learned now could not be measured"
        return rule.closed(), 0.0


def _reach(doubt: float) -> float:
    """How many standard deviations an interval of what is learned reaches to either side, for all ways of guessing."""
    return NormalDist().inv_cdf(1 - doubt / 2 / len(WAYS))


def learned_before(findings: Mapping[tuple[str, str], Finding], outside: Outside) -> dict[tuple[str, str], Learned]:
    """What the same adversaries learned then, where the same kind of people stood for others."""
    known = {key: finding.learned for key, finding in findings.items()}
    return {key: then for key, then in known.items() if then is not None and then.outside == outside}


def _share_before(finding: Finding, doubt: float) -> Estimate:
    found = finding.found_by_lot
    assert found is not None
    return share_estimate(found.rate * finding.of, finding.of, doubt)

"""Growth: whether more people are found than when a baseline was made, beyond the noise of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from standout.errors import BadInput
from standout.gating.attempts import Attempts
from standout.gating.certainty import Doubt, Look, share_estimate, shares
from standout.gating.found_measure import FoundMeasure
from standout.gating.open_rules import OpenRule
from standout.results.audit import AuditDocument
from standout.results.estimate import Estimate
from standout.results.finding import Finding
from standout.results.gate import Rule
from standout.risk.learned import unpaired_gain

FOUND_SINCE = "found-since"


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
            rule.held, rule.why = True, "no growth beyond the noise"
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


def growth_rule(before: dict[tuple[str, str], Finding]) -> OpenRule:
    """The rule that nothing grew."""
    return OpenRule(FOUND_SINCE, None, 0.0, looks={key: Look(0.0) for key in before})


def _share_before(finding: Finding, doubt: float) -> Estimate:
    found = finding.found_by_lot
    assert found is not None
    return share_estimate(found.rate * finding.of, finding.of, doubt)

"""What has to be measured for the rules of a policy: one measure for all rules that need the same attacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from standout.auditing.learned_steps import pool_of
from standout.auditing.setup import Setup
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.gating.accused_measure import AccusedMeasure, both_sides
from standout.gating.attempts import Attempts, Targets, attempts_of
from standout.gating.certainty import Doubt, Look, stages
from standout.gating.found_measure import FoundMeasure
from standout.gating.growth_measure import (
    FOUND_SINCE,
    LEARNED_SINCE,
    GrowthMeasure,
    LearnedGrowth,
    comparable,
    growth_rule,
    learned_before,
)
from standout.gating.learned_measure import LearnedMeasure, guessers_of
from standout.gating.open_rules import Key, OpenRule
from standout.gating.personal_measure import PersonalMeasure
from standout.gating.single_measures import AttributeMeasure, LinkMeasure, Unmeasured
from standout.knowledge.adversary import Adversary
from standout.protections.contract import Protection
from standout.results.audit import AuditDocument
from standout.results.gate import Rule
from standout.results.protect import ProtectDocument
from standout.results.questions import Inference, Linkability

_ATTACKED = ("found", "worst-tenth", "worst-person", "wrongly-accused")
_OF_OTHERS = (
    "released records tell of other people's here, so leaving one's own out says too little; hold people out of the "
    "release before protecting (--with sample:people=0.8), or give others with --control"
)


class Measure(Protocol):
    """Something that keeps rules up to date, stage by stage."""

    rules: list[OpenRule]

    @property
    def what(self) -> str:
        """What is measured, in a word or two."""
        ...

    @property
    def stages(self) -> tuple[int, ...]:
        """The sizes of its samples."""
        ...

    def advance(self, stage: int) -> None: ...

    def closed(self, rule: OpenRule) -> tuple[Rule, float]: ...


@dataclass(frozen=True)
class Question:
    """One limit of the policy."""

    name: str
    recipient: str | None
    """None where there is one alone."""
    limit: float
    adversaries: frozenset[str]
    """Whom this recipient expects."""


@dataclass(frozen=True)
class Asked:
    """What stands beside data and policy."""

    linkability: Callable[[], Linkability]
    inference: Callable[[], Inference]
    control: AnyDataset | None = None
    """People who are known not to be in the release."""
    baseline: AuditDocument | None = None
    account: ProtectDocument | None = None
    """What protecting said of the release."""
    protections: tuple[Protection, ...] = ()
    """What was done to the release, which adversaries then know."""

    @property
    def dealt_anew(self) -> bool:
        """Whether released records tell of other people's, so that leaving one's own out says too little."""
        return any(getattr(protection, "dealt_anew", False) for protection in self.protections)

    @property
    def ceiling(self) -> float | None:
        """What is proven of everybody who is in the release: no attack ties a record to them more often.

        That somebody may not be in it at all is no comfort to those who are, so such a bound does not count.
        """
        steps = () if self.account is None else zip(self.account.steps, self.protections, strict=True)
        known = [step.ceiling for step, protection in steps if not getattr(protection, "by_absence", False)]
        return min((bound for bound in known if bound is not None), default=None)


@dataclass(frozen=True)
class Plan:
    """All that a gate measures with: who is looked for, by whom, and how surely."""

    setup: Setup
    adversaries: tuple[Adversary, ...]
    questions: Sequence[Question]
    confidence: float
    targets: int
    """How many attacks at most, with each adversary and attack."""
    first_fail: bool
    """Whether to end as soon as a rule is broken for certain."""
    asked: Asked

    @cached_property
    def attempts(self) -> list[Attempts]:
        """Every adversary with every attack."""
        return attempts_of(self.setup, self.adversaries, self.asked.protections)

    @cached_property
    def order(self) -> Targets:
        """Whom to look for, one after the other."""
        return Targets.of(self.setup)

    @property
    def doubt(self) -> Doubt:
        """What the policy leaves, for all of its rules and those of a baseline."""
        grown = 0 if self.asked.baseline is None else 1 + bool(self.of("learned-gain"))
        return Doubt(1 - self.confidence, len(self.questions) + grown)

    def of(self, *names: str) -> list[Question]:
        """The questions about these measures."""
        return [question for question in self.questions if question.name in names]

    def looks(self, question: Question) -> dict[Key, Look]:
        """A figure for each adversary of the recipient with every attack, of which nothing is known yet."""
        return {each.key: Look(question.limit) for each in self.attempts if each.adversary.name in question.adversaries}

    def measures(self) -> list[Measure]:
        """What these questions need, in the order in which it is looked at."""
        measures: list[Measure] = []
        if self.of(*_ATTACKED) or self.asked.baseline is not None:
            measures += self._attacking() if len(self.order.order) else [self._nobody()]
        if self.of("learned-gain"):
            measures += self._learning()
        if linked := _plain(self.of("time-split-link")):
            measures.append(LinkMeasure(linked, self.asked.linkability, self.setup.released.has_days, self.doubt))
        if told := _plain(self.of("attribute-auc")):
            measures.append(AttributeMeasure(told, self.asked.inference, self.doubt))
        return measures

    def _attacking(self) -> list[Measure]:
        """Everything that comes of looking for people."""
        wrongly, personal = self.of("wrongly-accused"), self.of("worst-tenth", "worst-person")
        found = FoundMeasure(
            self.setup, self.order, self.attempts,
            [OpenRule(each.name, each.recipient, each.limit, self.asked.ceiling, self.looks(each))
             for each in self.of("found")],
            stages(self.targets), self.doubt, keep=bool(wrongly), first_fail=self.first_fail,
        )  # fmt: skip
        measures: list[Measure] = [found]
        if wrongly:
            rules = [
                OpenRule(each.name, each.recipient, each.limit, looks=both_sides(self.looks(each))) for each in wrongly
            ]
            measures.append(AccusedMeasure(found, rules, self.doubt))
        if self.asked.baseline is not None:
            before = comparable(self.asked.baseline, self.attempts)
            measures.append(GrowthMeasure(found, before, [growth_rule(FOUND_SINCE, before)], self.doubt))
        found.others += [rule for measure in measures[1:] for rule in measure.rules]
        if personal:
            rules = [_personal_rule(each, self.asked) for each in personal]
            expected = {each.recipient: each.adversaries for each in personal}
            measures.append(
                PersonalMeasure(self.setup, self.order, self.attempts, rules, expected, self.doubt, self.targets)
            )
        return measures

    def _nobody(self) -> Measure:
        """Where nobody of the data is in the release by id, only what is proven says anything."""
        if self.asked.baseline is not None:
            raise BadInput("--baseline: no person of the data is in the release by id, so there is nothing to compare")
        rules = [OpenRule(each.name, each.recipient, each.limit) for each in self.of(*_ATTACKED)]
        for rule in rules:
            rule.ceiling = self.asked.ceiling if rule.name == "found" else None
            rule.held = True if rule.proven else None
            because = "no person of the data is in the release by id, so nobody can be looked for"
            rule.why = f"passes by what is proven: {because}" if rule.held else because
        return Unmeasured(rules)

    def _learning(self) -> list[Measure]:
        """What comes of guessing what else people have."""
        pool, questions = pool_of(self.setup, self.asked.control), self.of("learned-gain")
        if self.asked.dealt_anew and pool.how == "left out":
            rules = _plain(questions)
            for rule in rules:
                rule.why = _OF_OTHERS
            return [Unmeasured(rules)]
        rules = [OpenRule(each.name, each.recipient, each.limit, looks=self.looks(each)) for each in questions]
        names = {name for each in questions for name in each.adversaries}
        learning = LearnedMeasure(pool, guessers_of(self.attempts, names), rules, self.doubt, self.targets)
        if self.asked.baseline is None:
            return [learning]
        before = learned_before(comparable(self.asked.baseline, self.attempts), pool.how)
        if not before:
            return [learning]
        learning.others.append(growth_rule(LEARNED_SINCE, before))
        return [learning, LearnedGrowth(learning, before, learning.others, self.doubt)]


def _personal_rule(question: Question, asked: Asked) -> OpenRule:
    """A rule on the worst people: where records are nobody's own, only what is proven says anything of it.

    Which record stands under an id is drawn by lot there. Attacked again and again, some people have drawn the one that
    attacks point at, and are always "found"; that is luck, not risk, and the bound holds over that lot for everybody.
    """
    rule = OpenRule(question.name, question.recipient, question.limit, asked.ceiling)
    if not asked.dealt_anew:
        return rule
    lot = "which record is whose was drawn by lot, so nobody's is measured"
    rule.held = True if rule.proven else None
    rule.why = f"passes by what is proven: {lot}" if rule.held else f"what is proven is more than the limit: {lot}"
    return rule


def _plain(questions: Sequence[Question]) -> list[OpenRule]:
    return [OpenRule(each.name, each.recipient, each.limit) for each in questions]

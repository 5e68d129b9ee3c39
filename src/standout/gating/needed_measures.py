"""What has to be measured for the rules of a policy: one measure for all rules that need the same attacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from standout.auditing.learned_steps import pool_of
from standout.auditing.setup import Setup
from standout.data.dataset import AnyDataset
from standout.gating.accused_measure import AccusedMeasure, accused_looks
from standout.gating.attempts import Attempts, Targets, attempts_of
from standout.gating.certainty import Doubt, Look, stages
from standout.gating.found_measure import FoundMeasure, looks_for
from standout.gating.growth_measure import GrowthMeasure, comparable, growth_rule
from standout.gating.learned_measure import LearnedMeasure, guessers_of
from standout.gating.open_rules import Key, OpenRule
from standout.gating.personal_measure import PersonalMeasure
from standout.gating.single_measures import AttributeMeasure, LinkMeasure
from standout.knowledge.adversary import Adversary
from standout.protections.contract import Protection
from standout.results.audit import AuditDocument
from standout.results.gate import Rule
from standout.results.protect import ProtectDocument
from standout.results.questions import Inference, Linkability

_ATTACKED = ("found", "worst-tenth", "worst-person", "wrongly-accused")


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


def measures_of(
    setup: Setup,
    adversaries: tuple[Adversary, ...],
    questions: list[Question],
    confidence: float,
    targets: int,
    asked: Asked,
) -> list[Measure]:
    """The measures that these questions need, in the order in which they are looked at."""
    doubt = Doubt(1 - confidence, len(questions) + (asked.baseline is not None))
    names = {question.name for question in questions}
    measures: list[Measure] = []
    attacked = bool(names & set(_ATTACKED)) or asked.baseline is not None
    attempts = attempts_of(setup, adversaries, asked.protections) if attacked or "learned-gain" in names else []
    if attacked:
        measures += _attacking(setup, attempts, questions, doubt, targets, asked)
    if learning := [question for question in questions if question.name == "learned-gain"]:
        measures.append(_learning(setup, attempts, learning, doubt, asked))
    if linked := _plain(questions, "time-split-link"):
        measures.append(LinkMeasure(linked, asked.linkability, setup.released.has_days, doubt))
    if told := _plain(questions, "attribute-auc"):
        measures.append(AttributeMeasure(told, asked.inference, doubt))
    return measures


def _attacking(
    setup: Setup, attempts: list[Attempts], questions: list[Question], doubt: Doubt, targets: int, asked: Asked
) -> list[Measure]:
    """Everything that comes of looking for people."""
    by = {name: [question for question in questions if question.name == name] for name in _ATTACKED}
    ceiling = None if asked.account is None else asked.account.ceiling
    order = Targets.of(setup)
    found = FoundMeasure(
        setup,
        order,
        attempts,
        [
            OpenRule(each.name, each.recipient, each.limit, ceiling, looks_for(attempts, each.adversaries, each.limit))
            for each in by["found"]
        ],
        stages(targets),
        doubt,
        keep=bool(by["wrongly-accused"]),
    )
    measures: list[Measure] = [found]
    if by["wrongly-accused"]:
        rules = [
            OpenRule(each.name, each.recipient, each.limit, looks=accused_looks(attempts, each.adversaries, each.limit))
            for each in by["wrongly-accused"]
        ]
        measures.append(AccusedMeasure(found, rules, doubt))
    if asked.baseline is not None:
        before = comparable(asked.baseline, attempts)
        measures.append(GrowthMeasure(found, before, [growth_rule(before)], doubt))
    found.others += [rule for measure in measures[1:] for rule in measure.rules]
    if personal := [*by["worst-tenth"], *by["worst-person"]]:
        rules = [_personal_rule(each, asked) for each in personal]
        expected = {each.recipient: each.adversaries for each in personal}
        measures.append(PersonalMeasure(setup, order, attempts, rules, expected, doubt))
    return measures


def _personal_rule(question: Question, asked: Asked) -> OpenRule:
    """A rule on the worst people: where records are nobody's own, only what is proven says anything of it.

    Which record stands under an id is drawn by lot there. Attacked again and again, some people have drawn the one that
    attacks point at, and are always "found"; that is luck, not risk, and the bound holds over that lot for everybody.
    """
    rule = OpenRule(question.name, question.recipient, question.limit)
    if not asked.dealt_anew or asked.account is None:
        return rule
    anew = [getattr(protection, "dealt_anew", False) for protection in asked.protections]
    bounds = [step.ceiling for step, nobodys in zip(asked.account.steps, anew, strict=True) if nobodys and step.ceiling]
    rule.ceiling, lot = min(bounds, default=None), "whose record is whose was drawn by lot, so nobody's is measured"
    rule.held = True if rule.proven else None
    rule.why = f"passes by what is proven: {lot}" if rule.held else f"what is proven is more than the limit: {lot}"
    return rule


def _learning(setup: Setup, attempts: list[Attempts], questions: list[Question], doubt: Doubt, asked: Asked) -> Measure:
    """What comes of guessing what else people have."""
    pool = pool_of(setup, asked.control)
    rules = []
    for each in questions:
        looks: dict[Key, Look] = {
            one.key: Look(each.limit) for one in attempts if one.adversary.name in each.adversaries
        }
        rules.append(OpenRule(each.name, each.recipient, each.limit, looks=looks))
    if asked.dealt_anew and pool.how == "left out":
        for rule in rules:
            rule.looks.clear()
            rule.why = (
                "released records tell of other people's here, so leaving one's own out says too little; hold people "
                "out of the release before protecting (--with sample:people=0.8), or give others with --control"
            )
    names = {name for each in questions for name in each.adversaries}
    return LearnedMeasure(pool, guessers_of(attempts, names), rules, doubt)


def _plain(questions: list[Question], name: str) -> list[OpenRule]:
    return [OpenRule(each.name, each.recipient, each.limit) for each in questions if each.name == name]

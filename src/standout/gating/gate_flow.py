"""The gate from top to bottom: which rules there are, what has to be measured for them, and when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from standout._version import __version__
from standout.attacks import DEFAULT_ATTACKS, attacks
from standout.attacks.contract import Attack
from standout.auditing.same_people import places_of_records
from standout.auditing.settings import AuditSettings, Progress, no_progress
from standout.auditing.setup import overlap, set_up
from standout.common.plain import without_examples
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.gating.needed_measures import Asked, Measure, Plan, Question
from standout.gating.release_policy import Policy
from standout.knowledge.adversary import Adversary
from standout.results.gate import GateDocument, Likely, PolicyUsed, ReleasedTo, Rule, verdict_of
from standout.risk.data_summary import about


@dataclass(frozen=True)
class GateSettings:
    """How a gate is run."""

    targets: int = 10_000
    """How many attacks at most, with each adversary and attack."""
    sample_first: bool = False
    """Whether to stop as soon as the verdict is certain, whatever other rules say."""
    attacks: tuple[Attack, ...] = field(default_factory=lambda: tuple(attacks(list(DEFAULT_ATTACKS))))
    seed: int = 1
    threads: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.targets, bool) or not isinstance(self.targets, int) or self.targets < 1:
            raise BadInput(f"--targets is {self.targets}, but must be a whole number from 1 on")

    def audit(self, adversaries: tuple[Adversary, ...]) -> AuditSettings:
        """The same as an audit takes it: everybody may be looked for."""
        return AuditSettings(
            adversaries=adversaries, attacks=self.attacks, targets=None, seed=self.seed, threads=self.threads
        )


@dataclass(frozen=True)
class Decision:
    """The document, and how many seconds each open rule would take: they are of this machine, and in no document."""

    document: GateDocument
    seconds: dict[str, float]


def decide(
    data: AnyDataset,
    policy: Policy,
    settings: GateSettings,
    asked: Asked,
    *,
    released: AnyDataset | None = None,
    progress: Progress = no_progress,
) -> Decision:
    """Measure what the policy needs, and nothing more, until it is sure or nothing is left to do."""
    expected, notes = _fitted(policy, settings, data)
    nobody, said = (False, []) if released is None else overlap(data, released, controlled=asked.control is not None)
    if released is not None and not nobody:
        _refuse_other_ids(data, released, settings.seed, dealt_anew=asked.dealt_anew)
    adversaries = {each.name: each for several in expected.values() for each in several}
    setup = set_up(data, released, settings.audit(tuple(adversaries.values())), nobody=nobody)
    questions = [
        Question(
            name,
            recipient.who if len(policy.recipients) > 1 else None,
            limit,
            frozenset(each.name for each in expected[recipient.who]),
        )
        for recipient in policy.recipients
        for name, limit in recipient.limits.items()
    ]
    everybody = tuple(adversaries.values())
    plan = Plan(setup, everybody, questions, policy.confidence, settings.targets, settings.sample_first, asked)
    measures = plan.measures()
    stopped = _run(measures, settings.sample_first, progress)
    for rule in (rule for measure in measures for rule in measure.rules if stopped and not rule.seen):
        rule.why = rule.why or "not measured: another rule was broken before"
    closed = [measure.closed(rule) for measure in measures for rule in measure.rules]
    rules = _in_order([rule for rule, _ in closed], questions)
    document = GateDocument(
        standout=__version__,
        seed=settings.seed,
        verdict=verdict_of(rules),
        rules=rules,
        policy=_described(policy, expected),
        data=about(data),
        released=None if released is None else about(released),
        understood=data.source.understood,
        released_understood=None if released is None else released.source.understood,
        protection=None if asked.account is None else asked.account.protection,
        targets=settings.targets,
        stopped=stopped,
        correction=_correction(policy.confidence, plan.doubt.rules),
        notes=without_examples((*data.source.notes, *notes, *said, *_fewer(settings.attacks))),
    )
    return Decision(document, {rule.title: seconds for rule, seconds in closed if seconds and rule.passed is None})


def _fewer(chosen: Sequence[Attack]) -> list[str]:
    """That usual attacks were left out: whoever passes without the strongest has passed little."""
    left = [name for name in DEFAULT_ATTACKS if name not in {attack.name for attack in chosen}]
    return [f"of the usual attacks, these were not tried: {', '.join(left)}"] if left else []


def _refuse_other_ids(data: AnyDataset, released: AnyDataset, seed: int, *, dealt_anew: bool) -> None:
    """A release whose ids are other people's would pass, as nobody is found under their own."""
    places = places_of_records(data, released, seed)
    if not (places.whole if dealt_anew else places.given_anew):
        return
    instead = "decide on a version with the data's own ids, and give new ones afterwards"
    if dealt_anew:
        instead += "; nothing dealt these records anew, whatever --account says"
    raise BadInput(f"--released: {places.said()}; {instead}")


def _fitted(policy: Policy, settings: GateSettings, data: AnyDataset) -> tuple[dict[str, list[Adversary]], list[str]]:
    """Whom each recipient expects, as they fit the data; and what has to be said of it, each once."""
    expected, notes = {}, []
    for recipient in policy.recipients:
        wanted = tuple(each.adversary for each in recipient.expected)
        expected[recipient.who], said = settings.audit(wanted).adversaries_for(data)
        notes += said
    return expected, list(dict.fromkeys(notes))


def _run(measures: list[Measure], sample_first: bool, progress: Progress) -> bool:
    """Look at growing samples; whether it ended with rules still open because the verdict was certain."""
    last = max(len(measure.stages) for measure in measures)
    for stage in range(last):
        for measure in measures:
            if stage < len(measure.stages):
                progress(f"stage {stage + 1} of {last}: {measure.what}", stage, last)
                measure.advance(stage)
            if sample_first and any(rule.passed is False for each in measures for rule in each.rules):
                return any(rule.passed is None for each in measures for rule in each.rules)
    return False


def _in_order(rules: list[Rule], questions: list[Question]) -> tuple[Rule, ...]:
    """Rules as the policy has them; those of a baseline after them."""
    places = {(question.name, question.recipient): place for place, question in enumerate(questions)}
    return tuple(sorted(rules, key=lambda rule: places.get((rule.name, rule.recipient), len(places))))


def _described(policy: Policy, expected: dict[str, list[Adversary]]) -> PolicyUsed:
    """The policy, with every adversary as it fits the data; one that does not fit as it is meant."""
    recipients = []
    for recipient in policy.recipients:
        here = {each.name: each for each in expected[recipient.who]}
        likely = tuple(
            Likely(name=each.adversary.name, why=each.why, sentence=str(here.get(each.adversary.name, each.adversary)))
            for each in recipient.expected
        )
        recipients.append(
            ReleasedTo(kind=recipient.kind, who=recipient.who, adversaries=likely, limits=dict(recipient.limits))
        )
    return PolicyUsed(
        name=policy.name,
        purpose=policy.purpose,
        responsible=policy.responsible,
        review=policy.review.isoformat(),
        confidence=policy.confidence,
        sha256=policy.sha256,
        recipients=tuple(recipients),
    )


def _correction(confidence: float, rules: int) -> str:
    return (
        f"With {confidence:.0%} confidence all intervals hold at once, at every stage (Bonferroni): each of {rules} "
        f"rules has {(1 - confidence) / max(rules, 1):.2%} of doubt, shared among its figures and its stages."
    )

"""What a gate says, as a pack tells it: statements, adversaries with why, limits, and answers to three questions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from standout.common.plain import plain_text
from standout.results.audit import AuditDocument
from standout.results.evidence import Asked, Limit, Statement, Taught, Threat
from standout.results.evidence import Verdict as Decision
from standout.results.finding import Finding
from standout.results.gate import GateDocument, Likely, Rule, figure

_MODELS = {
    "public": "to the public",
    "processor": "to a processor, under contract",
    "partner": "to a partner who has a table of their own",
    "researchers": "to researchers",
}
_QUESTIONS = {
    "Singling out": ("found", "worst-tenth", "worst-person"),
    "Linkability": ("time-split-link",),
    "Inference": ("attribute-auc", "learned-gain"),
}
"""Which limits speak to which of the three questions."""


def stated_by(gate: GateDocument, others: Statement) -> Statement:
    """What the policy states, which was written before the run; what it leaves open is as stated otherwise."""
    policy = gate.policy
    return Statement(
        purpose=plain_text(policy.purpose, 500) or others.purpose,
        recipient="; ".join(plain_text(each.who, 200) for each in policy.recipients) or others.recipient,
        model="; ".join(dict.fromkeys(_MODELS.get(each.kind, each.kind) for each in policy.recipients)) or others.model,
        responsible=plain_text(policy.responsible, 200) or others.responsible,
        review=policy.review or others.review,
        policy=plain_text(policy.name, 100),
    )


def threats_of(audit: AuditDocument | None, gate: GateDocument | None) -> tuple[Threat, ...]:
    """Every adversary that was tried or is expected: what is known, why, and what came of the strongest attack."""
    tried = () if audit is None else _tried(audit)
    if gate is None:
        return tried
    likely = {each.name: each for recipient in gate.policy.recipients for each in recipient.adversaries}
    known = {threat.name for threat in tried}
    named = tuple(msgspec.structs.replace(each, why=likely[each.name].why) if each.name in likely else each
                  for each in tried)  # fmt: skip
    return (*named, *(_expected(gate, each) for name, each in likely.items() if name not in known))


def _tried(audit: AuditDocument) -> tuple[Threat, ...]:
    """Every adversary with its strongest attack; that of the headline first, then by how many are found."""
    best, headline = audit.best_by_adversary(), audit.headline()
    rows = [_threat(audit, name, best.get(name)) for name in audit.adversaries]
    worst = headline.adversary if headline else ""
    return tuple(sorted(rows, key=lambda row: (row.name != worst, -(row.found.rate if row.found else -1.0))))


def _threat(audit: AuditDocument, name: str, best: Finding | None) -> Threat:
    sentence = audit.of(name)[0].adversary.sentence
    if best is None:
        return Threat(name=name, sentence=sentence)
    taught = best.learned
    return Threat(
        name=name,
        sentence=sentence,
        attack=best.attack,
        of=best.of,
        found=audit.share_found(best),
        by_lot=best.found_by_lot,
        blind=best.blind,
        wrong=best.declared.wrong,
        accused=best.declared_when_absent.accused,
        learned=None if taught is None else Taught(inside=taught.inside, out=taught.out, gain=taught.gain),
    )


def _expected(gate: GateDocument, likely: Likely) -> Threat:
    """An adversary of the policy that only the gate tried: its figure is known if it did worst."""
    rule = next((rule for rule in gate.rules if rule.name == "found" and rule.adversary == likely.name), None)
    found = rule.estimate if rule else None
    return Threat(
        name=likely.name,
        sentence=likely.sentence,
        why=likely.why,
        attack=rule.attack if rule else None,
        of=rule.people if rule else None,
        by_lot=found,
    )


def limits_of(gate: GateDocument) -> tuple[Limit, ...]:
    """A line for each rule."""
    return tuple(_limit(rule, gate) for rule in gate.rules)


def _limit(rule: Rule, gate: GateDocument) -> Limit:
    details = rule.details()
    figures = [part.removeprefix("measured ") for part in details if part.startswith("measured ")]
    behind = "; ".join(part for part in details if not part.startswith("measured "))
    return Limit(
        name=rule.name,
        recipient=rule.recipient or "; ".join(each.who for each in gate.policy.recipients),
        limit=figure(rule.name, rule.limit),
        measured=figures[0] if figures else "not measured",
        verdict=_verdict(rule.passed),
        behind=behind,
    )


def _verdict(passed: bool | None) -> Decision:
    return "undecided" if passed is None else "pass" if passed else "fail"


def questions_of(asked: Sequence[Asked], gate: GateDocument | None) -> tuple[Asked, ...]:
    """The three questions: as an audit answers them; without one, as far as the limits of a gate do."""
    if asked or gate is None:
        return tuple(asked)
    return tuple(
        _answered(name, [rule for rule in gate.rules if rule.name in names]) for name, names in _QUESTIONS.items()
    )


def _answered(name: str, rules: Sequence[Rule]) -> Asked:
    measured = [rule for rule in rules if rule.estimate is not None or rule.ceiling is not None]
    if not measured:
        why = next((rule.why for rule in rules if rule.why), "the policy sets no limit on it")
        return Asked(name=name, state="open", answer=f"Not measured: {why}. “standout audit” measures it.")
    return Asked(name=name, state="measured", answer="; ".join(map(_line, measured)) + ".")


def _line(rule: Rule) -> str:
    return f"{rule.name}: limit {figure(rule.name, rule.limit)}, {', '.join(rule.details())}"

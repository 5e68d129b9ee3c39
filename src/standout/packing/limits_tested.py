"""What the attack takes, in words; and what was not tested, which a reader must know as well as what was."""

from __future__ import annotations

from collections.abc import Sequence

from standout.results.audit import AuditDocument
from standout.results.evidence import Asked
from standout.results.gate import GateDocument

SKILL = (
    "Skill: one command of free software, without programming; somebody reasonably competent who is motivated can do "
    "it, and needs no expert’s knowledge and no special rights.",
    "Tools: an ordinary computer; no network.",
)
"""What a "motivated intruder" needs to repeat the attacks."""

ALWAYS = (
    "Cleverer attacks than those that ran, and people who know more than the adversaries here.",
    "How likely it is that somebody has the knowledge: the data cannot say; that is a judgement.",
    "Other data about the same people, except where a release or a control was given.",
    "Security of the place where the data is kept, contracts, and what recipients are told.",
)


def effort(audit: AuditDocument | None, gate: GateDocument | None) -> tuple[str, ...]:
    """What it takes besides time."""
    needed = "Needed besides: the released data, and the knowledge that stands in the adversary’s sentence."
    ran = "" if audit is None else _audited(audit)
    if audit is None and gate is not None:
        ran = f"Work: what the limits need, with at most {gate.targets:,} attacks by each adversary with each attack."
    return (*SKILL, needed, *([ran] if ran else []))


def _audited(audit: AuditDocument) -> str:
    attacks, adversaries = len(audit.attacks), len(audit.adversaries)
    return (
        f"Work: {adversaries:,} adversaries × {attacks:,} attacks on {audit.looked_for:,} people, each among "
        f"{audit.searched.people:,} records, with all of their calibration; looking for one person is a small part."
    )


def not_tested(
    audit: AuditDocument | None, gate: GateDocument | None, compared: bool, questions: Sequence[Asked]
) -> tuple[str, ...]:
    """What this pack says nothing about."""
    open_ones = [f"{question.name}: {question.answer}" for question in questions if question.state == "open"]
    main = gate or audit
    released = main is not None and main.released is not None
    return (
        *([] if audit is None else _by_audit(audit)),
        *([] if gate is None or audit is not None else [_ONLY_LIMITS]),
        *([] if released else ["A protected version: the data was attacked as it is."]),
        *([] if compared else ["Protections: none were compared in this pack."]),
        *open_ones,
        *ALWAYS,
    )


_ONLY_LIMITS = "Everything that no limit of the policy is about: only what decides was measured."


def _by_audit(audit: AuditDocument) -> list[str]:
    """Whom an audit did not look for, whom it did not try, and what it had nothing to compare with."""
    lines = [note for note in audit.notes if "was left out" in note]
    if audit.looked_for < audit.data.people:
        left = audit.data.people - audit.looked_for
        lines.insert(0, f"{left:,} of {audit.data.people:,} people, who were not looked for.")
    if audit.control is None:
        lines.append("Whether somebody is in the data at all: no control was given.")
    return lines

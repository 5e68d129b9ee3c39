"""What the attack takes, in words; and what was not tested, which a reader must know as well as what was."""

from __future__ import annotations

from collections.abc import Sequence

from standout.results.audit import AuditDocument
from standout.results.evidence import Asked

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


def effort(audit: AuditDocument) -> tuple[str, ...]:
    """What it takes besides time."""
    attacks, adversaries = len(audit.attacks), len(audit.adversaries)
    ran = (
        f"Work: {adversaries:,} adversaries × {attacks:,} attacks on {audit.looked_for:,} people, each among "
        f"{audit.searched.people:,} records, with all of their calibration; looking for one person is a small part."
    )
    return (
        *SKILL,
        "Needed besides: the released data, and the knowledge that stands in the adversary’s sentence.",
        ran,
    )


def not_tested(audit: AuditDocument, compared: bool, questions: Sequence[Asked]) -> tuple[str, ...]:
    """What this pack says nothing about."""
    open_ones = [f"{question.name}: {question.answer}" for question in questions if question.state == "open"]
    few = audit.looked_for < audit.data.people
    sample = f"{audit.data.people - audit.looked_for:,} of {audit.data.people:,} people, who were not looked for."
    left_out = [note for note in audit.notes if "was left out" in note]
    return (
        *([sample] if few else []),
        *([] if audit.released is not None else ["A protected version: the data was attacked as it is."]),
        *([] if compared else ["Protections: none were compared in this pack."]),
        *([] if audit.control is not None else ["Whether somebody is in the data at all: no control was given."]),
        *open_ones,
        *left_out,
        *ALWAYS,
    )

"""The section of a dataset's card: who can be recognised, by whom, and what that rests on; Markdown to be pasted."""

from __future__ import annotations

import re

from standout.common.plain import plain_text
from standout.common.wording import counted
from standout.report.words import NOT_THERE, interval, one_in, points
from standout.results.evidence import Evidence, Threat

BEGIN = "<!-- made by standout card -->"
"""By this an earlier one is known again."""

MOST = 6
"""Adversaries in the table, the worst first."""

_MARKUP = re.compile(r"([\\`*_{}\[\]<>|#])")


def card_markdown(evidence: Evidence) -> str:
    """The section, from its heading on."""
    data = evidence.data
    lines = [
        BEGIN, "", "## Can people be recognised in this dataset?", "", worst_case(evidence), "",
        "| somebody who knows of a person | found | wrong one named | gain by being in the data |",
        "|---|---:|---:|---:|",
        *(_row(threat) for threat in evidence.threats[:MOST] if threat.found is not None), "",
        f"Measured on {_safe(data.name)} ({_counts(evidence)}; SHA-256 `{data.sha256 or 'not known'}`) with Standout "
        f"{evidence.standout}, seed {evidence.seed}. Brackets are 95% intervals; those of “found” hold for all "
        "adversaries and attacks at once. A blind guess finds " + one_in(_blind(evidence)) + ".", "",
        *_answers(evidence), "**Not tested.**", "", *(f"- {_safe(line)}" for line in evidence.not_tested), "",
    ]  # fmt: skip
    return "\n".join(lines)


def worst_case(evidence: Evidence) -> str:
    """The worst that was measured, in a sentence; and the verdict, if there is one."""
    decided = "" if evidence.verdict is None else f" Limits set before the run: **{evidence.verdict}**."
    worst = next((threat for threat in evidence.threats if threat.found is not None), None)
    if worst is None:
        return f"Only what the limits of the policy need was measured.{decided}"
    return (
        f"At worst, {interval(worst.found)} of {worst.of or 0:,} people looked for are found by somebody who has the "
        f"data and knows this of a person: {_safe(worst.sentence)}{decided}"
    )


def _row(threat: Threat) -> str:
    gain = NOT_THERE if threat.learned is None else f"{points(threat.learned.gain)} points"
    said = f"{_safe(threat.sentence)} ({_safe(threat.name)})"
    return f"| {said} | {interval(threat.found)} | {interval(threat.wrong)} | {gain} |"


def _answers(evidence: Evidence) -> list[str]:
    lines = [f"- **{_safe(one.name)}** ({_safe(one.state)}). {_safe(one.answer)}" for one in evidence.questions]
    return [*lines, ""] if lines else []


def _counts(evidence: Evidence) -> str:
    data = evidence.data
    period = f", {data.first} to {data.last}" if data.first else ""
    return f"{counted(data.people, 'person', 'people')}, {counted(data.interactions, 'interaction')}{period}"


def _blind(evidence: Evidence) -> float | None:
    return next((threat.blind for threat in evidence.threats if threat.blind is not None), None)


def _safe(text: str) -> str:
    """Text from results that is no markup."""
    return _MARKUP.sub(r"\\\1", plain_text(text, 900))

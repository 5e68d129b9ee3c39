"""A decision as Markdown, to stand in a pull request: the verdict, a table of rules, and how sure it is."""

from __future__ import annotations

import re

from standout.common.plain import plain_text
from standout.report.decision.gate_lines import needed_words
from standout.results.gate import GateDocument, Rule, figure

MARK = "<!-- standout gate -->"
"""How a summary begins: by this an earlier one is known again."""

_SIGNS = {True: "✅ pass", False: "❌ fail", None: "❔ undecided"}
_LONGEST = 1_000


def gate_markdown(document: GateDocument) -> str:
    """The summary; whatever comes from outside is escaped."""
    policy = document.policy
    rows = [_row(rule) for rule in document.rules]
    return "\n".join((
        MARK,
        f"### Standout gate: {document.verdict}",
        "",
        cell(document.headline()),
        "",
        "| | rule | limit | measured | people | what stands behind it |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        cell(document.correction),
        "",
        cell(f"Purpose: {policy.purpose} · responsible: {policy.responsible} · review: {policy.review} · "
             f"seed {document.seed} · standout {document.standout}"),
        *(f"\n- {cell(note)}" for note in document.notes),
        "",
    ))  # fmt: skip


def _row(rule: Rule) -> str:
    details = [part for part in rule.details() if not part.startswith("measured ")]
    measured = next((part.removeprefix("measured ") for part in rule.details() if part.startswith("measured ")), "–")
    people = "–" if rule.people is None else f"{rule.people:,}"
    behind = "; ".join(details[1:] if rule.people is not None else details)
    if rule.passed is None:
        behind = "; ".join(filter(None, (behind, *needed_words(rule))))
    cells = (rule.title, figure(rule.name, rule.limit), measured, people, behind or "–")
    return f"| {_SIGNS[rule.passed]} | " + " | ".join(cell(text) for text in cells) + " |"


def cell(text: str) -> str:
    """Text that stays in its cell and is no mark-up, HTML least of all."""
    return (
        re.sub(r"([\\`*_{}\[\]<>|#!~])", r"\\\1", plain_text(text, _LONGEST))
        .replace("\\<", "&lt;")
        .replace("\\>", "&gt;")
    )

"""Protections in words: what each does with the options that were chosen, and what somebody does who knows of it."""

from __future__ import annotations

import re

from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS
from standout.report.drawing.figure import Table
from standout.report.words import NOT_THERE
from standout.results.compare import CompareResult, ProtectionRow


def what_each_does(result: CompareResult) -> Table:
    """Every protection in plain words; those of others, whose words are not at hand, by what they are called."""
    rows = [(str(number), row.text, _does(row)) for number, row in result.numbered()]
    return Table("What each protection does", ("no.", "protection", "what it does"), rows, 3)


def _does(row: ProtectionRow) -> str:
    ours = PROTECTIONS | KNOWLEDGE_PROTECTIONS
    names = [part.partition(":")[0].strip() for part in row.text.split(" + ")]
    return " ".join(_with_options(ours[name].summary, row) for name in names if name in ours) or NOT_THERE


def _with_options(summary: str, row: ProtectionRow) -> str:
    """A summary with the numbers that were chosen in place of the options it names."""

    def chosen(found: re.Match[str]) -> str:
        value = row.options.get(found[1].replace("-", "_"))
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value:,}"
        return f"{found[1]} ({value})" if isinstance(value, float) else found[1]

    return re.sub(r"`([^`]*)`", chosen, summary)


def options_table(result: CompareResult) -> Table:
    """What each protection changes, and what somebody does who knows of it."""
    rows = []
    for number, row in result.numbered():
        options = ", ".join(f"{name.replace('_', '-')}={value}" for name, value in row.options.items())
        rows.append((str(number), row.name, options, row.countered_by or NOT_THERE))
    return Table("What someone does who knows of it", ("no.", "protection", "options", "what they do"), rows, 4)

"""What a named record adds: unknown items, their groups, and what the owner calls sensitive. Never whose."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.audit.figures_sure import careful
from standout.report.audit.view import View
from standout.report.drawing.figure import Missing, Table
from standout.report.words import count, decimal, interval
from standout.results.adds import Adds
from standout.results.finding import Finding

_MOST_GROUPS = 20


def adds(view: View) -> Sequence[Table | Missing]:
    """A table of all adversaries, one of the sensitive items, and one of groups where they are known."""
    told = [(finding, finding.adds) for finding in careful(view) if finding.adds is not None]
    if not any(each.items is not None for _, each in told):
        return [Missing("adds", "Unknown items", "Nobody, or hardly anybody, is named rightly.")]
    tables = [_items(told)]
    if any(each.sensitive is not None for _, each in told):
        tables.append(_sensitive(told))
    most = max(told, key=lambda row: row[1].people)
    return [*tables, *([_groups(*most)] if most[1].groups else [])]


def _items(told: Sequence[tuple[Finding, Adds]]) -> Table:
    rows = []
    for finding, each in told:
        amount = each.items
        rows.append(
            (
                finding.who,
                finding.attack,
                count(each.people),
                interval(each.right),
                "–" if amount is None else f"{decimal(amount.mean)} [{decimal(amount.low)}–{decimal(amount.high)}]",
                "–" if amount is None else decimal(amount.median),
            )
        )
    head = ("adversary", "attack", "named rightly", "right, of those named", "unknown items, mean", "median")
    return Table("How many unknown items a rightly named record adds", head, rows, words=2)


def _sensitive(told: Sequence[tuple[Finding, Adds]]) -> Table:
    rows = []
    for finding, each in told:
        if (found := each.sensitive) is not None:
            have = "–" if found.have is None else count(found.have)
            rates = (interval(rate) for rate in (found.revealed, found.of_those_who_have, found.certainty))
            rows.append((finding.who, finding.attack, have, *rates))
    head = (
        "adversary", "attack", "have an unknown one", "revealed, of everybody looked for", "of those who have one",
        "certainty: right, of such names",
    )  # fmt: skip
    return Table("Of how many people something sensitive would be revealed", head, rows, words=2)


def _groups(finding: Finding, each: Adds) -> Table:
    rows = [(row.group, interval(row.people), decimal(row.items)) for row in each.groups[:_MOST_GROUPS]]
    caption = f"Groups of the unknown items (“{finding.who}”, {finding.attack}; {count(each.people)} people)"
    return Table(caption, ("group", "people of whom one is learnt", "items on average"), rows)

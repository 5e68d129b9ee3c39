"""Why this data is as it is: information per item, and how items and records are spread."""

from __future__ import annotations

from math import log2

from standout.report.audit.figures_risk import Part
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Bar, bars
from standout.report.words import count, decimal, interval, percent, spelled
from standout.results.audit_parts import Span
from standout.results.estimate import Estimate
from standout.results.headline import CLOSE, close_share

FEW = 8
"""Items of fewer people, and records of fewer items, are counted in a sentence."""


def information(view: View) -> Part:
    """How many bits one known item gives away, by its popularity."""
    name, title = "information", "What one known item gives away, by its popularity"
    points: list[tuple[float | str, Estimate]] = [
        (row.rank, Estimate(row.bits, row.bits, row.bits))
        for row in view.document.popularity.information_by_rank
        if row.rank > 0
    ]
    if not points:
        return Missing(name, title, "Information per item is not in the findings.")
    first, last = points[0], points[-1]
    says = (
        f"Knowing that somebody has the most popular item gives {decimal(first[1].rate)} bits; the rarest gives "
        f"{decimal(last[1].rate)}. Among {count(view.people)} people, {decimal(_log2(view.people))} bits name one "
        "person."
    )
    reading = (
        "To the right items are rarer (each step of the axis is ten times as far down the list). Upwards an item "
        "narrows the crowd more: one bit halves it."
    )
    svg = lines(
        name, title, says, [Line("bits", points)], ("place in popularity", "bits per item"),
        log=True, shares=False, points=False,
    )  # fmt: skip
    body = [[count(float(rank)), decimal(bits.rate)] for rank, bits in points if not isinstance(rank, str)]
    return Figure(name, title, says, reading, svg, Table(title, ["place in popularity", "bits"], body, words=0))


def _log2(people: int) -> float | None:
    return log2(people) if people > 0 else None


def items_by_holders(view: View) -> Part:
    """How many items are held by how many people."""
    said = (
        "{rare} of {all} items ({share}) are held by fewer than {border} people.",
        "Each row doubles the number of people who have an item. Long bars at the top mean many rare items; each "
        "of them points at few people.",
    )
    spans = view.document.popularity.items_by_holders
    return _spread("holders", "How popular items are", spans, "people who have it", "items", said)


def people_by_items(view: View) -> Part:
    """How many people have how many items."""
    said = (
        "{rare} of {all} people ({share}) have fewer than {border} items.",
        "Each row doubles the number of items in a record. Long records are seldom alike; short ones leave an "
        "adversary little to know.",
    )
    spans = view.document.popularity.people_by_items
    return _spread("lengths", "How long records are", spans, "items in the record", "people", said)


def _spread(name: str, title: str, spans: tuple[Span, ...], head: str, unit: str, said: tuple[str, str]) -> Part:
    bands = [
        (f"{row.low:,}" if row.low == row.high else f"{row.low:,}–{row.high:,}", row.low, row.high, row.count)
        for row in spans
    ]
    total = sum(amount for *_, amount in bands)
    if not total:
        return Missing(name, title, "This distribution is not in the findings.")
    border = next((low for _, low, high, _ in bands if low < FEW <= high), FEW)
    rare = sum(amount for _, _, high, amount in bands if high < border)
    says = said[0].format(
        rare=count(rare) if rare else "None", all=count(total), share=percent(rare / total), border=spelled(border)
    )
    first = next(place for place, row in enumerate(bands) if row[3])
    svg = bars(name, title, says, [Bar(label, amount, count(amount)) for label, *_, amount in bands[first:]], unit)
    table = Table(
        title,
        [head, unit, "share"],
        [[label, count(amount), percent(amount / total)] for label, *_, amount in bands],
    )
    return Figure(name, title, says, said[1], svg, table)


def outside_top(view: View) -> Table | Missing:
    """Who has items off the beaten track."""
    title = "People with items outside the most popular"
    body = [
        [f"the {row.outside_top:,} most popular", *map(interval, (row.at_least_1, row.at_least_5, row.at_least_10))]
        for row in view.document.popularity.people_with_items_outside_top
    ]
    if not body:
        return Missing("outside-top", title, "The data has too few items for this table, or it is not in the findings.")
    return Table(title, ["items outside …", *(f"at least {least}" for least in (1, 5, 10))], body)


def all_findings(view: View) -> Table:
    """Every adversary with every attack."""
    body = []
    for finding in sorted(view.findings, key=lambda each: -(each.found.rate if each.found else -1.0)):
        declared, bits = finding.declared, finding.entropy_bits
        body.append([
            finding.who, finding.attack, count(finding.of), count(finding.not_known or 0),
            interval(view.share_found(finding)), interval(finding.found_by_lot), interval(close_share(finding)),
            *(interval(finding.within(k)) for k in (5, 10, 100)),
            *map(interval, (declared.correct, declared.wrong, declared.silent)),
            decimal(bits.after if bits else None),
        ])  # fmt: skip
    head = [
        "adversary",
        "attack",
        "looked for",
        "not known",
        "first",
        "first, ties by lot",
        f"{percent(CLOSE)} of the record learnt",
        "in the first 5",
        "in the first 10",
        "in the first 100",
        "named, right",
        "named, wrong",
        "silent",
        "bits left",
    ]
    return Table("Every adversary with every attack", head, body, words=2, sorted_by=head.index("first"))

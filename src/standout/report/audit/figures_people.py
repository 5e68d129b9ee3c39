"""Who is at risk, and which items give people away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.report.audit.figures_risk import Part
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.row_charts import Bar, Dot, bars, dots
from standout.report.words import count, counted, interval, percent, spelled
from standout.results.audit_parts import Group, RevealingItem

MOST_ITEMS = 25


@dataclass(frozen=True)
class RiskClass:
    """A part of the label: people who are found about equally often."""

    key: str
    name: str
    meaning: str
    people: int
    share: float


def risk_classes(view: View) -> list[RiskClass]:
    """Everyone audited, by how often they were found over repeated draws; those never drawn are a class."""
    shares = view.found_shares
    split = (
        ("always", "nearly always found", "in 90% of tries or more", shares >= 0.9),
        ("often", "more often than not", "in 50 to 89% of tries", (shares >= 0.5) & (shares < 0.9)),
        ("sometimes", "sometimes found", "in less than half of the tries", (shares > 0) & (shares < 0.5)),
        ("never", "never found", "in none of the tries", shares == 0),
        ("withheld", "not told", f"fewer than {spelled(view.crowd)} alike", view.withheld),
        ("unmeasured", "not measured", "too few items for this adversary", np.isnan(shares) & ~view.withheld),
    )
    total = max(len(shares), 1)
    return [
        RiskClass(key, name, meaning, int(which.sum()), int(which.sum()) / total) for key, name, meaning, which in split
    ]


def found_elsewhere(view: View) -> int:
    """How many of those who were not measured another adversary of this audit did find."""
    said = view.document.personal.found_by_others
    unmeasured = np.isnan(view.found_shares) & ~view.withheld
    return int((unmeasured & (view.found_by > 0)).sum()) if said is None else said


def spread(view: View) -> Part:
    """People by how often they were found."""
    name, title = "spread", "How often each person was found"
    people = [(row.found, row.people) for row in view.document.personal.found_share]
    total = sum(amount for _, amount in people)
    if not total:
        return Missing(name, title, "Nobody had enough items to be looked for repeatedly.")
    top = people[-1]
    says = (
        f"{counted(top[1], 'person', 'people')} of {count(total)} ({percent(top[1] / total)}) were found in {top[0]} "
        "of the tries."
    )
    tries = view.document.personal.draws
    each = ", each time with other items known" if tries > 1 else ""
    reading = (
        f"Each person was looked for up to {counted(tries, 'time')}{each}. The further down people stand, the more "
        "often they were found. Long bars at the bottom are bad news."
    )
    svg = bars(
        name,
        title,
        says,
        [Bar(label, amount, count(amount)) for label, amount in people],
        "people, by share of tries in which they were found",
    )
    table = Table(
        title,
        ["found in", "people", "share"],
        [[label, count(amount), percent(amount / total)] for label, amount in people],
    )
    return Figure(name, title, says, reading, svg, table)


def by_length(view: View) -> Part:
    """Risk by how many items a person has."""
    left_out = f"Groups of fewer than {spelled(view.crowd)} people are left out."
    groups = view.document.personal.by_record_length
    heads = ("items in the record", "items")
    return _by(view, "by-length", "Risk by length of the record", groups, heads, left_out)


def by_rare(view: View) -> Part:
    """Risk by how many of a person's items are rare."""
    rare = "An item is rare if it is outside the 500 most popular (or outside the top tenth, if that is fewer)."
    groups = view.document.personal.by_rare_share
    return _by(view, "by-rare", "Risk by share of rare items", groups, ("rare items in the record", "rare items"), rare)


def _by(view: View, name: str, title: str, groups: tuple[Group, ...], heads: tuple[str, str], remark: str) -> Part:
    head, unit = heads
    known = [(row.group, row.people, row.found) for row in groups]
    if not known:
        return Missing(
            name,
            title,
            f"No group has enough people to be shown: groups of fewer than {spelled(view.crowd)} are left out.",
        )
    most, least = max(known, key=lambda row: row[2].rate), min(known, key=lambda row: row[2].rate)
    if most[2].rate - least[2].rate < 0.05:
        same = percent(least[2].rate) == percent(most[2].rate)
        says = (
            f"The same in every group: {percent(most[2].rate)}."
            if same
            else f"It hardly matters: between {percent(least[2].rate)} and {percent(most[2].rate)} in every group."
        )
    else:
        says = (
            f"Most at risk: people with {most[0]} {unit} ({percent(most[2].rate)}). Least: {least[0]} "
            f"({percent(least[2].rate)})."
        )
    reading = (
        "Each row is a group of people; the dot is how often they were found on average, with its 95% interval. "
        + remark
    )
    svg = dots(
        name,
        title,
        says,
        [Dot(label, estimate, percent(estimate.rate)) for label, _, estimate in known],
        "found, on average",
    )
    table = Table(
        title,
        [head, "people", "found [95% interval]"],
        [[label, count(people), interval(estimate)] for label, people, estimate in known],
    )
    return Figure(name, title, says, reading, svg, table)


def people_table(view: View) -> Table | Missing:
    """The people most at risk, under their pseudonyms; never their records."""
    title = "The people most at risk"
    if not view.most_at_risk:
        return Missing("most-at-risk", title, "Nobody was found, or nobody had enough items to be looked for.")
    body = [
        [
            person.name,
            person.items,
            percent(person.found),
            count(person.adversaries),
            " · ".join(_together(person.revealing)) or "–",
        ]
        for person in view.most_at_risk
    ]
    return Table(
        title,
        ["person", "items", "found in", "adversaries who found them", "items that gave them away most"],
        body,
    )


def _together(names: list[str]) -> list[str]:
    """Names that occur several times, once with their number."""
    return [name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)]


@dataclass(frozen=True)
class Item:
    """A row of the table of revealing items."""

    name: str
    holders: str
    margin: str
    share: float
    people: str


def items_table(view: View) -> list[Item]:
    """The items that made up most of the lead by which people were found."""
    return [_item(row) for row in view.document.revealing_items[:MOST_ITEMS]]


def _item(row: RevealingItem) -> Item:
    share = min(1.0, max(0.0, row.margin_share))
    return Item(row.item, count(row.holders), percent(share), share, count(row.people))

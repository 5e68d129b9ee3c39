"""Theory beside measurement: what theorems promise, as printed and as corrected, and whether they keep their word."""

from __future__ import annotations

from standout.report.audit.figures_risk import Part, known_points
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Table
from standout.report.drawing.row_charts import Bar, bars
from standout.report.words import count, decimal, interval, percent, someone_who
from standout.results.about_data import Theorem5, Theory
from standout.results.estimate import Estimate

ENOUGH = 0.95
"""From which share of people found on we say that so many items are enough."""


def enough(view: View) -> list[tuple[str, str, str, Estimate]]:
    """For each adversary the fewest known items with which its best attack finds 95% of people."""
    fewest = []
    for adversary in view.adversaries:
        best: tuple[int, float, str, str, Estimate] | None = None
        for finding in view.of(adversary):
            fixed = finding.adversary.items if len(finding.by_known) == 1 else None
            for label, estimate, _ in known_points(finding):
                label = str(fixed) if fixed else label
                row = (_first_number(label), -estimate.rate, label, finding.attack, estimate)
                if estimate.rate >= ENOUGH and (best is None or row[:2] < best[:2]):
                    best = row
        if best is not None:
            fewest.append((adversary, best[2], best[3], best[4]))
    return fewest


def _first_number(label: str) -> int:
    digits = label.replace("+", "").split("–")[0].replace(",", "")
    return int(digits) if digits.isdecimal() else 0


def theory(view: View) -> Part:
    """How many items theory asks for, beside how few were enough here, and whether it keeps its word."""
    name, title = "theory", "Theory beside measurement: how many items are enough"
    said = view.document.theory
    promised, measured = said.theorem_1.items_needed, enough(view)
    drawn = [Bar("theory", promised, count(promised), strong=False)]
    body = _promises(said)
    for adversary, label, attack, estimate in measured:
        drawn.append(Bar(adversary, _first_number(label), label))
        body.append([f"measured: {adversary}, {attack}", label, "", f"{interval(estimate)} found"])
    for row in said.items_needed_by_people:
        body.append([f"the same for {count(row.people)} people", count(row.items_needed), "", ""])
    if measured:
        least = min(measured, key=lambda row: _first_number(row[1]))
        says = (
            f"Theory asks for {count(promised)} items. Here {least[1]} were enough ({someone_who(least[0])}: "
            f"{interval(least[3])})."
        )
    else:
        says = f"Theory asks for {count(promised)} items. No adversary reached {percent(ENOUGH)} here."
    reading = (
        "Blue bars are measured: the smallest group of known items with which "
        f"{percent(ENOUGH)} of people were found. {_left_of_theory(said)}"
    )
    svg = bars(name, title, says, drawn, "items known", row_height=30)
    return Figure(name, title, says, reading, svg, Table(title, ["where from", "items", "promised", "measured"], body))


def _promises(said: Theory) -> list[list[str]]:
    """The theorems as printed and as corrected, with what Scoreboard measured at their number of items."""
    one, two, three, left, kept = said.theorem_1, said.theorem_2, said.theorem_3, said.contained, said.measured
    not_here = "nothing: the data is not sparse enough"
    over = "" if kept is None else f" of {count(kept.targets)} people"
    measured = ["", "", ""] if kept is None else [interval(kept.similar), interval(kept.alone), interval(kept.holds)]
    similar, alone, holds = (f"{figure}{over}" if figure else "" for figure in measured)
    body = [
        [
            f"theorem 1 as printed: a record that fits is {percent(one.similarity)} like the right one",
            count(one.items_needed),
            percent(one.probability),
            similar,
        ],
        [
            "theorem 2 as printed: only the right record fits",
            count(two.items_needed),
            percent(two.probability) if two.applies else not_here,
            alone,
        ],
    ]
    if left is not None:
        body += [
            [
                f"corrected: a record that fits holds {percent(left.holds)} of the right one",
                count(one.items_needed),
                percent(left.probability),
                holds,
            ],
            [
                "corrected: only the right record fits",
                count(one.items_needed),
                f"{percent(left.alone_at_least)} or more" if left.alone_at_least else "nothing",
                alone,
            ],
        ]
    lineup = "" if kept is None else f"{decimal(kept.lineup)} on average{over}"
    body.append([
        f"theorem 3: {count(three.k)} records fit on average, or fewer",
        count(three.items_needed),
        count(three.k) if three.applies else not_here,
        lineup,
    ])  # fmt: skip
    return body


def _left_of_theory(said: Theory) -> str:
    """Why theorem 1 is not to be relied on, and what is; where that matters on this data, in figures."""
    text = (
        "Theorem 1 (Narayanan and Shmatikov) has a flaw: it counts what a record that fits holds of the right one, and "
        "not what it holds besides, so that whoever has everything fits everybody. What is proved is that a record "
        "that fits holds most of the right one."
    )
    if said.contained is not None and said.contained.in_another.rate > 0:
        share = interval(said.contained.in_another)
        text += f" Here another record holds {percent(said.contained.holds)} of what {share} of people have."
    if said.measured is not None and said.measured.fewer_known:
        text += (
            f" Measured by Scoreboard with as many items, drawn at random and known without mistakes; "
            f"{count(said.measured.fewer_known)} of the {count(said.measured.targets)} people have fewer, and all of "
            "these were known."
        )
    return text


def partial_release(view: View) -> Table | None:
    """Theorems 4 and 5: what carries over when only a part of the data is released."""
    four, five = view.document.theory.theorem_4, view.document.theory.theorem_5
    body = []
    if four is not None:
        body.append(["share of the people that was released", percent(four.released_share)])
        body.append(["theorem 4: items after which a match is hardly false", count(four.items_needed)])
        body.append(["theorem 4: chance that a match is false, at most", percent(four.false_match_at_most)])
    if five is not None:
        body += _whole(five)
    return (
        Table("What carries over to the whole data when only a part is released", ["", "figure"], body)
        if body
        else None
    )


def _whole(five: Theorem5) -> list[list[str]]:
    alike = f"people of the whole data with a neighbour {percent(five.similarity)} alike"
    rows = [
        ["theorem 5: the same in the released part, measured", percent(five.sample_delta)],
        [f"theorem 5 as printed (its proof fails): {alike}, at most", percent(five.whole_delta_at_most)],
        [
            f"corrected, if at most {count(five.hub)} people have the same nearest neighbour: {alike}, at most",
            percent(five.whole_delta_corrected),
        ],
    ]
    if five.whole_delta_measured is not None:
        rows.append([f"measured: {alike}", interval(five.whole_delta_measured)])
    return rows

"""Why this data is as it is: theory beside measurement, information per item, and how items and records are spread."""

from __future__ import annotations

from standout.report.audit.figures_risk import Part, known_points
from standout.report.audit.view import Rate, View, mapping, number, rate, rows, whole
from standout.report.drawing.charts import Bar, Figure, Line, Missing, Table, bars, lines
from standout.report.words import count, decimal, interval, percent, spelled

FEW = 8
"""Items of fewer people, and records of fewer items, are counted in a sentence."""

ENOUGH = 0.95
"""From which share of people found on we say that so many items are enough."""


def enough(view: View) -> list[tuple[str, str, str, Rate]]:
    """For each adversary the fewest known items with which its best attack finds 95% of people."""
    found = []
    for adversary in view.adversaries:
        best: tuple[int, float, str, str, Rate] | None = None
        for finding in view.of(adversary):
            fixed = whole(finding.fields.get("items"))
            for label, there, _ in known_points(finding):
                label = str(fixed) if fixed else label
                row = (_first_number(label), -there.rate, label, finding.attack, there)
                if there.rate >= ENOUGH and (best is None or row[:2] < best[:2]):
                    best = row
        if best is not None:
            found.append((adversary, best[2], best[3], best[4]))
    return found


def _first_number(label: str) -> int:
    digits = label.replace("+", "").split("–")[0].replace(",", "")
    return int(digits) if digits.isdecimal() else 0


def theory(view: View) -> Part:
    """How many items theory asks for, beside how few were enough here."""
    name, title = "theory", "Theory beside measurement: how many items are enough"
    one = mapping(view.theory.get("theorem_1"))
    promised = whole(one.get("items_needed"))
    if promised is None:
        return Missing(name, title, "The theorems’ figures are not in the findings.")
    measured = enough(view)
    drawn = [Bar("theory", promised, count(promised), strong=False)]
    body = [["theorem 1: whatever the data", count(promised), f"{percent(number(one.get('probability')))} sure"]]
    two, three = mapping(view.theory.get("theorem_2")), mapping(view.theory.get("theorem_3"))
    applies = "applies here" if two.get("applies") is True else "does not apply: the data is not sparse enough"
    if (needed := whole(two.get("items_needed"))) is not None:
        body.append(["theorem 2: in sparse data, only the right record fits", count(needed), applies])
    if (needed := whole(three.get("items_needed"))) is not None:
        lineup = f"theorem 3: in sparse data, {count(whole(three.get('k')))} candidates are left"
        body.append([lineup, count(needed), "applies here" if three.get("applies") is True else applies])
    for adversary, label, attack, found in measured:
        drawn.append(Bar(adversary, _first_number(label), label))
        body.append([f"measured: {adversary}, {attack}", label, f"{interval(found)} found"])
    for row in rows(view.theory.get("items_needed_by_people")):
        body.append(
            [
                f"theorem 1 for {count(number(row.get('people')))} people",
                count(number(row.get("items_needed"))),
                "",
            ]
        )
    if measured:
        least = min(measured, key=lambda row: _first_number(row[1]))
        says = (
            f"Theory promises that {count(promised)} items are enough. Here {least[1]} were (“{least[0]}”: "
            f"{interval(least[3])})."
        )
    else:
        says = f"Theory promises that {count(promised)} items are enough. No adversary reached {percent(ENOUGH)} here."
    reading = (
        "Theorem 1 (Narayanan and Shmatikov) holds for any data: with so many items, a record that fits is "
        f"{percent(number(one.get('similarity')))} like the right one. Blue bars are measured: the smallest group of "
        f"known items with which {percent(ENOUGH)} of people were found."
    )
    svg = bars(name, title, says, drawn, "items known", row_height=30)
    return Figure(name, title, says, reading, svg, Table(title, ["where from", "items", "remark"], body))


def partial_release(view: View) -> Table | None:
    """Theorems 4 and 5: what carries over when only a part of the data is released."""
    four, five = mapping(view.theory.get("theorem_4")), mapping(view.theory.get("theorem_5"))
    body = []
    if (share := number(four.get("released_share"))) is not None:
        body.append(["share of the people that was released", percent(share)])
        body.append(["theorem 4: items after which a match is hardly false", count(number(four.get("items_needed")))])
        body.append(
            [
                "theorem 4: chance that a match is false, at most",
                percent(number(four.get("false_match_at_most"))),
            ]
        )
    if (bound := number(five.get("whole_delta_at_most"))) is not None:
        body.append(
            [
                f"theorem 5: people of the whole data with a neighbour {percent(number(five.get('similarity')))} "
                "alike, at most",
                percent(bound),
            ]
        )
        body.append(["theorem 5: the same in the released part, measured", percent(number(five.get("sample_delta")))])
    return (
        Table("What carries over to the whole data when only a part is released", ["", "figure"], body)
        if body
        else None
    )


def information(view: View) -> Part:
    """How many bits one known item gives away, by its popularity."""
    name, title = "information", "What one known item gives away, by its popularity"
    points: list[tuple[float | str, Rate]] = []
    for row in rows(view.popularity.get("information_by_rank")):
        rank, bits = whole(row.get("rank")), number(row.get("bits"))
        if rank is not None and rank > 0 and bits is not None:
            points.append((rank, Rate(bits, bits, bits)))
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
        x={"type": "log", "nice": False}, shares=False, points=False,
    )  # fmt: skip
    body = [[count(float(rank)), decimal(bits.rate)] for rank, bits in points if not isinstance(rank, str)]
    return Figure(name, title, says, reading, svg, Table(title, ["place in popularity", "bits"], body, words=0))


def _log2(people: int | None) -> float | None:
    from math import log2

    return log2(people) if people else None


def items_by_holders(view: View) -> Part:
    """How many items are held by how many people."""
    said = (
        "{rare} of {all} items ({share}) are held by fewer than {border} people.",
        "Each row doubles the number of people who have an item. Long bars at the top mean many rare items; each "
        "of them points at few people.",
    )
    return _spread(view, "holders", "How popular items are", "items_by_holders", "people who have it", "items", said)


def people_by_items(view: View) -> Part:
    """How many people have how many items."""
    said = (
        "{rare} of {all} people ({share}) have fewer than {border} items.",
        "Each row doubles the number of items in a record. Long records are seldom alike; short ones leave an "
        "adversary little to know.",
    )
    return _spread(view, "lengths", "How long records are", "people_by_items", "items in the record", "people", said)


def _spread(view: View, name: str, title: str, key: str, head: str, unit: str, said: tuple[str, str]) -> Part:
    found = []
    for row in rows(view.popularity.get(key)):
        low, high, amount = (whole(row.get(part)) for part in ("from", "to", "count"))
        if low is not None and high is not None and amount is not None:
            found.append((f"{low:,}" if low == high else f"{low:,}–{high:,}", low, high, amount))
    total = sum(amount for *_, amount in found)
    if not total:
        return Missing(name, title, "This distribution is not in the findings.")
    border = next((low for _, low, high, _ in found if low < FEW <= high), FEW)
    rare = sum(amount for _, _, high, amount in found if high < border)
    says = said[0].format(
        rare=count(rare) if rare else "None", all=count(total), share=percent(rare / total), border=spelled(border)
    )
    first = next(at for at, row in enumerate(found) if row[3])
    svg = bars(name, title, says, [Bar(label, amount, count(amount)) for label, *_, amount in found[first:]], unit)
    table = Table(
        title,
        [head, unit, "share"],
        [[label, count(amount), percent(amount / total)] for label, *_, amount in found],
    )
    return Figure(name, title, says, said[1], svg, table)


def outside_top(view: View) -> Table | Missing:
    """Who has items off the beaten track."""
    title = "People with items outside the most popular"
    body, leasts = [], ("1", "5", "10")
    for row in rows(view.popularity.get("people_with_items_outside_top")):
        top = whole(row.get("outside_top"))
        if top is not None:
            body.append([f"the {top:,} most popular", *(interval(rate(row.get(least))) for least in leasts)])
    if not body:
        return Missing("outside-top", title, "The data has too few items for this table, or it is not in the findings.")
    return Table(title, ["items outside …", *(f"at least {least}" for least in leasts)], body)


def all_findings(view: View) -> Table:
    """Every adversary with every attack."""
    body = []
    for finding in view.findings:
        declared, bits = mapping(finding.part("declared")), mapping(finding.part("entropy_bits"))
        body.append([
            finding.adversary, finding.attack, count(finding.targets),
            *(interval(finding.within(k)) for k in (1, 5, 10, 100)),
            *(interval(rate(declared.get(part))) for part in ("correct", "wrong", "silent")),
            decimal(number(bits.get("after"))),
        ])  # fmt: skip
    head = [
        "adversary",
        "attack",
        "targets",
        "first",
        "in the first 5",
        "in the first 10",
        "in the first 100",
        "named, right",
        "named, wrong",
        "silent",
        "bits left",
    ]
    return Table("Every adversary with every attack", head, body, words=2)

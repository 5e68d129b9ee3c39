"""Risk against what the adversary knows."""

from __future__ import annotations

from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Dot, dots
from standout.report.words import begun, count, counted, decimal, interval, one_in, percent, someone_who
from standout.results.estimate import Estimate
from standout.results.finding import ByKnown, Finding

MOST_CURVES = 3
"""Of so many adversaries at most the curve over what is known is drawn; the rest is in `findings.json`."""

ENOUGH_TARGETS = 20
"""A group of fewer targets is drawn, but not talked about."""

Part = Figure | Missing


def by_adversary(view: View) -> Part:
    """For each adversary the attack that finds most people, the other attacks as faint ticks; ties by lot."""
    name, title = "by-adversary", "How often each adversary finds the right record"
    if not view.best:
        return Missing(name, title, "No adversary had a single target, so there is no rate to show.")
    charted, table = [], []
    for adversary in view.adversaries:
        best = view.best.get(adversary)
        for finding in view.of(adversary):
            mark = "most" if finding is best else ""
            table.append(
                [
                    adversary,
                    finding.attack,
                    mark,
                    count(finding.of),
                    interval(view.share_found(finding)),
                    interval(finding.found_by_lot),
                    one_in(finding.blind),
                ]
            )
        if best is not None and best.found_by_lot is not None:
            others = [
                candidate.found_by_lot.rate
                for candidate in view.of(adversary)
                if candidate.found_by_lot and candidate is not best
            ]
            charted.append(Dot(adversary, best.found_by_lot, percent(best.found_by_lot.rate), others))
    headline = view.headline
    assert headline is not None
    least = min(view.best.values(), key=lambda candidate: candidate.found.rate if candidate.found else 2.0)
    says = f"{begun(someone_who(headline.adversary))} finds most: {interval(headline.estimate)} {headline.whom()}."
    if least.who != headline.adversary:
        says += f" {begun(someone_who(least.who))} finds least: {interval(view.share_found(least))}."
    guess = headline.blind_guess
    blind = f" The dashed line is a blind guess ({one_in(guess)})." if guess is not None else ""
    reading = (
        "Each row is an adversary; what they know is written out under “How this was measured”. The dot is their "
        "best attack, with its 95% interval; the faint ticks are the other attacks. So that attacks can be compared, "
        "ties are broken by lot here: a record that ties with one other counts as half found. The sentence above and "
        f"the column “found alone” count only records that come first alone.{blind}"
    )
    svg = dots(name, title, says, charted, "people whose record comes first, ties by lot", guess)
    head = ["adversary", "attack", "finds most", "looked for", "found alone", "ties by lot", "blind guess"]
    return Figure(name, title, says, reading, svg, Table(title, head, table, words=3))


def curves_by_known(view: View) -> list[Part]:
    """For each adversary who knows now more, now less: one curve per attack over the number of known items."""
    curves: list[Part] = []
    for adversary in view.adversaries:
        findings = [finding for finding in view.of(adversary) if finding.adversary.items is None]
        if len(curves) < MOST_CURVES and any(len(finding.by_known) > 1 for finding in findings):
            curves.append(_curve(view, adversary, len(curves) + 1))
    if curves:
        return curves
    reason = "Every adversary of this audit knows a fixed number of items. Add “mentions” or “share” to see a curve."
    return [Missing("by-known-1", "Risk against the number of items known", reason)]


def _curve(view: View, adversary: str, number: int) -> Part:
    name, title = f"by-known-{number}", f"Risk against the number of items known: “{adversary}”"
    drawn, table = [], []
    for finding in view.of(adversary):
        points = [(row.known, row.found_by_lot) for row in finding.by_known if row.found_by_lot is not None]
        if points:
            drawn.append(Line(finding.attack, [(label, estimate) for label, estimate in points if estimate]))
        table += [
            [finding.attack, row.known, count(row.targets), interval(row.found), interval(row.found_by_lot)]
            for row in finding.by_known
        ]
    if not drawn:
        return Missing(name, title, "No rates by number of known items are in the findings.")
    says = _at_most_knowledge(view.of(adversary))
    blind = next((each.blind for each in view.of(adversary) if each.blind is not None), None)
    guess = f" The dashed line at the bottom is a blind guess ({one_in(blind)})." if blind is not None else ""
    reading = (
        "To the right the adversary knows more items; upwards more people are found. The shade is the 95% interval: "
        f"wide where few targets fell into the group. Ties are broken by lot.{guess}"
    )
    svg = lines(name, title, says, drawn, ("items known", "people found"), guess=blind)
    return Figure(
        name,
        title,
        says,
        reading,
        svg,
        Table(title, ["attack", "items known", "targets", "found alone [95% interval]", "ties by lot"], table),
    )


def _at_most_knowledge(findings: list[Finding]) -> str:
    """What the best attack achieves with the most items for which there are enough targets to tell."""
    rows = [(finding.attack, row) for finding in findings for row in finding.by_known if row.found_by_lot is not None]
    enough = [(attack, row) for attack, row in rows if row.targets >= ENOUGH_TARGETS]
    if not enough:
        return "Too few targets fell into each group to tell."
    last = enough[-1][1].known
    attack, best = max((pair for pair in enough if pair[1].known == last), key=_by_lot)
    return (
        f"With {last} items known, the best attack ({attack}) finds {interval(best.found_by_lot)} of the "
        f"{counted(best.targets, 'person', 'people')} of whom so many were known."
    )


def _by_lot(pair: tuple[str, ByKnown]) -> float:
    share = pair[1].found_by_lot
    return share.rate if share else -1.0


def known_points(finding: Finding) -> list[tuple[str, Estimate, int]]:
    """The groups of targets by how many items were known: label, rate, how many targets."""
    return [(row.known, row.found, row.targets) for row in finding.by_known if row.found is not None]


def entropy(view: View) -> Part:
    """Bits still missing to the right record, beside what is missing to someone who knows nothing."""
    name, title = "entropy", "How much the adversary still lacks, in bits"
    drawn, table, before = [], [], None
    for adversary in view.adversaries:
        best: tuple[float, float, float] | None = None
        for finding in view.of(adversary):
            bits = finding.entropy_bits
            if bits is None:
                continue
            after, low, high = bits.after, bits.low, bits.high
            before = bits.before or before
            span = f"{decimal(after)} [{decimal(low)}–{decimal(high)}]"
            table.append([adversary, finding.attack, decimal(bits.before), span])
            if best is None or after < best[0]:
                best = (after, after if low is None else max(0.0, low), after if high is None else high)
        if best is not None:
            drawn.append((adversary, best))
    if not drawn or not before:
        return Missing(name, title, "None of the attacks gives probabilities, so bits cannot be counted.")
    least = min(drawn, key=lambda row: row[1][0])
    says = f"Out of {decimal(before)} bits, {someone_who(least[0])} still lacks {_bits(least[1][0])}."
    top = max(before, *(row[1][2] for row in drawn))
    charted = [
        Dot(adversary, Estimate(min(1.0, after / top), min(1.0, low / top), min(1.0, high / top)), decimal(after))
        for adversary, (after, low, high) in drawn
    ]
    reading = (
        f"A bit halves the crowd. Someone who knows nothing lacks {decimal(before)} bits (the dashed line: log2 of "
        f"{count(view.people)} records); at 0 bits they know the record. Right of the line an attack points away "
        "from the right record. Shown: for each adversary the attack that leaves least."
    )
    svg = dots(name, title, says, charted, f"bits left (from 0 to {decimal(top)})", before / top, plain=True)
    return Figure(
        name,
        title,
        says,
        reading,
        svg,
        Table(title, ["adversary", "attack", "bits before", "bits left [95% interval]"], table, words=2),
    )


def _bits(amount: float) -> str:
    return decimal(amount) if amount >= 0.05 else "hardly any"

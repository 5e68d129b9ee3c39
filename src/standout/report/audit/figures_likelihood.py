"""Probabilities that can be trusted: how sure the strongest attack is, whether rightly, and what made it so."""

from __future__ import annotations

import re

from standout.common.plain import plain_text
from standout.report.audit.figures_risk import Part
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Dot, Step, dots, waterfall
from standout.report.words import count, decimal, interval, of_whom, percent, someone_who, spelled
from standout.results.audit_parts import Example
from standout.results.estimate import Estimate
from standout.results.finding import Bin, Finding

_SHOWN_ITEMS = 10
_EXAMPLES = 3
_POPULARITY = re.compile(r"^an item of ([\d,–]+) people$")
_CASES = {
    "named": "who was named",
    "first": "who was found, but not surely enough to be named",
    "missed": "who was not found",
}


def calibrated(view: View) -> list[Finding]:
    """Findings of an attack whose probabilities were calibrated."""
    return [finding for finding in view.findings if finding.calibration is not None]


def _reference(view: View, findings: list[Finding]) -> Finding:
    """The finding of the adversary that personal risk is measured with, else the first."""
    wanted = view.reference.who if view.reference else ""
    return next((finding for finding in findings if finding.who == wanted), findings[0])


def promised(view: View) -> Part:
    """How many people are named rightly, if so few innocents may be accused."""
    name, title = "promised", "Named rightly, at a promised rate of false accusations"
    drawn, body = [], []
    for adversary in view.adversaries:
        candidates = []
        for finding in view.of(adversary):
            kept = finding.max_false
            if kept.correct is not None:
                candidates.append((kept.correct, finding))
                body.append(
                    [adversary, finding.attack, *map(interval, (kept.correct, kept.wrong, kept.accused_when_absent))]
                )
        if candidates:
            best = max(candidates, key=lambda pair: pair[0].rate)
            others = [right.rate for right, finding in candidates if finding is not best[1]]
            drawn.append((Dot(adversary, best[0], percent(best[0].rate), others), best[1]))
    if not drawn:
        return Missing(name, title, "No promised rate of false accusations is in the findings.")
    limit = drawn[0][1].max_false.promised
    most = max(drawn, key=lambda pair: pair[0].found.rate)
    says = (
        f"If at most {percent(limit)} of absent people may be taken for somebody else, {someone_who(most[0].label)} "
        f"with {most[1].attack} still names {interval(most[0].found)} {of_whom(most[1], view.audited)} rightly."
    )
    reading = (
        "Every attack may hold back until it is sure; here each one holds back just so far that the promise is kept. "
        "The dot is the best attack, ticks are the others. The table has the measured rate of false accusations."
    )
    svg = dots(name, title, says, [dot for dot, _ in drawn], "named rightly")
    head = ["adversary", "attack", "right", "wrong", "accused when absent"]
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=2))


def told_or_learnt(view: View) -> Part:
    """What the strongest attack finds if it is told how knowledge comes about, and if it has to learn that."""
    name, title = "told-or-learnt", "Told how knowledge comes about, or having to learn it"
    drawn, body = [], []
    for finding in view.findings:
        told, learnt, other = finding.found_when("given"), finding.found_when("learned"), finding.other_noise
        if told is None or learnt is None or other is None:
            continue
        drawn.append(Dot(finding.who, learnt, percent(learnt.rate), [told.rate]))
        others = [each.found_by_lot for each in view.of(finding.who) if each.assumed is None]
        published = max((share for share in others if share is not None), key=lambda share: share.rate, default=None)
        body.append([finding.who, finding.attack, *map(interval, (told, learnt, published)), count(other.targets)])
    if not drawn:
        return Missing(name, title, "No attack was run that asks how knowledge comes about.")
    most = max(drawn, key=lambda dot: dot.others[0] - dot.found.rate)
    says = (
        f"Having to learn it costs most for {someone_who(most.label)}: {interval(most.found)} are found, "
        f"and {percent(most.others[0])} if it is told."
    )
    reading = (
        "An attack that is told how an adversary comes to know things is an oracle; a real one has to find out from "
        "what is known. The dot is the attack that has to learn, the tick the one that is told. The table has the best "
        "of the other attacks beside both. One of the two was measured on fewer people: the table says on how many. "
        "Ties are broken by lot."
    )
    svg = dots(name, title, says, drawn, "found")
    head = ["adversary", "attack", "told", "learnt", "best other attack", "people looked for the other way"]
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=2))


def reliability(view: View) -> Part:
    """Whether probabilities are what they say."""
    name, title = "reliability", "Are the probabilities right?"
    findings = calibrated(view)
    if not findings:
        return Missing(name, title, "No attack with calibrated probabilities was run.")
    finding = _reference(view, findings)
    part = finding.calibration
    assert part is not None
    drawn = [
        Line(label, points)
        for label, bins in (("calibrated", part.reliability), ("raw", part.reliability_raw))
        if (points := _points(bins))
    ]
    if not drawn:
        return Missing(name, title, "No targets were there to check probabilities with.")
    off, raw = _off(part.expected_error), _off(part.expected_error_raw)
    says = f"Probabilities are off by {off} on average; before calibration by {raw}."
    reading = (
        f"For {someone_who(finding.who)} with {finding.attack}; half of the targets are not in the data. To the right "
        "the attack is surer of its best record, upwards it is more often right. On the line from corner to corner the "
        "two agree; below it the attack boasts. It was calibrated on other people than those it is checked on."
    )
    line = Line("as it should be", [(0.0, Estimate(0, 0, 0)), (1.0, Estimate(1, 1, 1))])
    axes = ("probability of the best record", "right")
    svg = lines(name, title, says, [*drawn, line], axes, span=(0, 1), percents=True)
    body = [
        [each.who, _off(each.calibration.expected_error), _off(each.calibration.expected_error_raw)]
        for each in findings
        if each.calibration is not None
    ]
    head = ["adversary", "off by, calibrated", "off by, raw"]
    return Figure(name, title, says, reading, svg, Table(title, head, body))


def _points(bins: tuple[Bin, ...]) -> list[tuple[float | str, Estimate]]:
    return [(row.probability, row.right) for row in bins]


def _off(amount: float) -> str:
    return f"{100 * amount:.1f} points"


def lengths(view: View) -> Part:
    """Whether a rate is an artefact of short records."""
    name, title = "first-by-length", "Found first, by length of the record"
    findings = [each for each in view.best.values() if each.by_length]
    if not findings:
        return Missing(name, title, "No group of people is large enough to be shown.")
    finding = _reference(view, findings)
    known = [(row.items, row.found) for row in finding.by_length or () if row.found is not None]
    if not known:
        return Missing(name, title, "No group of people is large enough to be shown.")
    weighed = finding.identified_by_interactions
    rates = [first.rate for _, first in known]
    least, most = percent(min(rates)), percent(max(rates))
    says = f"The same in every group: {least}." if least == most else f"Between {least} and {most}."
    if weighed is not None and finding.found is not None:
        says += (
            f" Looked for as often as they have items, people would be found in {interval(weighed)}; looked for alike, "
            f"in {interval(view.share_found(finding))}."
        )
    reading = (
        f"For {someone_who(finding.who)} with {finding.attack}. Fifths of the people looked for, by how many items "
        "they have. Knowing four items of a record of twenty is a lot; of a record of five hundred it is little. A "
        "rate over everybody hides that."
    )
    svg = dots(name, title, says, [Dot(f"{items} items", first, percent(first.rate)) for items, first in known],
               "found first")  # fmt: skip
    body = [
        [each.who, each.attack, row.items, count(row.targets), interval(row.found)]
        for each in findings
        for row in each.by_length or ()
    ]
    head = ["adversary", "attack", "items", "people", "found first"]
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=3))


def explanations(view: View) -> list[Part]:
    """What each known item said for the right record: of typical cases, or of a few people where ids are shown."""
    about = view.document.explained
    if about is None:
        return []
    shown = [example for example in about.examples if example.items][:_EXAMPLES]
    return [_explained(number, example, about.adversary, about.attack) for number, example in enumerate(shown, 1)]


def _explained(number: int, example: Example, adversary: str, attack: str) -> Part:
    known, total = [(_cut(row.item), row.bits) for row in example.items], example.bits
    crowd = example.people
    title, says, hint = _of_one(example, len(known)) if crowd is None else _of_crowd(number, example, crowd)
    reading = (
        f"For {someone_who(adversary)} with {attack}. Each bar is what one known item says for the right record, in "
        "bits: a bit to the right doubles the odds, a bit to the left halves them. Bars begin where the one above "
        f"ends; the last is the sum.{hint}"
    )
    name, merged = f"explained-{number}", _merged(known)
    steps, reached = [], 0.0
    for number_of, (label, bits) in enumerate(merged, 1):
        steps.append(Step(f"{number_of}. {_short(label)}", reached, reached + bits, f"{bits:+.1f}"))
        reached += bits
    steps.append(Step("all together", 0.0, total, f"{total:+.1f}", total=True))
    svg = waterfall(name, title, says, steps, "bits of evidence for the right record")
    body = [[label, decimal(bits)] for label, bits in known] + [["all together", decimal(total)]]
    return Figure(name, title, says, reading, svg, Table(title, ["known item", "bits"], body))


def _of_one(example: Example, known: int) -> tuple[str, str, str]:
    """Title, sentence and hint about a single person: only where ids are shown."""
    rank = example.rank
    place = "The right record was not listed" if rank is None else f"The right record came out {_ordinal(rank)}"
    says = f"{place}; the best record’s probability was {percent(example.probability)}."
    hide, hint = example.hide, ""
    if hide:
        sure = "nothing less would have done" if example.hide_exact else "found step by step"
        says += f" It would not have been named without {len(hide)} of the {known} known items ({sure})."
        hint = f" Without these it would not have been named: {'; '.join(hide)}."
    return f"{plain_text(example.person, 40).capitalize()}: what gave them away", says, hint


def _of_crowd(number: int, example: Example, crowd: int) -> tuple[str, str, str]:
    """Title, sentence and hint about a case that nobody has alone, or that is invented after many."""
    kind = _CASES.get(example.kind or "", "who was looked for")
    probability, rank = example.probability, example.rank
    place = "first" if rank == 1 else "somewhere" if rank is None else f"about {_ordinal(rank)}"
    if example.invented:
        title = f"Invented example {number}: a typical person {kind}"
        says = (
            f"Nobody in particular: the average of {count(crowd)} people {kind.replace(' was ', ' were ')}. The right "
            f"record came out {place}; the best record’s probability was {percent(probability)} on average."
        )
        hint = (
            " The items are no one person’s either: the first bar is the average of what said most about each of these "
            "people, and how many people usually have such an item; the second of what said second most; and so on."
        )
    else:
        title = f"Example {number}: what {count(crowd)} people {kind.replace(' was ', ' were ')} have in common"
        says = (
            f"{count(crowd)} people have exactly this in common. Their records came out {place}; the best record’s "
            f"probability was {percent(probability)}."
        )
        hint = ""
    hide, helps = example.hide, example.hide_helps
    if hide and helps is not None:
        most = "the most telling item" if len(hide) == 1 else f"the {spelled(len(hide))} most telling items"
        says += f" Had {most} not been known, {percent(helps)} of them would not have been named."
    return title, says, hint


def _cut(label: str) -> str:
    return plain_text(label, 60)


def _short(label: str) -> str:
    """An item told by how many people have it, in fewer words: there is little room beside a chart."""
    return _POPULARITY.sub(r"held by \1", label)


def _merged(known: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The items that say most, and all others as one."""
    if len(known) <= _SHOWN_ITEMS + 1:
        return known
    first = sorted(known, key=lambda pair: -abs(pair[1]))[:_SHOWN_ITEMS]
    rest = sum(bits for _, bits in known) - sum(bits for _, bits in first)
    return [*sorted(first, key=lambda pair: -pair[1]), (f"{len(known) - len(first)} other items", rest)]


def _ordinal(rank: int) -> str:
    ending = "th" if 10 <= rank % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return "first" if rank == 1 else f"{rank:,}{ending}"

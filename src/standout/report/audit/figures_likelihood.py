"""Probabilities that can be trusted: how sure the strongest attack is, whether rightly, and what made it so."""

from __future__ import annotations

import re

from standout.report.audit.figures_risk import Part
from standout.report.audit.view import Finding, Rate, View, mapping, number, rate, rows, text, texts, whole
from standout.report.drawing.charts import Dot, Figure, Line, Missing, Step, Table, dots, lines, waterfall
from standout.report.words import count, decimal, interval, percent, spelled

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
    return [one for one in view.findings if mapping(one.part("calibration"))]


def _reference(view: View, found: list[Finding]) -> Finding:
    """The finding of the adversary that personal risk is measured with, else the first."""
    wanted = view.reference.adversary if view.reference else ""
    return next((one for one in found if one.adversary == wanted), found[0])


def promised(view: View) -> Part:
    """How many people are named rightly, if so few innocents may be accused."""
    name, title = "promised", "Named rightly, at a promised rate of false accusations"
    drawn, body = [], []
    for adversary in view.adversaries:
        found = []
        for one in view.of(adversary):
            part = mapping(one.part("max_false"))
            right, accused = rate(part.get("correct")), rate(part.get("accused_when_absent"))
            if right is not None:
                found.append((right, one))
                row = [adversary, one.attack, interval(right), interval(rate(part.get("wrong"))), interval(accused)]
                body.append(row)
        if found:
            best = max(found, key=lambda pair: pair[0].rate)
            others = [right.rate for right, one in found if one is not best[1]]
            drawn.append((Dot(adversary, best[0], percent(best[0].rate), others), best[1]))
    if not drawn:
        return Missing(name, title, "No promised rate of false accusations is in the findings.")
    limit = number(mapping(drawn[0][1].part("max_false")).get("promised"))
    most = max(drawn, key=lambda pair: pair[0].found.rate)
    says = (
        f"If at most {percent(limit)} of absent people may be taken for somebody else, “{most[0].label}” with "
        f"{most[1].attack} still names {interval(most[0].found)} of people rightly."
    )
    reading = (
        "Every attack may hold back until it is sure; here each one holds back just so far that the promise is kept. "
        "The dot is the best attack, ticks are the others. The table has the measured rate of false accusations."
    )
    svg = dots(name, title, says, [dot for dot, _ in drawn], "named rightly")
    head = ["adversary", "attack", "right", "wrong", "accused when absent"]
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=2))


def reliability(view: View) -> Part:
    """Whether probabilities are what they say."""
    name, title = "reliability", "Are the probabilities right?"
    found = calibrated(view)
    if not found:
        return Missing(name, title, "No attack with calibrated probabilities was run.")
    finding = _reference(view, found)
    part = mapping(finding.part("calibration"))
    drawn = [
        Line(label, points)
        for label, key in (("calibrated", "reliability"), ("raw", "reliability_raw"))
        if (points := _points(part.get(key)))
    ]
    if not drawn:
        return Missing(name, title, "No targets were there to check probabilities with.")
    off, raw = number(part.get("expected_error")), number(part.get("expected_error_raw"))
    says = f"Probabilities are off by {_off(off)} on average; before calibration by {_off(raw)}."
    reading = (
        f"For “{finding.adversary}” with {finding.attack}; half of the targets are not in the data. To the right the "
        "attack is surer of its best record, upwards it is more often right. On the line from corner to corner the two "
        "agree; below it the attack boasts. It was calibrated on other people than those it is checked on."
    )
    line = Line("as it should be", [(0.0, Rate(0, 0, 0)), (1.0, Rate(1, 1, 1))])
    axes = ("probability of the best record", "right")
    scale = {"domain": [0, 1], "nice": False}
    svg = lines(name, title, says, [*drawn, line], axes, x=scale, percents=True)
    body = [
        [one.adversary, _off(number(mapping(one.part("calibration")).get("expected_error"))),
         _off(number(mapping(one.part("calibration")).get("expected_error_raw")))]
        for one in found
    ]  # fmt: skip
    head = ["adversary", "off by, calibrated", "off by, raw"]
    return Figure(name, title, says, reading, svg, Table(title, head, body))


def _points(found: object) -> list[tuple[float | str, Rate]]:
    points: list[tuple[float | str, Rate]] = []
    for row in rows(found):
        at, right = number(row.get("probability")), rate(row.get("right"))
        if at is not None and right is not None:
            points.append((at, right))
    return points


def _off(amount: float | None) -> str:
    return "–" if amount is None else f"{100 * amount:.1f} points"


def lengths(view: View) -> Part:
    """Whether a rate is an artefact of short records."""
    name, title = "first-by-length", "Found first, by length of the record"
    found = [one for one in view.best.values() if rows(one.part("by_length"))]
    if not found:
        return Missing(name, title, "No group of people is large enough to be shown.")
    finding = _reference(view, found)
    known = [
        (text(row.get("items"), 30), whole(row.get("targets")) or 0, first)
        for row in rows(finding.part("by_length"))
        if (first := rate(mapping(row.get("identified")).get("1"))) is not None
    ]
    if not known:
        return Missing(name, title, "No group of people is large enough to be shown.")
    weighed = rate(finding.part("identified_by_interactions"))
    says = f"Between {percent(min(row[2].rate for row in known))} and {percent(max(row[2].rate for row in known))}."
    if weighed is not None and finding.found is not None:
        says += (
            f" Looked for as often as they have items, people would be found in {interval(weighed)}; looked for alike, "
            f"in {interval(finding.found)}."
        )
    reading = (
        f"For “{finding.adversary}” with {finding.attack}. Fifths of the people looked for, by how many items they "
        "have. Knowing four items of a record of twenty is a lot; of a record of five hundred it is little. A rate "
        "over everybody hides that."
    )
    svg = dots(name, title, says, [Dot(f"{items} items", first, percent(first.rate)) for items, _, first in known],
               "found first")  # fmt: skip
    body = [
        [one.adversary, one.attack, text(row.get("items"), 30), count(whole(row.get("targets"))),
         interval(rate(mapping(row.get("identified")).get("1")))]
        for one in found
        for row in rows(one.part("by_length"))
    ]  # fmt: skip
    head = ["adversary", "attack", "items", "people", "found first"]
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=3))


def explanations(view: View) -> list[Part]:
    """What each known item said for the right record: of typical cases, or of a few people where ids are shown."""
    about = mapping(view.raw.get("explained"))
    adversary, attack = text(about.get("adversary"), 60), text(about.get("attack"), 40)
    found = [
        _explained(at, row, adversary, attack) for at, row in enumerate(rows(about.get("examples"))[:_EXAMPLES], 1)
    ]
    return [one for one in found if one is not None]


def _explained(at: int, row: dict[str, object], adversary: str, attack: str) -> Part | None:
    items = [(text(one.get("item"), 60), number(one.get("bits"))) for one in rows(row.get("items"))]
    known = [(label, bits) for label, bits in items if label and bits is not None]
    total = number(row.get("bits"))
    if not known or total is None:
        return None
    crowd = whole(row.get("people"))
    title, says, hint = _of_one(row, len(known)) if crowd is None else _of_crowd(at, row, crowd)
    reading = (
        f"For “{adversary}” with {attack}. Each bar is what one known item says for the right record, in bits: a bit "
        "to the right doubles the odds, a bit to the left halves them. Bars begin where the one above ends; the last "
        f"is the sum.{hint}"
    )
    name, merged = f"explained-{at}", _merged(known)
    steps, reached = [], 0.0
    for number_of, (label, bits) in enumerate(merged, 1):
        steps.append(Step(f"{number_of}. {_short(label)}", reached, reached + bits, f"{bits:+.1f}"))
        reached += bits
    steps.append(Step("all together", 0.0, total, f"{total:+.1f}", total=True))
    svg = waterfall(name, title, says, steps, "bits of evidence for the right record")
    body = [[label, decimal(bits)] for label, bits in known] + [["all together", decimal(total)]]
    return Figure(name, title, says, reading, svg, Table(title, ["known item", "bits"], body))


def _of_one(row: dict[str, object], known: int) -> tuple[str, str, str]:
    """Title, sentence and hint about a single person: only where ids are shown."""
    probability, rank = number(row.get("probability")), whole(row.get("rank"))
    place = "The right record was not listed" if rank is None else f"The right record came out {_ordinal(rank)}"
    says = f"{place}; the best record’s probability was {percent(probability)}."
    hide, hint = texts(row.get("hide"), 60), ""
    if hide:
        sure = "nothing less would have done" if row.get("hide_exact") is True else "found step by step"
        says += f" It would not have been named without {len(hide)} of the {known} known items ({sure})."
        hint = f" Without these it would not have been named: {'; '.join(hide)}."
    return f"{text(row.get('person'), 40).capitalize()}: what gave them away", says, hint


def _of_crowd(at: int, row: dict[str, object], crowd: int) -> tuple[str, str, str]:
    """Title, sentence and hint about a case that nobody has alone, or that is invented after many."""
    kind = _CASES.get(text(row.get("kind"), 20), "who was looked for")
    probability, rank = number(row.get("probability")), whole(row.get("rank"))
    place = "first" if rank == 1 else "somewhere" if rank is None else f"about {_ordinal(rank)}"
    if row.get("invented") is True:
        title = f"Invented example {at}: a typical person {kind}"
        says = (
            f"Nobody in particular: the average of {count(crowd)} people {kind.replace(' was ', ' were ')}. The right "
            f"record came out {place}; the best record’s probability was {percent(probability)} on average."
        )
        hint = (
            " The items are no one person’s either: the first bar is the average of what said most about each of these "
            "people, and how many people usually have such an item; the second of what said second most; and so on."
        )
    else:
        title = f"Example {at}: what {count(crowd)} people {kind.replace(' was ', ' were ')} have in common"
        says = (
            f"{count(crowd)} people have exactly this in common. Their records came out {place}; the best record’s "
            f"probability was {percent(probability)}."
        )
        hint = ""
    hide, helps = texts(row.get("hide"), 60), number(row.get("hide_helps"))
    if hide and helps is not None:
        most = "the most telling item" if len(hide) == 1 else f"the {spelled(len(hide))} most telling items"
        says += f" Had {most} not been known, {percent(helps)} of them would not have been named."
    return title, says, hint


def _short(label: str) -> str:
    """An item told by how many people have it, in fewer words: there is little room beside a chart."""
    return _POPULARITY.sub(r"held by \1", label)


def _merged(known: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The items that say most, and all others as one."""
    if len(known) <= _SHOWN_ITEMS + 1:
        return known
    first = sorted(known, key=lambda one: -abs(one[1]))[:_SHOWN_ITEMS]
    rest = sum(bits for _, bits in known) - sum(bits for _, bits in first)
    return [*sorted(first, key=lambda one: -one[1]), (f"{len(known) - len(first)} other items", rest)]


def _ordinal(rank: int) -> str:
    ending = "th" if 10 <= rank % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return "first" if rank == 1 else f"{rank:,}{ending}"

"""How sure the adversary can be: verdicts, false accusations, close guesses, and why set intersection fails."""

from __future__ import annotations

from standout.report.audit.figures_risk import Part
from standout.report.audit.view import Finding, Rate, View, mapping, number, rate, rows
from standout.report.drawing.charts import Dot, Figure, Line, Missing, Table, dots, lines, stacked
from standout.report.drawing.svg import QUIET
from standout.report.drawing.theme import series
from standout.report.words import count, decimal, interval, percent

SENSES = {
    "items": "same items",
    "values": "and near values",
    "values-and-days": "and near days",
}
VERDICTS = ("correct", "wrong", "silent")


def careful(view: View) -> list[Finding]:
    """For each adversary an attack that can hold back (calibrated probabilities before eccentricity), else the best."""
    found = []
    for adversary in view.adversaries:
        able = [one for one in view.of(adversary) if one.found]
        calibrated = (one for one in able if mapping(one.part("calibration")))
        eccentric = (one for one in able if number(one.part("eccentricity")) is not None)
        chosen = next(calibrated, None) or next(eccentric, None) or view.best.get(adversary)
        if chosen is not None:
            found.append(chosen)
    return found


def _declared(finding: Finding) -> list[Rate] | None:
    found = [rate(mapping(finding.part("declared")).get(name)) for name in VERDICTS]
    return None if any(one is None for one in found) else [one for one in found if one is not None]


def _accused(finding: Finding) -> Rate | None:
    return rate(mapping(finding.part("declared_when_absent")).get("accused"))


def verdicts(view: View) -> Part:
    """What the adversary says when the person is in the data: the right name, a wrong one, or nothing."""
    name, title = "verdicts", "When the person is there: right, wrong, or silent"
    drawn = [(finding, parts) for finding in careful(view) if (parts := _declared(finding)) is not None]
    if not drawn:
        return Missing(name, title, "No verdicts are in the findings.")
    reference = next(
        (row for row in drawn if view.reference and row[0].adversary == view.reference.adversary), drawn[0]
    )
    right, wrong, _ = reference[1]
    says = (
        f"“{reference[0].adversary}” names somebody and is right for {interval(right)} of people, and is wrong for "
        f"{interval(wrong)}."
    )
    reading = (
        "An adversary need not name anybody. Here they speak only if they are sure enough. "
        "The more of a bar is “right”, the more an adversary can both find people and be sure of it."
    )
    colours = [("right", series(1)), ("wrong", series(3)), ("silent", QUIET)]
    svg = stacked(
        name,
        title,
        says,
        [(one.adversary, [part.rate for part in shares]) for one, shares in drawn],
        colours,
        "people looked for",
    )
    body = []
    for finding in view.findings:
        shares = _declared(finding)
        if shares is not None:
            body.append(
                [
                    finding.adversary,
                    finding.attack,
                    *(interval(part) for part in shares),
                    interval(_accused(finding)),
                ]
            )
    head = ["adversary", "attack", "right", "wrong", "silent", "accused when absent"]
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=2))


def accusations(view: View) -> Part:
    """How often somebody is accused although the person is not in the data at all."""
    name, title = "accusations", "When the person is not there: false accusations"
    drawn = [(finding, accused) for finding in careful(view) if (accused := _accused(finding)) is not None]
    if not drawn:
        return Missing(name, title, "False accusations are not in the findings.")
    worst = max(drawn, key=lambda row: row[1].rate)
    says = f"At worst, “{worst[0].adversary}” accuses somebody else in {interval(worst[1])} of cases."
    loud = [one for one in view.findings if one.attack not in {row[0].attack for row in drawn} and _accused(one)]
    if loud:
        loudest = max(loud, key=lambda one: (_accused(one) or Rate(0, 0, 0)).rate)
        says += f" Attacks that cannot hold back do worse: {loudest.attack}, up to {interval(_accused(loudest))}."
    reading = (
        "The same question with the right record taken out: whoever is named now is innocent. A false accusation "
        "harms people too, and a low rate here means that a name can be trusted."
    )
    svg = dots(
        name,
        title,
        says,
        [Dot(one.adversary, accused, percent(accused.rate)) for one, accused in drawn],
        "somebody else is accused",
    )
    head = ["adversary", "attack", "accused when absent [95% interval]"]
    return Figure(
        name,
        title,
        says,
        reading,
        svg,
        Table(title, head, [[one.adversary, one.attack, interval(accused)] for one, accused in drawn], words=2),
    )


def eccentricity(view: View) -> Part:
    """The trade-off behind the verdict: how far the best record must stand out before it is named."""
    name, title = "eccentricity", "How cautious the adversary is: the trade-off"
    with_curve = [one for one in view.findings if rows(one.part("eccentricity_curve"))]
    if not with_curve:
        return Missing(
            name, title, "Only the attack “scoreboard-rh” can be made more or less cautious; it was not run."
        )
    reference = view.reference.adversary if view.reference else ""
    finding = next((one for one in with_curve if one.adversary == reference), with_curve[0])
    wanted = (("correct", "right"), ("wrong", "wrong"), ("accused_when_absent", "accuses when absent"))
    drawn: list[Line] = []
    body = []
    for key, label in wanted:
        points: list[tuple[float | str, Rate]] = []
        for row in rows(finding.part("eccentricity_curve")):
            phi, found = number(row.get("phi")), rate(row.get(key))
            if phi is not None and found is not None:
                points.append((phi, found))
        if points:
            drawn.append(Line(label, points))
    if not drawn:
        return Missing(name, title, "The curve in the findings is empty: nobody could be looked for.")
    for row in rows(finding.part("eccentricity_curve")):
        body.append([decimal(number(row.get("phi")), 2), *(interval(rate(row.get(key))) for key, _ in wanted)])
    phi, equal = number(finding.part("eccentricity")), mapping(finding.part("equal_error"))
    crossing, missed, accused = (number(equal.get(key)) for key in ("phi", "missed", "accused"))
    if crossing is not None and missed is not None and accused is not None:
        says = (
            f"Being misled is as likely as missing the person at φ = {decimal(crossing, 2)}: each happens in "
            f"{percent((missed + accused) / 2)} of cases (the equal error rate)."
        )
    else:
        says = "The equal error rate could not be computed."
    reading = (
        f"For “{finding.adversary}” with {finding.attack}. φ (phi) says how far the best record must lead the "
        "second, in standard deviations of all scores. To the right the adversary is more cautious: fewer people "
        "are named, and fewer wrongly."
    )
    marks = [(phi, f"φ used: {phi:g}")] if phi is not None else []
    svg = lines(name, title, says, drawn, ("φ: lead asked for", "people"), points=False, marks=marks)
    return Figure(name, title, says, reading, svg, Table(title, ["φ", "right", "wrong", "accused when absent"], body))


def close_guess(view: View) -> Part:
    """How similar the guessed record is to the right one: even a wrong guess may tell a lot."""
    name, title = "close-guess", "How close a guess comes, even a wrong one"
    finding = view.reference
    curves = mapping(finding.part("close_guess")) if finding else {}
    drawn, body = _curves(curves)
    if finding is None or not drawn:
        return Missing(name, title, "Similarity of guesses is not in the findings.")
    half = next((found for at, found in drawn[0].points if at == 0.5), None)
    says = (
        f"For {interval(half)} of people the guessed record shares at least half of the items."
        if half
        else "See the curve."
    )
    if finding.found is not None:
        says += f" The right record comes first for {interval(finding.found)}."
    reading = (
        f"For “{finding.adversary}” with {finding.attack}. To the right the guess must be more alike; at 100% it is "
        "a twin of the right record. The part of a curve above the share found is wrong guesses that are still "
        "telling. An entry without a value or day is not near any other."
    )
    svg = lines(name, title, says, drawn, ("similarity of the guess, at least", "people"), x=_unit(), percents=True)
    return Figure(
        name, title, says, reading, svg, Table(title, ["alike in", "at least", "people [95% interval]"], body)
    )


def sparsity(view: View) -> Part:
    """How similar the most similar other record is: the reason why people can be found."""
    name, title = "sparsity", "How alike the two most alike people are"
    drawn, body = _curves(mapping(view.sparsity.get("nearest_neighbour_at_least")))
    if not drawn:
        return Missing(name, title, "Similarity of records is not in the findings.")
    half = next((found for at, found in drawn[0].points if at == 0.5), None)
    says = "See the curve."
    if half is not None:
        who = (
            f"Only {interval(half)} of people have anybody"
            if half.rate < 0.2
            else f"{interval(half)} of people have somebody"
        )
        says = f"{who} who shares at least half of their items."
    looked = number(view.sparsity.get("people"))
    reading = (
        f"For {count(looked)} people drawn at random, the most similar other record was looked for. Curves that fall "
        "early mean sparse data: nobody is like anybody else, and a few items suffice to tell people apart."
    )
    svg = lines(
        name,
        title,
        says,
        drawn,
        ("similarity of the nearest other, at least", "people"),
        x=_unit(),
        percents=True,
    )
    return Figure(
        name, title, says, reading, svg, Table(title, ["alike in", "at least", "people [95% interval]"], body)
    )


def _unit() -> dict[str, object]:
    return {"domain": [0, 1], "nice": False}


def _curves(found: dict[str, object]) -> tuple[list[Line], list[list[str]]]:
    drawn, body = [], []
    for sense, words in SENSES.items():
        points: list[tuple[float | str, Rate]] = []
        for row in rows(found.get(sense)):
            at, there = number(row.get("similarity")), rate(row)
            if at is not None and there is not None:
                points.append((at, there))
                body.append([words, percent(at), interval(there)])
        if points:
            drawn.append(Line(words, points))
    return drawn, body


def failures(view: View) -> Part:
    """Why set intersection does not find people: too many fit, nobody fits, or the wrong ones do."""
    name, title = "failures", "Why simple matching fails"
    drawn, body, parts = [], [], ("not_narrow", "no_one_possible", "misdirected")
    chosen = [one for one in view.findings if mapping(one.part("failures"))]
    attack = (
        "set-intersection"
        if any(one.attack == "set-intersection" for one in chosen)
        else chosen[0].attack
        if chosen
        else ""
    )
    for finding in chosen:
        shares = [rate(mapping(finding.part("failures")).get(part)) for part in parts]
        known = [share for share in shares if share is not None]
        if finding.found is not None and len(known) == len(parts):
            if finding.attack == attack:
                drawn.append((finding, [finding.found.rate, *(share.rate for share in known)]))
            body.append(
                [
                    finding.adversary,
                    finding.attack,
                    interval(finding.found),
                    *(interval(share) for share in known),
                ]
            )
    if not drawn:
        return Missing(
            name, title, "Set intersection, the attack that is explained here, was not run or had no targets."
        )
    biggest = max(
        ((label, one.adversary, share) for one, shares in drawn for label, share in zip(_WHY, shares[1:], strict=True)),
        key=lambda row: row[2],
    )
    says = (
        f"The biggest obstacle: “{biggest[0]}”, for {percent(biggest[2])} of the people that “{biggest[1]}” looks for."
    )
    reading = (
        "Set intersection keeps the records that have every known item. It fails if several are left, if one "
        "mistake leaves nobody, or if it leaves only the wrong ones. That it fails says little: attacks that "
        "forgive mistakes do better."
    )
    labels = [("found", series(1)), (_WHY[0], series(0)), (_WHY[1], QUIET), (_WHY[2], series(3))]
    svg = stacked(name, title, says, [(one.adversary, shares) for one, shares in drawn], labels, "people looked for")
    return Figure(name, title, says, reading, svg, Table(title, ["adversary", "attack", "found", *_WHY], body, words=2))


_WHY = ("several fit", "nobody fits", "only others fit")

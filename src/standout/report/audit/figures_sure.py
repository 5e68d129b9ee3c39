"""How sure the adversary can be: verdicts, false accusations, close guesses, and why set intersection fails."""

from __future__ import annotations

from standout.report.audit.figures_risk import Part
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Dot, dots, stacked
from standout.report.drawing.svg import QUIET
from standout.report.drawing.theme import series
from standout.report.words import begun, count, decimal, interval, of_whom, percent, someone_who
from standout.results.about_data import Curves
from standout.results.estimate import Estimate
from standout.results.finding import Finding
from standout.results.headline import CLOSE, close_share

SENSES = {
    "items": "same items",
    "values": "and near values",
    "values-and-days": "and near days",
}


def careful(view: View) -> list[Finding]:
    """For each adversary an attack that can hold back (calibrated probabilities before eccentricity), else the best."""
    findings = []
    for adversary in view.adversaries:
        able = [finding for finding in view.of(adversary) if finding.found]
        calibrated = (finding for finding in able if finding.calibration is not None)
        eccentric = (finding for finding in able if finding.eccentricity is not None)
        chosen = next(calibrated, None) or next(eccentric, None) or view.best.get(adversary)
        if chosen is not None:
            findings.append(chosen)
    return findings


def _declared(finding: Finding) -> list[Estimate] | None:
    shares = [finding.declared.correct, finding.declared.wrong, finding.declared.silent]
    known = [share for share in shares if share is not None]
    return known if len(known) == len(shares) else None


def _accused(finding: Finding) -> Estimate | None:
    return finding.declared_when_absent.accused


def verdicts(view: View) -> Part:
    """What the adversary says when the person is in the data: the right name, a wrong one, or nothing."""
    name, title = "verdicts", "When the person is there: right, wrong, or silent"
    drawn = [(finding, parts) for finding in careful(view) if (parts := _declared(finding)) is not None]
    if not drawn:
        return Missing(name, title, "No verdicts are in the findings.")
    reference = next((row for row in drawn if view.reference and row[0].who == view.reference.who), drawn[0])
    right, wrong, _ = reference[1]
    says = (
        f"{begun(someone_who(reference[0].who))} names somebody and is right for {interval(right)} "
        f"{of_whom(reference[0], view.audited)}, and is wrong for {interval(wrong)}."
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
        [(each.who, [part.rate for part in shares]) for each, shares in drawn],
        colours,
        "people looked for",
    )
    body = []
    for finding in view.findings:
        shares = _declared(finding)
        if shares is not None:
            body.append(
                [
                    finding.who,
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
    says = (
        f"At worst, {someone_who(worst[0].who)} accuses somebody else in {interval(worst[1])} of cases, one for each "
        f"{of_whom(worst[0], view.audited)}."
    )
    loud = [each for each in view.findings if each.attack not in {row[0].attack for row in drawn} and _accused(each)]
    if loud:
        loudest = max(loud, key=lambda each: (_accused(each) or Estimate(0, 0, 0)).rate)
        says += f" Attacks that cannot hold back do worse: {loudest.attack}, up to {interval(_accused(loudest))}."
    reading = (
        "The same question with the right record taken out: whoever is named now is innocent. A false accusation "
        "harms people too, and a low rate here means that a name can be trusted."
    )
    svg = dots(
        name,
        title,
        says,
        [Dot(each.who, accused, percent(accused.rate)) for each, accused in drawn],
        "somebody else is accused",
    )
    head = ["adversary", "attack", "accused when absent [95% interval]"]
    return Figure(
        name,
        title,
        says,
        reading,
        svg,
        Table(title, head, [[each.who, each.attack, interval(accused)] for each, accused in drawn], words=2),
    )


def eccentricity(view: View) -> Part:
    """The trade-off behind the verdict: how far the best record must stand out before it is named."""
    name, title = "eccentricity", "How cautious the adversary is: the trade-off"
    with_curve = [each for each in view.findings if each.eccentricity_curve]
    if not with_curve:
        return Missing(
            name, title, "Only the attack “scoreboard-rh” can be made more or less cautious; it was not run."
        )
    reference = view.reference.who if view.reference else ""
    finding = next((each for each in with_curve if each.who == reference), with_curve[0])
    curve = finding.eccentricity_curve or ()
    wanted = {
        "right": [(row.phi, row.correct) for row in curve],
        "wrong": [(row.phi, row.wrong) for row in curve],
        "accuses when absent": [(row.phi, row.accused_when_absent) for row in curve],
    }
    drawn: list[Line] = []
    for label, shares in wanted.items():
        points: list[tuple[float | str, Estimate]] = [(phi, share) for phi, share in shares if share is not None]
        if points:
            drawn.append(Line(label, points))
    if not drawn:
        return Missing(name, title, "The curve in the findings is empty: nobody could be looked for.")
    body = [
        [decimal(row.phi, 2), *(interval(estimate) for estimate in (row.correct, row.wrong, row.accused_when_absent))]
        for row in curve
    ]
    phi, equal = finding.eccentricity, finding.equal_error
    if equal is not None:
        says = (
            f"Being misled is as likely as missing the person at φ = {decimal(equal.phi, 2)}: each happens in "
            f"{percent((equal.missed + equal.accused) / 2)} of cases (the equal error rate)."
        )
    else:
        says = "The equal error rate could not be computed."
    reading = (
        f"For {someone_who(finding.who)} with {finding.attack}. φ (phi) says how far the best record must lead the "
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
    drawn, body = _curves(finding.close_guess if finding else {})
    if finding is None or not drawn:
        return Missing(name, title, "Similarity of guesses is not in the findings.")
    half = next((share for similarity, share in drawn[0].points if similarity == 0.5), None)
    says = (
        f"For {interval(half)} {of_whom(finding, view.audited)} the guessed record shares at least half of the items."
        if half
        else "See the curve."
    )
    close = close_share(finding)
    if close is not None:
        says += f" For {interval(close)} it shares at least {percent(CLOSE)}, which tells as good as everything."
    if finding.found is not None:
        says += f" The right record comes first for {interval(view.share_found(finding))}."
    reading = (
        f"For {someone_who(finding.who)} with {finding.attack}. To the right the guess must be more alike; at 100% it "
        "is a twin of the right record. The part of a curve above the share found is wrong guesses that are still "
        "telling. An entry without a value or day is not near any other."
    )
    svg = lines(name, title, says, drawn, ("similarity of the guess, at least", "people"), span=(0, 1), percents=True)
    return Figure(
        name, title, says, reading, svg, Table(title, ["alike in", "at least", "people [95% interval]"], body)
    )


def sparsity(view: View) -> Part:
    """How similar the most similar other record is: the reason why people can be found."""
    name, title = "sparsity", "How alike the two most alike people are"
    drawn, body = _curves(view.document.sparsity.nearest_neighbour_at_least)
    if not drawn:
        return Missing(name, title, "Similarity of records is not in the findings.")
    half = next((share for similarity, share in drawn[0].points if similarity == 0.5), None)
    looked = count(view.document.sparsity.people)
    says = "See the curve."
    if half is not None:
        who = (
            f"Only {interval(half)} of {looked} people have anybody"
            if half.rate < 0.2
            else f"{interval(half)} of {looked} people have somebody"
        )
        says = f"{who} who shares at least half of their items."
    reading = (
        f"For {looked} people drawn at random, the most similar other record was looked for. Curves that fall "
        "early mean sparse data: nobody is like anybody else, and a few items suffice to tell people apart."
    )
    svg = lines(
        name,
        title,
        says,
        drawn,
        ("similarity of the nearest other, at least", "people"),
        span=(0, 1),
        percents=True,
    )
    return Figure(
        name, title, says, reading, svg, Table(title, ["alike in", "at least", "people [95% interval]"], body)
    )


def _curves(curves: Curves) -> tuple[list[Line], list[list[str]]]:
    drawn, body = [], []
    for sense, words in SENSES.items():
        rows = curves.get(sense, ())
        points: list[tuple[float | str, Estimate]] = [(row.similarity, row.share) for row in rows]
        body += [[words, percent(row.similarity), interval(row.share)] for row in rows]
        if points:
            drawn.append(Line(words, points))
    return drawn, body


def failures(view: View) -> Part:
    """Why set intersection does not find people: too many fit, nobody fits, or the wrong ones do."""
    name, title = "failures", "Why simple matching fails"
    drawn, body = [], []
    chosen = [each for each in view.findings if each.failures is not None]
    names = [each.attack for each in chosen]
    attack = "set-intersection" if "set-intersection" in names else next(iter(names), "")
    for finding in chosen:
        known = _shares_of(finding)
        if finding.found is not None and known is not None:
            if finding.attack == attack:
                drawn.append((finding, [finding.found.rate, *(share.rate for share in known)]))
            shown = [interval(share) for share in (finding.found, *known)]
            body.append([finding.who, finding.attack, *shown])
    if not drawn:
        return Missing(
            name, title, "Set intersection, the attack that is explained here, was not run or had no targets."
        )
    biggest = max(
        ((label, each.who, share) for each, shares in drawn for label, share in zip(_WHY, shares[1:], strict=True)),
        key=lambda row: row[2],
    )
    whose = someone_who(biggest[1])
    says = f"The biggest obstacle: “{biggest[0]}”, for {percent(biggest[2])} of everybody whom {whose} looks for."
    reading = (
        "Set intersection keeps the records that have every known item. It fails if several are left, if one "
        "mistake leaves nobody, or if it leaves only the wrong ones. That it fails says little: attacks that "
        "forgive mistakes do better."
    )
    head = ["adversary", "attack", "found", *_WHY]
    labels = [("found", series(1)), (_WHY[0], series(0)), (_WHY[1], QUIET), (_WHY[2], series(3)), (_WHY[3], series(2))]
    if not any(each.not_known for each, _ in drawn):
        labels.pop()
    cut = [(each.who, shares[: len(labels)]) for each, shares in drawn]
    svg = stacked(name, title, says, cut, labels, "people looked for")
    return Figure(name, title, says, reading, svg, Table(title, head, body, words=2))


def _shares_of(finding: Finding) -> list[Estimate] | None:
    """How often each of the reasons is why; none if one of them is not known."""
    why = finding.failures
    reasons = [] if why is None else [why.not_narrow, why.no_one_possible, why.misdirected]
    known = [share for share in reasons if share is not None]
    if why is None or len(known) < 3:
        return None
    return [*known, why.not_known or Estimate(0.0, 0.0, 0.0)]


_WHY = ("several fit", "nobody fits", "only others fit", "nothing known")

"""The sections of an evidence pack that hold figures: limits, adversaries, who is found and harmed, protections."""

from __future__ import annotations

from collections import Counter

from standout.common.plain import plain_text
from standout.common.wording import counted, percent
from standout.packing.clauses import WORST
from standout.report.drawing.figure import Table
from standout.report.paper.paper import Block, Grid, Listing, Words
from standout.report.words import NOT_THERE, interval, one_in, points
from standout.results.estimate import Estimate
from standout.results.evidence import Evidence, Threat
from standout.results.forecast import Forecast, crowd_size

_NO_POLICY = "No limit was set before the run, so this pack decides nothing: it shows what was measured."


def limits(evidence: Evidence) -> list[Block]:
    if not evidence.limits:
        return [Words(_NO_POLICY)]
    rows = [
        (limit.name, limit.recipient, limit.limit, limit.measured, limit.verdict, limit.behind)
        for limit in evidence.limits
    ]
    head = ("rule", "recipient", "limit", "measured", "verdict", "behind it")
    grid = Grid(Table("Limits", head, rows, 6), (0.15, 0.15, 0.11, 0.18, 0.11, 0.30))
    words = "A limit holds only if the upper end of the interval does. " + (evidence.correction or "")
    return [Words(words.strip(), quiet=True), grid]


def adversaries(evidence: Evidence) -> list[Block]:
    nobody = "not judged: no policy says so"
    if evidence.verdict is not None:
        nobody = "not expected by the policy, and tried all the same"
    rows = [
        (threat.name, plain_text(threat.sentence, 400), plain_text(threat.why or nobody, 400))
        for threat in sorted(evidence.threats, key=lambda threat: threat.why is None)
    ]
    head = ("adversary", "what is known of a person", "why that is reasonably likely")
    return [Grid(Table("Adversaries", head, rows, 3), (0.2, 0.45, 0.35))]


def found(evidence: Evidence) -> list[Block]:
    rows = [
        (
            threat.name,
            threat.attack or NOT_THERE,
            f"{threat.of:,}" if threat.of else NOT_THERE,
            interval(threat.found),
            interval(threat.by_lot),
            one_in(threat.blind),
        )
        for threat in evidence.threats
        if threat.found is not None
    ]
    if not rows:
        return _by_limits(evidence, "found")
    head = ("adversary", "strongest attack", "looked for", "found first, alone", "ties by lot", "blind guess")
    held = "" if evidence.compared is None else (
        f" Brackets of “found first” hold with 95% confidence for all {evidence.compared:,} adversaries × attacks."
    )  # fmt: skip
    words = "The share of everybody looked for whose record comes out first. Who has too few items counts as not found."
    return [Words(words + held, quiet=True), Grid(Table("Found", head, rows, 2), (0.2, 0.19, 0.13, 0.2, 0.15, 0.13))]


def people(evidence: Evidence) -> list[Block]:
    spread = evidence.spread
    if spread is None:
        return _by_limits(evidence, *WORST)
    over = spread.over
    rows = [
        ("mean over people", f"{over.people:,}", interval(over.mean)),
        ("worst tenth of people", f"{max(-(-over.people // 10), spread.crowd):,}", interval(over.worst_tenth)),
        ("worst person", f"reached by {spread.crowd}", interval(over.worst_person)),
    ]
    words = (
        f"Everybody was looked for {spread.draws:,} times, each time with other items known (“{spread.adversary}” with "
        f"{spread.attack}). The three brackets hold at once with 95% confidence. The worst are told by the same tries, "
        f"so their figures are slightly high; the figure of the worst person is one that {spread.crowd} people reach."
    )
    head = ("", "people", "share of tries in which they are found")
    return [Words(words, quiet=True), Grid(Table("Over people", head, rows, 1), (0.4, 0.25, 0.35))]


def crowds(evidence: Evidence) -> list[Block]:
    """What is forecast for larger crowds; why there is no forecast, once for all of whom it is true."""
    if not evidence.forecasts:
        return [Words("No forecast: an audit makes one; put its folder beside with --also.")]
    made = [each for each in evidence.forecasts if each.crowds]
    whys = Counter(each.why for each in evidence.forecasts if each.why)
    blocks: list[Block] = []
    if made:
        sizes = [at.people for at in made[0].crowds]
        rows = [(each.adversary, *(interval(at.found) for at in each.crowds), _harmless(each)) for each in made]
        head = ("adversary", *(crowd_size(size) for size in sizes), f"at most {percent(made[0].limit)} from")
        words = (
            "The share found if so many people like these were in the data, with 95% intervals, by a law that is "
            "fitted to smaller crowds taken from this one by lot. No more than ten times the people was ever tried; "
            "beyond that it rests on the law alone."
        )
        width = 0.62 / len(sizes)
        grid = Grid(Table("Larger crowds", head, rows, 1), (0.2, *(width for _ in sizes), 0.18))
        blocks += [Words(words, quiet=True), grid]
    if whys:
        blocks.append(Listing([f"{counted(count, 'adversary', 'adversaries')}: {why}." for why, count in whys.items()]))
    return blocks or [Words("No forecast: the data is as large as any crowd that is forecast.")]


def _harmless(forecast: Forecast) -> str:
    found = forecast.harmless_from
    return crowd_size(found.people) if found is not None and found.people is not None else "no crowd on earth"


def harm(evidence: Evidence) -> list[Block]:
    rows = [
        (threat.name, interval(threat.wrong), interval(threat.accused), *_taught(threat))
        for threat in evidence.threats
        if threat.wrong is not None or threat.accused is not None or threat.learned is not None
    ]
    if not rows:
        return _by_limits(evidence, "wrongly-accused", "learned-gain")
    words = (
        "Somebody else is named, although the person is in the data; somebody is named, although the person is not. Of "
        "ten further items that are guessed of a person, so many are right, with their record and without it; the "
        "difference, in points, is what being in the data costs."
    )
    head = ("adversary", "wrong one named", "accused if absent", "learned: in it", "not in it", "gain in points")
    widths = (0.2, 0.16, 0.16, 0.16, 0.16, 0.16)
    return [Words(words, quiet=True), Grid(Table("Harm", head, rows, 1), widths)]


def _by_limits(evidence: Evidence, *names: str) -> list[Block]:
    """What a gate measured of this, where nothing else was."""
    lines = [
        f"{limit.name}: {limit.measured}, limit {limit.limit}; {limit.behind}"
        for limit in evidence.limits
        if limit.name in names
    ]
    return [Listing(lines)] if lines else [Words("Not measured: no limit of the policy is about it.")]


def _taught(threat: Threat) -> tuple[str, str, str]:
    if threat.learned is None:
        return NOT_THERE, NOT_THERE, NOT_THERE
    return interval(threat.learned.inside), interval(threat.learned.out), points(threat.learned.gain)


def protections(evidence: Evidence) -> list[Block]:
    if not evidence.protections:
        return [
            Words("None were compared in this pack. “standout compare” tries them, and “--also” brings the results.")
        ]
    rows = [
        (
            row.protection, row.adversary, interval(row.before), interval(row.after), interval(row.adaptive),
            _or_not(row.learned), percent(row.utility_loss),
        )
        for row in evidence.protections
    ]  # fmt: skip
    head = ("protection", "worst adversary", "before", "after", "knows of it", "learned, points", "utility lost")
    words = (
        "Found before, after, and after by somebody who knows what was done (adaptive): the last is what counts. What "
        "leaves least stands first."
    )
    return [
        Words(words, quiet=True),
        Grid(Table("Protections", head, rows, 2), (0.28, 0.15, 0.12, 0.12, 0.12, 0.11, 0.1)),
    ]


def _or_not(gain: Estimate | None) -> str:
    return NOT_THERE if gain is None else points(gain)

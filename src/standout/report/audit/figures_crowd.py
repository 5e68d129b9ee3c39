"""How many people would be found in larger crowds, and what that rests on."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.words import NOT_THERE, begun, count, counted, decimal, interval, percent, someone_who
from standout.results.estimate import Estimate
from standout.results.forecast import Forecast, crowd_size

NAME, TITLE = "forecast", "How many would be found among more people"


def forecast(view: View) -> Sequence[Figure | Missing | Table]:
    """The adversary who would find most in the largest crowd, drawn; and all adversaries in a table."""
    every = view.document.forecasts
    most = view.document.most_forecast()
    if most is None:
        return [Missing(NAME, TITLE, "These findings are of a version that made no forecast.")]
    if most.why is not None:
        return [Missing(NAME, TITLE, f"No adversary allows a forecast: {most.why}.")]
    known = [each for each in every if each.why is None]
    return [_figure(most, len(every) - len(known)), _table(known)]


def _figure(told: Forecast, silent: int) -> Figure:
    measured: list[tuple[float | str, Estimate]] = [(float(row.people), row.found) for row in told.measured]
    further: list[tuple[float | str, Estimate]] = [(float(row.people), row.found) for row in told.crowds]
    drawn = [Line("counted here", measured), Line("forecast", [measured[-1], *further])]
    check = told.check
    tested = "" if check is None else _tested(told)
    reading = (
        "To the right the crowd grows, ten times with every step. What was counted comes from taking people out by "
        "lot, the forecast from a curve through it; the shade is the 95% interval. The larger crowd is taken "
        f"to be of people like these, of whom as much is known. The dashed line is {percent(told.limit)}: below it the "
        f"adversary counts as harmless here.{tested} The table says from how many people on that is so, and how many "
        f"have to be looked for to decide whether more than {percent(told.limit)} are found here."
    )
    if silent:
        reading += (
            f" For {counted(silent, 'further adversary', 'further adversaries')} nothing can be forecast: of "
            "those who can be found at all, nearly everybody is found here, or nearly nobody."
        )
    says = f"{begun(someone_who(told.adversary))}: {told.said()[:1].lower()}{told.said()[1:]}"
    svg = lines(NAME, TITLE, says, drawn, ("people in the crowd", "people found"), log=True, guess=told.limit)
    body = [
        [what, count(row.people), interval(row.found)]
        for what, rows in (("counted here", told.measured), ("forecast", told.crowds))
        for row in rows
    ]
    return Figure(NAME, TITLE, says, reading, svg, Table(TITLE, ["how", "people", "found [95% interval]"], body))


def _tested(told: Forecast) -> str:
    check = told.check
    assert check is not None
    kept = "held" if check.held else "did not hold, so read this one with care"
    return (
        f" Tried on this data: from {count(check.fitted_on)} of the people, {interval(check.forecast)} would have been "
        f"forecast for all {count(told.people)}, and {percent(check.measured)} are found. It {kept}."
    )


def _table(every: Sequence[Forecast]) -> Table:
    """A row per adversary: larger crowds, the crowd that hides people, and how many to look for to be sure."""
    sizes = sorted({row.people for each in every for row in each.crowds})
    head = [
        "who is looking",
        *(f"among {crowd_size(size)}" for size in sizes),
        "harmless from",
        "people to look for, to decide",
    ]
    rows = []
    for each in every:
        found = [interval(at.found) if (at := each.at(size)) is not None else NOT_THERE for size in sizes]
        rows.append([each.adversary, *found, _harmless(each), count(each.needed)])
    return Table("Every adversary in larger crowds", head, rows)


def _harmless(each: Forecast) -> str:
    found = each.harmless_from
    if found is None:
        return NOT_THERE
    ends = (crowd_size(end) if end is not None else "never" for end in (found.low, found.high))
    return f"{crowd_size(found.people) if found.people is not None else 'never'} [{' to '.join(ends)}]"


def law(view: View) -> Sequence[Table]:
    """The two numbers of each law, how it did on the data itself, and why others have none."""
    rows = []
    for each in view.document.forecasts:
        check = each.check
        if each.why is not None:
            rows.append([each.adversary, each.attack, each.why, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE])
            continue
        tried = "not tried: too few people, or no slope" if check is None else "held" if check.held else "did not hold"
        said = NOT_THERE if check is None else f"{interval(check.forecast)}; {percent(check.measured)}"
        rows.append(
            [
                each.adversary,
                each.attack,
                tried,
                decimal(each.discount, 2),
                decimal(each.strength),
                percent(each.reachable),
                said,
            ]
        )
    head = [
        "who is looking", "attack", "tried on a part", "discount d", "strength α",
        "can be found at all", "forecast from the part; measured",
    ]  # fmt: skip
    return [Table("The law behind each forecast", head, rows, words=3)] if rows else []

"""`compare.html`: what protections cost and how far they help; one file, offline, without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from standout.common.pages import environment_of, policy
from standout.report.compare.attribute_tables import attribute_tables
from standout.report.compare.compare_cells import auc
from standout.report.compare.compare_tables import (
    identified_table,
    learned_table,
    made_for_it_table,
    overview,
    realism_table,
)
from standout.report.compare.protections_in_words import options_table, what_each_does
from standout.report.compare.utility_tables import intended_tables, statistics_table, transfer_table, utility_table
from standout.report.drawing.figure import Figure, Table
from standout.report.drawing.frontier_chart import FrontierChart, Mark, Unit
from standout.report.heading import heading, printed_style
from standout.report.words import interval, percent, points, someone, what_was_read
from standout.results.compare import About, CompareResult, feared
from standout.results.frontier import UNPROTECTED
from standout.results.headline import of_everybody
from standout.results.run import Run

_TEMPLATES = Path(__file__).parents[1] / "templates"

_SHORT_KEY = 9
"""Up to so many points are told by name beside the chart."""


def render_compare(result: CompareResult, run: Run | None = None) -> str:
    """The page as text; the same results give the same bytes. `run` is how they came about, if that is known."""
    from markupsafe import Markup

    environment = environment_of(_TEMPLATES)
    about = heading("what do protections of {} cost, and do they help?", files_of(result), run)
    style = printed_style((_TEMPLATES / "report.css").read_text(encoding="utf-8"), about)
    return environment.get_template("compare.html.j2").render(
        style=Markup(style),
        policy=policy(style),
        about=about,
        result=result,
        headline=headline(result),
        understood=what_was_read(("", result.understood)),
        advice=advice(result),
        figures=figures(result),
        tables=tables(result),
        specialist=specialist_tables(result),
        notes=notes(result),
        percent=percent,
    )  # fmt: skip


def files_of(result: CompareResult) -> tuple[str, ...]:
    """What the data is called."""
    return result.understood.files if result.understood else ()


def tables(result: CompareResult) -> list[Table]:
    """All tables for everybody, in the order in which they are read."""
    every = [
        overview(result), what_each_does(result), identified_table(result), made_for_it_table(result),
        learned_table(result), *attribute_tables(result), *intended_tables(result),
    ]  # fmt: skip
    return [table for table in every if table.rows]


def specialist_tables(result: CompareResult) -> list[Table]:
    """What takes more than plain words to read: folded away on the page."""
    every = [
        transfer_table(result), realism_table(result), utility_table(result), statistics_table(result),
        options_table(result),
    ]  # fmt: skip
    return [table for table in every if table.rows]


def headline(result: CompareResult) -> tuple[str, str, str]:
    """What is the matter without protection, and how far the strongest gets: words, the figure, further words."""
    figure = result.headline()
    now, left = figure.now, figure.strongest
    if now is None:
        return "Nobody could be looked for:", "too few items", " for these adversaries"
    shown = percent if figure.about == "identification" else "{:.2f}".format
    rest = "" if left is None else f"; with the strongest protection that was tried it is {shown(left)}"
    if figure.about == "attribute":
        return f"Without protection, {figure.by} is inferred with an AUC of", auc(now), rest
    by = f" {of_everybody(result.settings.targets)} are found by {_by(result, figure.by)}{rest}"
    return "Without protection,", interval(now), by


def _by(result: CompareResult, name: str) -> str:
    """The adversary by what they know, the name in brackets."""
    adversary = next((each for each in result.settings.adversaries if each.name == name), None)
    if adversary is None:
        return f"the adversary “{name}”"
    known = someone(adversary).rstrip(",")
    called = f"{known[:-1]}; {name})" if known.endswith(")") else f"{known} ({name})"
    return f"{called[:1].lower()}{called[1:]}"


def advice(result: CompareResult) -> list[str]:
    """The recommendation in sentences."""
    every = (result.recommendation.identification, result.recommendation.attribute)
    sentences = [recommended.words for recommended in every if recommended is not None]
    best = result.best_by_people()
    if best is not None and best.risk is not None:
        sentences.append(f"What people can do themselves: {best.text} leaves {percent(best.risk.rate)} found.")
    return sentences


def figures(result: CompareResult) -> list[Figure]:
    """The frontier of being found, of what is learned, and that of the attribute."""
    drawn = (
        _frontier(result, "identification", "Who is found, against utility lost",
                  "people found by the worst adversary"),
        _frontier(result, "learned", "What is learned, against utility lost", "points more guessed than of others"),
        _frontier(result, "attribute", "What is inferred, against utility lost", "AUC of the worst attacker"),
    )  # fmt: skip
    return [figure for figure in drawn if figure is not None]


def _frontier(result: CompareResult, about: About, title: str, axis: str) -> Figure | None:
    now, shares = feared(result.unprotected, about), about != "attribute"
    if now is None:
        return None
    show = {"identification": interval, "learned": points, "attribute": auc}[about]
    line = [choice.name for choice in result.frontier(about)]
    marks = [Mark("0", 0.0, now, f"unprotected: {show(now)}", UNPROTECTED in line, True)]
    rows = []
    for number, row in result.numbered():
        rate, loss = feared(row, about), row.utility_loss
        if rate is None or loss is None or not row.changes_data:
            continue
        on = row.text in line
        marks.append(Mark(str(number), loss, rate, f"{row.text}: {show(rate)}, {percent(loss)} lost", on, False))
        rows.append((str(number), row.text, percent(loss), show(rate), "yes" if on else "no"))
    below = about == "learned" and min(mark.rate.low for mark in marks) < 0
    bounds = (-0.25 if below else 0.0 if shares else 0.5, 1.0)
    unit: Unit = "points" if about == "learned" else "%" if shares else "AUC"
    drawn = FrontierChart(about, title, f"{axis} by utility lost", marks, ("utility lost", axis), bounds, unit)
    return Figure(
        about,
        title,
        f"{len([row for row in rows if row[-1] == 'yes'])} of {len(rows)} protections are beaten by no other in both.",
        f"Each point is a protection of the data, by its number{_key(marks)}. "
        "Lower and further left is better. The line joins the protections that none beats in both; upright bars are "
        "95% intervals, of people found for all adversaries and attacks at once. The scale across is stretched near 0.",
        drawn,
        Table(title, ("no.", "protection", "utility lost", axis, "on the frontier"), rows, 2),
    )


def _key(marks: Sequence[Mark]) -> str:
    """Which number is which, where that is short; the tables have it, too."""
    if len(marks) > _SHORT_KEY:
        return " in the tables"
    return ": " + ", ".join(f"{mark.label} {mark.title.partition(': ')[0]}" for mark in marks)


def notes(result: CompareResult) -> list[str]:
    """What was noticed, about the whole and about each protection."""
    own = [f"{row.text}: {note}" for row in result.protections for note in row.notes]
    return [*result.notes, *result.unprotected.notes, *own]

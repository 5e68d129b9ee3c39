"""`personas.html`: what people show, and which crowds there are; one file, offline, without scripts."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from standout.common.arrays import Floats
from standout.common.pages import environment_of, policy
from standout.profiles.personas.persona_summary import FEWEST_SHOWN
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.drawing.line_chart import Line, lines
from standout.report.words import counted, percent
from standout.results.estimate import Estimate
from standout.results.personas import Personas

_TEMPLATES = Path(__file__).parents[1] / "templates"
_POINTS = 200


def personas_page(document: Personas) -> str:
    """The page of the document alone, without everybody's exposure."""
    return render_personas(document, None)


def render_personas(document: Personas, exposure: Floats | None) -> str:
    """The page as text; the same results give the same bytes."""
    from markupsafe import Markup

    style = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    blocks = [exposure_figure(document, exposure), support_figure(document), population_figure(document)]
    return (
        environment_of(_TEMPLATES)
        .get_template("personas.html.j2")
        .render(
            style=Markup(style),
            policy=policy(style),
            document=document,
            figures=[block for block in blocks if isinstance(block, Figure)],
            missing=[block for block in blocks if isinstance(block, Missing)],
            tables=[sizes_table(document), crowds_table(document)],
            percent=percent,
        )
    )


def exposure_figure(document: Personas, exposure: Floats | None) -> Figure | Missing:
    """Figure 1: everybody's exposure, in order."""
    title = "How much people show"
    if exposure is None or document.exposure is None:
        return Missing("exposure", title, "it needs everybody's profile, which is not here.")
    if not len(exposure):
        return Missing("exposure", title, "nobody is in the data.")
    ordered = _without_ends(np.sort(np.asarray(exposure, np.float64)))
    places = np.unique(np.linspace(0, len(ordered) - 1, _POINTS).astype(np.int64))
    shares = [(float(place + 1) / len(ordered), float(ordered[place])) for place in places]
    points = [(share, _exact(height)) for share, height in shares]
    above, average = document.exposure.above_average, document.exposure.average_shared
    deciles = [(f"{100 * q:.0f}%", f"{np.quantile(ordered, q):.2f}") for q in (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)]
    return Figure(
        "exposure",
        title,
        f"{percent(above)} of people show more than the average of {average:.1f} attributes.",
        "Everybody stands in a row, those who show least at the left. The height is the exposure: attributes shown, "
        "over the average. Above 1 is more than the average person shows.",
        lines(
            "exposure", title, "exposure of everybody in ascending order", [Line("exposure", points)],
            ("people, in order of what they show", "exposure"), percents=True, shares=False, points=False, guess=1.0,
        ),
        Table("Exposure by share of people", ("of people have at most", "exposure"), deciles),
    )  # fmt: skip


def _without_ends(ordered: Floats) -> Floats:
    """The same figures in order, the highest and the lowest few made level: the ends would be single people's."""
    few = min(FEWEST_SHOWN, (len(ordered) + 1) // 2)
    return np.clip(ordered, ordered[few - 1], ordered[-few])


def support_figure(document: Personas) -> Figure | Missing:
    """Figure 2a: personas against support."""
    title, rows = "Personas by support", document.by_support or ()
    if len(rows) < 2:
        return Missing("support", title, "too few supports could be looked at.")
    points = [(100 * row.support, _exact(row.personas)) for row in rows]
    first, last = rows[0], rows[-1]
    return Figure(
        "support",
        title,
        f"From {counted(first.personas, 'persona')} at a support of {first.support:.2g} to "
        f"{last.personas:,} at {last.support:.2g}.",
        "The support is the share of people who must have all pairs of a persona. A low one gives many personas with "
        "small crowds, so that something close can be found for everybody; a high one gives few with large crowds.",
        lines(
            "support", title, "number of personas by support", [Line("personas", points)],
            ("support, % of people", "personas"), shares=False,
        ),
        Table(
            "Personas by support",
            ("support", "people at least", "personas"),
            [(f"{row.support:.3g}", f"{row.people:,}", f"{row.personas:,}") for row in rows],
        ),
    )  # fmt: skip


def population_figure(document: Personas) -> Figure | Missing:
    """Figure 2b: personas against the size of the population."""
    title, measured = "Personas by number of people", document.by_population
    rows = () if measured is None else measured.rows
    if measured is None or len(rows) < 2:
        return Missing("population", title, "there are too few people to take samples at this support.")
    points = [(float(row.people), Estimate(row.mean, min(row.personas), max(row.personas))) for row in rows]
    line = (
        "no straight line can be laid through them"
        if measured.r2 is None
        else f"a straight line explains R² = {measured.r2:.3f}"
    )
    return Figure(
        "population",
        title,
        f"At the same support, samples of {rows[0].people:,} to {rows[-1].people:,} people; {line}.",
        "Each point is a size of random samples; the band goes from the run with fewest to the one with most personas. "
        "In a small sample few people make up the support, so chance adds personas; a level line shows little of that.",
        lines(
            "population", title, "number of personas by sample size", [Line("personas", points)],
            ("people in the sample", "personas"), shares=False,
        ),
        Table(
            "Personas by number of people",
            ("people", "fewest", "mean", "most"),
            [
                (f"{row.people:,}", f"{min(row.personas):,}", f"{row.mean:,.0f}", f"{max(row.personas):,}")
                for row in rows
            ],
        ),
    )  # fmt: skip


def sizes_table(document: Personas) -> Table:
    """How many personas have how many pairs."""
    return Table("Personas by size", ("size", "personas"), document.sizes_in_words())


def crowds_table(document: Personas) -> Table:
    """The personas with the largest crowds."""
    rows = [(persona.words(), f"{persona.count:,}") for persona in document.crowds]
    return Table("The largest crowds", ("persona", "people who share it"), rows)


def _exact(amount: float) -> Estimate:
    return Estimate(float(amount), float(amount), float(amount))

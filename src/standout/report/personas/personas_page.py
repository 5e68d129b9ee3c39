"""`personas.html`: what people show, and which crowds there are; one file, offline, without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from standout.attacks.contract import Floats
from standout.common.pages import environment_of, policy
from standout.common.plain import plain_text
from standout.profiles.personas.persona_summary import FEWEST_SHOWN
from standout.report.audit.view import Rate
from standout.report.drawing.charts import Figure, Line, Missing, Table, lines
from standout.report.words import counted, percent

_TEMPLATES = Path(__file__).parents[1] / "templates"
_POINTS = 200


def render_personas(document: Mapping[str, Any], exposure: Sequence[float]) -> str:
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


def exposure_figure(document: Mapping[str, Any], exposure: Sequence[float]) -> Figure | Missing:
    """Figure 1: everybody's exposure, in order."""
    title = "How much people show"
    if not len(exposure):
        return Missing("exposure", title, "nobody is in the data.")
    ordered = _without_ends(np.sort(np.asarray(exposure, np.float64)))
    at = np.unique(np.linspace(0, len(ordered) - 1, _POINTS).astype(np.int64))
    shares = [(float(place + 1) / len(ordered), float(ordered[place])) for place in at]
    points = [(share, Rate(height, height, height)) for share, height in shares]
    above, average = document["exposure"]["above_average"], document["exposure"]["average_shared"]
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


def support_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """Figure 2a: personas against support."""
    title, rows = "Personas by support", document["by_support"]
    if len(rows) < 2:
        return Missing("support", title, "too few supports could be looked at.")
    points = [(100 * row["support"], _exact(row["personas"])) for row in rows]
    first, last = rows[0], rows[-1]
    return Figure(
        "support",
        title,
        f"From {counted(first['personas'], 'persona')} at a support of {first['support']:.2g} to "
        f"{last['personas']:,} at {last['support']:.2g}.",
        "The support is the share of people who must have all pairs of a persona. A low one gives many personas with "
        "small crowds, so that something close can be found for everybody; a high one gives few with large crowds.",
        lines(
            "support", title, "number of personas by support", [Line("personas", points)],
            ("support, % of people", "personas"), shares=False,
        ),
        Table(
            "Personas by support",
            ("support", "people at least", "personas"),
            [(f"{row['support']:.3g}", f"{row['people']:,}", f"{row['personas']:,}") for row in rows],
        ),
    )  # fmt: skip


def population_figure(document: Mapping[str, Any]) -> Figure | Missing:
    """Figure 2b: personas against the size of the population."""
    title, rows = "Personas by number of people", document["by_population"]["rows"]
    if len(rows) < 2:
        return Missing("population", title, "there are too few people to take samples at this support.")
    points = [
        (float(row["people"]), Rate(float(np.mean(row["personas"])), min(row["personas"]), max(row["personas"])))
        for row in rows
    ]
    fit = document["by_population"].get("r2")
    said = "no straight line can be laid through them" if fit is None else f"a straight line explains R² = {fit:.3f}"
    return Figure(
        "population",
        title,
        f"At the same support, samples of {rows[0]['people']:,} to {rows[-1]['people']:,} people; {said}.",
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
                (f"{row['people']:,}", f"{min(row['personas']):,}", f"{np.mean(row['personas']):,.0f}",
                 f"{max(row['personas']):,}")
                for row in rows
            ],
        ),
    )  # fmt: skip


def sizes_table(document: Mapping[str, Any]) -> Table:
    """How many personas have how many pairs."""
    rows = [(f"{size} pairs", f"{count:,}") for size, count in document["sizes"].items()]
    return Table("Personas by size", ("size", "personas"), rows)


def crowds_table(document: Mapping[str, Any]) -> Table:
    """The personas with the largest crowds."""
    rows = [(pairs_words(row["pairs"]), f"{row['count']:,}") for row in document["crowds"]]
    return Table("The largest crowds", ("persona", "people who share it"), rows)


def pairs_words(pairs: Mapping[str, str | Sequence[str]], longest: int = 200) -> str:
    """A persona in words: "country Alland · language English"."""
    parts = [f"{name} {value if isinstance(value, str) else ' and '.join(value)}" for name, value in pairs.items()]
    return plain_text(" · ".join(parts), longest)


def _exact(amount: float) -> Rate:
    return Rate(float(amount), float(amount), float(amount))

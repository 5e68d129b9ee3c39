"""`compare.html`: what protections cost and how far they help; one file, offline, without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standout.common.pages import environment_of, policy
from standout.report.compare.compare_tables import (
    as_rate,
    attribute_tables,
    auc,
    identified_table,
    numbered,
    options_table,
    overview,
    realism_table,
    statistics_table,
    utility_table,
)
from standout.report.drawing.charts import Figure, Table
from standout.report.drawing.frontier_chart import FrontierChart, Mark
from standout.report.words import interval, percent

RESULTS, PAGE = "compare.json", "compare.html"
_TEMPLATES = Path(__file__).parents[1] / "templates"


def render_compare(document: Mapping[str, Any]) -> str:
    """The page as text; the same results give the same bytes."""
    from markupsafe import Markup

    environment = environment_of(_TEMPLATES)
    style = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    return environment.get_template("compare.html.j2").render(
        style=Markup(style),
        policy=policy(style),
        document=document,
        headline=headline(document),
        advice=advice(document),
        figures=figures(document),
        tables=[overview(document), identified_table(document), *attribute_tables(document), realism_table(document),
                utility_table(document), statistics_table(document), options_table(document)],
        notes=notes(document),
        percent=percent,
    )  # fmt: skip


def headline(document: Mapping[str, Any]) -> tuple[str, str, str]:
    """What is the matter without protection, and how far the strongest gets: words, the figure, further words."""
    now, rows = document["unprotected"], [row for row in document["protections"] if row["changes"] == "data"]
    if "attribute" in document and "inferred" in now:
        left = min((row["inferred"]["rate"] for row in rows if "inferred" in row), default=None)
        rest = "" if left is None else f"; with the strongest protection that was tried it is {left:.2f}"
        name = document["attribute"]["name"]
        return f"Without protection, {name} is inferred with an AUC of", auc(as_rate(now["inferred"])), rest
    if "risk" not in now:
        return "Nobody could be looked for:", "too few items", " for these adversaries"
    left = min((row["risk"]["rate"] for row in rows if "risk" in row), default=None)
    rest = "" if left is None else f"; with the strongest protection that was tried it is {percent(left)}"
    by = f" of the people looked for are found by the adversary “{now['risk']['adversary']}”{rest}"
    return "Without protection,", interval(as_rate(now["risk"])), by


def advice(document: Mapping[str, Any]) -> list[str]:
    """The recommendation in sentences."""
    found = document["recommendation"]
    told = [str(found[about]["words"]) for about in ("identification", "attribute") if about in found]
    best = min(
        (row for row in document["protections"] if row["changes"] == "knowledge" and "risk" in row),
        key=lambda row: float(row["risk"]["rate"]),
        default=None,
    )
    if best is not None:
        told.append(f"What people can do themselves: {best['text']} leaves {percent(best['risk']['rate'])} found.")
    return told


def figures(document: Mapping[str, Any]) -> list[Figure]:
    """The frontier of being found, and that of the attribute."""
    found = []
    for key, about, title, axis in (
        ("risk", "identification", "Who is found, against utility lost", "people found by the worst adversary"),
        ("inferred", "attribute", "What is inferred, against utility lost", "AUC of the worst attacker"),
    ):
        if key in document["unprotected"] and about in document["recommendation"]:
            found.append(_frontier(document, key, about, title, axis))
    return found


def _frontier(document: Mapping[str, Any], key: str, about: str, title: str, axis: str) -> Figure:
    line = document["recommendation"][about]["frontier"]
    now, shares = as_rate(document["unprotected"][key]), key == "risk"
    show = interval if shares else auc
    marks = [Mark("0", 0.0, now, f"unprotected: {show(now)}", "nothing" in line, True)] if now else []
    rows = []
    for number, row in numbered(document):
        rate, loss = as_rate(row.get(key)), row.get("utility_loss")
        if rate is None or loss is None or row["changes"] != "data":
            continue
        on = row["text"] in line
        marks.append(Mark(str(number), loss, rate, f"{row['text']}: {show(rate)}, {percent(loss)} lost", on, False))
        rows.append((str(number), row["text"], percent(loss), show(rate), "yes" if on else "no"))
    bounds = (0.0, 1.0) if shares else (0.5, 1.0)
    drawn = FrontierChart(about, title, f"{axis} by utility lost", marks, ("utility lost", axis), bounds, shares)
    return Figure(
        about,
        title,
        f"{len([row for row in rows if row[-1] == 'yes'])} of {len(rows)} protections are beaten by no other in both.",
        "Each point is a protection of the data, by its number in the tables; hold the pointer over it for its name. "
        "Lower and further left is better. The line joins the protections that none beats in both; upright bars are "
        "95% intervals. The scale across is stretched near 0.",
        drawn,
        Table(title, ("", "protection", "utility lost", axis, "on the frontier"), rows, 2),
    )


def notes(document: Mapping[str, Any]) -> list[str]:
    """What was noticed, about the whole and about each protection."""
    told = [*document["notes"], *document["unprotected"]["notes"]]
    return told + [f"{row['text']}: {note}" for row in document["protections"] for note in row["notes"]]

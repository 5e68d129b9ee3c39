"""`infer.html`: what the record betrays about a person; one file, offline, without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standout.common.files import private_folder, write_together
from standout.common.pages import environment_of, policy
from standout.report.audit.results import as_json
from standout.report.drawing.charts import Figure, Missing, Table
from standout.report.inference import inference_figures as figures
from standout.report.inference import inference_tables as tables
from standout.report.words import percent

RESULTS, PAGE = "infer.json", "infer.html"
_TEMPLATES = Path(__file__).parents[1] / "templates"


def write_inference(folder: Path, document: dict[str, Any]) -> list[str]:
    """Write the results and the page, each whole; returns their paths."""
    private_folder(folder)
    page = render_inference(document)
    files = [folder / RESULTS, folder / PAGE]
    write_together({files[0]: as_json(document).encode(), files[1]: page.encode("utf-8", errors="replace")})
    return [str(file) for file in files]


def render_inference(document: Mapping[str, Any]) -> str:
    """The page as text; the same results give the same bytes."""
    from markupsafe import Markup

    environment = environment_of(_TEMPLATES)
    environment.tests |= {
        "figure": lambda block: isinstance(block, Figure),
        "missing": lambda block: isinstance(block, Missing),
        "table": lambda block: isinstance(block, Table),
    }
    style = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    best = next(row for row in document["attackers"] if row["name"] == document["strongest"])
    return environment.get_template("inference.html.j2").render(
        style=Markup(style),
        policy=policy(style),
        document=document,
        best=best,
        sections=_sections(document),
        percent=percent,
    )


def _sections(document: Mapping[str, Any]) -> list[tuple[str, str, list[Figure | Missing | Table]]]:
    """Id, heading and blocks of each section."""
    betrayed: list[Figure | Missing | Table] = [figures.amounts_figure(document), figures.curve_figure(document)]
    if "revealing" in document:
        betrayed += [tables.kept_table(document), tables.coefficient_table(document)]
        betrayed += [table for table in (tables.test_table(document), tables.forest_table(document)) if table.rows]
    grouped = [figures.groups_figure(document), figures.shares_figure(document), figures.together_figure(document)]
    return [
        ("inferred", "What can be inferred", [figures.attackers_figure(document)]),
        ("hard", "Who is hard to infer", [figures.length_figure(document), figures.loyalty_figure(document)]),
        ("betrayed", "What gives people away", betrayed),
        ("kinds", "Groups of items", list(grouped)),
    ]

"""`infer.html`: what the record betrays about a person; one file, offline, without scripts."""

from __future__ import annotations

import re
from pathlib import Path

from standout.common.pages import environment_of, policy
from standout.common.plain import plain_text
from standout.report.drawing.figure import Figure, Missing, Table
from standout.report.heading import heading, printed_style
from standout.report.inference import inference_figures as figures
from standout.report.inference import inference_tables as tables
from standout.report.words import what_was_read
from standout.results.inference import InferenceResult
from standout.results.run import Run

_TEMPLATES = Path(__file__).parents[1] / "templates"
_RIGHT = re.compile(r"(?<=is guessed rightly for )((?:under |over )?[\d.]+%) (\[[^]]*\])")


def render_inference(result: InferenceResult, run: Run | None = None) -> str:
    """The page as text; the same results give the same bytes. `run` is how they came about, if that is known."""
    from markupsafe import Markup, escape

    environment = environment_of(_TEMPLATES)
    environment.tests |= {
        "figure": lambda block: isinstance(block, Figure),
        "missing": lambda block: isinstance(block, Missing),
        "table": lambda block: isinstance(block, Table),
    }
    about = heading(asked_of(result), files_of(result), run)
    style = printed_style((_TEMPLATES / "report.css").read_text(encoding="utf-8"), about)
    headline = _RIGHT.sub(r'<strong>\1</strong> <span class="span">\2</span>', str(escape(result.headline())))
    return environment.get_template("inference.html.j2").render(
        style=Markup(style),
        policy=policy(style),
        about=about,
        result=result,
        headline=Markup(headline),
        sections=sections(result),
        understood=what_was_read(("", result.understood)),
    )


def files_of(result: InferenceResult) -> tuple[str, ...]:
    """What the data is called."""
    return result.understood.files if result.understood else ()


def asked_of(result: InferenceResult) -> str:
    """The question that the report answers, with a place for the data's name; brackets of the attribute's stay."""
    attribute = plain_text(result.attribute, 60).replace("{", "{{").replace("}", "}}")
    return f"what does {{}} betray about {attribute}?"


def sections(result: InferenceResult) -> list[tuple[str, str, list[Figure | Missing | Table]]]:
    """Id, heading and blocks of each section."""
    betrayed: list[Figure | Missing | Table] = [
        figures.parts_figure(result),
        figures.amounts_figure(result),
        figures.curve_figure(result),
    ]
    if result.revealing is not None:
        items = result.revealing.items
        betrayed += [tables.kept_table(result.revealing, result.data.items), tables.coefficient_table(items)]
        betrayed += [table for table in (tables.test_table(items), tables.forest_table(items)) if table.rows]
    grouped = [figures.groups_figure(result), figures.shares_figure(result), figures.together_figure(result)]
    inferred: list[Figure | Missing | Table] = [figures.attackers_figure(result)]
    if result.number is not None:
        inferred.append(tables.number_table(result.number))
    if result.stack is not None:
        inferred.append(tables.learners_table(result.stack))
    return [
        ("inferred", "What can be inferred", inferred),
        ("hard", "Who is hard to infer", [figures.length_figure(result), figures.loyalty_figure(result)]),
        ("betrayed", "What gives people away", _missing_at_once(betrayed)),
        ("kinds", "Groups of items", _missing_at_once(list(grouped))),
    ]


def _missing_at_once(blocks: list[Figure | Missing | Table]) -> list[Figure | Missing | Table]:
    """One line where everything of a section is missing for the same reason."""
    missing = [block for block in blocks if isinstance(block, Missing)]
    if len(missing) < len(blocks) or len({block.reason for block in missing}) != 1:
        return blocks
    return [Missing(missing[0].name, " · ".join(block.title for block in missing), missing[0].reason)]

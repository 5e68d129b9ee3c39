"""A reproduction as a document: `<paper>.md`, and its charts as pictures beside it. Aggregates only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from standout import __version__
from standout.common.files import private_folder, write_together
from standout.outputs.places import check_folder
from standout.reproductions.rows import Section
from standout.reproductions.saved_charts import standing_alone
from standout.results.reproduction import Reproduction, Row

IMAGES = "images"


def write_markdown(result: Reproduction, title: str, sections: Sequence[Section], folder: Path) -> Path:
    """Write the document, its pictures and the results themselves; each file appears whole or not at all. Returns the
    document's path."""
    charts = {section.table: section.chart() for section in sections if section.chart is not None}
    pictures = {f"{IMAGES}/{_picture(result.paper, table)}": standing_alone(chart) for table, chart in charts.items()}
    document, results = f"{result.paper}.md", f"{result.paper}.json"
    kinds = {document: "document", results: result.recognised_by()}
    check_folder(folder, kinds | dict.fromkeys(pictures, "picture"), ())
    private_folder(private_folder(folder) / IMAGES)
    text = as_markdown(result, title, sections)
    files = pictures | {document: text.encode(), results: result.content()}
    write_together({folder / name: content for name, content in files.items()})
    return folder / document


def as_markdown(result: Reproduction, title: str, sections: Sequence[Section]) -> str:
    """The document's text."""
    lines = [
        f"# {title}",
        "",
        f"Standout {__version__} on {result.data.described()} (SHA-256 `{result.data.sha256[:12]}…`), "
        f"seed {result.seed}, draws {result.draws}. Made by "
        f"`standout reproduce {result.paper}`; see docs/reproducing.md for how to read it.",
        "",
        "In brackets: the 95% interval; n: how many people, targets or profiles our figure is of. “–”: no number. "
        "Published numbers are those that the paper's text states.",
        "",
        "## What comes out",
        "",
        *(f"- {finding}" for finding in result.findings),
        "",
    ]
    for section in sections:
        lines += _section(result.paper, section)
    return "\n".join(lines).rstrip() + "\n"


def _section(paper: str, section: Section) -> list[str]:
    lines = [f"## {section.table[0].upper()}{section.table[1:]}: {section.title}", ""]
    if section.words:
        lines += [section.words, ""]
    if section.chart is not None:
        lines += [f"![{section.title}]({IMAGES}/{_picture(paper, section.table)})", ""]
    numbers = remark_numbers(section.rows)
    lines += ["| what | published | ours | n | remark |", "|---|---:|---:|---:|---:|"]
    for row in section.rows:
        number = f"{numbers[row.remark]}" if row.remark else ""
        cells = (row.what, row.published_text(), row.ours_text(), row.n_text(), number)
        lines.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    lines.append("")
    lines += [f"{number}. {remark}" for remark, number in numbers.items()]
    return [*lines, ""]


def remark_numbers(rows: Sequence[Row]) -> dict[str, int]:
    """Each different remark with its number, in the order of the rows."""
    remarks = dict.fromkeys(row.remark for row in rows if row.remark)
    return {remark: number for number, remark in enumerate(remarks, 1)}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _picture(paper: str, table: str) -> str:
    return f"{paper}-{re.sub(r'[^a-z0-9]+', '-', table.casefold()).strip('-')}.svg"

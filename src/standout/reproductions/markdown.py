"""A reproduction as a document: `<paper>.md`, and its charts as pictures beside it. Aggregates only."""

from __future__ import annotations

import re
from pathlib import Path

from standout import __version__
from standout.common.files import private_folder, write_together
from standout.outputs.places import check_folder
from standout.reproductions.rows import Reproduction, Row, Section, shown, shown_interval
from standout.reproductions.saved_charts import standing_alone

IMAGES = "images"


def write_document(found: Reproduction, folder: Path) -> Path:
    """Write the document and its pictures; each file appears whole or not at all. Returns the document's path."""
    charts = {section.table: section.chart() for section in found.sections if section.chart is not None}
    pictures = {f"{IMAGES}/{_picture(found.paper, table)}": standing_alone(chart) for table, chart in charts.items()}
    document = f"{found.paper}.md"
    check_folder(folder, {document: "document"} | dict.fromkeys(pictures, "picture"), ())
    private_folder(private_folder(folder) / IMAGES)
    contents = {
        folder / name: content for name, content in (pictures | {document: as_markdown(found).encode()}).items()
    }
    write_together(contents)
    return folder / document


def as_markdown(found: Reproduction) -> str:
    """The document's text."""
    data = found.data
    lines = [
        f"# {found.title}",
        "",
        f"Standout {__version__} on {found.words} (SHA-256 `{data['sha256'][:12]}…`), seed {found.seed}, "
        f"draws {found.draws}. Made by "
        f"`standout reproduce {found.paper}`; see docs/reproducing.md for how to read it.",
        "",
        "In brackets: the 95% interval. “–”: no number. Published numbers are those that the paper's text states.",
        "",
        "## What comes out",
        "",
        *(f"- {finding}" for finding in found.findings),
        "",
    ]
    for section in found.sections:
        lines += _section(found.paper, section)
    return "\n".join(lines).rstrip() + "\n"


def _section(paper: str, section: Section) -> list[str]:
    lines = [f"## {section.table[0].upper()}{section.table[1:]}: {section.title}", ""]
    if section.words:
        lines += [section.words, ""]
    if section.chart is not None:
        lines += [f"![{section.title}]({IMAGES}/{_picture(paper, section.table)})", ""]
    numbers = remark_numbers(section.rows)
    lines += ["| what | published | ours | remark |", "|---|---:|---:|---:|"]
    for row in section.rows:
        ours = f"{shown(row.ours, row.unit)}{shown_interval(row)}"
        cells = (row.what, shown(row.published, row.unit), ours, f"{numbers[row.remark]}" if row.remark else "")
        lines.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    lines.append("")
    lines += [f"{number}. {remark}" for remark, number in numbers.items()]
    return [*lines, ""]


def remark_numbers(rows: list[Row]) -> dict[str, int]:
    """Each different remark with its number, in the order of the rows."""
    remarks = dict.fromkeys(row.remark for row in rows if row.remark)
    return {remark: number for number, remark in enumerate(remarks, 1)}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _picture(paper: str, table: str) -> str:
    return f"{paper}-{re.sub(r'[^a-z0-9]+', '-', table.casefold()).strip('-')}.svg"

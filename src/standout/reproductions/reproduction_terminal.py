"""A reproduction in the terminal: a table per figure of the paper, 80 columns wide, remarks beneath."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from standout.common.plain import plain_path
from standout.reproductions.markdown import remark_numbers
from standout.reproductions.reproduced import Reproduced
from standout.reproductions.rows import Section

_WIDTH = 80


def print_reproduction(result: Reproduced, document: Path, console: Console | None = None) -> None:
    """Every figure and table, published beside ours; then what comes out, and where the document is."""
    console = console or _console()
    console.print(result.title, style="bold", markup=False)
    console.print(
        f"{result.document.data.described()}; in brackets the 95% interval; numbers at the right lead to the remarks",
        style="dim",
        markup=False,
    )
    for section in result.sections:
        _print(console, section)
    console.print("\nWhat comes out", style="bold")
    for finding in result.findings:
        console.print(Padding(f"• {finding}", (0, 0, 0, 1)), markup=False)
    console.print(f"\ndocument: {plain_path(document)}", soft_wrap=True, markup=False)


def _print(console: Console, section: Section) -> None:
    console.print(f"\n{section.table[0].upper()}{section.table[1:]}: {section.title}", style="bold", markup=False)
    numbers = remark_numbers(section.rows)
    table = Table(box=None, pad_edge=False, header_style="dim", width=_WIDTH)
    table.add_column("", ratio=1)
    for name, width in (("published", 10), ("ours", 18), ("n", 7), ("", 2)):
        table.add_column(name, justify="right", no_wrap=True, width=width)
    for row in section.rows:
        ours = row.ours_text().replace("[", "\\[")
        table.add_row(row.what, row.published_text(), ours, row.n_text(), str(numbers.get(row.remark, "")))
    console.print(table)
    for remark, number in numbers.items():
        console.print(Padding(f"{number}  {remark}", (0, 0, 0, 1)), style="dim", markup=False)


def _console() -> Console:
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH)

"""`standout report`: draw the report of an audit again."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli.printing import print_line


def report(
    folder: Path = typer.Argument(..., metavar="DIR", help="The folder that an audit wrote."),
    pdf: bool = typer.Option(False, "--pdf", help="Also write report.pdf; needs no browser."),
) -> None:
    """Draw the report of an audit again.

    From findings.json and people.parquet alone.
    """
    from standout.library.report import draw_report

    for file in draw_report(folder, pdf=pdf):
        print_line(file)

"""`standout report`: draw the report of an audit again."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli.printing import print_line
from standout.errors import BadInput


def report(
    folder: Path = typer.Argument(..., metavar="DIR", help="The folder that an audit wrote."),
    pdf: bool = typer.Option(False, "--pdf", help="Also write report.pdf, through Chromium where it is installed."),
) -> None:
    """Draw the report of an audit again.

    From findings.json and people.parquet alone.
    """
    from standout.outputs.places import check_folder
    from standout.report.audit.html import REPORT, write_report

    if not folder.is_dir():
        raise BadInput(f"{folder}: no folder with findings.json; name the folder that `standout audit` wrote into")
    check_folder(folder, {REPORT: "page"} | ({"report.pdf": "pdf"} if pdf else {}), ())
    print_line(write_report(folder))
    if pdf:
        from standout.report.audit.pdf import write_pdf

        print_line(write_pdf(folder))

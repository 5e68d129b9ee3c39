"""`report.pdf`: the report as a Chromium that is installed here prints it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from standout.common.files import write_whole
from standout.errors import BadInput
from standout.outputs.recognising import PDF_END
from standout.outputs.scratch import scratch_folder, system_place
from standout.report.audit.html import write_report
from standout.results.audit import REPORT

PDF = "report.pdf"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
PATIENCE = 120
"""Seconds after which a browser that has not printed is given up."""

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-pdf-header-footer",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-first-run",
    "--no-default-browser-check",
)


def browser() -> str:
    """A Chromium to print with."""
    program = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if program is None:
        raise BadInput("no Chromium or Chrome is installed here; install one, or print report.html from your browser")
    return program


def write_pdf(folder: Path) -> Path:
    """Make `report.html` and print it to `report.pdf`; the browser gets a profile of its own, which is thrown away."""
    program = browser()
    page = write_report(folder)
    with scratch_folder(system_place()) as scratch:
        printed = scratch / PDF
        command = [program, *_FLAGS, f"--user-data-dir={scratch}/profile", f"--print-to-pdf={printed}"]
        try:
            subprocess.run([*command, page.resolve().as_uri()], check=True, capture_output=True, timeout=PATIENCE)
            content = printed.read_bytes()
        except (subprocess.SubprocessError, OSError):
            raise BadInput(f"{program} could not print the report; open {folder / REPORT} and print it there") from None
    file = folder / PDF
    write_whole(file, content + PDF_END)
    return file

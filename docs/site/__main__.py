"""`python -m docs.site`: gathers the pages, makes the reference, and builds the site; any broken link is an error."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from docs.site.command_pages import commands_page
from docs.site.field_pages import fields_page
from docs.site.gathering import gather
from docs.site.library_pages import library_pages
from docs.site.notebook_pages import notebook_pages
from docs.site.places import BUILT, ROOT, SETTINGS, STAGED
from docs.site.schema_pages import schema_pages


def made_pages() -> dict[str, str]:
    """By place: every page that is made from the code."""
    return {
        "reference/commands.md": commands_page(),
        "reference/fields.md": fields_page(),
        **library_pages(),
        **schema_pages(),
        **notebook_pages(),
    }


def stage(into: Path) -> None:
    """All pages of the site in one folder."""
    shutil.rmtree(into, ignore_errors=True)
    gather(into)
    for place, text in made_pages().items():
        target = into / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def build(into: Path, pages: Path = STAGED) -> int:
    """Gather pages in one folder and build the site strictly into another; the status of the builder."""
    stage(pages)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(SETTINGS)]
    quiet = os.environ | {
        "NO_MKDOCS_2_WARNING": "1",
        "STANDOUT_PAGES": str(pages),
    }  # what it says about its own future helps nobody here
    return subprocess.run([*command, "--site-dir", str(into)], cwd=ROOT, env=quiet, check=False).returncode


if __name__ == "__main__":
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--out", type=Path, default=BUILT, help="where the site goes (build/site)")
    out = wanted.parse_args().out.resolve()
    status = build(out)
    if status == 0:
        print(f"site: {out / 'index.html'}")
    sys.exit(status)

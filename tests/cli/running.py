"""Running the command line as a user does, within this process: starting another costs seconds each time."""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from standout.cli import main


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    status: int
    output: str
    errors: str


def standout(*words: str, folder: Path | None = None) -> Finished:
    """Run `standout` with these words, in this folder, and see how it leaves."""
    output, errors, status = io.StringIO(), io.StringIO(), 0
    with (
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(errors),
        contextlib.chdir(folder or Path.cwd()),
        patch.object(sys, "argv", ["standout", *words]),
    ):
        try:
            main()
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else int(left.code is not None)
    return Finished(status, output.getvalue(), errors.getvalue())

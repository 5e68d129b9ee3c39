"""`standout prepare`: read data once, so that every other command opens it at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Unpack

import typer

from standout.cli import options
from standout.cli.printing import note, print_json, print_line
from standout.cli.reading_data import reads_data
from standout.io.reading_options import ReadingArguments


@reads_data
def prepare(
    data: str = options.DATA,
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the result. Default: <data name>.standout here."
    ),
    memory: str | None = options.MEMORY,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Read data once, so that other commands open it at once."""
    from standout.library.prepare import prepare as prepare_data

    result = prepare_data(
        data,
        out=out,
        **reading,
        memory=memory,
        tell=lambda line: note(line) if sys.stderr.isatty() or not line.startswith("reading") else None,
    )
    if as_json:
        print_json(result.to_dict())
        return
    for line in result.lines():
        print_line(line)

"""The one way to standard output and standard error: nothing from outside steers the terminal.

Names of files, ids and titles may hold escape sequences, and marks that turn the writing round. They come out as
escapes that show what is there. (Tables and coloured text are drawn in `report`, which takes the same care.)
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

from standout.common.plain import escaped, json_page

_LONGEST = 20_000


def print_line(text: str | os.PathLike[str]) -> None:
    """One line of results on standard output."""
    sys.stdout.write(escaped(os.fspath(text), _LONGEST) + "\n")


def print_help(text: str) -> None:
    """A whole help at once; whoever reads only the first lines of it has what they wanted."""
    try:
        sys.stdout.write("".join(f"{escaped(line, _LONGEST)}\n" for line in text.splitlines()))
        sys.stdout.flush()
    except BrokenPipeError:
        forget_output()


def print_json(document: Any) -> None:
    """The result as one JSON document on standard output."""
    sys.stdout.write(json_page(document))


def note(text: str) -> None:
    """One line beside the results, on standard error."""
    print(escaped(text, _LONGEST), file=sys.stderr, flush=True)


def forget_output() -> None:
    """Nobody reads standard output: let nothing more be written there when Python flushes it at the end."""
    with suppress(OSError, ValueError):  # a stream of a program that calls us has nothing to redirect
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)

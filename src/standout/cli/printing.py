"""The one way to standard output and standard error: nothing from outside steers the terminal.

Names of files, ids and titles may hold escape sequences, and marks that turn the writing round. They come out as
escapes that show what is there. (Tables and coloured text are drawn in `report`, which takes the same care.)
"""

from __future__ import annotations

import os
import sys
from typing import Any

from standout.common.plain import escaped, json_text

_LONGEST = 20_000


def print_line(text: str | os.PathLike[str]) -> None:
    """One line of results on standard output."""
    sys.stdout.write(escaped(os.fspath(text), _LONGEST) + "\n")


def print_json(document: Any) -> None:
    """The result as one JSON document on standard output."""
    sys.stdout.write(json_text(document) + "\n")


def note(text: str) -> None:
    """One line beside the results, on standard error."""
    print(escaped(text, _LONGEST), file=sys.stderr, flush=True)

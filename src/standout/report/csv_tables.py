"""Tables as CSV, for whoever works on with the figures: harmless in a spreadsheet, whatever an item is called."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from io import StringIO

_FORMULA = re.compile(r"[=+@\t\r]|-(?!\s*[\d.])")
"""How a cell begins that a spreadsheet would take for a formula; a number below 0 is none."""


def csv_text(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The table with a line for its head; a cell that begins like a formula gets an apostrophe before it."""
    stream = StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([_harmless(cell) for cell in head])
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _harmless(cell: str) -> str:
    text = str(cell)
    return f"'{text}" if _FORMULA.match(text) else text

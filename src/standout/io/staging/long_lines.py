"""Lines that are too long to be rows: what is no table may be one endless line, which nobody should hold in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

LONGEST = 2_000_000
"""A row of more bytes than this is not read (DuckDB reads no longer ones either)."""

TOO_LONG = f"more than {LONGEST:,} bytes"
"""What is wrong with such a row, for messages."""

MARK = "\x00"
"""Begins what is left of a line that was too long; a text that was checked has no such character."""

_KEPT = 60


def bounded_lines(stream: TextIO) -> Iterator[str]:
    """The lines of a text; of one that is too long only the beginning, without quotes, after a mark."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST // 4 or len(line.encode()) <= LONGEST:
            yield line
            continue
        yield MARK + line[:_KEPT].replace('"', "").rstrip("\r\n") + "\n"
        while not line.endswith(("\n", "\r")) and (line := stream.readline(LONGEST)):
            pass


def is_cut(text: str) -> bool:
    """Whether this is what is left of a line that was too long."""
    return MARK in text

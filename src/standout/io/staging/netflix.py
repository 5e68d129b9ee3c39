"""The Netflix Prize files: a line `movie:` and below it lines of `customer,rating,date`."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from standout.common.files import open_private
from standout.common.formats import shown_path
from standout.errors import BadInput

COLUMNS = {"item": "1", "user": "2", "value": "3", "time": "4"}
"""Columns of the joined file."""

_BLOCK = 1 << 22
_MOVIE = re.compile(rb"^(\d+):[ \t]*$", re.MULTILINE)


@dataclass
class Joined:
    """All files as one with the movie in front of each line, and where each stretch of lines came from."""

    path: Path
    _first_rows: list[int] = field(default_factory=list)
    _origins: list[tuple[str, int]] = field(default_factory=list)

    def begin(self, row: int, file: str, line: int) -> None:
        """From this row on, rows come from this file, beginning with this line."""
        self._first_rows.append(row)
        self._origins.append((file, line))

    def origin(self, row: int) -> tuple[str, int]:
        """File and line of a row of the joined file (the first is 1)."""
        index = bisect.bisect_right(self._first_rows, row) - 1
        file, line = self._origins[index]
        return file, line + row - self._first_rows[index]


def join(files: Iterable[Path], to: Path) -> Joined:
    """Write all files as one plain file of movie, customer, rating, date."""
    joined, row = Joined(to), 1
    with open_private(to) as target:
        for file in files:
            row = _append(file, target, joined, row)
    return joined


def _append(file: Path, target: BinaryIO, joined: Joined, row: int) -> int:
    movie, line, rest = b"", 1, b""
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            block = rest + block
            cut = block.rfind(b"\n") + 1
            block, rest = block[:cut], block[cut:]
            movie, line, row = _lines(file, block.replace(b"\r\n", b"\n"), target, joined, (movie, line, row))
    if rest.strip():
        _, _, row = _lines(file, rest.rstrip(b"\r\n") + b"\n", target, joined, (movie, line, row))
    return row


def _lines(
    file: Path, block: bytes, target: BinaryIO, joined: Joined, reached: tuple[bytes, int, int]
) -> tuple[bytes, int, int]:
    movie, line, row = reached
    pieces = _MOVIE.split(block)
    for number, piece in enumerate(pieces):
        if number % 2:
            movie, line = piece, line
            continue
        if number:
            piece, line = piece[1:], line + 1
        if not piece.strip():
            line += piece.count(b"\n")
            continue
        if not movie:
            raise BadInput(f"{shown_path(file)}: row {line} comes before any 'movie:' line; get the file again")
        body = piece.rstrip(b"\n")
        count = body.count(b"\n") + 1
        joined.begin(row, file.name, line)
        target.write(movie + b"," + body.replace(b"\n", b"\n" + movie + b",") + b"\n")
        line, row = line + piece.count(b"\n"), row + count
    return movie, line, row

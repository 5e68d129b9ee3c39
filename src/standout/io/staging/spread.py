"""Some cells of a column, spread over whole files of separated text, without reading all of them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from standout.io.staging.scanning import Dialect

_PLACES = 64
_FILES = 256
"""Files that are looked into, where there are more."""
_BYTES = 1 << 15
"""What is read at each place."""


def spread_cells(files: Sequence[Path], dialect: Dialect, column: int, most: int) -> list[str]:
    """Cells of a column from places all over files in UTF-8, as far as rows are in order there; empty ones left out.

    A row that runs over several lines may be cut, so that some cells may be wrong: enough for a guess.
    """
    count = min(len(files), _FILES)
    chosen = [files[len(files) * place // count] for place in range(count)]
    places = max(1, _PLACES // count)
    share = -(-most // (places * count))
    return [cell for file in chosen for cell in _cells(file, dialect, column, places, share)]


def _cells(file: Path, dialect: Dialect, column: int, places: int, share: int) -> list[str]:
    """Cells from places all over one file, no more than a share at each."""
    size, cells = file.stat().st_size, list[str]()
    with file.open("rb") as stream:
        for place in range(places):
            start = size * place // places
            stream.seek(start)
            if start or dialect.header:
                stream.readline(_BYTES)
            lines = stream.read(_BYTES).decode("utf-8", "replace").splitlines()
            whole = lines[:-1] if len(lines) > 1 and stream.tell() < size else lines
            said = [row[column].strip() for row in _rows(whole, dialect) if len(row) == dialect.width]
            cells += [cell for cell in said if cell][:share]
            if stream.tell() >= size and start + _BYTES >= size:
                break
    return cells


def _rows(lines: Sequence[str], dialect: Dialect) -> list[list[str]]:
    if not dialect.quote or len(dialect.delimiter) > 1:
        return [line.split(None if dialect.in_blanks else dialect.delimiter) for line in lines]
    doubled = dialect.escape == dialect.quote
    try:
        return list(
            csv.reader(
                lines,
                delimiter=dialect.delimiter,
                quotechar=dialect.quote,
                doublequote=doubled,
                escapechar=None if doubled else dialect.escape,
            )
        )
    except csv.Error:
        return []

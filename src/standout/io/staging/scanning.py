"""A slow, exact look at the rows of a separated text file.

DuckDB reads such files fast but only where every row is in order. This scanner is for the rest: it says
which rows are broken, finds the row that a number belongs to, and copies the sound rows to a clean file.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from standout.common.files import open_private
from standout.io.staging.long_lines import LONGEST, MARK, TOO_LONG, bounded_lines, is_cut

_SPREAD = 1 << 17
"""A quoted cell goes on for no more characters than this after its first line: else its quotes were never closed."""


@dataclass(frozen=True)
class Dialect:
    """How a text file separates and quotes; `width` is how many cells a row has.

    `telling` are the columns that hold numbers or dates in every row that was looked at.
    """

    delimiter: str
    quote: str = '"'
    escape: str = '"'
    header: bool = False
    width: int = 0
    telling: tuple[int, ...] = ()

    @property
    def in_blanks(self) -> bool:
        """Whether any run of blanks parts two cells; DuckDB reads no such file."""
        return self.delimiter == " "

    @property
    def clean(self) -> Dialect:
        """The dialect of a clean copy."""
        return replace(self, delimiter=",", quote='"', escape='"')


@dataclass(frozen=True)
class Row:
    """A row by its number as a spreadsheet counts (the first is 1); no cells if too long or with broken quotes."""

    number: int
    cells: list[str] | None
    text: str = ""


class _Lines:
    """Lines of a file that remember what was taken since the last row, so that it can be given back."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._returned: list[str] = []
        self._spread = 0
        self.taken: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._returned.pop() if self._returned else next(self._lines)
        self._spread = self._spread + len(line) if self.taken else 0
        self.taken.append(line)
        if self._spread > _SPREAD:
            raise csv.Error("quotes are not closed")
        return line

    def give_back(self) -> str:
        """Give back all but the first line that was taken, and return that one."""
        self._returned.extend(reversed(self.taken[1:]))
        return self.taken[0]


def rows(file: Path, dialect: Dialect) -> Iterator[Row]:
    """Every row that is not blank. After broken quotes, reading goes on with the next line."""
    with file.open(encoding="utf-8", newline="") as stream:
        lines = bounded_lines(stream)
        if not dialect.quote:
            yield from _unquoted(lines, dialect.delimiter)
        else:
            yield from _quoted(_Lines(lines), dialect)


def _unquoted(lines: Iterable[str], delimiter: str) -> Iterator[Row]:
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if text.strip(" "):
            yield Row(number, None if is_cut(text) else text.split(None if delimiter == " " else delimiter), text)


def _quoted(lines: _Lines, dialect: Dialect) -> Iterator[Row]:
    reader, number = _reader(lines, dialect), 0
    while True:
        lines.taken.clear()
        number += 1
        try:
            cells = _next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield Row(number, None, lines.give_back().rstrip("\r\n"))
            reader = _reader(lines, dialect)
            continue
        if merged(lines.taken, dialect):
            yield Row(number, None, lines.give_back().rstrip("\r\n"))
            reader = _reader(lines, dialect)
        elif cells and (len(cells) > 1 or cells[0].strip(" ")):
            text = lines.taken[0].rstrip("\r\n")
            yield Row(number, None if is_cut(text) else cells, text)


def _next(reader: Iterator[list[str]]) -> list[str]:
    """The next row; cells may be as long as rows. The limit is that of the whole process, so it is put back."""
    usual = csv.field_size_limit(LONGEST)
    try:
        return next(reader)
    finally:
        csv.field_size_limit(usual)


def merged(lines: Sequence[str], dialect: Dialect) -> bool:
    """Whether a row that runs over several lines is several rows, which a stray quote has made one.

    The first line by itself has as many cells as a row, and so has each following one (half of them, where numbers or
    dates stand in their columns too): lines of prose seldom have.
    """
    if len(lines) < 2 or not dialect.width or not _like_a_row(lines[0], dialect, ()):
        return False
    fitting = sum(_like_a_row(line, dialect, dialect.telling) for line in lines[1:])
    needed = (len(lines) - 1) / 2 if dialect.telling else len(lines) - 1
    return fitting >= needed


def _like_a_row(line: str, dialect: Dialect, telling: Sequence[int]) -> bool:
    cells = line.rstrip("\r\n").split(dialect.delimiter)
    if len(cells) == dialect.width + 1 and not cells[-1]:
        cells.pop()
    return len(cells) == dialect.width and all(like_data(cells[column].strip(dialect.quote)) for column in telling)


_LIKE_DATA = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|\.\d+)([eE][+-]?\d+)?\s*|\s*\d{4}[-/]\d{1,2}[-/]\d{1,2}.*")


def like_data(cell: str) -> bool:
    """Whether a cell is a number or a date."""
    return _LIKE_DATA.fullmatch(cell) is not None


def _reader(lines: _Lines, dialect: Dialect) -> Iterator[list[str]]:
    doubled = dialect.escape == dialect.quote
    return csv.reader(
        lines,
        delimiter=dialect.delimiter,
        quotechar=dialect.quote,
        doublequote=doubled,
        escapechar=None if doubled else dialect.escape,
        strict=True,
    )


@dataclass(frozen=True)
class Broken:
    """A row whose cells do not fit the columns, and how many there are for the same reason."""

    number: int
    reason: str
    text: str
    count: int = 1
    file: str = ""
    """Which part it is in, where there are several."""


def fitted(row: Row, width: int) -> list[str] | Broken:
    """The row's cells, if there are as many as columns; one empty cell more at the end is forgiven."""
    if is_cut(row.text) or (row.cells and _too_long(row.cells)):
        return Broken(row.number, TOO_LONG, row.text.replace(MARK, ""))
    if row.cells is None:
        return Broken(row.number, "broken quotes", row.text)
    if len(row.cells) == width + 1 and not row.cells[-1]:
        return row.cells[:-1]
    if len(row.cells) < width:
        return Broken(row.number, "too few columns", row.text)
    if len(row.cells) > width:
        return Broken(row.number, "too many columns", row.text)
    return row.cells


def _too_long(cells: list[str]) -> bool:
    """Whether the row is too long, as it would stand in a clean copy, or has a line that was."""
    if sum(map(len, cells)) <= LONGEST // 16:
        return any(map(is_cut, cells))
    return len(_clean_row(cells)) > LONGEST or any(map(is_cut, cells))


def copy_sound_rows(file: Path, dialect: Dialect, to: Path) -> list[Broken]:
    """Copy header and sound rows to a clean file; return the first broken row of each kind, with counts."""
    with open_private(to) as target:
        return _copy(file, dialect, target, keys=(), header=True)


def copy_sound_parts(files: Sequence[tuple[Path, str, Sequence[str]]], dialect: Dialect, to: Path) -> list[Broken]:
    """The same for several files with one header; to each row the cells are added that go with its file's name."""
    broken: dict[str, Broken] = {}
    with open_private(to) as target:
        for number, (file, name, keys) in enumerate(files):
            for each in _copy(file, dialect, target, keys, header=number == 0):
                first = broken.get(each.reason)
                count = each.count + (first.count if first else 0)
                broken[each.reason] = replace(first or replace(each, file=name), count=count)
    return list(broken.values())


def _copy(file: Path, dialect: Dialect, target: BinaryIO, keys: Sequence[str], *, header: bool) -> list[Broken]:
    broken: dict[str, Broken] = {}
    skipped = header or not dialect.header
    for row in rows(file, dialect):
        cells = fitted(row, dialect.width)
        if isinstance(cells, Broken):
            first = broken.get(cells.reason)
            broken[cells.reason] = replace(first, count=first.count + 1) if first else cells
        elif skipped:
            target.write(_clean_row([*cells, *keys] if keys else cells))
        skipped = True
    return list(broken.values())


def _clean_row(cells: list[str]) -> bytes:
    return (",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\n").encode()


def row_number(file: Path, dialect: Dialect, index: int) -> int:
    """The number of the sound data row with this index (the first is 0)."""
    return place_of_row((file,), dialect, index)[1]


def place_of_row(files: Sequence[Path], dialect: Dialect, index: int) -> tuple[int, int]:
    """Which of the files has the sound data row with this index (the first is 0), and its number there."""
    wanted = index
    for place, file in enumerate(files):
        above = 1 if dialect.header else 0
        for row in rows(file, dialect):
            if isinstance(fitted(row, dialect.width), Broken):
                continue
            if above:
                above -= 1
            elif not wanted:
                return place, row.number
            else:
                wanted -= 1
    return 0, index + (2 if dialect.header else 1)

"""A person's history: a list, a table, or what a service lets them download; what may name an item, line by line.

The kind of file is found by its first row. What a line may mean is left open where only the bulletin can tell: an
episode is a list of names from the fullest to the series; what was listened to is a track, an album or an artist.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from standout.common.wording import shown
from standout.errors import BadInput

LARGEST = 64 * 1024 * 1024
"""More bytes than this are not one person's history."""

LONGEST = 1_000
"""A text longer than this is not a title."""

_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (rb"\x1f\x8b", "a gzip file; unpack it first"),
    (rb"PAR1", "a Parquet file; convert it to CSV"),
    (rb"SQLite format 3\x00", "a database; export a table as CSV"),
    (rb"%PDF", "a PDF; name a text or CSV file"),
)
"""How a file begins that is not a list or a table, and what it then is."""


class TooLong(BadInput):
    """A text that is too long to name an item."""


@dataclass(frozen=True)
class Name:
    """What may name an item: an id, a title with or without a year, or a series, cut from the name of an episode. What
    is longer than any name is refused."""

    text: str
    kind: str = "title"
    year: int | None = None

    def __post_init__(self) -> None:
        if len(self.text) > LONGEST:
            raise TooLong(
                f"'{shown(self.text)}' has {len(self.text):,} characters, but a title has at most {LONGEST:,}; mend it"
            )


@dataclass(frozen=True)
class Mention:
    """One thing in a history: the names to try, in this order, and as what it counts if none is known.

    The value and the date that stand beside it are kept as written; mentions are the same without them.
    """

    names: tuple[Name, ...]
    counts_as: str
    value: str = field(default="", compare=False)
    date: str = field(default="", compare=False)


@dataclass(frozen=True)
class Reading:
    """One way to understand a history, such as by artist or by track."""

    what: str
    mentions: tuple[Mention, ...]


@dataclass(frozen=True)
class History:
    """A history as read: its kind, the ways to understand it, how many lines it had, and what was noticed."""

    kind: str
    readings: tuple[Reading, ...]
    lines: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """The rows of a file that are not empty, each with its line number, and the name to give in messages."""

    file: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    notes: tuple[str, ...] = ()


def decoded(content: bytes, file: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and a note if its encoding had to be guessed."""
    notes: tuple[str, ...] = ()
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", errors="replace")
    else:
        begin = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
        meaning = next((said for mark, said in _FOREIGN if re.match(mark, begin, re.IGNORECASE)), None)
        if meaning:
            raise BadInput(f"{file}: this is {meaning}")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text, notes = _western(content), ("not UTF-8; read as Western European text",)
    if "\0" in text:
        raise BadInput(f"{file}: not text; name a text or CSV file")
    if not text.strip():
        raise BadInput(f"{file}: empty; write one title or item id to a line")
    return text, notes


def _western(content: bytes) -> str:
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Lines that hold something, with their numbers."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if line.strip():
            yield number, line.strip()


def sheet_of(text: str, delimiter: str, file: str, notes: tuple[str, ...] = ()) -> Sheet:
    """Rows of cells; a row's number is that of its last line. Broken quotes are refused with the row."""
    rows: list[tuple[int, tuple[str, ...]]] = []
    if len(delimiter) > 1:
        rows = [(number, tuple(line.split(delimiter))) for number, line in lines_of(text)]
        return Sheet(file, tuple(rows), notes)
    reader = csv.reader(re.split(r"(?<=\n)|(?<=\r)(?!\n)", text), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, tuple(cell.strip() for cell in cells)))
    except csv.Error as problem:
        if "unexpected end" in str(problem):
            raise BadInput(f"{file}: a quotation mark is opened and never closed; mend it") from None
        raise BadInput(f"{file}: line {reader.line_num:,} cannot be read ({problem}); mend the quotes") from None
    if not rows:
        raise BadInput(f"{file}: no row of it holds anything; write one title or item id to a line")
    return Sheet(file, tuple(rows), notes)

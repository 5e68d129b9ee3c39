"""Further names of items from a table: localised titles, and what another service calls them.

A CSV with a header. A column `item` has the item's id, or `title` what it is called; every other column whose name
begins with `alias` or `title` (`aliases`, `title_de`) has further names, several in a cell divided by `|`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.matching.titles import normalised_title, parsed

LARGEST = 256 * 1024 * 1024
_FURTHER = re.compile(r"^(?:alias(?:es)?|titles?|also(?: known as)?|original title|name)(?:[ _-].*)?$")


@dataclass(frozen=True)
class Aliases:
    """Names with the items that they are of, and how many rows were about other items."""

    names: tuple[tuple[int, str], ...]
    others: int


def read_aliases(path: Path, ids: Sequence[str], titles: Sequence[str | None]) -> Aliases:
    """The further names in a table, of the items that are known here."""
    try:
        text = read_document(path, "a table of titles", LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"--titles {shown_path(path)}: not UTF-8 text; save the table as CSV in UTF-8") from None
    try:
        return aliases_in(text, ids, titles)
    except ValueError as problem:
        raise BadInput(f"--titles {shown_path(path)}: {problem}") from None


def aliases_in(text: str, ids: Sequence[str], titles: Sequence[str | None]) -> Aliases:
    """The same from the table's text; what is wrong with it comes as a ValueError."""
    rows = _rows(text)
    header = [cell.strip().lower() for cell in next(rows, [])]
    key = next((header.index(name) for name in ("item", "id", "title") if name in header), None)
    further = [at for at, name in enumerate(header) if at != key and _FURTHER.match(name)]
    if key is None or not further:
        raise ValueError("needs a column 'item' (or 'title') and a column 'alias'; see docs/matching.md")
    known = _by_id(ids) if header[key] != "title" else _by_title(titles)
    names: dict[tuple[int, str], None] = {}
    others = 0
    for cells in rows:
        cell = cells[key].strip() if key < len(cells) else ""
        item = known.get(cell if header[key] != "title" else _plain(cell))
        if item is None:
            others += bool(cell)
            continue
        for at in further:
            for name in (cells[at] if at < len(cells) else "").split("|"):
                if name.strip():
                    names[item, name.strip()] = None
    return Aliases(tuple(names), others)


def _rows(text: str) -> Iterator[list[str]]:
    first = text.split("\n", 1)[0]
    delimiter = max((",", ";", "\t"), key=first.count)
    try:
        yield from csv.reader(text.splitlines(), delimiter=delimiter, strict=True)
    except csv.Error as problem:
        raise ValueError(f"cannot be read ({problem}); mend the quotes") from None


def _by_id(ids: Sequence[str]) -> dict[str, int]:
    return {name: item for item, name in enumerate(ids)}


def _by_title(titles: Sequence[str | None]) -> dict[str, int]:
    """Items by title and year; of two with the same, the first."""
    found: dict[str, int] = {}
    for item, title in enumerate(titles):
        if title:
            found.setdefault(_plain(title), item)
    return found


def _plain(title: str) -> str:
    taken = parsed(title)
    return f"{taken.keys[0] if taken.keys else normalised_title(title)} {taken.year}"

"""Titles of items, from the file that a layout has or the one that was named."""

from __future__ import annotations

import re
from pathlib import Path

from standout.common.formats import format_of, shown_path
from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.names import YEARS
from standout.io.columns.roles import plain_name, usual
from standout.io.staging.dialects import dialect_of, looks_like_data
from standout.io.staging.scanning import Dialect, rows
from standout.io.staging.text import plain_text

Titles = dict[str, str]


def read_titles(file: Path, scratch: Path) -> tuple[Titles, tuple[str, ...]]:
    """Titles by item, and what was noticed. Rows without a title or with broken quotes are noted."""
    if format_of(file).kind != "text":
        raise BadInput(f"{shown_path(file)}: titles come from a CSV, TSV or :: file; convert it")
    items, unread, notes = _rows(file, scratch, titled=True)
    titles = {item: title for item, title in items.items() if title}
    unread += len(items) - len(titles)
    note = f"{shown_path(Path(file.name))}: {unread:,} rows without a title or with broken quotes were left out"
    return titles, notes + ((note,) if unread else ())


def read_names(file: Path, scratch: Path) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """All names of each item, its title first: an item that comes again has a further name. And what was noticed."""
    if format_of(file).kind != "text":
        raise BadInput(f"{shown_path(file)}: titles come from a CSV, TSV or :: file; convert it")
    further: dict[str, list[str]] = {}
    items, unread, notes = _rows(file, scratch, titled=True, further=further)
    names = {item: (title, *further.get(item, ())) for item, title in items.items() if title}
    unread += len(items) - len(names)
    note = f"{shown_path(Path(file.name))}: {unread:,} rows without a title or with broken quotes were left out"
    return names, notes + ((note,) if unread else ())


def read_items(file: Path, scratch: Path) -> tuple[Titles, tuple[str, ...]]:
    """All items of a table of items, each with its title, empty where there is none; and what was noticed.

    An item that comes twice is refused: that is what people's rows look like, and they are no catalogue.
    """
    if format_of(file).kind != "text":
        raise BadInput(f"{shown_path(file)}: a catalogue is a CSV, TSV or :: file; convert it")
    items, unread, notes = _rows(file, scratch, titled=False, once=True)
    note = f"{shown_path(Path(file.name))}: {unread:,} rows without an item or with broken quotes were left out"
    return items, notes + ((note,) if unread else ())


def _rows(
    file: Path, scratch: Path, *, titled: bool, once: bool = False, further: dict[str, list[str]] | None = None
) -> tuple[Titles, int, tuple[str, ...]]:
    """The first title of each item, how many rows could not be read, and notes; `titled` asks for a title column.

    Other titles of an item that come later go into `further`.
    """
    text = plain_text(file, format_of(file).packing, scratch)
    if file.name.lower() in ("movie_titles.txt", "movie_titles.csv"):
        return _netflix(text.path), 0, text.notes  # its own layout: one film a line
    dialect, item, title, header, year = _layout(text.path, file, titled)
    titles: Titles = {}
    unread = 0
    for number, row in enumerate(rows(text.path, dialect)):
        if number == 0 and header:
            continue
        if row.cells is None or len(row.cells) <= max(item, title) or not row.cells[item].strip():
            unread += 1
        else:
            if once and row.cells[item] in titles:
                raise BadInput(
                    f"{shown_path(file)}: row {number + 1}: item '{shown(row.cells[item])}' comes a second time; "
                    "a catalogue lists each item once and is not made of people's rows"
                )
            named = row.cells[title].strip() if title >= 0 else ""
            if named and 0 <= year < len(row.cells):
                named = with_year(named, row.cells[year].strip())
            first = titles[row.cells[item]] = titles.get(row.cells[item]) or named
            if further is not None and named and named != first:
                further.setdefault(row.cells[item], []).append(named)
    return titles, unread, text.notes


def with_year(title: str, year: str) -> str:
    """The title with the year of its own column in brackets, unless it has one already or this is none."""
    if not re.fullmatch(r"\d{4}", year) or re.search(r"\(\d{4}(?:[-–—]\d{0,4})?\)$", title):
        return title
    return f"{title} ({year})"


def _layout(path: Path, file: Path, titled: bool) -> tuple[Dialect, int, int, bool, int]:
    """Dialect, position of item and title (-1: none), whether there is a header, and position of the year."""
    if file.name.lower() == "u.item":
        return Dialect("|", quote="", escape=""), 0, 1, False, -1
    if file.name.lower() == "artists.dat":  # of Last.fm: id, name, addresses
        return Dialect("\t", quote="", escape=""), 0, 1, True, -1
    dialect, first = _dialect(path, shown_path(file), titled)
    columns = usual(first)
    if not titled and "user" in columns and not plain_name(first[columns["user"]]).startswith("author"):
        raise BadInput(
            f"{shown_path(file)}: column '{shown(first[columns['user']])}' looks like people; a catalogue comes from "
            "outside people's rows"
        )
    if "item" in columns and ("title" in columns or not titled):
        year = next((place for place, name in enumerate(first) if plain_name(name) in YEARS), -1)
        return dialect, columns["item"], columns.get("title", -1), True, year
    if looks_like_data(first) or len(first) == 1 or (titled and not columns and len(first) == 2):
        return dialect, 0, 1 if len(first) > 1 else -1, False, -1
    what = "titles need a column 'item' and a column 'title'" if titled else "a catalogue needs a column 'item'"
    raise BadInput(f"{shown_path(file)}: {what}; name {'them' if titled else 'it'} so in its header")


def _dialect(path: Path, name: str, titled: bool) -> tuple[Dialect, list[str]]:
    """Separator and first row; without titles an item in each line will do."""
    try:
        return dialect_of(path, name)
    except BadInput:
        only = Dialect(",", width=1)
        first = next((row.cells for row in rows(path, only) if row.cells), None)
        if titled or not first:
            raise
        return only, first


def _netflix(path: Path) -> Titles:
    """Lines of id, year, title, where the title may hold commas."""
    titles = {}
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            parts = line.rstrip("\r\n").split(",", 2)
            if len(parts) == 3:
                titles[parts[0]] = with_year(parts[2], parts[1])
    return titles

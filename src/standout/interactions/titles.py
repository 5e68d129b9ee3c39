"""Titles of items, from the file that a layout has or the one that was named."""

from __future__ import annotations

from pathlib import Path

from standout.errors import BadInput
from standout.interactions.columns import usual
from standout.interactions.dialects import dialect_of, looks_like_data
from standout.interactions.formats import format_of, shown_path
from standout.interactions.scanning import Dialect, rows
from standout.interactions.text import plain_text

Titles = dict[str, str]


def read_titles(file: Path, scratch: Path) -> tuple[Titles, tuple[str, ...]]:
    """Titles by item, and what was noticed. Rows without a title or with broken quotes are noted."""
    form = format_of(file)
    if form.kind != "text":
        raise BadInput(f"{shown_path(file)}: titles come from a CSV, TSV or :: file; convert it")
    text = plain_text(file, form.packing, scratch)
    if file.name.lower() in ("movie_titles.txt", "movie_titles.csv"):
        return _netflix(text.path), text.notes
    dialect, item, title, header = _layout(text.path, file)
    titles: Titles = {}
    unread = 0
    for number, row in enumerate(rows(text.path, dialect)):
        if number == 0 and header:
            continue
        if row.cells is None or len(row.cells) <= max(item, title):
            unread += 1
        elif row.cells[title].strip():
            titles.setdefault(row.cells[item], row.cells[title].strip())
    note = f"{shown_path(Path(file.name))}: {unread:,} rows without a title or with broken quotes were left out"
    return titles, text.notes + ((note,) if unread else ())


def _layout(path: Path, file: Path) -> tuple[Dialect, int, int, bool]:
    """Dialect, position of item and title, and whether there is a header."""
    if file.name.lower() == "u.item":
        return Dialect("|", quote="", escape=""), 0, 1, False
    dialect, first = dialect_of(path, shown_path(file))
    found = usual(first)
    if "item" in found and "title" in found:
        return dialect, found["item"], found["title"], True
    if looks_like_data(first) or (not found and len(first) == 2):
        return dialect, 0, 1, False
    raise BadInput(f"{shown_path(file)}: titles need a column 'item' and a column 'title'; name them so in its header")


def _netflix(path: Path) -> Titles:
    """Lines of id, year, title, where the title may hold commas."""
    titles = {}
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            parts = line.rstrip("\r\n").split(",", 2)
            if len(parts) == 3:
                titles[parts[0]] = parts[2]
    return titles

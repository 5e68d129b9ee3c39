"""Histories without a service behind them: a table with a column of items, or a list with a title to a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from standout.errors import BadInput
from standout.io.columns.names import YEARS, is_header
from standout.io.columns.roles import choose, plain_name, usual
from standout.io.staging.dialects import looks_like_data
from standout.label.person.history import LONGEST, History, Mention, Name, Reading, Sheet, lines_of
from standout.label.person.history_rows import first_cells, history_from, rows_of_one, year_of

_SEPARATORS = (",", ";", "\t", "|", "::")
_TABLES = (".csv", ".tsv", ".dat", ".data", ".tab")
_LIST_HEADERS = {"title", "titles", "item", "items", "itemid", "name", "names", "isbn", "movieid", "bookid"}
WRITERS = {"author", "authorid"}
"""In other data those whose record it is; in a list of books, those who wrote them."""


def table_delimiter(first: str, file: str, columns: Mapping[str, str] | None) -> str | None:
    """What separates the columns, if this is a table: told, by its header, or by the file's name."""
    cells = {delimiter: first_cells(first, delimiter) for delimiter in _SEPARATORS}
    for delimiter, names in cells.items():
        if len(names) > 1 and "item" in usual(names):
            return delimiter
    widest = max(_SEPARATORS, key=lambda delimiter: len(cells[delimiter]))
    named_so = Path(file).suffix.lower() in _TABLES
    return widest if columns or (named_so and len(cells[widest]) > 1) else None


def table_history(sheet: Sheet, columns: Mapping[str, str], person: str | None) -> History:
    """A table as `standout audit` takes it, of one person; the column of people may be missing."""
    first = list(sheet.rows[0][1])
    known = {role: place for role, place in usual(first).items() if plain_name(first[place]) not in WRITERS}
    by_number = any(name.isdecimal() for name in columns.values())
    header = (bool(known) and is_header(first)) or not (looks_like_data(first) or by_number)
    in_order = dict(zip(("user", "item", "value", "time"), range(len(first)), strict=False)) if len(first) <= 4 else {}
    defaults = known if header else in_order
    places = choose(sheet.file, first, columns, header=header, defaults=defaults, needed=("item",)).at
    used = ("user", "item", "title", "value", "time")
    roles: dict[str, int] = {role: places[role] for role in used if role in places}
    if header and (years := [place for place, name in enumerate(first) if plain_name(name) in YEARS]):
        roles["year"] = years[0]
    rows = [
        {role: cells[place] if place < len(cells) else "" for role, place in roles.items()}
        for _, cells in (sheet.rows[1:] if header else sheet.rows)
    ]
    kept = [row for row in rows_of_one(sheet.file, rows, "user" if "user" in roles else None, person) if row["item"]]
    mentions = [
        Mention((Name(row["item"], "id"),
                 *(Name(text, year=year_of(row.get("year", ""))) for text in (row.get("title"), row["item"]) if text)),
                row.get("title") or row["item"], row.get("value", ""), row.get("time", ""))
        for row in kept
    ]  # fmt: skip
    return history_from("table", sheet, Reading("items", tuple(mentions)))


def list_history(text: str, file: str, person: str | None, notes: tuple[str, ...]) -> History:
    """A title or an id to a line. Which of the two a number is, the whole list decides."""
    if person is not None:
        raise BadInput(f"{file}: a list has no people in it; leave --person out")
    lines = []
    for number, line in lines_of(text):
        if len(line) > LONGEST:
            raise BadInput(f"{file}: line {number:,} has more than {LONGEST:,} characters; write one title to a line")
        lines.append(line)
    if plain_name(lines[0]) in _LIST_HEADERS and len(lines) > 1:
        lines = lines[1:]
    return words_history([_unquoted(line) for line in lines], file, notes)


def words_history(words: Iterable[str], file: str, notes: tuple[str, ...] = ()) -> History:
    """Titles or ids, one after another; the bulletin decides which of the two they are."""
    given = tuple(words)
    ids = Reading("ids", tuple(Mention((Name(word, "id"), Name(word)), word) for word in given))
    titles = Reading("titles", tuple(Mention((Name(word), Name(word, "id")), word) for word in given))
    return history_from("list", Sheet(file, (), notes), titles, ids)


def _unquoted(line: str) -> str:
    line = line.rstrip(",;")
    return line[1:-1].replace('""', '"') if len(line) > 2 and line[0] == line[-1] == '"' else line

"""What each kind of history looks like, and what its rows say.

| kind | first row |
|---|---|
| netflix | `Title,Date`, in English or as the account's language has it; or the longer `ViewingActivity.csv` |
| letterboxd | has `Name` and `Letterboxd URI` |
| goodreads | has `Title` and `Exclusive Shelf` |
| imdb | has `Const` and `Title` |
| lastfm | no header: artist, album, track and a date; or a header with artist and track |
| table | has a column with a usual name for items, or `--columns` says which |
| list | anything else: a title or an item id to a line |

The page does the same in JavaScript (`templates/history.js`); a browser test compares the two.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.roles import check_roles, choose, plain_name, usual
from standout.io.staging.dialects import looks_like_data
from standout.label.person.history import LONGEST, History, Mention, Name, Reading, Sheet, lines_of, sheet_of
from standout.label.person.titles import normalised_title

_SEPARATORS = (",", ";", "\t", "|", "::")
_TABLES = (".csv", ".tsv", ".dat", ".data", ".tab")
_LIST_HEADERS = {"title", "titles", "item", "items", "itemid", "name", "names", "isbn", "movieid", "bookid"}
WRITERS = {"author", "authorid"}
"""In other data those whose record it is; in a list of books, those who wrote them."""
_NETFLIX_HEADERS = {
    frozenset(words.split())
    for words in ("title date", "titel datum", "titre date", "titulo fecha", "titulo data", "titolo data", "tytul data")
}
_NETFLIX_DATES = {"date", "datum", "fecha", "data", "starttime"}
_SEASON = re.compile(
    r"^(?:(?:limited |mini-?)series|(?:season|series|part|volume|vol\.?|book|chapter|collection|staffel|teil|saison|"
    r"partie|temporada|parte|stagione|seizoen|deel|sezon|czesc|säsong|sæson|sesong|kausi)\s*\d+.*|"
    r"\d+\. (?:sezon|évad).*)$",
    re.IGNORECASE,
)
_SCROBBLED = re.compile(r"(?:\d{1,2} [^\W\d]{3,9} \d{4}\b.*|\d{4}-\d{2}-\d{2}[ T].*|\d{9,13})?")

Row = dict[str, str]
"""A row's cells by the plain names of their columns."""


def understood(
    text: str, file: str, columns: Mapping[str, str] | None, person: str | None, notes: tuple[str, ...] = ()
) -> History:
    """What the history says, by the kind of file it is."""
    check_roles(columns or {})
    _, first = next(iter(lines_of(text)))
    if columns is None:
        for delimiter in (",", ";", "\t"):
            for names, reader in _EXPORTS:
                if names(_plain(_cells(first, delimiter))):
                    return reader(sheet_of(text, delimiter, file, notes), person)
        if _is_lastfm(_cells(first, ",")):
            return _lastfm_bare(sheet_of(text, ",", file, notes), person)
    if (separator := _table_delimiter(first, file, columns)) is not None:
        return _table(sheet_of(text, separator, file, notes), columns or {}, person)
    return _list(text, file, person, notes)


def _cells(line: str, delimiter: str) -> list[str]:
    """The cells of a first line; none if it is no row of a table."""
    if len(delimiter) > 1:
        return line.split(delimiter)
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:  # a cell without end
        return []


def _plain(names: Iterable[str]) -> list[str]:
    return [plain_name(name) for name in names]


def _history(kind: str, sheet: Sheet, *readings: Reading, notes: Iterable[str] = ()) -> History:
    if not readings[0].mentions:
        raise BadInput(f"{sheet.file}: no row of it says what you had; name a file with your history")
    return History(kind, readings, len(readings[0].mentions), (*sheet.notes, *notes))


def _named(sheet: Sheet, person: str | None, people: str | None = None) -> list[Row]:
    """The rows below the header as cells by plain name: of one person, if there is a column of people."""
    header = _plain(sheet.rows[0][1])
    rows = [dict(zip(header, cells, strict=False)) for _, cells in sheet.rows[1:]]
    return _of_one(sheet.file, rows, people if people in header else None, person)


def _of_one(file: str, rows: list[Row], column: str | None, person: str | None) -> list[Row]:
    if column is None:
        if person is not None:
            raise BadInput(f"{file}: has no column of people, so --person cannot choose one; leave it out")
        return rows
    people = dict.fromkeys(row.get(column, "") for row in rows)
    if person is None and len(people) > 1:
        raise BadInput(f"{file}: holds {len(people):,} people; say which one you are with --person")
    if person is not None and person not in people:
        raise BadInput(f"{file}: nobody is called '{shown(person)}' in it; mend --person")
    return [row for row in rows if person is None or row.get(column) == person]


def _year(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{4}", text) else None


def _left_out(count: int, why: str) -> list[str]:
    return [f"{count:,} {'row' if count == 1 else 'rows'} left out: {why}"] if count else []


# Netflix


def _netflix(sheet: Sheet, person: str | None) -> History:
    """`Title,Date`; or `ViewingActivity.csv`, where trailers are marked and several profiles may be."""
    header = _plain(sheet.rows[0][1])
    column = "title" if "title" in header else header[0]
    rows = _named(sheet, person, "profilename")
    kept = [row for row in rows if row.get(column) and not row.get("supplementalvideotype")]
    notes = _left_out(len(rows) - len(kept), "no title, or only a trailer")
    dates = next((name for name in header if name in _NETFLIX_DATES), "")
    mentions = tuple(replace(episode(row[column]), date=row.get(dates, "")) for row in kept)
    return _history("netflix", sheet, Reading("titles", mentions), notes=notes)


def episode(text: str, *first: Name) -> Mention:
    """ "Series: Season 1: Name": its names from the fullest to the series, as which it counts if none is known."""
    parts = Name(text).text.split(": ")
    prefixes = [": ".join(parts[:end]) for end in range(len(parts), 0, -1)]
    season = next((at for at, part in enumerate(parts) if at and _SEASON.match(part)), len(parts))
    return Mention((*first, *(Name(prefix) for prefix in prefixes)), ": ".join(parts[:season]))


# Letterboxd, Goodreads, IMDb


def _letterboxd(sheet: Sheet, person: str | None) -> History:
    rows = _named(sheet, person)
    mentions = [
        Mention(
            (Name(row["name"], year=_year(row.get("year", ""))),),
            _with_year(row["name"], row.get("year", "")),
            row.get("rating", ""),
            row.get("date", ""),
        )
        for row in rows
        if row.get("name")
    ]
    return _history("letterboxd", sheet, Reading("films", tuple(mentions)))


def _with_year(title: str, year: str) -> str:
    return f"{title} ({year})" if year else title


def _goodreads(sheet: Sheet, person: str | None) -> History:
    """Only what was read counts; a book is known by its ISBN in both lengths, then by its title."""
    rows = _named(sheet, person)
    kept = [row for row in rows if row.get("exclusiveshelf") == "read" and row.get("title")]
    notes = _left_out(len(rows) - len(kept), "not on the shelf 'read'")
    return _history("goodreads", sheet, Reading("books", tuple(_book(row) for row in kept)), notes=notes)


def _book(row: Row) -> Mention:
    numbers = [re.sub(r"[^0-9Xx]", "", row.get(column, "")).upper() for column in ("isbn", "isbn13")]
    ids = dict.fromkeys(one for number in numbers for one in (number, _other_isbn(number)) if one)
    title = row["title"]
    before = [title.partition(": ")[0]] if ": " in title else []
    names = (*(Name(one, "id") for one in ids), *(Name(text) for text in (title, *before)))
    rating = row.get("myrating", "")
    return Mention(names, title, "" if rating == "0" else rating, row.get("dateread", ""))


def _other_isbn(number: str) -> str:
    """The same book's number with 13 digits instead of 10, or the other way round; nothing if there is none."""
    if re.fullmatch(r"\d{9}[\dX]", number):
        body = f"978{number[:9]}"
        return body + str(-sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(body)) % 10)
    if re.fullmatch(r"978\d{10}", number):
        body = number[3:12]
        check = -sum(int(digit) * (10 - at) for at, digit in enumerate(body)) % 11
        return body + ("X" if check == 10 else str(check))
    return ""


def _imdb(sheet: Sheet, person: str | None) -> History:
    """Only what was rated counts; an episode may also be known by its series."""
    rows = _named(sheet, person)
    rated = "yourrating" in _plain(sheet.rows[0][1])
    kept = [row for row in rows if row.get("title") and (row.get("yourrating") or not rated)]
    notes = _left_out(len(rows) - len(kept), "without a rating of yours")
    return _history("imdb", sheet, Reading("titles", tuple(_dated(row) for row in kept)), notes=notes)


def _dated(row: Row) -> Mention:
    return replace(_rated(row), value=row.get("yourrating", ""), date=row.get("daterated", ""))


def _rated(row: Row) -> Mention:
    year = _year(row.get("year", ""))
    titles = dict.fromkeys(text for text in (row["title"], row.get("originaltitle", "")) if text)
    names = (Name(row.get("const", ""), "id"), *(Name(text, year=year) for text in titles))
    if plain_name(row.get("titletype", "")) == "tvepisode":
        return episode(row["title"], *names)
    return Mention(names, _with_year(row["title"], row.get("year", "")))


# Last.fm


def _is_lastfm(cells: list[str]) -> bool:
    return len(cells) in (4, 5) and bool(cells[0]) and bool(_SCROBBLED.fullmatch(", ".join(cells[3:])))


def _lastfm_bare(sheet: Sheet, person: str | None) -> History:
    rows = [dict(zip(("artist", "album", "track"), cells, strict=False)) for _, cells in sheet.rows]
    return _heard(sheet, _of_one(sheet.file, rows, None, person))


def _lastfm(sheet: Sheet, person: str | None) -> History:
    return _heard(sheet, _named(sheet, person))


def _heard(sheet: Sheet, rows: list[Row]) -> History:
    """What was heard, by artist, by track and by album: the one that the bulletin knows is taken."""
    kept = [row for row in rows if row.get("artist")]
    by = {
        "artists": [Mention((Name(row["artist"]),), row["artist"]) for row in kept],
        "tracks": [_of_artist(row, "track") for row in kept if row.get("track")],
        "albums": [_of_artist(row, "album") for row in kept if row.get("album")],
    }
    notes = _left_out(len(rows) - len(kept), "without an artist")
    return _history("lastfm", sheet, *(Reading(what, tuple(found)) for what, found in by.items()), notes=notes)


def _of_artist(row: Row, part: str) -> Mention:
    both = f"{row['artist']} - {row[part]}"
    return Mention((Name(both), Name(row[part])), both)


# A table, a list


def _table_delimiter(first: str, file: str, columns: Mapping[str, str] | None) -> str | None:
    """What separates the columns, if this is a table: told, by its header, or by the file's name."""
    cells = {delimiter: _cells(first, delimiter) for delimiter in _SEPARATORS}
    for delimiter, found in cells.items():
        if len(found) > 1 and "item" in usual(found):
            return delimiter
    widest = max(_SEPARATORS, key=lambda delimiter: len(cells[delimiter]))
    named_so = Path(file).suffix.lower() in _TABLES
    return widest if columns or (named_so and len(cells[widest]) > 1) else None


def _table(sheet: Sheet, columns: Mapping[str, str], person: str | None) -> History:
    """A table as `standout audit` takes it, of one person; the column of people may be missing."""
    first = list(sheet.rows[0][1])
    found = {role: place for role, place in usual(first).items() if plain_name(first[place]) not in WRITERS}
    by_number = any(name.isdecimal() for name in columns.values())
    header = bool(found) or not (looks_like_data(first) or by_number)
    in_order = dict(zip(("user", "item", "value", "time"), range(len(first)), strict=False)) if len(first) <= 4 else {}
    at = choose(sheet.file, first, columns, header=header, defaults=found if header else in_order, needed=("item",)).at
    roles: dict[str, int] = {role: at[role] for role in ("user", "item", "title", "value", "time") if role in at}
    rows = [
        {role: cells[place] if place < len(cells) else "" for role, place in roles.items()}
        for _, cells in (sheet.rows[1:] if header else sheet.rows)
    ]
    kept = [row for row in _of_one(sheet.file, rows, "user" if "user" in roles else None, person) if row["item"]]
    mentions = [
        Mention((Name(row["item"], "id"), *(Name(text) for text in (row.get("title"), row["item"]) if text)),
                row.get("title") or row["item"], row.get("value", ""), row.get("time", ""))
        for row in kept
    ]  # fmt: skip
    return _history("table", sheet, Reading("items", tuple(mentions)))


def _list(text: str, file: str, person: str | None, notes: tuple[str, ...]) -> History:
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
    words = [_unquoted(line) for line in lines]
    ids = Reading("ids", tuple(Mention((Name(word, "id"), Name(word)), word) for word in words))
    titles = Reading("titles", tuple(Mention((Name(word), Name(word, "id")), word) for word in words))
    return _history("list", Sheet(file, (), notes), titles, ids)


def _unquoted(line: str) -> str:
    line = line.rstrip(",;")
    return line[1:-1].replace('""', '"') if len(line) > 2 and line[0] == line[-1] == '"' else line


Wanted = Callable[[list[str]], bool]
Reader = Callable[[Sheet, str | None], History]


def _has(*wanted: str) -> Wanted:
    return lambda names: set(wanted) <= set(names)


def _is_netflix(names: list[str]) -> bool:
    return frozenset(map(normalised_title, names)) in _NETFLIX_HEADERS or {"profilename", "title"} <= set(names)


def _is_lastfm_header(names: list[str]) -> bool:
    return {"artist", "track"} <= set(names) and "user" not in usual(names)


_EXPORTS: tuple[tuple[Wanted, Reader], ...] = (
    (_is_netflix, _netflix),
    (_has("letterboxduri", "name"), _letterboxd),
    (_has("exclusiveshelf", "title"), _goodreads),
    (_has("const", "title"), _imdb),
    (_is_lastfm_header, _lastfm),
)

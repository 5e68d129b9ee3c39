"""What services let people download, by their first row, and what its rows say.

| kind | first row |
|---|---|
| netflix | `Title,Date`, in English or as the account's language has it; or the longer `ViewingActivity.csv` |
| letterboxd | has `Name` and `Letterboxd URI` |
| goodreads | has `Title` and `Exclusive Shelf` |
| imdb | has `Const` and `Title` |
| lastfm | no header: artist, album, track and a date; or a header with artist and track |
| amazon | has an `ASIN` and a `Product Name` or `Title` of an order |
| steam | has `appid` and `name` |

The page does the same in JavaScript (`templates/history.js`); a browser test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from standout.io.columns.roles import plain_name, usual
from standout.label.person.history import LONGEST, History, Mention, Name, Reading, Sheet
from standout.label.person.history_rows import (
    Row,
    history_from,
    left_out,
    named_rows,
    plain_names,
    rows_of_one,
    with_year,
    year_of,
)
from standout.label.person.netflix_dates import written_alike
from standout.matching.titles import normalised_title
from standout.matching.written import SEASON

_NETFLIX_TITLES_AND_DATES = (
    "title date", "titel datum", "titre date", "titulo fecha", "titulo data", "titolo data", "tytul data", "titel dato",
    "tittel dato", "nimi paivamaara", "nazev datum", "cim datum", "titlu data", "baslik tarih", "название дата",
    "назва дата", "τιτλος ημερομηνια", "タイトル 日付", "제목 날짜", "标题 日期", "標題 日期",
)  # fmt: skip
_NETFLIX_HEADERS = {frozenset(normalised_title(words).split()) for words in _NETFLIX_TITLES_AND_DATES}
_CANCELLED = {"cancelled", "canceled", "storniert", "annule", "annulé", "cancelado", "annullato"}
_SCROBBLED = re.compile(r"(?:\d{1,2} [^\W\d]{3,9} \d{4}\b.*|\d{4}-\d{2}-\d{2}[ T].*|\d{9,13})?")


# Netflix


def _netflix(sheet: Sheet, person: str | None) -> History:
    """`Title,Date`; or `ViewingActivity.csv`, where trailers are marked and several profiles may be."""
    header = plain_names(sheet.rows[0][1])
    column = "title" if "title" in header else header[0]
    rows = named_rows(sheet, person, "profilename")
    kept = [row for row in rows if row.get(column) and not row.get("supplementalvideotype")]
    notes = left_out(len(rows) - len(kept), "no title, or only a trailer")
    dates = "starttime" if "starttime" in header else header[-1]
    days = written_alike([row.get(dates, "") for row in kept])
    mentions = tuple(replace(episode(row[column]), date=day) for row, day in zip(kept, days, strict=True))
    return history_from("netflix", sheet, Reading("titles", mentions), notes=notes)


def episode(text: str, *first: Name, told: bool = False) -> Mention:
    """ "Series: Season 1: Name": its names from the fullest to the series, as which it counts if none is known.

    It is shortened only where a part says that it is a season, or where it is `told` to be an episode: "Top Gun:
    Maverick" is neither, and no "Top Gun". What is left is the name of a series, which is never taken for a film.
    """
    parts = Name(text).text.split(": ")
    season = next((place for place, part in enumerate(parts) if place and SEASON.match(part)), None)
    if season is None:
        season = 1 if told else len(parts)
    shorter = (": ".join(parts[:end]) for end in range(len(parts) - 1, season - 1, -1))
    return Mention((*first, Name(text), *(Name(name, "series") for name in shorter)), ": ".join(parts[:season]))


# Letterboxd, Goodreads, IMDb


def _letterboxd(sheet: Sheet, person: str | None) -> History:
    rows = named_rows(sheet, person)
    mentions = [
        Mention(
            (Name(row["name"], year=year_of(row.get("year", ""))),),
            with_year(row["name"], row.get("year", "")),
            row.get("rating", ""),
            row.get("date", ""),
        )
        for row in rows
        if row.get("name")
    ]
    return history_from("letterboxd", sheet, Reading("films", tuple(mentions)))


def _goodreads(sheet: Sheet, person: str | None) -> History:
    """Only what was read counts; a book is known by its ISBN in both lengths, then by its title."""
    rows = named_rows(sheet, person)
    kept = [row for row in rows if row.get("exclusiveshelf") == "read" and row.get("title")]
    notes = left_out(len(rows) - len(kept), "not on the shelf 'read'")
    return history_from("goodreads", sheet, Reading("books", tuple(_book(row) for row in kept)), notes=notes)


def _book(row: Row) -> Mention:
    numbers = [re.sub(r"[^0-9Xx]", "", row.get(column, "")).upper() for column in ("isbn", "isbn13")]
    ids = dict.fromkeys(isbn for number in numbers for isbn in (number, _other_isbn(number)) if isbn)
    title = row["title"]
    names = (*(Name(isbn, "id") for isbn in ids), Name(title))
    rating = row.get("myrating", "")
    return Mention(names, title, "" if rating == "0" else rating, row.get("dateread", ""))


def _other_isbn(number: str) -> str:
    """The same book's number with 13 digits instead of 10, or the other way round; nothing if there is none."""
    if re.fullmatch(r"\d{9}[\dX]", number):
        body = f"978{number[:9]}"
        return body + str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body)) % 10)
    if re.fullmatch(r"978\d{10}", number):
        body = number[3:12]
        check = -sum(int(digit) * (10 - place) for place, digit in enumerate(body)) % 11
        return body + ("X" if check == 10 else str(check))
    return ""


def _imdb(sheet: Sheet, person: str | None) -> History:
    """Only what was rated counts; an episode may also be known by its series."""
    rows = named_rows(sheet, person)
    rated = "yourrating" in plain_names(sheet.rows[0][1])
    kept = [row for row in rows if row.get("title") and (row.get("yourrating") or not rated)]
    notes = left_out(len(rows) - len(kept), "without a rating of yours")
    return history_from("imdb", sheet, Reading("titles", tuple(_dated(row) for row in kept)), notes=notes)


def _dated(row: Row) -> Mention:
    return replace(_rated(row), value=row.get("yourrating", ""), date=row.get("daterated", ""))


def _rated(row: Row) -> Mention:
    year = year_of(row.get("year", ""))
    titles = dict.fromkeys(text for text in (row["title"], row.get("originaltitle", "")) if text)
    names = (Name(row.get("const", ""), "id"), *(Name(text, year=year) for text in titles))
    if plain_name(row.get("titletype", "")) == "tvepisode":
        return episode(row["title"], *names, told=True)
    return Mention(names, with_year(row["title"], row.get("year", "")))


# Last.fm


def is_lastfm(cells: list[str]) -> bool:
    return len(cells) in (4, 5) and bool(cells[0]) and bool(_SCROBBLED.fullmatch(", ".join(cells[3:])))


def lastfm_bare(sheet: Sheet, person: str | None) -> History:
    rows = [dict(zip(("artist", "album", "track"), cells, strict=False)) for _, cells in sheet.rows]
    return heard("lastfm", sheet, rows_of_one(sheet.file, rows, None, person))


def _lastfm(sheet: Sheet, person: str | None) -> History:
    return heard("lastfm", sheet, named_rows(sheet, person))


def heard(kind: str, sheet: Sheet, rows: list[Row], notes: Iterable[str] = ()) -> History:
    """What was heard, by artist, by track and by album: the one that the bulletin knows is taken."""
    kept = [row for row in rows if row.get("artist")]
    by = {
        "artists": [Mention((Name(row["artist"]),), row["artist"]) for row in kept],
        "tracks": [_of_artist(row, "track") for row in kept if row.get("track")],
        "albums": [_of_artist(row, "album") for row in kept if row.get("album")],
    }
    told = [*notes, *left_out(len(rows) - len(kept), "without an artist")]
    return history_from(kind, sheet, *(Reading(what, tuple(mentions)) for what, mentions in by.items()), notes=told)


def _of_artist(row: Row, part: str) -> Mention:
    both = f"{row['artist']} - {row[part]}"
    uri = row.get("uri", "") if part == "track" else ""
    ids = (Name(uri, "id"), Name(uri.split(":")[-1], "id")) if uri else ()
    return Mention((*ids, Name(both), Name(row[part])), both, date=row.get("date", ""))


# Amazon, Steam


def _amazon(sheet: Sheet, person: str | None) -> History:
    """What was ordered and not cancelled: by its number, which for many books is the ISBN, then by name."""
    rows = named_rows(sheet, person)
    kept = [row for row in rows if _product(row) and plain_name(row.get("orderstatus", "")) not in _CANCELLED]
    notes = left_out(len(rows) - len(kept), "no name, or cancelled")
    return history_from("amazon", sheet, Reading("products", tuple(_ordered(row) for row in kept)), notes=notes)


def _product(row: Row) -> str:
    name = row.get("productname") or row.get("title") or ""
    return "" if name == "Not Available" else name[:LONGEST]


def _ordered(row: Row) -> Mention:
    number = (row.get("asin") or row.get("asin/isbn") or "").upper()
    ids = dict.fromkeys(one for one in (number, _other_isbn(number)) if one)
    name = _product(row)
    return Mention((*(Name(one, "id") for one in ids), Name(name)), name, date=row.get("orderdate", ""))


def _steam(sheet: Sheet, person: str | None) -> History:
    rows = named_rows(sheet, person)
    kept = [row for row in rows if row.get("name")]
    mentions = [Mention((Name(row.get("appid", ""), "id"), Name(row["name"])), row["name"]) for row in kept]
    notes = left_out(len(rows) - len(kept), "no name")
    return history_from("steam", sheet, Reading("games", tuple(mentions)), notes=notes)


Wanted = Callable[[list[str]], bool]
Reader = Callable[[Sheet, str | None], History]


def _has(*wanted: str) -> Wanted:
    return lambda names: set(wanted) <= set(names)


def _is_netflix(names: list[str]) -> bool:
    return frozenset(map(normalised_title, names)) in _NETFLIX_HEADERS or {"profilename", "title"} <= set(names)


def _is_lastfm_header(names: list[str]) -> bool:
    return {"artist", "track"} <= set(names) and "user" not in usual(names)


def _is_amazon(names: list[str]) -> bool:
    """A number, a name and something of an order: alone, the first two may be anybody's table."""
    return (
        bool({"asin", "asin/isbn"} & set(names))
        and bool({"productname", "title"} & set(names))
        and any(name.startswith("order") for name in names)
    )


EXPORTS: tuple[tuple[Wanted, Reader], ...] = (
    (_is_netflix, _netflix),
    (_has("letterboxduri", "name"), _letterboxd),
    (_has("exclusiveshelf", "title"), _goodreads),
    (_has("const", "title"), _imdb),
    (_is_lastfm_header, _lastfm),
    (_is_amazon, _amazon),
    (_has("appid", "name"), _steam),
)

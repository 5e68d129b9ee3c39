"""Reading a history: a file of any known kind, or what is in memory.

| kind | what it is |
|---|---|
| an export | what a service lets people download: see `exports`, `json_histories` and `web_histories` |
| a zip archive | the download itself: see `downloads` |
| table | has a column with a usual name for items, or `--columns` says which |
| list | anything else: a title or an item id to a line |
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from standout.common.documents import Unfit, json_document, open_regular, read_document
from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.io.columns.roles import check_roles
from standout.label.person.downloads import YOUTUBE, holding_history
from standout.label.person.exports import EXPORTS, is_lastfm, lastfm_bare
from standout.label.person.history import LARGEST, History, Reading, TooLong, decoded, lines_of, sheet_of
from standout.label.person.history_rows import first_cells, plain_names
from standout.label.person.json_histories import entries_of, json_history, plain_rows, unknown_json
from standout.label.person.plain_histories import list_history, table_delimiter, table_history, words_history
from standout.label.person.unpacking import BadArchive, files_in, unpacked
from standout.label.person.web_histories import web_history

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_JSON = re.compile(rb"[{\[]\s*[{\[\"]")
_WEB = re.compile(rb"<(?:!doctype|html|svg|\?xml|gamesList)", re.IGNORECASE)

IN_MEMORY = "the history"
"""What a history is called that has no file."""


def read_history(path: Path, columns: Mapping[str, str] | None = None, person: str | None = None) -> History:
    """Read what a person has watched, read, heard or rated, or say in one line why it cannot be read."""
    file = shown_path(path)
    try:
        with open_regular(path) as stream:
            if stream.read(4) in _ZIP:
                return _out_of_archive(stream, file, columns, person)
        return _read(read_document(path, "one person's history", LARGEST), file, columns, person)
    except TooLong as problem:
        raise BadInput(f"{file}: {problem}") from None
    except BadArchive as problem:
        raise BadInput(f"{file}: {problem}") from None


def _out_of_archive(stream: BinaryIO, file: str, columns: Mapping[str, str] | None, person: str | None) -> History:
    """The history in an archive: several files of it are one, one after another."""
    wanted = holding_history(files_in(stream))
    found, entries = [], list[Any]()
    for one in wanted:
        name, content = f"{file}: {one.name}", unpacked(stream, one, LARGEST)
        try:
            if one.name.lower().endswith(".json") and columns is None:
                entries += _entries(content, name)
            else:
                found.append(_read(content, name, columns, person))
        except BadInput:
            if not YOUTUBE.search(one.name.lower()):  # the folder holds searches and comments, too
                raise
    if YOUTUBE.search(wanted[0].name.lower()):
        entries = [entry for entry in entries if isinstance(entry, dict) and "header" in entry]
    if entries:
        found.append(_of_entries(entries, file, columns, person))
    if not found:
        raise BadInput(f"{file}: holds no history of videos; ask for it anew, with the history among what you choose")
    return joined(found)


def joined(histories: Sequence[History]) -> History:
    """Histories of one kind as one; those of another kind than the first are left out."""
    alike = [history for history in histories if history.kind == histories[0].kind]
    readings = [
        Reading(reading.what, tuple(mention for one in alike for mention in one.readings[place].mentions))
        for place, reading in enumerate(alike[0].readings)
    ]
    notes = dict.fromkeys(note for one in alike for note in one.notes)
    return History(alike[0].kind, tuple(readings), len(readings[0].mentions), tuple(notes))


def _read(content: bytes, file: str, columns: Mapping[str, str] | None, person: str | None) -> History:
    begin = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    if _JSON.match(begin):
        return _of_entries(_entries(content, file), file, columns, person)
    if _WEB.match(begin):
        if person is not None or columns is not None:
            option = "--columns" if columns is not None else "--person"
            raise BadInput(f"{file}: a web page has neither columns nor people in it; leave {option} out")
        return web_history(decoded(content, file)[0], file)
    text, notes = decoded(content, file)
    return _understood(text, file, columns, person, notes)


def _entries(content: bytes, file: str) -> list[Any]:
    try:
        found = entries_of(json_document(content))
    except Unfit as problem:
        raise BadInput(f"{file}: {problem}") from None
    if found is None:
        raise unknown_json(file)
    return found


def _of_entries(entries: list[Any], file: str, columns: Mapping[str, str] | None, person: str | None) -> History:
    """The history of a service, or a list or a table in JSON."""
    if columns is None and person is None and (known := json_history(entries, file)) is not None:
        return known
    if entries and all(isinstance(entry, str) for entry in entries) and columns is None and person is None:
        return words_history([entry.strip() for entry in entries if entry.strip()], file)
    table = plain_rows(entries)
    if table is None:
        raise unknown_json(file)
    return _understood(_as_text(*table), file, columns, person, is_table=True)


def history_of_words(words: Iterable[object]) -> History:
    """A history in memory: titles or ids of items, one after another."""
    given = [str(word).strip() for word in words]
    if not any(given):
        raise BadInput(f"{IN_MEMORY}: empty; give titles or item ids")
    try:
        return words_history([word for word in given if word], IN_MEMORY)
    except TooLong as problem:
        raise BadInput(f"{IN_MEMORY}: {problem}") from None


def history_of_rows(
    names: Sequence[str],
    rows: Iterable[Sequence[object]],
    columns: Mapping[str, str] | None = None,
    person: str | None = None,
) -> History:
    """A history in memory: rows of a table with these names of columns, read as if they were in a file.

    A single column is a list.
    """
    cells = [["" if cell is None else str(cell).strip() for cell in row] for row in rows]
    if len(names) == 1 and columns is None and person is None:
        return history_of_words(row[0] for row in cells)
    try:
        return _understood(_as_text(names, cells), IN_MEMORY, columns, person, is_table=True)
    except TooLong as problem:
        raise BadInput(f"{IN_MEMORY}: {problem}") from None


def _as_text(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    return text.getvalue()


def _understood(
    text: str,
    file: str,
    columns: Mapping[str, str] | None,
    person: str | None,
    notes: tuple[str, ...] = (),
    *,
    is_table: bool = False,
) -> History:
    """What the history says, by the kind of file it is."""
    check_roles(columns or {})
    _, first = next(iter(lines_of(text)))
    if columns is None:
        for delimiter in (",", ";", "\t"):
            for names, reader in EXPORTS:
                if names(plain_names(first_cells(first, delimiter))):
                    return reader(sheet_of(text, delimiter, file, notes), person)
        if is_lastfm(first_cells(first, ",")):
            return lastfm_bare(sheet_of(text, ",", file, notes), person)
    if (separator := "," if is_table else table_delimiter(first, file, columns)) is not None:
        return table_history(sheet_of(text, separator, file, notes), columns or {}, person)
    return list_history(text, file, person, notes)

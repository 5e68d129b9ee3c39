"""Records as rows of a file: text, JSON lines or Parquet, in the style of another file.

Ids, labels and days are written once each and then only put together, so that a million rows take a moment.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.facts import Facts
from standout.data.model import Records
from standout.data.vocabulary import Vocabulary
from standout.io.staging.scanning import Dialect
from standout.io.writing.writing_style import Style, TimeStyle

Codes = npt.NDArray[np.signedinteger]
_BLOCK = 1_000_000
_EPOCH = date(1970, 1, 1)
_1601, _0001 = (date(1601, 1, 1) - _EPOCH).days, (date(1, 1, 1) - _EPOCH).days
_UNITS = {
    "seconds": (1, 0),
    "milliseconds": (10**3, 0),
    "microseconds": (10**6, 0),
    "nanoseconds": (10**9, 0),
    "webkit": (10**6, _1601),
    "filetime": (10**7, _1601),
    "ticks": (10**7, _0001),
}
"""For clocks that count: how much a second, and from which day since 1970."""
_SECONDS = 86_400


@dataclass(frozen=True)
class Rows:
    """What is written: the records of some people, what they and items are called, and the facts of everybody."""

    records: Records
    facts: Facts
    vocabulary: Vocabulary


def write_rows(stream: BinaryIO, rows: Rows, style: Style) -> None:
    """Write all entries, by person and item.

    Text keeps its columns, empty where nothing is released: known layouts and files without header count them.
    """
    if style.form.kind == "parquet":
        _write_parquet(stream, rows, style)
        return
    keeps = ("value", "time") if style.form.kind == "text" else ()
    roles = [(role, name) for role, name in style.columns if role in keeps or _is_there(rows, role)]
    with _packed(stream, style.form.packing) as target:
        if style.form.kind == "jsonl":
            _write_json_lines(target, rows, roles, style)
        else:
            _write_text(target, rows, roles, style)


def _is_there(rows: Rows, role: str) -> bool:
    present = {"value": rows.facts.has_values, "time": rows.facts.has_days, "title": rows.vocabulary.titles is not None}
    return present.get(role, True)


@contextmanager
def _packed(stream: BinaryIO, packing: str) -> Iterator[Any]:
    if packing == "gzip":
        with gzip.GzipFile(fileobj=stream, mode="wb", mtime=0) as target:
            yield target
    elif packing == "zstd":
        own = os.fdopen(os.dup(stream.fileno()), "wb")  # it closes what it writes to
        with pa.CompressedOutputStream(pa.PythonFile(own, mode="w"), "zstd") as target:
            yield target
    else:
        yield stream


def _write_text(target: Any, rows: Rows, roles: list[tuple[str, str]], style: Style) -> None:
    dialect = style.dialect

    def quoted(text: str) -> str:
        return quoted_cell(text, dialect, style.quote_all)

    if dialect.header:
        target.write((dialect.delimiter.join(quoted(name) for _, name in roles) + "\n").encode())
    written = {role: _once(rows, role, style, quoted, quoted(style.no_value)) for role, _ in roles}
    for codes in _blocks(rows, [role for role, _ in roles]):
        cells = [written[role].take(codes[role]) for role, _ in roles]
        _write_lines(target, pc.binary_join_element_wise(*cells, pa.scalar(dialect.delimiter, pa.large_string())))


def _write_json_lines(target: Any, rows: Rows, roles: list[tuple[str, str]], style: Style) -> None:
    def written(role: str) -> Callable[[str], str]:
        bare = role in style.whole_ids or (role == "time" and not style.time.text)
        return lambda text: text if (bare or role == "value") and _is_number(text) else _json(text)

    cells_of = {role: _once(rows, role, style, written(role), "null") for role, _ in roles}
    keys = [("{" if place == 0 else ", ") + f"{_json(name)}: " for place, (_, name) in enumerate(roles)]
    for codes in _blocks(rows, [role for role, _ in roles]):
        parts: list[Any] = []
        for key, (role, _) in zip(keys, roles, strict=True):
            parts += [pa.scalar(key, pa.large_string()), cells_of[role].take(codes[role])]
        closing = pa.scalar("}", pa.large_string())
        _write_lines(target, pc.binary_join_element_wise(*parts, closing, pa.scalar("", pa.large_string())))


def _write_lines(target: Any, lines: Any) -> None:
    target.write(("\n".join(lines.to_pylist()) + "\n").encode())


def _write_parquet(stream: BinaryIO, rows: Rows, style: Style) -> None:
    columns = written_columns(rows, style)
    said = {role: _fitting(rows, role, style) for role, _ in columns}
    schema = pa.schema([(name, said[role].type) for role, name in columns])
    with pq.ParquetWriter(stream, schema) as writer:
        for table in _tables(rows, columns, said, schema):
            writer.write_table(table)


def written_columns(rows: Rows, style: Style) -> list[tuple[str, str]]:
    """The columns that Parquet gets, as (role, name)."""
    return [(role, name) for role, name in style.columns if _is_there(rows, role)]


def schema_of(outline: Rows, style: Style) -> pa.Schema:
    """The schema for rows of which only facts and names are here: ids keep their type if it is a plain one."""
    types, known = [], dict(style.types)
    for role, name in written_columns(outline, style):
        kind = known.get(role)
        if role in ("value", "time"):
            kind = _fitting(outline, role, style).type
        elif kind is None or not (pa.types.is_integer(kind) or pa.types.is_floating(kind)):
            kind = pa.string()
        types.append((name, kind))
    return pa.schema(types)


def tables(rows: Rows, style: Style, schema: pa.Schema) -> Iterator[pa.Table]:
    """All entries as tables of this schema, which may have been made for more data than this."""
    columns = written_columns(rows, style)
    said = {role: _fitting(rows, role, style).cast(schema.field(name).type) for role, name in columns}
    yield from _tables(rows, columns, said, schema)


def _tables(
    rows: Rows, columns: list[tuple[str, str]], said: dict[str, pa.Array], schema: pa.Schema
) -> Iterator[pa.Table]:
    for codes in _blocks(rows, [role for role, _ in columns]):
        yield pa.table([said[role].take(codes[role]) for role, _ in columns], schema=schema)


def _fitting(rows: Rows, role: str, style: Style) -> Any:
    """Everything that a column can say, in the type that it had if it can be said in it, else as text."""
    kind = dict(style.types).get(role)
    if role == "time" and (kind is None or pa.types.is_date(kind) or pa.types.is_timestamp(kind)):
        days = pa.array(
            [*range(rows.facts.first_day or 0, (rows.facts.first_day or 0) + rows.facts.last_day + 1), None], pa.int32()
        )
        return days.cast(pa.date32()).cast(kind or pa.date32())
    said = _texts(rows, role, style.time)
    if role == "value" and kind is None:
        kind = pa.float64()
    for wanted in (kind, *((pa.float64(),) if role == "value" else ())):
        try:
            return said.cast(wanted) if wanted is not None else said
        except pa.ArrowException:
            continue
    return said


def _once(rows: Rows, role: str, style: Style, written: Callable[[str], str], none: str) -> Any:
    """Everything that a column can say, as it is written."""
    texts = _texts(rows, role, style.time).to_pylist()
    return pa.array([none if text is None else written(text) for text in texts], pa.large_string())


def _texts(rows: Rows, role: str, time: TimeStyle) -> Any:
    """Everything that a column can say, as text; for values and times the last one says nothing."""
    if role == "user":
        return rows.vocabulary.people
    if role == "item":
        return rows.vocabulary.items
    if role == "title":
        return rows.vocabulary.titles
    if role == "value":
        return pa.array([*value_texts(rows), None], pa.large_string())
    first = rows.facts.first_day or 0
    days = [day_text(first + code, time) for code in range(rows.facts.last_day + 1)]
    return pa.array([*days, None], pa.large_string())


def value_texts(rows: Rows) -> tuple[str, ...]:
    """Labels; for counts, which are held in steps of powers of two, the lowest of each step."""
    if rows.facts.scale.kind != "counts":
        return rows.facts.scale.labels
    return tuple(str(2 ** (round(place) - 1) if place else 0) for place in rows.facts.scale.positions)


def day_text(day: int, time: TimeStyle) -> str:
    """A day (since 1970) as the style writes it: the start of the day, where it writes times."""
    if time.clock in _UNITS:
        per_second, start = _UNITS[time.clock]
        return str((day - start) * _SECONDS * per_second)
    when = _EPOCH + timedelta(days=day)
    sign = "" if time.clock.startswith("compact") else time.sign
    tail = "000000" if time.clock == "compact time" else time.tail
    return f"{when.year:04}{sign}{when.month:02}{sign}{when.day:02}{tail}"


def _blocks(rows: Rows, roles: list[str]) -> Iterator[dict[str, Codes]]:
    """For blocks of entries, where in `_texts` of each role what they say is."""
    records, starts = rows.records, np.asarray(rows.records.starts)
    for first in range(0, len(rows.records.items), _BLOCK):
        last = min(first + _BLOCK, len(rows.records.items))
        items = np.asarray(records.items[first:last])
        codes: dict[str, Codes] = {"item": items, "title": items}
        codes["user"] = np.searchsorted(starts, np.arange(first, last), side="right") - 1
        codes["value"], codes["time"] = (
            np.full(last - first, none) for none in (len(rows.facts.scale.labels), rows.facts.last_day + 1)
        )
        if rows.facts.has_values:
            values = np.asarray(records.values[first:last]).astype(np.int64)
            codes["value"] = np.where(values == NO_VALUE, len(rows.facts.scale.labels), values)
        if rows.facts.has_days:
            days = np.asarray(records.days[first:last]).astype(np.int64)
            codes["time"] = np.where(days == NO_DAY, rows.facts.last_day + 1, days)
        yield {role: pa.array(codes[role]) for role in roles}


def quoted_cell(text: str, dialect: Dialect, always: bool) -> str:
    """A cell in quotes, if it needs them or every cell has them."""
    quote = dialect.quote
    if not quote or not (always or any(sign in text for sign in (dialect.delimiter, quote, "\n", "\r"))):
        return text
    doubled = text.replace(dialect.escape, dialect.escape * 2) if dialect.escape != quote else text
    return quote + doubled.replace(quote, dialect.escape + quote) + quote


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _is_number(text: str) -> bool:
    """Whether JSON can say it as a number without changing it."""
    try:
        return json.dumps(json.loads(text)) == text and not isinstance(json.loads(text), (bool, str, list, dict))
    except ValueError:
        return False

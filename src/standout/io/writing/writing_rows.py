"""Interactions as rows of a file: text, JSON lines or Parquet, in the style of another file.

Ids, labels and days are written once each and then only put together, so that a million rows take a moment.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from standout.data.model import NO_DAY, NO_VALUE, Interactions
from standout.io.staging.scanning import Dialect
from standout.io.writing.writing_style import Style, TimeStyle

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


def write_rows(stream: BinaryIO, data: Interactions, style: Style) -> None:
    """Write all entries, by person and item.

    Text keeps its columns, empty where nothing is released: known layouts and files without header count them.
    """
    if style.form.kind == "parquet":
        _write_parquet(stream, data, style)
        return
    keeps = ("value", "time") if style.form.kind == "text" else ()
    roles = [(role, name) for role, name in style.columns if role in keeps or _is_there(data, role)]
    with _packed(stream, style.form.packing) as target:
        if style.form.kind == "jsonl":
            _write_json_lines(target, data, roles, style)
        else:
            _write_text(target, data, roles, style)


def _is_there(data: Interactions, role: str) -> bool:
    there = {"value": data.has_values, "time": data.has_days, "title": data.vocabulary.titles is not None}
    return there.get(role, True)


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


def _write_text(target: Any, data: Interactions, roles: list[tuple[str, str]], style: Style) -> None:
    dialect = style.dialect

    def quoted(text: str) -> str:
        return quoted_cell(text, dialect, style.quote_all)

    if dialect.header:
        target.write((dialect.delimiter.join(quoted(name) for _, name in roles) + "\n").encode())
    written = {role: _once(data, role, style, quoted, quoted(style.no_value)) for role, _ in roles}
    for codes in _blocks(data, [role for role, _ in roles]):
        cells = [written[role].take(codes[role]) for role, _ in roles]
        _write_lines(target, pc.binary_join_element_wise(*cells, pa.scalar(dialect.delimiter, pa.large_string())))


def _write_json_lines(target: Any, data: Interactions, roles: list[tuple[str, str]], style: Style) -> None:
    def written(role: str) -> Callable[[str], str]:
        bare = role in style.whole_ids or (role == "time" and not style.time.text)
        return lambda text: text if (bare or role == "value") and _is_number(text) else _json(text)

    cells_of = {role: _once(data, role, style, written(role), "null") for role, _ in roles}
    keys = [("{" if place == 0 else ", ") + f"{_json(name)}: " for place, (_, name) in enumerate(roles)]
    for codes in _blocks(data, [role for role, _ in roles]):
        parts: list[Any] = []
        for key, (role, _) in zip(keys, roles, strict=True):
            parts += [pa.scalar(key, pa.large_string()), cells_of[role].take(codes[role])]
        closing = pa.scalar("}", pa.large_string())
        _write_lines(target, pc.binary_join_element_wise(*parts, closing, pa.scalar("", pa.large_string())))


def _write_lines(target: Any, lines: Any) -> None:
    target.write(("\n".join(lines.to_pylist()) + "\n").encode())


def _write_parquet(stream: BinaryIO, data: Interactions, style: Style) -> None:
    columns = written_columns(data, style)
    said = {role: _fitting(data, role, style) for role, _ in columns}
    schema = pa.schema([(name, said[role].type) for role, name in columns])
    with pq.ParquetWriter(stream, schema) as writer:
        for table in _tables(data, columns, said, schema):
            writer.write_table(table)


def written_columns(data: Interactions, style: Style) -> list[tuple[str, str]]:
    """The columns that Parquet gets, as (role, name)."""
    return [(role, name) for role, name in style.columns if _is_there(data, role)]


def schema_of(outline: Interactions, style: Style) -> pa.Schema:
    """The schema for data of which only the outline is here: ids keep their type if it is a plain one."""
    types, known = [], dict(style.types)
    for role, name in written_columns(outline, style):
        kind = known.get(role)
        if role in ("value", "time"):
            kind = _fitting(outline, role, style).type
        elif kind is None or not (pa.types.is_integer(kind) or pa.types.is_floating(kind)):
            kind = pa.string()
        types.append((name, kind))
    return pa.schema(types)


def tables(data: Interactions, style: Style, schema: pa.Schema) -> Iterator[pa.Table]:
    """All entries as tables of this schema, which may have been made for more data than this."""
    columns = written_columns(data, style)
    said = {role: _fitting(data, role, style).cast(schema.field(name).type) for role, name in columns}
    yield from _tables(data, columns, said, schema)


def _tables(
    data: Interactions, columns: list[tuple[str, str]], said: dict[str, Any], schema: pa.Schema
) -> Iterator[pa.Table]:
    for codes in _blocks(data, [role for role, _ in columns]):
        yield pa.table([said[role].take(codes[role]) for role, _ in columns], schema=schema)


def _fitting(data: Interactions, role: str, style: Style) -> Any:
    """Everything that a column can say, in the type that it had if it can be said in it, else as text."""
    kind = dict(style.types).get(role)
    if role == "time" and (kind is None or pa.types.is_date(kind) or pa.types.is_timestamp(kind)):
        days = pa.array([*range(data.first_day or 0, (data.first_day or 0) + data.last_day + 1), None], pa.int32())
        return days.cast(pa.date32()).cast(kind or pa.date32())
    said = _texts(data, role, style.time)
    if role == "value" and kind is None:
        kind = pa.float64()
    for wanted in (kind, *((pa.float64(),) if role == "value" else ())):
        try:
            return said.cast(wanted) if wanted is not None else said
        except pa.ArrowException:
            continue
    return said


def _once(data: Interactions, role: str, style: Style, written: Callable[[str], str], none: str) -> Any:
    """Everything that a column can say, as it is written."""
    texts = _texts(data, role, style.time).to_pylist()
    return pa.array([none if text is None else written(text) for text in texts], pa.large_string())


def _texts(data: Interactions, role: str, time: TimeStyle) -> Any:
    """Everything that a column can say, as text; for values and times the last one says nothing."""
    if role == "user":
        return data.vocabulary.people
    if role == "item":
        return data.vocabulary.items
    if role == "title":
        return data.vocabulary.titles
    if role == "value":
        return pa.array([*value_texts(data), None], pa.large_string())
    first = data.first_day or 0
    days = [day_text(first + code, time) for code in range(data.last_day + 1)]
    return pa.array([*days, None], pa.large_string())


def value_texts(data: Interactions) -> tuple[str, ...]:
    """Labels; for counts, which are held in steps of powers of two, the lowest of each step."""
    if data.scale.kind != "counts":
        return data.scale.labels
    return tuple(str(2 ** (round(place) - 1) if place else 0) for place in data.scale.positions)


def day_text(day: int, time: TimeStyle) -> str:
    """A day (since 1970) as the style writes it: the start of the day, where it writes times."""
    if time.clock in _UNITS:
        per_second, start = _UNITS[time.clock]
        return str((day - start) * _SECONDS * per_second)
    when = _EPOCH + timedelta(days=day)
    sign = "" if time.clock.startswith("compact") else time.sign
    tail = "000000" if time.clock == "compact time" else time.tail
    return f"{when.year:04}{sign}{when.month:02}{sign}{when.day:02}{tail}"


def _blocks(data: Interactions, roles: list[str]) -> Iterator[dict[str, Any]]:
    """For blocks of entries, where in `_texts` of each role what they say is."""
    records, starts = data.records, np.asarray(data.records.starts)
    for first in range(0, data.count, _BLOCK):
        last = min(first + _BLOCK, data.count)
        items = np.asarray(records.items[first:last])
        codes: dict[str, Any] = {"item": items, "title": items}
        codes["user"] = np.searchsorted(starts, np.arange(first, last), side="right") - 1
        codes["value"], codes["time"] = (
            np.full(last - first, none) for none in (len(data.scale.labels), data.last_day + 1)
        )
        if data.has_values:
            values = np.asarray(records.values[first:last]).astype(np.int64)
            codes["value"] = np.where(values == NO_VALUE, len(data.scale.labels), values)
        if data.has_days:
            days = np.asarray(records.days[first:last]).astype(np.int64)
            codes["time"] = np.where(days == NO_DAY, data.last_day + 1, days)
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

"""Records as rows of a file: text, JSON lines or Parquet, in the style of another file.

Ids, labels and days are written once each and then only put together, so that a million rows take a moment.
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.facts import Facts
from standout.data.model import Records
from standout.data.scales import number_text, numbers_of
from standout.data.vocabulary import Vocabulary
from standout.io.staging.scanning import Dialect
from standout.io.writing.writing_style import Style
from standout.io.writing.writing_times import PARTS, TimeStyle, day_seconds, day_text, part_text

Codes = npt.NDArray[np.signedinteger]
_BLOCK = 1_000_000
_PACKERS: dict[str, Callable[..., Any]] = {"bzip2": bz2.open, "xz": lzma.open}


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
    keeps = ("value", "time", *PARTS) if style.form.kind == "text" else ()
    roles = [(role, name) for role, name in style.columns if role in keeps or _is_there(rows, role)]
    with packed(stream, style.form.packing) as target:
        if style.form.kind == "jsonl":
            _write_json_lines(target, rows, roles, style)
        else:
            _write_text(target, rows, roles, style)


def _is_there(rows: Rows, role: str) -> bool:
    days = dict.fromkeys(("time", *PARTS), rows.facts.has_days)
    present = {**days, "value": rows.facts.has_values, "title": rows.vocabulary.titles is not None}
    return present.get(role, True)


@contextmanager
def packed(stream: BinaryIO, packing: str) -> Iterator[Any]:
    if packing == "gzip":
        with gzip.GzipFile(fileobj=stream, mode="wb", mtime=0) as target:
            yield target
    elif packing == "zstd":
        own = os.fdopen(os.dup(stream.fileno()), "wb")  # it closes what it writes to
        with pa.CompressedOutputStream(pa.PythonFile(own, mode="w"), "zstd") as target:
            yield target
    elif packing in _PACKERS:
        with _PACKERS[packing](stream, "wb") as target:
            yield target
    else:
        yield stream


def _write_text(target: Any, rows: Rows, roles: list[tuple[str, str]], style: Style) -> None:
    dialect = style.dialect

    def quoted(text: str) -> str:
        return quoted_cell(text, dialect, style.quote_all)

    if dialect.header:
        target.write((dialect.delimiter.join(quoted(name) for _, name in roles) + "\n").encode())
    written = {role: once(rows, role, style, quoted, quoted(style.no_value)) for role, _ in roles}
    for codes in _blocks(rows, [role for role, _ in roles]):
        cells = [written[role].take(codes[role]) for role, _ in roles]
        write_lines(target, pc.binary_join_element_wise(*cells, pa.scalar(dialect.delimiter, pa.large_string())))


def _write_json_lines(target: Any, rows: Rows, roles: list[tuple[str, str]], style: Style) -> None:
    cells_of = {role: json_cells(rows, role, style) for role, _ in roles}
    keys = [("{" if place == 0 else ", ") + f"{_json(name)}: " for place, (_, name) in enumerate(roles)]
    for codes in _blocks(rows, [role for role, _ in roles]):
        parts: list[Any] = []
        for key, (role, _) in zip(keys, roles, strict=True):
            parts += [pa.scalar(key, pa.large_string()), cells_of[role].take(codes[role])]
        closing = pa.scalar("}", pa.large_string())
        write_lines(target, pc.binary_join_element_wise(*parts, closing, pa.scalar("", pa.large_string())))


def json_cells(rows: Rows, role: str, style: Style) -> Any:
    """Everything that a key can say, as JSON writes it."""
    bare = role in style.whole_ids or role == "value" or (role == "time" and not style.time.text)
    return once(rows, role, style, lambda text: text if bare and _is_number(text) else _json(text), "null")


def write_lines(target: Any, lines: Any) -> None:
    target.write(("\n".join(lines.to_pylist()) + "\n").encode())


def _write_parquet(stream: BinaryIO, rows: Rows, style: Style) -> None:
    columns = written_columns(rows, style)
    said = {role: fitting(rows, role, style) for role, _ in columns}
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
        if role in ("value", "time", *PARTS):
            kind = fitting(outline, role, style).type
        elif kind is None or not (pa.types.is_integer(kind) or pa.types.is_floating(kind)):
            kind = pa.string()
        types.append((name, kind))
    return pa.schema(types)


def tables(rows: Rows, style: Style, schema: pa.Schema) -> Iterator[pa.Table]:
    """All entries as tables of this schema, which may have been made for more data than this."""
    columns = written_columns(rows, style)
    said = {role: fitting(rows, role, style).cast(schema.field(name).type) for role, name in columns}
    yield from _tables(rows, columns, said, schema)


def _tables(
    rows: Rows, columns: list[tuple[str, str]], said: dict[str, pa.Array], schema: pa.Schema
) -> Iterator[pa.Table]:
    for codes in _blocks(rows, [role for role, _ in columns]):
        yield pa.table([said[role].take(codes[role]) for role, _ in columns], schema=schema)


def fitting(rows: Rows, role: str, style: Style) -> Any:
    """Everything that a column can say, in the type that it had if it can be said in it, else as text."""
    kind = dict(style.types).get(role)
    if role == "time" and (kind is None or pa.types.is_date(kind) or pa.types.is_timestamp(kind)):
        days = pa.array(
            [*range(rows.facts.first_day or 0, (rows.facts.first_day or 0) + rows.facts.last_day + 1), None], pa.int32()
        )
        if kind is not None and pa.types.is_timestamp(kind) and kind.tz is not None and style.time.zone != "UTC":
            begin = [None if day is None else day_seconds(day, style.time.zone) for day in days.to_pylist()]
            return pa.array(begin, pa.timestamp("s", kind.tz)).cast(kind)
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


def once(rows: Rows, role: str, style: Style, written: Callable[[str], str], none: str) -> Any:
    """Everything that a column can say, as it is written."""
    texts = _texts(rows, role, style.time).to_pylist()
    return pa.array([none if text is None else written(text) for text in texts], pa.large_string())


def _texts(rows: Rows, role: str, time: TimeStyle) -> Any:
    """Everything that a column can say, as text; for values and times the last one says nothing."""
    if role == "user":
        return rows.vocabulary.everybody()
    if role == "item":
        return rows.vocabulary.items
    if role == "title":
        return rows.vocabulary.titles
    if role == "value":
        return pa.array([*value_texts(rows), None], pa.large_string())
    first = rows.facts.first_day or 0
    since_1970 = range(first, first + rows.facts.last_day + 1)
    days = [part_text(day, role) if role in PARTS else day_text(day, time) for day in since_1970]
    return pa.array([*days, None], pa.large_string())


def value_texts(rows: Rows) -> tuple[str, ...]:
    """Labels; for counts and other numbers that are held in bands, the lowest of each band, never its number."""
    scale = rows.facts.scale
    if scale.kind not in ("counts", "bands"):
        return scale.labels
    return tuple(number_text(number) for number in numbers_of(scale))


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
        codes |= dict.fromkeys(PARTS, codes["time"])
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

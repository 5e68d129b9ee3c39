"""How a data file says things: its format, its columns in their order, and how it writes times and ids."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from standout.common.formats import Format, format_of, shown_path
from standout.common.wording import listed
from standout.io.columns.roles import Chosen, choose, usual
from standout.io.layouts import Layout
from standout.io.staging.dialects import table_of
from standout.io.staging.scanning import Dialect, rows
from standout.io.staging.text import plain_text
from standout.outputs.scratch import scratch_folder

_COMMAS = Dialect(",", header=True)

Clock = Literal[
    "date", "compact", "compact time", "seconds", "milliseconds", "microseconds", "nanoseconds", "webkit", "filetime",
    "ticks",
]  # fmt: skip

_LOOKED_AT = 1_000
_CLOCKS: tuple[tuple[float, Clock], ...] = (
    (1e11, "seconds"),
    (1e14, "milliseconds"),
    (1e17, "microseconds"),
)


@dataclass(frozen=True)
class TimeStyle:
    """How a day is written: as a number in some unit, or as a date with this sign between its parts."""

    clock: Clock = "date"
    sign: str = "-"
    tail: str = ""
    """What follows a date: midnight, where the file has times of day."""
    text: bool = True
    """Whether JSON puts it in quotes."""


@dataclass(frozen=True)
class Style:
    """How a file is laid out; `columns` are (role, name) in the file's order, `types` those of Parquet by role."""

    form: Format
    columns: tuple[tuple[str, str], ...]
    time: TimeStyle = TimeStyle()
    dialect: Dialect = _COMMAS
    quote_all: bool = False
    no_value: str = ""
    """The cell of an entry without value."""
    whole_ids: frozenset[str] = frozenset()
    """The roles whose ids are JSON numbers."""
    types: tuple[tuple[str, Any], ...] = ()
    notes: tuple[str, ...] = ()


PLAIN = Style(
    Format("parquet"), (("user", "user"), ("item", "item"), ("value", "value"), ("time", "date"), ("title", "title"))
)
"""Parquet with names that reading knows, for data whose own format is not written."""


def style_of(layout: Layout, columns: Mapping[str, str]) -> Style:
    """The style of the file that a layout's interactions came from."""
    file, wanted = layout.files[0], {**layout.columns, **columns}
    form = format_of(file)
    if form.kind == "parquet":
        return _parquet(file, form, wanted)
    with scratch_folder() as scratch:
        plain = plain_text(file, form.packing, scratch).path
        if form.kind == "jsonl":
            return _json_lines(plain, file, form, wanted)
        return _text(plain, file, form, wanted, layout)


def _text(plain: Path, file: Path, form: Format, wanted: Mapping[str, str], layout: Layout) -> Style:
    table = table_of(plain, shown_path(file), wanted, backslash=layout.backslash)
    first = [row.cells for row in islice(rows(plain, table.dialect), _LOOKED_AT) if row.cells]
    named, cells = (first[0], first[1:]) if table.dialect.header else ([], first)
    place = table.columns.at.get("time")
    times = (row[place] for row in cells if place is not None and place < len(row))
    return Style(
        form,
        _in_order(table.columns),
        time_style(times),
        table.dialect,
        quote_all=layout.backslash,
        no_value="0" if layout.zero_is_no_value else "",
        notes=_left_out(named, table.columns, table.dialect.width),
    )


def _json_lines(plain: Path, file: Path, form: Format, wanted: Mapping[str, str]) -> Style:
    records: list[dict[str, Any]] = []
    with plain.open(encoding="utf-8") as stream:
        for line in islice(stream, _LOOKED_AT):
            try:
                record = json.loads(line)
            except ValueError:
                continue
            if isinstance(record, dict):
                records.append(record)
    names = list(dict.fromkeys(key for record in records for key in record))
    columns = choose(shown_path(file), names, wanted, header=True, defaults=usual(names))
    whole = frozenset(
        role
        for role in ("user", "item")
        if all(isinstance(record.get(columns.names[role], 0), int) for record in records)
    )  # fmt: skip
    times = (
        record[key] for key in (columns.names.get("time"),) if key for record in records if record.get(key) is not None
    )
    return Style(form, _in_order(columns), time_style(times), whole_ids=whole, notes=_left_out(names, columns))


def _parquet(file: Path, form: Format, wanted: Mapping[str, str]) -> Style:
    import pyarrow.parquet as pq

    with file.open("rb") as stream, pq.ParquetFile(stream) as opened:
        schema = opened.schema_arrow
        columns = choose(shown_path(file), schema.names, wanted, header=True, defaults=usual(schema.names))

        def cells(name: str) -> Iterable[Any]:
            batch = next(opened.iter_batches(_LOOKED_AT, columns=[name]), None)
            return batch.column(0).to_pylist() if batch is not None else ()

        return table_style(schema, columns, cells, form)


def table_style(
    schema: Any, columns: Chosen, cells: Callable[[str], Iterable[Any]], form: Format = PLAIN.form
) -> Style:
    """The style of a table with this Arrow schema; `cells` gives the first ones of a column whose type says too
    little."""
    import pyarrow as pa

    time: TimeStyle = TimeStyle()
    kind = schema.field(columns.at["time"]).type if "time" in columns.at else None
    if kind is not None and not (pa.types.is_date(kind) or pa.types.is_timestamp(kind)):
        time = time_style(cells(schema.names[columns.at["time"]]))
    types = tuple((role, schema.field(place).type) for role, place in columns.at.items())
    return Style(form, _in_order(columns), time, types=types, notes=_left_out(schema.names, columns))


def time_style(cells: Iterable[Any]) -> TimeStyle:
    """How the first cell that says something writes a time; what only a column as a whole shows, all of them."""
    filled = [cell for cell in cells if cell is not None and str(cell).strip()]
    cell = filled[0] if filled else ""
    said = str(cell).strip()
    of_column = column_clock([str(each).strip() for each in filled])
    if of_column:
        return TimeStyle(of_column, text=isinstance(cell, str))
    try:
        number = abs(float(said))
    except ValueError:
        parted = re.match(r"\d{4}([-/])\d{1,2}[-/]\d{1,2}(([ T])\d.*?(Z?)$)?", said)
        if not parted:
            return TimeStyle()
        tail = f"{parted[3]}00:00:00{parted[4]}" if parted[2] else ""
        return TimeStyle("date", parted[1], tail)
    text = isinstance(cell, str)
    if 19000101 <= number <= 20991231 and number.is_integer():
        return TimeStyle("compact", text=text)
    clock: Clock = next((clock for limit, clock in _CLOCKS if number < limit), "nanoseconds")
    return TimeStyle(clock, text=text)


def column_clock(cells: Sequence[str]) -> Clock | None:
    """The format of a column that is read as a whole, found as reading finds it; none for the usual ones."""
    if not cells or not all(re.match(r"[12]\d{11}|[16]\d{16}|[12]\d{7}T", cell.replace(" ", "T")) for cell in cells):
        return None
    from standout.io.columns.time_columns import format_of_cells
    from standout.io.columns.time_formats import COMPACT, FILETIME, TICKS, WEBKIT
    from standout.io.staging.raw import connected

    clocks: dict[Any, Clock] = {COMPACT: "compact time", WEBKIT: "webkit", FILETIME: "filetime", TICKS: "ticks"}
    with connected(":memory:") as database:
        chosen = format_of_cells(database, cells)
    return clocks.get(chosen)


def _in_order(columns: Chosen) -> tuple[tuple[str, str], ...]:
    by_place = sorted(columns.at.items(), key=lambda pair: pair[1])
    return tuple((role, columns.names[role]) for role, _ in by_place)


def _left_out(names: Sequence[str], columns: Chosen, width: int = 0) -> tuple[str, ...]:
    """A note about columns of the source that say nothing a protection knows of."""
    used = set(columns.at.values())
    others = [name for place, name in enumerate(names) if place not in used]
    if others:
        return (f"not written, because a protection does not know what they mean: columns {listed(others)}",)
    if width > len(used) and not names:
        return (f"only the {len(used)} columns that were read are written, of {width}",)
    return ()

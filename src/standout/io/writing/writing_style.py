"""How a data file says things: its format, its columns in their order, and how it writes times and ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from standout.common.formats import Format, format_of, shown_path
from standout.common.wording import listed
from standout.io.columns.roles import Chosen, choose, usual
from standout.io.columns.time_columns import settle_times, use_timezone
from standout.io.layouts import Layout
from standout.io.reading_options import TimesWanted
from standout.io.staging.dialects import table_of
from standout.io.staging.into_raw import stage
from standout.io.staging.raw import workspace
from standout.io.staging.scanning import Dialect, rows
from standout.io.staging.text import plain_text
from standout.io.writing.writing_times import PARTS, TimeStyle, of_format, time_style
from standout.outputs.scratch import scratch_folder

_COMMAS = Dialect(",", header=True)
_DATES = TimeStyle()

_LOOKED_AT = 1_000


@dataclass(frozen=True)
class Style:
    """How a file is laid out; `columns` are (role, name) in the file's order, `types` those of Parquet by role."""

    form: Format
    columns: tuple[tuple[str, str], ...]
    time: TimeStyle = _DATES
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


def style_of(
    layout: Layout,
    columns: Mapping[str, str],
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
) -> Style:
    """The style of the file that a layout's interactions came from."""
    file, wanted = layout.files[0], {**layout.columns, **columns}
    form = format_of(file)
    if form.kind == "parquet":
        style = _parquet(file, form, wanted, times)
    else:
        with scratch_folder() as scratch:
            plain = plain_text(file, form.packing, scratch).path
            if form.kind == "jsonl":
                style = _json_lines(plain, file, form, wanted, times)
            else:
                style = _text(plain, file, form, wanted, layout, times)
    return style if style.time.told else replace(style, time=_of_whole_column(layout, columns, times))


def _of_whole_column(layout: Layout, columns: Mapping[str, str], times: TimesWanted) -> TimeStyle:
    """How times are written where the first rows do not tell day from month: as reading all of them finds it."""
    with scratch_folder() as scratch, workspace(scratch) as database:
        use_timezone(database, times.timezone)
        staged = stage(database, layout, columns, scratch, times)
        return of_format(settle_times(database, staged, times).time_format, True, times.timezone)


def _text(
    plain: Path, file: Path, form: Format, wanted: Mapping[str, str], layout: Layout, times: TimesWanted
) -> Style:
    table = table_of(plain, shown_path(file), wanted, backslash=layout.backslash)
    first = [row.cells for row in islice(rows(plain, table.dialect), _LOOKED_AT) if row.cells]
    named, cells = (first[0], first[1:]) if table.dialect.header else ([], first)
    dialect = Dialect("\t", header=table.dialect.header) if table.dialect.in_blanks else table.dialect
    place = table.columns.at.get("time")
    said = (row[place] for row in cells if place is not None and place < len(row))
    return Style(
        form,
        _in_order(table.columns),
        _time_style(said, table.columns, times),
        dialect,  # blanks cannot part cells of which one may be empty, so tabs do
        quote_all=layout.backslash,
        no_value="0" if layout.zero_is_no_value else "",
        notes=_left_out(named, table.columns, table.dialect.width),
    )


def _json_lines(plain: Path, file: Path, form: Format, wanted: Mapping[str, str], times: TimesWanted) -> Style:
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
    told = {place: _texts(record.get(name) for record in records) for place, name in enumerate(names)}
    columns = choose(shown_path(file), names, wanted, header=True, defaults=usual(names), cells=told)
    whole = frozenset(
        role
        for role in ("user", "item")
        if all(isinstance(record.get(columns.names[role], 0), int) for record in records)
    )  # fmt: skip
    said = (
        record[key] for key in (columns.names.get("time"),) if key for record in records if record.get(key) is not None
    )
    whole |= frozenset(
        part
        for part, place in zip(PARTS, columns.parts, strict=False)
        if all(isinstance(record.get(names[place]) or 0, int) for record in records)
    )
    time = _time_style(said, columns, times)
    return Style(form, _in_order(columns), time, whole_ids=whole, notes=_left_out(names, columns))


def _texts(cells: Iterable[Any]) -> list[str | None]:
    """Cells as text, as reading looks at them to tell which column is what."""
    return [None if cell is None else str(cell) for cell in cells]


def _parquet(file: Path, form: Format, wanted: Mapping[str, str], times: TimesWanted) -> Style:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with file.open("rb") as stream, pq.ParquetFile(stream) as opened:
        schema = opened.schema_arrow

        def cells(name: str) -> Iterable[Any]:
            batch = next(opened.iter_batches(_LOOKED_AT, columns=[name]), None)
            return batch.column(0).to_pylist() if batch is not None else ()

        names, plain = schema.names, [not pa.types.is_nested(kind) for kind in schema.types]
        told = {place: _texts(cells(name)) for place, name in enumerate(names) if plain[place]}
        columns = choose(shown_path(file), names, wanted, header=True, defaults=usual(names), cells=told)

        return table_style(schema, columns, cells, form, times)


def table_style(
    schema: Any,
    columns: Chosen,
    cells: Callable[[str], Iterable[Any]],
    form: Format = PLAIN.form,
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
) -> Style:
    """The style of a table with this Arrow schema; `cells` gives the first ones of a column whose type says too
    little."""
    import pyarrow as pa

    time: TimeStyle = TimeStyle(zone=times.timezone)
    kind = schema.field(columns.at["time"]).type if "time" in columns.at else None
    if kind is not None and not (pa.types.is_date(kind) or pa.types.is_timestamp(kind)):
        time = _time_style(cells(schema.names[columns.at["time"]]), columns, times)
    places = (*columns.at.items(), *zip(PARTS, columns.parts, strict=False))
    types = tuple((role, schema.field(place).type) for role, place in places)
    return Style(form, _in_order(columns), time, types=types, notes=_left_out(schema.names, columns))


def _time_style(cells: Iterable[Any], columns: Chosen, times: TimesWanted) -> TimeStyle:
    return TimeStyle(zone=times.timezone) if columns.parts else time_style(cells, times)


def _in_order(columns: Chosen) -> tuple[tuple[str, str], ...]:
    """Roles and names of columns in the order of the file; columns that together are the time, each by itself."""
    places = [(place, role, columns.names[role]) for role, place in columns.at.items()]
    if columns.parts:
        own = [
            (place, part, name) for place, part, name in zip(columns.parts, PARTS, _part_names(columns), strict=False)
        ]
        places = [*(each for each in places if each[1] != "time"), *own]
    return tuple((role, name) for _, role, name in sorted(places))


def _part_names(columns: Chosen) -> list[str]:
    return columns.names["time"].split(", ")


def _left_out(names: Sequence[str], columns: Chosen, width: int = 0) -> tuple[str, ...]:
    """A note about columns of the source that say nothing a protection knows of."""
    used = columns.used
    others = [name for place, name in enumerate(names) if place not in used]
    if others:
        return (f"not written, because a protection does not know what they mean: columns {listed(others)}",)
    if width > len(used) and not names:
        return (f"only the {len(used)} columns that were read are written, of {width}",)
    return ()

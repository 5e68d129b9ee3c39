"""Staging: bring the interactions of any layout and format into the one table `raw`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb

from standout.common.formats import WORDS, Format, format_of, shown_path
from standout.errors import BadInput
from standout.io.layouts import Layout
from standout.io.parts import Part
from standout.io.readers import as_parquet, reader_of
from standout.io.reading_options import TimesWanted
from standout.io.staging import netflix
from standout.io.staging.jsonlines import stage_json_lines
from standout.io.staging.parquet import stage_parquet
from standout.io.staging.raw import Staged
from standout.io.staging.separated import stage_text
from standout.io.staging.text import PlainPart, plain_text


def stage(
    database: duckdb.DuckDBPyConnection,
    layout: Layout,
    wanted: Mapping[str, str],
    scratch: Path,
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
    *,
    whole: bool = False,
) -> Staged:
    """Stage the interactions of a layout; `whole`: all of their columns as well, in the table of that name."""
    wanted = {**layout.columns, **wanted}
    if layout.name == "netflix":
        return _stage_netflix(database, layout, wanted, scratch, times)
    parts, name = layout.parts, layout.label or shown_path(layout.files[0])
    if len(parts) == 1 and (reader := reader_of(parts[0].path)) is not None:
        made = Part(as_parquet(parts[0].path, reader, scratch), parts[0].name)
        return stage_parquet(database, [made], name, wanted, times)
    form = _one_format(name, parts)
    if form.kind == "parquet":
        staged = stage_parquet(database, parts, name, wanted, times, whole=whole)
    elif form.kind == "jsonl":
        staged = stage_json_lines(database, _plain(parts, scratch), name, wanted, scratch, times, whole=whole)
    else:
        texts = _plain(parts, scratch)
        backslash = layout.backslash
        staged = stage_text(database, texts, name, wanted, scratch, times, backslash=backslash, whole=whole)
    if layout.zero_is_no_value:
        database.execute("""UPDATE raw SET "value" = NULL WHERE "value" = '0'""")
        staged.notes += ("a rating of 0 says only that a person has the item: taken as no value",)
    return staged


def _one_format(name: str, parts: Sequence[Part]) -> Format:
    """The format of all parts; refuses a mixture."""
    first = format_of(parts[0].path)
    for part in parts[1:]:
        if format_of(part.path).kind != first.kind:
            raise BadInput(
                f"{name}: {parts[0].name} is {WORDS[first.kind]}, {part.name} is {WORDS[format_of(part.path).kind]}; "
                "name one of them, or those of one kind with a pattern such as 'folder/*.csv'"
            )
    return first


def _plain(parts: Sequence[Part], scratch: Path) -> list[PlainPart]:
    """The parts as plain text."""
    return [PlainPart(part, plain_text(part.path, format_of(part.path).packing, scratch, part.name)) for part in parts]


def _stage_netflix(
    database: duckdb.DuckDBPyConnection, layout: Layout, wanted: Mapping[str, str], scratch: Path, times: TimesWanted
) -> Staged:
    joined = netflix.join(layout.files, scratch / "joined.csv")
    name = layout.label or shown_path(layout.files[0].parent)
    parts = _plain([Part(joined.path, shown_path(joined.path))], scratch)
    staged = stage_text(database, parts, name, {**netflix.COLUMNS, **wanted}, scratch, times)
    inner = staged.origin
    staged.origin = lambda rowid: joined.origin(inner(rowid)[1])
    staged.origin_of_line = joined.origin
    return staged

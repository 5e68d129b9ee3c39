"""Writing protected data with all columns of its source, a row for each row that is still there.

The source is staged once more, so that ids mean exactly what they meant when it was read; DuckDB then brings its rows
into the order of people, and puts in what is said anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout.common.files import written_whole
from standout.common.formats import Format, format_from_name, format_of, shown_path
from standout.common.wording import counted, listed
from standout.data.contents import contents_of, refuse_changed, told_if_changed
from standout.data.dataset import LocalDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.io.coding import Coded, coded
from standout.io.encoding import sorted_rows
from standout.io.folding import joined
from standout.io.layouts import Layout
from standout.io.reading import digest_of, full_disk_told, scratch_beside
from standout.io.reading_options import times_wanted
from standout.io.staging.raw import Staged, workspace
from standout.io.writing.entry_fates import fates_of
from standout.io.writing.kept import Kept
from standout.io.writing.kept_cells import Anew, write_json_lines, write_parquet, write_text
from standout.io.writing.kept_rows import AS_IT_IS, WrittenRows, origins_of, written_rows
from standout.io.writing.writing_rows import Rows, packed
from standout.io.writing.writing_style import Style, style_of
from standout.io.writing.writing_times import TimeStyle, of_format


def write_kept(
    data: LocalDataset, out: Path, layout: Layout, kept: Kept, *, as_parquet: bool = False
) -> tuple[str, ...]:
    """Write protected data with all columns of its source; what the owner should know of it comes back."""
    contents = contents_of(layout.files)
    if digest_of(layout, contents) != kept.original.source.sha256:
        raise BadInput(f"{shown_path(layout.files[0])}: changed since it was read; run the command again")
    with (
        scratch_beside(out.parent) as scratch,
        told_if_changed(contents),
        full_disk_told(out),
        workspace(scratch) as database,
    ):
        source = coded(database, layout, kept.options, scratch, whole=True)
        rows = _rows(database, source, data, kept)
        style = _style(layout, source.staged, kept)
        form = Format("parquet") if as_parquet else format_from_name(out) if layout.parted else None
        _register(database, rows, renamed=kept.former_ids is not None)
        anew = Anew(Rows(data.held.records, data.facts, data.vocabulary), style, source.staged)
        with written_whole(out) as stream:
            _write(database, stream, anew, form or style.form, _types(layout))
        refuse_changed(contents)
    return _notes(source, rows)


def _rows(database: duckdb.DuckDBPyConnection, source: Coded, data: LocalDataset, kept: Kept) -> WrittenRows:
    """Which rows of the source are written, and what is said anew in them."""
    plan, original = source.plan, kept.original
    late = plan.rule.each_day or plan.rule.fold == "first"
    amounts = "none" if plan.amounts == "codes" else plan.amounts
    rows = joined(list(sorted_rows(database, amounts, source.first_day, undated_last=late, placed=True)))
    origins = origins_of(rows, plan.rule)
    if len(origins.carriers) != original.count:
        raise BadInput(f"{source.staged.name}: changed since it was read; run the command again")
    former = data.vocabulary.people if kept.former_ids is None else kept.former_ids
    fates = fates_of(original, data, positions(former, original.vocabulary.people))
    return written_rows(origins, fates, plan.rule.fold, data)


def _register(database: duckdb.DuckDBPyConnection, rows: WrittenRows, *, renamed: bool) -> None:
    """Make the table `kept_rows`."""
    named = rows.people if renamed else np.where(rows.places < 0, rows.people, AS_IT_IS)
    table = pa.table(
        {
            "number": np.arange(len(rows.places)), "place": rows.places, "person": named, "item": rows.items,
            "value": rows.values, "day": rows.days,
        }
    )  # fmt: skip
    database.register("kept_rows", table)


def _write(database: duckdb.DuckDBPyConnection, stream: Any, anew: Anew, form: Format, types: pa.Schema | None) -> None:
    if form.kind == "parquet":
        write_parquet(database, stream, anew, types)
        return
    with packed(stream, form.packing) as target:
        (write_json_lines if form.kind == "jsonl" else write_text)(database, target, anew)


def _types(layout: Layout) -> pa.Schema | None:
    """The types of the source's columns; none for text, which has none."""
    if format_of(layout.files[0]).kind != "parquet":
        return None
    schemas = [pq.read_schema(file) for file in layout.files]
    return schemas[0] if all(schema.equals(schemas[0]) for schema in schemas) else pa.schema([])


def _style(layout: Layout, staged: Staged, kept: Kept) -> Style:
    """How the source says things, also where its folders say some of them."""
    keys = {key for key, _ in layout.parts[0].keys} if layout.parted else set()
    beyond = len(staged.names) - len(keys)
    said = {role for role, place in staged.columns.at.items() if place >= beyond and staged.names[place] in keys}
    for role in sorted(said & {"user", "item"}):
        raise BadInput(f"--keep-columns: folders say the {role}, which is not written again; leave the option out")
    times = times_wanted(kept.options)
    style = style_of(layout, {**kept.columns, **dict.fromkeys(said, "")}, times)
    if "time" not in said or staged.columns.parts:
        return style
    format_ = staged.time_format
    own = of_format(format_, True, times.timezone) if format_.patterns else TimeStyle(zone=times.timezone)
    return replace(style, time=own)


def _notes(source: Coded, rows: WrittenRows) -> tuple[str, ...]:
    """What was kept, what was not, and what that shows."""
    staged, added = source.staged, int((rows.places < 0).sum())
    others = [name for place, name in enumerate(staged.names) if place not in staged.columns.used]
    every = source.settled.rows
    notes = [f"all {len(staged.names)} columns are written, in {len(rows.places):,} rows; the data has {every:,}"]
    if others:
        verb = "was kept as it is: it was" if len(others) == 1 else "were kept as they are: they were"
        notes.append(f"{listed(others)} {verb} not protected and {verb.split()[-1]} not part of the attack")
    moved = int(((rows.days != AS_IT_IS) & (rows.places >= 0)).sum())
    if "time" in staged.columns.at and (moved or not staged.columns.parts):
        but = f", but for {counted(moved, 'row')} with another day, of which the day alone is written" if moved else ""
        notes.append(f"times keep their time of day{but}")
    if rows.folded and not source.plan.rule.each_day:
        notes.append(
            f"{rows.folded:,} rows are repeats that were protected as one entry: each keeps its own cells, so "
            "that more can be known of these entries than was attacked"
        )
    if rows.dropped:
        notes.append(
            f"{counted(rows.dropped, 'row')} left out where an entry has another value or day: one row carries it"
        )
    if added:
        notes.append(
            f"{counted(added, 'row was', 'rows were')} added"
            + (f", with nothing in {listed(others)}: that shows which they are" if others else "")
        )
    return tuple(notes)

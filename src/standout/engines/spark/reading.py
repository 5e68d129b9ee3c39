"""Reading on Spark: the same codes, values and days as on one machine, without the rows ever coming here.

Rows are read and understood once: executors count people, items and values, and keep rows in a compact form until they
are encoded and sent to their partition. Where some are bad, they are counted once more, without those.
What comes to the driver is ids of items with counts, those of people who begin a stretch of them, and after that
numbers per person, per item and per day. Ids of people stay with their records.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.data.dataset import Dataset
from standout.data.facts import Facts
from standout.data.model import NO_SCALE, Scale
from standout.data.vocabulary import Vocabulary
from standout.engines.spark.building import PARTITIONS, ROWS, Cuts, Encoding, build_partition, cut, send_rows
from standout.engines.spark.described import described
from standout.engines.spark.partitions import SparkPartitions, kept
from standout.engines.spark.people_in_order import people_in_order
from standout.engines.spark.source import SparkSource, open_source
from standout.engines.spark.staging import COUNTS, ROWS_KIND, STAGED, Staging, count_rows, stage_rows
from standout.errors import BadInput
from standout.io.columns import times, values
from standout.io.columns.time_years import check_span
from standout.io.columns.value_kinds import Meaning
from standout.io.faults import NEEDED, TOLD, Settled, check_people, likely_cause
from standout.io.staging.raw import connected
from standout.io.tables.item_titles import Titles, read_titles
from standout.io.understanding import understood_of
from standout.io.unused import Unused
from standout.outputs.scratch import scratch_folder
from standout.results.understood import TimesUnderstood, Understood, ValuesUnderstood


def read_on_spark(
    spark: Any,
    data: str,
    *,
    columns: Mapping[str, str] | None = None,
    skip_bad_rows: bool = False,
    titles: Path | None = None,
    partitions: int | None = None,
    any_year: bool = False,
    repeats: Literal["last"] | None = None,
    events: bool = False,
) -> Dataset[SparkPartitions]:
    """A dataset from a table or path that the cluster reads; records stay there, in partitions.

    Without `partitions`, there are as many as the size of the data asks for. With `events` a record holds an item as
    often as there are rows of it. Repeated rows that would add up elsewhere are refused otherwise, unless the last of
    each is asked for.
    """
    source = open_source(spark, data, columns)
    staging = Staging(source.cells, source.files)
    with ExitStack() as passing:
        staged = _for_now(passing, source.frame.mapInArrow(partial(stage_rows, staging=staging), STAGED))
        counts = staged.where(f"kind <> '{ROWS_KIND}'").drop("stored")
        counted = _counted(counts)
        kind, bad, settled = _settled(counted, source, skip_bad_rows)
        if settled.notes:
            staging = Staging(source.cells, source.files, bad)
            counts = _for_now(passing, source.frame.mapInArrow(partial(count_rows, staging=staging), COUNTS))
            counted = _counted(counts)
            kind = _kind(counted)
        people = people_in_order(counts)
        if not people.total:
            left = "good rows remain" if settled.notes else "rows of data"
            raise BadInput(f"{source.name}: no {left}; name other data")
        cuts = cut(people, partitions)
        encoding, scale, meaning = _encoding(counted, kind, source, any_year)
        names, remarks = _names(counted["item"], titles)
        frame = _built(staged, staging.bad_values, encoding, cuts, events)
        facts = _uncounted(counted, people.total, encoding, scale, events)
        held = SparkPartitions(spark, frame, cuts.codes, cuts.slots, facts)
        known = _understood(source, settled, scale, encoding, meaning, events=events)
        dataset, repeated = described(held, cuts.ids, names, source, (*remarks, *settled.notes), known)
    if repeated and (meaning.adds or meaning.kind == "none") and repeats is None and not events:
        raise BadInput(
            f"{source.name}: {repeated:,} rows repeat a person and an item, and Spark does not add them up yet; "
            "use --engine local, add them up first, or keep the last of each with --repeats last"
        )
    return dataset


def _for_now(passing: ExitStack, frame: Any) -> Any:
    """A frame that executors keep until reading is over."""
    stored = kept(frame)
    passing.callback(stored.unpersist)
    return stored


def _uncounted(counted: Mapping[str, pa.Table], people: int, encoding: Encoding, scale: Scale, events: bool) -> Facts:
    """What is known of everybody before records are built."""
    last = np.asarray(counted["value"].column("last").drop_null())
    last_day = 0 if encoding.first_day is None else int(last.max() // times.DAY - encoding.first_day)
    nothing = np.zeros(0, np.int64)
    return Facts(
        people=people, longest=0, holders=np.zeros(len(encoding.items), np.int64), scale=scale,
        first_day=encoding.first_day, last_day=last_day, value_counts=nothing, day_counts=nothing, events=events,
    )  # fmt: skip


def _understood(
    source: SparkSource, settled: Settled, scale: Scale, encoding: Encoding, meaning: Meaning, *, events: bool
) -> Understood:
    """What is known before records are built."""
    names = tuple(field.name for field in source.schema.fields)
    used = source.columns.used
    unused = tuple(name for place, name in enumerate(names) if place not in used)
    low, high = (scale.labels[0], scale.labels[-1]) if scale.labels else (None, None)
    values = None if scale == NO_SCALE else ValuesUnderstood(kind=meaning.kind, low=low, high=high)
    times = None
    if encoding.first_day is not None:
        times = TimesUnderstood(columns=source.columns.time_names, format="dates or numbers since 1970", timezone="UTC")
    return understood_of(
        (source.name,), source.columns, Unused(unused, source.columns.passed_over), settled, values, times,
        repeats="events" if events else "none",
    )  # fmt: skip


def _counted(partial_counts: Any) -> dict[str, pa.Table]:
    """Items, values and faults with what tasks counted of them, each ascending by length and text."""
    from pyspark.sql import functions as sql

    together = (
        partial_counts.where("kind <> 'user'")
        .groupBy("kind", "key")
        .agg(
            sql.sum("rows").alias("rows"),
            sql.sum("sound").alias("sound"),
            sql.sum("undated").alias("undated"),
            sql.min("first").alias("first"),
            sql.max("last").alias("last"),
            sql.max("wordy").alias("wordy"),
            sql.coalesce(sql.min_by("example", "place"), sql.min("example")).alias("example"),
        )
    )
    with connected(":memory:") as database:
        database.register("counts", together.toArrow())
        query = "SELECT * EXCLUDE (kind, key), key::VARCHAR AS key FROM counts WHERE kind = ? ORDER BY length(key), key"
        tables = {kind: database.sql(query, params=[kind]).to_arrow_table() for kind in ("item", "value", "fault")}
    for kind, table in tables.items():
        column = table.column_names.index("key")
        tables[kind] = table.set_column(column, "key", table.column("key").cast(pa.large_string()))
    return tables


def _cells(database: Any, counted: Mapping[str, pa.Table]) -> values.Kind:
    """Make the table `cells` of distinct values as reading one file does, and tell their kind."""
    database.register("found", counted["value"])
    database.execute("""CREATE OR REPLACE TABLE cells AS SELECT key AS text, NULL::DOUBLE AS number,
        NULL::UTINYINT AS code, rows AS times, sound, undated, example FROM found WHERE key IS NOT NULL""")
    return values.kind_of_cells(database)


def _kind(counted: Mapping[str, pa.Table]) -> values.Kind:
    with connected(":memory:") as database:
        return _cells(database, counted)


def _settled(
    counted: Mapping[str, pa.Table], source: SparkSource, skip: bool
) -> tuple[values.Kind, tuple[str, ...], Settled]:
    """The kind of values, those that cannot be read, and what became of rows; or a refusal of bad rows."""
    with connected(":memory:") as database:
        kind = _cells(database, counted)
        odd = values.unreadable(kind)
        bad = database.execute(f"SELECT text, sound FROM cells WHERE {odd} ORDER BY length(text), text").fetchall()
        database.execute("CREATE TEMP TABLE late AS SELECT undated, example FROM found WHERE key IS NULL")
        database.execute(f"INSERT INTO late SELECT undated, example FROM cells WHERE NOT ({odd})")
        late, example = database.execute("SELECT coalesce(sum(undated), 0), min(example) FROM late").fetchone() or (
            0,
            "",
        )
    blank = {row["key"]: (row["rows"], row["example"] or "") for row in counted["fault"].to_pylist()}
    faults = {
        "user": blank.get("user", (0, "")),
        "item": blank.get("item", (0, "")),
        "value": (sum(count for _, count in bad), bad[0][0] if bad else ""),
        "time": (int(late), example or ""),
    }
    faults = {role: fault for role, fault in faults.items() if fault[0]}
    rows, guests = int(np.asarray(counted["value"].column("rows")).sum()), faults.get("user", (0, ""))[0]
    if not faults:
        return kind, (), Settled(rows=rows)
    check_people(source.name, source.columns.names["user"], guests, rows)
    refused = {role: fault for role, fault in faults.items() if role != "user"}
    if refused and not skip:
        raise _refusal(source, refused, rows - guests)
    by_role = sorted(faults.items())
    notes = tuple(f"{count:,} {'row' if count == 1 else 'rows'} left out: {TOLD[role]}" for role, (count, _) in by_role)
    left_out = sum(count for count, _ in refused.values())
    return kind, tuple(text for text, _ in bad), Settled(notes, rows, guests, left_out)


def _refusal(source: SparkSource, faults: Mapping[str, tuple[int, str]], rows: int) -> BadInput:
    """A bad row; and what to do, or what is the likely cause where most rows are bad."""
    total = sum(count for count, _ in faults.values())
    every = f"{total:,} bad {'row' if total == 1 else 'rows'} in all"
    role, (_, cell) = next(iter(faults.items()))
    needed = NEEDED["missing item" if role == "item" and cell.strip() else role]
    said = f"{source.name}: a row, column '{shown(source.columns.names[role])}': '{shown(cell)}' {needed}"
    if 2 * total > rows:
        worst = max(faults, key=lambda each: faults[each][0])
        return BadInput(f"{said}; {likely_cause(worst, source.columns.names, faults[worst][1])} ({every}, of {rows:,})")
    return BadInput(f"{said}; mend it, or leave bad rows out with --skip-bad-rows ({every})")


def _encoding(
    counted: Mapping[str, pa.Table], kind: values.Kind, source: SparkSource, any_year: bool
) -> tuple[Encoding, Scale, Meaning]:
    """The codes of items and values, and the first day; what the codes mean; and what values are."""
    with connected(":memory:") as database:
        _cells(database, counted)
        meaning = values.meaning(database, kind, source.columns.names.get("value", ""))
        if meaning.returns:
            raise BadInput(
                f"{source.name}: column '{shown(source.columns.names['value'])}' has negative amounts, and Spark does "
                "not set off returns yet; use --engine local, or leave them out"
            )
        scale = values.encode(database, kind, meaning)
        texts, codes = None, np.empty(0, np.uint8)
        if scale != NO_SCALE:
            cells = database.table("cells").select("text", "code").to_arrow_table()
            texts = cells.column("text").cast(pa.large_string()).combine_chunks()
            codes = np.asarray(cells.column("code")).astype(np.uint8)
    first, last, wordy = (counted["value"].column(name).drop_null() for name in ("first", "last", "wordy"))
    day = None
    if len(first):
        column = source.columns.names.get("time", "")
        span, numbers = (int(np.asarray(first).min()), int(np.asarray(last).max())), not np.asarray(wordy).any()
        check_span(*span, source.name, column, any_year, numbers=numbers)
        day = times.checked_first_day(
            *span, lambda: numbers,
            source.name, column,
        )  # fmt: skip
    items = counted["item"].column("key").combine_chunks()
    return Encoding(items, texts, codes, day), scale, meaning


def _names(items: pa.Table, file: Path | None) -> tuple[Vocabulary, tuple[str, ...]]:
    """Ids of items by code, and titles from a file, else from the title column; nobody's ids are here."""
    ids, nobody = items.column("key").combine_chunks(), pa.array([], pa.large_string())
    if file is None:
        titles = items.column("example").cast(pa.large_string()).combine_chunks()
        if titles.null_count == len(titles):
            return Vocabulary(nobody, ids), ()
        rows, titled, least, most = (
            np.asarray(items.column(name).fill_null(0)) for name in ("rows", "sound", "first", "last")
        )
        return Vocabulary(nobody, ids, titles, (titled == rows) & (least == most)), ()
    with scratch_folder() as scratch:
        given, notes = read_titles(file, scratch)
    from_file = _titled(ids, given)
    if from_file is None:
        notes += (f"{shown_path(Path(file.name))}: has no title for any item of the data",)
    return Vocabulary(nobody, ids, from_file), notes


def _titled(ids: pa.Array, given: Titles) -> pa.Array | None:
    titles = pa.array([given.get(each) for each in ids.to_pylist()], pa.large_string())
    return titles if titles.null_count < len(titles) else None


def _built(staged: Any, bad_values: tuple[str, ...] | None, encoding: Encoding, cuts: Cuts, events: bool) -> Any:
    """Our partitions on the cluster, one in each of Spark's.

    What is built is partitioned once more, because only then Spark knows where it is, and records that travel to a
    partition do not make all of them travel too.
    """
    sending = partial(send_rows, bad_values=bad_values, encoding=encoding, cuts=cuts)
    stored = staged.where(f"kind = '{ROWS_KIND}'").select("stored")
    rows = stored.mapInArrow(sending, ROWS).repartition(len(cuts.slots), "slot")
    first_day = encoding.first_day
    built = rows.groupBy("slot").applyInArrow(lambda table: build_partition(table, cuts, first_day, events), PARTITIONS)
    return kept(built.repartition(len(cuts.slots), "slot"))

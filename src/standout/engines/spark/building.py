"""Partitions: people by code, cut so that each fits a task; rows travel to their partition and become records."""

from __future__ import annotations

import bisect
import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE, SHARD_PEOPLE
from standout.engines.spark.people_in_order import Stretches
from standout.engines.spark.slots import slots
from standout.engines.spark.staging import understood_rows
from standout.io.columns.times import DAY

PARTITION_INTERACTIONS = 4_000_000
"""About as many interactions as a partition has."""

_FEWEST, _SMALL = 4, 50_000
"""Small data is cut into as many partitions as this, unless they would have fewer interactions than that: each costs a
task for every question."""

ROWS = "slot int, number int, rows binary"
PARTITIONS = (
    "slot int, number int, first long, people int, repeats long, digest binary, "
    "starts binary, items binary, values binary, days binary, ids binary"
)
_NO_TIME = np.iinfo(np.int64).min


@dataclass(frozen=True)
class Cuts:
    """Where partitions begin: the code and the id of their first person."""

    codes: Int64s
    ids: tuple[str, ...]
    slots: tuple[int, ...]
    """For each partition, a number that Spark puts into the partition of its own of the same number."""


@dataclass(frozen=True)
class Encoding:
    """What ids, values and times become."""

    items: pa.Array
    value_texts: pa.Array | None
    value_codes: npt.NDArray[np.uint8]
    first_day: int | None


def cut(stretches: Stretches, partitions: int | None = None) -> Cuts:
    """Cut people into partitions with about as many rows each, where stretches begin."""
    firsts, totals = (np.concatenate(([0], np.cumsum(each))) for each in (stretches.people, stretches.rows))
    people, total, last = int(firsts[-1]), int(totals[-1]), len(stretches.ids)
    least = max(-(-people // SHARD_PEOPLE), -(-total // PARTITION_INTERACTIONS))
    usual = max(least, min(_FEWEST, total // _SMALL))
    usual += usual % 2 if usual > 1 else 0  # two machines, or twice as many, have as much to do each
    count = min(max(partitions or usual, least, 1), max(last, 1))
    begins = [0]
    while len(begins) < count or people - firsts[begins[-1]] > SHARD_PEOPLE:
        left = max(count - len(begins) + 1, 1)
        goal = totals[begins[-1]] + (total - totals[begins[-1]]) / left
        end = max(int(np.searchsorted(totals, goal)), begins[-1] + 1)
        fits = int(np.searchsorted(firsts, firsts[begins[-1]] + SHARD_PEOPLE, side="right")) - 1
        end = min(end, fits, max(last - (left - 1) + 1, begins[-1] + 1))
        if end >= last:
            break
        begins.append(end)
    ids = tuple(str(stretches.ids[begin]) for begin in begins)
    return Cuts(firsts[begins].astype(np.int64), ids, slots(len(begins)))


def place_in_order(ids: pa.Array, bounds: Sequence[str]) -> Int64s:
    """The partition of each id, of those that begin with these ids; -1 for one that is before all."""
    begins = [(len(text), text) for text in bounds]
    return np.array([bisect.bisect_right(begins, (len(text), text)) - 1 for text in ids.to_pylist()], np.int64)


def send_rows(
    batches: Iterator[pa.RecordBatch], bad_values: tuple[str, ...] | None, encoding: Encoding, cuts: Cuts
) -> Iterator[pa.RecordBatch]:
    """Encode the rows that a task stored and put those of each partition together, for `ROWS`."""
    for table in understood_rows(batches, bad_values):
        encoded, users = _encoded(table, encoding), table.column("user").combine_chunks()
        near = place_in_order(users.dictionary, cuts.ids)
        numbers = near[np.asarray(users.indices)] if len(users) else np.empty(0, np.int64)
        order = np.argsort(numbers, kind="stable")
        sizes = np.bincount(numbers, minlength=len(cuts.ids))
        ends = np.cumsum(sizes)
        ordered = encoded.take(pa.array(order))
        for number in np.flatnonzero(sizes):
            rows = ordered.slice(int(ends[number] - sizes[number]), int(sizes[number]))
            yield pa.RecordBatch.from_pydict(
                {
                    "slot": pa.array([cuts.slots[number]], pa.int32()),
                    "number": pa.array([int(number)], pa.int32()),
                    "rows": pa.array([_as_bytes(rows.combine_chunks())], pa.binary()),
                }
            )


def _encoded(table: pa.Table, encoding: Encoding) -> pa.Table:
    columns = {
        "user": table.column("user").cast(pa.large_string()),
        "item": _numbered(table.column("item"), encoding.items),
        "place": table.column("place"),
    }
    if encoding.value_texts is not None:
        places = pc.fill_null(_numbered(table.column("value"), encoding.value_texts), len(encoding.value_codes))
        columns["value"] = pa.array(np.append(encoding.value_codes, np.uint8(NO_VALUE))[np.asarray(places)])
    if encoding.first_day is not None:
        columns["at"] = pc.fill_null(table.column("at"), _NO_TIME)
    return pa.table(columns)


def _numbered(texts: pa.ChunkedArray, known: pa.Array) -> pa.Array:
    """Where each text stands among those known; every text is looked for once."""
    numbers = texts.combine_chunks()
    return pc.index_in(numbers.dictionary, value_set=known).take(numbers.indices)


def _as_bytes(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def build_partition(rows: pa.Table, cuts: Cuts, first_day: int | None, events: bool = False) -> pa.Table:
    """All rows of one partition as records: repeated pairs once, the latest of them, or all of them as events; a row
    for `PARTITIONS`."""
    number = rows.column("number")[0].as_py()
    table = pa.concat_tables([pa.ipc.open_stream(each.as_buffer()).read_all() for each in rows.column("rows")])
    users = table.column("user").combine_chunks().dictionary_encode()
    ids = sorted(users.dictionary.to_pylist(), key=lambda text: (len(text), text))
    ranks = np.asarray(pc.index_in(users.dictionary, value_set=pa.array(ids, pa.large_string()))).astype(np.int64)
    person, item = ranks[np.asarray(users.indices)], np.asarray(table.column("item")).astype(np.int64)
    if events:
        kept = _in_order(person, item, table, first_day)
    else:
        kept = _kept(person, item, _times(table), np.asarray(table.column("place")))
    person, item = person[kept], item[kept]
    starts = np.concatenate(([0], np.cumsum(np.bincount(person, minlength=len(ids))))).astype("<i8")
    arrays = {
        "starts": starts,
        "items": item.astype("<i4"),
        "values": np.asarray(table.column("value"))[kept] if "value" in table.column_names else np.empty(0, "u1"),
        "days": _days(table, kept, first_day),
    }
    names = stored_ids(pa.array(ids, pa.large_string()))
    digest = hashlib.sha256(b"".join([names, *(array.tobytes() for array in arrays.values())])).digest()
    row: dict[str, pa.Array] = {
        "slot": pa.array([cuts.slots[number]], pa.int32()),
        "number": pa.array([number], pa.int32()),
        "first": pa.array([int(cuts.codes[number])], pa.int64()),
        "people": pa.array([len(ids)], pa.int32()),
        "repeats": pa.array([table.num_rows - len(kept)], pa.int64()),
        "digest": pa.array([digest], pa.binary()),
        **{name: pa.array([array.tobytes()], pa.binary()) for name, array in arrays.items()},
        "ids": pa.array([names], pa.binary()),
    }
    return pa.table(row)


def _times(table: pa.Table) -> Int64s | None:
    return np.asarray(table.column("at")) if "at" in table.column_names else None


def _days(table: pa.Table, kept: Int64s, first_day: int | None) -> npt.NDArray[np.uint16]:
    times = _times(table)
    if times is None or first_day is None:
        return np.empty(0, "<u2")
    kept_times = times[kept]
    return np.where(kept_times == _NO_TIME, NO_DAY, kept_times // DAY - first_day).astype("<u2")


def _kept(person: Int64s, item: Int64s, times: Int64s | None, places: Int64s) -> Int64s:
    """Rows by person and item, of repeated pairs the one with the latest time, then the last place."""
    keys = (person << 32) | item
    order = np.argsort(keys)
    same = keys[order][1:] == keys[order][:-1]
    if not same.any():
        return order
    again = np.zeros(len(order), bool)
    again[1:] |= same
    again[:-1] |= same
    repeated = order[again]
    when = np.zeros(len(repeated), np.int64) if times is None else times[repeated]
    order[again] = repeated[np.lexsort((places[repeated], when, keys[repeated]))]
    return np.asarray(order[np.append(keys[order][1:] != keys[order][:-1], True)])


def _in_order(person: Int64s, item: Int64s, table: pa.Table, first_day: int | None) -> Int64s:
    """All rows by person and item, those of repeated pairs by day and value."""
    days, details = _days(table, np.arange(len(person)), first_day), []
    if "value" in table.column_names:
        details.append(np.asarray(table.column("value")))
    if len(days):
        details.append(days)
    return np.asarray(np.lexsort((*details, item, person)))


def stored_ids(ids: pa.Array) -> bytes:
    """Ids as they stand in a cell of a partition."""
    return _as_bytes(pa.table({"id": ids.cast(pa.large_string())}))


def ids_in(stored: Any) -> pa.Array:
    """The ids in such a cell; none, where it has none."""
    column = pa.ipc.open_stream(stored).read_all().column("id")
    return pa.concat_arrays([pa.array([], pa.large_string()), *column.chunks])

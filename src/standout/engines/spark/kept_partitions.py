"""Partitions that stay beside Python inside executors: a file each, mapped by whichever process asks next.

What the cluster keeps has to go through Java and Arrow for every question, is checked, and its index is made anew.
Instead, whoever has a partition in hand for the first time puts it into a file in
the executor's own folder, and its index beside it once one is needed. Later questions bring only the number of the
partition. Where there is no such file (an executor was lost, or the work went to another), there is no answer, and the
driver asks once more with the records. The folder belongs to the executor and goes with it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, overload

import numpy as np
import pyarrow as pa

from standout.data.codes import Packing, packing_for
from standout.data.facts import Facts
from standout.data.index import shards_of
from standout.data.model import Records, Shard
from standout.data.partition import Partition
from standout.data.soundness import check
from standout.outputs.scratch import scratch_name

PLACES = "SPARK_LOCAL_DIRS"
"""The environment variable in which Spark tells a Python of an executor where passing files go."""

MOST_OPEN = 64
"""So many partitions stay open in one process; they are mapped, so what they cost is what is made from them."""

_FOLDER = re.compile(r"standout-[0-9a-f]{16}")
_RECORDS = {"starts": "<i8", "items": "<i4", "values": "u1", "days": "<u2"}


@dataclass(frozen=True)
class Keeping:
    """Which dataset a partition belongs to, and which ones are still in use; sent along with every question."""

    name: str
    """Of a folder: `standout-` and sixteen digits."""
    in_use: frozenset[str]


class IndexOnDemand(Sequence[Shard]):
    """The index of a partition, made when it is first asked for, and kept in a file if one is named."""

    def __init__(self, records: Records, items: int, packing: Packing, file: Path | None = None) -> None:
        self._asked, self._file = (records, items, packing), file
        self._made: tuple[Shard, ...] | None = None

    def __len__(self) -> int:
        return 1

    @overload
    def __getitem__(self, index: int) -> Shard: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Shard]: ...
    def __getitem__(self, index: int | slice) -> Shard | Sequence[Shard]:
        if self._made is None:
            self._made = self._found() or self._fresh()
        return self._made[index]

    def _found(self) -> tuple[Shard, ...] | None:
        """The index that another process made."""
        found = None if self._file is None else _mapped(self._file)
        if found is None:
            return None
        records, items, packing = self._asked
        starts, entries = (_numbers(found[name], kind) for name, kind in self._kinds.items())
        shard = Shard(0, len(records.starts) - 1, starts, entries, packing)
        fits = len(entries) == len(records.items) and shard.bounds.items == items
        return (shard,) if fits and shard.bounds.people <= shard.people_count else None

    def _fresh(self) -> tuple[Shard, ...]:
        made = tuple(shards_of(*self._asked))
        if self._file is not None and made:
            _written(self._file, {name: getattr(made[0], name) for name in self._kinds})
        return made

    @property
    def _kinds(self) -> dict[str, Any]:
        return {"starts": "<i4", "entries": self._asked[2].entry_type}


def partition_of(first: int, arrays: Sequence[Any], facts: Facts, index: Path | None = None) -> Partition:
    """Some people's records as a partition; arrays are the bytes of starts, items, values and days."""
    records = Records(*(_numbers(each, kind) for each, kind in zip(arrays, _RECORDS.values(), strict=True)))
    packing = packing_for(len(facts.scale.labels), None if facts.first_day is None else facts.last_day)
    partition = Partition(records, IndexOnDemand(records, facts.items, packing, index), first)
    check(partition, facts)
    return partition


def opened(table: pa.RecordBatch | pa.Table, row: int, facts: Facts) -> Partition:
    """The partition in one row of the frame."""
    return partition_of(int(table.column("first")[row].as_py()), _bytes_of(table, row), facts)


def opened_here(table: pa.RecordBatch | pa.Table, row: int, facts: Facts, keeping: Keeping) -> Partition | None:
    """The partition in one row of the frame, which is kept here from now on; or, if the row has only its number, the
    one that was kept; none if there is none."""
    number = int(table.column("number")[row].as_py())
    if "starts" in table.schema.names:
        return _keep(table, row, number, facts, keeping)
    known, folder = _open.get((keeping.name, number)), _folder(keeping)
    if known is not None and known[0] is facts and folder is not None and _file(folder, number).exists():
        _open.move_to_end((keeping.name, number))
        return known[1]
    return _kept(number, facts, keeping)


_open: OrderedDict[tuple[str, int], tuple[Facts, Partition]] = OrderedDict()
"""What this process has open, least lately used first, each with the facts that it was checked beside."""


def _keep(table: pa.RecordBatch | pa.Table, row: int, number: int, facts: Facts, keeping: Keeping) -> Partition:
    folder = _folder(keeping)
    if folder is None:
        return opened(table, row, facts)
    _sweep(folder, keeping)
    folder.mkdir(mode=0o700, exist_ok=True)
    first = np.array([table.column("first")[row].as_py()], "<i8")
    _written(_file(folder, number), {"first": first, **dict(zip(_RECORDS, _bytes_of(table, row), strict=True))})
    return _kept(number, facts, keeping) or opened(table, row, facts)


def _kept(number: int, facts: Facts, keeping: Keeping) -> Partition | None:
    folder = _folder(keeping)
    found = None if folder is None else _mapped(_file(folder, number))
    if folder is None or found is None:
        return None
    first = int(_numbers(found["first"], "<i8")[0])
    partition = partition_of(first, [found[name] for name in _RECORDS], facts, folder / f"{number}.index")
    _open[keeping.name, number] = facts, partition
    while len(_open) > MOST_OPEN:
        _open.popitem(last=False)
    return partition


def _bytes_of(table: pa.RecordBatch | pa.Table, row: int) -> list[Any]:
    return [table.column(name)[row].as_buffer() for name in _RECORDS]


def _folder(keeping: Keeping) -> Path | None:
    """Where the partitions of a dataset are kept: in the first of the executor's own folders."""
    place = os.environ.get(PLACES, "").partition(",")[0]
    return Path(place) / keeping.name if place and Path(place).is_dir() else None


def _file(folder: Path, number: int) -> Path:
    return folder / f"{number}.records"


def _sweep(folder: Path, keeping: Keeping) -> None:
    """Remove what was kept of datasets that nobody uses any more, once another one comes."""
    if folder.is_dir():
        return
    for other in folder.parent.iterdir():
        if _FOLDER.fullmatch(other.name) and other.name not in keeping.in_use:
            shutil.rmtree(other, ignore_errors=True)
    for key in [key for key in _open if key[0] not in keeping.in_use]:
        del _open[key]


def _written(file: Path, arrays: dict[str, Any]) -> None:
    """Arrays into a file that is there when all of it is; only its owner may read it. Where a disk is full, none is."""
    table = pa.table({name: _as_bytes(each) for name, each in arrays.items()})
    passing = file.with_name(scratch_name())
    try:
        private = partial(os.open, mode=0o600)
        with open(passing, "xb", opener=private) as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        passing.replace(file)
    except OSError:
        passing.unlink(missing_ok=True)


def _as_bytes(array: Any) -> pa.Array:
    """The bytes of an array as one cell, without a copy."""
    stored = pa.py_buffer(array)
    ends = pa.py_buffer(np.array([0, stored.size], np.int64))
    return pa.Array.from_buffers(pa.large_binary(), 1, [None, ends, stored])


def _mapped(file: Path) -> dict[str, Any] | None:
    """The bytes of each array in a file, mapped; none if it is not there, or no such file."""
    try:
        table = pa.ipc.open_file(pa.memory_map(str(file))).read_all()
    except (OSError, pa.ArrowInvalid):
        return None
    return {name: table.column(name)[0].as_buffer() for name in table.column_names}


def _numbers(stored: Any, kind: Any) -> Any:
    return np.require(np.frombuffer(stored, kind), requirements="A")

"""Opening the files of a prepared dataset: every byte is looked at, on all cores, before anything is made of it.

Checksums notice damage. A folder that somebody made on purpose has right checksums, so what the arrays say is checked
as well: starts ascend, codes are below their counts, the index holds just what the records do, names are text and all
different.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s, only_read
from standout.common.formats import shown_path
from standout.common.memory import make_room
from standout.data.codes import Bounds
from standout.data.counting import holders_in_shard
from standout.data.mapped import Mapped, mapped
from standout.data.model import Records, Shard
from standout.data.prepared_manifest import AGAIN, Manifest, shard_file
from standout.data.vocabulary import Vocabulary, text_of
from standout.errors import BadInput

Files = Mapping[str, Mapped]


def mapped_files(folder: Path, manifest: Manifest) -> Files:
    """All files that the manifest speaks of, mapped; one line if one is missing, no plain file, or of another size."""
    files = {}
    for name, (size, _) in manifest.files.items():
        try:
            files[name] = mapped(folder / name)
        except OSError:
            raise _damaged(folder / name) from None
        if len(files[name].content) != size:
            raise _damaged(folder / name)
    return files


def _damaged(file: Path) -> BadInput:
    return BadInput(f"{shown_path(file)}: missing or damaged; make the prepared dataset again with 'standout prepare'")


def opened_arrays(
    folder: Path, manifest: Manifest, files: Files
) -> tuple[Records, tuple[Shard, ...], Int64s, Vocabulary]:
    """Records, shards, holders and names, each byte of them checked."""
    with _threads() as pool:
        sums = {name: pool.submit(file.checksum) for name, file in files.items()}
        try:
            arrays = _made(pool, manifest, files)
        except _UnsoundError as problem:
            _refuse_damaged(folder, manifest, sums)
            raise BadInput(f"{shown_path(folder)}: not what 'standout prepare' makes ({problem}); {AGAIN}") from None
        _refuse_damaged(folder, manifest, sums)
    return arrays


@contextmanager
def _threads() -> Iterator[ThreadPoolExecutor]:
    """A thread for each core; what was not begun when something is wrong is not begun any more."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _refuse_damaged(folder: Path, manifest: Manifest, sums: Mapping[str, Future[int]]) -> None:
    for name, checksum in sums.items():
        if checksum.result() != manifest.files[name][1]:
            raise _damaged(folder / name)


class _UnsoundError(Exception):
    """Arrays that do not fit each other or the manifest."""


def _made(
    pool: ThreadPoolExecutor, manifest: Manifest, files: Files
) -> tuple[Records, tuple[Shard, ...], Int64s, Vocabulary]:
    kinds = {"starts": np.int64, "items": np.int32, "values": np.uint8, "days": np.uint16}
    records = Records(*(files[f"record_{field}.bin"].array(kind) for field, kind in kinds.items()))
    _ascending(records.starts, manifest.interactions, "starts of records")
    ends = np.concatenate(([0], np.cumsum(manifest.shard_people, dtype=np.int64)))
    checks = [
        pool.submit(_shard, manifest, files, records, number, int(ends[number])) for number in range(len(ends) - 1)
    ]
    names = [pool.submit(_names, files, name, manifest) for name in ("people", "items", "titles")]
    shards, most_value, most_day, repeated = [], 0, 0, False
    for check in checks:
        shard, repeats, value, day = check.result()
        shards.append(shard)
        _known(shard, Bounds(shard.people_count, manifest.items, value, day, repeats > 0))
        most_value, most_day, repeated = max(most_value, value), max(most_day, day), repeated or repeats > 0
    _require(manifest.events or not repeated, "a record holds an item twice, but the data is not of events")
    levels = len(manifest.scale.labels)
    _require(most_value <= levels, f"a value lies outside the scale of {levels}")
    _require(max(most_day - 1, 0) == manifest.last_day, "the last day is another one")
    holders = files["holders.bin"].array(np.int64)
    counts = np.zeros(manifest.items, np.int64)
    for shard in shards:
        counts += holders_in_shard(shard)
        make_room()
    _require(bool(np.array_equal(counts, holders)), "holders are counted wrongly")
    _known(records, Bounds(manifest.people, manifest.items, most_value, most_day, repeated))
    people, items, titles = (each.result() for each in names)
    return records, tuple(shards), holders, Vocabulary(people, items, titles, _titles_agree(files, manifest))


def _titles_agree(files: Files, manifest: Manifest) -> npt.NDArray[np.bool_] | None:
    """For each item whether all rows agree on its title, where titles stand in people's rows."""
    if not manifest.titles_in_rows:
        return None
    agree = files["titles_agree.bin"].array(np.uint8)
    _require(int(agree.max(initial=0)) <= 1, "rows neither agree on a title nor disagree")
    return agree.astype(np.bool_)


def _known(arrays: Records | Shard, bounds: Bounds) -> None:
    """What was found out about these arrays need not be found out again."""
    arrays.__dict__["bounds"] = bounds


def _require(right: bool, otherwise: str) -> None:
    if not right:
        raise _UnsoundError(otherwise)


def _ascending(starts: Int64s, end: int, what: str) -> None:
    from standout.kernels import checking

    _require(bool(checking.ascends(only_read(starts), end)), f"{what} do not ascend to the end")


def _shard(manifest: Manifest, files: Files, records: Records, number: int, first: int) -> tuple[Shard, int, int, int]:
    """A shard that holds just what the records of its people do; how often an item stands in a record again; and what
    values and days stay below."""
    from standout.kernels import checking

    make_room()
    packing, count = manifest.packing, manifest.shard_people[number]
    stored, last = files[shard_file(number, "entries")], first + count
    wanted = int(records.starts[last] - records.starts[first]) * np.dtype(packing.entry_type).itemsize
    _require(len(stored.content) == wanted, "records and index differ in size")
    starts, entries = files[shard_file(number, "starts")].array(np.int32), stored.array(packing.entry_type)
    _ascending(starts, len(entries), "starts of the index")
    right, repeats, value, day = checking.agree(
        only_read(records.starts), only_read(records.items), only_read(records.values), only_read(records.days),
        first, last, only_read(starts), only_read(entries), packing.value_bits, packing.day_bits,
    )  # fmt: skip
    _require(right, "records and index do not hold the same")
    make_room()
    return Shard(first, count, starts, entries, packing), int(repeats), int(value), int(day)


def _names(files: Files, name: str, manifest: Manifest) -> pa.Array | None:
    """Names by code: text that can be read, and of people and items none twice."""
    if name == "titles" and not manifest.titles:
        return None
    count = manifest.people if name == "people" else manifest.items
    starts, text = files[f"{name}_starts.bin"].array(np.int64), files[f"{name}_text.bin"].content
    _ascending(starts, len(text), f"names of {name}")
    known = files["titles_known.bin"].array(np.uint8) if name == "titles" else None
    _require(known is None or int(known.max(initial=0)) <= 1, "titles are neither there nor absent")
    bits = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    texts = pa.Array.from_buffers(pa.large_string(), count, [bits, pa.py_buffer(starts), pa.py_buffer(text)])
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid:
        raise _UnsoundError(f"names of {name} are no text") from None
    _require(name == "titles" or len(pc.unique(texts)) == count, f"two {name} have the same name")
    return texts


def write_names(names: Vocabulary, write: Callable[[str, Any], None]) -> None:
    """Hand over names as arrays: where each begins, all their text, and of titles, which there are."""
    for name in ("people", "items", "titles"):
        strings = getattr(names, name)
        if strings is None:
            continue
        starts, text = text_of(strings)
        write(f"{name}_starts.bin", starts)
        write(f"{name}_text.bin", text)
        if name == "titles":
            write("titles_known.bin", np.asarray(pc.is_valid(strings).cast(pa.uint8())))
    if names.titles is not None and names.titles_agree is not None:
        write("titles_agree.bin", names.titles_agree.astype(np.uint8))

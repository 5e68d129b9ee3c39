"""Prepared datasets: interactions on disk as memory-mapped arrays, with a format version and checksums.

A prepared dataset is a folder with `manifest.json` and one raw little-endian file per array, names included. It is
written under another name and renamed when complete, so a folder that has a manifest is whole. Opening looks at every
byte (`prepared_checks`): damage, and arrays that do not fit each other, are told before any figure is made from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.common.files import open_private, write_whole
from standout.common.formats import shown_path
from standout.common.memory import make_room
from standout.data.codes import NO_DAY, packing_for
from standout.data.contents import refuse_replaced
from standout.data.counting import holders_in_shard
from standout.data.dataset import LocalDataset, local_dataset
from standout.data.index import shards_of
from standout.data.mapped import mapped, read_bounded
from standout.data.model import Records, Scale, Source
from standout.data.prepared_checks import mapped_files, opened_arrays, write_names
from standout.data.prepared_manifest import AGAIN, LARGEST, Manifest, sealed, shard_file, sizes, understood
from standout.data.vocabulary import Vocabulary
from standout.errors import BadInput
from standout.outputs.folders import folder_written_whole
from standout.outputs.markers import mark
from standout.outputs.scratch import is_passing
from standout.results.understood import Understood

MANIFEST = "manifest.json"
KIND = "a prepared dataset"
"""What its marker says."""
_BLOCK = 1 << 23
_DTYPES = {"starts": "<i8", "shard starts": "<i4", "holders": "<i8", "items": "<i4", "values": "u1", "days": "<u2"}


@dataclass(frozen=True)
class Entries:
    """A batch of encoded interactions; a stream of them ascends by person, then item, then time, then row."""

    people: npt.NDArray[np.int64]
    items: npt.NDArray[np.int64]
    values: npt.NDArray[np.uint8] | None
    days: npt.NDArray[np.uint16] | None


def is_prepared(folder: Path) -> bool:
    return (folder / MANIFEST).is_file()


def write_prepared(
    folder: Path,
    entries: Iterable[Entries],
    *,
    vocabulary: Vocabulary,
    scale: Scale,
    first_day: int | None,
    source: Source,
    events: bool = False,
    repeats_note: str = "{count:,} repeated (person, item) entries: the latest of each was kept",
) -> LocalDataset:
    """Write a stream of entries as a prepared dataset, keep the last of repeated pairs, and open it.

    With `events` all of them are kept: the stream then ascends by person, item, day and value.
    """
    lasting = not is_passing(folder)
    with folder_written_whole(folder, KIND, lasting=lasting) as part:
        repeats = _write_records(part, entries, len(vocabulary.people), events)
        write_names(vocabulary, lambda name, array: _write_array(part / name, array))
        records = _open_records(part)
        holders = np.zeros(len(vocabulary.items), dtype=np.int64)
        last_day, shard_people = _last_day(records.days), []
        packing = packing_for(len(scale.labels), None if first_day is None else last_day)
        for number, shard in enumerate(shards_of(records, len(vocabulary.items), packing)):
            holders += holders_in_shard(shard)
            shard_people.append(shard.people_count)
            for field in ("starts", "entries"):
                _write_array(part / shard_file(number, field), getattr(shard, field))
            make_room()
        _write_array(part / "holders.bin", holders)
        notes = source.notes + ((repeats_note.format(count=repeats),) if repeats else ())
        manifest = Manifest(
            people=len(vocabulary.people),
            items=len(vocabulary.items),
            interactions=int(records.starts[-1]),
            first_day=first_day,
            last_day=last_day,
            scale=scale,
            source=replace(source, notes=notes, understood=_completed(source, vocabulary, records, first_day, repeats)),
            titles=vocabulary.titles is not None,
            titles_in_rows=vocabulary.titles is not None and vocabulary.titles_agree is not None,
            shard_people=tuple(shard_people),
            files={},
            events=events,
        )
        files = {name: _checksum(part / name) for name in sorted(sizes(manifest))}
        write_whole(part / MANIFEST, sealed(replace(manifest, files=files)))
        mark(part, KIND, files, lasting=lasting)
        del records  # Windows gives no folder another name as long as a file in it is mapped
    return open_prepared(folder)


def _completed(
    source: Source, vocabulary: Vocabulary, records: Records, first_day: int | None, repeats: int
) -> Understood | None:
    """What was understood of the source, with what is known now that records are written."""
    if source.understood is None:
        return None
    days = None
    if first_day is not None:
        days = (str(np.datetime64(first_day, "D")), str(np.datetime64(first_day + _last_day(records.days), "D")))
    return source.understood.completed(
        people=len(vocabulary.people),
        items=len(vocabulary.items),
        interactions=int(records.starts[-1]),
        repeated=repeats,
        days=days,
    )


def open_prepared(folder: Path) -> LocalDataset:
    """Open a prepared dataset, or say in one line why it cannot be trusted."""
    manifest = _read_manifest(folder)
    files = mapped_files(folder, manifest)
    records, shards, holders, names = opened_arrays(folder, manifest, files)
    refuse_replaced(files.values())
    return local_dataset(
        records,
        shards,
        holders=holders,
        scale=manifest.scale,
        first_day=manifest.first_day,
        last_day=manifest.last_day,
        vocabulary=names,
        source=manifest.source,
        mapped_from=tuple(file.seen for file in files.values()),
        events=manifest.events,
    )


def _read_manifest(folder: Path) -> Manifest:
    file = folder / MANIFEST
    try:
        content = read_bounded(file, LARGEST)
    except OSError as problem:
        raise BadInput(f"{shown_path(file)}: cannot be read ({problem.strerror or problem}); {AGAIN}") from None
    return understood(content, shown_path(file))


def _write_records(part: Path, entries: Iterable[Entries], people: int, events: bool) -> int:
    """Append the stream to the record files, drop all but the last of repeated pairs unless they are events, return how
    many."""
    lengths = np.zeros(people + 1, dtype=np.int64)
    repeats = 0
    files = {field: open_private(part / f"record_{field}.bin") for field in ("items", "values", "days")}
    try:
        for batch in (_Kept(each, 0) for each in entries) if events else _last_of_each(entries):
            repeats += batch.dropped
            kept = batch.entries
            first = int(kept.people[0]) if len(kept.people) else 0
            counts = np.bincount(kept.people - first)
            lengths[1 + first : 1 + first + len(counts)] += counts
            files["items"].write(kept.items.astype("<i4").tobytes())
            if kept.values is not None:
                files["values"].write(kept.values.astype("u1").tobytes())
            if kept.days is not None:
                files["days"].write(kept.days.astype("<u2").tobytes())
    finally:
        for file in files.values():
            file.close()
    _write_array(part / "record_starts.bin", np.cumsum(lengths))
    return repeats


@dataclass(frozen=True)
class _Kept:
    entries: Entries
    dropped: int


def _last_of_each(entries: Iterable[Entries]) -> Iterator[_Kept]:
    """Batches without repeats; the last pair of a batch waits for the next one, which may repeat it."""
    waiting: Entries | None = None
    for batch in entries:
        if not len(batch.people):
            continue
        joined = batch if waiting is None else _join(waiting, batch)
        same_as_next = (joined.people[1:] == joined.people[:-1]) & (joined.items[1:] == joined.items[:-1])
        keep = np.flatnonzero(~same_as_next)
        waiting = _take(joined, np.array([len(joined.people) - 1]))
        yield _Kept(_take(joined, keep), int(same_as_next.sum()))
    if waiting is not None:
        yield _Kept(waiting, 0)


def _take(entries: Entries, rows: npt.NDArray[np.intp]) -> Entries:
    return Entries(
        entries.people[rows],
        entries.items[rows],
        None if entries.values is None else entries.values[rows],
        None if entries.days is None else entries.days[rows],
    )


def _join(first: Entries, second: Entries) -> Entries:
    return Entries(
        np.concatenate((first.people, second.people)),
        np.concatenate((first.items, second.items)),
        None if first.values is None or second.values is None else np.concatenate((first.values, second.values)),
        None if first.days is None or second.days is None else np.concatenate((first.days, second.days)),
    )


def _last_day(days: npt.NDArray[np.uint16]) -> int:
    last = 0
    for start in range(0, len(days), _BLOCK):
        block = days[start : start + _BLOCK]
        last = max(last, int(block[block != NO_DAY].max(initial=0)))
        make_room()
    return last


def _write_array(file: Path, array: npt.NDArray[Any]) -> None:
    dtype = _DTYPES.get(_field(file), array.dtype)
    with open_private(file) as stream:
        stream.write(np.ascontiguousarray(array, dtype=dtype).tobytes())


def _field(file: Path) -> str:
    """What kind of array a file holds; the index counts its entries in four bytes."""
    first, _, field = file.stem.rpartition("_")
    return "shard starts" if first.startswith("shard") and field == "starts" else field


def _open_records(folder: Path) -> Records:
    """The records that were just written."""
    fields = ("starts", "items", "values", "days")
    return Records(*(mapped(folder / f"record_{field}.bin").array(_DTYPES[field]) for field in fields))


def _checksum(file: Path) -> tuple[int, int]:
    """Size and CRC-32."""
    written = mapped(file)
    return len(written.content), written.checksum()

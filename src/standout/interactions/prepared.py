"""Prepared datasets: interactions on disk as memory-mapped arrays, with a format version and checksums.

A prepared dataset is a folder with `manifest.json`, one raw little-endian file per array, and the names in
Arrow files. It is written under another name and renamed when complete, so a folder that has a manifest is
whole. Opening checks every file's size and checksum: damage is told before any figure is made from it.
"""

from __future__ import annotations

import json
import mmap
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from standout.errors import BadInput
from standout.files import open_private, write_whole
from standout.interactions.index import shards_of
from standout.interactions.model import (
    NO_DAY,
    Interactions,
    Packing,
    Records,
    Scale,
    Shard,
    Source,
    packing_for,
)
from standout.interactions.names import Names
from standout.memory import make_room, remember
from standout.outputs.folders import folder_written_whole
from standout.outputs.markers import mark
from standout.outputs.scratch import is_passing

FORMAT = "standout-prepared"
VERSION = 1
MANIFEST = "manifest.json"
KIND = "a prepared dataset"
"""What its marker says."""
_BLOCK = 1 << 23
_DTYPES = {"starts": "<i8", "holders": "<i8", "items": "<i4", "values": "u1", "days": "<u2"}


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
    names: Names,
    scale: Scale,
    first_day: int | None,
    source: Source,
    repeats_note: str = "{count:,} repeated (person, item) entries: the latest of each was kept",
) -> Interactions:
    """Write a stream of entries as a prepared dataset, keep the last of repeated pairs, and open it."""
    lasting = not is_passing(folder)
    with folder_written_whole(folder, KIND, lasting=lasting) as part:
        repeats = _write_records(part, entries, len(names.people))
        _write_names(part, names)
        records = _open_records(part)
        holders = np.zeros(len(names.items), dtype=np.int64)
        last_day, shard_people = _last_day(records.days), []
        packing = packing_for(len(scale.labels), None if first_day is None else last_day)
        for number, shard in enumerate(shards_of(records, len(names.items), packing)):
            holders += np.diff(shard.starts)
            shard_people.append(shard.people_count)
            for field in ("starts", "entries"):
                _write_array(part / _shard_file(number, field), getattr(shard, field))
            make_room()
        _write_array(part / "holders.bin", holders)
        notes = source.notes + ((repeats_note.format(count=repeats),) if repeats else ())
        checksums = {file.name: _checksum(file) for file in sorted(part.iterdir())}
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "people": len(names.people),
            "items": len(names.items),
            "interactions": int(records.starts[-1]),
            "first_day": first_day,
            "last_day": last_day,
            "scale": asdict(scale),
            "source": asdict(source) | {"notes": notes},
            "shard_people": shard_people,
            "files": checksums,
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False)
        write_whole(part / MANIFEST, text.encode())
        mark(part, KIND, checksums, lasting=lasting)
    return open_prepared(folder)


def open_prepared(folder: Path) -> Interactions:
    """Open a prepared dataset, or say in one line why it cannot be trusted."""
    manifest = _read_manifest(folder)
    for name, (size, checksum) in manifest["files"].items():
        file = folder / name
        if not file.is_file() or [size, checksum] != _checksum(file):
            raise BadInput(f"{file}: missing or damaged; make the prepared dataset again with 'standout prepare'")
    names = Names(
        people=_read_strings(folder / "people.arrow"),
        items=_read_strings(folder / "items.arrow"),
        titles=_read_strings(folder / "titles.arrow") if "titles.arrow" in manifest["files"] else None,
    )
    scale, source = manifest["scale"], manifest["source"]
    packing = packing_for(len(scale["labels"]), None if manifest["first_day"] is None else manifest["last_day"])
    return Interactions(
        records=_open_records(folder),
        shards=tuple(_open_shards(folder, manifest["shard_people"], packing)),
        holders=_read_array(folder / "holders.bin"),
        scale=Scale(scale["kind"], tuple(scale["labels"]), tuple(scale["positions"])),
        first_day=manifest["first_day"],
        last_day=manifest["last_day"],
        names=names,
        source=Source(tuple(source["files"]), source["sha256"], tuple(source["notes"])),
    )


def _read_manifest(folder: Path) -> dict[str, Any]:
    file = folder / MANIFEST
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError) as problem:
        raise BadInput(f"{file}: cannot be read ({problem}); make it again with 'standout prepare'") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadInput(f"{file}: not a prepared dataset of Standout; name the data file itself")
    if manifest.get("version") != VERSION:
        raise BadInput(
            f"{file}: format version {manifest.get('version')}, but this Standout reads version {VERSION}; "
            "make it again with 'standout prepare'"
        )
    wanted = {
        "people",
        "items",
        "interactions",
        "first_day",
        "last_day",
        "scale",
        "source",
        "shard_people",
        "files",
    }
    if missing := sorted(wanted - manifest.keys()):
        raise BadInput(f"{file}: has no '{missing[0]}'; make it again with 'standout prepare'")
    return manifest


def _write_records(part: Path, entries: Iterable[Entries], people: int) -> int:
    """Append the stream to the record files, drop all but the last of repeated pairs, return how many."""
    lengths = np.zeros(people + 1, dtype=np.int64)
    repeats = 0
    files = {field: open_private(part / f"record_{field}.bin") for field in ("items", "values", "days")}
    try:
        for batch in _last_of_each(entries):
            repeats += batch.dropped
            kept = batch.entries
            lengths[1:] += np.bincount(kept.people, minlength=people)
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


def _take(entries: Entries, at: npt.NDArray[np.intp]) -> Entries:
    return Entries(
        entries.people[at],
        entries.items[at],
        None if entries.values is None else entries.values[at],
        None if entries.days is None else entries.days[at],
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


def _write_names(part: Path, names: Names) -> None:
    for name in ("people", "items", "titles"):
        strings = getattr(names, name)
        if strings is None:
            continue
        table = pa.table({"name": strings.cast(pa.large_string())})
        with open_private(part / f"{name}.arrow") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)


def _read_strings(file: Path) -> pa.Array:
    with pa.memory_map(str(file)) as mapped:
        column = pa.ipc.open_file(mapped).read_all().column("name")
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def _write_array(file: Path, array: npt.NDArray[Any]) -> None:
    dtype = _DTYPES.get(_field(file), array.dtype)
    with open_private(file) as stream:
        stream.write(np.ascontiguousarray(array, dtype=dtype).tobytes())


def _read_array(file: Path, dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    dtype = np.dtype(dtype or _DTYPES[_field(file)]).newbyteorder("<")
    if not file.stat().st_size:
        return np.empty(0, dtype=dtype)
    with file.open("rb") as stream:
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    remember(mapped)
    return np.frombuffer(mapped, dtype)


def _field(file: Path) -> str:
    return file.stem.split("_")[-1]


def _open_records(folder: Path) -> Records:
    return Records(*(_read_array(folder / f"record_{field}.bin") for field in ("starts", "items", "values", "days")))


def _open_shards(folder: Path, shard_people: list[int], packing: Packing) -> Iterator[Shard]:
    first = 0
    for number, count in enumerate(shard_people):
        starts = _read_array(folder / _shard_file(number, "starts"))
        entries = _read_array(folder / _shard_file(number, "entries"), packing.entry_type)
        yield Shard(first, count, starts, entries, packing)
        first += count


def _shard_file(number: int, field: str) -> str:
    return f"shard{number:05}_{field}.bin"


def _checksum(file: Path) -> list[int]:
    """Size and CRC-32: fast enough to look at every byte on every opening, and made to notice damage."""
    size = checksum = 0
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            checksum = zlib.crc32(block, checksum)
    return [size, checksum]

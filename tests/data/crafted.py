"""Prepared datasets that somebody made on purpose: whatever is changed, all checksums are right again."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.model import Scale, Source
from standout.data.prepared import Entries, write_prepared
from standout.data.vocabulary import Vocabulary, numbered

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))
PEOPLE, ITEMS = 10, 6
KINDS = {
    "starts": "<i8",
    "holders": "<i8",
    "items": "<i4",
    "values": "u1",
    "days": "<u2",
    "entries": "<u4",
    "known": "u1",
}


def write(folder: Path, people: int = PEOPLE) -> LocalDataset:
    """A small dataset with values, days, gaps in both, and titles."""
    import pyarrow as pa

    who, what = np.divmod(np.arange(people * ITEMS), ITEMS)
    kept = (who * 7 + what * 5) % 3 > 0
    who, what = who[kept], what[kept]
    values = ((who + what) % 3).astype(np.uint8)
    values[::7] = NO_VALUE
    days = ((who * 3 + what) % 20).astype(np.uint16)
    days[::5] = NO_DAY
    names = numbered(people, ITEMS)
    titles = pa.array([f"title {at}" if at else None for at in range(ITEMS)], pa.large_string())
    return write_prepared(
        folder, [Entries(who, what, values, days)], vocabulary=Vocabulary(names.people, names.items, titles),
        scale=SCALE, first_day=100, source=Source(("a.csv",), "00", ("a note",)),
    )  # fmt: skip


def reseal(folder: Path, change: Callable[[dict[str, Any]], Any] = lambda _: None, files: bool = True) -> None:
    """Change what the manifest says, and make all checksums right again."""
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest.pop("checksum", None)
    if files:
        for name in manifest["files"]:
            content = (folder / name).read_bytes()
            manifest["files"][name] = [len(content), zlib.crc32(content)]
    change(manifest)
    text = json.dumps(manifest, sort_keys=True, separators=(",", ":"))
    manifest["checksum"] = hashlib.sha256(text.encode()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


def _kind(name: str) -> str:
    """The numbers in a file; the index counts its entries in four bytes."""
    first, _, field = name.rpartition("_")
    return "<i4" if first.startswith("shard") and field == "starts" else KINDS[field]


def edit(folder: Path, name: str, change: Callable[[npt.NDArray[Any]], Any]) -> None:
    """Change one array, in place or for another, and make all checksums right again."""
    file = folder / name
    array = np.frombuffer(file.read_bytes(), _kind(file.stem)).copy()
    made = change(array)
    file.write_bytes((array if made is None else made).tobytes())
    reseal(folder)

"""Rows that wait on disk: once through to fold them, then as often as their scale asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from standout.common.arrays import Bools
from standout.common.files import open_private
from standout.io.folding import Rows

_BLOCK = 1_000_000
_DETAILS = ("codes", "amounts", "days")


@dataclass(frozen=True)
class Spilled:
    """Rows in files of plain arrays, one for each of `types`, and which people and items occur in them."""

    folder: Path
    count: int
    types: dict[str, np.dtype[Any]]
    people: Bools
    items: Bools

    def blocks(self) -> Iterator[Rows]:
        """All rows, block by block."""
        with ExitStack() as stack:
            files = {name: stack.enter_context((self.folder / f"{name}.bin").open("rb")) for name in self.types}
            for _ in range(0, self.count, _BLOCK):
                arrays = {name: np.fromfile(file, self.types[name], _BLOCK) for name, file in files.items()}
                yield Rows(arrays["people"], arrays["items"], *(arrays.get(name) for name in _DETAILS))


def spilled(blocks: Iterable[Rows], folder: Path, people: int, items: int) -> Spilled:
    """Write rows to disk, privately."""
    folder.mkdir(mode=0o700)
    types: dict[str, np.dtype[Any]] = {}
    files = {name: open_private(folder / f"{name}.bin") for name in ("people", "items", *_DETAILS)}
    seen_people, seen_items, count = np.zeros(people, np.bool_), np.zeros(items, np.bool_), 0
    try:
        for rows in blocks:
            count += len(rows)
            seen_people[rows.people] = True
            seen_items[rows.items] = True
            for name, file in files.items():
                array = getattr(rows, name)
                if array is not None:
                    types[name] = array.dtype
                    file.write(np.ascontiguousarray(array).data)
    finally:
        for file in files.values():
            file.close()
    return Spilled(folder, count, types, seen_people, seen_items)

"""Catalogues: which items there are, told from outside people's rows.

What a person alone has is not in a catalogue because of them, so its list of items and titles can be published.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from standout.common.arrays import Int64s
from standout.common.formats import shown_path
from standout.data.dataset import AnyDataset
from standout.data.prepared import is_prepared
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.io.layouts import layout_of
from standout.io.parts import is_pattern
from standout.io.tables.beside import file_beside
from standout.io.tables.item_titles import read_items

_BESIDE = {"ml-1m": "movies.dat", "sample": "items.csv"}
"""Tables of items that list more than people have. Those of other known folders were made from people's ratings: every
film of ml-100k, ml-latest and Netflix Prize has one."""


@dataclass(frozen=True)
class Catalogue:
    """Items by id, ascending, each with its title or none, and the name of the file that has them."""

    name: str
    ids: tuple[str, ...]
    titles: tuple[str | None, ...]
    notes: tuple[str, ...] = ()

    def codes(self, data: AnyDataset) -> Int64s:
        """The code of each item in this data; -1 for one that nobody has."""
        return positions(pa.array(self.ids, pa.large_string()), data.vocabulary.items)


def read_catalogue(data: Path | str | None, file: Path | None) -> Catalogue | None:
    """The catalogue in this file, or the one that a known folder has by itself; none where there is none.

    `data` is where people's rows are; none for those that are in no file.
    """
    with tempfile.TemporaryDirectory(prefix="standout-catalogue-") as folder:
        scratch = Path(folder)
        place = file or (None if data is None else file_beside(data, _BESIDE, scratch))
        if place is None:
            return None
        if not place.is_file():
            raise BadInput(f"{shown_path(place)}: no such file; name a table with a column 'item'")
        if any(place.samefile(rows) for rows in _rows_of(data)):
            raise BadInput(f"{shown_path(place)}: is the data itself; a catalogue comes from outside people's rows")
        items, notes = read_items(place, scratch)
    if not items:
        raise BadInput(f"{shown_path(place)}: no items in it; name a table with a column 'item'")
    ids = tuple(sorted(items))
    return Catalogue(place.name, ids, tuple(items[each] or None for each in ids), notes)


def _rows_of(data: Path | str | None) -> tuple[Path, ...]:
    """The files that hold people's rows."""
    if data is None:
        return ()
    path = Path(data)
    return layout_of(path).files if (path.exists() or is_pattern(path)) and not is_prepared(path) else ()

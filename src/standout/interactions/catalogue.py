"""Catalogues: which items there are, told from outside people's rows.

What a person alone has is not in a catalogue because of them, so its list of items and titles can be published.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from standout.errors import BadInput
from standout.interactions.beside import file_beside
from standout.interactions.formats import shown_path
from standout.interactions.layouts import layout_of
from standout.interactions.model import Int64s, Interactions
from standout.interactions.names import positions
from standout.interactions.prepared import is_prepared
from standout.interactions.titles import read_items

_BESIDE = {"ml-100k": "u.item", "ml-1m": "movies.dat", "ml-latest": "movies.csv", "sample": "items.csv"}


@dataclass(frozen=True)
class Catalogue:
    """Items by id, ascending, each with its title or none, and the name of the file that has them."""

    name: str
    ids: tuple[str, ...]
    titles: tuple[str | None, ...]
    notes: tuple[str, ...] = ()

    def codes(self, data: Interactions) -> Int64s:
        """The code of each item in this data; -1 for one that nobody has."""
        return positions(pa.array(self.ids, pa.large_string()), data.names.items)


def read_catalogue(data: Path | str, file: Path | None) -> Catalogue | None:
    """The catalogue in this file, or the one that a known folder has by itself; none where there is none."""
    with tempfile.TemporaryDirectory(prefix="standout-catalogue-") as folder:
        scratch = Path(folder)
        place = file or _own(data, scratch)
        if place is None:
            return None
        if not place.is_file():
            raise BadInput(f"{shown_path(place)}: no such file; name a table with a column 'item'")
        items, notes = read_items(place, scratch)
    if not items:
        raise BadInput(f"{shown_path(place)}: no items in it; name a table with a column 'item'")
    ids = tuple(sorted(items))
    return Catalogue(place.name, ids, tuple(items[each] or None for each in ids), notes)


def _own(data: Path | str, scratch: Path) -> Path | None:
    """The table of items that stands beside the interactions of a known folder."""
    path = Path(data)
    if found := file_beside(path, _BESIDE, scratch):
        return found
    return None if is_prepared(path) else layout_of(path).titles

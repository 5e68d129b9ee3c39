"""Groups of items (genres, sections, kinds): from the file named, or from what a known folder has by itself.

An item may be in several groups, or in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa

from standout.common.documents import read_document
from standout.common.wording import listed
from standout.data.dataset import AnyDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.io.columns.roles import plain_name, usual
from standout.io.staging.cells import Cells, stage_cells
from standout.io.staging.raw import BLANKS, workspace
from standout.io.tables.beside import file_beside
from standout.outputs.scratch import scratch_folder

_GROUPS = ("groups", "group", "genres", "genre", "categories", "category", "kinds", "kind", "tags")
_NO_GROUP = frozenset(("", "unknown", "(no genres listed)"))
_FLAGS = "u.item"
_HEADERS = {"movies.dat": ("item", "title", "groups")}
_BESIDE = {"ml-100k": _FLAGS, "ml-1m": "movies.dat", "ml-latest": "movies.csv", "sample": "items.csv"}
_MOST_GROUPS = 100
_LARGEST_NAMES = 1_000_000


def read_item_groups(data_path: Path | str, file: Path | None, data: AnyDataset) -> ItemGroups | None:
    """The groups of the data's items; none if no file was named and the data brings none."""
    with scratch_folder() as scratch:
        groups_file = file or file_beside(data_path, _BESIDE, scratch)
        if groups_file is None:
            return None
        with workspace(scratch) as database:
            if groups_file.name.lower() == _FLAGS and groups_file.with_name("u.genre").is_file():
                pairs, notes = _flagged(database, groups_file, scratch)
            else:
                pairs, notes = _written(database, groups_file, scratch)
    return _coded(pairs, notes, data, groups_file.name)


def _flagged(database: duckdb.DuckDBPyConnection, file: Path, scratch: Path) -> tuple[pa.Table, tuple[str, ...]]:
    """Pairs of item and group from a flag per group, whose names and order another file tells."""
    names = read_document(file.with_name("u.genre"), "the names of groups", _LARGEST_NAMES)
    text = names.decode("utf-8", errors="replace")
    lines = [line.rpartition("|") for line in text.splitlines() if line.strip()]
    if not lines or not all(name and number.isdecimal() for name, _, number in lines):
        raise BadInput(f"{file.with_name('u.genre')}: a line is not GROUP|NUMBER; get the file again")
    groups = [name for name, _, number in sorted(lines, key=lambda line: int(line[2]))]
    header = ("item", "title", "released", "video", "url", *(f"group {number}" for number in range(len(groups))))
    cells = stage_cells(database, file, scratch, header)
    first = len(header) - len(groups)
    queries = [
        f"SELECT c0 AS item, {number} AS code FROM cells WHERE trim(c{first + number}) = '1'"
        for number in range(len(groups))
    ]
    pairs = database.sql(" UNION ALL ".join(queries)).to_arrow_table()
    names = pa.array([groups[code] for code in pairs["code"].to_pylist()], pa.string())
    return pa.table({"item": pairs["item"], "name": names}), cells.notes


def _written(database: duckdb.DuckDBPyConnection, file: Path, scratch: Path) -> tuple[pa.Table, tuple[str, ...]]:
    """Pairs of item and group from a cell in which | stands between groups."""
    cells = stage_cells(database, file, scratch, _HEADERS.get(file.name.lower()))
    item, groups = _columns(cells)
    each = f"c{groups}" if cells.lists[groups] else f"string_split(c{groups}, '|')"
    query = f"SELECT c{item} AS item, trim(unnest({each}), {BLANKS}) AS name FROM cells"
    return database.sql(query).to_arrow_table(), cells.notes


def _columns(cells: Cells) -> tuple[int, int]:
    plain = [plain_name(column) for column in cells.columns]
    groups = next((plain.index(name) for name in _GROUPS if name in plain), None)
    item = usual([column for position, column in enumerate(cells.columns) if position != groups]).get("item")
    if item is None and "id" in plain:
        item = plain.index("id")
    elif item is not None and groups is not None and item >= groups:
        item += 1
    if item is None or groups is None:
        raise BadInput(
            f"{cells.name}: groups of items need a column 'item' and a column 'groups' with | between groups "
            f"(found {listed(cells.columns)}); name them so in its header"
        )
    return item, groups


def _coded(pairs: pa.Table, notes: Sequence[str], data: AnyDataset, file: str) -> ItemGroups:
    names_there = [name or "" for name in pairs["name"].to_pylist()]
    said = np.array([name.casefold() not in _NO_GROUP for name in names_there], dtype=bool)
    item_codes = positions(pairs["item"].combine_chunks(), data.vocabulary.items)
    kept = said & (item_codes >= 0)
    if not kept.any():
        raise BadInput(f"{file}: has no group for any item of the data; write items' ids as the data does")
    names = sorted({names_there[row] for row in np.flatnonzero(kept)})
    if len(names) > _MOST_GROUPS:
        raise BadInput(f"{file}: {len(names):,} groups of items are too many to compare; give at most {_MOST_GROUPS}")
    code = {name: place for place, name in enumerate(names)}
    groups = np.array([code[names_there[row]] for row in np.flatnonzero(kept)], dtype=np.int64)
    unique = np.unique(np.column_stack((item_codes[kept], groups)), axis=0)
    without = data.items - len(np.unique(unique[:, 0]))
    remarks = (f"{without:,} of {data.items:,} items are in no group",) if without else ()
    return ItemGroups(tuple(names), unique[:, 0], unique[:, 1], (*notes, *remarks))

"""Items that the owner calls sensitive: by id or title, or by their group (`--sensitive`)."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import numpy.typing as npt

from standout.common.documents import Unfit, decoded, read_document
from standout.common.plain import plain_path
from standout.common.wording import listed
from standout.data.dataset import AnyDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.io.columns.roles import plain_name

_LARGEST = 100_000_000
_ITEMS = frozenset(("item", "items", "itemid", "id", "title", "titles", "movieid", "isbn", "sensitive"))
_GROUPS = frozenset(("group", "groups", "genre", "genres", "category", "categories"))

Mask = npt.NDArray[np.bool_]


def read_sensitive(file: Path, data: AnyDataset, groups: ItemGroups | None) -> tuple[Mask, tuple[str, ...]]:
    """Which items of the data are sensitive, and what was noticed.

    A list with an item's id or title, or the name of a group, in each line; or a table with a column `item`, a column
    `group`, or both. What the data does not have is counted and said; if it has none of it, the file is refused.
    """
    name, (items, named) = plain_path(file), _said(file)
    mask = np.zeros(data.items, np.bool_)
    codes = _codes(items, data)
    mask[codes[codes >= 0]] = True
    unknown = [text for text, code in zip(items, codes.tolist(), strict=True) if code < 0]
    by_name = {} if groups is None else {group.casefold(): place for place, group in enumerate(groups.names)}
    in_list = [text for text in unknown if text.casefold() in by_name]  # a list may name groups, too
    unknown = [text for text in unknown if text.casefold() not in by_name]
    strange = [text for text in named if text.casefold() not in by_name]
    if strange:
        known = "no groups of items are known; give --groups"
        if groups is not None:
            known = f"there are {listed(groups.names)}"
        raise BadInput(f"{name}: no group is called {listed(strange[:3])} ({known}); mend it")
    wanted = [by_name[text.casefold()] for text in (*named, *in_list)]
    if groups is not None and wanted:
        mask[groups.items[np.isin(groups.groups, wanted)]] = True
    if not mask.any():
        raise BadInput(
            f"{name}: none of its {len(items) + len(named):,} lines is an item of the data or one of its groups; "
            "write ids, titles or names of groups as the data does"
        )
    note = f"{name}: {len(unknown):,} of {len(items):,} sensitive items are not in the data"
    return mask, (note,) if unknown else ()


def _codes(items: list[str], data: AnyDataset) -> npt.NDArray[np.int64]:
    """The items' codes: by id, else by the very title, without regard to case; -1 for what the data does not have."""
    codes = positions(items, data.vocabulary.items)
    if data.vocabulary.titles is not None and (codes < 0).any():
        titles: dict[str, int] = {}
        for code, title in enumerate(data.vocabulary.titles.to_pylist()):
            if title:
                titles.setdefault(title.casefold(), code)
        by_title = np.array([titles.get(text.casefold(), -1) for text in items], np.int64)
        codes = np.where(codes < 0, by_title, codes)
    return codes


def _said(file: Path) -> tuple[list[str], list[str]]:
    """The items, or whatever stands in a list, and the groups that the file names, each once."""
    name = plain_path(file)
    try:
        text = decoded(read_document(file, "a list of sensitive items", _LARGEST))
        rows = [
            (number, [cell.strip() for cell in row])
            for number, row in enumerate(csv.reader(io.StringIO(text, newline="")), 1)
            if any(cell.strip() for cell in row)
        ]
    except (Unfit, csv.Error) as problem:
        raise BadInput(f"{name}: not a readable text or CSV file: {problem}; mend it") from None
    head = [plain_name(cell) for cell in rows[0][1]] if rows else []
    table = bool(head) and all(cell in _ITEMS | _GROUPS for cell in head)
    body = rows[1:] if table else rows
    if not body:
        raise BadInput(f"{name}: names nothing; write an item or a group to a line")
    if not table and any(len(row) > 1 for _, row in body):
        number, row = next((number, row) for number, row in body if len(row) > 1)
        raise BadInput(
            f"{name}: row {number} has {len(row)} columns; write an item or a group to a line (titles with commas in "
            "quotes), or a table with columns 'item' and 'group'"
        )
    wide = next(((number, row) for number, row in body if table and len(row) > len(head)), None)
    if wide is not None:
        raise BadInput(f"{name}: row {wide[0]} has {len(wide[1])} columns, but the header has {len(head)}; mend it")
    kinds = head if table else ["item"]
    cells = [pair for _, row in body for pair in zip(kinds, row, strict=False)]
    items = dict.fromkeys(cell for kind, cell in cells if cell and kind not in _GROUPS)
    groups = dict.fromkeys(cell for kind, cell in cells if cell and kind in _GROUPS)
    return list(items), list(groups)

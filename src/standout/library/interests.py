"""What an owner asks of named records: groups of items, and items that are sensitive."""

from __future__ import annotations

from pathlib import Path

from standout.data.dataset import AnyDataset
from standout.data.item_groups import ItemGroups
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.io.tables.groups_of_items import read_item_groups
from standout.io.tables.sensitive_items import read_sensitive
from standout.risk.adding import Interest


def interest_of(
    data: AnyDataset, released: AnyDataset, groups: str | Path | None, sensitive: str | Path | None
) -> Interest:
    """The groups of the released items (from the file, else from beside the data) and those that are sensitive.

    Groups that stand beside the data and cannot be read are left out with a note: nobody asked for them.
    """
    found, notes = _groups(data, released, groups)
    mask = None
    if sensitive is not None:
        mask, said = read_sensitive(Path(sensitive), released, found)
        notes += said
    return Interest(found, mask, notes)


def _groups(
    data: AnyDataset, released: AnyDataset, file: str | Path | None
) -> tuple[ItemGroups | None, tuple[str, ...]]:
    if file is not None:
        return read_item_groups(data.source.path or "", Path(file), released), ()
    if data.source.path is None or not isinstance(data.held, Partition):
        return None, ()
    try:
        return read_item_groups(data.source.path, None, released), ()
    except BadInput as problem:
        return None, (f"groups of items were left out: {problem.as_typed}",)

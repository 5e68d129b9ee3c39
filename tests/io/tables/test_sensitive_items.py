"""Files of sensitive items: lists and tables of ids, titles and groups; what is refused, and what is counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.io.tables.sensitive_items import read_sensitive
from standout.library.reading import as_dataset, asked, at_hand

GROUPS = ItemGroups(("Drama", "War"), np.array([0, 1, 2]), np.array([0, 1, 1]))


@pytest.fixture
def data() -> LocalDataset:
    table = pa.table({"user": ["a"] * 4, "item": ["1", "2", "3", "4"], "title": ["Heat", "Solaris", "Alien, The", "M"]})
    return at_hand(as_dataset(table, asked()))


def said(tmp_path: Path, data: LocalDataset, text: str, groups: ItemGroups | None = GROUPS) -> tuple[list[int], str]:
    file = tmp_path / "sensitive.csv"
    file.write_text(text, encoding="utf-8")
    mask, notes = read_sensitive(file, data, groups)
    return np.flatnonzero(mask).tolist(), " ".join(notes)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1\n4\n", [0, 3]),
        ("item\n1\n4\n1\n", [0, 3]),
        ("heat\n", [0]),
        ('"Alien, The"\n', [2]),
        ("WAR\n", [1, 2]),
        ("War\n4\n", [1, 2, 3]),
        ("group\nDrama\n", [0]),
        ("item,group\n4,\n,War\n", [1, 2, 3]),
        ("title\nSolaris\n\n", [1]),
    ],
)
def test_what_is_sensitive(tmp_path: Path, data: LocalDataset, text: str, wanted: list[int]) -> None:
    assert said(tmp_path, data, text) == (wanted, "")


def test_what_the_data_does_not_have_is_counted(tmp_path: Path, data: LocalDataset) -> None:
    items, notes = said(tmp_path, data, "1\n77\nNobody's\n")
    assert items == [0]
    assert notes.endswith("sensitive.csv: 2 of 3 sensitive items are not in the data")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "names nothing; write an item or a group to a line"),
        ("item\n", "names nothing"),
        ("77\n", "none of its 1 lines is an item of the data or one of its groups"),
        ("1,2\n", "row 1 has 2 columns; write an item or a group to a line"),
        ("item\n1,2\n", "row 2 has 2 columns, but the header has 1"),
        ("group\nComedy\n", r"no group is called 'Comedy' \(there are 'Drama', 'War'\)"),
    ],
)
def test_refusals(tmp_path: Path, data: LocalDataset, text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        said(tmp_path, data, text)


def test_groups_must_be_known(tmp_path: Path, data: LocalDataset) -> None:
    with pytest.raises(BadInput, match="no groups of items are known; give"):
        said(tmp_path, data, "group\nWar\n", None)
    with pytest.raises(BadInput, match="no such file"):
        read_sensitive(tmp_path / "none", data, None)
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not a readable text or CSV file"):
        read_sensitive(file, data, None)

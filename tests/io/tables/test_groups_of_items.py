"""Groups of items, from every kind of table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.tables.groups_of_items import read_item_groups


def pairs(found: ItemGroups | None, data: LocalDataset) -> set[tuple[str, str]]:
    assert found is not None
    rows = zip(found.items, found.groups, strict=True)
    return {(data.vocabulary.item(int(item)), found.names[int(group)]) for item, group in rows}


def small(folder: Path) -> tuple[Path, LocalDataset]:
    file = folder / "data.csv"
    file.write_text("user,item\na,x\na,y\nb,z\n", "utf-8")
    return file, read(file)


@pytest.mark.parametrize("between", [",", "\t", ";", "::"])
def test_a_named_table_is_read(tmp_path: Path, between: str) -> None:
    file, data = small(tmp_path)
    lines = [("item", "genres"), ("x", "Drama|Crime"), ("y", " Crime "), ("q", "War"), ("z", "unknown")]
    table = tmp_path / "groups.csv"
    table.write_text("\n".join(between.join(line) for line in lines) + "\n", "utf-8")
    found = read_item_groups(file, table, data)
    assert pairs(found, data) == {("x", "Drama"), ("x", "Crime"), ("y", "Crime")}
    assert found is not None
    assert found.names == ("Crime", "Drama")
    assert found.notes == ("1 of 3 items are in no group",)
    assert found.matrix(3).toarray().sum() == 3


def test_lists_in_json_lines_are_groups_and_repeats_count_once(tmp_path: Path) -> None:
    file, data = small(tmp_path)
    table = tmp_path / "groups.jsonl"
    table.write_text('{"item": "x", "groups": ["a", "b", "a"]}\n{"item": "y", "groups": ["b"]}\n', "utf-8")
    assert pairs(read_item_groups(file, table, data), data) == {("x", "a"), ("x", "b"), ("y", "b")}


def test_data_without_groups_has_none(tmp_path: Path) -> None:
    file, data = small(tmp_path)
    assert read_item_groups(file, None, data) is None
    read(file, into=tmp_path / "prepared")
    assert read_item_groups(tmp_path / "prepared", None, data) is None


def test_ml_100k_flags_are_named_by_its_list(tmp_path: Path) -> None:
    (tmp_path / "u.data").write_text("1\t1\t3\t978300760\n2\t2\t4\t978300760\n2\t3\t4\t978300760\n", "utf-8")
    (tmp_path / "u.genre").write_text("unknown|0\nAction|1\nFilm-Noir|2\n\n", "utf-8")
    rows = ["1|One (1995)|01-Jan-1995||url|0|1|1", "2|Two (1995)|01-Jan-1995||url|0|0|1", "3|Three|||url|1|0|0"]
    (tmp_path / "u.item").write_text("\n".join(rows) + "\n", "utf-8")
    data = read(tmp_path)
    found = read_item_groups(tmp_path, None, data)
    assert pairs(found, data) == {("1", "Action"), ("1", "Film-Noir"), ("2", "Film-Noir")}
    assert read_item_groups(tmp_path / "u.data", None, data) is not None
    (tmp_path / "u.genre").write_text("Action\n", "utf-8")
    with pytest.raises(BadInput, match=r"u\.genre: a line is not GROUP\|NUMBER"):
        read_item_groups(tmp_path, None, data)


def test_ml_1m_and_ml_latest_bring_their_own(tmp_path: Path) -> None:
    one, latest = tmp_path / "one", tmp_path / "latest"
    one.mkdir()
    latest.mkdir()
    (one / "ratings.dat").write_text("1::1::3::978300760\n2::2::4::978300760\n", "utf-8")
    (one / "movies.dat").write_text("1::A: B (1995)::Drama|War\n2::C (1996)::War\n", "utf-8")
    data = read(one)
    assert pairs(read_item_groups(one, None, data), data) == {("1", "Drama"), ("1", "War"), ("2", "War")}
    (latest / "ratings.csv").write_text("userId,movieId,rating\n1,1,3\n2,2,4\n", "utf-8")
    (latest / "movies.csv").write_text('movieId,title,genres\n1,"A, B",Drama\n2,C,(no genres listed)\n', "utf-8")
    data = read(latest)
    assert pairs(read_item_groups(latest, None, data), data) == {("1", "Drama")}


def test_the_sample_brings_its_own() -> None:
    data = read("sample")
    found = read_item_groups("sample", None, data)
    assert found is not None
    assert len(found.names) == 18
    assert len(np.unique(found.items)) == data.items


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item,title\nx,T\n", "groups of items need a column 'item' and a column 'groups'"),
        ("what,groups\nx,a\n", "groups of items need a column 'item' and a column 'groups'"),
        ("item,groups\nq,a\n", "has no group for any item of the data"),
        ("item,groups\nx,unknown\n", "has no group for any item of the data"),
        ("item,groups\n" + "x," + "|".join(f"g{at}" for at in range(101)) + "\n", "101 groups of items are too many"),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file, data = small(tmp_path)
    table = tmp_path / "groups.csv"
    table.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=said):
        read_item_groups(file, table, data)

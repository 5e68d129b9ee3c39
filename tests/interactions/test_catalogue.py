"""Catalogues: items from outside people's rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.interactions.catalogue import read_catalogue
from standout.interactions.index import from_arrays


def test_items_come_with_and_without_titles(tmp_path: Path) -> None:
    file = tmp_path / "items.csv"
    file.write_text("title,item\nB,2\n,1\nZ,10\n")
    found = read_catalogue("data.csv", file)
    assert found is not None
    assert (found.ids, found.titles) == (("1", "10", "2"), (None, "Z", "B"))
    file.write_text("item,price\n2,9\n1,8\n")
    found = read_catalogue("data.csv", file)
    assert found is not None
    assert (found.ids, found.titles) == (("1", "2"), (None, None))


def test_codes_are_those_of_the_data_and_none_for_what_nobody_has(tmp_path: Path) -> None:
    file = tmp_path / "items.csv"
    file.write_text("item\n0\n1\n7\n")
    found = read_catalogue("data.csv", file)
    assert found is not None
    assert found.codes(from_arrays([0, 1], [0, 1])).tolist() == [0, 1, -1]


def test_peoples_rows_are_no_catalogue(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("user,item\n1,5\n2,5\n")
    with pytest.raises(BadInput, match="row 3: item '5' comes a second time; a catalogue lists each item once"):
        read_catalogue("data.csv", file)


@pytest.mark.parametrize(
    ("text", "says"), [("", "empty|no rows"), ("item\n", "no items"), ("name,price\nx,y\n", "column 'item'")]
)
def test_what_is_no_catalogue_is_refused(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "items.csv"
    file.write_text(text)
    with pytest.raises(BadInput, match=says):
        read_catalogue("data.csv", file)


def test_a_known_folder_has_its_own_and_a_plain_file_has_none(tmp_path: Path) -> None:
    folder = tmp_path / "ml"
    folder.mkdir()
    (folder / "ratings.csv").write_text("userId,movieId,rating,timestamp\n1,2,3,4\n")
    (folder / "movies.csv").write_text("movieId,title,genres\n2,Heat,Crime\n9,Up,Film\n")
    for data in (folder, folder / "ratings.csv"):
        found = read_catalogue(data, None)
        assert found is not None
        assert found.ids == ("2", "9")
    assert read_catalogue("sample", None) is not None
    plain = tmp_path / "plain.csv"
    plain.write_text("user,item\n1,2\n")
    assert read_catalogue(plain, None) is None

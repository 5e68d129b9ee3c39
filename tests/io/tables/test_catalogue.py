"""Catalogues: items from outside people's rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.io.tables.catalogue import read_catalogue


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
    with pytest.raises(BadInput, match="column 'user' looks like people"):
        read_catalogue("data.csv", file)
    file.write_text("item,price\n5,1\n5,2\n")
    with pytest.raises(BadInput, match="row 3: item '5' comes a second time; a catalogue lists each item once"):
        read_catalogue("data.csv", file)
    file.write_text("item,author\n5,A\n6,A\n")
    assert read_catalogue("data.csv", file) is not None


@pytest.mark.parametrize(
    ("text", "says"), [("", "empty|no rows"), ("item\n", "no items"), ("name,price\nx,y\n", "column 'item'")]
)
def test_what_is_no_catalogue_is_refused(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "items.csv"
    file.write_text(text)
    with pytest.raises(BadInput, match=says):
        read_catalogue("data.csv", file)


def test_a_known_folder_has_its_own_unless_it_was_made_from_peoples_rows(tmp_path: Path) -> None:
    folder = tmp_path / "ml-1m"
    folder.mkdir()
    (folder / "ratings.dat").write_text("1::2::3::978300760\n")
    (folder / "movies.dat").write_text("2::Heat (1995)::Crime\n9::Up (2009)::Film\n")
    for data in (folder, folder / "ratings.dat"):
        found = read_catalogue(data, None)
        assert found is not None
        assert found.ids == ("2", "9")
    with pytest.raises(BadInput, match="is the data itself"):
        read_catalogue(folder, folder / "ratings.dat")
    assert read_catalogue("sample", None) is not None
    latest = tmp_path / "ml-latest"
    latest.mkdir()
    (latest / "ratings.csv").write_text("userId,movieId,rating,timestamp\n1,2,3,4\n")
    (latest / "movies.csv").write_text("movieId,title,genres\n2,Heat,Crime\n")
    assert read_catalogue(latest, None) is None, "it lists only films that somebody rated"
    assert read_catalogue(latest, latest / "movies.csv") is not None, "whoever names it vouches for it"

"""Titles in people's own rows: whether all rows of an item agree on them is remembered."""

from __future__ import annotations

from pathlib import Path

from standout.data.prepared import open_prepared
from standout.io.reading import read


def test_rows_that_disagree_or_lack_a_title_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("user,item,title\n1,a,A\n2,a,A\n1,b,B\n2,b,Bee\n1,c,C\n2,c,\n1,d,\n")
    data = read(file, into=tmp_path / "prepared")
    again = open_prepared(tmp_path / "prepared")
    for names in (data.vocabulary, again.vocabulary):
        assert names.titles_agree is not None
        assert dict(zip(names.items.to_pylist(), names.titles_agree.tolist(), strict=True)) == {
            "a": True, "b": False, "c": False, "d": False,
        }  # fmt: skip


def test_titles_from_a_table_are_nobodys(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("user,item\n1,a\n2,a\n")
    (tmp_path / "titles.csv").write_text("item,title\na,A\n")
    data = read(tmp_path / "rows.csv", titles=tmp_path / "titles.csv")
    assert data.vocabulary.titles is not None
    assert data.vocabulary.titles_agree is None

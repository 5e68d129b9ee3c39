"""Tables as CSV come back as they were, and no spreadsheet takes a cell for a formula."""

from __future__ import annotations

import csv
from io import StringIO
from urllib.parse import unquote

import pytest

from standout.report.csv_tables import csv_text
from standout.report.drawing.figure import Table


def test_it_comes_back_as_it_was() -> None:
    rows = [["tea, green", '5% [4–6] "about"'], ["a\nb", "–"], ["", "-3 [-5 to -1]"]]
    assert list(csv.reader(StringIO(csv_text(["item", "found"], rows), newline=""))) == [["item", "found"], *rows]


@pytest.mark.parametrize("cell", ["=1+1", "+cmd", "@SUM(A1)", "-cmd", "\tx", "\rx"])
def test_what_begins_like_a_formula_gets_an_apostrophe(cell: str) -> None:
    assert next(csv.reader(StringIO(csv_text([cell], []), newline="")))[0] == f"'{cell}"


def test_a_link_holds_the_table_and_a_name() -> None:
    table = Table("Every adversary, with “all”", ("a", "b"), [("<script>", '"')])
    kind, _, text = table.csv_link.partition(",")
    assert kind == "data:text/csv;charset=utf-8"
    assert unquote(text) == csv_text(table.head, table.rows)
    assert "<" not in table.csv_link
    assert '"' not in table.csv_link
    assert table.csv_name == "every-adversary-with-all.csv"
    assert Table("…", (), []).csv_name == "table.csv"

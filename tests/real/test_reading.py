"""Real datasets have exactly the counts that their makers published."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from standout.data.codes import NO_VALUE
from standout.errors import BadInput
from standout.io.reading import read

pytestmark = pytest.mark.real
Dataset = Callable[[str], Path]
HALVES = ("0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5")


@pytest.mark.parametrize(
    ("name", "counts", "labels", "title"),
    [
        ("ml-100k", (943, 1_682, 100_000), HALVES[1::2], "Toy Story (1995)"),
        ("ml-1m", (6_040, 3_706, 1_000_209), HALVES[1::2], "Toy Story (1995)"),
        ("ml-latest-small-2018", (610, 9_724, 100_836), HALVES, "Toy Story (1995)"),
        ("book-crossing", (105_283, 340_556, 1_149_780), tuple(str(n) for n in range(1, 11)), None),
    ],
)
def test_counts(
    dataset: Dataset,
    tmp_path: Path,
    name: str,
    counts: tuple[int, int, int],
    labels: tuple[str, ...],
    title: str | None,
) -> None:
    data = read(dataset(name), into=tmp_path / "prepared")
    assert (data.people, data.items, data.count) == counts
    assert data.scale.labels == labels
    assert data.vocabulary.title(0) == title
    assert data.has_days == (name != "book-crossing")
    assert not any("repeated" in note or "left out" in note for note in data.source.notes)


def test_book_crossing_has_implicit_ratings(dataset: Dataset, tmp_path: Path) -> None:
    data = read(dataset("book-crossing") / "BX-Book-Ratings.csv", into=tmp_path / "prepared")
    assert int(np.count_nonzero(data.held.records.values == NO_VALUE)) == 716_109


def test_ml_100k_says_what_its_first_line_says(dataset: Dataset, tmp_path: Path) -> None:
    data = read(dataset("ml-100k"), into=tmp_path / "prepared")
    people, items = data.vocabulary.everybody().to_pylist(), data.vocabulary.items.to_pylist()
    person, item = people.index("196"), items.index("242")
    start, end = data.held.records.starts[person : person + 2]
    at = start + int(np.searchsorted(data.held.records.items[start:end], item))
    assert data.held.records.items[at] == item
    assert data.scale.labels[data.held.records.values[at]] == "3"
    assert data.first_day is not None
    assert data.first_day + int(data.held.records.days[at]) == 881250949 // 86_400
    assert data.vocabulary.title(item) == "Kolya (1996)"


def test_a_shops_purchases_are_understood_without_a_word(dataset: Dataset, tmp_path: Path) -> None:
    file = dataset("online-retail") / "with-dates.csv"
    understood = read(file, into=tmp_path / "prepared").source.understood
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    bought = [row for row in rows if row["CustomerID"]]
    assert understood is not None
    assert understood.columns == {
        "user": "CustomerID", "item": "StockCode", "title": "Description", "value": "Quantity", "time": "InvoiceDate",
    }  # fmt: skip
    assert understood.could_be == {"UnitPrice": "value"}
    assert (understood.rows, understood.rows_without_person) == (len(rows), len(rows) - len(bought)) == (10_000, 2_291)


def test_a_member_who_is_called_a_transaction_is_not_guessed_but_proposed(dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        read(dataset("groceries") / "Groceries_dataset.csv", into=tmp_path / "prepared")
    assert refusal.value.as_typed.endswith("--columns user=transaction_number,item=items,time=date")

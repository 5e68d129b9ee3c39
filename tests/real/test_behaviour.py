"""Purchases and listens are read as a plain count over all rows says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.io.reading_options import Returns

pytestmark = pytest.mark.real
Dataset = Callable[[str], Path]


def steps(amounts: pd.Series) -> dict[int, int]:
    """How many amounts there are of each number of binary digits, negative ones below 0."""
    return dict(Counter(int(amount).bit_length() * (1 if amount >= 0 else -1) for amount in amounts))


def steps_read(data: LocalDataset) -> dict[int, int]:
    counted = zip(data.scale.positions, data.facts.value_counts.tolist(), strict=True)
    return {int(place): count for place, count in counted if count}


@pytest.fixture(scope="module")
def purchases(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, pd.DataFrame]:
    """Purchases of people who are known."""
    rows = pd.read_csv(dataset("online-retail") / "with-dates.csv", dtype=str)
    rows = rows[rows["CustomerID"].notna()]
    file = tmp_path_factory.mktemp("retail") / "retail.csv"
    rows.to_csv(file, index=False)
    return file, rows.assign(Quantity=rows["Quantity"].astype(int))


@pytest.mark.parametrize("returns", ["net", "drop", "keep"])
def test_purchases_are_added_up_without_what_was_returned(
    purchases: tuple[Path, pd.DataFrame], tmp_path: Path, returns: Returns
) -> None:
    file, rows = purchases
    columns = {"user": "CustomerID", "item": "StockCode"}
    data = read(file, into=tmp_path / "prepared", columns=columns, returns=returns)
    if returns == "drop":
        rows = rows[rows["Quantity"] > 0]
    sums = rows.groupby(["CustomerID", "StockCode"])["Quantity"].sum()
    if returns == "net":
        sums = sums[sums > 0]
    assert data.count == len(sums)
    assert data.people == sums.index.get_level_values(0).nunique()
    assert data.items == sums.index.get_level_values(1).nunique()
    assert steps_read(data) == steps(sums)


def test_groceries_are_counted(dataset: Dataset, tmp_path: Path) -> None:
    file = dataset("groceries") / "Groceries_dataset.csv"
    columns = {"user": "transaction_number", "item": "items", "time": ""}
    data = read(file, into=tmp_path / "prepared", columns=columns)
    counts = pd.read_csv(file, dtype=str).groupby(["transaction_number", "items"]).size()
    assert (data.count, data.scale.kind) == (len(counts), "counts")
    assert steps_read(data) == steps(counts)
    assert any(f"{38_765 - len(counts):,} repeated" in note for note in data.source.notes)


def test_listens_are_counts_in_powers_of_two(dataset: Dataset, tmp_path: Path) -> None:
    file = dataset("lastfm-2k") / "user_artists.dat"
    data = read(file, into=tmp_path / "prepared")
    weights = pd.read_csv(file, sep="\t")["weight"]
    assert (data.people, data.count, data.scale.kind) == (1_892, 92_834, "counts")
    assert steps_read(data) == steps(weights)


def test_prices_are_bands_that_part_no_price(purchases: tuple[Path, pd.DataFrame], tmp_path: Path) -> None:
    file, rows = purchases
    columns = {"user": "CustomerID", "item": "StockCode", "value": "UnitPrice", "time": ""}
    data = read(file, into=tmp_path / "prepared", columns=columns)
    last = rows.groupby(["CustomerID", "StockCode"])["UnitPrice"].last().astype(float)
    bands = pd.cut(last, [*data.scale.lows, float("inf")], right=False).value_counts(sort=False)
    assert data.scale.kind == "bands"
    assert data.facts.value_counts.tolist() == bands.tolist()
    assert 8 <= len(data.scale.labels) <= 16

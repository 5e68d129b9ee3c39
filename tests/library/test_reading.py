"""`standout.read` takes data of every kind, and what it gives stays valid for as long as somebody holds it."""

from __future__ import annotations

import gc
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import standout as so
from standout.data.contents import refuse_replaced
from standout.data.dataset import AnyDataset
from standout.engines.partitioned import PartitionedEngine, Partitions
from standout.errors import BadInput
from standout.library.reading import as_dataset, as_table, asked, at_hand
from standout.outputs import scratch as passing


@pytest.fixture
def frame() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "customer": chance.integers(0, 60, 900),
            "sku": chance.integers(0, 50, 900),
            "stars": chance.integers(1, 6, 900),
            "bought_at": pd.Timestamp("2020-01-01") + pd.to_timedelta(chance.integers(0, 200, 900), unit="D"),
        }
    )


NAMED = {"user": "customer", "item": "sku", "value": "stars", "time": "bought_at"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where passing folders go, for this test alone."""
    folder = tmp_path / "passing"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(folder))
    return folder


def content(data: AnyDataset) -> list[Any]:
    records = at_hand(data).held.records
    return [data.people, data.items, *(array.tolist() for array in (records.items, records.values, records.days))]


def test_every_kind_of_data_is_read_as_the_file_is(frame: pd.DataFrame, tmp_path: Path) -> None:
    file = tmp_path / "bought.csv"
    frame.to_csv(file, index=False)
    kinds: list[Any] = [
        str(file),
        file,
        frame,
        pl.from_pandas(frame),
        pl.from_pandas(frame).lazy(),
        pa.Table.from_pandas(frame, preserve_index=False),
        duckdb.sql("SELECT * FROM frame"),
    ]
    read = [so.read(kind, **NAMED) for kind in kinds]  # type: ignore[arg-type]
    assert all(content(data) == content(read[0]) for data in read)
    assert [data.source.path for data in read] == [str(file), str(file), None, None, None, None, None]
    assert content(so.read(frame, columns=NAMED)) == content(read[0])


def test_a_sparse_matrix_is_people_by_items(frame: pd.DataFrame) -> None:
    unique = frame.drop_duplicates(["customer", "sku"])
    rated = sp.csr_array((unique["stars"], (unique["customer"], unique["sku"])), shape=(60, 50))
    data = so.read(rated)
    assert (data.people, data.count, data.has_values) == (60, len(unique), True)
    assert not so.read(sp.coo_matrix(rated.astype(bool).astype(int))).has_values


def test_a_dataset_is_taken_as_it_is(frame: pd.DataFrame) -> None:
    data = so.read(frame, **NAMED)  # type: ignore[arg-type]
    assert so.read(data) is data
    with pytest.raises(BadInput, match="columns"):
        so.read(data, user="customer")


def test_the_sample_knows_its_name_and_its_files_do_not_stay(place: Path) -> None:
    data = so.read("sample")
    assert data.source.path == "sample"
    assert sorted(name.name for folder in place.iterdir() for name in folder.iterdir()) == ["data", "data.json"]


def test_a_prepared_dataset_is_opened_where_it_is(frame: pd.DataFrame, tmp_path: Path, place: Path) -> None:
    frame.to_csv(tmp_path / "bought.csv", index=False)
    asked(columns=NAMED).read(str(tmp_path / "bought.csv"), tmp_path / "prepared")
    data = so.read(tmp_path / "prepared")
    assert data.source.path == str(tmp_path / "prepared")
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_what_was_read_lasts_as_long_as_anything_made_from_it(
    frame: pd.DataFrame, tmp_path: Path, place: Path, kind: str
) -> None:
    file = tmp_path / "bought.csv"
    frame.to_csv(file, index=False)
    data = so.read(frame if kind == "memory" else file, **NAMED)  # type: ignore[arg-type]
    before = content(data)
    derived = replace(data, source=replace(data.source, notes=("a note",)))
    del data
    gc.collect()
    assert len(list(place.iterdir())) == 1
    refuse_replaced(derived.mapped_from)
    assert content(derived) == before
    del derived
    gc.collect()
    assert list(place.iterdir()) == [], "nobody holds it any more"


def test_what_was_read_into_a_folder_can_be_used_when_the_folder_is_gone(frame: pd.DataFrame, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    data = as_dataset(frame, asked(columns=NAMED), work / "data")
    before = content(data)
    assert not (work / "data.parquet").exists(), "the passing file holds people"
    passing.clear(work)
    assert content(data) == before


def test_data_in_memory_that_was_read_is_found_again_by_the_next_run(frame: pd.DataFrame, tmp_path: Path) -> None:
    first = as_dataset(frame, asked(columns=NAMED), tmp_path / "data")
    manifest = tmp_path / "data" / "manifest.json"
    file, text = manifest.stat(), manifest.read_text()
    again = as_dataset(frame.copy(), asked(columns=NAMED), tmp_path / "data")
    assert (manifest.stat().st_ino, manifest.stat().st_mtime_ns) == (file.st_ino, file.st_mtime_ns)
    assert content(first) == content(again)
    as_dataset(frame.head(100), asked(columns=NAMED), tmp_path / "data")
    assert manifest.read_text() != text


def test_a_refusal_names_no_passing_folder(place: Path) -> None:
    with pytest.raises(BadInput, match=r"^the table:") as refused:
        so.read(pa.table({"user": ["a"], "item": ["b"], "time": ["never"]}))
    assert str(place) not in str(refused.value)
    assert list(place.iterdir()) == []


def test_what_is_no_data_is_refused(frame: pd.DataFrame) -> None:
    for wrong in (3, [1, 2], None, pa.array([1, 2])):
        with pytest.raises(BadInput, match="cannot read"):
            so.read(wrong)
    with pytest.raises(BadInput, match="no such file"):
        so.read("nowhere.csv")
    with pytest.raises(BadInput, match="say it once"):
        so.read(frame, user="customer", columns={"user": "customer"})


def test_an_engine_takes_over_what_was_read(frame: pd.DataFrame) -> None:
    taken = so.read(frame, **NAMED, engine=PartitionedEngine())  # type: ignore[arg-type]
    assert isinstance(taken.held, Partitions)
    assert taken.people == so.read(frame, **NAMED).people  # type: ignore[arg-type]


def test_record_batches_are_tables(frame: pd.DataFrame) -> None:
    batch = pa.RecordBatch.from_pandas(frame, preserve_index=False)
    assert as_table(batch).num_rows == len(frame)


def test_refusals_of_a_table_speak_of_the_table() -> None:
    with pytest.raises(BadInput, match=r"^the table: ") as refused:
        so.read(pa.table({"x": [1], "y": [2], "z": [3]}))
    assert "parquet" not in str(refused.value)
    with pytest.raises(BadInput, match=r"^data --seed 3\.csv: no such file"):
        so.read("data --seed 3.csv")

"""`standout.audit` takes data of many kinds, and shows its report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import standout
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.library.notebook import as_table

QUICK: dict[str, Any] = {"targets": 20, "draws": 1, "attack": ["tf-idf"], "adversary": ["mentions", "share"]}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    days = pd.to_timedelta(chance.integers(0, 200, 1_500), unit="D")
    return pd.DataFrame(
        {
            "user": chance.integers(0, 60, 1_500),
            "item": chance.integers(0, 50, 1_500),
            "rating": chance.integers(1, 6, 1_500),
            "time": pd.Timestamp("2020-01-01") + days,
        }
    )


def test_every_kind_of_data_frame_gives_the_same_figures(frame: pd.DataFrame) -> None:
    kinds: list[Any] = [
        frame,
        pl.from_pandas(frame),
        pl.from_pandas(frame).lazy(),
        pa.Table.from_pandas(frame, preserve_index=False),
        duckdb.sql("SELECT * FROM frame"),
    ]
    reports = [standout.audit(kind, **QUICK) for kind in kinds]
    assert all(report.findings["findings"] == reports[0].findings["findings"] for report in reports)
    assert reports[0].findings["data"]["people"] == 60


def test_record_batches_are_taken(frame: pd.DataFrame) -> None:
    batch = pa.RecordBatch.from_pandas(frame, preserve_index=False)
    assert as_table(batch).num_rows == len(frame)


def test_sparse_matrices_are_people_by_items(frame: pd.DataFrame) -> None:
    unique = frame.drop_duplicates(["user", "item"])
    rated = sp.csr_array((unique["rating"], (unique["user"], unique["item"])), shape=(60, 50))
    table = as_table(rated)
    assert set(table.column_names) == {"user", "item", "value"}
    assert table.num_rows == len(unique)
    assert set(as_table(sp.coo_matrix(rated.astype(bool).astype(int))).column_names) == {"user", "item"}


def test_a_notebook_shows_the_report_in_a_frame_of_its_own(frame: pd.DataFrame, tmp_path: Path) -> None:
    report = standout.audit(frame, **QUICK)
    shown = report._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "sandbox" in shown
    assert len(re.findall("<", shown)) == 2, "everything of the report is escaped"
    assert "60 people" in repr(report)
    report.save(tmp_path / "kept")
    assert json.loads((tmp_path / "kept" / "findings.json").read_text(encoding="utf-8")) == report.findings
    assert (tmp_path / "kept" / "report.html").read_text(encoding="utf-8") == report.page


def test_options_are_those_of_the_command(frame: pd.DataFrame) -> None:
    mine = Adversary("mine", items=3)
    report = standout.audit(
        frame.rename(columns={"user": "who"}), columns={"user": "who"}, adversary=[mine], targets=None, draws=1
    )
    assert list(report.found) == ["mine"]
    assert report.findings["findings"][0]["targets"] == 60


def test_what_cannot_be_audited_is_refused() -> None:
    with pytest.raises(BadInput, match="cannot audit a dict"):
        standout.audit({"user": [1]})


def test_unknown_names_of_the_package_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        standout.nothing  # noqa: B018

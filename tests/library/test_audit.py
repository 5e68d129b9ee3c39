"""`standout.audit` takes data of many kinds, and shows its report."""

from __future__ import annotations

import gc
import re
import weakref
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scipy.sparse as sp

import standout
from standout.attacks.tf_idf import TfIdf
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.library.reading import as_table
from standout.results.audit import AuditDocument, AuditResult

WRITTEN = {"report.html", "findings.json", "people.parquet", "run.json"}
QUICK: dict[str, Any] = {"targets": 20, "draws": 1, "attacks": ["tf-idf"], "adversaries": ["mentions", "share"]}


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
    assert all(report.findings == reports[0].findings for report in reports)
    assert reports[0].document.data.people == 60


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
    tables = "findings, revealing_items, people, targets"
    with pytest.raises(BadInput, match=f"'standout audit' has no such table; there are {tables}$"):
        report.to_arrow("zzz")
    report.save(tmp_path / "kept")
    assert (tmp_path / "kept" / "findings.json").read_text(encoding="utf-8") == report.to_json()
    assert {file.name for file in (tmp_path / "kept").iterdir()} == WRITTEN
    assert AuditDocument.read(tmp_path / "kept") == report.document
    assert (tmp_path / "kept" / "report.html").read_text(encoding="utf-8") == report.page


def test_options_are_those_of_the_command(frame: pd.DataFrame) -> None:
    mine = Adversary("mine", items=3)
    report = standout.audit(
        frame.rename(columns={"user": "who"}), columns={"user": "who"}, adversaries=[mine], targets="all", draws=1
    )
    assert list(report.best_by_adversary()) == list(report.found) == ["mine"]
    assert report.findings[0].targets == report.looked_for == 60


@pytest.mark.parametrize("show_ids", [False, True])
def test_figures_do_not_depend_on_how_much_is_done_at_a_time(
    frame: pd.DataFrame, show_ids: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps side by side, as many as there are threads, say what one step after the other does: with the same secret
    (pseudonyms, crowds and examples hang on it), everything is the same."""
    monkeypatch.setattr("standout.auditing.checkpoint.secrets.randbits", lambda _: 7)
    asked = QUICK | {"attacks": ["likelihood", "tf-idf"], "draws": 2, "show_ids": show_ids}
    alone, *others = (standout.audit(frame, **asked, threads=threads) for threads in (1, 2, 5))
    for other in others:
        assert other.document.to_dict() == alone.document.to_dict()
        assert other.people.equals(alone.people)


def test_names_and_objects_may_be_mixed(frame: pd.DataFrame) -> None:
    report = standout.audit(
        frame, adversaries=["share", Adversary(items=3, days=7)], attacks=["tf-idf", TfIdf("mine")], targets=20, draws=1
    )
    assert report.document.adversaries == ["share", "3-items-days-within-7"]
    assert report.document.attacks == ["tf-idf", "mine"]
    assert isinstance(
        standout.audit(frame, adversaries="share", attacks=TfIdf("mine"), targets=20, draws=1), AuditResult
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"attacks": ["scoring", TfIdf("scoring")]}, "two different attacks are called 'scoring'"),
        ({"attacks": [3]}, "int is no attack"),
        ({"attacks": ["magic"]}, "no attack 'magic'"),
        ({"adversaries": ["magic"]}, "no adversary 'magic'"),
        ({"adversaries": ["share", Adversary("share", items=3)]}, "two different adversaries are called 'share'"),
        ({"targets": "many"}, "must be a whole number or 'all'"),
        ({"engine": "abacus"}, "there are 'local' and 'spark'"),
    ],
)
def test_what_makes_no_sense_is_refused(frame: pd.DataFrame, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        standout.audit(frame, **options)


def test_a_row_per_target_adversary_and_attack(frame: pd.DataFrame) -> None:
    options = QUICK | {"attacks": ["tf-idf", "likelihood"]}
    report = standout.audit(frame, **options)
    rows = report.targets.to_pylist()
    assert len(rows) == sum(one.targets for one in report.findings)
    people = set(report.people["person"].to_pylist())
    assert {row["target"] for row in rows} <= people
    for one in report.findings:
        mine = [row for row in rows if (row["adversary"], row["attack"]) == (one.who, one.attack)]
        assert one.found is not None
        assert len(mine) == one.targets == one.of - (one.not_known or 0)
        assert sum(row["rank"] == 1 for row in mine) / one.of == pytest.approx(one.found.rate)
        assert one.declared.correct is not None
        assert sum(bool(row["correct"]) for row in mine) / one.of == pytest.approx(one.declared.correct.rate)
        assert all((row["named"] is None) == (row["correct"] is None) for row in mine)
        assert all(row["named"] == row["target"] for row in mine if row["correct"])
        assert all((row["probability"] is not None) == (one.attack == "likelihood") for row in mine)
        assert [row["target"] for row in mine] == sorted(row["target"] for row in mine)
    shown = standout.audit(frame, show_ids=True, **options).targets
    assert set(shown["target"].to_pylist()) <= {str(user) for user in frame["user"]}


def test_targets_are_saved_only_if_asked_for(frame: pd.DataFrame, tmp_path: Path) -> None:
    report = standout.audit(frame, **QUICK)
    report.save(tmp_path / "kept", targets=True)
    report.save(tmp_path / "kept", targets=True)
    assert pq.read_table(tmp_path / "kept" / "targets.parquet").num_rows == report.targets.num_rows


def test_what_was_saved_is_read_from_the_folder(frame: pd.DataFrame, tmp_path: Path) -> None:
    report = standout.audit(frame, **QUICK)
    report.save(tmp_path / "kept")
    again = AuditResult.read(tmp_path / "kept")
    assert again.document == report.document
    assert again.people.equals(report.people)
    assert again.page == report.page
    with pytest.raises(BadInput, match=r"targets\.parquet: the targets were not saved"):
        again.targets  # noqa: B018
    report.save(tmp_path / "kept", targets=True)
    assert again.targets.to_pylist() == report.targets.to_pylist()
    (tmp_path / "kept" / "people.parquet").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match=r"people\.parquet: not a readable Parquet file"):
        AuditResult.read(tmp_path / "kept")


@pytest.mark.parametrize("show_ids", [False, True])
def test_the_data_can_go_while_the_result_stays(frame: pd.DataFrame, show_ids: bool) -> None:
    data = standout.read(frame)
    gone = weakref.ref(data)
    report = standout.audit(data, show_ids=show_ids, **QUICK)
    del data
    gc.collect()
    assert gone() is None
    assert report.targets.num_rows


def test_out_writes_what_the_command_writes(frame: pd.DataFrame, tmp_path: Path) -> None:
    report = standout.audit(frame, out=tmp_path / "out", **QUICK)
    assert {file.name for file in (tmp_path / "out").iterdir()} == WRITTEN
    assert (tmp_path / "out" / "findings.json").read_text(encoding="utf-8") == report.to_json()
    assert report.targets.num_rows, "also when what the run worked with is gone"


def test_a_dataset_that_was_read_is_audited(frame: pd.DataFrame) -> None:
    data = standout.read(frame)
    assert standout.audit(data, **QUICK).findings == standout.audit(frame, **QUICK).findings


def test_what_cannot_be_audited_is_refused() -> None:
    with pytest.raises(BadInput, match="cannot read a dict"):
        standout.audit({"user": [1]})


def test_unknown_names_of_the_package_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        standout.nothing  # noqa: B018

"""`standout.compare`: in memory or into a folder, by name or by object, the same figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import standout as so
from standout.errors import BadInput
from standout.knowledge.presets import PRESETS
from standout.results.compare import CompareResult
from standout.verification import data_as_it_is, identification, protected_row
from standout.verification import utility as measuring

QUICK: dict[str, Any] = {"adversaries": "share", "attacks": "tf-idf", "targets": 20}


@pytest.fixture(scope="module")
def table() -> pa.Table:
    people, items = np.nonzero(np.random.default_rng(1).random((60, 40)) < 0.4)
    return pa.table({"user": people, "item": items})


def test_a_folder_gets_what_is_returned(table: pa.Table, tmp_path: Path) -> None:
    pq.write_table(table, tmp_path / "d.parquet")
    found = so.compare(tmp_path / "d.parquet", ["trim:keep=3"], out=tmp_path / "out", **QUICK)
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"compare.json", "compare.html", "run.json"}
    assert CompareResult.read(tmp_path / "out") == found
    assert so.compare(table, [so.Trim(keep=3)], **QUICK).protections == found.protections


def test_names_and_objects_are_the_same(table: pa.Table) -> None:
    data = so.read(table)
    named = so.compare(data, ["trim:keep=3 + swap", "hide-rarest"], **QUICK)
    objects = so.compare(
        data,
        [[so.Trim(keep=3), so.Swap()], so.HideRarest()],
        adversaries=[PRESETS["share"]],
        attacks=["tf-idf"],
        targets=20,
    )
    assert objects == named
    assert {choice.name for choice in named.frontier()} <= {"nothing", "trim:keep=3 + swap"}
    with pytest.raises(BadInput, match="about='zz': there are 'identification', 'learned', 'attribute'"):
        named.frontier("zz")  # type: ignore[arg-type]


def test_in_memory_what_does_not_depend_on_a_protection_is_computed_once(
    table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    real = identification.hits_before

    def counted(*given: object) -> object:
        calls.append(1)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(data_as_it_is, "hits_before", counted)
    so.compare(table, ["trim:keep=3", "trim:keep=4", "trim:keep=5"], **QUICK)
    assert len(calls) == 1


def test_a_killed_run_goes_on_and_says_so(table: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, heard = so.read(table), list[str]()
    whole = so.compare(data, ["trim:keep=3", "trim:keep=4"], **QUICK)
    real = measuring.utility

    def dying(*given: object) -> object:
        if len(heard) == 0 and (tmp_path / "out" / ".work" / "parts").is_dir():
            done = list((tmp_path / "out" / ".work" / "parts").glob("*.json"))
            if len(done) >= 3:
                raise KeyboardInterrupt
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(protected_row, "utility", dying)
    with pytest.raises(KeyboardInterrupt):
        so.compare(data, ["trim:keep=3", "trim:keep=4"], out=tmp_path / "out", threads=1, **QUICK)
    assert not (tmp_path / "out" / "compare.json").exists()
    monkeypatch.undo()
    found = so.compare(data, ["trim:keep=3", "trim:keep=4"], out=tmp_path / "out", tell=heard.append, **QUICK)
    assert found == whole
    assert [line for line in heard if line.startswith("going on: ")]


@pytest.mark.parametrize(
    ("protections", "options", "said"),
    [
        ([], {}, "no protection was chosen; leave"),
        (["magic"], {}, "there is no protection 'magic'"),
        ("blurme", {}, "hides an attribute of people"),
        ("trim", {"people": "who.csv"}, "say which attribute of it counts"),
        ("trim", {"attribute": "town"}, "data in memory brings no attributes of people"),
        ("trim", {"targets": 0}, "targets"),
        ("trim", {"targets": "few"}, "must be a whole number or 'all'"),
        ("trim", {"max_auc": 0.6}, "name it with"),
        ("trim", {"max_risk": 7}, "must be between 0 and 1"),
        ("trim", {"adversaries": "nobody"}, "no adversary 'nobody'"),
        ("trim", {"attacks": "nothing"}, "no attack 'nothing'"),
    ],
)
def test_what_cannot_be_is_refused(table: pa.Table, protections: object, options: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        so.compare(table, protections, **options)  # type: ignore[arg-type]

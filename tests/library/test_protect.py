"""`standout.protect`: objects or texts, paths or data in memory; what comes out is data again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import standout as so
from standout.errors import BadInput
from standout.results.protect import ProtectDocument


@pytest.fixture(scope="module")
def table() -> pa.Table:
    """Sixty people of whom everybody has some of forty items."""
    people, items = np.nonzero(np.random.default_rng(1).random((60, 40)) < 0.4)
    days = np.datetime64("2024-01-01") + np.random.default_rng(2).integers(0, 300, len(people))
    return pa.table({"user": people, "item": items, "rating": people % 5 + 1, "date": days})


@pytest.fixture
def file(table: pa.Table, tmp_path: Path) -> Path:
    pyarrow.csv.write_csv(table, tmp_path / "ratings.csv")
    return tmp_path / "ratings.csv"


def test_objects_and_texts_do_the_same(table: pa.Table) -> None:
    objects = so.protect(table, so.Trim(keep=5), so.CoarsenDays(to="none"), seed=3)
    texts = so.protect(table, "trim:keep=5", "coarsen-days:to=none", seed=3)
    assert objects.document == texts.document
    assert objects.name == "trim:keep=5 + coarsen-days:to=none"
    assert objects.dataset.lengths.max() == 5
    assert not objects.dataset.has_days


def test_nothing_is_written_without_a_place(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    found = so.protect("ratings.csv", so.Trim(keep=5))
    assert found.document.out is None
    assert "out" not in found.to_dict()
    assert [one.name for one in file.parent.iterdir()] == ["ratings.csv"]


def test_a_place_gets_what_save_writes(file: Path, tmp_path: Path) -> None:
    found = so.protect(file, so.Trim(keep=5), out=tmp_path / "one.csv")
    assert found.document.out == str(tmp_path / "one.csv")
    assert found.save(tmp_path / "two.csv") == ()
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert (tmp_path / "one.csv").read_text().startswith("user,item,rating,date\n")
    with pytest.raises(BadInput, match="exists already"):
        found.save(tmp_path / "two.csv")


def test_columns_that_were_named_are_written_under_their_names(table: pa.Table, tmp_path: Path) -> None:
    renamed = table.rename_columns(["who", "what", "how", "when"])
    pq.write_table(renamed, tmp_path / "d.parquet")
    columns = {"user": "who", "item": "what", "value": "how", "time": "when"}
    found = so.protect(tmp_path / "d.parquet", so.Trim(keep=5), columns=columns)
    found.save(tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet").column_names == ["who", "what", "how", "when"]


def test_data_from_memory_is_saved_as_parquet_or_prepared(table: pa.Table, tmp_path: Path) -> None:
    found = so.protect(table, so.Trim(keep=5))
    found.save(tmp_path / "out.parquet")
    found.save(tmp_path / "out.standout")
    for name in ("out.parquet", "out.standout"):
        assert so.read(tmp_path / name).count == found.dataset.count
    with pytest.raises(BadInput, match=r"let the name end in \.parquet or \.standout"):
        found.save(tmp_path / "out.csv")


def test_what_comes_out_is_data_for_everything_else(table: pa.Table) -> None:
    released = so.protect(table, so.Trim(keep=8))
    again = so.protect(released, so.Trim(keep=4))
    assert again.document.interactions.before == released.dataset.count
    compared = so.compare(released, "trim:keep=4", adversaries="share", attacks="tf-idf", targets=20)
    assert compared.data.interactions == released.dataset.count
    audited = so.audit(table, released=released, adversaries="share", attacks="tf-idf", targets=20, draws=1)
    assert audited.document.searched.interactions == released.dataset.count


def test_protected_data_does_not_claim_to_be_the_original(table: pa.Table) -> None:
    original = so.read(table)
    released, other = so.protect(original, so.Trim(keep=8)), so.protect(original, so.Trim(keep=7))
    marks = {original.source.sha256, released.dataset.source.sha256, other.dataset.source.sha256}
    assert len(marks) == 3
    assert so.protect(original, so.Trim(keep=8)).dataset.source.sha256 == released.dataset.source.sha256


def test_the_account_is_a_document_and_shows_itself(table: pa.Table, tmp_path: Path) -> None:
    found = so.protect(table, so.Trim(keep=5), so.Swap())
    assert ProtectDocument.from_json(found.to_json()) == found.document == so.ProtectResult.from_json(found.to_json())
    assert found.document.save(tmp_path) == tmp_path / "protect.json"
    assert so.ProtectResult.read(tmp_path) == found.document
    assert json.loads(found.to_json())["schema"] == "standout/protect/1.0"
    assert found.to_pandas()["protection"].tolist() == ["trim", "swap"]
    assert f"removed        {found.document.removed:,} entries" in str(found)
    assert "<pre>Read the table: person user, " in found._repr_html_()
    assert "\nprotection     trim:keep=5 + swap" in found._repr_html_()


@pytest.mark.parametrize(
    ("protections", "options", "said"),
    [
        ((), {}, "no protection was chosen"),
        ((so.Trim(), "trim:keep=3"), {}, "is given twice"),
        ((so.HideRarest(),), {}, "changes what people say of themselves"),
        ((so.Trim,), {}, r"Trim is a class; give an object of it: Trim\(\)"),
        ((so.BlurMe(),), {}, "hides an attribute of people"),
        ((so.BlurMe(),), {"attribute": "town"}, "data in memory brings no attributes of people"),
        ((so.Trim(),), {"people": "who.csv"}, "none of the protections chosen looks at"),
        ((so.Trim(),), {"seed": -1}, "seed"),
        ((so.Trim(),), {"engine": "abacus"}, "abacus"),
        ((so.Trim(),), {"engine": "spark", "out": "x.parquet"}, "reads a path or a table by its name"),
        ((so.Swap(),), {"engine": "spark"}, "needs all people at once"),
    ],
)
def test_what_cannot_be_is_refused(table: pa.Table, protections: tuple[object, ...], options: dict[str, object],
                                   said: str) -> None:  # fmt: skip
    with pytest.raises(BadInput, match=said):
        so.protect(table, *protections, **options)  # type: ignore[arg-type]

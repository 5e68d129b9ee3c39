"""New ids: other people in another order, the same records, and a key that only its owner reads."""

from __future__ import annotations

import csv
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import standout as so
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.writing.new_ids import first_free

ROWS = "user,item,value,time\n" + "".join(
    f"person{person:02},item{(person * step) % 11},{step},2020-01-{step:02}\n"
    for person in range(1, 31)
    for step in range(1, 6)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    source = tmp_path / "bought.csv"
    source.write_text(ROWS)
    return source


def _key(out: Path) -> dict[str, str]:
    with (out.parent / f"{out.name}.key.csv").open() as stream:
        return {row["public"]: row["released"] for row in csv.DictReader(stream)}


def test_every_record_is_there_under_its_new_id(
    file: Path, tmp_path: Path, content: Callable[[LocalDataset], dict[Any, Any]]
) -> None:
    out = tmp_path / "released.csv"
    so.protect(file, so.Trim(keep=100), out=out, new_ids=True)
    key, before, after = _key(out), content(read(file, into=tmp_path / "a")), content(read(out, into=tmp_path / "b"))
    assert after == {(key[person], item): entry for (person, item), entry in before.items()}
    assert sorted(map(int, key.values())) == list(range(1, 31))


@pytest.mark.parametrize(
    ("ids", "first"),
    [
        (["a", "b", "c"], 1),
        (["101", "102", "a"], 1),
        (["1", "2", "3"], 11),
        (["7", "3.0", "x"], 11),
        (["003", " 2 ", "9"], 11),
        (["1", "12", "99999"], 101),
        (["1", "11", "101"], 1001),
        (["2", "1e3", "13"], 101),
        ([f"{number}" for number in range(5, 100)], 101),
    ],
)
def test_no_new_id_is_an_old_one(ids: list[str], first: int) -> None:
    """However it is written: 3.0 and 003 are ids that a program may take for 3."""
    found = first_free(pa.array(ids, pa.large_string()), len(ids))
    assert found == first
    assert {str(number) for number in range(found, found + len(ids))}.isdisjoint(ids)


def test_a_release_with_new_ids_is_not_taken_for_other_people(tmp_path: Path) -> None:
    """Ids from 1 on, as most data has them: under numbers from 1 on, everybody would be compared with somebody else."""
    source, out = tmp_path / "bought.csv", tmp_path / "released.csv"
    source.write_text(ROWS.replace("person0", "").replace("person", ""))
    so.protect(source, so.Trim(keep=100), out=out, new_ids=True)
    assert _key(out).keys().isdisjoint(_key(out).values())
    with pytest.raises(BadInput, match="no person of the data is in the released data by id"):
        so.audit(source, released=out, adversaries="share", attacks="tf-idf", draws=1)
    assert so.link(out, source, truth=tmp_path / "released.csv.key.csv").findings[0].targets == 30


def test_the_order_is_new_each_time_and_says_nothing_of_the_old_one(file: Path, tmp_path: Path) -> None:
    """30 people are twice in the same order once in 30! runs."""
    for name in ("one.csv", "two.csv"):
        so.protect(file, so.Trim(keep=100), out=tmp_path / name, new_ids=True)
    one, two = _key(tmp_path / "one.csv"), _key(tmp_path / "two.csv")
    assert one != two
    people = [line.split(",")[0] for line in (tmp_path / "one.csv").read_text().splitlines()[1:]]
    assert people == sorted(people, key=int)
    assert [one[person] for person in sorted(one)] != sorted(one.values(), key=int)


def test_the_key_is_for_its_owner_alone_and_links(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "released.csv"
    found = so.protect(file, so.Trim(keep=100), out=out, new_ids=True)
    key = tmp_path / "released.csv.key.csv"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert any("released.csv.key.csv" in note for note in found.document.notes)
    linked = so.link(out, file, truth=key)
    assert linked.findings[0].targets == 30


def test_people_tables_with_the_old_ids_are_not_copied(tmp_path: Path) -> None:
    so.invent(tmp_path / "made", people=40, items=30, interactions=400)
    so.protect(tmp_path / "made", so.Trim(keep=50), out=tmp_path / "out", new_ids=True)
    assert not (tmp_path / "out" / "people.csv").exists()
    assert (tmp_path / "out" / "items.csv").exists()


def test_nothing_is_written_over_and_without_a_place_there_are_no_new_ids(file: Path, tmp_path: Path) -> None:
    (tmp_path / "released.csv.key.csv").write_text("mine")
    with pytest.raises(BadInput, match="exists already"):
        so.protect(file, so.Trim(keep=100), out=tmp_path / "released.csv", new_ids=True)
    assert not (tmp_path / "released.csv").exists()
    with pytest.raises(BadInput, match="nothing is written"):
        so.protect(file, so.Trim(keep=100), new_ids=True)


def test_a_prepared_result_has_new_ids_too(file: Path, tmp_path: Path) -> None:
    so.prepare(file, out=tmp_path / "data.standout")
    so.protect(tmp_path / "data.standout", so.Trim(keep=100), out=tmp_path / "out.standout", new_ids=True)
    released = so.read(tmp_path / "out.standout")
    assert set(released.vocabulary.everybody().to_pylist()) == {str(number) for number in range(1, 31)}
    assert np.asarray(released.lengths).sum() == so.read(file).count

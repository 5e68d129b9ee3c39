"""Crowds from one release to the next: who stays together, who is apart, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import standout as so
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.protections.contract import Protected, entries_of
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.person_records import records_of, with_records
from standout.protections.rowwise import left_names
from tests.verification.made import ratings

DATA = ratings(people=120)


def of(people: range | list[int]) -> LocalDataset:
    some = np.array(list(people))
    return with_records(DATA, records_of(DATA.held.records, some), vocabulary=left_names(DATA.vocabulary, some))


def crowds(made: Protected) -> list[set[str]]:
    assert made.for_next is not None
    return [set(crowd) for crowd in json.loads(made.for_next)["crowds"]]


def kept(made: Protected, folder: Path) -> str:
    file = folder / "crowds.json"
    file.write_text(made.for_next or "")
    return str(file)


def test_crowds_stay_where_everybody_is_still_there(tmp_path: Path) -> None:
    first = Crowds(k=5).protect(of(range(100)), None, 1)
    second = Crowds(k=5, kept=kept(first, tmp_path)).protect(of(range(100)), None, 2)
    assert sorted(map(sorted, crowds(first))) == sorted(map(sorted, crowds(second)))
    assert second.ceiling == first.ceiling


def test_newcomers_are_in_crowds_of_newcomers(tmp_path: Path) -> None:
    first = Crowds(k=5).protect(of(range(100)), None, 1)
    second = Crowds(k=5, kept=kept(first, tmp_path)).protect(of(range(112)), None, 2)
    new = {str(person) for person in range(100, 112)}
    assert all(crowd in crowds(first) or crowd <= new for crowd in crowds(second))
    assert set.union(*crowds(second)) == {str(person) for person in range(112)}
    assert min(map(len, crowds(second))) >= 5


def test_too_few_newcomers_wait(tmp_path: Path) -> None:
    first = Crowds(k=5).protect(of(range(100)), None, 1)
    second = Crowds(k=5, kept=kept(first, tmp_path)).protect(of(range(103)), None, 2)
    assert second.data.people == 100
    assert any("3 people are left out" in note for note in second.notes)


def test_a_crowd_that_somebody_left_is_never_released_alone(tmp_path: Path) -> None:
    first = Crowds(k=5).protect(of(range(100)), None, 1)
    broken = sorted(crowds(first), key=sorted)[:3]
    gone = {int(min(crowd, key=int)) for crowd in broken}
    there = [person for person in range(100) if person not in gone]
    second = Crowds(k=5, kept=kept(first, tmp_path)).protect(of(there), None, 2)
    left = set.union(*broken) - {str(person) for person in gone}
    for crowd in crowds(second):
        assert crowd in crowds(first) or crowd <= left
        assert len(crowd) >= 5
    assert not any(crowd < before for crowd in crowds(second) for before in broken) or len(left) < 10


def test_totals_of_kept_crowds_are_those_of_their_members(tmp_path: Path) -> None:
    first = Crowds(k=5, rare="drop", at_most=1.0, at_least=1).protect(of(range(100)), None, 1)
    again = Crowds(k=5, rare="drop", at_most=1.0, at_least=1, kept=kept(first, tmp_path))
    data = of(range(100))
    second = again.protect(data, None, 9)
    for crowd in crowds(first):
        members = [int(person) for person in crowd]
        totals = [
            np.bincount(entries.items[np.isin(entries.people, members)], minlength=data.items)
            for entries in (entries_of(data), entries_of(second.data))
        ]
        assert np.array_equal(totals[0], totals[1])


def test_the_file_is_written_beside_the_result_for_the_owner_alone(tmp_path: Path) -> None:
    source, out = tmp_path / "data.csv", tmp_path / "out.csv"
    entries = entries_of(of(range(60)))
    rows = zip(entries.people.tolist(), entries.items.tolist(), strict=True)
    source.write_text("user,item\n" + "".join(f"{person},{item}\n" for person, item in rows))
    said = so.protect(source, "crowds:k=5", out=out)
    file = tmp_path / "out.csv.crowds.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert any(str(file.name) in note for note in said.document.notes)
    again = so.protect(source, f"crowds:k=5,kept={file}", out=tmp_path / "next.csv", seed=2)
    assert any("60 people are in the crowds of the earlier release" in note for note in again.document.notes)
    file.rename(tmp_path / "third.csv.crowds.json")
    with pytest.raises(BadInput, match="exists"):
        so.protect(source, "crowds:k=5", out=tmp_path / "third.csv")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: "[]", "not a file of crowds"),
        (lambda found: json.dumps({**found, "schema": "else"}), "not a file of crowds"),
        (lambda found: json.dumps({**found, "crowds": found["crowds"][1:]}), "was changed"),
        (lambda _: "{", "not a file of crowds"),
    ],
)
def test_another_file_is_refused(change, words: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    first = Crowds(k=5).protect(of(range(30)), None, 1)
    file = tmp_path / "crowds.json"
    file.write_text(change(json.loads(first.for_next or "")))
    with pytest.raises(BadInput, match=words):
        Crowds(k=5, kept=str(file)).protect(of(range(30)), None, 1)


def test_crowds_of_fewer_than_k_or_of_others_are_refused(tmp_path: Path) -> None:
    file = kept(Crowds(k=5).protect(of(range(30)), None, 1), tmp_path)
    with pytest.raises(BadInput, match="fewer than 20 people"):
        Crowds(k=20, kept=file).protect(of(range(30)), None, 1)
    with pytest.raises(BadInput, match="nobody of it is in the data"):
        Crowds(k=5, kept=file).protect(of(range(60, 90)), None, 1)

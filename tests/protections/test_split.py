"""Records in fragments under new ids: nothing is lost, nobody keeps an id, and any of one's fragments is one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import standout as so
from standout.data.dataset import LocalDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.protections import protection
from standout.protections.contract import changes, entries_of, rejoined
from standout.protections.protecting import protect
from standout.protections.split import Split
from tests.verification.made import ratings


def rows(data: LocalDataset) -> list[tuple[int, ...]]:
    entries = entries_of(data)
    return sorted(
        zip(*(part.tolist() for part in (entries.people, entries.items, entries.values, entries.days)), strict=True)
    )


@pytest.mark.parametrize("size", [1, 3, 20, 1000])
def test_every_entry_stays_and_fragments_are_of_equal_size(size: int) -> None:
    data = ratings(people=40)
    made = Split(size).protect(data, None, 7)
    assert made.origins is not None
    assert rows(rejoined(data, made.data, made.origins)) == rows(data)
    for person in range(data.people):
        lengths = made.data.lengths[made.origins == person]
        assert len(lengths) == max(-(-int(data.lengths[person]) // size), 1)
        assert lengths.max() <= size
        assert lengths.max() - lengths.min() <= 1


def test_nobody_has_an_id_that_somebody_had() -> None:
    data = ratings(people=30)
    made = Split(5).protect(data, None, 1)
    assert (positions(made.data.vocabulary.people, data.vocabulary.people) < 0).all()


def test_fragments_stand_in_an_order_that_tells_nothing() -> None:
    data = ratings(people=300)
    origins = Split(2).protect(data, None, 1).origins
    assert origins is not None
    own = (np.bincount(origins) - 1)[origins].mean() / (len(origins) - 1)
    side_by_side = (origins[1:] == origins[:-1]).mean()
    assert abs(side_by_side - own) < 5 * np.sqrt(own / len(origins))


def test_nothing_counts_as_changed_but_everybody_is_touched() -> None:
    data = ratings(people=30)
    made = Split(4).protect(data, None, 1)
    found = changes(data, made.data, made.origins)
    assert (found.added, found.removed, found.altered) == (0, 0, 0)
    assert found.people_touched == int((data.lengths > 0).sum())


def test_whose_fragments_are_is_known_through_all_steps() -> None:
    data = ratings(people=60)
    steps = [protection(text) for text in ("coarsen-days:to=none", "split:size=3", "sample:people=0.5", "trim:keep=2")]
    made = protect(data, steps, seed=3)
    assert made.origins is not None
    assert len(made.origins) == made.data.people
    own: dict[int, set[int]] = {person: set() for person in range(data.people)}
    for person, item, *_ in rows(data):
        own[person].add(item)
    assert all(item in own[int(made.origins[fragment])] for fragment, item, *_ in rows(made.data))
    assert made.changes.added == 0
    assert made.changes.removed == data.count - made.data.count


def test_people_without_entries_stay_without() -> None:
    data = ratings(people=5, items=4)
    empty = rejoined(data, data, np.zeros(data.people, np.int64))  # everything is the first person's
    made = Split(2).protect(empty, None, 1)
    assert made.origins is not None
    assert sorted(np.bincount(made.origins, minlength=5).tolist())[:4] == [1, 1, 1, 1]


def test_what_is_written_has_a_key_and_ids_that_the_seed_does_not_tell(tmp_path: Path) -> None:
    source = tmp_path / "data.csv"
    data = ratings(people=30)
    source.write_text("user,item\n" + "".join(f"u{person},i{item}\n" for person, item, *_ in rows(data)))
    twice = [so.protect(source, "split:size=3", out=tmp_path / name) for name in ("a.csv", "b.csv")]
    keys = [(tmp_path / f"{name}.csv.key.csv").read_text() for name in "ab"]
    assert keys[0] != keys[1]
    assert (tmp_path / "a.csv.key.csv").stat().st_mode & 0o777 == 0o600
    pairs = [line.split(",") for line in keys[0].splitlines()[1:]]
    whose = {released: public for public, released in pairs}
    told = [line.split(",") for line in (tmp_path / "a.csv").read_text().splitlines()[1:]]
    assert sorted((whose[person], item) for person, item in told) == sorted(
        (f"u{person}", f"i{item}") for person, item, *_ in rows(data)
    )
    twice[0].save(tmp_path / "c.csv")
    assert (tmp_path / "c.csv.key.csv").exists()


def test_an_audit_counts_whoever_has_any_fragment_first(tmp_path: Path) -> None:
    source = tmp_path / "data.csv"
    data = ratings(people=60)
    source.write_text("user,item\n" + "".join(f"u{person},i{item}\n" for person, item, *_ in rows(data)))
    made = so.protect(source, "split:size=1000", out=tmp_path / "whole.csv")  # one fragment each: the data, renamed
    how = {"adversaries": "share", "attacks": "likelihood", "targets": 40, "draws": 1}
    plain = so.audit(source, **how)  # type: ignore[arg-type]
    by_key = so.audit(source, released=tmp_path / "whole.csv", truth=tmp_path / "whole.csv.key.csv", **how)  # type: ignore[arg-type]
    in_memory = so.audit(source, released=made, **how)  # type: ignore[arg-type]
    rates = [found.document.findings[0].identified["1"] for found in (plain, by_key, in_memory)]
    assert rates[1] == rates[2]
    assert rates[0].rate == pytest.approx(rates[1].rate, abs=0.08)  # ties apart, the same
    pieces = so.audit(source, released=so.protect(source, "split:size=3"), **how)  # type: ignore[arg-type]
    assert pieces.document.findings[0].identified["1"].rate < rates[0].rate


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (lambda _: Split(0), "size"),
        (lambda data: so.protect(data, "split", out=data.with_suffix(".out.csv"), keep_columns=True), "new people"),
        (lambda data: so.audit(data, truth=data), "give the release"),
        (lambda data: so.protect(data, "pairs"), "publish DATA --pairs"),
    ],
)
def test_refusals_say_what_to_do(run, words: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    data = tmp_path / "data.csv"
    data.write_text("user,item\na,1\nb,2\n")
    with pytest.raises(BadInput, match=words):
        run(data)


@pytest.mark.parametrize(
    ("key", "words"),
    [("x,1\n", "nobody in the data"), ("a,1\nb,1\n", "another's"), ("a,77\n", "none of its released ids")],
)
def test_a_wrong_key_is_refused(key: str, words: str, tmp_path: Path) -> None:
    data, released, file = (tmp_path / name for name in ("data.csv", "released.csv", "key.csv"))
    data.write_text("user,item\na,1\nb,2\n")
    released.write_text("user,item\n1,1\n2,2\n")
    file.write_text("public,released\n" + key)
    with pytest.raises(BadInput, match=words):
        so.audit(data, released=released, truth=file)

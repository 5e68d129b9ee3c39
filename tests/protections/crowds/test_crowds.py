"""What crowds keep and what they refuse, beside slow and obvious versions."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import standout as so
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.protections import protection
from standout.protections.contract import entries_of
from standout.protections.crowds.crowd_groups import Grouping, coarser, grouped
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.crowds.crowd_units import units_of
from standout.testing.protections import check_protection
from tests.protections.crowds.made_crowds import made, without

Sets = list[set[int]]


def sets(data: LocalDataset) -> Sets:
    records = once(data.held.records)
    return [set(part.tolist()) for part in np.split(np.asarray(records.items), records.starts[1:-1])]


def members(grouping: Grouping) -> list[list[int]]:
    return [part.tolist() for part in np.split(grouping.people, grouping.starts[1:-1])]


def plainly_kept(records: Sets, crowds: list[list[int]], least: int) -> Sets:
    """What of each record at least so many of the crowd have: the slow way."""
    kept = [set[int]() for _ in records]
    for crowd in crowds:
        counts = Counter(item for person in crowd for item in records[person])
        for person in crowd:
            kept[person] = {item for item in records[person] if counts[item] >= least}
    return kept


@pytest.mark.parametrize("least", [1, 2, 3])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("k", [2, 5, 30])
def test_totals_and_lengths_are_those_of_the_crowd(k: int, seed: int, least: int) -> None:
    data, tested = made(), Crowds(k=k, at_least=least, at_most=1.0, rare="drop")
    release = tested.protect(data, None, seed).data
    crowds = members(tested.crowds_of(data, seed))
    assert sorted(person for crowd in crowds for person in crowd) == list(range(data.people))
    assert all(k <= len(crowd) < 2 * k for crowd in crowds)
    kept, now = plainly_kept(sets(data), crowds, least), sets(release)
    for crowd in crowds:
        before, after = (Counter(item for one in crowd for item in those[one]) for those in (kept, now))
        assert before == after
        assert sorted(len(kept[one]) for one in crowd) == sorted(len(now[one]) for one in crowd)


@pytest.mark.parametrize("events", [False, True])
def test_values_and_months_are_those_of_the_crowd(events: bool) -> None:
    data, tested = made(events=events, gaps=True), Crowds(k=6, at_least=1, at_most=1.0)
    release = tested.protect(data, None, 1).data
    before, after = entries_of(data), entries_of(release)
    earliest = {item: before.days[before.items == item].min() for item in np.unique(before.items)}
    months = 12_000 + np.append(np.arange(NO_DAY), NO_DAY)
    months = months.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    for crowd in members(tested.crowds_of(data, 1)):
        own, got = (part.kept(np.isin(part.people, crowd)) for part in (before, after))
        assert Counter(own.values.tolist()) == Counter(got.values.tolist())
        assert (own.values == NO_VALUE).sum() == (got.values == NO_VALUE).sum()
        assert (own.days == NO_DAY).sum() == (got.days == NO_DAY).sum()
        then, now = (np.sort(months[part.days[part.days != NO_DAY]]) for part in (own, got))
        assert (now >= then).all()
        assert (now > then).mean() < 0.05  # what came late in a crowd that was there early moves up
        assert len(own) == len(got)
    assert all(day >= earliest[item] for item, day in zip(after.items, after.days, strict=True))


def test_values_and_days_do_not_travel_with_entries() -> None:
    """Somebody who only gives ones, all on one day, is not seen again in what a place carries."""
    data = made(40, 30)
    records = data.held.records
    end = int(records.starts[1])
    values, days = np.array(records.values), np.array(records.days)
    values[:], values[:end], days[:end] = 3, 0, 7
    entries = entries_of(data)
    odd = from_arrays(entries.people, entries.items, values, days, scale=data.scale, size=(40, 30), first_day=12_000)
    tested = Crowds(k=10, at_least=1, at_most=1.0)
    release = entries_of(tested.protect(odd, None, 1).data)
    crowd = next(crowd for crowd in members(tested.crowds_of(odd, 1)) if 0 in crowd)
    ones = release.kept((release.values == 0) & np.isin(release.people, crowd))
    assert len(ones) == end
    assert np.bincount(ones.people).max() < end


@pytest.mark.parametrize("share", [0.5, 0.9])
@pytest.mark.parametrize("rare", ["drop", "coarser"])
def test_no_item_is_had_by_more_of_a_crowd_than_allowed(share: float, rare: str) -> None:
    data, tested = made(200), Crowds(k=5, at_most=share, rare=rare)
    now = sets(tested.protect(data, None, 1).data)
    for crowd in members(tested.crowds_of(data, 1)):
        counts = Counter(item for one in crowd for item in now[one])
        assert max(counts.values()) <= max(int(share * len(crowd)), 1)


def test_what_is_too_rare_in_a_crowd_is_handed_on() -> None:
    data = made(60, 60)
    dropped = Crowds(k=5, rare="drop").protect(data, None, 1).data
    handed = Crowds(k=5, rare="coarser").protect(data, None, 1).data
    assert dropped.count < handed.count <= data.count
    assert (handed.holders <= data.holders).all()


def test_values_and_days_can_be_left_out() -> None:
    data = made()
    release = Crowds(k=5, values="none", days="none").protect(data, None, 1).data
    assert not release.has_values
    assert not release.has_days


@pytest.mark.parametrize("lacking", [{"values": True}, {"days": True}, {"values": True, "days": True}])
def test_data_without_values_or_days_is_dealt(lacking: dict[str, bool]) -> None:
    data = without(made(), **lacking)
    release = Crowds(k=5).protect(data, None, 1).data
    assert (release.has_values, release.has_days) == (data.has_values, data.has_days)


def test_people_with_nothing_are_in_crowds_too() -> None:
    data = from_arrays([0, 0, 1, 1], [0, 1, 0, 1], size=(7, 2))
    release = Crowds(k=3, at_most=1.0).protect(data, None, 1)
    assert release.data.people == 7
    nothing = from_arrays([], [], size=(5, 2))
    assert Crowds(k=3).protect(nothing, None, 1).data.count == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crowds:k=1", "k is 1, but must be at least 2"),
        ("crowds:k=0.5", "k is '0.5', but must be a whole number"),
        ("crowds:at-least=0", "at-least is 0, but must be at least 1"),
        ("crowds:at-most=0", "at-most is 0, but must be above 0"),
        ("crowds:at-most=1.5", "at-most is 1.5, but must be above 0 and at most 1"),
        ("crowds:rare=lost", "rare is 'lost', but must be one of coarser, drop"),
        ("crowds:days=kept", "days is 'kept', but must be one of dealt, none"),
        ("crowds:values=kept", "values is 'kept', but must be one of dealt, none"),
        ("crowds:size=3", "has no option 'size'"),
    ],
)
def test_wrong_options_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        protection(text)


def test_more_people_in_a_crowd_than_there_are_is_refused() -> None:
    with pytest.raises(BadInput, match="k is 50, but the data has only 20 people"):
        Crowds(k=50).protect(made(20), None, 1)


def test_other_columns_are_not_kept_with_records_that_are_nobodys(tmp_path: Path) -> None:
    file = tmp_path / "bought.csv"
    file.write_text("user,item,till\n" + "".join(f"u{one},i{one % 3},7\n" for one in range(12)), encoding="utf-8")
    with pytest.raises(BadInput, match="columns: 'crowds' deals entries anew"):
        so.protect(file, "crowds:k=3", out=tmp_path / "out.csv", keep_columns=True)
    assert so.protect(file, "crowds:k=3").document.ceiling == 1 / 3


@pytest.mark.parametrize("text", ["crowds:k=3,rare=drop", "crowds:k=7,days=none,at-least=1,at-most=1"])
def test_other_options_keep_the_contract(text: str) -> None:
    check_protection(lambda: protection(text))


def spread(places: np.ndarray, crowds: list[list[int]]) -> float:
    """How far people are from the middles of their crowds."""
    return float(sum(((places[crowd] - places[crowd].mean(axis=0)) ** 2).sum() for crowd in crowds))


def test_crowds_are_nearer_than_by_chance_and_nearer_after_exchanges() -> None:
    random = np.random.default_rng(1)
    places = random.normal(size=(300, 4)).astype(np.float32)
    found = members(grouped(places, np.arange(300), 10))
    by_lot = np.array_split(random.permutation(300), 30)
    assert spread(places, found) < 0.6 * spread(places, [part.tolist() for part in by_lot])


def test_many_people_are_cut_into_pieces_first(monkeypatch: pytest.MonkeyPatch) -> None:
    places = np.random.default_rng(1).normal(size=(500, 4)).astype(np.float32)
    at_once = members(grouped(places, np.arange(500), 7))
    monkeypatch.setattr("standout.protections.crowds.crowd_groups.PIECE", 100)
    in_pieces = members(grouped(places, np.arange(500), 7))
    assert all(7 <= len(crowd) < 14 for crowd in in_pieces)
    assert sorted(person for crowd in in_pieces for person in crowd) == list(range(500))
    assert spread(places, in_pieces) < 1.5 * spread(places, at_once)


def test_people_all_alike_make_crowds_too() -> None:
    crowds = members(grouped(np.zeros((23, 3), np.float32), np.arange(23), 5))
    assert sorted(map(len, crowds)) == [5, 5, 5, 8]


def test_units_hold_whole_crowds_and_everybody_once() -> None:
    places = np.random.default_rng(1).normal(size=(90, 3)).astype(np.float32)
    small = grouped(places, np.arange(90), 5)
    groups = coarser(small, np.random.default_rng(2).normal(size=(small.count, 3)).astype(np.float32), 4)
    for units in (units_of(small, groups), units_of(small, None)):
        crowds = {frozenset(part.tolist()) for part in np.split(units.people, units.crowds[1:-1])}
        assert crowds == set(map(frozenset, members(small)))
        assert sorted(units.people.tolist()) == list(range(90))
        assert (units.starts[0], units.starts[-1]) == (0, small.count)
        parts = [units.some(at, at + 1) for at in range(units.count)]
        assert np.array_equal(np.concatenate([part.people for part in parts]), units.people)
        assert [part.first for part in parts] == list(range(units.count))

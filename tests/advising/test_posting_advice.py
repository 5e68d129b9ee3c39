"""The advice: what is said is what counting and attacking again say."""

from __future__ import annotations

import numpy as np
import pytest

from standout.advising.decoys import popular_items
from standout.advising.posting_advice import Wishes, advise
from standout.advising.rivals import knowledge_of, standings, with_record
from standout.advising.who_fits import DAYS_OFF, Shown
from standout.attacks import DEFAULT_ATTACKS, attacks
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.results.advice import AttackedAgain
from tests.asking import score

ATTACKS = attacks(list(DEFAULT_ATTACKS))


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    """400 people, popular and rare items."""
    random = np.random.default_rng(3)
    chance = np.geomspace(0.6, 0.01, 60)
    people, items = np.nonzero(random.random((400, 60)) < chance)
    return from_arrays(people, items, size=(400, 60))


def record(data: LocalDataset, person: int) -> list[int]:
    starts = data.held.records.starts
    items: list[int] = data.held.records.items[starts[person] : starts[person + 1]].tolist()
    return items


def shown(items: list[int]) -> list[Shown]:
    return [Shown(item) for item in items]


def test_hiding_what_is_advised_lets_enough_others_fit(data: LocalDataset) -> None:
    person = int(np.argmax(data.lengths))
    items = record(data, person)[-15:]
    advice = advise(data, shown(items), ATTACKS, Wishes(k=12))
    assert advice.fits == 1
    assert advice.others == 0
    hidden = {items[place] for place in advice.hide[0].places}
    kept = set(items) - hidden
    fitting = sum(kept <= set(record(data, other)) for other in range(data.people) if other != person)
    assert fitting == advice.hide[0].others >= 12


def test_the_figures_of_an_attack_are_those_of_attacking_the_own_record(data: LocalDataset) -> None:
    person = int(np.argmax(data.lengths))
    items = record(data, person)
    advice = advise(data, shown(items), ATTACKS)
    assert advice.verified is not None
    for attack, row in zip(ATTACKS, advice.verified.attacks, strict=True):
        tally = score(data, knowledge_of([shown(items)], data), attack, np.array([person]))
        assert row.before == (tally.beat[0] + tally.tied[0] if tally.listed[0] else data.people)


def test_a_record_that_is_not_there_is_attacked_as_if_it_were(data: LocalDataset) -> None:
    items = [0, 20, 40, 55, 58, 59]
    assert not any(set(items) <= set(record(data, person)) for person in range(data.people))
    longer = with_record(data, shown(items))
    assert (longer.people, longer.count) == (data.people + 1, data.count + len(items))
    assert record(longer, data.people) == items
    rebuilt = from_arrays(
        np.repeat(np.arange(longer.people), longer.lengths),
        longer.held.records.items,
        size=(longer.people, longer.items),
    )
    assert longer.holders.tolist() == rebuilt.holders.tolist()
    owner = np.array([data.people])
    assert standings(longer, owner, [shown(items)], ATTACKS) == standings(rebuilt, owner, [shown(items)], ATTACKS)


def test_decoys_are_popular_and_not_shown_already(data: LocalDataset) -> None:
    found = popular_items(data, {0, 2}, 4, 100)
    assert len(found) == 4
    assert not {0, 2} & set(found)
    assert min(data.holders[found]) >= 100
    assert popular_items(data, {0}, 5, 401) == []
    assert popular_items(data, {0}, 0, 100) == []


def test_no_mention_is_advised_that_makes_an_attack_name_somebody_else() -> None:
    # without item 1 nobody fits better than the others; with it, only person 0 has everything
    people = [0, 0, *range(1, 30), *range(30, 160)]
    items = [0, 1, *[0] * 29, *[1] * 130]
    data = from_arrays(people, items)
    advice = advise(data, [Shown(0)], attacks(["set-intersection"]), Wishes(k=2, mentions=1))
    assert advice.mention == ()
    assert advice.verified is not None
    assert advice.verified.attacks == (AttackedAgain(attack="set-intersection", before=29, hidden=29),)


def test_a_draft_is_told_what_it_adds(data: LocalDataset) -> None:
    advice = advise(data, shown([0, 1]), ATTACKS, draft=shown([1, 30]))
    records = [set(record(data, person)) for person in range(data.people)]
    before, after = (sum(wanted <= one for one in records) for wanted in ({0, 1}, {0, 1, 30}))
    assert advice.draft is not None
    assert advice.draft.before == before
    assert advice.draft.after == advice.fits == after
    assert advice.draft.bits == pytest.approx(np.log2(before / after))
    assert [place for place, _ in advice.draft.places] == [2]


def test_nothing_shown_fits_everyone_and_needs_no_hiding(data: LocalDataset) -> None:
    advice = advise(data, [], ATTACKS)
    assert advice.fits == data.people
    assert advice.hide[0].places == ()
    assert advice.revealing == ()


def test_with_fewer_people_than_wanted_nothing_can_be_hidden(data: LocalDataset) -> None:
    advice = advise(data, shown([0]), ATTACKS, Wishes(k=400))
    assert advice.hide == ()
    assert advice.verified is not None
    assert not advice.verified.hide


@pytest.mark.parametrize("wrong", [{"k": 0}, {"mentions": -1}, {"decoy_crowd": 0}])
def test_wishes_that_cannot_be_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadInput, match="but must be at least"):
        Wishes(**wrong)


def test_an_attack_forgives_days_as_far_as_a_crowd_does() -> None:
    """A date that is shown may be off by two weeks; what is not shown is not known at all."""
    data = from_arrays([0, 0, 1, 2], [0, 1, 0, 1], days=[5, 9, 30, 40])
    known = knowledge_of([[Shown(0, day=12), Shown(1)]], data)
    assert (known.value_error, known.day_error) == (-1.0, float(DAYS_OFF))
    assert knowledge_of([[Shown(0)]], data).day_error == -1.0
    (standing,) = standings(data, np.array([0]), [[Shown(0, day=12), Shown(1, day=20)]], attacks(["likelihood"]))
    assert standing[0].others == 0

"""Levelling: frequencies and what a held-out attacker sees, against slow and obvious versions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from standout.common.arrays import Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS
from standout.inference.folds import parts, stratified_folds
from standout.inference.measures import auc, auc_of
from standout.protections import protection
from standout.protections.contract import changes
from standout.protections.level.level import Level
from standout.protections.level.level_attack import attack, moved, needed_moves, quadratic, worst_aucs
from standout.protections.level.level_frequencies import Shift, counts_of, levelled, removal_chances, shifts
from standout.protections.level.level_taste import Held, Taste
from standout.protections.level.level_values import likely_values
from tests.protections.plainly import consistent, plainly
from tests.worlds import STARS, scale_of

PEOPLE, ITEMS = 150, 60


def bare(there: npt.NDArray[np.bool_]) -> LocalDataset:
    """Who has what, without values and days."""
    who, what = np.nonzero(there)
    return from_arrays(who, what, None, None, scale=scale_of(None), size=there.shape)


def leaning(
    people: int = PEOPLE, items: int = ITEMS, classes: int = 2, seed: int = 3
) -> tuple[LocalDataset, Attribute]:
    """Classes that each like some items better; the last person has nothing, the last item nobody."""
    dice = np.random.default_rng(seed)
    codes = dice.choice(classes, people, p=np.arange(classes, 0, -1) / np.arange(classes, 0, -1).sum()).astype(np.int32)
    chances = np.full((people, items), 0.2) + dice.random(people)[:, None] * 0.2
    chances += 0.3 * (np.arange(items)[None, :] % (2 * classes) == codes[:, None])
    there = dice.random((people, items)) < chances
    there[-1], there[:, -1] = False, False
    who, what = np.nonzero(there)
    values = np.where(dice.random(len(who)) < 0.1, NO_VALUE, dice.integers(0, 5, len(who)))
    days = dice.integers(0, 50, len(who))
    data = from_arrays(who, what, values, days, scale=scale_of(STARS), size=(people, items), first_day=9_000)
    return data, Attribute("group", tuple("abcd"[:classes]), codes)


def adaptive_auc(data: LocalDataset, attribute: Attribute, name: str = "tuned") -> float:
    """The mean AUC of an attacker who learns from this data."""
    attacker, dealt = ATTACKERS[name], stratified_folds(attribute.codes, 3, 11)
    matrix, found = attacker.matrix_of(data), []
    for fold in range(3):
        train, test = parts(dealt, fold)
        fitted = attacker.fit(matrix[train], attribute.codes[train], len(attribute.classes), 1)
        found.append(auc(fitted.scores(matrix[test]), attribute.codes[test]))
    return float(np.mean(found))


# Frequencies


@pytest.mark.parametrize("goal", ["common", "largest"])
def test_with_records_of_one_length_the_chances_are_those_of_frequencies(goal: str) -> None:
    dice, length, strength = np.random.default_rng(1), 12, 0.6
    records = np.array([dice.choice(30, length, replace=False) for _ in range(50)])
    codes = (np.arange(50) % 3 == 0).astype(np.int32)
    there = np.zeros((50, 30), bool)
    there[np.arange(50)[:, None], records] = True
    data = bare(there)
    found = shifts(counts_of(Held.of(data), codes, 2), np.full(2, strength), goal)
    common = there.mean(axis=0) if goal == "common" else there[codes == 0].mean(axis=0)
    for code in (0, 1):
        own = there[codes == code].mean(axis=0)
        for item in range(30):
            present = int(there[codes == code][:, item].sum())
            absent = int((codes == code).sum()) - present
            rise = strength * (common[item] - own[item]) / (1 - own[item]) if own[item] < common[item] else 0.0
            fall = strength * (own[item] - common[item]) / own[item] if own[item] > common[item] else 0.0
            assert found[code].added[item] == pytest.approx(rise * absent)
            assert found[code].removed[item] == pytest.approx(fall * present)


@pytest.mark.parametrize("classes", [2, 3])
def test_a_class_gains_as_much_as_it_loses(classes: int) -> None:
    data, attribute = leaning(classes=classes)
    for change in shifts(counts_of(Held.of(data), attribute.codes, classes), np.ones(classes), "common"):
        assert change.added.sum() == pytest.approx(change.removed.sum())
        assert not (change.added * change.removed).any()


def test_full_strength_levels_every_share() -> None:
    data, attribute = leaning()
    counts = counts_of(Held.of(data), attribute.codes, 2)
    after = counts + [change.added - change.removed for change in shifts(counts, np.ones(2), "common")]
    shares = after / after.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(shares[0], shares[1])


def test_draws_give_every_item_what_is_expected() -> None:
    data, attribute = leaning(people=60, items=25)
    held = Held.of(data)
    taste, codes = Taste.of(held, np.arange(60), 1), attribute.codes
    wanted = shifts(counts_of(held, codes, 2), np.full(2, 0.7), "common")
    before, turns = counts_of(held, codes, 2), 60
    gained = np.zeros_like(before)
    for seed in range(turns):
        gained += counts_of(levelled(held, taste, codes, wanted, seed), codes, 2) - before
    expected = np.array([change.added - change.removed for change in wanted])
    np.testing.assert_allclose(gained / turns, expected, atol=1.0)
    assert np.corrcoef((gained / turns).ravel(), expected.ravel())[0, 1] > 0.99


def test_chances_of_removal_add_up_for_people_and_items() -> None:
    data, attribute = leaning()
    held = Held.of(data)
    people = np.flatnonzero((attribute.codes == 1) & (data.lengths > 0))
    change = shifts(counts_of(held, attribute.codes, 2), np.full(2, 0.3), "common")[1]
    expected = held.lengths[people] * change.exchanges / held.lengths[people].sum()
    chances = removal_chances(held, Taste.of(held, people, 1), people, expected, change.removed)
    by_item = np.bincount(held.items, chances, data.items)
    by_person = np.array([chances[held.starts[one] : held.starts[one + 1]].sum() for one in people])
    np.testing.assert_allclose(by_person, expected, rtol=1e-4)
    np.testing.assert_allclose(by_item, change.removed, rtol=0.05, atol=0.01)
    assert chances.max() <= 0.98


def test_plausible_people_get_an_item_sooner() -> None:
    dice = np.random.default_rng(5)
    camps = dice.integers(0, 2, 120)
    there = dice.random((120, 40)) < np.where((np.arange(40)[None, :] < 20) == (camps[:, None] == 0), 0.6, 0.05)
    data = bare(there)
    held, codes = Held.of(data), np.zeros(120, np.int32)
    added, removed = np.zeros(40), np.zeros(40)
    added[:10], added[20:30], removed[10:20], removed[30:] = 2, 2, 2, 2
    taste, fitting, others = Taste.of(held, np.arange(120), 1), 0, 0
    for seed in range(8):
        after = levelled(held, taste, codes, [Shift(added, removed)], seed)
        new = (after.matrix.toarray() > 0) & ~there
        assert 35 <= new.sum() <= 40
        fitting += int(new[camps == 0, :20].sum() + new[camps == 1, 20:].sum())
        others += int(new[camps == 1, :20].sum() + new[camps == 0, 20:].sum())
    assert fitting > 2.5 * others


# The held-out attacker


def test_moves_give_both_groups_the_same_distribution() -> None:
    dice = np.random.default_rng(2)
    member = np.arange(200) % 2 == 0
    scores = dice.normal(size=200) + np.where(member, 1.5, 0) * dice.random(200)
    after = scores + needed_moves(scores, member, (0.3, 0.7))
    np.testing.assert_allclose(np.sort(after[member]), np.sort(after[~member]), atol=1e-9)
    assert (np.argsort(after[member]) == np.argsort(scores[member])).all()


def test_the_heavier_group_moves_less() -> None:
    member = np.arange(100) < 30
    scores = np.where(member, 1.0, 0.0)
    moves = needed_moves(scores, member, (0.9, 0.1))
    np.testing.assert_allclose(moves[member], -0.9)
    np.testing.assert_allclose(moves[~member], 0.1)


def test_slopes_are_those_of_the_score() -> None:
    dice = np.random.default_rng(4)
    places = dice.normal(size=(300, 5))
    member = places[:, 0] * places[:, 1] + places[:, 2] > 0
    linear, products, constant = quadratic(places, member)

    def score(place: npt.NDArray[np.float64]) -> float:
        return float(place @ linear + place @ products @ place + constant)

    for axis in range(5):
        step = np.zeros(5)
        step[axis] = 1e-4
        numeric = (score(places[0] + step) - score(places[0] - step)) / 2e-4
        assert (linear + 2 * products @ places[0])[axis] == pytest.approx(numeric, abs=1e-6)
    assert score(np.array([2.0, 2.0, 0, 0, 0])) > score(np.array([2.0, -2.0, 0, 0, 0]))


def quadratic_auc(held: Held, member: npt.NDArray[np.bool_], people: Int64s) -> float:
    """What a held-out attacker reaches on folds of its own."""
    seen = attack(Taste.of(held, people, 9), held.lengths, member, people, 3, 9)
    return auc_of(seen.scores[people], member[people])


def test_rounds_leave_the_attacker_less() -> None:
    data, attribute = leaning(people=400)
    held, people = Held.of(data), np.flatnonzero(data.lengths > 0)
    member, after = attribute.codes == 1, held
    for turn in range(3):
        after = moved(after, held.items, member, people, None, 8, 3, data.count, turn)
    assert quadratic_auc(held, member, people) > 0.9
    assert quadratic_auc(after, member, people) < 0.75


def test_those_who_stay_are_not_touched() -> None:
    data, attribute = leaning()
    held, people, stays = Held.of(data), np.flatnonzero(data.lengths > 0), attribute.codes == 0
    after = moved(held, held.items, attribute.codes == 1, people, stays, 8, 3, 10_000, 1)
    entries = np.repeat(stays, data.lengths)
    assert (after.items[entries] == held.items[entries]).all()
    assert (after.items[~entries] != held.items[~entries]).any()


@pytest.mark.parametrize("budget", [0, 2, 25, 100_000])
def test_a_round_keeps_lengths_last_holders_and_the_budget(budget: int) -> None:
    data, attribute = leaning()
    held, people = Held.of(data), np.flatnonzero(data.lengths > 0)
    after = moved(held, held.items, attribute.codes == 1, people, None, 8, 3, budget, 1)
    assert after.differing(held.items) <= budget
    assert (after.differing(held.items) > 0) == (budget >= 2)
    assert (np.bincount(after.items, minlength=data.items) == after.holders).all()
    assert ((after.holders > 0) == (held.holders > 0)).all()
    for person in range(data.people):
        record = after.items[after.starts[person] : after.starts[person + 1]].tolist()
        assert record == sorted(set(record))


def test_aucs_below_one_half_count_as_their_mirror_image() -> None:
    data, attribute = leaning(classes=3)
    found = worst_aucs(Held.of(data), attribute.codes, 3, 3, 1)
    assert found.shape == (3,)
    assert (found >= 0.5).all()
    assert found.max() > 0.8


# The protection


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("strength", ["auto", "0.8"])
def test_lengths_budget_and_last_holders_are_kept(classes: int, strength: str) -> None:
    data, attribute = leaning(classes=classes)
    protected = protection(f"level:changed=0.08,rounds=2,strength={strength}").protect(data, attribute, 1)
    consistent(protected.data)
    found = changes(data, protected.data)
    assert (protected.data.lengths == data.lengths).all()
    assert 0.03 < found.changed_share <= 0.08
    assert found.altered == 0
    assert found.added == found.removed
    assert ((protected.data.holders > 0) == (data.holders > 0)).all()
    assert any("strength of levelling" in note for note in protected.notes)


def test_it_hides_the_class_from_who_learns_from_protected_data() -> None:
    data, attribute = leaning(people=600)
    protected = Level(changed=0.4, strength=0.8, rounds=2).protect(data, attribute, 1).data
    assert adaptive_auc(data, attribute) > 0.9
    assert adaptive_auc(protected, attribute) < 0.7


def test_people_without_a_class_stay_as_they_are() -> None:
    data, attribute = leaning()
    codes = attribute.codes.copy()
    codes[:20] = UNKNOWN
    protected = Level(rounds=1, strength=0.5).protect(data, Attribute("group", attribute.classes, codes), 1)
    assert plainly(protected.data)[:20] == plainly(data)[:20]
    assert "20 people without 'group' were left as they are" in protected.notes


def test_the_seed_decides() -> None:
    data, attribute = leaning()
    level = Level(rounds=1, strength=0.8)
    one, again, other = (plainly(level.protect(data, attribute, seed).data) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_nothing_is_exchanged_where_classes_are_alike() -> None:
    there = np.tile(np.random.default_rng(1).random((20, 10)) < 0.4, (2, 1))
    data = bare(there)
    attribute = Attribute("half", ("a", "b"), (np.arange(40) >= 20).astype(np.int32))
    protected = Level(rounds=0, strength=0.8).protect(data, attribute, 1)
    assert plainly(protected.data) == plainly(data)
    assert protected.notes == ("item frequencies were level already",)


def test_a_strength_that_costs_too_much_is_lowered_and_said() -> None:
    data, attribute = leaning()
    protected = Level(changed=0.02, strength=1.0, rounds=0).protect(data, attribute, 1)
    assert 0.015 < changes(data, protected.data).changed_share <= 0.02
    assert any("more entries may not change" in note for note in protected.notes)


def test_a_class_without_people_is_left_out() -> None:
    data, attribute = leaning()
    sparse = Attribute("group", ("none", "a", "b"), (attribute.codes + 1).astype(np.int32))
    plain = Level(rounds=1, strength=0.5).protect(data, attribute, 1).data
    assert plainly(Level(rounds=1, strength=0.5).protect(data, sparse, 1).data) == plainly(plain)


# Values


def test_values_are_some_holders_own_moved_by_habit() -> None:
    # a generous and a severe person: both like the second item less than the first
    data = from_arrays(
        [0, 0, 1, 1, 2], [0, 1, 0, 1, 2], [4, 3, 1, 0, NO_VALUE], None, scale=scale_of(STARS), size=(3, 4)
    )
    people, items = np.full(200, 2), np.repeat([0, 1], 100)
    found = likely_values(data, people, items, 1)
    assert found[items == 0].mean() > found[items == 1].mean()
    assert found.max() <= 4
    assert (likely_values(data, np.zeros(5, np.int64), np.array([2, 3, 2, 3, 3]), 1) == NO_VALUE).all()


# Refusals


def test_one_class_is_refused() -> None:
    data, attribute = leaning()
    alone = Attribute("group", attribute.classes, np.zeros(PEOPLE, np.int32))
    with pytest.raises(BadInput, match="'group' has 1 class among people with entries, but 'level' needs two or more"):
        Level().protect(data, alone, 1)


def test_a_class_whose_people_have_nothing_does_not_count() -> None:
    there = np.random.default_rng(1).random((40, 10)) < 0.4
    there[:10] = False
    empty = Attribute("group", ("a", "b"), (np.arange(40) < 10).astype(np.int32))
    with pytest.raises(BadInput, match="has 1 class"):
        Level().protect(bare(there), empty, 1)


def test_a_class_smaller_than_the_inner_folds_is_refused() -> None:
    data, attribute = leaning()
    codes = np.zeros(PEOPLE, np.int32)
    codes[:2] = 1
    with pytest.raises(BadInput, match="class 'b' has 2 people"):
        Level().protect(data, Attribute("group", attribute.classes, codes), 1)


def test_no_attribute_is_refused() -> None:
    with pytest.raises(BadInput, match="attribute"):
        Level().protect(leaning()[0], None, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("strength=strong", "strength is 'strong'"),
        ("strength=1.5", "strength is 1.5, but must be from 0 to 1"),
        ("strength=nan", "strength is nan"),
        ("changed=0", "changed is 0"),
        ("changed=2", "changed is 2"),
        ("rounds=-1", "rounds is -1"),
        ("goal=middle", "goal is 'middle'"),
    ],
)
def test_options_that_cannot_be_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        protection(f"level:{options}")

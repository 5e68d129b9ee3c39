"""Balanced crowds: labels are dealt like cards, and whoever knows all others' labels knows no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest
from scipy import stats

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.joint_attribute import joint
from standout.errors import BadInput
from standout.inference.measures import auc_of
from standout.knowledge.draw import seed_for
from standout.protections.crowds.crowd_advantage import highest_auc, known_labels_distance, told_scores_auc
from standout.protections.crowds.crowd_balance import Balanced, dealt_labels, labels_of
from standout.protections.crowds.crowd_groups import Grouping
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.crowds.crowd_scores import probabilities
from tests.protections.crowds.made_crowds import exchanged, made


def loud(people: int = 120, items: int = 40, share: float = 0.3, much: float = 0.45) -> tuple[LocalDataset, Attribute]:
    """People whose items tell their class: one of the two has each of one half of the items with a chance of `much`,
    and each of the others with a chance of 0.15."""
    dice = np.random.default_rng(4)
    codes = dice.permutation((np.arange(people) < share * people).astype(np.int32))
    chances = np.where((np.arange(items) < items // 2)[None, :] == (codes == 1)[:, None], much, 0.15)
    who, what = np.nonzero(dice.random((people, items)) < chances)
    return from_arrays(who, what, size=(people, items)), Attribute("kind", ("a", "b"), codes)


DATA, KIND = loud()


def crowds_for(k: int, seed: int, data: LocalDataset = DATA, attribute: Attribute = KIND) -> Balanced:
    crowds = Crowds(k=k, balance=attribute.name)
    return crowds.balanced_crowds(data, labels_of(attribute, k), seed)


@pytest.mark.parametrize(("people", "of_class", "size"), [(6, 2, 3), (8, 3, 4), (9, 4, 2), (7, 1, 3), (8, 7, 5)])
def test_the_bound_is_that_of_all_ways_to_deal_labels(people: int, of_class: int, size: int) -> None:
    """Exact, by enumeration: every way to deal the labels to the seats, the target in the first one."""
    others: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    for held in combinations(range(people), of_class):
        others[0 in held][sum(seat in held for seat in range(1, size))] += 1
    for known in range(size):
        yes, no = others[True][known], others[False][known]
        if yes + no:
            assert yes / (yes + no) == pytest.approx((of_class - known) / (people - size + 1))
    chances = {kind: {m: n / sum(found.values()) for m, n in found.items()} for kind, found in others.items()}
    apart = sum(abs(chances[True].get(m, 0) - chances[False].get(m, 0)) for m in range(size)) / 2
    assert known_labels_distance(people, of_class, size) == pytest.approx(apart)
    auc = sum(
        p * q * (1.0 if m < n else 0.5 if m == n else 0.0)
        for m, p in chances[True].items()
        for n, q in chances[False].items()
    )
    assert auc <= highest_auc(apart) + 1e-12


def test_the_largest_auc_is_reached_by_some_two_distributions() -> None:
    """Told for sure with chance d, and nothing otherwise: nothing else of this distance is better."""
    d = 0.3
    told, not_told = d, 1 - d
    assert told + not_told * told + not_told * not_told / 2 >= highest_auc(d) - 1e-12


def test_every_deal_of_labels_to_crowds_is_as_likely_as_any_other() -> None:
    """What the proof begins with: all ways to deal three labels of one class and three of another to two crowds."""
    grouping, codes = Grouping(np.arange(6), np.array([0, 2, 6])), np.array([0, 0, 0, 1, 1, 1], np.int32)
    dice = np.random.default_rng(1)
    seen = Counter(int(dealt_labels(grouping, codes, 2, dice)[0, 1]) for _ in range(3_000))
    chances = [comb(3, many) * comb(3, 2 - many) / comb(6, 2) for many in range(3)]
    assert stats.chisquare([seen[many] for many in range(3)], [3_000 * chance for chance in chances]).pvalue > 1e-3


@pytest.mark.parametrize("seed", [1, 2])
def test_crowds_end_with_exactly_the_labels_that_were_dealt(seed: int) -> None:
    """However loudly records tell the class: what was dealt does not depend on records."""
    found, crowds = crowds_for(8, seed), Crowds(k=8, balance="kind")
    people = crowds.located(DATA, seed).people
    dice = np.random.default_rng(seed_for(seed_for(seed, "balance"), "labels"))
    assert np.array_equal(found.counts, dealt_labels(found.grouping, KIND.codes[people], 2, dice))


def test_who_knows_all_others_of_a_crowd_stays_at_the_bound() -> None:
    """Simulated: over many releases he scores everybody by how many of the class the others are, either way round."""
    scores, truth = [], []
    for seed in range(12):
        found = crowds_for(10, seed)
        own = found.labels.codes == 1
        scores.append(-(found.counts[:, 1][found.grouping.of_people()] - own))
        truth.append(own)
    bound = highest_auc(known_labels_distance(DATA.people, int(KIND.sizes[1]), 10))
    error = 4 * np.sqrt(1 / (12 * 12 * 36))
    auc = auc_of(np.concatenate(scores).astype(float), np.concatenate(truth))
    assert 1 - bound - error < auc < bound + error


def test_with_the_same_shares_in_every_crowd_he_knows_everybody() -> None:
    """Why labels are drawn by lot."""
    codes = np.tile([1, 1, 1, 0, 0, 0, 0, 0, 0, 0], 12)
    others = np.repeat(codes.reshape(12, 10).sum(axis=1), 10) - codes
    assert auc_of(-others.astype(float), codes == 1) == 1.0


def told(data: LocalDataset, kind: Attribute, grouping: Grouping) -> tuple[float, float]:
    """How far crowds are apart in what their records say of the class, and what somebody makes of it who knows all
    other labels."""
    labels = labels_of(kind, 10)
    said = probabilities(data, np.arange(data.people), labels.codes, 2, 9)
    means = np.bincount(grouping.of_people(), said[:, 1]) / grouping.sizes
    return float(means.std()), told_scores_auc(Balanced(grouping, labels, said), 1)


def test_records_of_balanced_crowds_tell_far_less_than_those_of_plain_ones() -> None:
    """With records that give a class away as often as those of real people do (AUC about 0.8)."""
    quiet, kind = loud(300, much=0.25)
    plain, even = (
        told(quiet, kind, grouping)
        for grouping in (Crowds(k=10).crowds_of(quiet, 1), crowds_for(10, 1, quiet, kind).grouping)
    )
    assert even[0] < 0.4 * plain[0]
    assert even[1] < 0.6 < plain[1]


def test_where_every_record_shouts_its_class_the_account_says_that_totals_tell() -> None:
    """No dealing of labels helps against that, and nothing is promised."""
    made_of = Crowds(k=10, balance="kind").protect(DATA, KIND, 1)
    assert made_of.balance is not None
    assert made_of.balance.known_labels_auc < 0.55
    assert made_of.balance.told_auc > 0.7
    assert any("records tell 'kind' so surely" in note for note in made_of.notes)


def test_scores_do_not_know_their_owners_label() -> None:
    """By lot, labels cannot be told: with their own label in it they would be."""
    codes = np.random.default_rng(2).permutation(KIND.codes)
    said = probabilities(DATA, np.arange(DATA.people), codes, 2, 1)
    assert 0.3 < auc_of(said[:, 1], codes == 1) < 0.7
    assert auc_of(probabilities(DATA, np.arange(DATA.people), KIND.codes, 2, 1)[:, 1], KIND.codes == 1) > 0.9


@pytest.mark.parametrize("events", [False, True])
def test_the_whole_protection_keeps_its_contract(events: bool) -> None:
    data = made(80, 30, events=events, gaps=True)
    codes = np.arange(80, dtype=np.int32) % 4
    attribute = Attribute("kind", ("a", "b", "c", "d"), codes)
    crowds = Crowds(k=5, balance="kind")
    one, again = crowds.protect(data, attribute, 3), crowds.protect(data, attribute, 3)
    assert np.array_equal(one.data.held.records.items, again.data.held.records.items)
    assert one.ceiling is not None
    assert one.ceiling <= 1 / 5
    assert one.balance is not None
    assert one.crowds is not None
    assert [part.people for part in one.balance.classes] == [20] * 4
    assert one.balance.known_labels_auc < 0.54
    assert np.bincount(one.crowds).min() >= 5
    assert np.array_equal(crowds.crowds_of(data, 3, attribute).of_people(), one.crowds)


def test_crowds_are_made_of_records_and_labels_not_of_numbers() -> None:
    """Numbered otherwise, but in the same random order, the same people are together."""
    dice = np.random.default_rng(8)
    owners = dice.permutation(DATA.people)
    numbers = np.empty(DATA.people, np.int64)
    numbers[owners] = np.arange(DATA.people)
    order = dice.permutation(DATA.people)
    one = probabilities(DATA, order, KIND.codes[order], 2, 1)
    two = probabilities(exchanged(DATA, owners), numbers[order], KIND.codes[order], 2, 1)
    assert np.array_equal(one, two)


def test_who_has_no_known_label_is_dealt_like_a_class() -> None:
    codes = KIND.codes.copy()
    codes[:7] = -1
    labels = labels_of(replace(KIND, codes=codes), 10)
    assert labels.classes == ("a", "b", "unknown")
    assert labels.sizes[2] == 7
    found = crowds_for(10, 1, attribute=replace(KIND, codes=codes))
    assert found.counts.sum(axis=0).tolist() == labels.sizes.tolist()


def test_several_attributes_are_balanced_together() -> None:
    other = Attribute("age", ("young", "old"), np.arange(DATA.people, dtype=np.int32) % 2)
    both = joint([KIND, other])
    assert both.name == "kind+age"
    assert both.classes == ("a · young", "a · old", "b · young", "b · old")
    assert crowds_for(10, 1, attribute=both).counts.sum(axis=0).tolist() == both.sizes.tolist()


def test_who_lacks_one_of_several_attributes_is_in_a_class_that_says_so() -> None:
    one = Attribute("x", ("a", "b"), np.array([0, 1, -1, -1], np.int32))
    two = Attribute("y", ("c",), np.array([0, -1, 0, -1], np.int32), ("a note",))
    both = joint([one, two])
    assert both.classes == ("unknown · c", "a · c", "b · unknown")
    assert both.codes.tolist() == [1, 2, 0, -1]
    assert both.notes == ("a note",)


def test_a_class_that_is_smaller_than_a_crowd_is_refused() -> None:
    few = replace(KIND, codes=(np.arange(DATA.people) < 4).astype(np.int32))
    with pytest.raises(BadInput, match="class 'b' has 4 people, fewer than a crowd of 5; join it"):
        Crowds(k=5, balance="kind").protect(DATA, few, 1)
    with pytest.raises(BadInput, match="everybody has the same 'kind'"):
        Crowds(k=5, balance="kind").protect(DATA, replace(KIND, codes=np.zeros(DATA.people, np.int32)), 1)


def test_another_attribute_or_none_is_refused() -> None:
    with pytest.raises(BadInput, match="balance=age, but 'kind' is given; name the same attribute"):
        Crowds(k=5, balance="age").protect(DATA, KIND, 1)
    with pytest.raises(BadInput, match="balance=age, but none is given"):
        Crowds(k=5, balance="age").protect(DATA, None, 1)


def test_balance_and_crowds_of_an_earlier_release_do_not_go_together() -> None:
    with pytest.raises(BadInput, match="balance and kept do not go together"):
        Crowds(balance="kind", kept="x.json")


def test_a_grouping_by_itself_is_judged_too() -> None:
    """Too few crowds to learn from: nothing can be told."""
    whole = Balanced(
        Grouping(np.arange(4), np.array([0, 4])),
        labels_of(Attribute("x", ("a", "b"), np.array([0, 0, 1, 1], np.int32)), 2),
        np.full((4, 2), 0.5),
    )
    assert told_scores_auc(whole, 0) == 0.5

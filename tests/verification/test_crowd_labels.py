"""Who knows the labels of all others of a crowd: he finds what there is to find, and nothing where there is nothing."""

from __future__ import annotations

import numpy as np
import pytest

from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.inference.measures import auc_of
from standout.verification.attribute import Inference, attribute_risk
from standout.verification.crowd_labels import knowing_crowd_labels, others_of, variance_by_crowd
from standout.verification.seen import seen

PEOPLE, SIZE = 1_500, 10


def world(codes: Int64s, loud: float = 0.0) -> tuple[LocalDataset, Attribute]:
    """Records by lot, but for items of one class that those of a whole crowd have the more often the more of it are in
    the crowd, as records that were dealt inside crowds do."""
    dice = np.random.default_rng(3)
    shares = np.repeat(codes.reshape(-1, SIZE).mean(axis=1), SIZE)
    chances = np.full((PEOPLE, 30), 0.3)
    chances[:, :10] += loud * (shares[:, None] - 0.3)
    who, what = np.nonzero(dice.random(chances.shape) < chances)
    return from_arrays(who, what, size=(PEOPLE, 30)), Attribute("kind", ("a", "b"), codes.astype(np.int32))


CROWDS = np.repeat(np.arange(PEOPLE // SIZE), SIZE)


def reached(codes: Int64s, loud: float = 0.0) -> dict[str, float]:
    data, attribute = world(codes, loud)
    inference = Inference(seen(data, data), attribute, 3, ("logistic",))
    return {found.name: found.mirrored for found in knowing_crowd_labels(inference, inference.original, CROWDS)}


def test_with_the_same_shares_in_every_crowd_he_knows_the_last_label() -> None:
    found = reached(np.tile([1, 1, 1, 0, 0, 0, 0, 0, 0, 0], PEOPLE // SIZE))
    assert max(found.values()) > 0.99


def test_with_labels_by_lot_and_records_that_say_nothing_he_guesses() -> None:
    """One half lies in his interval, in which people of a crowd count together."""
    data, attribute = world(np.random.default_rng(1).permutation((np.arange(PEOPLE) < 0.3 * PEOPLE).astype(np.int64)))
    inference = Inference(seen(data, data), attribute, 3, ("logistic",))
    for found in knowing_crowd_labels(inference, inference.original, CROWDS):
        low, high = found.interval(found.auc)
        assert low is not None
        assert high is not None
        assert low < 0.5 < high
        assert high - low < 0.3


def test_the_variance_over_crowds_is_that_of_drawing_crowds_anew() -> None:
    """Against the bootstrap over crowds, with scores that people of a crowd share."""
    dice = np.random.default_rng(2)
    crowds = np.repeat(np.arange(120), 5)
    scores = dice.normal(size=120)[crowds] + 0.3 * dice.normal(size=600)
    positive = dice.random(600) < 0.4
    again = []
    for _ in range(400):
        drawn = np.concatenate([np.flatnonzero(crowds == crowd) for crowd in dice.integers(0, 120, 120)])
        again.append(auc_of(scores[drawn], positive[drawn]))
    assert np.sqrt(variance_by_crowd(scores, positive, crowds)) == pytest.approx(np.std(again), rel=0.15)


def test_with_labels_by_lot_he_uses_records_that_tell_how_many_there_are() -> None:
    found = reached(np.random.default_rng(1).permutation((np.arange(PEOPLE) < 0.3 * PEOPLE).astype(np.int64)), loud=2.0)
    assert max(found.values()) > 0.65


def test_others_are_counted_without_oneself_and_unknown_ones_apart() -> None:
    attribute = Attribute("kind", ("a", "b"), np.array([0, 1, -1, 1, 0], np.int32))
    found = others_of(attribute, np.array([0, 0, 0, 1, -1]))
    assert found.tolist() == [[0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0], [0, 0, 0], [0, 0, 0]]


def test_too_few_of_a_class_are_not_judged() -> None:
    data, attribute = world((np.arange(PEOPLE) < 3).astype(np.int64))
    inference = Inference(seen(data, data), attribute, 3, ("logistic",))
    assert knowing_crowd_labels(inference, inference.original, np.full(PEOPLE, -1)) == []


def test_he_counts_among_the_worst() -> None:
    data, attribute = world(np.tile([1, 1, 1, 0, 0, 0, 0, 0, 0, 0], PEOPLE // SIZE))
    inference = Inference(seen(data, data), attribute, 3, ("logistic",))
    risk = attribute_risk(inference, inference.original, knowing_crowd_labels(inference, inference.original, CROWDS))
    assert risk.worst is not None
    assert risk.worst.attacker.startswith("crowd labels")
    assert risk.worst_auc == pytest.approx(1.0, abs=0.01)

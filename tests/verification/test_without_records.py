"""Pairs in place of records, as `compare` judges them."""

from __future__ import annotations

import numpy as np
import pytest

import standout as so
from standout.errors import BadInput
from standout.results.recommender import PairsMade
from standout.verification.grid import candidate, grid_texts
from standout.verification.without_records import UNLISTED, Model, Pairs
from tests.verification.made import ratings


def model(items: int = 12, listed: int = 7) -> Model:
    dice = np.random.default_rng(3)
    codes = np.sort(dice.permutation(items)[:listed])
    counted = np.asarray(dice.integers(1, 9, listed), np.float64)
    return Model(codes, dice.normal(size=(listed, 3)), dice.random(listed) + 0.5, counted, 0.3)


def test_scores_are_sums_of_what_each_item_speaks_for() -> None:
    tried, every = model(), np.arange(12)
    weights = tried.weights(every)
    own = np.array([0, 3, 5, 9, -1])
    scores = tried.scores(own, 12)
    plain = weights[own[own >= 0]].sum(axis=0)
    assert np.allclose(scores[tried.codes], plain[tried.codes])
    others = np.setdiff1d(every, tried.codes)
    assert (scores[others] == UNLISTED).all()
    assert (plain[others] < UNLISTED / 2).all()
    assert np.array_equal(tried.popularity(every)[tried.codes], tried.counted)
    assert (tried.popularity(every)[others] == 0).all()


def test_pairs_are_a_choice_of_compare_and_stand_for_themselves() -> None:
    chosen = candidate("pairs:epsilon=4")
    assert chosen.publishes == Pairs(epsilon=4.0)
    assert chosen.data_steps == []
    assert {"pairs:epsilon=8", "pairs:epsilon=2"} <= set(grid_texts())
    assert candidate(Pairs()).text == "pairs"
    for wrong, words in (("pairs + trim", "by themselves"), ("pairs:epsilon=0", "epsilon"), ("pairs:k=3", "no option")):
        with pytest.raises(BadInput, match=words):
            candidate(wrong)


def test_what_is_published_is_judged_by_what_it_teaches() -> None:
    found = so.compare(
        ratings(people=600), ["pairs:epsilon=20", "trim:keep=4"], adversaries="share", attacks="likelihood", targets=50
    )
    row, other = found.protections
    assert (row.changes, row.risk, row.utility, row.realism, row.ceiling) == ("release", None, None, None, None)
    assert row.identified == {}
    assert row.learned is not None
    assert row.most_gained is not None
    assert row.learned.gain.low <= row.most_gained
    assert row.transfer is not None
    assert other.transfer is not None
    assert found.unprotected.transfer is not None
    assert row.text not in [choice.name for choice in found.frontier()]
    assert "pairs:epsilon=20" in found.to_json()
    assert found.to_pandas()["transfer_loss"].notna().sum() >= 0


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 8.0, 50.0])
def test_the_bound_is_never_looser_than_epsilon_says(epsilon: float) -> None:
    for rho in (1e-4, 0.02, 1.0, 40.0):
        made = PairsMade(
            standout="", unit="person", epsilon=epsilon, delta=1e-6, rho=rho, max_items=20, deviation=1.0, guarantee=""
        )
        by_epsilon = (np.exp(epsilon) + 1e-6) / (1 + np.exp(epsilon))
        assert 0.5 <= made.most_told <= by_epsilon + 1e-12
        assert made.most_gained == pytest.approx(2 * made.most_told - 1)


def test_the_bound_covers_two_gaussians() -> None:
    """Noise of deviation 1 on a number that one person moves by d has rho = d² / 2, and is told by its half-way."""
    from statistics import NormalDist

    for apart in (0.05, 0.3, 1.0, 2.5):
        made = PairsMade(
            standout="", unit="person", epsilon=90.0, delta=1e-9, rho=apart**2 / 2, max_items=20, deviation=1.0,
            guarantee="",
        )  # fmt: skip
        assert NormalDist().cdf(apart / 2) <= made.most_told

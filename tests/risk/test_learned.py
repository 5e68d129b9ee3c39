"""What is learned: intervals that hold as often as they say, the way that does best, and who is told to be in."""

from __future__ import annotations

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest

from standout.common.arrays import Floats
from standout.results.estimate import Estimate
from standout.results.learned import PRECISION, VALUES, WHOLE
from standout.risk.guessing import WAYS
from standout.risk.learned import FEWEST, auc, learned, membership, paired_gain, share_between, unpaired_gain

Z = NormalDist().inv_cdf(0.975)


def tenths(rng: np.random.Generator, people: int, mean: float, alike: float) -> Floats:
    """Shares of ten guesses that are right, of people who differ the more the smaller `alike` is."""
    own = rng.beta(mean * alike, (1 - mean) * alike, people)
    return rng.binomial(10, own) / 10


def rows(shares: Floats) -> Floats:
    """The same share by every way and every measure."""
    return np.repeat(np.repeat(shares[:, None, None], len(WAYS), axis=1), 4, axis=2)


def covered(estimate: Estimate, truth: float) -> bool:
    return estimate.low - 1e-12 <= truth <= estimate.high + 1e-12


@pytest.mark.parametrize(("mean", "alike", "people"), list(product((0.05, 0.5, 0.98), (0.5, 5.0, 100.0), (40, 200))))
def test_intervals_of_shares_hold_as_often_as_they_say(mean: float, alike: float, people: int) -> None:
    rng, tries = np.random.default_rng(5), 2_000
    hits = sum(covered(share_between(tenths(rng, people, mean, alike), Z, 10), mean) for _ in range(tries))
    # skewed means of few people are off by a little; nothing else is
    assert hits / tries > (0.92 if people == 40 else 0.935)


@pytest.mark.parametrize(("inside", "outside"), [(0.95, 0.5), (0.5, 0.5), (0.1, 0.05)])
def test_intervals_of_gains_hold_as_often_as_they_say(inside: float, outside: float) -> None:
    rng, tries, people = np.random.default_rng(6), 2_000, 100
    paired = unpaired = 0
    for _ in range(tries):
        ours, theirs = tenths(rng, people, inside, 3.0), tenths(rng, people, outside, 3.0)
        paired += covered(paired_gain(ours - theirs, Z), inside - outside)
        both = (share_between(side, Z, 10) for side in (ours, theirs))
        unpaired += covered(unpaired_gain(*both), inside - outside)
    assert min(paired, unpaired) / tries > 0.94


def test_a_gain_without_any_spread_is_not_taken_for_certain() -> None:
    everybody = paired_gain(np.ones(100), Z)
    assert (everybody.rate, everybody.high) == (1.0, 1.0)
    assert 0.9 < everybody.low < 0.99
    nobody = learned(rows(np.zeros(100)), rows(np.zeros(100)), "left out")
    assert nobody is not None
    assert (nobody.gain.rate, nobody.inside.rate) == (0.0, 0.0)
    assert nobody.gain.low < 0 < nobody.gain.high


def test_on_each_side_the_way_that_does_best_counts() -> None:
    inside, outside = np.zeros((50, 3, 4)), np.zeros((50, 3, 4))
    inside[:, 0], inside[:, 1], outside[:, 1], outside[:, 2] = 0.9, 0.4, 0.3, 0.5
    inside[:, 1, 2] = 1.0  # another way is best at all items
    outside[:, :, 3] = np.nan  # no values to compare
    found = learned(inside, outside, "held out", "somebody")
    assert found is not None
    assert (found.by, found.out_by, found.adversary) == ("records", "popularity", "somebody")
    assert found.gain.rate == pytest.approx(0.4)
    assert found.measures[PRECISION].gain == found.gain
    assert found.measures[WHOLE].inside.rate == 1.0
    assert VALUES not in found.measures
    assert (found.targets, found.others, found.outside) == (50, 50, "held out")


@pytest.mark.parametrize("sizes", [(FEWEST - 1, FEWEST), (FEWEST, FEWEST - 1), (0, 0)])
def test_nothing_is_said_of_too_few(sizes: tuple[int, int]) -> None:
    ours, theirs = (np.zeros((size, 3, 4)) for size in sizes)
    assert learned(ours, theirs, "control") is None
    assert membership(np.zeros(sizes[0]), np.zeros(sizes[1])) is None


def test_the_area_is_that_of_all_pairs_with_ties_by_half() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        ours, theirs = (rng.integers(0, 6, size).astype(float) for size in (7, 9))
        pairs = [(a > b) + (a == b) / 2 for a in ours for b in theirs]
        found = auc(ours, theirs)
        assert found.rate == pytest.approx(np.mean(pairs))
        assert 0 <= found.low <= found.rate <= found.high <= 1


@pytest.mark.parametrize("apart", [0.0, 0.5, 1.5])
def test_intervals_of_areas_hold_as_often_as_they_say(apart: float) -> None:
    rng, tries, truth = np.random.default_rng(8), 1_000, NormalDist().cdf(apart / np.sqrt(2))
    hits = sum(covered(auc(rng.normal(apart, 1, 120), rng.normal(0, 1, 80)), truth) for _ in range(tries))
    assert hits / tries > 0.935


def test_false_alarms_stay_below_what_is_allowed() -> None:
    rng, tries = np.random.default_rng(4), 400
    alarms = []
    for _ in range(tries):
        found = membership(rng.normal(size=200), rng.normal(size=199))
        assert found is not None
        assert [at.false for at in found.at] == [0.01, 0.05]  # 199 others cannot say anything of one in a thousand
        alarms.append([at.right.rate for at in found.at])
    # people in the release are like others here: told as often as others are taken for them
    assert np.all(np.mean(alarms, axis=0) < np.array([0.01, 0.05]) + 3 * np.std(alarms, axis=0) / np.sqrt(tries))


def test_people_who_are_in_are_told_apart() -> None:
    found = membership(np.arange(1_000, 1_100.0), np.arange(100.0))
    assert found is not None
    assert found.auc.rate == found.auc.high == 1.0
    assert found.auc.low > 0.9
    assert all(at.right.rate == 1 and at.advantage == pytest.approx(1 - at.false) for at in found.at)

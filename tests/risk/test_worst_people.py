"""Mean, worst tenth and worst people, beside a plain count; no figure is one person's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta

from standout.risk.worst_people import over_people


def exact(successes: float, trials: int, level: float) -> tuple[float, float]:
    """Clopper and Pearson, by the distribution itself."""
    low = 0.0 if successes == 0 else float(beta.ppf((1 - level) / 2, successes, trials - successes + 1))
    high = 1.0 if successes == trials else float(beta.ppf(1 - (1 - level) / 2, successes + 1, trials - successes))
    return low, high


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_a_plain_count(seed: int) -> None:
    dice = np.random.default_rng(seed)
    people, tries, crowd = int(dice.integers(5, 90)), int(dice.integers(1, 12)), 5
    found = dice.binomial(tries, dice.random(people)).astype(np.int64)
    told = over_people(found, np.full(people, tries), crowd)
    shares = sorted((count / tries for count in found.tolist()), reverse=True)
    worst = shares[: max(-(-people // 10), crowd)]
    level = 1 - 0.05 / 3
    assert told is not None
    assert told.people == people
    assert told.mean.rate == pytest.approx(sum(shares) / people)
    assert (told.mean.low, told.mean.high) == pytest.approx(exact(sum(shares), people, level))
    assert told.worst_tenth.rate == pytest.approx(sum(worst) / len(worst))
    assert (told.worst_tenth.low, told.worst_tenth.high) == pytest.approx(exact(sum(worst), len(worst), level))
    assert told.worst_person.rate == pytest.approx(shares[crowd - 1])
    single = exact(round(shares[crowd - 1] * tries), tries, 1 - (1 - level) / people)
    assert (told.worst_person.low, told.worst_person.high) == pytest.approx(single)


def test_one_person_alone_does_not_show() -> None:
    found = np.array([10, 0, 0, 0, 0, 0], np.int64)
    told = over_people(found, np.full(6, 10), 5)
    assert told is not None
    assert told.worst_person.rate == 0.0


def test_people_who_were_not_tried_do_not_count_and_too_few_are_not_told() -> None:
    found, draws = np.array([1, 1, 1, 1, 1, 0, 0]), np.array([2, 2, 2, 2, 2, 0, 0])
    told = over_people(found, draws, 5)
    assert told is not None
    assert (told.people, told.mean.rate) == (5, 0.5)
    assert over_people(found[:4], draws[:4], 5) is None
    assert over_people(found[:0], draws[:0], 5) is None

"""How well labels rank people: known is what the label speaks of, and no ranking has more than the best."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import spearmanr

from benchmarks.labels import best_of_both, parts_known
from standout.data.index import from_arrays
from standout.label.person.person_score import known_sizes


def test_known_are_parts_of_ones_own_record_as_large_as_the_label_says() -> None:
    rows = [(person, item) for person, length in enumerate((3, 8, 14, 30)) for item in range(length)]
    data = from_arrays(*zip(*rows, strict=True))
    people, dice = np.arange(1, 4), np.random.default_rng(1)
    sizes: list[set[int]] = [set(), set(), set()]
    for _ in range(200):
        known = parts_known(data, people, dice).knowledge
        for target, person in enumerate(people.tolist()):
            items = known.items[known.starts[target] : known.starts[target + 1]].tolist()
            assert len(set(items)) == len(items)
            assert max(items) < data.lengths[person]
            sizes[target].add(len(items))
    assert sizes == [set(known_sizes(length)) for length in (8, 14, 30)]
    assert sizes[:2] == [{1, 2}, {1, 2, 3}]


@pytest.mark.parametrize("seed", range(3))
def test_no_ranking_has_more_with_risk_that_has_as_much_with_sets(seed: int) -> None:
    dice = np.random.default_rng(seed)
    sizes = dice.normal(size=300)
    risk = np.round(dice.normal(size=300) - sizes, 1)  # with ties
    best = best_of_both(sizes, risk)
    assert spearmanr(sizes, -risk).statistic < best < 1.0
    tried = 0
    for weight, noise in itertools.product(np.linspace(0, 1, 60), (0.0, 0.02, 0.1)):
        ranking = sizes - weight * risk + noise * dice.normal(size=300)
        if spearmanr(ranking, sizes).statistic >= 0.97:
            tried += 1
            assert spearmanr(ranking, -risk).statistic <= best + 0.005
    assert tried > 20


def test_where_both_agree_a_ranking_can_have_both() -> None:
    sizes = np.random.default_rng(1).normal(size=50)
    assert best_of_both(sizes, -sizes) == pytest.approx(1.0)

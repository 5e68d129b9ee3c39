"""The scores: the paper's formulas, and the expected set against counting every choice."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from standout.data.index import from_arrays
from standout.label.person.assessing import assess, group_of
from standout.label.person.person_score import (
    MOST,
    better_score,
    expected_set,
    holding,
    known_sizes,
    normalised,
    paper_score,
)
from standout.label.provider.people_scores import better_scores, crowd_of, paper_scores
from standout.results.bulletin import Norm
from tests.label.bulletins import bulletin_of, groups_at, random_bulletin


def test_the_papers_score_is_the_share_of_rare_items_and_the_logarithm_of_all() -> None:
    assert paper_score(3, 10) == pytest.approx(0.3 + math.log(10))
    assert paper_score(0, 1) == 0.0
    assert paper_score(1, 1) == 1.0
    assert paper_score(0, 0) == 0.0


def test_normalised_scores_run_from_the_most_private_to_the_least() -> None:
    norm = Norm(2.0, 6.0)
    assert [normalised(raw, norm) for raw in (2.0, 3.0, 6.0)] == [1.0, 0.75, 0.0]
    assert [normalised(raw, norm) for raw in (-1.0, 9.0)] == [1.0, 0.0], "what lies beyond counts as the end"
    assert [normalised(raw, Norm(2.0, 2.0)) for raw in (1.0, 2.0, 2.5)] == [1.0, 1.0, 0.0]


def test_the_group_is_the_one_with_the_nearest_centroid_and_a_tie_is_the_less_safe() -> None:
    groups = groups_at(0.25, 0.5, 1.0)
    assert [group_of(score, groups) for score in (0.0, 0.374, 0.375, 0.376, 0.75, 0.76, 1.0)] == [0, 0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("length", [1, 3, 7, 8, 11, 16])
def test_the_expected_set_is_the_mean_over_every_choice(length: int) -> None:
    bulletin = random_bulletin(length)
    counts = np.random.default_rng(length).choice(bulletin.holders, length).tolist()
    counts[0] = 0  # not named
    chances = [
        holding((count or bulletin.folded.mean) - 1, bulletin.people, bulletin.crowd) for count in counts
    ]  # fmt: skip
    means = []
    for part in range(len(bulletin.crowd)):
        for percent in range(5, 21):
            size = max(1, int(percent * length / 100 + 0.5))
            products = [math.prod(chances[at][part] for at in chosen) for chosen in combinations(range(length), size)]
            means.append(sum(products) / len(products))
    expected = 1 + (bulletin.people - 1) * sum(means) / len(means)
    assert expected_set(counts, bulletin) == pytest.approx(expected, rel=1e-12)
    assert better_score(counts, bulletin) == pytest.approx(math.log(bulletin.people / expected), abs=1e-12)


def test_the_crowd_holds_an_item_as_often_as_published_and_the_active_more() -> None:
    for other in (0.5, 1, 30, 500, 998):
        chances = holding(other, 1_000, (2.0, 10.0, 70.0))
        assert sum(chances) / 3 == pytest.approx(other / 999, rel=1e-9)
        assert chances == sorted(chances)
    assert holding(0, 1_000, (2.0, 10.0)) == [0.0, 0.0]
    assert min(holding(999, 1_000, (2.0, 10.0))) > 0.99, "everybody"


def test_sizes_are_rounded_half_up_and_at_least_one() -> None:
    assert known_sizes(1) == [1] * 16
    assert known_sizes(10) == [1] * 10 + [2] * 6
    assert known_sizes(200)[0] == 10
    assert known_sizes(200)[-1] == 40


def test_rarer_items_and_more_items_are_less_private() -> None:
    bulletin = bulletin_of(None, [900, 500, 100, 20], people=1_000)
    assert better_score([900] * 10, bulletin) < better_score([500] * 10, bulletin) < better_score([20] * 10, bulletin)
    assert better_score([500] * 10, bulletin) < better_score([500] * 40, bulletin)
    assert better_score([], bulletin) == 0.0
    assert better_score([0], bulletin) <= math.log(1_000)


def test_a_very_long_list_has_an_answer() -> None:
    bulletin = bulletin_of(None, [999], people=1_000)
    assert known_sizes(7_000)[0] > MOST
    assert expected_set([999] * 7_000, bulletin) == 1.0


def test_items_without_a_name_are_rare_and_told() -> None:
    found = assess([0, 50, 100, 400], bulletin_of(None, [400]), "paper")
    assert (found.all, found.rare, found.unknown) == (4, 2, 1)
    assert found.raw == pytest.approx(0.5 + math.log(4))
    assert 0 <= assess([0, 50, 100, 400], bulletin_of(None, [400])).score <= 1


def test_the_provider_computes_what_each_person_computes() -> None:
    dice = np.random.default_rng(3)
    people = np.repeat(np.arange(300), dice.integers(1, 220, 300) * (np.arange(300) != 7))  # one has nothing
    items = (dice.pareto(0.5, len(people)) * 4).astype(np.int64) % 500
    data = from_arrays(people, items, size=(300, 500))
    counts = np.where(data.holders < 5, 0, data.holders)
    few = data.holders[(data.holders < 5) & (data.holders > 0)]
    crowd = crowd_of(data.lengths)
    bulletin = bulletin_of(None, [1], people=300, crowd=crowd, rare_below=30)
    mean = bulletin.folded.mean
    raw, paper = better_scores(data, counts, mean, 300, crowd), paper_scores(data, counts, 30)
    assert len(few)
    for person in range(300):
        held = counts[
            data.held.records.items[data.held.records.starts[person] : data.held.records.starts[person + 1]]
        ].tolist()
        assert better_score(held, bulletin) == pytest.approx(raw[person], abs=1e-10)
        assert paper_score(sum(count < 30 for count in held), len(held)) == pytest.approx(paper[person], abs=1e-12)


def test_the_crowd_is_the_mean_length_of_each_fifth() -> None:
    assert crowd_of(np.array([9, 1, 2, 3, 4, 5, 6, 7, 8, 10])) == (1.5, 3.5, 5.5, 7.5, 9.5)
    assert crowd_of(np.array([3, 1])) == (1.0, 3.0)

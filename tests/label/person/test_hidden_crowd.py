"""Among how many people a list hides: against every part of it, the provider's kernel, and what it must not do."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from msgspec.structs import replace

from standout.data.index import from_arrays
from standout.label.person.hidden_crowd import Hidden, hidden, said_crowd, worth_of_others
from standout.label.person.person_score import expected_set, holding, known_sizes, others
from standout.label.provider.people_scores import crowd_of, yardstick
from standout.results.bulletin import Bulletin
from tests.label.bulletins import bulletin_of, random_bulletin


def by_every_part(counts: list[int], known: Bulletin) -> tuple[float, float]:
    """Mean logarithm of the crowd, and how often it is few, over all parts; others are Poisson, term by term."""
    chances = np.array([holding(others(count, known), known.people, known.crowd) for count in counts])
    typical, few = [], []
    for size in known_sizes(len(counts)):
        means = [chances[list(part)].prod(axis=0).mean() for part in itertools.combinations(range(len(counts)), size)]
        logarithms, bad = [], []
        for mean in means:
            terms = np.arange(0, 3_000)
            weights = np.exp(
                -mean * (known.people - 1)
                + terms * math.log(max(mean * (known.people - 1), 1e-300))
                - np.array([math.lgamma(term + 1) for term in terms])
            )
            logarithms.append(float((weights * np.log1p(terms)).sum()))
            bad.append(float(weights[:5].sum()))
        typical.append(np.mean(logarithms))
        few.append(np.mean(bad))
    return float(np.mean(typical)), float(np.mean(few))


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_mean_over_every_part_of_the_list(seed: int) -> None:
    dice = np.random.default_rng(seed)
    known = bulletin_of(None, [1], people=1_000)
    for length in (3, 12):
        counts = dice.choice([2, 8, 40, 200, 600, 950], length).tolist()
        typical, few = by_every_part(counts, known)
        found = hidden(counts, known)
        mean = math.log(expected_set(counts, known))
        assert (found.log_crowd - 0.2 * mean) / 0.8 == pytest.approx(typical, abs=0.12)
        assert found.few == pytest.approx(few, abs=0.04)


def test_worth_of_others_is_that_of_poisson_numbers() -> None:
    logarithms, few = worth_of_others()
    place = (3 + 16) * 8  # a mean of eight others
    terms = np.random.default_rng(1).poisson(8.0, 400_000)
    assert logarithms[place] == pytest.approx(np.log1p(terms).mean(), abs=0.003)
    assert few[place] == pytest.approx((terms <= 4).mean(), abs=0.003)
    assert (np.diff(logarithms) >= 0).all()
    assert (np.diff(few) <= 1e-12).all()


def test_the_provider_computes_what_each_person_computes() -> None:
    dice = np.random.default_rng(7)
    rows = {(person, int(item)) for person in range(120) for item in dice.zipf(1.4, dice.integers(1, 90)) if item < 300}
    data = from_arrays(*zip(*sorted(rows), strict=True))
    crowd = crowd_of(data.lengths)
    measure = yardstick(data.holders, 30, 1.0, data.people, crowd)
    typical, few = measure.crowds(data.held.items_once, 1)
    raw = measure.scores(data.held.items_once, 1, lambda _: None)["hiding"]
    known = replace(bulletin_of(None, [1], people=data.people), crowd=crowd)
    records = data.held.items_once.records
    for person in range(0, data.people, 7):
        counts = data.holders[records.items[records.starts[person] : records.starts[person + 1]]].tolist()
        found = hidden(counts, known)
        assert few[person] == pytest.approx(found.few, abs=1e-9)
        assert math.log(data.people) - raw[person] == pytest.approx(found.log_said, abs=1e-9)
    assert len({round(float(one), 3) for one in typical}) > 20


def test_nothing_known_is_everybody_and_a_crowd_of_few_is_few() -> None:
    assert hidden([], random_bulletin(1)) == Hidden(math.log(1_000), 0.0)
    assert hidden([], bulletin_of(None, [1], people=3)).few == 1.0
    assert hidden([1] * 40, bulletin_of(None, [1])).crowd == pytest.approx(1.0, abs=1e-6)


def test_rarer_items_and_more_items_hide_less() -> None:
    known = bulletin_of(None, [1])
    crowds = [hidden([count] * 20, known).log_crowd for count in (1, 5, 30, 100, 400, 900)]
    assert crowds == sorted(crowds)
    crowds = [hidden([300] * length, known).log_crowd for length in (100, 40, 20, 10)]
    assert crowds == sorted(crowds)


def test_a_blockbuster_does_not_lift_what_is_said() -> None:
    known = bulletin_of(None, [1], people=6_000)
    nine, ten = hidden([2] * 9, known), hidden([2] * 9 + [5_900], known)
    assert ten.few >= 0.9
    assert ten.crowd > 4
    assert ten.crowd_said < 2
    assert nine.crowd_said < 2
    assert hidden([4] * 9 + [5_900], known).crowd_said < 5
    assert said_crowd(9.0, 0.95) < math.log(2) < said_crowd(9.0, 0.6) < math.log(5)
    assert said_crowd(9.0, 0.4) == 9.0

"""Typical cases: means over a crowd, or what a crowd has in common; never one person."""

from __future__ import annotations

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn
from standout.risk.calibration import calibrated, halves_of
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.trials import tried
from standout.risk.typical import Told, Typical, kinds, of_usual_size, told_of, typical, without_strongest
from tests.asking import draw, item_scores, score

ADVERSARY = Adversary("friend", items=4, values="unknown")


def people(twins: int = 0) -> LocalDataset:
    """Two hundred people with ten of eighty items each; and some who all have the same four and no others."""
    rng = np.random.default_rng(5)
    chances = 1 / np.arange(1, 81)
    rows = [(p, i) for p in range(200) for i in rng.choice(80, 10, replace=False, p=chances / chances.sum())]
    rows += [(200 + twin, item) for twin in range(twins) for item in (80, 81, 82, 83)]
    who, what = np.array(rows).T
    return from_arrays(who, what, size=(200 + twins, 84))


def attacked(data: LocalDataset) -> tuple[Attack, Drawn, Outcomes]:
    attack = bound(ATTACKS["likelihood"], ADVERSARY)
    drawn = draw(data, ADVERSARY, np.arange(data.people), seed=1)
    tally = score(data, drawn.knowledge, attack, drawn.truths, threads=1)
    return attack, drawn, outcomes(tally, attack, drawn.truths, data.people)


def told(data: LocalDataset, kind: str, crowd: int = 5) -> tuple[Typical, Int64s]:
    attack, drawn, judged = attacked(data)
    calibration = calibrated(tried(data, ADVERSARY, attack, 1), halves_of(data.people, 1), 0.2)
    rows = kinds(judged, calibration.thresholds_for(drawn.truths))[kind]
    some = draw(data, ADVERSARY, drawn.people[rows], seed=1)
    return typical(data, attack, kind, told_of(rows, some, judged, calibration), crowd), rows


@pytest.mark.parametrize("kind", ["named", "missed"])
def test_an_invented_case_is_the_mean_of_many_and_names_no_item(kind: str) -> None:
    data = people()
    found, rows = told(data, kind)
    assert found.invented
    assert found.people == len(rows) >= 5
    assert found.known == len(found.places) == 4
    assert [place.item for place in found.places] == [None] * 4
    attack, drawn, _ = attacked(data)
    bits = item_scores(data, drawn.knowledge, attack, drawn.truths, 1).reshape(-1, 4)[rows] / np.log(2)
    means = np.sort(bits, axis=1)[:, ::-1].mean(axis=0)
    assert [place.bits for place in found.places] == pytest.approx(means, abs=0.051)
    assert found.total == pytest.approx(bits.sum() / len(rows), abs=0.21)
    assert (found.rank == 1) == (kind == "named")
    assert 0 < found.chance < 1


def test_hiding_the_most_telling_items_keeps_at_least_half_from_being_named() -> None:
    found, _ = told(people(), "named")
    assert found.hidden is not None
    assert 1 <= found.hidden < 4
    assert found.hidden_helps is not None
    assert found.hidden_helps >= 0.5
    missed, _ = told(people(), "missed")
    assert missed.hidden is None


def test_a_case_that_a_crowd_shares_is_told_as_it_is_and_one_that_fewer_share_is_not() -> None:
    for twins, shared in ((4, False), (6, True)):
        data = people(twins)
        attack, drawn, judged = attacked(data)
        calibration = calibrated(tried(data, ADVERSARY, attack, 1), halves_of(data.people, 1), 0.2)
        rows = np.arange(190, 200 + twins)
        some = draw(data, ADVERSARY, drawn.people[rows], seed=1)
        of_them = told_of(rows, some, judged, calibration)
        of_them = Told(of_them.drawn, of_them.ranks, np.full(len(rows), 0.25), of_them.thresholds)
        found = typical(data, attack, "missed", of_them, 5)
        assert found.invented is not shared
        assert found.people == (twins if shared else len(rows))
        if shared:
            assert sorted(place.item or 0 for place in found.places) == [80, 81, 82, 83]


def test_the_strongest_items_are_left_out() -> None:
    _, drawn, _ = attacked(people())
    known = drawn.knowledge
    ranks = np.tile([2, 0, 3, 1], known.targets)
    left = without_strongest(known, ranks, 2)
    assert (left.sizes == 2).all()
    assert left.items.reshape(-1, 2).tolist() == known.items.reshape(-1, 4)[:, [0, 2]].tolist()


def test_those_of_whom_as_much_is_known_as_usual_are_taken() -> None:
    assert of_usual_size(np.full(30, 8), 5).tolist() == list(range(30))
    sizes = np.concatenate((np.full(40, 3), [100], [1]))
    assert of_usual_size(sizes, 5).tolist() == list(range(40))
    assert of_usual_size(np.array([1, 50]), 2).tolist() == [0, 1]

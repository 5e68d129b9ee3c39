"""Laws of identification in crowds: each against what it stands for, drawn by lot, and fitted to itself."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln

from standout.risk.crowd_laws import LAWS, chance_alone, fitted, pitman_yor


@given(st.integers(1, 7), st.data())
def test_the_chance_to_be_alone_is_that_of_all_crowds(rivals: int, data: st.DataObject) -> None:
    beaten_by = data.draw(st.integers(0, rivals))
    crowd = data.draw(st.integers(1, rivals + 1))
    every = list(combinations(range(rivals), crowd - 1))
    alone = sum(all(rival >= beaten_by for rival in others) for others in every) / len(every)
    assert chance_alone(np.array([beaten_by]), rivals, np.array([crowd]))[0, 0] == pytest.approx(alone)


def test_alone_among_all_is_who_nobody_beats() -> None:
    beaten_by = np.array([0, 1, 5, 99])
    assert chance_alone(beaten_by, 99, np.array([100]))[:, 0].tolist() == pytest.approx([1, 0, 0, 0])
    assert chance_alone(beaten_by, 99, np.array([1]))[:, 0].tolist() == [1, 1, 1, 1]


def test_pitman_yor_is_the_uniqueness_of_the_paper() -> None:
    """Γ(1 + α) Γ(n + d + α − 1) / (Γ(d + α) Γ(n + α)), with a = 1 − d and b = α + d (Rocher and others 2025)."""
    crowds = np.array([2.0, 10.0, 1e3, 1e6])
    for discount, strength in ((0.0, 3.0), (0.4, 0.2), (0.9, 500.0)):
        ours = pitman_yor(np.log([1 - discount]), np.log([strength + discount]), crowds)[0]
        logs = gammaln(1 + strength) - gammaln(discount + strength) + gammaln(crowds + discount + strength - 1)
        assert ours == pytest.approx(np.exp(logs - gammaln(crowds + strength)), rel=1e-6)


def test_pitman_yor_is_the_chance_that_nobody_beats_people_who_differ_as_a_beta() -> None:
    chances = np.random.default_rng(1).beta(0.5, 40.0, 200_000)
    crowds = np.array([2.0, 30.0, 1_000.0])
    plain = [float(((1 - chances) ** (crowd - 1)).mean()) for crowd in crowds]
    assert pitman_yor(np.log([0.5]), np.log([40.0]), crowds)[0] == pytest.approx(plain, abs=0.005)


def test_normal_is_the_chance_that_nobody_beats_people_whose_chances_differ_by_powers_of_ten() -> None:
    chances = np.minimum(np.exp(np.random.default_rng(1).normal(-np.log(1_000), 6.0, 200_000)), 1)
    crowds = np.array([10.0, 1_000.0, 100_000.0])
    plain = [float(((1 - chances) ** (crowd - 1)).mean()) for crowd in crowds]
    law = LAWS["normal"].law(np.array([np.log(1_000)]), np.log([6.0]), crowds)[0]
    assert law == pytest.approx(plain, abs=0.05)


@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_fitted_to_itself_row_by_row(name: str) -> None:
    family, crowds, generator = LAWS[name], np.geomspace(40, 1_200, 9), np.random.default_rng(2)
    ends = {"pitman-yor": ((-2.0, 1.0), (2.0, 8.0))}.get(name, ((3.0, 9.0), (-0.5, 1.2)))
    first, second = (generator.uniform(*each, size=20) for each in ends)
    drawn = family.law(first, second, crowds)
    found = fitted(family, drawn, crowds, np.linspace(0.2, 2, 9))
    assert np.abs(family.law(found[0], found[1], crowds) - drawn).max() < 2e-4
    alone = fitted(family, drawn[3:4], crowds, np.linspace(0.2, 2, 9))
    assert np.concatenate(alone) == pytest.approx([each[3] for each in found])


@pytest.mark.parametrize("name", LAWS)
def test_no_law_rises_with_the_crowd_or_leaves_0_and_1(name: str) -> None:
    family = LAWS[name]
    grid = [axis.ravel() for axis in np.meshgrid(family.first, family.second)]
    shares = family.law(grid[0], grid[1], np.geomspace(2, 1e10, 40))
    assert shares.min() >= 0
    assert shares.max() <= 1 + 1e-9
    assert np.diff(shares, axis=1).max() <= 1e-9

"""Intervals that hold all at once, at every stage: by arithmetic, by a slow reference, and by simulation."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from standout.gating.certainty import Doubt, Look, needed_tries, share_estimate, shares, stages
from standout.results.estimate import Estimate

LIMIT, CONFIDENCE = 0.05, 0.95


def test_samples_grow_up_to_all_there_may_be() -> None:
    assert stages(10_000) == (250, 1_000, 4_000, 10_000)
    assert stages(250) == (250,)
    assert stages(251) == (250, 251)
    assert stages(1) == (1,)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_stages_share_all_of_the_doubt(count: int) -> None:
    assert sum(shares(count)) == pytest.approx(1)
    assert shares(count)[-1] == (1 if count == 1 else 0.5)


def test_the_doubt_of_all_figures_at_all_stages_adds_up_to_the_policy_s() -> None:
    doubt = Doubt(0.05, 3)
    rules = [[doubt.each(figures, share) for share in shares(4) for _ in range(figures)] for figures in (1, 15, 40)]
    assert sum(map(sum, rules)) == pytest.approx(0.05)


def tail(hits: int, tries: int, share: float) -> float:
    """The chance of at least so many hits, written out."""
    return sum(comb(tries, k) * share**k * (1 - share) ** (tries - k) for k in range(hits, tries + 1))


@pytest.mark.parametrize(("hits", "tries"), [(0, 20), (1, 20), (7, 20), (19, 20), (20, 20)])
def test_intervals_are_those_of_the_binomial_written_out(hits: int, tries: int) -> None:
    doubt = 0.01
    found = share_estimate(hits, tries, doubt)
    if hits:
        assert tail(hits, tries, found.low) == pytest.approx(doubt / 2, rel=1e-6)
    if hits < tries:
        assert 1 - tail(hits + 1, tries, found.high) == pytest.approx(doubt / 2, rel=1e-6)
    assert found.low <= hits / tries <= found.high


def test_a_look_is_decided_by_the_ends_of_its_interval() -> None:
    look = Look(LIMIT)
    assert look.decided is None
    assert Look(1.0).decided is None, "what was not looked at keeps no limit, not even that of everybody"
    assert look.seen(Estimate(0.02, 0.01, 0.05), 100).decided is True
    assert look.seen(Estimate(0.04, 0.01, 0.0501), 100).decided is None
    assert look.seen(Estimate(0.08, 0.05, 0.2), 100).decided is None
    assert look.seen(Estimate(0.08, 0.0501, 0.2), 100).decided is False


def test_ends_only_come_nearer_unless_stages_contradict_each_other() -> None:
    first = Look(LIMIT).seen(Estimate(0.1, 0.04, 0.2), 100)
    assert first.seen(Estimate(0.1, 0.03, 0.15), 400).estimate == Estimate(0.1, 0.04, 0.15)
    assert first.seen(Estimate(0.3, 0.25, 0.35), 400).estimate == Estimate(0.3, 0.25, 0.35)


@pytest.mark.parametrize("rate", [0.0, 0.01, 0.03, 0.049, 0.06, 0.1, 1.0])
def test_so_many_tries_decide_and_one_less_does_not(rate: float) -> None:
    needed = needed_tries(rate, LIMIT, 0.01)
    assert needed is not None

    def decides(tries: int) -> bool:
        found = share_estimate(rate * tries, tries, 0.01)
        return found.high <= LIMIT or found.low > LIMIT

    assert decides(needed)
    assert needed == 1 or not decides(needed - 1)


def test_no_number_of_tries_tells_a_share_from_itself() -> None:
    assert needed_tries(LIMIT, LIMIT, 0.01) is None
    assert needed_tries(LIMIT + 1e-9, LIMIT, 0.01) is None


def decided_wrongly(rates: list[float], dice: np.random.Generator, sizes: tuple[int, ...]) -> tuple[bool, int]:
    """Whether a rule over these true shares, looked at stage by stage, is ever decided wrongly; and at which size."""
    looks = {place: Look(LIMIT) for place in range(len(rates))}
    hits, before = np.zeros(len(rates)), 0
    for stage, size in enumerate(sizes):
        hits += dice.binomial(size - before, rates)
        before = size
        for place in looks:
            doubt = Doubt(1 - CONFIDENCE, 1).each(len(rates), shares(len(sizes))[stage])
            looks[place] = looks[place].seen(share_estimate(hits[place], size, doubt), size)
        known = [look.decided for look in looks.values()]
        if False in known:
            return max(rates) <= LIMIT, size
        if None not in known:
            return max(rates) > LIMIT, size
    return False, sizes[-1]


@pytest.mark.parametrize(
    "rates", [[LIMIT], [0.0501], [LIMIT] * 15, [0.01] * 14 + [0.0501], [0.0, 0.049, 0.051]], ids=str
)
def test_a_sequence_of_looks_errs_less_often_than_it_says(rates: list[float]) -> None:
    """400 gates each at the limit or a hair above it, where erring is likeliest. If one erred in 5% of cases, 400 of
    them would err more than 38 times with a chance below 1 in 1,000 (binomial); the draws are seeded, besides."""
    dice = np.random.default_rng(19)
    wrong = sum(decided_wrongly(rates, dice, stages(10_000))[0] for _ in range(400))
    assert wrong <= 20, "at 5% one expects 20, and Bonferroni leaves room"


def test_a_clear_case_is_decided_at_the_first_stage() -> None:
    dice = np.random.default_rng(20)
    for rates in ([0.9] * 15, [0.0] * 15, [0.3] + [0.0] * 14):
        first = [decided_wrongly(rates, dice, (250, 1_000, 4_000, 10_000)) for _ in range(50)]
        assert not any(wrong for wrong, _ in first)
        assert {size for _, size in first} == {250}


def test_people_attacked_in_turn_vary_less_than_the_interval_allows() -> None:
    """Everybody is attacked once before anybody is attacked twice. Shares of people who differ then vary less than a
    coin does (Hoeffding 1956), so that intervals are too wide rather than too narrow."""
    dice = np.random.default_rng(21)
    chances = dice.beta(0.2, 1.8, 300)
    missed = 0
    for _ in range(500):
        hits = float(dice.binomial(3, chances).sum())
        found = share_estimate(hits, 900, 0.05)
        missed += not found.low <= float(chances.mean()) <= found.high
    assert missed <= 25

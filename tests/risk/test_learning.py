"""Learning finds planted errors, mistakes and choices without seeing who is who; explanations hold when scored anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Drawn, of_targets
from standout.risk.calibration import calibrated, halves_of
from standout.risk.explanation import MOST_EXACT, explained, without
from standout.risk.learning import _shares, evidences, learnt, settled
from standout.risk.outcomes import outcomes
from standout.risk.trials import told_by, tried
from tests.asking import draw, score
from tests.worlds import STARS, scale_of


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    rng = np.random.default_rng(9)
    chances = 1 / np.arange(1, 201) ** 0.8
    pairs = [
        (p, i)
        for p in range(500)
        for i in rng.choice(200, rng.integers(20, 60), replace=False, p=chances / chances.sum())
    ]
    who, what = np.array(pairs).T
    values, days = rng.integers(0, 5, len(who)), rng.integers(0, 400, len(who))
    return from_arrays(who, what, values, days, scale=scale_of(STARS), size=(500, 200))


def mixed(data: LocalDataset, idle: float, adversary: Adversary, *, values: bool = False) -> Drawn:
    """What is known of everybody, where the days (or values) of so many say nothing."""
    drawn, dice = draw(data, adversary, np.arange(500), seed=4), np.random.default_rng(4)
    known = drawn.knowledge
    by_lot = np.repeat(dice.random(known.targets) < idle, known.sizes)
    days = np.where(by_lot & (not values), dice.integers(0, 400, len(by_lot)), known.days).astype(np.int32)
    stars = np.where(by_lot & values, dice.integers(0, 5, len(by_lot)), known.values).astype(np.uint8)
    return replace(drawn, knowledge=replace(known, days=days, values=stars))


def found(data: LocalDataset, attack: Attack, drawn: Drawn) -> float:
    tally = score(data, drawn.knowledge, attack, drawn.truths, threads=1)
    return float((tally.beat + tally.tied == 0).mean())


@pytest.mark.parametrize("values", [False, True], ids=["days", "values"])
def test_told_too_much_it_finds_out_how_many_columns_say_nothing(data: LocalDataset, values: bool) -> None:
    adversary = Adversary("exact", items=5, values=0, days=0)
    for idle in (0.0, 0.4, 1.0):
        drawn = mixed(data, idle, adversary, values=values)
        told = bound(ATTACKS["likelihood"], adversary)
        assert isinstance(told, Likelihood)
        rule = settled(told, drawn.knowledge, data).rule
        assert rule is not None
        share, other = (rule.idle_values, rule.idle_days) if values else (rule.idle_days, rule.idle_values)
        error = rule.value_error if values else rule.day_error
        assert other == 0
        assert share == pytest.approx(idle % 1.0, abs=0.06)
        assert (error < 0) == (idle == 1.0)


@pytest.mark.parametrize("values", [False, True], ids=["days", "values"])
def test_a_column_that_says_nothing_of_some_or_all_costs_nobody(data: LocalDataset, values: bool) -> None:
    """12 true items with days by lot: 0.0% were found once, and 100% without the days."""
    for items, least in ((12, 0.99), (5, 0.9)):
        adversary = Adversary("exact", items=items, values=0, days=0)
        drawn = mixed(data, 1.0, adversary, values=values)
        known = drawn.knowledge
        blank = (
            {"values": np.full_like(known.values, NO_VALUE)}
            if values
            else {"days": np.full_like(known.days, UNKNOWN_DAY)}
        )
        without_it = replace(drawn, knowledge=replace(known, **blank))
        for attack in (bound(ATTACKS["likelihood"], adversary), Likelihood()):
            assert isinstance(attack, Likelihood)
            for how in (settled, learnt):
                before, after = (found(data, how(attack, on.knowledge, data), on) for on in (without_it, drawn))
                assert after >= least
                assert after >= before - 0.01


def test_learning_finds_the_rule_of_who_knows_two_items_and_a_date(data: LocalDataset) -> None:
    adversary = Adversary("two", items=2, days=3)
    drawn = draw(data, adversary, np.arange(500), seed=5)
    own = learnt(Likelihood(), drawn.knowledge, data)
    assert own.rule is not None
    assert (own.rule.value_error, own.rule.day_error) == (0.0, 3.0)
    told = found(data, bound(ATTACKS["likelihood"], adversary), drawn)
    assert found(data, own, drawn) >= told - 0.01
    assert found(data, own, drawn) >= found(data, ATTACKS["scoreboard-rh"], drawn)


def test_the_shares_of_ways_are_the_likeliest() -> None:
    """Against a search over all shares: two ways, and not being there at all."""
    dice = np.random.default_rng(3)
    logs = np.vstack((np.zeros(40), dice.normal(0, 3, (2, 40))))
    best = max(
        ((a / 100, b / 100) for a in range(101) for b in range(101 - a)),
        key=lambda way: float(np.log(np.array([1 - sum(way), *way]) @ np.exp(logs)).sum()),
    )
    np.testing.assert_allclose(_shares(logs)[1:], best, atol=0.02)


def test_evidence_is_the_mean_of_what_all_records_make_likely(data: LocalDataset) -> None:
    known = draw(data, Adversary("e", items=3, values=1, days=7), np.arange(20), seed=1).knowledge
    attack = bound(ATTACKS["likelihood"], Adversary("e", items=3, values=1, days=7))
    assert isinstance(attack, Likelihood)
    tally = score(data, known, attack, np.full(20, -1, np.int64), top=500, threads=1)
    wanted = np.log(np.exp(tally.top_scores).mean(axis=1))
    np.testing.assert_allclose(evidences([attack], known, data)[0], wanted, atol=1e-6)


def learnt_rule(data: LocalDataset, adversary: Adversary) -> Rule:
    known = draw(data, adversary, np.arange(400), seed=2).knowledge
    found = learnt(Likelihood(), known, data).rule
    assert found is not None
    return found


def test_planted_errors_and_mistakes_are_learnt(data: LocalDataset) -> None:
    found = learnt_rule(data, Adversary("a", items=8, wrong=2, values=1, days=14))
    assert (found.value_error, found.day_error) == (1.0, 14.0)
    assert found.wrong == pytest.approx(0.25, abs=0.03)
    assert found.absent_share < 0.02
    assert abs(found.exponent) <= 0.1


def test_planted_absence_and_taste_for_the_popular_are_learnt(data: LocalDataset) -> None:
    found = learnt_rule(data, Adversary("b", items=8, absent_share=0.25, choose="popular", values=0, days=3))
    assert (found.value_error, found.day_error) == (0.0, 3.0)
    assert found.absent_share == pytest.approx(0.25, abs=0.04)
    assert found.exponent == pytest.approx(1.0, abs=0.25)
    assert found.wrong < 0.02


def test_what_was_learnt_finds_as_many_as_what_was_given(data: LocalDataset) -> None:
    adversary = Adversary("c", items=5, wrong=1, values=1, days=7)
    drawn = draw(data, adversary, np.arange(500), seed=3)
    own = learnt(Likelihood(), drawn.knowledge, data)
    rates = [
        float((tally.beat + tally.tied == 0).mean())
        for tally in (
            score(data, drawn.knowledge, attack, drawn.truths, threads=1)
            for attack in (own, bound(ATTACKS["likelihood"], adversary))
        )
    ]
    assert rates[0] == pytest.approx(rates[1], abs=0.01)


def test_nothing_known_teaches_nothing(data: LocalDataset) -> None:
    known = of_targets(draw(data, Adversary("d", items=2), np.arange(3), seed=1).knowledge, np.empty(0, np.int64))
    assert learnt(Likelihood(), known, data).rule is not None


def test_a_learnt_rule_can_be_tried_out(data: LocalDataset) -> None:
    known = draw(data, Adversary("e", items=4, wrong=1, values=1, days=7), np.arange(50), seed=1).knowledge
    adversary = told_by(Rule(1.0, 7.0, 0.25, 0, 0.0, 0.9), known)
    assert (adversary.counts, adversary.wrong, adversary.choose) == (((4, 4, 50.0),), 1, "popular")
    assert told_by(Rule(-1.0, -1.0, 0.25), known).wrong == 0


def test_explanations_sum_up_and_hiding_helps(data: LocalDataset) -> None:
    adversary = Adversary("f", items=5, wrong=1, values=1, days=7)
    attack = bound(ATTACKS["likelihood"], adversary)
    calibration = calibrated(tried(data, adversary, attack, 1), halves_of(500, 1), 0.01)
    drawn = draw(data, adversary, np.arange(6), seed=1)
    tally = score(data, drawn.knowledge, attack, drawn.truths, threads=1)
    found = explained(data, attack, drawn, calibration)
    assert any(one.named for one in found)
    for at, one in enumerate(found):
        assert one.total * np.log(2) == pytest.approx(tally.true_scores[at], abs=1e-9)
        assert one.in_record.all()
        if one.hidden is None:
            continue
        assert one.exact
        alone, truth = of_targets(drawn.knowledge, np.array([at])), drawn.truths[[at]]
        threshold = calibration.thresholds_for(truth)[0]
        for count in range(1, len(one.hidden) + 1):
            sets = [tuple(range(first, first + count)) for first in range(5 - count + 1)]
            sets = [one.hidden] if count == len(one.hidden) else sets
            truths = np.repeat(truth, len(sets))
            judged = outcomes(score(data, without(alone, sets), attack, truths, threads=1), attack, truths, data.people)
            named = judged.right & (judged.standing_out >= threshold)
            assert named.all() if count < len(one.hidden) else not named.any()


def test_beyond_a_dozen_items_the_most_telling_are_hidden_first(data: LocalDataset) -> None:
    adversary = Adversary("g", items=15, values=0)
    attack = bound(ATTACKS["likelihood"], adversary)
    calibration = calibrated(tried(data, adversary, attack, 1), halves_of(500, 1), 0.01)
    one = explained(data, attack, draw(data, adversary, np.arange(1), seed=1), calibration)[0]
    assert len(one.items) > MOST_EXACT
    assert one.named
    assert one.hidden is not None
    assert not one.exact
    telling = np.argsort(-one.bits, kind="stable")[: len(one.hidden)]
    assert sorted(telling.tolist()) == list(one.hidden)
    assert replace(one, hidden=None).total == one.total

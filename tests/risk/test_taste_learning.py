"""Learning taste: only for knowledge from another time, without a truth, and with promises that hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks.taste import Taste
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines.whole_records import records_of
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, moved
from standout.risk.calibration import Trial
from standout.risk.outcomes import outcomes
from standout.risk.taste_calibration import Line, expecting, no_more, smoothly_calibrated, too_few, tried_line
from standout.risk.taste_learning import less_tried, taste_learnt
from standout.risk.taste_splits import sampled, split, times_of
from standout.risk.taste_weights import fitted_weights
from tests.asking import draw
from tests.attacks.test_taste import halves, lives


def test_taste_finds_people_who_share_no_item_with_themselves() -> None:
    parts = halves(lives())
    found = taste_learnt(Taste(), parts.known, parts.released, seed=1)
    truths = np.arange(parts.known.targets)
    came = outcomes(
        parts.released.engine.score(parts.released, parts.known, found.attack, truths), found.attack, truths, 160
    )
    assert (came.ranks <= 10).mean() > 0.6, "twenty people share a taste"
    assert (came.ranks == 1).mean() > 10 / 160
    assert "who shares a known item is out" in found.note
    assert "probabilities may be off" not in found.note, "as much was known of those who were tried"


def test_where_much_more_is_known_than_was_tried_a_note_says_so() -> None:
    known = halves(lives()).known
    trial = Trial(*(np.zeros(3),) * 6, sizes=np.array([2, 3, 40]))  # type: ignore[arg-type]
    doubt = f"; probabilities may be off: {np.median(known.sizes):g} items are known of a person, it was tried with 3"
    assert less_tried(trial, known) == doubt
    assert less_tried(replace(trial, sizes=known.sizes), known) == ""


def test_knowledge_of_the_records_themselves_leaves_it_likelihood() -> None:
    data = lives()
    for days in ("unknown", 3.0):
        known = draw(data, Adversary("some", items=8, days=days), np.arange(160), 1).knowledge
        found = taste_learnt(Taste(), known, data, seed=1)
        assert found.attack.model is None
        assert found.trial is None
        assert "more than two times of one person would share" in found.note


def test_too_few_people_teach_nothing() -> None:
    parts = halves(lives(people=40))
    found = taste_learnt(Taste(), parts.known, parts.released, seed=1)
    assert found.attack.model is None
    assert "fewer than 60 released people" in found.note


def test_the_same_seed_learns_the_same_and_truths_are_never_seen() -> None:
    parts = halves(lives())
    turned = np.arange(160)[::-1].copy()
    first, second = (taste_learnt(Taste(), parts.known, parts.released, seed=3).attack.model for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.key == second.key
    from standout.knowledge.draw import of_targets

    other = taste_learnt(Taste(), of_targets(parts.known, turned), parts.released, seed=3).attack.model
    assert other is not None
    assert np.allclose(other.weights, first.weights), "whose knowledge comes first teaches nothing"


def dated(days: list[int]) -> Knowledge:
    data = from_arrays([0] * len(days), range(len(days)), None, [5] * len(days))
    known = records_of(data, np.array([0]))
    return Knowledge(
        known.starts, known.items, known.values, np.array(days, np.int32), known.shortest, known.longest, known.scale
    )


@pytest.mark.parametrize(
    ("days", "times"),
    [
        ([-9, -1, -3], "earlier"),
        ([11, 30, 12], "later"),
        ([-9, 3, 12], "mixed"),
        ([UNKNOWN_DAY, UNKNOWN_DAY, 4], "none"),
        ([], "none"),
    ],
)
def test_days_say_when_knowledge_is_from(days: list[int], times: str) -> None:
    released = from_arrays([0, 1], [0, 1], None, [0, 10])
    assert times_of(dated(days), released) == times
    assert times_of(dated(days), from_arrays([0, 1], [0, 1])) == "none"


@pytest.mark.parametrize("times", ["none", "mixed", "earlier", "later"])
def test_a_split_has_every_entry_on_one_side_at_most(times: str) -> None:
    data = lives(again=True)
    records = records_of(data, sampled(data, 1))
    parts = split(records, data, times, 0, seed=1)  # type: ignore[arg-type]
    entries = int(parts.released.lengths.sum())
    assert 0.4 < entries / records.starts[-1] < 0.6
    assert len(parts.both) == 160
    released = parts.released.held.records.days.astype(np.int64)
    if times in ("earlier", "later"):
        assert (parts.known.days.max() < released.min()) == (times == "earlier")
    gapped = split(records, data, "earlier", 20, seed=1)
    assert gapped.released.held.records.days.min() > gapped.known.days.max() + 20


def test_weights_are_those_of_the_likeliest_true_records_and_of_absence() -> None:
    """Against a plain search on a grid, for one feature and a level."""
    dice = np.random.default_rng(1)
    table = np.stack((dice.standard_normal((40, 12)), np.ones((40, 12))), axis=2)
    truths = dice.integers(0, 12, 40)
    table[np.arange(40), truths, 0] += 1.0
    fixed = np.zeros((40, 12))

    def loss(weights: tuple[float, float]) -> float:
        total = 0.0
        for target in range(40):
            shares = np.exp(table[target] @ np.array(weights))
            own = shares[truths[target]]
            total -= np.log(own / (shares.sum() + 12)) + np.log(12 / (shares.sum() - own + 12))
        return total / 80

    weights, _ = fitted_weights(table, fixed, truths, np.array([True, True]))
    grid = [(a, b) for a in np.linspace(0, 2, 41) for b in np.linspace(-2, 1, 61)]
    best = min(grid, key=loss)
    assert np.allclose(weights, best, atol=0.08)
    unsigned, _ = fitted_weights(-table, fixed, truths, np.array([False, True]))
    assert unsigned[0] == 0.0, "what is not signed is never negative"


def test_a_line_from_trials_is_the_likeliest_one_half_way_from_none() -> None:
    dice = np.random.default_rng(2)
    odds = dice.normal(-1, 4, 6_000)
    true = Line(np.log(0.5), 0.6, 0.0)
    right = (dice.random(6_000) < true(odds)).astype(np.float64)
    made = tried_line(odds, right)
    assert np.allclose([2 * made.log_slope, 2 * made.shift, made.left], [np.log(0.5), 0.6, 0.0], atol=0.3)
    assert (np.diff(made.map.chances) > 0).all()
    assert made(np.array([-1e6]))[0] == pytest.approx(0.1, abs=0.02), "a least chance is left, however low odds are"
    assert made(np.array([1e6]))[0] == pytest.approx(1.0), "and beyond what was tried it goes on"
    assert tried_line(np.empty(0), np.empty(0)) == Line()


def test_no_more_people_are_right_than_are_there() -> None:
    odds, line = np.random.default_rng(3).normal(2, 3, 500), Line(0.1, 0.5)
    assert no_more(line, odds, 0.9) is line
    for present in (0.5, 0.1):
        made = no_more(line, odds, present)
        assert float(made(odds).mean()) == pytest.approx(present, abs=1e-6)
        assert (made.log_slope, made.left) == (line.log_slope, line.left)
    assert no_more(line, np.empty(0), 0.1) is line


def test_nobody_tried_is_no_threshold_at_all() -> None:
    nothing = Trial(np.empty(0, np.int64), np.empty(0, bool), np.empty(0), np.empty(0), np.empty(0))
    assert max(smoothly_calibrated(nothing, np.zeros(5, np.int64), 0.01).thresholds) == np.inf


@pytest.mark.parametrize(("promised", "needed"), [(0.01, 99), (0.05, 19), (0.02, 49), (0.03, 33), (0.5, 1)])
def test_fewer_people_than_a_promise_takes_allow_no_name(promised: float, needed: int) -> None:
    for count in (needed - 1, needed):
        nothing = np.zeros(count)
        trial = Trial(np.arange(count), nothing > 0, nothing, nothing, nothing + 3.0)
        enough = 1 / (count + 1) <= promised + 1e-12
        assert (too_few(trial, promised) is None) == enough == (count >= needed)
        thresholds = smoothly_calibrated(trial, np.zeros(count + 1, np.int64), promised).thresholds
        assert (max(thresholds) < np.inf) == enough


def test_days_that_say_nothing_take_nothing_away() -> None:
    """Known days shuffled over the whole time: what is found stays, within chance."""
    data: LocalDataset = lives()
    parts = halves(data)
    shuffled = moved(parts.known, np.arange(data.items), 0)
    days = np.random.default_rng(1).permutation(shuffled.days)
    rates = []
    for known in (parts.known, Knowledge(**{**shuffled.__dict__, "days": days})):
        found = taste_learnt(Taste(), known, parts.released, seed=1)
        truths = np.arange(known.targets)
        came = outcomes(
            parts.released.engine.score(parts.released, known, found.attack, truths), found.attack, truths, 160
        )
        rates.append(float(came.within_by_lot(10).mean()))
    assert rates[1] > rates[0] - 3 * np.sqrt(rates[0] * (1 - rates[0]) / 160)


def test_probabilities_know_how_many_are_expected_to_be_there() -> None:
    dice = np.random.default_rng(4)
    there, away = dice.normal(3, 2, 300), dice.normal(-3, 2, 300)
    trial = Trial(np.arange(300), np.ones(300, bool), there, away, np.logaddexp(0, away))
    start = smoothly_calibrated(trial, np.zeros(300, np.int64), 0.01)
    few, many = (expecting(trial, start, there, present, 7.0) for present in (0.1, 1.0))
    assert float(few.maps[0](there).mean()) == pytest.approx(0.1, abs=0.01)
    assert (many.maps[1](there) >= few.maps[1](there)).all()
    assert few.thresholds == (7.0, 7.0)

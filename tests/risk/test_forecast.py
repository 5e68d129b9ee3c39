"""Forecasts for larger crowds: against plain counting, on people of whom all is known, and where there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.common.arrays import Int64s
from standout.knowledge.presets import PRESETS
from standout.results.estimate import Estimate
from standout.results.forecast import Forecast, HarmlessFrom, crowd_size
from standout.risk import forecast as forecasting
from standout.risk.finding import Judged
from standout.risk.forecast import Ranks, against, drawn_on, forecast, harmless_from, needed, smaller_crowds, tried
from standout.risk.intervals import rate
from standout.risk.outcomes import UNLISTED, Outcomes


def ranks_of(people: int, crowd: int, a: float = 0.3, b: float = 60.0, seed: int = 1) -> Ranks:
    """People whose chances to be beaten differ as the law says, in a crowd of this size."""
    generator = np.random.default_rng(seed)
    chances = generator.beta(a, b, people)
    return Ranks(generator.binomial(crowd - 1, chances).astype(np.int64), crowd - 1, people)


def judged(ranks: Int64s, people: int, left_out: int = 0) -> Judged:
    """What a forecast looks at, and nothing else."""
    rows = len(ranks)
    nothing, listed = np.zeros(rows), ranks < UNLISTED
    came = Outcomes(
        ranks=ranks, guesses=np.zeros(rows, np.int64), right=ranks == 1, standing_out=nothing,
        standing_out_absent=nothing, threshold=0.0, bits=nothing, set_sizes=listed.astype(np.int64), listed=listed,
    )  # fmt: skip
    return Judged(
        PRESETS["two-and-a-date"], ATTACKS["likelihood"], came, known=np.full(rows, 2), similarity=np.zeros((rows, 3)),
        people=people, candidates=people, left_out=left_out,
    )  # fmt: skip


def test_smaller_crowds_are_counted_as_if_people_were_taken_out() -> None:
    ranks, generator = ranks_of(400, 400), np.random.default_rng(3)
    crowd = int(smaller_crowds(ranks)[4])
    shares = []
    for _ in range(200):
        left = generator.hypergeometric(ranks.beaten_by, ranks.rivals - ranks.beaten_by, crowd - 1)
        shares.append(float((left == 0).mean()))
    told = forecast(judged(ranks.beaten_by + 1, 400), seed=1)
    assert told.measured[4].people == crowd
    assert told.measured[4].found.rate == pytest.approx(np.mean(shares), abs=0.01)
    assert told.measured[-1].found.rate == pytest.approx(ranks.found / 400)


def test_the_law_is_found_again_and_its_interval_holds_the_truth() -> None:
    held = []
    for seed in range(12):
        few, many = ranks_of(800, 800, seed=seed), ranks_of(20_000, 40_000, seed=100 + seed)
        said = drawn_on(few, np.array([40_000.0]), seed).at(0)
        held.append(said.low <= many.found / 20_000 <= said.high)
        assert abs(said.rate - many.found / 20_000) < 0.05
    assert sum(held) >= 11


def test_more_people_looked_for_make_it_surer() -> None:
    widths = []
    for people in (100, 1_600):
        said = drawn_on(ranks_of(people, 2_000), np.array([100_000.0]), 1).at(0)
        widths.append(said.high - said.low)
    assert widths[1] < widths[0]


def test_the_same_seed_gives_the_same_forecast() -> None:
    rows = judged(ranks_of(300, 500).beaten_by + 1, 500)
    assert forecast(rows, 7) == forecast(rows, 7)
    assert forecast(rows, 7) != forecast(rows, 8)


def test_who_cannot_be_found_at_all_is_never_found() -> None:
    ranks = ranks_of(300, 500).beaten_by + 1
    whole = forecast(judged(ranks, 500), 1)
    half = forecast(judged(np.concatenate((ranks, np.full(100, UNLISTED))), 500, left_out=200), 1)
    assert half.reachable == pytest.approx(0.5)
    assert half.looked_for == 600
    assert (half.discount, half.strength) == pytest.approx((whole.discount, whole.strength))
    assert [row.found.rate for row in half.crowds] == pytest.approx([row.found.rate / 2 for row in whole.crowds])


def test_larger_crowds_only_and_falling() -> None:
    told = forecast(judged(ranks_of(500, 200_000).beaten_by + 1, 200_000), 1)
    assert [row.people for row in told.crowds] == [10**6, 10**7, 10**8]
    assert told.at(10**6) == told.crowds[0]
    assert told.at(10**5) is None
    for end in ("low", "rate", "high"):
        shares = [getattr(row.found, end) for row in told.crowds]
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(
    ("ranks", "people", "why"),
    [
        (np.ones(200, np.int64), 500, "nobody is missed"),
        (np.array([1] * 195 + [2] * 5), 500, "only 5 people are missed"),
        (np.array([1] * 4 + [2] * 196), 500, "only 4 people are found"),
        (np.full(200, UNLISTED), 500, "only 0 people are found"),
        (np.array([1] * 30 + [3] * 30), 60, "that takes 100 people, and there are 60"),
        (np.zeros(0, np.int64), 500, "nobody could be looked for"),
    ],
)
def test_where_no_slope_is_seen_there_is_no_forecast(ranks: Int64s, people: int, why: str) -> None:
    told = forecast(judged(ranks, people), 1)
    assert told.why is not None
    assert why in told.why
    assert told.crowds == told.measured == ()
    assert told.harmless_from is None
    assert told.said().startswith("No forecast: ")


def test_the_crowd_that_hides_people_is_where_the_curve_crosses_the_limit() -> None:
    told = forecast(judged(ranks_of(2_000, 2_000, a=0.6).beaten_by + 1, 2_000), 1)
    from_here = told.harmless_from
    assert from_here is not None
    assert from_here.low is not None
    assert from_here.people is not None
    assert from_here.low < from_here.people
    drawn = drawn_on(ranks_of(2_000, 2_000, a=0.6), np.array([float(from_here.people)]), 1)
    assert drawn.at(0).rate == pytest.approx(0.05, abs=0.002)


def test_no_crowd_is_large_enough_where_the_curve_stays_above() -> None:
    drawn = drawn_on(ranks_of(1_000, 1_000), np.array([2.0]), 1)
    high = np.full(len(forecasting._EVERYWHERE), 0.5)
    assert harmless_from(replace(drawn, rates=high, lows=high, highs=high), 0, 0.05) == HarmlessFrom()
    low = high / 100
    two = HarmlessFrom(people=2, low=2, high=2)
    assert harmless_from(replace(drawn, rates=low, lows=low, highs=low), 0, 0.05) == two


@pytest.mark.parametrize("share", [0.0, 0.02, 0.08, 0.5])
def test_so_many_people_tell_a_share_from_the_limit(share: float) -> None:
    enough = needed(share, 0.05)
    assert enough is not None
    for people, told in ((2 * enough, True), (enough // 2, False)):
        estimate = rate(share * people, people)
        assert estimate is not None
        if told or enough > 10:
            assert (estimate.low > 0.05 or estimate.high <= 0.05) is told


def test_a_share_at_the_limit_is_never_told_from_it() -> None:
    assert needed(0.05, 0.05) is None


def test_intervals_are_above_below_or_open() -> None:
    assert against(Estimate(0.1, 0.06, 0.2), 0.05) == "above"
    assert against(Estimate(0.01, 0.0, 0.05), 0.05) == "below"
    assert against(Estimate(0.05, 0.04, 0.06), 0.05) == "open"


def test_a_part_of_the_people_is_tried_against_all() -> None:
    ranks = ranks_of(3_000, 3_000)
    check = tried(ranks, 1)
    assert check is not None
    assert check.fitted_on == 300
    assert check.measured == pytest.approx(ranks.found / 3_000)
    assert check.held is (check.forecast.low <= check.measured <= check.forecast.high)
    assert tried(ranks_of(150, 150), 1) is None


def test_people_taken_out_leave_those_who_beat_others_in_proportion() -> None:
    ranks = Ranks(np.full(500, 500), 999, 1_000)
    few = ranks.thinned(10, 1)
    assert few.rivals == 99
    assert len(few.beaten_by) == 100
    assert few.looked_for == 200
    assert few.beaten_by.mean() == pytest.approx(49.5, abs=2)


def test_crowds_are_told_in_round_numbers() -> None:
    sizes = [2, 99, 104, 41_234, 999_999, 2_120_000, 120_000_000, 3_400_000_000]
    told = ["2", "99", "100", "41,000", "1,000,000", "2.1 million", "120 million", "3.4 billion"]
    assert [crowd_size(size) for size in sizes] == told


def test_what_is_said_names_crowds_and_the_limit() -> None:
    told = forecast(judged(ranks_of(500, 2_000, a=0.6).beaten_by + 1, 2_000), 1)
    assert "among 1 million" in told.said()
    assert "It takes a crowd of" in told.said()
    assert (
        "Not even all people on earth"
        in Forecast(adversary="x", attack="y", people=9, looked_for=9, limit=0.05, harmless_from=HarmlessFrom()).said()
    )

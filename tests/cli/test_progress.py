"""The time left: told from how fast the work goes, and never from work that an earlier run has done."""

from __future__ import annotations

import pytest

from standout.auditing.effort import Meter
from standout.cli.progress import Forecast, in_words


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_steady_work_is_forecast_right_from_the_first_tenth_on() -> None:
    clock = Clock()
    forecast = Forecast(clock)
    for done in range(0, 1_001):
        clock.now = 100 + 30 * (done > 0) + 0.5 * done  # thirty seconds of starting up
        left = forecast.seconds_left(done, 1_000)
        if done >= 100:
            assert left == pytest.approx(0.5 * (1_000 - done), abs=1e-6)


def test_nothing_is_told_as_long_as_nobody_can_tell() -> None:
    clock = Clock()
    forecast = Forecast(clock)
    assert forecast.seconds_left(0, 100) is None
    assert forecast.seconds_left(1, 100) is None
    assert forecast.seconds_left(5, 100) is None
    assert forecast.seconds_left(5, 100) is None
    clock.now += 10
    assert forecast.seconds_left(10, 100) == pytest.approx(180)


def test_a_second_piece_of_work_is_judged_anew() -> None:
    clock = Clock()
    forecast = Forecast(clock)
    for done in (10, 100):
        forecast.seconds_left(done, 100)
        clock.now += 9
    assert forecast.seconds_left(0, 50) is None
    clock.now += 1_000
    assert forecast.seconds_left(5, 50) is None
    clock.now += 2
    assert forecast.seconds_left(10, 50) == pytest.approx(16)


def test_what_an_earlier_run_did_does_not_make_this_one_look_fast() -> None:
    clock, told = Clock(), []
    forecast = Forecast(clock)
    meter = Meter(lambda _, done, total: told.append(forecast.seconds_left(done, total)), total=1_000)
    for _ in range(6):
        meter.skip("before", 100)
    for _ in range(40):
        clock.now += 1
        meter.step("now", 10)
    assert told[:6] == [None] * 6
    assert told[15] == pytest.approx(30, abs=1e-6)
    assert told[-1] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "a few seconds"), (14, "10 s"), (96, "100 s"), (118, "2 min"), (150, "2 min 30 s"), (599, "10 min"),
        (640, "11 min"), (7_100, "118 min"), (9_000, "2 h 30 min"),
    ],
)  # fmt: skip
def test_times_are_told_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words

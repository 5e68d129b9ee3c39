"""Numbers at axes are round, within their span, and written with as few digits as tell them apart."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.report.drawing.axes import Scale, log_ticks, rounded_out, short, step_for, ticks
from standout.report.drawing.letters import shortened, width_of

SPANS = st.tuples(st.floats(-1e9, 1e9), st.floats(1e-6, 1e9)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(SPANS)
def test_ticks_are_round_and_few_and_within(span: tuple[float, float]) -> None:
    low, high = span
    if high - low < 1e-9 * max(abs(low), abs(high)):
        return
    found = ticks(low, high)
    step = step_for(low, high)
    assert 2 <= len(found) <= 12
    assert float(f"{step:e}".partition("e")[0]) in (1.0, 2.0, 5.0)
    assert all(low - 1e-6 * step <= value <= high + 1e-6 * step for value, _ in found)
    assert len({words for _, words in found}) == len(found)


@given(SPANS)
def test_what_is_rounded_out_holds_the_span(span: tuple[float, float]) -> None:
    low, high = rounded_out(*span)
    step = step_for(*span)
    assert low <= span[0] + 1e-6 * step
    assert high >= span[1] - 1e-6 * step
    assert high - low < (span[1] - span[0]) + 2.01 * step


def test_numbers_are_written_plainly() -> None:
    assert [words for _, words in ticks(0, 1)] == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
    assert [words for _, words in ticks(0, 1, percents=True)] == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert [words for _, words in ticks(0, 0.02, percents=True)] == ["0.0%", "0.5%", "1.0%", "1.5%", "2.0%"]
    assert [words for _, words in ticks(-1_000, 2_500)] == [
        "−1,000",
        "−500",
        "0",
        "500",
        "1,000",
        "1,500",
        "2,000",
        "2,500",
    ]
    assert [short(value) for value in (0.1, 1, 20, 5e3, 1e6, 2e9, 1e12)] == ["0.1", "1", "20", "5k", "1M", "2G", "1T"]


def test_a_span_of_no_length_has_a_tick() -> None:
    assert rounded_out(0, 0) == (0, 1)
    assert rounded_out(3, 3) == (3, 4)
    assert ticks(3, 3) == [(3, "3")]


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ((1, 1_500), ["1", "10", "100", "1k"]),
        ((60, 1e8), ["100", "1k", "10k", "100k", "1M", "10M", "100M"]),
        ((1, 1e12), ["1", "100", "10k", "1M", "100M", "10G", "1T"]),
        ((20, 300), ["20", "50", "100", "200"]),
        ((3, 4), []),
    ],
)
def test_logarithms_have_powers_of_ten(span: tuple[float, float], words: list[str]) -> None:
    assert [said for _, said in log_ticks(*span)] == words


def test_scales_place_numbers_by_their_share() -> None:
    assert Scale(0, 4, 100, 200)(1) == 125
    assert Scale(0, 4, 200, 100)(1) == 175
    assert Scale(1, 100, 0, 10, log=True)(10) == pytest.approx(5)
    assert Scale(3, 3, 0, 10)(3) == 5
    assert math.isfinite(Scale(1, 100, 0, 10, log=True)(0))


def test_words_are_as_wide_as_their_letters() -> None:
    assert width_of("") == 0
    assert width_of("WW") > width_of("ll")
    assert width_of("漢") == 13.5
    assert width_of("e\u0301") == width_of("e")
    assert width_of("ж") == pytest.approx(0.64 * 13.5)


@given(st.text(max_size=40), st.floats(15, 200))
def test_shortened_words_fit(words: str, limit: float) -> None:
    cut = shortened(words, limit)
    assert width_of(cut) <= limit + 1e-9
    assert cut == words or (cut.endswith("…") and words.startswith(cut[:-1]))

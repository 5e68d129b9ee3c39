"""Scales of amounts: every amount lies in the band that its label says, bands are even, equal amounts stay together."""

from __future__ import annotations

from collections.abc import Iterable
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.common.arrays import Floats
from standout.data.codes import NO_VALUE
from standout.data.model import Scale
from standout.data.scales import code_of, numbers_of
from standout.io.columns import value_scales as scales
from standout.io.columns.value_kinds import Banding
from standout.io.columns.value_scales import BANDS, amounts_scale, codes_of, extent_of

AMOUNTS = st.lists(st.floats(-1e9, 1e9) | st.integers(-3, 60).map(float) | st.just(nan), min_size=1, max_size=200)
COUNTS = st.lists(st.integers(-(2**40), 2**40) | st.integers(-9, 9), min_size=1, max_size=50)


def scale_of(amounts: list[float], banding: Banding) -> Scale:
    def blocks() -> Iterable[tuple[Floats, None]]:
        return [(np.array(amounts[first : first + 7], float), None) for first in range(0, len(amounts), 7)]

    return amounts_scale(blocks, banding, extent_of(blocks))


@given(COUNTS)
def test_a_count_lies_within_its_label(amounts: list[int]) -> None:
    scale = scale_of([float(amount) for amount in amounts], "powers of two")
    assert scale.kind == "counts"
    assert scale.labels[scale.positions.index(0.0)] == "0"
    for amount, code in zip(amounts, codes_of(np.array(amounts, float), scale).tolist(), strict=True):
        low, high = _ends(scale.labels[code])
        assert low <= amount <= high
        assert abs(scale.positions[code]) == abs(amount).bit_length()
        assert code_of(scale, amount) == code


@given(AMOUNTS)
def test_an_amount_lies_within_its_band(amounts: list[float]) -> None:
    scale, known = scale_of(amounts, "quantiles"), [amount for amount in amounts if not np.isnan(amount)]
    codes = codes_of(np.array(amounts), scale)
    if not known:
        assert scale.kind == "none"
        assert set(codes.tolist()) == {NO_VALUE}
        return
    assert scale.kind == "bands"
    assert len(set(scale.labels)) == len(scale.labels) <= BANDS
    assert scale.positions == tuple(map(float, range(len(scale.labels))))
    highs = (*scale.lows[1:], np.inf)
    for amount, code in zip(amounts, codes.tolist(), strict=True):
        if np.isnan(amount):
            assert code == NO_VALUE
        else:
            assert scale.lows[code] <= amount < highs[code]
            assert code_of(scale, amount) == code
    if len(set(known)) <= BANDS:
        assert len(scale.labels) == len(set(known))
    most = max(known.count(amount) for amount in known)
    assert max(np.bincount(codes[codes != NO_VALUE])) <= -(-len(known) // BANDS) + most


def _ends(label: str) -> tuple[float, float]:
    low, _, high = label.partition("–")
    return float(low), float(high or low)


def test_bands_are_found_by_a_sample_and_reach_to_the_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scales, "_SAMPLED", 500)
    amounts = np.random.default_rng(1).normal(size=20_000)
    scale = scale_of(amounts.tolist(), "quantiles")
    sizes = np.bincount(codes_of(amounts, scale))
    assert len(sizes) == BANDS
    assert sizes.min() > 500
    assert scale.lows[0] == amounts.min()
    assert scale.labels[-1].endswith(f"–{amounts.max():.6g}")


def test_what_is_written_of_a_band_is_its_lowest_number() -> None:
    assert numbers_of(scale_of([-3.0, 0.0, 9.0], "powers of two")) == (-2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 8.0)
    assert numbers_of(scale_of([2.5, 1.25], "quantiles")) == (1.25, 2.5)
    assert numbers_of(Scale("letters", ("A",), (5.0,))) == ()

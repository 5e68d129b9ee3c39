"""Mistakes of all widths at once, against one width after the other written out."""

from __future__ import annotations

import numpy as np
import pytest

from standout.risk.rule_fitting import _LEAST_WRONG, _TURNS, _mistakes, _Near


def one_width(chance: np.ndarray, values: _Near, days: _Near) -> tuple[float, float, float, float]:
    """Expectation-maximisation for one width of values and one of days, item by item."""
    items = [
        (float(p), bool(near) if has else None, bool(near_day) if has_day else None)
        for p, has, near, has_day, near_day in zip(chance, values.has, values.near, days.has, days.near, strict=True)
        if has or has_day
    ]
    total = max(sum(p for p, _, _ in items), 1e-9)
    valued, dated = [one for one in items if one[1] is not None], [one for one in items if one[2] is not None]
    wrong = 0.1 if any(one in dated for one in valued if one[0] > 0) else _LEAST_WRONG
    wrong_value, wrong_day = 0.1 if valued else _LEAST_WRONG, 0.1 if dated else _LEAST_WRONG

    def likely(near: bool | None, share: float, right: float) -> float:
        return 1.0 if near is None else (1 - share) * right + share if near else share

    for _ in range(_TURNS):
        by = [(likely(v, wrong_value, values.right), likely(d, wrong_day, days.right)) for _, v, d in items]
        both = [(1 - wrong) * one * other + wrong for one, other in by]
        apart = [p * (1 - wrong / each) for (p, _, _), each in zip(items, both, strict=True)]
        shares = [sum(p * wrong / each for (p, _, _), each in zip(items, both, strict=True)) / total]
        for side, share in ((1, wrong_value), (2, wrong_day)):
            there = [at for at, one in enumerate(items) if one[side] is not None]
            made_up = sum(apart[at] * share / by[at][side - 1] for at in there)
            shares.append(made_up / max(sum(apart[at] for at in there), 1e-9) if there else 0.0)
        wrong, wrong_value, wrong_day = (min(max(share, _LEAST_WRONG), 0.95) for share in shares)
    fit = sum(
        p * np.log((1 - wrong) * likely(v, wrong_value, values.right) * likely(d, wrong_day, days.right) + wrong)
        for p, v, d in items
    )
    return float(fit), wrong, wrong_value, wrong_day


@pytest.mark.parametrize("seed", range(8))
def test_all_widths_at_once_are_each_width_by_itself(seed: int) -> None:
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 60))
    chance = rng.random(count)
    has = rng.random(count) < (0.0 if seed == 1 else 0.8), rng.random(count) < (0.0 if seed == 2 else 0.6)
    values, days = (
        [_Near(there, there & (off < width), float(1 + 5 * rng.random())) for width in (0.3, 0.7, 1.0)]
        for there, off in ((there, rng.random(count)) for there in has)
    )
    found = _mistakes(chance, values, days[:2])
    for row, value in enumerate(values):
        for column, day in enumerate(days[:2]):
            wanted = one_width(chance, value, day)
            assert [float(part[row, column]) for part in found] == pytest.approx(wanted, rel=1e-9, abs=1e-12)

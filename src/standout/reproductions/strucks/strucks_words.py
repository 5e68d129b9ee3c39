"""Rows of Strucks' tables: a published mean with its spread beside ours, and whether the two agree."""

from __future__ import annotations

from standout.reproductions.rows import measured
from standout.results.estimate import Z95, Estimate
from standout.results.inference_parts import Spread
from standout.results.reproduction import Row, Unit

ALIKE = "within the published spread"


def row(
    table: str,
    what: str,
    published: float | None,
    spread: float | None,
    ours: Estimate | None,
    why: str = "",
    unit: Unit = "decimal",
) -> Row:
    """A row whose remark says whether ours is within the published spread over folds; if not, why."""
    return measured(table, what, published, ours, remark(published, spread, ours, why), unit)


def remark(published: float | None, spread: float | None, ours: Estimate | None, why: str) -> str:
    """Whether ours is as published: as far off as the published spread, its rounding and our interval allow."""
    if published is None or ours is None:
        return why
    allowed = max(spread or 0.0, 0.005) + (ours.high - ours.low) / 2
    if abs(ours.rate - published) <= allowed:
        return ALIKE if spread is not None else "as published"
    off = f"{abs(ours.rate - published):.3f} {'higher' if ours.rate > published else 'lower'}"
    return f"{off}: {why}" if why else off


def estimate(spread: Spread, folds: int) -> Estimate:
    """The interval of a mean over folds or draws."""
    half = Z95 * spread.sd / folds**0.5
    return Estimate(spread.mean, spread.mean - half, spread.mean + half)

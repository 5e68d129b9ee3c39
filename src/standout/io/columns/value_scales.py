"""Scales: what value codes mean, for ratings and grades by their cells, for amounts by bands.

Amounts come in blocks of (numbers, how many rows have each), which may be looked through several times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import duckdb
import numpy as np

from standout.common.arrays import Floats, Int64s, UInt8s
from standout.data.codes import NO_VALUE
from standout.data.model import NO_SCALE, Scale
from standout.data.scales import number_text
from standout.io.columns.value_kinds import Banding

BANDS = 16
"""Numbers of which there are many become so many bands, with about as many entries each."""

_SAMPLED = 4_000_000
"""Numbers that are looked at to find where bands begin."""
_LARGEST_COUNT = 2.0**63

Blocks = Callable[[], Iterable[tuple[Floats, Int64s | None]]]
"""Gives all numbers, block by block; with how many rows have each, or one row each."""


def numbers_scale(database: duckdb.DuckDBPyConnection) -> Scale:
    """Ratings: every different number of the table `cells` is a value; words for yes and no stay as they are."""
    rows = database.execute(
        """SELECT number, arg_max(text, (times, text)) FROM cells GROUP BY number ORDER BY number"""
    )
    numbers, texts = zip(*rows.fetchall(), strict=True)
    database.execute("UPDATE cells SET code = list_position($1::DOUBLE[], number) - 1", [list(numbers)])
    labels = [text if text.isalpha() else number_text(number) for number, text in zip(numbers, texts, strict=True)]
    return Scale("numbers", tuple(labels), tuple(numbers))


def letters_scale(database: duckdb.DuckDBPyConnection, grades: Sequence[str]) -> Scale:
    """Letter grades; `grades` are all that there are, from worst to best."""
    seen = {text for (text,) in database.execute("SELECT DISTINCT upper(text) FROM cells").fetchall()}
    found = [grade for grade in grades if grade in seen]
    database.execute("UPDATE cells SET code = list_position($1, upper(text)) - 1", [found])
    return Scale("letters", tuple(found), tuple(_height(grade) for grade in found))


def _height(grade: str) -> float:
    """Where a grade stands: a letter is one step, a plus or minus a third, whichever other grades occur."""
    return ord("F") - ord(grade[0]) + {"+": 1 / 3, "-": -1 / 3}.get(grade[1:], 0.0)


@dataclass(frozen=True)
class Extent:
    """How far amounts reach: the least and the most, and whether all are whole; nothing if there are none."""

    least: float = np.inf
    most: float = -np.inf
    whole: bool = True
    count: int = 0

    @property
    def countable(self) -> bool:
        return self.whole and max(-self.least, self.most) < _LARGEST_COUNT


def extent_of(blocks: Blocks) -> Extent:
    """Look through all amounts; those that are not known (NaN) do not count."""
    extent = Extent()
    for numbers, _ in blocks():
        known = numbers[~np.isnan(numbers)]
        if len(known):
            extent = Extent(
                min(extent.least, float(known.min())),
                max(extent.most, float(known.max())),
                extent.whole and bool((known == np.floor(known)).all()),
                extent.count + len(known),
            )
    return extent


def amounts_scale(blocks: Blocks, banding: Banding, extent: Extent) -> Scale:
    """Bands for amounts: powers of two where all are whole and that is wanted, else quantiles."""
    if not extent.count:
        return NO_SCALE
    if banding == "powers of two" and extent.countable:
        return _counts_scale(int(extent.least), int(extent.most))
    return _bands_scale(blocks, extent.count)


def codes_of(numbers: Floats, scale: Scale) -> UInt8s:
    """The code of each amount on a scale that was made for it."""
    known = ~np.isnan(numbers)
    codes = np.full(len(numbers), NO_VALUE, np.uint8)
    if scale.kind == "counts":
        steps = np.copysign(np.frexp(np.abs(numbers[known]))[1], numbers[known])
        codes[known] = steps - scale.positions[0]
    elif scale.kind == "bands":
        codes[known] = np.searchsorted(scale.lows, numbers[known], side="right") - 1
    elif scale.kind == "numbers":
        codes[known] = np.searchsorted(scale.positions, numbers[known])
    return codes


def _counts_scale(least: int, most: int) -> Scale:
    """Buckets by powers of two: 0, 1, 2–3, 4–7, … so a count's step is how many binary digits it has; the same below 0
    where there is something."""
    steps = range(-abs(min(least, 0)).bit_length(), max(most, 0).bit_length() + 1)
    return Scale("counts", tuple(map(_step_label, steps)), tuple(map(float, steps)))


def _step_label(step: int) -> str:
    low, high = 2 ** (abs(step) - 1) if step else 0, 2 ** abs(step) - 1
    if step < 0:
        return f"-{low}" if low == high else f"-{high}–-{low}"
    return str(low) if low == high else f"{low}–{high}"


def _bands_scale(blocks: Blocks, count: int) -> Scale:
    numbers, rows = _sampled(blocks, -(-count // _SAMPLED))
    lows = _lows(numbers, rows)
    least, most = np.full(len(lows), np.inf), np.full(len(lows), -np.inf)
    for block, _ in blocks():
        known = block[~np.isnan(block)]
        bands = np.maximum(np.searchsorted(lows, known, side="right") - 1, 0)
        np.minimum.at(least, bands, known)
        np.maximum.at(most, bands, known)
    places = tuple(map(float, range(len(lows))))
    return Scale("bands", _band_labels(least, most), places, (float(least[0]), *map(float, lows[1:])))


def _sampled(blocks: Blocks, step: int) -> tuple[Floats, Int64s]:
    """The different numbers among every so many, ascending, and how many rows have each."""
    parts, weights, place = [], [], 0
    for numbers, rows in blocks():
        known = ~np.isnan(numbers)
        begin = -place % step
        chosen = numbers[known][begin::step]
        place += int(known.sum())
        parts.append(chosen)
        weights.append(np.ones(len(chosen), np.int64) if rows is None else rows[known][begin::step])
    numbers, where = np.unique(np.concatenate(parts), return_inverse=True)
    return numbers, np.bincount(where, weights=np.concatenate(weights), minlength=len(numbers)).astype(np.int64)


def _lows(numbers: Floats, rows: Int64s) -> Floats:
    """Where bands begin: numbers of which there are few are a band each; equal numbers are never parted."""
    if len(numbers) <= BANDS:
        return numbers
    below = np.concatenate(([0], np.cumsum(rows)[:-1]))
    marks = np.arange(1, BANDS) * (int(rows.sum()) / BANDS)
    begins = np.minimum(np.searchsorted(below, marks), len(numbers) - 1)
    return np.asarray(numbers[np.unique(np.concatenate(([0], begins)))])


def _band_labels(least: Floats, most: Floats) -> tuple[str, ...]:
    """From the least to the most of each band; in short if no two bands then read the same."""
    for written in (short_text, number_text):
        ends = [(written(float(low)), written(float(high))) for low, high in zip(least, most, strict=True)]
        labels = tuple(low if low == high else f"{low}–{high}" for low, high in ends)
        if len(set(labels)) == len(labels):
            return labels
    return labels


def short_text(number: float) -> str:
    """A number as people write it, with six digits unless it is whole."""
    return number_text(number) if number.is_integer() else f"{number:.6g}"

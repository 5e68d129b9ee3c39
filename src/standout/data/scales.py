"""What can be asked of a scale: which number a code stands for, which code a number gets, where another scale's lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.model import Scale

_ROUNDED = 1e-5
"""Labels of bands have six digits."""


def numbers_of(scale: Scale) -> tuple[float, ...]:
    """The number that each code stands for, where codes stand for several the lowest of them; none for letters."""
    if scale.kind == "counts":
        return tuple(_of_step(round(place)) for place in scale.positions)
    return {"numbers": scale.positions, "bands": scale.lows}.get(scale.kind, ())


def _of_step(step: int) -> float:
    """The number nearest to 0 in a step of powers of two."""
    return float(np.copysign(2.0 ** (abs(step) - 1), step)) if step else 0.0


def code_of(scale: Scale, number: float) -> int | None:
    """The code of a number: the nearest rating, or the band it lies in; none outside the scale."""
    if scale.kind == "numbers" and scale.positions[0] <= number <= scale.positions[-1]:
        return int(np.abs(np.array(scale.positions) - number).argmin())
    if scale.kind == "counts":
        step = float(np.copysign(np.frexp(abs(number))[1], number)) if abs(number) >= 1 else 0.0
        return scale.positions.index(step) if step in scale.positions else None
    if scale.kind == "bands" and number >= scale.lows[0]:
        return int(np.searchsorted(scale.lows, number, side="right")) - 1
    return None


def comparable(known: Scale, released: Scale) -> bool:
    """Whether distances between values of the two scales mean anything: both rate, grade or count, in ranges that
    meet. A number can be put into a band, but not the other way round."""
    if not known.positions or not released.positions:
        return False
    if known.kind == "bands" and released.kind in ("bands", "numbers"):
        return known.lows[0] <= numbers_of(released)[-1] and numbers_of(released)[0] <= known.lows[-1]
    if known.kind != released.kind:
        return False
    return max(known.positions[0], released.positions[0]) <= min(known.positions[-1], released.positions[-1])


def places_on(known: Scale, released: Scale) -> Floats:
    """Where the codes of one scale lie on the other, a band by its lowest number; where they cannot be compared, as
    they are. How far apart two values are is for `distances_between`."""
    if known.kind != "bands" or known == released or not comparable(known, released):
        return np.array(released.positions, dtype=np.float64)
    bands = np.searchsorted(known.lows, numbers_of(released), side="right") - 1
    return np.asarray(np.array(known.positions)[np.maximum(bands, 0)], dtype=np.float64)


def distances_between(known: Scale, released: Scale) -> Floats:
    """How far each known value (row) is from each released one (column), in positions of the known scale.

    Bands of two files begin at other numbers: where their ranges overlap the distance is 0, for the two may stand for
    the same number; else it is the way to the nearest known band that the released one reaches.
    """
    places = np.array(known.positions, dtype=np.float64)
    if known.kind != "bands" or known == released or not comparable(known, released):
        return np.abs(places[:, None] - np.array(released.positions, dtype=np.float64)[None, :])
    lowest, highest = _reached(known, released)
    # a place below the first band and one above the last, for numbers that the known data does not have
    wider = np.concatenate(([places[0] - 1], places, [places[-1] + 1]))
    below, above = wider[lowest + 1] - places[:, None], places[:, None] - wider[highest + 1]
    return np.asarray(np.maximum(np.maximum(below, above), 0.0))


def _reached(known: Scale, released: Scale) -> tuple[Int64s, Int64s]:
    """The first and the last known band that each released value reaches; -1 is below all, their number above all."""
    lows, lasts = np.array(numbers_of(released)), _lasts(released)
    most, count = float(_lasts(known)[-1]), len(known.lows)
    bands = [
        np.where(ends > most, count, np.searchsorted(known.lows, ends, side="right") - 1) for ends in (lows, lasts)
    ]
    same = {(low, label): code for code, (low, label) in enumerate(zip(known.lows, known.labels, strict=True))}
    for code, band in enumerate(zip(released.lows, released.labels, strict=False)):
        if (own := same.get(band)) is not None:
            bands[1][code] = own
    return bands[0].astype(np.int64), bands[1].astype(np.int64)


def _lasts(scale: Scale) -> Floats:
    """The highest number that each value may stand for: of a band as its label says, else up to the next band."""
    if scale.kind != "bands":
        return np.array(numbers_of(scale), dtype=np.float64)
    nexts = np.append(np.nextafter(scale.lows[1:], -np.inf), np.inf)
    said = np.array([_end_of(label, low) for label, low in zip(scale.labels, scale.lows, strict=True)])
    return np.asarray(np.minimum(nexts, said))


def _end_of(label: str, low: float) -> float:
    """The end of a band by its label ("3–9", or "3" alone), and what rounding may have taken off; infinite if the label
    does not say it."""
    try:
        begin, end = float(label.partition("–")[0]), float(label.rpartition("–")[2])
    except ValueError:
        return np.inf
    if not (abs(begin - low) <= _ROUNDED * abs(low) and begin <= end):
        return np.inf
    return end + _ROUNDED * abs(end)


def part_of(scale: Scale, codes: Sequence[int]) -> Scale:
    """The scale with only these of its codes, ascending."""
    return replace(
        scale,
        labels=tuple(scale.labels[code] for code in codes),
        positions=tuple(scale.positions[code] for code in codes),
        lows=tuple(scale.lows[code] for code in codes) if scale.lows else (),
    )


def number_text(number: float) -> str:
    """A number as people write it, and exactly."""
    return str(int(number)) if number.is_integer() and abs(number) < 2.0**63 else repr(number)

"""Numeric attributes cut into bands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int32s
from standout.common.wording import shown
from standout.errors import BadInput

_QUARTERS = (0.25, 0.5, 0.75)


@dataclass(frozen=True)
class Bands:
    """Bands in ascending order, everyone's band (-1: not known), and what was assumed."""

    labels: tuple[str, ...]
    codes: Int32s
    notes: tuple[str, ...] = ()


def numbers_of(texts: Iterable[str]) -> dict[str, float] | None:
    """What each text means as a number; none if one of them is not a finite number, or there is none at all."""
    numbers = {}
    for text in texts:
        try:
            numbers[text] = float(text)
        except ValueError:
            return None
        if not isfinite(numbers[text]):
            return None
    return numbers or None


def banded(name: str, numbers: npt.NDArray[np.float64], cut: Sequence[float] | None) -> Bands:
    """Each number's band; a border belongs to the band above it. Without borders, quartiles are taken."""
    known = numbers[~np.isnan(numbers)]
    whole = bool(np.all(known == np.floor(known)))
    borders = _checked(cut) if cut is not None else _quartiles(known, whole)
    whole = whole and all(border == int(border) for border in borders)
    codes = np.where(np.isnan(numbers), -1, np.searchsorted(borders, numbers, side="right")).astype(np.int32)
    labels = _labels(borders, whole)
    sizes = np.bincount(codes[codes >= 0], minlength=len(labels))
    if cut is not None and not sizes.all():
        empty = labels[int(np.argmin(sizes))]
        raise BadInput(f"--cut: nobody has '{shown(name)}' {empty}; choose borders between the values that people have")
    note = f"'{shown(name)}' is cut at its quartiles: {', '.join(labels)}; choose other borders with --cut"
    return Bands(labels, codes, () if cut is not None else (note,))


def _checked(cut: Sequence[float]) -> list[float]:
    borders = [float(border) for border in cut]
    if not borders or not all(isfinite(border) for border in borders) or borders != sorted(set(borders)):
        said = ",".join(f"{border:g}" for border in borders) or "empty"
        raise BadInput(f"--cut is {said}, but must be ascending numbers, e.g. --cut 25,40")
    return borders


def _quartiles(known: npt.NDArray[np.float64], whole: bool) -> list[float]:
    """Borders that leave about a quarter of the people in each band; fewer where many share a number."""
    quartiles = np.quantile(known, _QUARTERS)
    quartiles = np.unique(np.ceil(quartiles) if whole else quartiles)
    above = known[known > known.min()]
    borders = [float(border) for border in quartiles if border > known.min()]
    return borders or ([float(above.min())] if len(above) else [])


def _labels(borders: Sequence[float], whole: bool) -> tuple[str, ...]:
    if not borders:
        return ("any",)
    inner = [
        f"{low:g}-{high - 1:g}" if whole and high - 1 > low else f"{low:g}" if whole else f"{low:g} to under {high:g}"
        for low, high in pairwise(borders)
    ]
    return (f"under {borders[0]:g}", *inner, f"{borders[-1]:g} or more")

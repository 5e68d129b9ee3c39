"""Who is hard to infer: AUC among people alike in how much they have, or in how loyal they are to a group."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Floats, Int32s
from standout.inference.fold_intervals import auc_interval
from standout.results.inference_parts import Band

BORDERS = (0.08, 0.16, 0.84, 0.92)
"""Shares of people at which bands begin: about as Strucks' table 27 has them, with the middle as well."""
BAND_NAMES = ("very low", "low", "middle", "high", "very high")


FEWEST_SHOWN = 5
"""Nothing is told of fewer people: no band of them, and no end of one."""


def by_bands(amounts: Floats, scores: Floats, codes: Int32s) -> list[Band]:
    """AUC of out-of-fold scores in each band of people by this amount; people who lack amount or score are left out.

    People with equal amounts stay together, so bands may differ in size, and one may be missing.
    """
    known = np.isfinite(amounts) & np.isfinite(scores).all(axis=1)
    amounts, scores, codes = amounts[known], scores[known], codes[known]
    if not len(amounts):
        return []
    borders = np.quantile(amounts, BORDERS, method="higher")
    band = np.searchsorted(borders, amounts, side="right")
    bands = []
    for number, name in enumerate(BAND_NAMES):
        inside = band == number
        if inside.sum() >= FEWEST_SHOWN:
            least, most = _ends(np.sort(amounts[inside]))
            auc = auc_interval(scores[inside], codes[inside])
            bands.append(Band(name=name, least=least, most=most, people=int(inside.sum()), auc=auc))
    return bands


def _ends(amounts: Floats) -> tuple[float, float]:
    """From where to where a band goes, without its ends: the least and the most would be one person's figure."""
    least, most = float(amounts[FEWEST_SHOWN - 1]), float(amounts[-FEWEST_SHOWN])
    return round(min(least, most), 2), round(max(least, most), 2)

"""The smallest set to hide so that enough people fit what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.advising.who_fits import Crowd
from standout.common.arrays import Int32s, Int64s

EXACT_UP_TO = 20
"""With more shown things than this, not every part of them can be tried."""


@dataclass(frozen=True)
class Hiding:
    """What to hide, by place among the shown things; how many people then fit; whether less would not do for sure."""

    places: tuple[int, ...]
    fits: int
    exact: bool


def smallest_to_hide(crowd: Crowd, wanted: Sequence[int]) -> list[Hiding]:
    """For each wanted number of people, the fewest things to hide so that as many fit; of equally few, those that
    leave most people. Left out where not even everyone is enough.

    Exact up to 20 things: every part of them is counted. Beyond, the better of two greedy ways.
    """
    reachable = sorted(number for number in wanted if number <= crowd.everyone)
    if crowd.has.shape[1] <= EXACT_UP_TO:
        return _exactly(_counts_of_parts(crowd), reachable)
    both = [(_upwards(crowd, number), _downwards(crowd, number)) for number in reachable]
    return [min(two, key=lambda hiding: (len(hiding.places), -hiding.fits)) for two in both]


def _counts_of_parts(crowd: Crowd) -> Int32s:
    """Who has all of each part of the shown things, a part being a number with a bit per thing."""
    from standout.kernels.subsets import add_larger_parts

    shown = crowd.has.shape[1]
    masks = np.zeros(len(crowd.people), np.int64)
    for place in range(shown):
        masks |= crowd.has[:, place].astype(np.int64) << place
    counts = np.bincount(masks, minlength=1 << shown).astype(np.int32)
    add_larger_parts(counts)
    counts[0] = crowd.everyone
    return counts


def _exactly(counts: Int32s, wanted: Sequence[int]) -> list[Hiding]:
    """The largest part that enough people have, for each wanted number in ascending order."""
    shown, enough, hidings = len(counts).bit_length() - 1, None, []
    for number in wanted:
        enough = np.flatnonzero(counts >= number) if enough is None else enough[counts[enough] >= number]
        sizes = np.bitwise_count(enough)
        largest = enough[sizes == sizes.max()]
        best = int(largest[np.argmax(counts[largest])])
        hidden = tuple(place for place in range(shown) if not best >> place & 1)
        hidings.append(Hiding(hidden, int(counts[best]), exact=True))
    return hidings


def _upwards(crowd: Crowd, wanted: int) -> Hiding:
    """Show nothing, then again and again what most of those who still fit have, while enough fit."""
    fitting, open_places = np.ones(len(crowd.people), bool), list(range(crowd.has.shape[1]))
    fits = crowd.everyone
    while open_places:
        counts = crowd.has[fitting][:, open_places].sum(axis=0)
        most = int(np.argmax(counts))
        if counts[most] < wanted:
            break
        fits = int(counts[most])
        fitting &= crowd.has[:, open_places.pop(most)]
    return Hiding(tuple(open_places), fits, exact=False)


def _downwards(crowd: Crowd, wanted: int) -> Hiding:
    """Show everything, then hide again and again what brings most people back, until enough fit."""
    kept, hidden = list(range(crowd.has.shape[1])), []
    while (fits := crowd.fits(kept)) < wanted:
        place = kept[_brings_back_most(crowd, np.array(kept))]
        kept.remove(place)
        hidden.append(place)
    return Hiding(tuple(sorted(hidden)), fits, exact=False)


def _brings_back_most(crowd: Crowd, kept: Int64s) -> int:
    """Which of the kept things is lacking most often to those who lack least; the rarest of those."""
    lacking = ~crowd.has[:, kept]
    missing = lacking.sum(axis=1)
    nearest = missing[missing > 0].min(initial=len(kept) + 1)
    blame = lacking[missing == nearest].sum(axis=0)
    return int(np.lexsort((crowd.holders[kept], -blame))[0])

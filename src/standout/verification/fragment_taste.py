"""The taste attack against `split`: which fragment goes with another, by taste, habits and rhythm?

It learns from fragments that it cuts in two itself, as it does from two times of people's lives. Where days say nothing
or are left out, it joins what the attacker of `fragment_joining`, who looks for days in common, cannot.
"""

from __future__ import annotations

import numpy as np

from standout.attacks.taste import Taste
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.engines.base import threaded
from standout.engines.whole_records import records_of as known_records
from standout.protections.person_records import records_of, with_records
from standout.protections.rowwise import left_names
from standout.risk.intervals import rate_of
from standout.risk.taste_learning import taste_learnt
from standout.verification.fragment_joining import Joined, asked_of


def joined_by_taste(data: LocalDataset, origins: Int64s, seed: int) -> Joined | None:
    """How often the fragment that taste names for another is of the same person; none where taste cannot be learnt.

    One fragment each of some people is taken for known; all others are the release it is looked for in.
    """
    asked = asked_of(data, origins, seed)
    if asked is None:
        return None
    asked = np.sort(asked[np.unique(origins[asked], return_index=True)[1]])
    others = np.setdiff1d(np.arange(data.people), asked)
    release = threaded(
        with_records(data, records_of(data.held.records, others), vocabulary=left_names(data.vocabulary, others)), 1
    )
    known = known_records(data, asked)
    learnt = taste_learnt(Taste(), known, release, seed)
    if learnt.trial is None:
        return None
    first = release.engine.score(release, known, learnt.attack, top=1).top_records[:, 0]
    right = (first >= 0) & (origins[others[np.maximum(first, 0)]] == origins[asked])
    pieces = np.bincount(origins)[origins[asked]]
    return Joined(rate_of(right), float((pieces - 1).mean() / max(len(others), 1)))

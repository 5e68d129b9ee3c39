"""A published recommender applied to one person's own history. Nothing leaves the machine that this runs on."""

from __future__ import annotations

import numpy as np

from standout.label.pairs.factoring import scores_for
from standout.label.person.history import History
from standout.label.person.matching import Catalogue, match
from standout.results.recommended import Recommended, RecommendedItem
from standout.results.recommender import Recommender


def recommended_to(history: History, made: Recommender, count: int) -> Recommended:
    """The items that a history speaks for most, of those that are not in it; equal ones in the order of the file."""
    matched = match(history, Catalogue(made.ids, made.listed.titles or (), made.listed.counted))
    own = np.array(matched.items, np.int64)
    scores = scores_for(np.array(made.factors), np.array(made.scales), own)
    scores[own] = -np.inf
    best = [item for item in np.argsort(-scores, kind="stable")[:count].tolist() if np.isfinite(scores[item])]
    return Recommended(
        recommended=tuple(RecommendedItem(made.ids[item], made.titles[item], float(scores[item])) for item in best),
        known=len(own),
        unknown=len(matched.unknown),
        guarantee=made.made.guarantee,
    )

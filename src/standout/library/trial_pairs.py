"""Pairs as `compare` tries them: published of a part of the people, and applied at once."""

from __future__ import annotations

import datetime

import numpy as np

from standout.data.dataset import LocalDataset
from standout.verification.without_records import Model, Pairs


def published_pairs(data: LocalDataset, asked: Pairs) -> Model:
    """Noisy pairs of the data, whose items count as known to everybody, and the recommender made of them."""
    from standout.io.tables.catalogue import Catalogue
    from standout.label.pairs.gaussian import PairsBudget
    from standout.label.pairs.making import make_pairs

    ids = tuple(sorted(map(str, data.vocabulary.items.to_pylist())))
    catalogue = Catalogue("all items", ids, (None,) * data.items)
    budget = PairsBudget(asked.epsilon, asked.delta, asked.max_items)
    made = make_pairs(data, budget, datetime.date.today().isoformat(), catalogue=catalogue, threads=1)
    codes = Catalogue("", made.ids, (None,) * len(made.ids)).codes(data)
    counted = np.maximum(np.array(made.listed.counted, np.float64), 0.0)
    return Model(codes, np.array(made.factors), np.array(made.scales), counted, made.made.most_gained)

"""Records linked by the Python Record Linkage Toolkit: candidate pairs by block, similarities by `Compare`.

Its records are entries (a person's item with value and day), since a column for each item does not go. Pairs are those
of the same item; what the pairs of two people are worth is added up afterwards.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.peers.answers import Best
from benchmarks.peers.optional import package
from benchmarks.peers.pandas_merge import known_of
from benchmarks.peers.sums import best_of
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge

_DAYS = 14
"""How far off days may be that agree."""


def known_entries(data: LocalDataset, knowledge: Knowledge, targets: int) -> pd.DataFrame:
    """A row per known item of each of the first targets."""
    each = (known_of(data, knowledge, target).assign(target=target) for target in range(targets))
    return pd.concat(each, ignore_index=True)


def best(data: LocalDataset, ratings: pd.DataFrame, knowledge: Knowledge, targets: int) -> Best:
    """Scoreboard-RH: its exponential similarity halves within `scale`, ours falls to 1/e within `reach`."""
    known = known_entries(data, knowledge, targets)
    reach = 1.5 * (data.scale.span or 4.0) / 4
    compare = package("recordlinkage").Compare()
    compare.numeric("known_value", "value", method="exp", scale=reach * np.log(2), label="value")
    compare.numeric("known_day", "day", method="exp", scale=30 * np.log(2), label="day")
    pairs, alike = _compared(compare, known, ratings)
    gains = known["weight"].to_numpy()[pairs[0]] * (alike["value"] + alike["day"]).to_numpy()
    return best_of(*_by_people(known, ratings, pairs, gains, data.people), targets, data.people)


def linked(
    data: LocalDataset, ratings: pd.DataFrame, knowledge: Knowledge, targets: int
) -> tuple[Int64s, Int64s, Floats]:
    """Fellegi–Sunter with weights learnt without labels (`ECMClassifier`): targets, records, and their evidence."""
    known = known_entries(data, knowledge, targets)
    toolkit = package("recordlinkage")
    compare = toolkit.Compare()
    compare.exact("known_value", "value", label="value")
    compare.numeric("known_day", "day", method="step", offset=_DAYS, label="day")
    pairs, alike = _compared(compare, known, ratings)
    classifier = toolkit.ECMClassifier()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        classifier.fit(alike.astype(int))
        evidence = sum(
            np.where(alike[name] > 0, _log(classifier, name, 1), _log(classifier, name, 0)) for name in ("value", "day")
        )
    rarity = np.log(data.people / np.maximum(data.holders, 1))
    return _by_people(known, ratings, pairs, evidence + rarity[known["item"].to_numpy()[pairs[0]]], data.people)


def _log(classifier: Any, feature: str, agrees: int) -> float:
    """What it makes of a feature that agrees or not: how much likelier that is in a match."""
    match, other = (probabilities[feature][agrees] for probabilities in (classifier.m_probs, classifier.u_probs))
    return float(np.log(max(match, 1e-9) / max(other, 1e-9)))


def _compared(compare: Any, known: pd.DataFrame, ratings: pd.DataFrame) -> tuple[list[Int64s], pd.DataFrame]:
    """Rows of both tables that share an item, and how alike they are."""
    index = package("recordlinkage").Index()
    index.block(left_on="item", right_on="item")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pairs = index.index(known, ratings)
        alike: pd.DataFrame = compare.compute(pairs, known, ratings)
    return [np.asarray(pairs.get_level_values(level), np.int64) for level in (0, 1)], alike


def _by_people(
    known: pd.DataFrame, ratings: pd.DataFrame, pairs: list[Int64s], gains: Floats, people: int
) -> tuple[Int64s, Int64s, Floats]:
    """Sums by target and person."""
    owners = known["target"].to_numpy(np.int64)[pairs[0]] * people + ratings["person"].to_numpy(np.int64)[pairs[1]]
    keys, places = np.unique(owners, return_inverse=True)
    return keys // people, keys % people, np.asarray(np.bincount(places, gains, len(keys)), np.float64)

"""Scoreboard-RH in pandas, a target at a time: merge, two similarity columns, sum by person, sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.peers.answers import Best
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge


def ratings_of(data: LocalDataset) -> pd.DataFrame:
    """A row per interaction."""
    records = data.held.records
    return pd.DataFrame(
        {
            "person": np.repeat(np.arange(data.people, dtype=np.int32), data.lengths),
            "item": np.asarray(records.items),
            "value": np.array(data.scale.positions)[records.values],
            "day": records.days.astype(np.int32),
        }
    )


def known_of(data: LocalDataset, knowledge: Knowledge, target: int) -> pd.DataFrame:
    """A row per known item of one target, with the item's weight."""
    known = slice(int(knowledge.starts[target]), int(knowledge.starts[target + 1]))
    items = knowledge.items[known]
    return pd.DataFrame(
        {
            "item": items,
            "known_value": np.array(data.scale.positions)[knowledge.values[known]],
            "known_day": knowledge.days[known],
            "weight": 1 / np.log(np.maximum(data.holders[items], 2)),
        }
    )


def best_by_merge(data: LocalDataset, ratings: pd.DataFrame, knowledge: Knowledge, targets: int) -> Best:
    """The usual way: merge what is known with all ratings."""
    return _best(data, knowledge, targets, lambda known: ratings.merge(known, on="item"))


def by_item(ratings: pd.DataFrame) -> dict[int, pd.DataFrame]:
    """A frame per item."""
    frames: dict[Any, pd.DataFrame] = dict(iter(ratings.groupby("item")))
    return frames


def best_by_item(data: LocalDataset, frames: dict[int, pd.DataFrame], knowledge: Knowledge, targets: int) -> Best:
    """The quicker way: merge what is known with the ratings of the known items only, put aside beforehand."""
    return _best(
        data,
        knowledge,
        targets,
        lambda known: pd.concat([frames[item] for item in known["item"]]).merge(known, on="item"),
    )


def _best(
    data: LocalDataset, knowledge: Knowledge, targets: int, met_by: Callable[[pd.DataFrame], pd.DataFrame]
) -> Best:
    records, tops, standing_out = np.zeros(targets, np.int64), np.zeros(targets), np.zeros(targets)
    reach = 1.5 * (data.scale.span or 4.0) / 4
    for target in range(targets):
        met = met_by(known_of(data, knowledge, target))
        like_value = np.exp(-(met["value"] - met["known_value"]).abs() / reach)
        like_day = np.exp(-(met["day"] - met["known_day"]).abs() / 30)
        met["gain"] = met["weight"] * (like_value + like_day)
        scores = met.groupby("person")["gain"].sum().sort_values(ascending=False)
        first, second = scores.iloc[0], scores.iloc[1] if len(scores) > 1 else 0.0
        mean = scores.sum() / data.people
        spread = np.sqrt((scores**2).sum() / data.people - mean**2)  # those who share nothing score 0
        records[target], tops[target], standing_out[target] = scores.index[0], first, (first - second) / spread
    return Best(records, tops, standing_out)

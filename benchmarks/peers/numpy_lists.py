"""Scoreboard-RH in NumPy over inverted lists: the obvious vectorised version."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.peers.answers import Best
from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge


@dataclass(frozen=True)
class Lists:
    """Who has each item, with what value on which day; every entry has both."""

    people_count: int
    span: float
    positions: Floats
    holders: Int64s
    starts: Int64s
    people: Int32s
    values: Floats
    days: Int32s


def lists_of(data: LocalDataset) -> Lists:
    """Turn the records around."""
    records, positions = data.held.records, np.array(data.scale.positions)
    order = np.argsort(records.items, kind="stable")
    people = np.repeat(np.arange(data.people, dtype=np.int32), data.lengths)
    return Lists(
        data.people,
        data.scale.span or 4.0,
        positions,
        data.holders,
        np.concatenate(([0], np.cumsum(data.holders))),
        people[order],
        positions[records.values[order]],
        records.days[order].astype(np.int32),
    )


def best(lists: Lists, knowledge: Knowledge, targets: int) -> Best:
    """The best record of the first so many targets: per known item, fancy-index and accumulate over everyone."""
    scores, reach = np.zeros(lists.people_count), 1.5 * lists.span / 4
    records, tops, standing_out = np.zeros(targets, np.int64), np.zeros(targets), np.zeros(targets)
    for target in range(targets):
        scores[:] = 0
        for known in range(knowledge.starts[target], knowledge.starts[target + 1]):
            item = knowledge.items[known]
            begin, end = lists.starts[item], lists.starts[item + 1]
            apart = np.abs(lists.values[begin:end] - lists.positions[knowledge.values[known]])
            gaps = np.abs(lists.days[begin:end] - knowledge.days[known])
            weight = 1 / np.log(max(lists.holders[item], 2))
            scores[lists.people[begin:end]] += weight * (np.exp(-apart / reach) + np.exp(-gaps / 30))
        second, first = np.partition(scores, -2)[-2:]
        records[target], tops[target] = scores.argmax(), first
        standing_out[target] = (first - second) / scores.std()
    return Best(records, tops, standing_out)

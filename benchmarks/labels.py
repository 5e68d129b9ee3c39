"""Anonymity sets against NumPy over packed bits, and how long publishing takes."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.timing import Compared, compare
from standout.data.dataset import LocalDataset
from standout.label.provider.anonymity import mean_set_sizes
from standout.label.provider.publishing import PublishSettings, make_bulletin

_PEOPLE, _ROUNDS, _THEIR_ROUNDS = 302, 2_000, 20


def against_packed_bits(data: LocalDataset) -> Compared:
    """Seconds a set query: ours on one thread beside ANDing a row of packed bits for every known item."""
    people = np.arange(0, data.people, max(data.people // _PEOPLE, 1))
    held = np.zeros((data.items, data.people), np.bool_)
    held[data.held.records.items, np.repeat(np.arange(data.people), data.lengths)] = True
    packed = np.packbits(held, axis=1)
    packed = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8))).view(np.uint64)
    dice = np.random.default_rng(1)

    def theirs() -> None:
        for person in people.tolist():
            record = data.held.records.items[data.held.records.starts[person] : data.held.records.starts[person + 1]]
            for _ in range(_THEIR_ROUNDS):
                size = max(1, (int(dice.integers(5, 21)) * len(record) + 50) // 100)
                known = dice.permutation(record)[:size]
                np.bitwise_count(np.bitwise_and.reduce(packed[known], axis=0)).sum()

    found = compare(lambda: mean_set_sizes(data, _ROUNDS, people=people, threads=1), theirs, repeats=3)
    return Compared(found.ours / (len(people) * _ROUNDS), found.theirs / (len(people) * _THEIR_ROUNDS))


def queries_a_second(data: LocalDataset) -> float:
    """Set queries a second on two threads, in millions."""
    mean_set_sizes(data, 10, threads=2)
    begin = time.perf_counter()
    mean_set_sizes(data, _ROUNDS, threads=2)
    return data.people * _ROUNDS / (time.perf_counter() - begin) / 1e6


def publishing(data: LocalDataset) -> float:
    """Seconds to make a bulletin of a prepared dataset, once everything is compiled."""
    make_bulletin(data, PublishSettings(threads=2))
    begin = time.perf_counter()
    make_bulletin(data, PublishSettings(threads=2)).to_json()
    return time.perf_counter() - begin

"""Anonymity sets by simulation: what the scores stand for.

In every round an adversary knows a random 5% to 20% of somebody's items; the anonymity set is everyone whose record
contains them. Boukoros and Katzenbeisser take its mean size over many rounds as a person's privacy.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import items_once
from standout.engines.partition_scores import cores
from standout.knowledge.draw import seed_for
from standout.label.person.person_score import HIGH, LOW

_BATCH = 64


def mean_set_sizes(
    data: LocalDataset,
    rounds: int,
    *,
    people: Int64s | None = None,
    seed: int = 1,
    low: int = LOW,
    high: int = HIGH,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Floats:
    """The mean size of each person's anonymity set over so many rounds; the person is always in it.

    What is drawn depends on the seed, the person and the round alone: not on threads, shards or who else is asked
    about.
    """
    from standout.kernels.anonymity import add_others

    data = items_once(data)
    targets = np.arange(data.people) if people is None else people
    key = seed_for(seed, "anonymity sets")
    sums = np.zeros(len(targets), np.int64)
    records = data.held.records
    batches = [(begin, min(begin + _BATCH, len(targets))) for begin in range(0, len(targets), _BATCH)]

    def simulate(batch: tuple[int, int]) -> None:
        begin, end = batch
        for shard in data.held.shards:
            add_others(
                key, targets[begin:end], records.starts, records.items, shard.first_person, shard.people_count,
                shard.starts, shard.entries, low, high, rounds, sums[begin:end],
            )  # fmt: skip

    with ThreadPoolExecutor(threads or cores()) as pool:
        for done, _ in enumerate(pool.map(simulate, batches), 1):
            if progress is not None:
                progress(min(done * _BATCH, len(targets)), len(targets))
    return 1.0 + sums / rounds

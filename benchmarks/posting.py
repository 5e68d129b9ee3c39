"""How long advice on what a person shows takes, once the data is loaded."""

from __future__ import annotations

import time

import numpy as np

from standout.advising.posting_advice import advise
from standout.advising.who_fits import Shown
from standout.attacks import DEFAULT_ATTACKS, attacks
from standout.data.dataset import LocalDataset

_PEOPLE = 20
_SHOWN = 20


def milliseconds(data: LocalDataset) -> float:
    """The median over people of the time for advice on 20 items of their record, the most that is exact."""
    random, chosen = np.random.default_rng(1), attacks(list(DEFAULT_ATTACKS))
    people = random.choice(np.flatnonzero(data.lengths >= _SHOWN), _PEOPLE, replace=False)
    starts, times = data.held.records.starts, []
    for turn in range(2):
        for person in people:
            items = random.choice(data.held.records.items[starts[person] : starts[person + 1]], _SHOWN, replace=False)
            begin = time.perf_counter()
            advise(data, [Shown(int(item)) for item in items], chosen)
            times += [time.perf_counter() - begin] if turn else []
    return float(np.median(times)) * 1_000

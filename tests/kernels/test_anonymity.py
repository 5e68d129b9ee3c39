"""Anonymity sets by simulation: draw for draw what a slow and obvious version counts, and near what is exact."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.draw import seed_for
from standout.label.provider.anonymity import mean_set_sizes

_WORD = (1 << 64) - 1


def _mixed(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


class Dice:
    """The kernels' source of randomness, in plain Python."""

    def __init__(self, seed: int, first: int, second: int) -> None:
        word = _mixed((seed + 0x9E3779B97F4A7C15) & _WORD)
        word = _mixed(word ^ _mixed((first + 0xD1B54A32D192ED03) & _WORD))
        self.state = _mixed(word ^ _mixed((second + 0x8CB92BA72F3D8DD7) & _WORD))

    def below(self, bound: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        return int((_mixed(self.state) >> 11) * (1.0 / 9007199254740992.0) * bound)


def size_of(percent: int, length: int) -> int:
    return max(1, int(percent * length / 100 + 0.5))


def simulated(records: list[list[int]], rounds: int, seed: int) -> list[float]:
    """Draw all of it, look at everyone."""
    found = []
    for person, record in enumerate(records):
        total = 0
        for turn in range(rounds if record else 0):
            dice, deck = Dice(seed, person, turn), list(record)
            size = size_of(5 + dice.below(16), len(record))
            for drawn in range(size):
                at = drawn + dice.below(len(deck) - drawn)
                deck[drawn], deck[at] = deck[at], deck[drawn]
            total += sum(set(deck[:size]) <= set(other) for other in records) - 1
        found.append(1 + total / rounds)
    return found


def exact(records: list[list[int]], person: int) -> float:
    """Every percentage and every choice of items."""
    record, means = records[person], []
    for percent in range(5, 21):
        sets = list(combinations(record, size_of(percent, len(record))))
        means.append(sum(sum(set(known) <= set(other) for other in records) for known in sets) / len(sets))
    return sum(means) / len(means)


def random_records(seed: int, people: int, items: int, longest: int) -> list[list[int]]:
    dice = np.random.default_rng(seed)
    weights = 1 / np.arange(1, items + 1)
    records = []
    for person in range(people):
        length = 0 if person % 11 == 3 else int(dice.integers(1, longest))
        chosen = dice.choice(items, min(length, items), replace=False, p=weights / weights.sum())
        records.append(sorted(chosen.tolist()))
    records[-1] = records[0]  # a tie
    return records


def data_of(records: list[list[int]], items: int, shard_people: int = 65_536) -> LocalDataset:
    rows = [(person, item) for person, record in enumerate(records) for item in record]
    return from_arrays(
        [row[0] for row in rows], [row[1] for row in rows], size=(len(records), items), shard_people=shard_people
    )


@pytest.mark.parametrize(("seed", "shard_people"), [(1, 65_536), (2, 7), (3, 64), (4, 65_536)])
def test_every_draw_counts_as_in_plain_python(seed: int, shard_people: int) -> None:
    records = random_records(seed, 90, 60, 58)
    data = data_of(records, 60, shard_people)
    found = mean_set_sizes(data, 12, seed=seed, threads=2)
    assert found.tolist() == pytest.approx(simulated(records, 12, seed_for(seed, "anonymity sets")), abs=1e-12)


def test_the_mean_comes_near_what_all_choices_give() -> None:
    records = random_records(5, 40, 25, 16)
    data = data_of(records, 25)
    people = np.array([person for person, record in enumerate(records) if record][:12])
    found = mean_set_sizes(data, 20_000, people=people, seed=5, threads=1)
    for person, mean in zip(people.tolist(), found.tolist(), strict=True):
        assert mean == pytest.approx(exact(records, person), abs=0.25)


def test_people_rounds_and_threads_are_independent() -> None:
    data = data_of(random_records(6, 150, 50, 30), 50)
    everyone = mean_set_sizes(data, 30, seed=3, threads=1)
    some = np.array([140, 2, 77])
    assert mean_set_sizes(data, 30, people=some, seed=3, threads=2).tolist() == everyone[some].tolist()
    assert mean_set_sizes(data, 30, seed=4, threads=2).tolist() != everyone.tolist()


def test_a_record_that_nobody_shares_is_alone_and_twins_are_two() -> None:
    records = [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]
    assert mean_set_sizes(data_of(records, 13), 50, threads=1).tolist() == [1.0, 2.0, 2.0]

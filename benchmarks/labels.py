"""Anonymity sets against NumPy over packed bits, how long publishing takes, and how well scores rank people.

`python -m benchmarks.labels` prints the latter for every dataset at hand: Spearman's correlation of each score with the
mean anonymity set of simulated searches, and with how often real attacks find a person who is known by as much.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.places import dataset
from benchmarks.timing import Compared, compare
from standout.attacks import ATTACKS
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.engines.own_records import scored_with_own
from standout.io.reading import read
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS
from standout.label.person.hidden_crowd import TYPICAL
from standout.label.provider.anonymity import mean_set_sizes
from standout.label.provider.people_scores import crowd_of, yardstick
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.risk.outcomes import outcomes

DATASETS = ("ml-100k", "ml-latest-small-2018", "ml-1m", "book-crossing")
"""Looked at while the score was made."""

ASIDE = ("lastfm-2k", "groceries")
"""Looked at once, afterwards."""

FILES: dict[str, tuple[str, dict[str, str] | None]] = {
    "lastfm-2k": ("user_artists.dat", {"user": "userID", "item": "artistID"}),
    "groceries": ("Groceries_dataset.csv", {"user": "transaction_number", "item": "items"}),
}
"""Files in folders of no known layout, and their columns."""

_ASKED, _DRAWS, _FEWEST = 1_000, 40, 8
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


@dataclass(frozen=True)
class Ranking:
    """How well the scores rank the people of a dataset: with sets, and with risk from somebody who knows as much."""

    data: str
    people: int
    sets: dict[str, float]
    risk: dict[str, float]
    found: float
    """The mean risk; where everybody is always found there is nothing to rank."""
    acquaintance: float
    """How many an acquaintance finds."""

    def __str__(self) -> str:
        pairs = [f"{by[name]:>8.3f}" for by in (self.sets, self.risk) for name in ("hiding", "better", "paper")]
        return f"{self.data:<22} {self.people:>6,} {' '.join(pairs)} {self.found:>7.1%} {self.acquaintance:>7.1%}"


HEADER = (
    f"{'data':<22} {'people':>6} {'sets: hiding, better, paper':>26} {'risk: the same':>26} {'found':>7} "
    f"{'by an acquaintance':>7}"
)


def ranked(data: LocalDataset, name: str) -> Ranking:
    """Scores beside simulated searches and real attacks, for people with at least eight items."""
    from scipy.stats import spearmanr

    whole, dice = data.held.items_once, np.random.default_rng(1)
    able = np.flatnonzero(whole.lengths >= _FEWEST)
    people = np.sort(dice.choice(able, min(_ASKED, len(able)), replace=False))
    few = data.holders < 5
    folded = max(float(data.holders[few].mean()), 1.0) if few.any() else 1.0
    measure = yardstick(np.where(few, 0, data.holders), 100, folded, data.people, crowd_of(whole.lengths, 5))
    scores = measure.scores(whole, 1, lambda _: None)
    typical, _ = measure.crowds(whole, 1)
    hiding = TYPICAL * typical + (1 - TYPICAL) * (np.log(data.people) - scores["better"])
    private = {"hiding": hiding[people], "better": -scores["better"][people], "paper": -scores["paper"][people]}
    sizes = mean_set_sizes(data, _ROUNDS, people=people, threads=1)
    risk = _risk(data, people, PRESETS["share"], _DRAWS)
    return Ranking(
        name,
        len(people),
        {key: float(spearmanr(values, sizes).statistic) for key, values in private.items()},
        {key: float(spearmanr(values, -risk).statistic) for key, values in private.items()},
        float(risk.mean()),
        float(np.nanmean(_risk(data, people, PRESETS["acquaintance"], 2))),
    )


def _risk(data: LocalDataset, people: Int64s, adversary: Adversary, draws: int) -> Floats:
    """How often the likelihood attack finds each of these people, with other knowledge each time."""
    attack = ATTACKS["likelihood"]
    found, times = np.zeros(data.people), np.zeros(data.people)
    for turn in range(draws):
        tally, drawn = scored_with_own(data, data.engine.draw(data, adversary, people, seed=1, turn=turn), attack)
        found[drawn.people] += outcomes(tally, attack, drawn.truths, data.people).ranks == 1
        times[drawn.people] += 1
    risk: Floats = np.where(times > 0, found / np.maximum(times, 1), np.nan)[people]
    return risk


def rankings(names: tuple[str, ...] = (*DATASETS, *ASIDE)) -> Iterator[Ranking]:
    """Those of every dataset that is here."""
    for name in names:
        if (folder := dataset(name)) is not None:
            file, columns = FILES.get(name, ("", None))
            yield ranked(read(folder / file, columns=columns), name)


if __name__ == "__main__":
    print(HEADER)
    for ranking in rankings():
        print(ranking, flush=True)

"""Anonymity sets against NumPy over packed bits, how long publishing takes, and how well scores rank people.

`python -m benchmarks.labels` prints the latter for every dataset at hand: Spearman's correlation of each score with the
mean anonymity set of simulated searches, and with how often a real attack finds a person of whom such a part is known.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.places import dataset
from benchmarks.timing import Compared, compare
from standout.attacks import ATTACKS
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.engines.own_records import scored_with_own
from standout.io.reading import read
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Drawn, Knowledge
from standout.label.person.person_score import known_sizes
from standout.label.provider.anonymity import mean_set_sizes
from standout.label.provider.people_scores import crowd_of, yardstick
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.risk.outcomes import outcomes

DATASETS = ("ml-100k", "ml-latest-small-2018", "ml-1m", "book-crossing")
"""Looked at while the score was made."""

ASIDE = ("lastfm-2k", "groceries", "online-retail")
"""Looked at afterwards; how risk has to be measured was seen on groceries, and tried once on the two others."""

FILES: dict[str, tuple[str, dict[str, str] | None]] = {
    "lastfm-2k": ("user_artists.dat", {"user": "userID", "item": "artistID"}),
    "groceries": ("Groceries_dataset.csv", {"user": "transaction_number", "item": "items"}),
    "online-retail": ("without-dates-latin1.csv", {"user": "CustomerID", "item": "StockCode"}),
}
"""Files in folders of no known layout, and their columns."""

_ASKED, _DRAWS, _FEWEST = 1_000, 200, 8
_WANTED = 0.97
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
    repeated: float
    """The correlation of the risk in one half of the draws with that in the other: how much of it is chance."""
    both: float
    """What a ranking could have with risk, if it has 0.97 with sets: the best there is, from the measured answers."""
    found: float
    """The mean risk; where everybody is always found there is nothing to rank."""

    def __str__(self) -> str:
        pairs = [f"{by[name]:>6.3f}" for by in (self.sets, self.risk) for name in SCORES]
        limits = f"{self.repeated:>6.3f} {self.both:>6.3f} {self.found:>6.1%}"
        return f"{self.data:<20} {self.people:>6,} {' '.join(pairs)} {limits}"


SCORES = ("hiding", "few", "better", "paper")

HEADER = (
    f"{'data':<20} {'people':>6} {'sets: ' + ', '.join(SCORES):>27} {'risk: the same':>27} {'halves':>6} {'both':>6} "
    f"{'found':>6}"
)


def ranked(data: LocalDataset, name: str) -> Ranking:
    """Scores beside simulated searches and real attacks, for people with at least eight items."""
    whole, dice = data.held.items_once, np.random.default_rng(1)
    able = np.flatnonzero(whole.lengths >= _FEWEST)
    people = np.sort(dice.choice(able, min(_ASKED, len(able)), replace=False))
    few_hold = data.holders < 5
    folded = max(float(data.holders[few_hold].mean()), 1.0) if few_hold.any() else 1.0
    measure = yardstick(np.where(few_hold, 0, data.holders), 100, folded, data.people, crowd_of(whole.lengths, 5))
    scores = measure.scores(whole, 1, lambda _: None)
    _, few = measure.crowds(whole, 1)
    private = {key: -values[people] for key, values in (scores | {"few": few}).items()}
    sizes = mean_set_sizes(data, _ROUNDS, people=people, threads=1)
    found = _found(data, people, dice)
    risk = found.mean(axis=0)
    return Ranking(
        name,
        len(people),
        {key: _alike(values, sizes) for key, values in private.items()},
        {key: _alike(values, -risk) for key, values in private.items()},
        _alike(found[::2].mean(axis=0), found[1::2].mean(axis=0)),
        best_of_both(sizes, risk),
        float(risk.mean()),
    )


def best_of_both(sizes: Floats, risk: Floats, wanted: float = _WANTED) -> float:
    """The highest correlation with risk of a ranking that has so much with sets.

    Whatever is to be had of a weighted sum of two rank correlations, the same sum of the two ranks has.
    """
    from scipy.stats import rankdata

    by_sets, by_risk = rankdata(sizes), rankdata(-risk)
    blends = [(1 - weight) * by_sets + weight * by_risk for weight in np.linspace(0, 1, 101)]
    return max(_alike(blend, by_risk) for blend in blends if _alike(blend, by_sets) >= wanted)


def _alike(one: Floats, other: Floats) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(one, other).statistic)


def _found(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> Bools:
    """Whether the likelihood attack finds each of these people, with other knowledge each time."""
    attack = ATTACKS["likelihood"]
    found = np.zeros((_DRAWS, len(people)), np.bool_)
    for turn in range(_DRAWS):
        tally, drawn = scored_with_own(data, parts_known(data, people, dice), attack)
        found[turn] = outcomes(tally, attack, drawn.truths, data.people).ranks == 1
    return found


def parts_known(data: LocalDataset, people: Int64s, dice: np.random.Generator) -> Drawn:
    """A random part of the size that the label speaks of.

    Not that of the adversary `share`, who knows one or two of 14 items, each as often, and one of 8 or 9: for the label
    it is up to three, and up to two.
    """
    records = data.held.items_once.records
    known = []
    for person in people.tolist():
        items = records.items[records.starts[person] : records.starts[person + 1]]
        known.append(dice.permutation(items)[: dice.choice(known_sizes(len(items)))])
    starts = np.concatenate(([0], np.cumsum([len(items) for items in known])))
    knowledge = Knowledge(
        starts=starts,
        items=np.concatenate(known).astype(np.int32),
        values=np.full(starts[-1], NO_VALUE, np.uint8),
        days=np.full(starts[-1], UNKNOWN_DAY, np.int32),
        shortest=np.zeros(len(people), np.int64),
        longest=np.full(len(people), ANY_LENGTH),
        scale=data.scale,
    )
    return Drawn(knowledge, people, people, 0)


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

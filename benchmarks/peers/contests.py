"""Who meets whom on which data, and about how many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import comb

import numpy as np
import pandas as pd

from benchmarks.peers import mlxtend_personas, numpy_lists, ours, pandas_merge, scikit, sparse_topn, subsets
from benchmarks.peers.answers import Agreement, Best, same_best, same_counts, same_top
from benchmarks.peers.contest import Contest
from benchmarks.personas import SUPPORT, without_names
from standout.attacks import ATTACKS
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, of_targets, seed_for, whole_records
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine
from standout.profiles.personas.persona_set import PersonaSet

EIGHT = Adversary("eight", items=8, days=14)
TOP = 10
MOST_KNOWN = 3
"""The largest sets of known items that are counted one by one; the smallest have two."""
SEED = 1


@dataclass(frozen=True)
class Sizes:
    """How many targets (or sets of known items) each is asked about, and how often."""

    ours: int
    lists: int
    merge: int
    by_item: int
    known: int
    whole: int
    set_people: int
    by_person: int
    at_once: int
    rounds: int = 5
    slow_rounds: int = 3

    def smaller(self) -> Sizes:
        """A tenth of everything, for trying out."""
        tenths = {
            name: max(1, count // 10)
            for name, count in vars(self).items()
            if name not in ("rounds", "slow_rounds", "set_people")
        }
        return Sizes(**tenths, set_people=self.set_people, rounds=2, slow_rounds=2)


ONE_MILLION = Sizes(
    ours=6_040, lists=1_000, merge=100, by_item=200, known=6_040, whole=6_040, set_people=30, by_person=10, at_once=100
)
TWENTY_MILLION = Sizes(
    ours=2_000, lists=200, merge=20, by_item=100, known=2_000, whole=1_000, set_people=5, by_person=2, at_once=20
)


def contests(data: LocalDataset, sizes: Sizes) -> Iterator[Contest]:
    """Everything about one dataset; what a peer needs is made ready outside the time, and dropped afterwards."""
    order = np.random.default_rng(seed_for(SEED, "peers")).permutation(data.people)
    knowledge = data.engine.draw(data, EIGHT, order, seed=SEED).knowledge
    yield from _scoreboards(data, _first(knowledge, sizes.ours), sizes)
    yield from _neighbours(data, _first(knowledge, sizes.known), "8 known items", sizes)
    yield from _neighbours(data, whole_records(data.held, data.facts, order[: sizes.whole]), "a whole record", sizes)
    enough = order[data.lengths[order] >= MOST_KNOWN]
    yield from _sets(data, enough[np.argsort(data.lengths[enough], kind="stable")][: sizes.set_people], sizes)


def _first(knowledge: Knowledge, targets: int) -> Knowledge:
    return of_targets(knowledge, np.arange(min(targets, knowledge.targets)))


def _scoreboards(data: LocalDataset, knowledge: Knowledge, sizes: Sizes) -> Iterator[Contest]:
    question = "Scoreboard-RH, 8 known items with values and days: who is best, and by how much?"

    def against(peer: str, theirs: partial[Best], many: int, rounds: int) -> Contest:
        return Contest(
            peer, question, "target", partial(ours.best, data, knowledge, ATTACKS["scoreboard-rh"]),
            knowledge.targets,
            partial(theirs, knowledge, many), many, same_best, rounds,
        )  # fmt: skip

    many = min(sizes.lists, knowledge.targets)
    yield against("NumPy, inverted lists", partial(numpy_lists.best, numpy_lists.lists_of(data)), many, sizes.rounds)
    ratings = pandas_merge.ratings_of(data)
    by_merge = partial(pandas_merge.best_by_merge, data, ratings)
    yield against("pandas, merge per target", by_merge, min(sizes.merge, knowledge.targets), sizes.slow_rounds)
    by_item = partial(pandas_merge.best_by_item, data, pandas_merge.by_item(ratings))
    yield against(
        "pandas, a frame per item beforehand", by_item, min(sizes.by_item, knowledge.targets), sizes.slow_rounds
    )


def _neighbours(data: LocalDataset, knowledge: Knowledge, known: str, sizes: Sizes) -> Iterator[Contest]:
    question, targets = f"TF-IDF, {known}: the {TOP} most similar records", knowledge.targets
    records, asked = scikit.record_matrix(data), scikit.known_matrix(data, knowledge)
    search, transposed = scikit.searched(records, TOP), records.T.tocsr()
    peers = {
        "scikit-learn, `NearestNeighbors` (brute, cosine)": partial(scikit.top_by_search, search, asked),
        "scikit-learn, `linear_kernel` and a partial sort": partial(scikit.top_by_kernel, records, asked, TOP),
        "sparse_dot_topn, `sp_matmul_topn`": partial(sparse_topn.top, asked, transposed, TOP),
    }
    for peer, theirs in peers.items():
        yield Contest(
            peer, question, "target", partial(ours.top, data, knowledge, TOP), targets,
            theirs, targets, same_top, sizes.slow_rounds,
        )  # fmt: skip


def _sets(data: LocalDataset, people: Int64s, sizes: Sizes) -> Iterator[Contest]:
    ratings = pandas_merge.ratings_of(data)
    starts, items = data.held.records.starts, data.held.records.items
    records = [items[starts[person] : starts[person + 1]].tolist() for person in people.tolist()]
    for size in range(2, MOST_KNOWN + 1):
        question = f"each set of {size} items of a record: how many records contain it?"
        total = sum(comb(int(length), size) for length in data.lengths[people])
        for peer, counted, most in (
            ("scikit-mobility's way, person by person", subsets.counted_by_person, sizes.by_person),
            ("the same in pandas, all people at once", subsets.counted_at_once, sizes.at_once),
        ):
            many = min(most, total)
            yield Contest(
                peer, question, "set", partial(ours.containing, data, people, size), total,
                partial(counted, ratings, records, size, many), many, same_counts, sizes.slow_rounds,
            )  # fmt: skip


def _mined(population: Population, support: float, threads: int) -> PersonaSet:
    return mine(population, support, threads=threads)


def _same_personas(pairs: list[tuple[str, str]], found: PersonaSet, theirs: pd.DataFrame) -> Agreement:
    """Personas that both found, with the same number of people, of all that either found."""
    our_crowds = mlxtend_personas.crowds_of_ours(found)
    their_crowds = mlxtend_personas.crowds_of_theirs(theirs, found.population, pairs)
    same = sum(their_crowds.get(persona) == count for persona, count in our_crowds.items())
    return Agreement(same, len(our_crowds | their_crowds))


def persona_contests(people: tuple[int, ...], support: float = SUPPORT, rounds: int = 3) -> Iterator[Contest]:
    """Mining personas; not about interactions, so on the invented population of profiles."""
    for many in people:
        population = without_names(many)
        table, pairs = mlxtend_personas.table_of(population, support)
        yield Contest(
            "mlxtend, `fpgrowth`", f"all personas of {many:,} people at support {support:g}", "run",
            partial(_mined, population, support), 1,
            partial(mlxtend_personas.mined, table, support), 1, partial(_same_personas, pairs), rounds,
        )  # fmt: skip

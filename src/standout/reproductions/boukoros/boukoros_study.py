"""One dataset of the reproduction of Boukoros and Katzenbeisser: records, simulated sets, scores."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from standout.common.arrays import Floats
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines.base import threaded
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.label.person.person_score import normalised
from standout.label.provider.anonymity import mean_set_sizes
from standout.label.provider.naming import FEWEST_PEOPLE
from standout.label.provider.people_scores import better_scores, paper_scores
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.results.bulletin import Bulletin
from standout.results.estimate import Z95, Estimate

SHORTEST, LONGEST = 8, 5_000
"""The paper leaves out records with fewer or more items."""

DATASETS = ("ml-100k", "ml-1m", "book-crossing")
"""The folders looked for where --data is a folder of datasets."""


@dataclass(frozen=True, eq=False)
class Study:
    """A dataset, how large everybody's anonymity set is on average, and what the scores say."""

    name: str
    data: LocalDataset
    left_out: int
    rounds: int
    sizes: Floats
    again: float
    """Spearman's correlation between two independent halves of the simulation: what noise leaves of a perfect score."""
    bulletin: Bulletin
    scores: dict[str, Floats]
    """Higher is more private: `paper` and `better` normalised, others as they are."""


def study_of(
    name: str,
    data: LocalDataset,
    rounds: int,
    seed: int,
    threads: int | None,
    progress: Callable[[int, int], None] | None = None,
) -> Study:
    """Simulate and score one dataset."""
    kept = without_outliers(data)
    if kept.people < FEWEST_PEOPLE:
        raise BadInput(
            f"{name}: {kept.people} people with {SHORTEST} to {LONGEST:,} items are too few; at least {FEWEST_PEOPLE} "
            "are needed"
        )
    half = max(1, rounds // 2)
    first = mean_set_sizes(kept, half, seed=seed, threads=threads, progress=progress)
    second = mean_set_sizes(kept, half, seed=seed_for(seed, "again"), threads=threads, progress=progress)
    bulletin = make_bulletin(kept, PublishSettings(seed=seed, threads=threads))
    scores = scores_of(kept, bulletin, threads)
    sizes = (first + second) / 2
    return Study(name, kept, data.people - kept.people, 2 * half, sizes, spearman(first, second).rate, bulletin, scores)


def without_outliers(data: LocalDataset) -> LocalDataset:
    """The data without the records that the paper leaves out, and without items that nobody has then."""
    kept = (data.lengths >= SHORTEST) & (data.lengths <= LONGEST)
    if kept.all():
        return data
    owners = np.repeat(np.arange(data.people), data.lengths)
    kept_entries = kept[owners]
    people, items = (
        np.unique(codes[kept_entries], return_inverse=True)[1] for codes in (owners, data.held.records.items)
    )
    return from_arrays(people, items, source=data.source)


def scores_of(data: LocalDataset, bulletin: Bulletin, threads: int | None) -> dict[str, Floats]:
    """Both scores as people would compute them, and what they are compared with."""
    data, made = threaded(data, threads), bulletin.made
    counts = np.where(data.holders < made.min_holders, 0, data.holders)
    people, folded = bulletin.people, bulletin.folded.mean
    raw = {
        "paper": paper_scores(data, counts, bulletin.rare_below),
        "better": better_scores(data, counts, folded, people, bulletin.crowd),
    }
    scores = {
        name: np.array([normalised(score, bulletin.scores[name].norm) for score in raw[name].tolist()]) for name in raw
    }
    alone = float(np.mean(data.lengths))
    logs = np.add.reduceat(np.log(data.holders / people)[data.held.records.items], data.held.records.starts[:-1])
    return scores | {
        "fewer items alone": -data.lengths.astype(np.float64),
        "length × mean log popularity": logs,
        "expected set, all people alike": -better_scores(data, counts, folded, people, (alone,)),
        "the same with items of every count": -better_scores(data, data.holders, folded, people, bulletin.crowd),
    }


def spearman(first: Floats, second: Floats) -> Estimate:
    """Spearman's rank correlation; interval by Fisher's transformation with Bonett and Wright's variance."""
    from scipy.stats import spearmanr

    _check_ranked(first, second)
    correlation = float(spearmanr(first, second).statistic)
    return _fisher(correlation, math.sqrt((1 + correlation**2 / 2) / max(len(first) - 3, 1)))


def kendall(first: Floats, second: Floats) -> Estimate:
    """Kendall's rank correlation (tau-b); interval by Fisher's transformation with Fieller's variance."""
    from scipy.stats import kendalltau

    _check_ranked(first, second)
    return _fisher(float(kendalltau(first, second).statistic), math.sqrt(0.437 / max(len(first) - 4, 1)))


def _check_ranked(*ranked: Floats) -> None:
    if any(values.min() == values.max() for values in ranked):
        raise BadInput("everybody is alike in this data, so nothing can be ranked; use other data")


def _fisher(correlation: float, error: float) -> Estimate:
    middle = math.atanh(min(max(correlation, -1 + 1e-12), 1 - 1e-12))
    return Estimate(correlation, math.tanh(middle - Z95 * error), math.tanh(middle + Z95 * error))


def datasets_in(data: str) -> dict[str, str]:
    """Which datasets --data means: the known ones in a folder of datasets, or itself."""
    folder = Path(data)
    datasets = {name: str(folder / name) for name in DATASETS if (folder / name).is_dir()}
    return datasets or {folder.name or data: data}

"""Does the nearest row foretell what is found? Each dataset is foretold from the others, and compared with the truth.

Rows about the same people (files of one folder) are left out together. Beside the nearest row stands the mean of all
others, which knows nothing of the dataset that it foretells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.census.known import KNOWN
from standout.census.likeness import NEAR, distance, nearest_row
from standout.results.census import Census, CensusRow

Figure = Callable[[CensusRow], float | None]


def found_by(adversary: str) -> Figure:
    """The share that an adversary finds."""
    return lambda row: row.found[adversary].found.rate if adversary in row.found else None


FIGURES: dict[str, Figure] = {
    "found by two-and-a-date": found_by("two-and-a-date"),
    "found by acquaintance": found_by("acquaintance"),
    "found by mentions": found_by("mentions"),
    "learned gain": lambda row: row.learned.gain.rate if row.learned else None,
    "linked over time, first": lambda row: row.linked.first.rate if row.linked else None,
    "lost by crowds of ten": lambda row: row.crowds.lost.loss if row.crowds and row.crowds.lost else None,
}


@dataclass(frozen=True)
class Foretold:
    """One figure: how far both ways of foretelling it are off on average, in points, over so many datasets."""

    figure: str
    datasets: int
    nearest: float
    mean: float


@dataclass(frozen=True)
class Neighbour:
    """A dataset, the one that it is most like among those about others, and how far that is."""

    row: CensusRow
    nearest: CensusRow
    apart: float

    @property
    def near(self) -> bool:
        return self.apart <= NEAR


def others(row: CensusRow, census: Census) -> tuple[CensusRow, ...]:
    """The rows about other people."""
    folders = {known.key: known.folder for known in KNOWN}
    own = folders.get(row.key, row.key)
    return tuple(each for each in census.rows if folders.get(each.key, each.key) != own)


def neighbours(census: Census) -> Iterator[Neighbour]:
    """Each dataset with the one that it is most like."""
    for row in census.rows:
        near = nearest_row(row.shape, others(row, census))
        if near is not None:
            yield Neighbour(row, near, distance(row.shape, near.shape))


def foretold(census: Census, near_only: bool = False) -> Iterator[Foretold]:
    """Every figure, by the nearest row and by the mean of all others; perhaps only where something is near."""
    for name, figure in FIGURES.items():
        nearest, mean = [], []
        for each in neighbours(census):
            truth, there = figure(each.row), figure(each.nearest)
            known = [value for row in others(each.row, census) if (value := figure(row)) is not None]
            if truth is None or there is None or not known or (near_only and not each.near):
                continue
            nearest.append(abs(truth - there))
            mean.append(abs(truth - sum(known) / len(known)))
        if nearest:
            yield Foretold(name, len(nearest), sum(nearest) / len(nearest), sum(mean) / len(mean))

"""Crowds of near people, without a step that looks at all pairs: halves of halves, then crowds inside each piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from standout.common.arrays import Float32s, Int64s

PIECE = 4_096
"""People among whom crowds are looked for at once."""
_ROWS = 1 << 16
ROUNDS, NEAR = 6, 3
"""How often people may be exchanged between crowds, and with how many of the nearest ones."""


Work = TypeVar("Work")
Done = TypeVar("Done")


def in_threads(run: Callable[[Work], Done], parts: Iterable[Work], threads: int | None = None) -> list[Done]:
    """What comes of each part, in their order; kernels run beside each other, one a core if nothing is said."""
    from standout.engines.partition_scores import cores

    with ThreadPoolExecutor(threads or cores()) as pool:
        return list(pool.map(run, parts))


@dataclass(frozen=True)
class Grouping:
    """People in the order of their crowds; those of crowd c are `people[starts[c]:starts[c + 1]]`."""

    people: Int64s
    starts: Int64s

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> Int64s:
        return np.diff(self.starts)

    @property
    def crowds(self) -> Int64s:
        """The crowd of each place, in the order of `people`."""
        return np.repeat(np.arange(self.count), self.sizes)

    def of_people(self) -> Int64s:
        """The crowd of each person, in the order of the data."""
        crowds = np.empty(len(self.people), np.int64)
        crowds[self.people] = self.crowds
        return crowds


def grouped(places: Float32s, people: Int64s, size: int) -> Grouping:
    """Crowds of at least `size` and fewer than twice as many, of people whose places (a row each) are near.

    It depends on where people are, and for ties on their order, which is random: never on their numbers.
    """
    from standout.kernels.crowding import exchange, near_crowds

    crowds, pieces = np.full(len(places), -1, np.int64), _pieces(places, np.arange(len(places)), size)

    def group(piece: Int64s) -> int:
        count = near_crowds(places, piece, size, 0, crowds)
        if count > 1:
            exchange(places, piece, crowds, 0, count, ROUNDS, NEAR)
        return int(count)

    counts = in_threads(group, pieces)
    for piece, before in zip(pieces, np.cumsum(counts) - counts, strict=True):
        crowds[piece] += before
    return grouping_of(crowds, people)


def grouping_of(crowds: Int64s, people: Int64s) -> Grouping:
    """A grouping from the crowd of each of these people; members of a crowd stay in their order."""
    order = np.argsort(crowds, kind="stable")
    return Grouping(people[order], np.concatenate(([0], np.cumsum(np.bincount(crowds)))).astype(np.int64))


def _pieces(places: Float32s, people: Int64s, size: int) -> list[Int64s]:
    """People cut in two across the direction in which they differ most, and again until pieces are small."""
    if len(people) <= max(PIECE, 4 * size):
        return [people]
    order = _along(places, people)
    half = len(people) // size // 2 * size
    return _pieces(places, people[order[:half]], size) + _pieces(places, people[order[half:]], size)


def _along(places: Float32s, people: Int64s) -> Int64s:
    """People by where they are in the direction in which they differ most."""
    blocks = [people[begin : begin + _ROWS] for begin in range(0, len(people), _ROWS)]
    middle = sum(places[block].sum(axis=0, dtype=np.float64) for block in blocks) / len(people)
    square = np.zeros((places.shape[1],) * 2)
    for block in blocks:
        away = places[block] - middle
        square += away.T @ away
    direction = np.linalg.eigh(square)[1][:, -1]
    return np.argsort(np.concatenate([(places[block] - middle) @ direction for block in blocks]), kind="stable")


def middles_of(places: Float32s, people: Int64s, grouping: Grouping) -> Float32s:
    """Where each crowd as a whole is: a direction, whatever its size. `places` are those of `people`, in order."""
    at = np.empty(len(people), np.int64)
    at[people] = np.arange(len(people))
    sums = np.add.reduceat(places[at[grouping.people]], grouping.starts[:-1], axis=0)
    return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12), np.float32)


def coarser(grouping: Grouping, middles: Float32s, size: int) -> Grouping:
    """Crowds of crowds: the numbers of crowds, in groups of at least `size` whose middles are near."""
    return grouped(middles, np.arange(grouping.count), min(size, grouping.count))

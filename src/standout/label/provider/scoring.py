"""Everybody's raw scores in a dataset, from the counts that will be published: the provider's side of `score`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from standout.data.elsewhere import Arrays, one_after_another, over_parts, summed
from standout.data.model import Int32s, Int64s, Interactions
from standout.engines.local import cores
from standout.label.person.score import HIGH, LOW, MOST, holding

Floats = npt.NDArray[np.float64]
Report = Callable[[int, int], None]

PARTS = 5
"""Into how many parts the crowd is cut by how much people have."""

_BLOCK_ENTRIES = 1_000_000


def crowd_of(lengths: Int64s, fewest: int = 1) -> tuple[float, ...]:
    """How many items people have, on average, in each equal part of the people ordered by that.

    No part has fewer than `fewest` people, so with few people there are fewer parts.
    """
    ordered = np.sort(lengths)
    cut = np.array_split(ordered, max(1, min(PARTS, len(ordered) // max(fewest, 1))))
    return tuple(max(round(float(part.mean()), 3), 0.001) for part in cut)


@dataclass(frozen=True)
class Yardstick:
    """What everybody is scored with, made from the counts that will be published."""

    people: int
    rare: npt.NDArray[np.int8]
    """For each item whether it is rare."""
    kinds: Int32s
    """For each item its row in `chances`: items with the same count share one."""
    chances: Floats
    """With what probability a person of each part of the crowd holds such an item."""

    def scores(
        self, data: Interactions, threads: int | None = None, progress: Report | None = None
    ) -> dict[str, Floats]:
        """Both scores of the people at hand."""
        return {"paper": _paper(data, self.rare, threads), "better": self.better(data, threads, progress)}

    def better(self, data: Interactions, threads: int | None = None, progress: Report | None = None) -> Floats:
        """ln(people / expected set) for the people at hand."""
        from standout.kernels.crowd import mean_shares

        share, records = np.zeros(data.people), data.records
        _in_blocks(
            data, threads,
            lambda begin, end: mean_shares(
                records.starts, records.items, self.chances, self.kinds, begin, end, LOW, HIGH, MOST, share
            ),
            progress,
        )  # fmt: skip
        found: Floats = np.log(self.people / (1.0 + (self.people - 1) * share))
        return found


def yardstick(counts: Int64s, rare_below: int, folded: float, people: int, crowd: Sequence[float]) -> Yardstick:
    """`counts` are holders as published, 0 for an item without a name; `folded` is how many hold such an item, on
    average."""
    distinct, kinds = np.unique(counts, return_inverse=True)
    chances = np.array([holding((one if one > 0 else folded) - 1.0, people, crowd) for one in distinct.tolist()])
    return Yardstick(people, (counts < rare_below).astype(np.int8), kinds.astype(np.int32), chances)


def scores_of_all(
    data: Interactions, measure: Yardstick, threads: int | None = None, progress: Report | None = None
) -> dict[str, Floats]:
    """Everybody's scores, wherever their records are: two numbers a person come from there."""
    if data.elsewhere is None:
        return measure.scores(data, threads, progress)
    return over_parts(data, _scores_of_part, measure, merge=one_after_another)


def _scores_of_part(part: Interactions, measure: Yardstick) -> Arrays:
    return dict(measure.scores(part, threads=1))


def held_at_most(data: Interactions, counted: npt.NDArray[np.int8], most: int) -> Int64s:
    """How many hold each of the counted items if at most so many items a person count, drawn afresh each time."""
    found: Int64s = over_parts(data, _held_in_part, counted, most, merge=summed)["held"]
    return found


def _held_in_part(part: Interactions, counted: npt.NDArray[np.int8], most: int) -> Arrays:
    """Every person gets a key of their own from the system: no seed tells what is drawn of whom."""
    from standout.kernels.crowd import count_at_most

    held, records = np.zeros(part.items, np.int64), part.records
    keys = np.frombuffer(secrets.token_bytes(8 * part.people), np.uint64)
    count_at_most(keys, records.starts, records.items, counted, most, held)
    return {"held": held}


def marked_of_each(data: Interactions, marks: npt.NDArray[np.int8]) -> Int64s:
    """How many of the marked items everybody has, wherever the records are."""
    found: Int64s = over_parts(data, _marked_in_part, marks, merge=one_after_another)["marked"]
    return found


def _marked_in_part(part: Interactions, marks: npt.NDArray[np.int8]) -> Arrays:
    return {"marked": _marked(part, marks, 1)}


def paper_scores(data: Interactions, counts: Int64s, rare_below: int, threads: int | None = None) -> Floats:
    """rare / all + ln(all) for everyone; `counts` are holders as published, 0 for an item without a name."""
    return _paper(data, (counts < rare_below).astype(np.int8), threads)


def better_scores(
    data: Interactions, counts: Int64s, folded: float, people: int, crowd: Sequence[float], threads: int | None = None
) -> Floats:
    """ln(people / expected set) for everyone; `folded` is how many hold an item without a name, on average."""
    return yardstick(counts, 0, folded, people, crowd).better(data, threads)


def _paper(data: Interactions, marks: npt.NDArray[np.int8], threads: int | None) -> Floats:
    lengths = np.maximum(data.lengths, 1)
    found: Floats = _marked(data, marks, threads) / lengths + np.log(lengths)
    return found


def _marked(data: Interactions, marks: npt.NDArray[np.int8], threads: int | None) -> Int64s:
    """How many of the marked items the people at hand have."""
    from standout.kernels.crowd import count_rare

    found, records = np.zeros(data.people, np.int64), data.records
    _in_blocks(
        data, threads, lambda begin, end: count_rare(records.starts, records.items, marks, begin, end, found), None
    )
    return found


def _in_blocks(
    data: Interactions, threads: int | None, work: Callable[[int, int], None], progress: Report | None
) -> None:
    """Do the work for all people, in blocks of about as many interactions."""
    wanted = np.arange(0, data.count + _BLOCK_ENTRIES, _BLOCK_ENTRIES)
    borders = np.unique(np.append(np.searchsorted(data.records.starts[:-1], wanted), data.people))
    borders = np.unique(np.append(0, borders)).tolist()
    with ThreadPoolExecutor(threads or cores()) as pool:
        for done, _ in enumerate(pool.map(work, borders, borders[1:]), 1):
            if progress is not None:
                progress(done, len(borders) - 1)

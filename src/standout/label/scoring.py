"""Everybody's raw scores in a dataset, from the counts that will be published: the provider's side of `score`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from standout.engines.local import cores
from standout.interactions.elsewhere import Arrays, one_after_another, over_parts, summed
from standout.interactions.model import Int32s, Int64s, Interactions
from standout.label.score import HIGH, LOW, MOST, holding

Floats = npt.NDArray[np.float64]
Report = Callable[[int, int], None]

PARTS = 5
"""Into how many parts the crowd is cut by how much people have."""

_BLOCK_ENTRIES = 1_000_000


def crowd_of(lengths: Int64s, parts: int = PARTS) -> tuple[float, ...]:
    """How many items people have, on average, in each equal part of the people ordered by that."""
    ordered = np.sort(lengths)
    cut = [part for part in np.array_split(ordered, min(parts, len(ordered))) if len(part)]
    return tuple(round(float(part.mean()), 3) for part in cut)


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


def held_at_most(data: Interactions, key: int, most: int) -> Int64s:
    """How many hold each item if at most so many items a person count, drawn with this key."""
    found: Int64s = over_parts(data, _held_in_part, key, most, merge=summed)["held"]
    return found


def _held_in_part(part: Interactions, key: int, most: int) -> Arrays:
    from standout.kernels.crowd import count_at_most

    held, records = np.zeros(part.items, np.int64), part.records
    count_at_most(key, records.starts, records.items, part.first_person, 0, part.people, most, held)
    return {"held": held}


def paper_scores(data: Interactions, counts: Int64s, rare_below: int, threads: int | None = None) -> Floats:
    """rare / all + ln(all) for everyone; `counts` are holders as published, 0 for an item without a name."""
    return _paper(data, (counts < rare_below).astype(np.int8), threads)


def better_scores(
    data: Interactions, counts: Int64s, folded: float, people: int, crowd: Sequence[float], threads: int | None = None
) -> Floats:
    """ln(people / expected set) for everyone; `folded` is how many hold an item without a name, on average."""
    return yardstick(counts, 0, folded, people, crowd).better(data, threads)


def _paper(data: Interactions, marks: npt.NDArray[np.int8], threads: int | None) -> Floats:
    from standout.kernels.crowd import count_rare

    rare, records = np.zeros(data.people, np.int64), data.records
    _in_blocks(
        data, threads, lambda begin, end: count_rare(records.starts, records.items, marks, begin, end, rare), None
    )
    lengths = np.maximum(data.lengths, 1)
    found: Floats = rare / lengths + np.log(lengths)
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

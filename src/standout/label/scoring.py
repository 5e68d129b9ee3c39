"""Everybody's raw scores in a dataset, from the counts that will be published: the provider's side of `score`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from standout.engines.local import cores
from standout.interactions.model import Int64s, Interactions
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


def paper_scores(data: Interactions, counts: Int64s, rare_below: int, threads: int | None = None) -> Floats:
    """rare / all + ln(all) for everyone; `counts` are holders as published, 0 for an item without a name."""
    from standout.kernels.crowd import count_rare

    rare = np.zeros(data.people, np.int64)
    marks = (counts < rare_below).astype(np.int8)
    records = data.records
    _in_blocks(
        data, threads, lambda begin, end: count_rare(records.starts, records.items, marks, begin, end, rare), None
    )
    lengths = np.maximum(data.lengths, 1)
    found: Floats = rare / lengths + np.log(lengths)
    return found


def better_scores(
    data: Interactions,
    counts: Int64s,
    folded: float,
    people: int,
    crowd: Sequence[float],
    threads: int | None = None,
    progress: Report | None = None,
) -> Floats:
    """ln(people / expected set) for everyone; `folded` is how many hold an item without a name, on average."""
    from standout.kernels.crowd import mean_shares

    distinct, kinds = np.unique(counts, return_inverse=True)
    chances = np.array([holding((one if one > 0 else folded) - 1.0, people, crowd) for one in distinct.tolist()])
    share = np.zeros(data.people)
    records, kinds = data.records, kinds.astype(np.int32)
    _in_blocks(
        data, threads,
        lambda begin, end: mean_shares(
            records.starts, records.items, chances, kinds, begin, end, LOW, HIGH, MOST, share
        ),
        progress,
    )  # fmt: skip
    found: Floats = np.log(people / (1.0 + (people - 1) * share))
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

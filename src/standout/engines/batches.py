"""Batches of targets, shard after shard, on threads that do not wait for each other where a shard ends."""

from __future__ import annotations

import threading
from collections.abc import Callable

from standout.common.lanes import in_turn
from standout.data.model import Shard
from standout.data.partition import Partition

_MOST, _ALONE = 128, 1_024
"""Targets that a thread scores at once; where there is one thread, it need not wait for its turn so often."""

_FEWEST, _EACH = 32, 4
"""Batches of no fewer targets than this are made smaller so that each thread has so many of them."""

_LISTED = 4_096
"""So many batches are lined up at a time."""


def in_batches(targets: int, threads: int) -> int:
    """How many targets to score at once: batches are alike, and as many for one thread as for another."""
    if threads <= 1:
        return max(min(_ALONE, targets), 1)
    for_each = max(-(-targets // (threads * _MOST)), min(_EACH, targets // (threads * _FEWEST)), 1)
    return max(-(-targets // (threads * for_each)), 1)


def over_shards(
    run: Callable[[Shard, int, int], None],
    partition: Partition,
    targets: int,
    step: int,
    threads: int,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Run every batch of so many targets (`begin` to `end`) on every shard.

    A batch's rows belong to one thread at a time and meet the shards in order, so sums are the same whatever the number
    of threads. Whoever finds no batch left of a shard goes on with the next one while others still work on this one.
    """
    shards, begins = partition.shards, range(0, targets, step)
    order = _Order(len(begins))

    def run_piece(piece: tuple[int, int]) -> float:
        place, batch = piece
        begin, end = begins[batch], min(begins[batch] + step, targets)
        order.wait(batch, place)
        try:
            run(shards[place], begin, end)
        finally:
            order.done(batch)
        return (end - begin) * shards[place].people_count / partition.size

    at_once = max(_LISTED // max(len(begins), 1), 1)
    for first in range(0, len(shards), at_once):
        places = range(first, min(first + at_once, len(shards)))
        for part in in_turn(run_piece, [(place, batch) for place in places for batch in range(len(begins))], threads):
            if progress is not None:
                progress(part)


class _Order:
    """How many shards each batch has met. Pieces are begun shard after shard, so whoever is waited for is at work."""

    def __init__(self, batches: int) -> None:
        self._met = [0] * batches
        self._changed = threading.Condition()

    def wait(self, batch: int, shards: int) -> None:
        """Until the batch has met so many shards."""
        with self._changed:
            self._changed.wait_for(lambda: self._met[batch] >= shards)

    def done(self, batch: int) -> None:
        """The batch has met one more."""
        with self._changed:
            self._met[batch] += 1
            self._changed.notify_all()

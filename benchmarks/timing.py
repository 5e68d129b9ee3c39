"""Timing two things side by side: alternating runs in one process, so that noise hits both alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Compared:
    """Least seconds of two ways to do the same, and their ratio."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.theirs / self.ours


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


@dataclass(frozen=True)
class Spent:
    """Seconds by the clock, and of all processors together."""

    clock: float
    processor: float


def spent(work: Callable[[], object]) -> Spent:
    """Both at once: the clock is wrong where others are busy, processors where work waits or runs side by side."""
    begin, busy = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - begin, time.process_time() - busy)


def compare(ours: Callable[[], object], theirs: Callable[[], object], repeats: int = 5) -> Compared:
    """Run both in turn (after one warm-up each) and take the best of each: what is left of the noise hits both."""
    ours()
    theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(repeats)]
    return Compared(min(first for first, _ in pairs), min(second for _, second in pairs))

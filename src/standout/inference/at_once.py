"""Several fits at once, each on one core."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")


def at_once(
    task: Callable[[Given], Result], given: Iterable[Given], threads: int, after_each: Callable[[], None]
) -> Iterator[Result]:
    """What the task makes of each, in order. Every thread keeps to one core, whatever library it calls."""
    if threads <= 1:
        for each in given:
            yield task(each)
            after_each()
        return
    from threadpoolctl import threadpool_limits

    # filters of warnings are no thread's own: set here, they stay while threads set and reset theirs
    with (
        warnings.catch_warnings(),
        threadpool_limits(1),
        ThreadPoolExecutor(threads, initializer=partial(threadpool_limits, 1)) as pool,
    ):
        warnings.simplefilter("ignore")
        for result in pool.map(task, given):
            yield result
            after_each()


def side_by_side(tasks: Sequence[Callable[[], Any]], threads: int) -> list[Any]:
    """What independent tasks give, in their order."""
    return list(at_once(lambda task: task(), tasks, threads, lambda: None))

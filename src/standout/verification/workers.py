"""Doing many things at once, each on one core."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any, TypeVar

from standout.auditing.settings import Progress
from standout.engines.partition_scores import cores

Result = TypeVar("Result")


class Workers:
    """Threads, what they are at, and how far they are with all that there is to do."""

    def __init__(self, pool: ThreadPoolExecutor, total: int, progress: Progress) -> None:
        self._pool, self._total, self._progress = pool, total, progress
        self._done, self._lock = 0, Lock()
        self._running: list[Future[Any]] = []

    def start(self, name: str, task: Callable[[], Result]) -> Future[Result]:
        """Let one of the threads do this."""
        begun = self._pool.submit(self._counted, name, task)
        self._running.append(begun)
        return begun

    def finish(self) -> None:
        """Wait for all that was started; the first that fails stops the rest."""
        running, self._running = self._running, []
        try:
            wait(running, return_when=FIRST_EXCEPTION)
            for future in running:
                if future.done() and not future.cancelled() and future.exception():
                    future.result()
        finally:
            for future in running:
                future.cancel()

    def _counted(self, name: str, task: Callable[[], Result]) -> Result:
        result = task()
        with self._lock:
            self._done += 1
            self._progress(name, self._done, self._total)
        return result


@contextmanager
def workers(threads: int | None, total: int, progress: Progress) -> Iterator[Workers]:
    """Threads that each keep to one core, whatever library they call; figures then do not depend on their number."""
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    if find_spec("polars") is not None:
        import_module("polars")  # half imported by one thread, it breaks scikit-learn in another
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        pool = ThreadPoolExecutor(threads or cores(), initializer=partial(threadpool_limits, 1))
        try:
            yield Workers(pool, total, progress)
        finally:
            pool.shutdown(cancel_futures=True)

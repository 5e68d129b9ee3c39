"""Several things at once: pieces of one task on threads, and whole tasks side by side in lanes.

Compiled loops release the interpreter's lock, so threads share the cores. A task that runs in a lane is stopped between
two of its pieces once the others are no longer wanted: whoever presses Ctrl-C need not wait for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from types import TracebackType
from typing import TypeVar

Given = TypeVar("Given")
Result = TypeVar("Result")

_here = threading.local()
"""Whether the lane that a thread works in was told to stop: `stopping`, an event."""


class Abandoned(BaseException):
    """Nobody waits any longer for what a lane is doing."""


def in_turn(run: Callable[[Given], Result], pieces: Sequence[Given], threads: int) -> Iterator[Result]:
    """What `run` makes of each piece, in order; on so many threads, or right here where one is enough."""
    if threads <= 1 or len(pieces) <= 1:
        for piece in pieces:
            go_on()
            yield run(piece)
        return
    pool = ThreadPoolExecutor(min(threads, len(pieces)))
    try:
        for started in [pool.submit(run, piece) for piece in pieces]:
            go_on()
            yield started.result()
    finally:
        pool.shutdown(cancel_futures=True)


def each_in_turn(run: Callable[[Given], object], pieces: Sequence[Given], threads: int) -> None:
    """The same, for what `run` leaves behind."""
    for _ in in_turn(run, pieces, threads):
        pass


def go_on() -> None:
    """Stop what runs in a lane that was given up."""
    stopping: threading.Event | None = getattr(_here, "stopping", None)
    if stopping is not None and stopping.is_set():
        raise Abandoned


class Lanes:
    """Independent tasks side by side, as many at a time as there are lanes; with one, each is done when it is started.

    Every lane keeps to one core, whatever library it calls: figures then do not depend on how many there are.
    """

    def __init__(self, count: int = 1) -> None:
        self.count = max(count, 1)
        self.stopping = threading.Event()
        """Set once nobody waits any longer for what is under way."""
        self._pool: ThreadPoolExecutor | None = None
        self._held = ExitStack()

    def __enter__(self) -> Lanes:
        if self.count > 1:
            from threadpoolctl import threadpool_limits

            self._held.enter_context(threadpool_limits(1))
            self._pool = ThreadPoolExecutor(self.count, "lane", initializer=self._enter)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """What was started and not asked for is given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self.stopping.set()
            self._pool.shutdown()
        self._held.close()

    def start(self, task: Callable[[], Result]) -> Future[Result]:
        """Do a task in the next lane that is free; what it says is asked for later."""
        if self._pool is not None:
            return self._pool.submit(task)
        done = Future[Result]()
        done.set_result(task())
        return done

    def all(self, tasks: Sequence[Callable[[], Result]]) -> list[Result]:
        """What the tasks say, in their order."""
        return [started.result() for started in [self.start(task) for task in tasks]]

    def _enter(self) -> None:
        from threadpoolctl import threadpool_limits

        _here.stopping = self.stopping
        threadpool_limits(1)

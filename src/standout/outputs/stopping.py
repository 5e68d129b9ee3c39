"""SIGTERM and Ctrl-C end a command in such a way that scratch, locks and unfinished parts are tidied up."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(BaseException):
    """Somebody asked us to stop. Nothing but the command line catches it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def status(self) -> int:
        """The exit status, as a shell would say it: 130 for Ctrl-C, 143 for SIGTERM."""
        return 128 + self.number

    def __str__(self) -> str:
        """One line for the user."""
        how = "interrupted" if self.number == signal.SIGINT else f"stopped by {signal.Signals(self.number).name}"
        return f"{how}; nothing is half-written, and the same command goes on where it was"


@contextmanager
def stoppable() -> Iterator[None]:
    """Let signals end what runs inside by an exception; a signal that was to be ignored (nohup) still is.

    Libraries may turn the exception into one of their own (DuckDB does): whatever comes after a signal is a stop.
    """
    came: list[int] = []
    before: dict[int, Any] = {}

    def stop(number: int, _: FrameType | None) -> None:
        came.append(number)
        for other in before:  # tidying up is not interrupted, except by a second Ctrl-C
            signal.signal(other, signal.default_int_handler if other == signal.SIGINT else signal.SIG_IGN)
        raise Stopped(number)

    try:
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, stop)
    except ValueError:  # only the main thread gets signals
        pass
    try:
        yield
    except BaseException:
        if came:
            raise Stopped(came[0]) from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

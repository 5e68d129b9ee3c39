"""SIGTERM and Ctrl-C end a command in such a way that scratch, locks and unfinished parts are tidied up."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_AGAIN = 0.2
"""Seconds after which whoever is at work in native code is told once more to stop."""

_at_work: set[Callable[[], None]] = set()


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
def stopped_by(interrupt: Callable[[], None]) -> Iterator[None]:
    """What runs inside may be long in native code, where no Python handler is heard; a signal calls `interrupt`."""
    _at_work.add(interrupt)
    try:
        yield
    finally:
        _at_work.discard(interrupt)


@contextmanager
def stoppable() -> Iterator[None]:
    """Let signals end what runs inside by an exception; a signal that was to be ignored (nohup) still is.

    Libraries may turn the exception into one of their own (DuckDB does): whatever comes after a signal is a stop.
    """
    came: list[int] = []
    before: dict[int, Any] = {}

    def stop(number: int, _: FrameType | None) -> None:
        came.append(number)
        if len(came) == 1:
            raise Stopped(number)
        if number == signal.SIGINT:  # tidying up is not interrupted, except by a second Ctrl-C
            raise KeyboardInterrupt

    try:
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                before[number] = signal.signal(number, stop)
    except ValueError:  # only the main thread gets signals
        pass
    try:
        with _listening(set(before)):
            yield
    except BaseException:
        if came:
            raise Stopped(came[0]) from None
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _listening(numbers: set[int]) -> Iterator[None]:
    """A thread that hears signals at once, also while the main one is in native code, and interrupts what is there."""
    if not numbers:
        yield
        return
    ear, mouth = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows asks for it of sockets alone
        os.set_blocking(mouth, False)
    over = threading.Event()
    listener = threading.Thread(target=_listen, args=(ear, numbers, over), daemon=True)
    listener.start()
    earlier = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(earlier)
        over.set()
        os.close(mouth)
        listener.join()
        os.close(ear)


def _listen(ear: int, numbers: set[int], over: threading.Event) -> None:
    while heard := os.read(ear, 64):
        if not numbers.isdisjoint(heard):
            break
    while not over.is_set():
        for interrupt in tuple(_at_work):
            with suppress(Exception):  # it may have ended meanwhile
                interrupt()
        over.wait(_AGAIN)

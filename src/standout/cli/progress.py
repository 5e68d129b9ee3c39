"""Progress on standard error: a bar with the time left in a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from standout.auditing.settings import Progress
from standout.cli.printing import note
from standout.common.plain import plain_text

_WARMING_UP = 0.02
"""The first fiftieth of the work takes longer than its share: kernels are compiled, files read. It is not judged by."""


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Somebody to tell how far the work is."""
    if sys.stderr.isatty():
        for tell in _bar():
            yield _logging(tell)
    else:
        yield _logging(_lines())


def _logging(tell: Progress) -> Progress:
    """The same, and every new step is logged."""
    step, log = "", logging.getLogger("standout.progress")

    def told(what: str, done: int, total: int) -> None:
        nonlocal step
        if what != step:
            step = what
            log.info("%s (%d of %d)", what, done, total)
        tell(what, done, total)

    return told


@dataclass
class Forecast:
    """How long the rest will take, if it goes on as fast as since the work got going."""

    clock: Callable[[], float] = time.monotonic
    begun: tuple[float, float] | None = None
    """When it got going, and the share of the work that was done then."""

    def seconds_left(self, done: int, total: int) -> float | None:
        """Seconds to go; none as long as nobody can tell. Work that starts anew is judged anew."""
        share, now = done / max(total, 1), self.clock()
        if self.begun is None or share < self.begun[1]:
            self.begun = (now, share) if share >= _WARMING_UP else None
            return None
        gone, went = now - self.begun[0], share - self.begun[1]
        return (1 - share) * gone / went if went > 0 else None


def in_words(seconds: float) -> str:
    """A time that is still to come, no more exactly than it is known."""
    if seconds < 10:
        return "a few seconds"
    if seconds < 600:
        tens = 10 * round(seconds / 10)
        return f"{tens} s" if tens < 120 else f"{tens // 60} min {tens % 60} s" if tens % 60 else f"{tens // 60} min"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        TextColumn("{task.fields[left]}"),
    )
    forecast = Forecast()
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None, left="")

        def tell(what: str, done: int, total: int) -> None:
            seconds = forecast.seconds_left(done, total)
            left = "" if seconds is None else f"{in_words(seconds)} left"
            bar.update(task, description=escape(plain_text(what, 40)), completed=done, total=total, left=left)

        yield tell


def _lines() -> Progress:
    """A line at every tenth of the way, with the time left."""
    reported, forecast = -1, Forecast()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal reported
        seconds = forecast.seconds_left(done, total)
        tenth = 10 * done // max(total, 1)
        if tenth > reported:
            reported = tenth
            left = f", {in_words(seconds)} left" if seconds is not None and tenth < 10 else ""
            note(f"{10 * tenth:3}%  {plain_text(what)}{left}")

    return tell

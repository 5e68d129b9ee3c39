"""Progress on standard error: a bar with the time left in a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from standout.plain import plain_text
from standout.settings import Progress


def note(text: str) -> None:
    """Tell something once."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Somebody to tell how far the work is."""
    if sys.stderr.isatty():
        yield from _bar()
    else:
        yield _lines()


def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("starting", total=None)

        def tell(what: str, done: int, total: int) -> None:
            bar.update(task, description=escape(plain_text(what, 40)), completed=done, total=total)

        yield tell


def _lines() -> Progress:
    """A line at every tenth of the way."""
    told = -1

    def tell(what: str, done: int, total: int) -> None:
        nonlocal told
        tenth = 10 * done // max(total, 1)
        if tenth > told:
            told = tenth
            print(f"{10 * tenth:3}%  {plain_text(what)}", file=sys.stderr, flush=True)

    return tell

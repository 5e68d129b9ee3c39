"""Keeping to a memory limit.

A prepared dataset is mapped from disk: what was looked at stays resident until somebody wants it back. Under a limit,
all of it is given back whenever the process holds too much: whoever works through a dataset makes room piece by piece,
and a watcher looks after the rest. What is still needed is read again. So a dataset of any size can be worked on in a
gigabyte, only slower. Databases that read data are told a limit of their own.
"""

from __future__ import annotations

import mmap
import os
import re
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from standout.errors import BadInput

LEAST = 700 << 20
"""Python and the libraries alone take up to half a gigabyte."""

_MOST = 1 << 60
_STATM = Path("/proc/self/statm")
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_EVERY, _LOOKED_UP = 0.01, 128
_FULL, _ROOM, _FULLEST = 0.7, 0.1, 0.8
_BESIDE_DATABASE = 450 << 20
_DATABASE = 1_200 << 20

_mapped: weakref.WeakSet[mmap.mmap] = weakref.WeakSet()
_limits: list[int] = []
_bars: dict[int, float] = {}
"""For each limit, how much may be held before pages are given back."""


def parse_memory(text: str | None) -> int | None:
    """Bytes from what was typed, such as 1GB or 1500M; none for none."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?\s*", text.casefold())
    if not match:
        raise BadInput(f"--memory is '{text}', but must be a size such as 1GB or 1500MB")
    amount = float(match[1]) * _UNITS[match[2]]
    if amount >= _MOST:
        raise BadInput(f"--memory is '{text[:40]}', more than any machine has; give what this one has, or leave it out")
    size = int(amount)
    if size < LEAST:
        raise BadInput(f"--memory is '{text}', but Python and its libraries alone need more; give at least 700MB")
    if not can_watch():
        raise BadInput("--memory cannot be kept here: this system does not tell how much memory a process holds")
    return size


def can_watch() -> bool:
    """Whether the system says how much memory a process holds, and takes pages back."""
    return _STATM.is_file() and hasattr(mmap, "MADV_DONTNEED")


def resident() -> int:
    """How much memory this process holds now, in bytes."""
    return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def remember(mapped: mmap.mmap) -> None:
    """A file that was mapped: its pages may be given back at any time."""
    _mapped.add(mapped)
    if _limits and hasattr(mmap, "MADV_NOHUGEPAGE"):
        mapped.madvise(mmap.MADV_NOHUGEPAGE)  # else two megabytes become resident for every byte that is looked at


def at_once(usual: int) -> int:
    """How many records to look up before making room: each brings its surroundings into memory."""
    return min(usual, _LOOKED_UP) if _limits else usual


def pieces(count: int, usual: int) -> Iterator[slice]:
    """Cut so many records into pieces, and make room before each."""
    step = at_once(usual)
    for begin in range(0, count, step):
        make_room()
        yield slice(begin, min(begin + step, count))


def make_room() -> None:
    """Give pages back if too much is held; where little is gained by it, not again before there is more to gain."""
    for limit in list(_limits):
        if resident() > _bars.get(limit, _FULL * limit):
            _give_back()
            _bars[limit] = min(max(_FULL * limit, resident() + _ROOM * limit), _FULLEST * limit)


def _give_back() -> None:
    """Let go of all pages of mapped files. Whoever reads on gets them again."""
    for mapped in list(_mapped):
        if not mapped.closed:
            mapped.madvise(mmap.MADV_DONTNEED)


def database_limit() -> int:
    """How much memory a database that reads data may take, in bytes."""
    return min([_DATABASE, *(limit - _BESIDE_DATABASE for limit in _limits)])


@contextmanager
def keeping_to(limit: int | None) -> Iterator[None]:
    """Keep to a limit as long as this lasts; without one, nothing is watched."""
    if limit is None:
        yield
        return
    stop = threading.Event()
    watcher = threading.Thread(target=_watch, args=(stop,), name="memory", daemon=True)
    _limits.append(limit)
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        watcher.join()
        _limits.remove(limit)
        _bars.pop(limit, None)


def _watch(stop: threading.Event) -> None:
    while not stop.wait(_EVERY):
        make_room()

"""Doing something once for all workers of a test run: a cluster is started by one, the others wait for its answers."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest

QUICK_JAVA = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
"""For Javas that live for a minute or two: less compiling, no collectors at work beside them."""


def place_of(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder of this name that is the same for all workers of this run, which need not be there yet."""
    base = factory.getbasetemp()
    return (base.parent if base.name.startswith("popen-") else base) / name


def made_once(folder: Path, make: Callable[[Path], None]) -> Path:
    """The folder as `make` filled it, called by the first who asks; the others wait as long as that one lives.

    Whoever makes holds a lock, which the system lets go when its process ends, however it ends: no clock decides.
    """
    folder.mkdir(exist_ok=True)
    begun, ready, failed = (folder / f"once-{word}" for word in ("begun", "ready", "failed"))
    with (folder / "once-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if ready.exists():
            return folder
        assert not failed.exists(), failed.read_text()
        assert not begun.exists(), f"whoever made {folder.name} died over it"
        begun.touch()
        try:
            make(folder)
        except BaseException as problem:
            failed.write_text(str(problem)[-4_000:])
            raise
        ready.touch()
    return folder

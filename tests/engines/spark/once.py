"""Doing something once for all workers of a test run: a cluster is started by one, the others wait for its answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

_PATIENCE = 900.0

QUICK_JAVA = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
"""For Javas that live for a minute or two: less compiling, no collectors at work beside them."""


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that `make` filled, in whichever worker came first."""
    base = factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / name
    ready, failed = folder / "once-ready", folder / "once-failed"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + _PATIENCE
        while not ready.exists() and not failed.exists() and time.monotonic() < until:
            time.sleep(0.2)
        assert ready.exists(), failed.read_text() if failed.exists() else f"{name} is not ready"
        return folder
    try:
        make(folder)
        ready.touch()
    except BaseException as problem:
        failed.write_text(str(problem)[-4_000:])
        raise
    return folder

"""What is needed soon, loaded while files are read: that is waiting for the disk, and for DuckDB, which has no lock."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import cache
from importlib import import_module


@cache
def load_ahead(*modules: str) -> None:
    """Load kernels, and these modules, on a thread of its own; once in a process.

    Where something cannot be loaded, whoever needs it says so. The process does not end before the thread does: half a
    library must not be torn down.
    """
    threading.Thread(target=_load, args=modules, name="loading").start()


def _load(*modules: str) -> None:
    with suppress(Exception):
        from standout.kernels.ready import nothing

        nothing()
        for module in modules:
            import_module(module)

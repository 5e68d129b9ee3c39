"""Peers that are not installed with everything else: who is there, and how the others get here."""

from __future__ import annotations

import importlib
import warnings
from importlib.util import find_spec
from typing import Any

OPTIONAL = ("recordlinkage", "splink", "implicit", "anonymeter")
INSTALL = "pip install --no-deps -r benchmarks/peers/packages.txt"


def there(name: str) -> bool:
    """Whether a package can be used."""
    return find_spec(name) is not None


def package(name: str) -> Any:
    """A package or one of its modules; what it warns of on the way in is its own affair."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def missing() -> str | None:
    """One line about those that are not there, if any."""
    absent = [name for name in OPTIONAL if not there(name)]
    return f"skipped, not installed: {', '.join(absent)} ({INSTALL})" if absent else None

"""The census that comes with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from standout.results.census import Census


@cache
def shipped() -> Census:
    """The rows that were measured before; `python -m benchmarks.census` makes them."""
    file = files("standout.census") / Census.FILE
    return Census.from_json(file.read_bytes(), Census.FILE)

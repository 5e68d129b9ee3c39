"""Tests that take long, as they were measured: `make test-fast` does without them.

`python -m tests.lengthy FILE` reads what `pytest --junitxml=FILE` measured and lists in `tests/lengthy.txt` the tests
that take a tenth of a second or more, those of several cases on average. What is not listed counts as short, new tests
too.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

LISTED = Path(__file__).parent / "lengthy.txt"
LONG = 0.1
"""Seconds."""


def name_of(node: str) -> str:
    """A test as it is listed: file and function (and class, if it has one), whatever its case."""
    return node.split("[")[0]


def lengthy(measured: Mapping[str, Iterable[float]]) -> list[str]:
    """Who takes long, in order."""
    means = {name: sum(times) / len(times) for name, times in ((name, list(every)) for name, every in measured.items())}
    return sorted(name for name, mean in means.items() if mean >= LONG)


def measured_in(file: Path) -> dict[str, list[float]]:
    """What each test took, case by case, in a report of pytest."""
    found: dict[str, list[float]] = defaultdict(list)
    for case in ElementTree.parse(file).getroot().iter("testcase"):
        place, name = _file_of(case.get("classname", "")), name_of(case.get("name", ""))
        found[f"{place}::{name}"].append(float(case.get("time", "0")))
    return found


def _file_of(dotted: str) -> str:
    """The file, and the class in it if there is one, of what the report calls a class."""
    parts = dotted.split(".")
    classes = [part for part in parts if part[:1].isupper()]
    file = "/".join(part for part in parts if part not in classes) + ".py"
    return "::".join([file, *classes])


def listed() -> frozenset[str]:
    """Those in the list."""
    return frozenset(LISTED.read_text("utf-8").split())


if __name__ == "__main__":
    LISTED.write_text("\n".join(lengthy(measured_in(Path(sys.argv[1])))) + "\n", "utf-8")

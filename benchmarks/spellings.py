"""How well services' own spellings are matched: `python -m benchmarks.spellings`.

Spellings are made by rule from the titles of a MovieLens catalogue, where one is on this machine, else from invented
ones; there is nobody's history in it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator

from benchmarks.places import dataset
from tests.matching.spellings import OTHERS, SERVICES, Measured, invented, measured


def titles() -> tuple[str, list[str]]:
    """Where the titles are from, and the titles."""
    folder = dataset("ml-latest-small-2018")
    if folder is None:
        return "invented", invented(3_000)
    with (folder / "movies.csv").open(encoding="utf-8", newline="") as stream:
        return folder.name, [row["title"] for row in csv.DictReader(stream)]


def figures() -> Iterator[tuple[str, str, Measured]]:
    """Each service, and each kind of title that the catalogue does not have."""
    source, catalogue = titles()
    for service in (*SERVICES, *OTHERS):
        yield source, service, measured(catalogue, service)


def main() -> None:
    """Print a row a service."""
    print(f"{'as spelt by':<18} {'lines':>6} {'in doubt':>9} {'found':>7} {'wrong':>7}")
    for _, service, came in figures():
        found = "–" if service in OTHERS else f"{came.recall:.1%}"
        print(
            f"{service:<18} {came.lines:>6,} {came.several / came.lines:>9.1%} {found:>7} {came.false:>7.2%}",
            flush=True,
        )


if __name__ == "__main__":
    main()

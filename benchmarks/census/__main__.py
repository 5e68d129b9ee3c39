"""`python -m benchmarks.census [DATASET …]`: measure what is missing of the census, a part at a time.

What is measured is kept in `src/standout/census/census.json`, part by part: a run that was ended goes on where it was.
`--write` makes `docs/census.md` from it; `--again` measures the datasets that are named once more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.census.known import KNOWN, Known, at_hand
from benchmarks.census.measure import PARTS, measured, started
from benchmarks.census.page import page
from standout.common.files import write_whole
from standout.results.census import Census, CensusRow

ROOT = Path(__file__).parents[2]
CENSUS, PAGE = ROOT / "src" / "standout" / "census" / Census.FILE, ROOT / "docs" / "census.md"


def kept() -> dict[str, CensusRow]:
    """The rows that were measured before."""
    return {row.key: row for row in Census.read(CENSUS).rows} if CENSUS.exists() else {}


def keep(row: CensusRow) -> None:
    """Put one row in its place; others stay as they are in the file."""
    rows = kept() | {row.key: row}
    ordered = tuple(rows[known.key] for known in KNOWN if known.key in rows)
    write_whole(CENSUS, Census(rows=ordered).content(), mode=Census.MODE)


def measure(known: Known, again: bool, parts: Sequence[str]) -> None:
    """Everything that is missing of one dataset."""
    row = kept().get(known.key)
    if row is None or (again and set(parts) == set(PARTS)):
        row = started(known)
    for part in parts:
        if part in row.made and not again:
            continue
        row = measured(known, row, part)
        keep(row)
        sys.stdout.write(f"{known.key}: {part}, {row.made[part].cpu_seconds:.0f} CPU seconds\n")
        sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.census", description=__doc__)
    parser.add_argument("datasets", nargs="*", help=", ".join(known.key for known in KNOWN))
    parser.add_argument("--write", action="store_true", help="write docs/census.md from what is measured")
    parser.add_argument("--again", action="store_true", help="measure once more what is there")
    parser.add_argument("--part", choices=tuple(PARTS), action="append", help="this part alone")
    parser.add_argument("--measured", action="store_true", help="measure nothing more")
    asked = parser.parse_args(arguments)
    for known in () if asked.measured else at_hand(tuple(asked.datasets)):
        measure(known, asked.again, asked.part or tuple(PARTS))
    text = page(Census(rows=tuple(kept().values())))
    if asked.write:
        write_whole(PAGE, text.encode(), mode=0o644)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()

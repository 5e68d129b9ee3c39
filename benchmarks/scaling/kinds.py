"""`python -m benchmarks.scaling.kinds --write`: how events and taste grow, into the end of `benchmarks/scaling.md`.

Repeats are made from the sample: a third of its interactions come again a week later. Processor time, so that what
else runs on the machine counts for little. About ten minutes on two cores; `--trial` stops at 300,000 interactions.
"""

from __future__ import annotations

import argparse
import datetime
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from benchmarks.scaling.fits import fitted
from benchmarks.scaling.measure import Run, run
from benchmarks.scaling.page import ITEMS, PAGE, PER_PERSON, SEED, megabytes, millions, table

SIZES = (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
TARGETS = 2_000
HEADING = "## Events, and taste"
WEEK = 7 * 86_400
_ATTACKS = {
    "events, likelihood": ("events", "likelihood", "acquaintance"),
    "events, taste": ("events", "taste", "before"),
    "once, likelihood": ("once", "likelihood", "acquaintance"),
    "once, taste": ("once", "taste", "before"),
}
"""For each column: which data, which attack, which adversary."""


@dataclass(frozen=True)
class Kinds:
    """One size: each audit by its name."""

    interactions: int
    people: int
    audits: dict[str, Run]


def with_repeats(sample: Path, into: Path) -> None:
    """The sample's interactions, every third of them once more a week later."""
    found = next(sample.glob("*interactions*.parquet"))
    rows = f"SELECT *, row_number() OVER () AS place FROM '{found}'"
    again = f"SELECT * REPLACE (time + {WEEK} AS time) FROM ({rows}) WHERE place % 3 = 0"
    both = f"SELECT * EXCLUDE (place) FROM (({rows}) UNION ALL ({again}))"
    duckdb.sql(f"COPY ({both}) TO '{into}' (FORMAT parquet)")


def measured(folder: Path, interactions: int) -> Kinds:
    """All audits of one size."""
    people, sample = max(interactions // PER_PERSON, 1), folder / "sample"
    size = ("--people", str(people), "--items", str(ITEMS), "--interactions", str(interactions))
    run("sample", *size, "--seed", str(SEED), "--out", str(sample))
    with_repeats(sample, folder / "repeats.parquet")
    run("prepare", str(sample), "--out", str(folder / "once"))
    run("prepare", str(folder / "repeats.parquet"), "--repeats", "events", "--out", str(folder / "events"))
    audits = {}
    for name, (data, attack, adversary) in _ATTACKS.items():
        asked = ("--attack", attack, "--adversary", adversary, "--targets", str(TARGETS))
        audits[name] = run("audit", str(folder / data), *asked, "--out", str(folder / "audit"))
        print(f"{interactions:>12,}  {name:20}  {audits[name].processor:7.1f} s of CPU", flush=True)
    return Kinds(interactions, people, audits)


def section(rows: Sequence[Kinds], date: datetime.date) -> str:
    """What was measured, as a part of the page."""
    head = ["interactions", "people", *(f"{name}" for name in _ATTACKS)]
    cells = [
        (
            millions(row.interactions),
            f"{row.people:,}",
            *(f"{row.audits[name].processor:.0f} s, {megabytes(row.audits[name].peak)}" for name in _ATTACKS),
        )
        for row in rows
    ]
    last = rows[-3:]
    sizes = [row.interactions for row in last]
    grown = [f"{name} {fitted(sizes, [row.audits[name].processor for row in last])}" for name in _ATTACKS]
    return "\n\n".join(
        (
            HEADING,
            f"{date.isoformat()}, by `python -m benchmarks.scaling.kinds --write`: processor time and memory of an "
            f"audit of {TARGETS:,} people with one attack and one adversary. *Events* has a third of the interactions "
            "once more, a week later, and keeps each with its day; *once* has each item once. `likelihood` is told "
            "by the acquaintance, `taste` by who knows what came before.",
            table(head, cells),
            f"Exponents over the last three sizes: {'; '.join(grown)}.",
        )
    )


def without_section(page: str) -> str:
    """The page up to this part, which is its last."""
    return page.split(HEADING)[0].rstrip() + "\n"


def main() -> None:
    """Measure, and write if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling.kinds", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write into benchmarks/scaling.md")
    parser.add_argument("--trial", action="store_true", help="small sizes only")
    asked = parser.parse_args()
    rows = []
    for size in SIZES[:2] if asked.trial else SIZES:
        with tempfile.TemporaryDirectory(prefix="standout-kinds-") as place:
            rows.append(measured(Path(place), size))
    text = section(rows, datetime.date.today())
    print(text)
    if asked.write:
        PAGE.write_text(without_section(PAGE.read_text("utf-8")) + "\n" + text + "\n", "utf-8")


if __name__ == "__main__":
    main()

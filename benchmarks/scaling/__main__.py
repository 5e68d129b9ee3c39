"""`python -m benchmarks.scaling --write`: time and memory against size, into `benchmarks/scaling.md`.

Half an hour on two free cores, and 3 GB of disk. `--trial` stops at 3M interactions. What `benchmarks.scaling.kinds`
wrote at the end of the page, events and taste, stays there.
"""

from __future__ import annotations

import argparse
import datetime
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scaling.kinds import HEADING
from benchmarks.scaling.measure import Run, bytes_below, kernel, run
from benchmarks.scaling.page import (
    ITEMS,
    PAGE,
    PER_PERSON,
    SEED,
    Known,
    Limited,
    Peopled,
    Sized,
    Threaded,
    page,
)

SIZES = (1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000)
PEOPLE = (12_500, 25_000, 50_000, 100_000, 200_000, 400_000)
KNOWN = (1, 2, 4, 8, 16, 32)
SOME = ("--targets", "2000")
ATTACKING = ("--attack", "scoreboard-rh", "--adversary", "acquaintance")
LIMIT, LIMITED_TARGETS = "1GB", 20_000


@dataclass(frozen=True)
class Place:
    """Where datasets are made."""

    folder: Path

    def prepared(self, people: int, interactions: int) -> tuple[Path, Run]:
        """A sample of this size, prepared; the sample itself is not kept."""
        sample, ready = self.folder / "sample", self.folder / f"{people}-{interactions}"
        size = ("--people", str(people), "--items", str(ITEMS), "--interactions", str(interactions))
        run("sample", *size, "--seed", str(SEED), "--out", str(sample))
        took = run("prepare", str(sample), "--out", str(ready))
        return ready, took

    def audited(self, data: Path, *options: str) -> Run:
        return run("audit", str(data), *ATTACKING, *options, "--out", str(self.folder / "audit"))


def sized(place: Place, interactions: int) -> Sized:
    """Prepare, and attack everybody."""
    people = max(interactions // PER_PERSON, 1)
    data, preparing = place.prepared(people, interactions)
    auditing = place.audited(data, "--targets", "all")
    print(f"{interactions:>12,}  prepare {preparing.processor:6.1f} s  audit {auditing.processor:6.1f} s", flush=True)
    return Sized(
        interactions, people, data, preparing, auditing, place.audited(data, *SOME),
        bytes_below(data), bytes_below(data, "shard*_entries.bin"), kernel(data, 8, 1, min(people, 2_000)),
    )  # fmt: skip


def peopled(place: Place, people: int, interactions: int) -> Peopled:
    """As many interactions of more people."""
    data, _ = place.prepared(people, interactions)
    return Peopled(people, interactions, place.audited(data, *SOME), kernel(data, 8, 1, 2_000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write benchmarks/scaling.md")
    parser.add_argument("--trial", action="store_true", help="small sizes only")
    arguments = parser.parse_args()
    sizes = SIZES[:2] if arguments.trial else SIZES
    with tempfile.TemporaryDirectory(prefix="standout-scaling-") as name:
        place = Place(Path(name))
        run("audit", "sample", *ATTACKING, "--targets", "50", "--out", str(place.folder / "warm"))
        rows = [sized(place, size) for size in sizes]
        middle = rows[min(2, len(rows) - 1)]
        known = [Known(items, kernel(middle.folder, items, 1, 2_000)) for items in KNOWN]
        threaded = [
            Threaded(row.interactions, *(kernel(row.folder, 8, threads, 2_000).clock for threads in (1, 2)))
            for row in rows[-3:]
        ]
        crowds = PEOPLE[:3] if arguments.trial else PEOPLE
        crowded = [peopled(place, people, middle.interactions) for people in crowds]
        largest = rows[-1]
        targets = str(min(LIMITED_TARGETS, largest.people))
        limited = Limited(
            LIMIT, largest.interactions, int(targets),
            place.audited(largest.folder, "--targets", targets),
            place.audited(largest.folder, "--targets", targets, "--memory", LIMIT),
        )  # fmt: skip
        text = page(rows, crowded, known, threaded, limited, datetime.date.today(), SEED)
    if arguments.write:
        before = PAGE.read_text("utf-8") if PAGE.exists() else ""
        kinds = before[before.index(HEADING) :] if HEADING in before else ""
        PAGE.write_text(text + (f"\n{kinds}" if kinds else ""), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

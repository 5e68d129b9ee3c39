"""`python -m benchmarks.scaling.billion --write`: a billion interactions on one machine, into `benchmarks/billion.md`.

An hour or more on two cores, and 45 GB of disk in `--folder`. Each command but the first is a process of its own with
`--memory 8GB`; what is measured is written after each, so that a run which is stopped goes on where it was.
`--interactions` tries a smaller size.
"""

from __future__ import annotations

import argparse
import datetime
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.peers.machine import machine
from benchmarks.scaling.measure import bytes_below, run

PAGE = Path(__file__).parents[1] / "billion.md"
INTERACTIONS, PER_PERSON, PER_ITEM = 1_000_000_000, 200, 10_000
LIMIT, TARGETS, SEED = "8GB", 10_000, 1


@dataclass(frozen=True)
class Step:
    """One command: what was typed, and what it took."""

    command: str
    seconds: float
    processor: float
    peak: int


def steps(folder: Path, interactions: int) -> dict[str, tuple[str, ...]]:
    """The commands by name, in their order."""
    people, items = interactions // PER_PERSON, interactions // PER_ITEM
    size = ("--people", str(people), "--items", str(items), "--interactions", str(interactions), "--seed", str(SEED))
    sample, ready = str(folder / "sample"), str(folder / "prepared")
    limit = ("--memory", LIMIT)
    attacking = ("--attack", "scoreboard-rh", "--adversary", "acquaintance", "--targets", str(TARGETS))
    return {
        "sample": ("sample", *size, "--out", sample),
        "prepare": ("prepare", sample, *limit, "--out", ready),
        "audit": ("audit", ready, *attacking, *limit, "--out", str(folder / "audit")),
        "publish": ("publish", ready, *limit, "--out", str(folder / "bulletin.json")),
    }


def measured(folder: Path, interactions: int) -> dict[str, Step]:
    """What each command took; those of an earlier run of the same size are not run again."""
    kept = folder / f"steps-{interactions}.json"
    found = {name: Step(**step) for name, step in json.loads(kept.read_text()).items()} if kept.exists() else {}
    for name, command in steps(folder, interactions).items():
        if name not in found:
            took = run(*command)
            told = "standout " + " ".join(command).replace(f"{folder}/", "")
            found[name] = Step(told, took.seconds, took.processor, took.peak)
            kept.write_text(json.dumps({each: asdict(step) for each, step in found.items()}))
            print(f"{name}: {took.seconds:.0f} s, {took.processor:.0f} s of CPU, {took.peak / 1e9:.2f} GB", flush=True)
    return found


def page(found: dict[str, Step], interactions: int, on_disk: int, starts: int) -> str:
    """What was measured, as a page."""
    rows = [
        f"| `{step.command}` | {step.seconds / 60:.1f} min | {step.processor / 60:.1f} min | {step.peak / 1e9:.2f} GB |"
        for step in found.values()
    ]
    return "\n".join(
        [
            "# A billion interactions on one machine",
            "",
            f"Made by `python -m benchmarks.scaling.billion --write`: {interactions:,} interactions of "
            f"{interactions // PER_PERSON:,} people with {interactions // PER_ITEM:,} items, out of core. Memory is "
            "the most that was ever resident, mapped pages included, which the system can take back at any time. Time "
            "is by the clock, beside whatever else the machine did then; processor time is the command's own.",
            "",
            f"{datetime.date.today()}, seed {SEED}. {machine()}",
            "",
            "| command | time | processor time | memory at most |",
            "|---|---:|---:|---:|",
            *rows,
            "",
            f"The prepared dataset takes {on_disk / 1e9:.1f} GB on disk, of which the starts of the index (four bytes "
            f"for each item and shard of 65,536 people) are {starts / 1e6:.0f} MB.",
            "",
        ]
    )


def main() -> None:
    """Measure, and write the page if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling.billion", description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where 40 GB may be written")
    parser.add_argument("--interactions", type=int, default=INTERACTIONS)
    parser.add_argument("--write", action="store_true", help="write benchmarks/billion.md")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    found = measured(asked.folder, asked.interactions)
    ready = asked.folder / "prepared"
    text = page(found, asked.interactions, bytes_below(ready), bytes_below(ready, "shard*_starts.bin"))
    if asked.write:
        PAGE.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()

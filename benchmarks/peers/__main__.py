"""Measure everything in one run; with `--write`, into `benchmarks/peers.md`."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from threadpoolctl import threadpool_limits

from benchmarks.peers.contest import Contest, Outcome, held
from benchmarks.peers.contests import ONE_MILLION, SEED, TWENTY_MILLION, contests, persona_contests
from benchmarks.peers.more_contests import MoreSizes, more_contests
from benchmarks.peers.optional import missing, there
from benchmarks.peers.page import Section, line, page
from benchmarks.peers.trained import accuracies
from benchmarks.peers.tried import attempts
from benchmarks.peers.wide_table import COLUMNS, judged
from benchmarks.places import ml_1m
from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.sample.invention import SampleSettings, draw_sample

Row = TypeVar("Row")
PAGE = Path(__file__).parents[1] / "peers.md"
SAMPLE = SampleSettings(people=96_000, items=17_770, interactions=20_000_000, seed=SEED)
SMALL = SampleSettings(people=9_600, items=3_000, interactions=1_000_000, seed=SEED)


def hold_all(which: Iterable[Contest]) -> tuple[Outcome, ...]:
    """One contest after the other, told as they end; libraries that would take all cores get one."""
    outcomes = []
    with threadpool_limits(1):
        for contest in which:
            outcomes.append(held(contest))
            print(line(outcomes[-1]), flush=True)
    return tuple(outcomes)


def other_sections(data: LocalDataset, trial: bool) -> Iterable[Section]:
    """What has no ratio: weights that are learnt, and tables."""
    if there("recordlinkage") or there("splink"):
        yield Section(
            "ml-1m, linked with weights that are learnt", accuracies=told(accuracies(data, 20 if trial else 200))
        )
    if there("anonymeter"):
        found = told(judged(data, 100 if trial else 500))
        yield Section(f"anonymeter on the {COLUMNS} most popular items of ml-1m", judged=found)


def told(rows: Iterable[Row]) -> tuple[Row, ...]:
    """All of them, each told as it comes."""
    found = []
    with threadpool_limits(1):
        for row in rows:
            found.append(row)
            print(row, flush=True)
    return tuple(found)


def sections(trial: bool) -> Iterable[Section]:
    """One after the other, since a dataset's arrays are large."""
    folder = ml_1m()
    if folder is None:
        print("skipped: ml-1m is neither in $STANDOUT_DATA nor beside the repository")
    else:
        data = read(folder)
        outcomes = hold_all(contests(data, ONE_MILLION.smaller() if trial else ONE_MILLION))
        outcomes += hold_all(more_contests(data, MoreSizes().smaller() if trial else MoreSizes()))
        yield Section(f"ml-1m: {data.people:,} people, {data.items:,} items, {data.count:,} interactions", outcomes)
        yield from other_sections(data, trial)
    with tempfile.TemporaryDirectory() as place:
        settings = SMALL if trial else SAMPLE
        print(f"drawing and preparing {settings.interactions:,} interactions …", flush=True)
        prepared = Path(place) / "prepared"
        data = read(draw_sample(Path(place) / "sample", settings), into=prepared)
        os.sync()  # or else the disk is still busy with it while we measure
        outcomes = hold_all(contests(data, TWENTY_MILLION.smaller() if trial else TWENTY_MILLION))
        title = f"A sample: {data.people:,} people, {data.items:,} items, {data.count:,} interactions"
        yield Section(title, outcomes, tuple(attempts(prepared)))
    people = (3_000,) if trial else (30_000, 300_000)
    yield Section("Personas: the invented population of profiles", hold_all(persona_contests(people)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--trial", action="store_true", help="a tenth of the targets and a small sample")
    chosen = parser.parse_args()
    if lacking := missing():
        print(lacking)
    found = list(sections(chosen.trial))
    text = page(found, SEED, datetime.now(UTC).date().isoformat(), chosen.trial)
    if chosen.write:
        PAGE.write_text(text, "utf-8")
        print(f"written to benchmarks/{PAGE.name}")
    else:
        print(text)


if __name__ == "__main__":
    main()

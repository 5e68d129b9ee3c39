"""`python -m benchmarks.figures [NAME …]`: run the commands again whose figures documents quote; say which changed.

Cheap commands run whose data is at hand; `--all` runs the dear ones as well. `--write` takes what came out into
`benchmarks/measured` and into the pages that quote it; `--from FILE` takes an output that is there already, of the one
measurement that is named: also a page into which the rows of its table were put. Ends with 1 if a figure changed and
was not written.
"""

from __future__ import annotations

import argparse
import datetime
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from benchmarks.census.measure import commit
from benchmarks.figures.quoting import between_marks, pages, put_right
from benchmarks.figures.records import Record, measured_again, read_records, write_record
from benchmarks.places import dataset
from standout._version import __version__

ROOT = Path(__file__).parents[2]


def data_folder(record: Record) -> Path | None:
    """Where the datasets of a measurement are; none if one is missing."""
    places = [dataset(name) for name in record.needs]
    if any(place is None for place in places):
        return None
    return next((place.parent for place in places if place is not None), ROOT)


def output_of(record: Record) -> tuple[str, float]:
    """What the command prints, and how many seconds of CPU it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory(prefix="standout-figures-") as out:
        command = record.command.format(data=data_folder(record), out=out)
        words = shlex.split(command)
        own = {"standout": [sys.executable, "-m", "standout"], "python": [sys.executable]}
        words[:1] = own.get(words[0], words[:1])
        environment = {**os.environ, "STANDOUT_DATA": str(data_folder(record))}
        ran = subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ran.stdout, round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)


def anew(record: Record, output: str, seconds: float | None) -> Record:
    """The record as this output has it, of today."""
    today = datetime.date.today().isoformat()
    fresh = msgspec.structs.replace(
        record, date=today, standout=__version__, commit=commit(), cpu_seconds=seconds, remark=""
    )
    return measured_again(fresh, output)


def changes(old: Record, new: Record) -> Iterator[str]:
    """What is different between two runs of a command, in words."""
    for key, value in new.values.items():
        if (was := old.values[key].text) != value.text:
            yield f"{key}: {was or 'nothing'} → {value.text}"
    yield from (f"new row {line}" for line in new.lines if line not in old.lines)
    yield from (f"no longer {line}" for line in old.lines if line not in new.lines)


def keep(name: str, old: Record, new: Record) -> None:
    """Write a measurement, and put right the pages that quote it."""
    write_record(name, new)
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (right := put_right(text, name, old, new)) != text:
            page.write_text(right, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.figures", description=__doc__)
    parser.add_argument("names", nargs="*", help="measurements; all of them if none is named")
    parser.add_argument("--all", action="store_true", help="also those that take long")
    parser.add_argument("--write", action="store_true", help="take the new figures into records and pages")
    parser.add_argument("--from", dest="output", type=Path, help="an output that is there already")
    asked = parser.parse_args(arguments)
    records = read_records()
    if unknown := [name for name in asked.names if name not in records]:
        parser.error(f"no measurement '{unknown[0]}'; there are {', '.join(records)}")
    if asked.output is not None and len(asked.names) != 1:
        parser.error("--from: name the one measurement that the output is of")
    changed = 0
    for name in asked.names or records:
        old = records[name]
        if asked.output is not None:
            new = anew(old, between_marks(asked.output.read_text(encoding="utf-8"), name), None)
        elif old.dear and not asked.all and name not in asked.names:
            print(f"not run   {name}: takes long; --all runs it (last {old.date}, {old.standout})")
            continue
        elif data_folder(old) is None:
            print(f"not run   {name}: {', '.join(old.needs)} is not at hand")
            continue
        else:
            new = anew(old, *output_of(old))
        different = list(changes(old, new))
        print(f"{'changed' if different else 'the same':9} {name}: {old.command}", *different, sep="\n  ", flush=True)
        changed += bool(different)
        if asked.write:
            keep(name, old, new)
    return 1 if changed and not asked.write else 0


if __name__ == "__main__":
    sys.exit(main())

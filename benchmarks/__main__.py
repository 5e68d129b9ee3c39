"""`make bench`: speed, each line beside what is wanted, printed and written to `benchmarks/results.json`.

Ratios where there is something to compare with, because machines are noisy: it runs in turn with ours, in the same
process. `python -m benchmarks PART …` runs some parts and writes nothing; `python -m benchmarks quality`, or
`make bench-quality`, measures what our figures are worth instead, into `benchmarks/quality.json`.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from functools import cache
from pathlib import Path

from benchmarks import labels, quality, spark, speed, waiting
from benchmarks.lines import Line
from benchmarks.peers.machine import machine
from benchmarks.places import ml_1m
from standout.data.dataset import LocalDataset
from standout.io.reading import read

HERE = Path(__file__).parent
Parts = Mapping[str, Callable[[], Iterator[Line]]]


@cache
def _ml_1m() -> LocalDataset | None:
    folder = ml_1m()
    return None if folder is None else read(folder)


def _on_ml_1m(*lines: Callable[[LocalDataset], Iterator[Line]]) -> Iterator[Line]:
    """Lines about that data, or a word that it is missing."""
    data = _ml_1m()
    if data is None:
        print("skipped: ml-1m is neither in $STANDOUT_DATA nor beside the repository")
        return
    for each in lines:
        yield from each(data)


def _commands() -> Iterator[Line]:
    folder = ml_1m()
    if folder is not None:
        with waiting.desk() as at:
            yield from waiting.command_lines(at, folder)
            yield from waiting.compare_lines(at, folder)


def _fifty_million() -> Iterator[Line]:
    with tempfile.TemporaryDirectory() as place:
        large = speed.fifty_million(Path(place))
        yield from speed.throughput_lines(large)
        yield Line("a bulletin of 50M prepared interactions", labels.publishing(large), 60, "s", at_least=False)


def _level() -> Iterator[Line]:
    folder = ml_1m()
    if folder is not None:
        yield from quality.level_lines(folder)


SPEED: Parts = {
    "commands": _commands,
    "peers": lambda: _on_ml_1m(speed.scoring_lines, speed.neighbour_lines, speed.anonymity_lines),
    "presets": lambda: _on_ml_1m(speed.preset_lines),
    "advice": lambda: _on_ml_1m(speed.advice_lines),
    "personas": speed.persona_lines,
    "edits": speed.edit_lines,
    "throughput": _fifty_million,
    "spark": lambda: (Line(what, ratio, wanted, "×", False) for what, ratio, wanted in spark.lines(spark.run())),
}
"""What `make bench` measures, part by part."""

QUALITY: Parts = {
    "labels": quality.ranking_lines,
    "mentions": lambda: _on_ml_1m(quality.mention_lines),
    "spellings": quality.spelling_lines,
    "level": _level,
    "likelihood": quality.likelihood_lines,
    "links": quality.linking_lines,
}
"""What takes hours, and is about what is true."""


def measured(parts: Parts, names: Sequence[str]) -> Iterator[Line]:
    """The lines of these parts, each printed as soon as it is known."""
    for name in names:
        for line in parts[name]():
            print(line, flush=True)
            yield line


def _commit() -> str:
    """What was measured: the commit, with a mark if anything is changed beside it."""
    said = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return said.stdout.strip() or "unknown"


def _write(name: str, lines: Sequence[Line]) -> None:
    where = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    about = {"machine": where | {"has": machine()}, "date": str(date.today()), "commit": _commit()}
    rows = [asdict(line) | {"met": line.met} for line in lines]
    text = json.dumps(about | {"lines": rows}, indent=1, ensure_ascii=False)
    (HERE / name).write_text(text + "\n", "utf-8")
    asked = [line for line in lines if line.wanted is not None]
    print(f"written to {name}: {sum(line.met for line in asked)} of {len(asked)} as wanted")


def main(asked: Sequence[str]) -> None:
    """Everything, or the parts that are named."""
    if not asked:
        _write("results.json", list(measured(SPEED, list(SPEED))))
    elif list(asked) == ["quality"]:
        _write("quality.json", list(measured(QUALITY, list(QUALITY))))
    else:
        every = {**SPEED, **QUALITY}
        if unknown := [name for name in asked if name not in every]:
            sys.exit(f"no part is called {unknown[0]}; there are {', '.join(every)}")
        for _ in measured(every, asked):
            pass


if __name__ == "__main__":
    main(sys.argv[1:])

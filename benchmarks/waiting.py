"""Where people wait: whole commands as a user types them, by the clock."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks import frontier
from benchmarks.lines import Line
from benchmarks.places import dataset
from standout import kernels
from standout.kernels.precompiled import FOLDER, SWITCH, fitting


@dataclass(frozen=True)
class Desk:
    """A folder to work in, with a cache of compiled kernels of its own: at first it is empty, and a command has those
    that come with the package and no others."""

    folder: Path

    def seconds(self, *words: str, cache: str = "compiled", shipped: bool = True) -> float:
        """How long a command takes, with this cache, and with or without what comes compiled."""
        environment = os.environ | {"NUMBA_CACHE_DIR": str(self.folder / cache), SWITCH: "1" if shipped else "0"}
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-m", "standout", *words], check=True, env=environment, capture_output=True)
        return time.perf_counter() - begin

    def out(self, name: str) -> tuple[str, str]:
        """The words that say where results go."""
        return "--out", str(self.folder / name)


@contextmanager
def desk() -> Iterator[Desk]:
    """One that is cleared away in the end."""
    with tempfile.TemporaryDirectory(prefix="standout-bench-") as place:
        yield Desk(Path(place))


def command_lines(at: Desk, folder: Path) -> Iterator[Line]:
    """The default audit, first as installed, then again, and where no kernels come compiled; its report drawn anew; the
    sample, as `make demo` audits it once all is compiled; hidden attributes; and help."""
    came = fitting(Path(kernels.__path__[0], FOLDER)) is not None
    cold = at.seconds("audit", str(folder), *at.out("cold"))
    warm = min(at.seconds("audit", str(folder), *at.out(f"warm{turn}")) for turn in range(2))
    yield Line("default audit of ml-1m", warm, 10, "s", at_least=False)
    what = "with the kernels that came compiled" if came else "though no kernels came compiled: release/compiling.py"
    yield Line(f"the first ever, with an empty cache, {what}, against that", cold / warm, 1.5, "×", at_least=False)
    nothing = at.seconds("audit", str(folder), *at.out("nothing"), cache="nothing", shipped=False)
    yield Line("and where every kernel is compiled first, against that", nothing / warm, None, "×", at_least=False)
    report = min(at.seconds("report", str(at.folder / f"warm{turn}")) for turn in (0, 1))
    yield Line("report of that, drawn again", report, 1, "s", at_least=False)
    at.seconds("audit", "sample", *at.out("first"))
    sample = at.seconds("audit", "sample", *at.out("sample"))
    yield Line("default audit of the sample, as in make demo", sample, 15, "s", at_least=False)
    yield Line("standout --help", min(at.seconds("--help") for _ in range(3)), 0.3, "s", at_least=False)
    smaller = dataset("ml-100k")
    if smaller is not None:
        words = ("infer", str(smaller), "--attribute", "gender")
        at.seconds(*words, "--quick", *at.out("quick"))
        yield Line("infer gender of ml-100k, everything", at.seconds(*words, *at.out("infer")), 30, "s", at_least=False)


def compare_lines(at: Desk, folder: Path) -> Iterator[Line]:
    """The default comparison: how long it takes; and what crowds promise and cost in it."""
    at.seconds("compare", str(folder), "--with", "crowds:k=10", "--targets", "20", *at.out("compiles"))
    seconds = at.seconds("compare", str(folder), *at.out("compare"))
    found = frontier.measured(at.folder / "compare" / "compare.json")
    for text in frontier.rows(found):
        print(f"      {text}", flush=True)
    yield Line("default comparison of ml-1m: time", seconds, frontier.SECONDS, "s", at_least=False)
    for row in found.protections:
        if row.text in frontier.GOALS and row.risk is not None and row.ceiling is not None:
            what = f"{row.text} on ml-1m"
            yield Line(f"{what}: found, low end, at the ceiling", 100 * row.risk.low, 100 * row.ceiling, "%", False)
            if row.transfer is not None and row.transfer.loss is not None:
                lost = 100 * row.transfer.loss.loss
                yield Line(f"{what}: transfer nDCG@10 lost", lost, frontier.GOALS[row.text], "%", False)

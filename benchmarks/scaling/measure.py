"""Running a command of ours and measuring it: time, the most memory it ever held, and what it said when."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

_LEFT = re.compile(r"^\s*(\d+)%.*, (?:(\d+) h )?(?:(\d+) min ?)?(?:(\d+) s)? left$")


@dataclass(frozen=True)
class Run:
    """What came of one command."""

    seconds: float
    peak: int
    """Bytes resident at most, mapped files included."""
    said: tuple[tuple[float, str], ...]
    """Lines on standard error, each with the seconds since the start."""
    processor: float
    """Seconds of all processors together."""

    @property
    def forecasts(self) -> list[tuple[int, float, float]]:
        """Percentage, seconds left as told, seconds left in truth; at each tenth of the way."""
        found = []
        for at, line in self.said:
            if match := _LEFT.match(line):
                hours, minutes, seconds = (int(part or 0) for part in match.groups()[1:])
                found.append((int(match[1]), hours * 3600.0 + minutes * 60 + seconds, self.seconds - at))
        return found


def run(*command: str) -> Run:
    """Run `standout …` in a process of its own; a command that fails ends the benchmark."""
    begin = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "standout", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = tuple((time.monotonic() - begin, line.rstrip("\n")) for line in process.stderr)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"standout {' '.join(command)}: " + "\n".join(line for _, line in said))
    return Run(time.monotonic() - begin, usage.ru_maxrss << 10, said, usage.ru_utime + usage.ru_stime)


@dataclass(frozen=True)
class Scoring:
    """Scoring alone, one target on average: milliseconds by the clock and of processors, and entries gone through."""

    clock: float
    processor: float
    entries: float


def kernel(folder: Path, known: int, threads: int, targets: int) -> Scoring:
    """Scoring alone, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scaling.kernel", str(folder), str(known), str(threads), str(targets)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Scoring(**json.loads(done.stdout))


def bytes_below(folder: Path, pattern: str = "*") -> int:
    """How much the files of a folder take on disk."""
    return sum(file.stat().st_size for file in folder.glob(pattern))

"""What is written down about a run: the command that makes it again, the day, the time it took, the machine."""

from __future__ import annotations

import os
import platform
import shlex
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from standout._version import __version__
from standout.common.documents import read_document
from standout.io.reading_options import ReadingOptions
from standout.library.pasteable import options_of, place_of
from standout.library.reading import Reading
from standout.packing.plain_results import without_folder
from standout.results.run import Machine, Run, Written

_LARGEST = 10_000_000
LIBRARIES = ("duckdb", "msgspec", "numba", "numpy", "pyarrow", "rapidfuzz", "scikit-learn", "scipy")
"""Whose versions figures may depend on."""


@dataclass(frozen=True)
class Clock:
    """Started when a run begins."""

    begun: float = field(default_factory=time.monotonic)

    def minutes(self) -> float:
        return round((time.monotonic() - self.begun) / 60, 2)


def run_of(
    command: str,
    data: Any,
    reading: Reading,
    asked: Mapping[str, Any],
    clock: Clock,
    *,
    targets: int | None = None,
    tuned: bool = False,
    resumed: bool = False,
    attacks: Sequence[str] = (),
    sample_first: bool = False,
    inputs: Mapping[str, str | Path | None] | None = None,
    beside: Sequence[str] = (),
) -> Run:
    """A run that ends now. `asked` are the options that differ from the usual ones, by how they are typed; `inputs` are
    small files to keep a copy of."""
    return Run(
        command=command_line(command, data, reading, asked),
        date=today(),
        minutes=clock.minutes(),
        resumed=resumed,
        machine=machine(),
        versions=versions(),
        targets=targets,
        tuned=tuned,
        attacks=tuple(attacks),
        sample_first=sample_first,
        inputs={name: _text(Path(file)) for name, file in (inputs or {}).items() if file is not None},
        beside=tuple(beside),
        reading=_written(reading.options),
    )


def command_line(command: str, data: Any, reading: Reading, asked: Mapping[str, Any]) -> str:
    """The command as it could be typed: files by name, and nothing of where results go."""
    words = ["standout", command, without_folder(place_of(data)), *map(without_folder, options_of(reading))]
    for option, value in asked.items():
        words += _typed(f"--{option}", value)
    return " ".join(shlex.quote(word) for word in words)


def _typed(option: str, value: Any) -> list[str]:
    """An option as it is typed: nothing for one that was not given."""
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [word for part in value for word in _typed(option, part)]
    said = getattr(value, "name", None) if not isinstance(value, str | int | float | Path) else None
    return [option, without_folder(str(said or value))]


def _text(file: Path) -> str:
    """A small file as text: bytes that are no text are of no such file."""
    return read_document(file, "a small file", _LARGEST).decode("utf-8", errors="replace")


def today() -> str:
    """The day, in UTC; that of SOURCE_DATE_EPOCH where it is set, so that files can be made again as they were."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(seconds), UTC) if seconds.isdecimal() else datetime.now(UTC)
    return now.date().isoformat()


def versions() -> dict[str, str]:
    """Standout, Python and the libraries that are installed."""
    return {"standout": __version__, "python": platform.python_version(), **_installed()}


@cache
def _installed() -> Mapping[str, str]:
    """The libraries that are installed, looked up once: what stands beside each of them is a long text."""
    found = {}
    for library in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            found[library] = metadata.version(library)
    return found


def machine() -> Machine:
    """This machine, as far as it says what it is."""
    return Machine(
        system=f"{platform.system()} {platform.machine()}",
        processor=_processor(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        memory_gb=_memory(),
    )


def _processor() -> str:
    """The name on the processor; Linux has it in a file."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine() or "unknown"


def _memory() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1)
    except (AttributeError, OSError, ValueError):
        return None


def _written(options: ReadingOptions) -> dict[str, Written]:
    """The options that are not left at their default; a file of titles changes no figure, and is left out."""
    usual = ReadingOptions()
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in vars(options).items()
        if name != "titles" and value != getattr(usual, name)
    }

"""Running one case of the catalogue in this process, and seeing what it said and what it left behind."""

from __future__ import annotations

import atexit
import os
import re
import shlex
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.cli.running import Finished, standout
from tests.robustness import inputs

SECONDS = 120
"""Far more than any case takes: only what would hang for ever is ended by it."""

Stats = dict[str, tuple[int, int, int]]


@dataclass(frozen=True)
class Case:
    """A command, what its line says (parts in this order), and with which status it leaves."""

    command: str
    says: str
    status: int = 2
    otherwise: str | None = None
    """What it may say instead."""


@dataclass(frozen=True)
class Outcome:
    """How a command ended, what is new in its folder and in the temporary one, and which inputs changed."""

    finished: Finished
    left: list[str]
    scratch: list[str]
    touched: list[str]

    @property
    def lines(self) -> list[str]:
        return self.finished.errors.splitlines()


def run(command: str, folder: Path) -> Outcome:
    """Run a command of the catalogue in an empty folder; `folder` keeps the inputs of all cases."""
    made = folder / "inputs"
    made.mkdir(exist_ok=True)
    words = [_filled(word, made) for word in shlex.split(command)]
    before = _stats(made)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        here, scratch = Path(place, "here"), Path(place, "scratch")
        here.mkdir()
        scratch.mkdir()
        with _exits_done(), _ended_after(SECONDS), patch.object(tempfile, "tempdir", str(scratch)):
            finished = standout(*words, folder=here)
        after = _stats(made)
        touched = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        return Outcome(finished, _names(here), [_told(file) for file in scratch.rglob("*")], touched)


def _filled(word: str, made: Path) -> str:
    """A word of a command with its placeholders filled in."""
    return re.sub(r"\{([^{}]+)\}", lambda found: _meant(found[1], made), word)


def _meant(name: str, made: Path) -> str:
    special = {"digits": inputs.DIGITS, "digits:5000": "7" * 5_000, "half": "\udcff", "lone": "\ud800"}
    special["long-name"] = "x" * 300
    return special[name] if name in special else str(inputs.make(name, made))


def _stats(folder: Path) -> Stats:
    """Size, times and mode of everything below a folder."""
    found = ((file, file.lstat()) for file in [folder, *folder.rglob("*")])
    return {str(file): (stat.st_size, stat.st_mtime_ns, stat.st_mode) for file, stat in found}


def _names(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


def _told(file: Path) -> str:
    """A file's name, and of an account of a bug what is in it."""
    return file.read_text() if file.name.startswith("standout-bug-") else str(file)


@contextmanager
def _exits_done() -> Iterator[None]:
    """Remove at the end of a case what a process removes at its end."""
    folders: list[str] = []
    register = atexit.register

    def noted(action: Callable[..., Any], *given: Any, **named: Any) -> Callable[..., Any]:
        if action is shutil.rmtree:
            folders.append(given[0])
            return action
        return register(action, *given, **named)

    with patch.object(atexit, "register", noted):
        yield
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _ended_after(seconds: int) -> Iterator[None]:
    """Interrupt what takes too long, as Ctrl-C would."""

    def ring(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def in_order(line: str, parts: str) -> bool:
    """Whether the line has these parts, in this order."""
    at = 0
    for part in parts.split(" … "):
        found = line.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def is_root() -> bool:
    """Whether permissions do not hold for whoever runs this."""
    return os.geteuid() == 0

"""The Pythons of this machine: those on the path, and those that pyenv or uv keep."""

from __future__ import annotations

import glob
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from release.lock import lowest_python, project

_ASK = "import sys; print('%d.%d.%d' % sys.version_info[:3], sys.base_prefix)"
_KEPT = ("~/.pyenv/versions/*/bin/python", "~/.local/share/uv/python/*/bin/python")


@dataclass(frozen=True)
class Python:
    """An interpreter that answered when asked for its version."""

    version: tuple[int, ...]
    program: Path

    @property
    def minor(self) -> str:
        """Such as 3.12."""
        return ".".join(map(str, self.version[:2]))

    def __str__(self) -> str:
        return f"Python {'.'.join(map(str, self.version))}"


def supported() -> list[Python]:
    """One of each minor version that `pyproject.toml` names, oldest first."""
    said = (re.fullmatch(r".*:: (3\.\d+)", line) for line in project()["project"]["classifiers"])
    names = {found[1] for found in said if found}
    return [python for python in found() if python.minor in names]


def too_old() -> Python | None:
    """The newest Python here that is older than what we support, to see how it is refused."""
    lowest = tuple(map(int, lowest_python().split(".")))
    return max((one for one in found() if one.version[:2] < lowest), key=lambda one: one.version, default=None)


@cache
def found() -> list[Python]:
    """The newest of each minor version, oldest first."""
    newest: dict[tuple[int, ...], Python] = {}
    for program in _programs():
        python = _asked(program)
        if python is not None and newest.get(python.version[:2], python).version <= python.version:
            newest[python.version[:2]] = python
    return sorted(newest.values(), key=lambda one: one.version)


def _programs() -> list[str]:
    named = (shutil.which(f"python3.{minor}") for minor in range(8, 21))
    kept = (program for pattern in _KEPT for program in glob.glob(os.path.expanduser(pattern)))  # noqa: PTH111, PTH207
    return [sys.executable, *filter(None, named), *sorted(kept)]


def _asked(program: str) -> Python | None:
    """An interpreter, at home (not in a virtual environment); none if it does not run (pyenv has such names)."""
    try:
        done = subprocess.run([program, "-c", _ASK], capture_output=True, text=True, check=False, timeout=60)
        version, _, home = done.stdout.strip().partition(" ")
        numbers = tuple(map(int, version.split(".")))
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    own = Path(home, "bin", f"python{numbers[0]}.{numbers[1]}")
    return Python(numbers, own if own.is_file() else Path(program))

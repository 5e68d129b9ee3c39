"""The versions that `make` installs, each with the hashes of its files: `requirements/*.txt`.

`make lock` makes them anew from `pyproject.toml`: the newest versions of today, for every Python and system that is
supported, told apart by markers. They name no package index: whoever installs uses the one that pip is set to.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "requirements"
EDITABLE = "editables>=0.5"
"""What hatchling asks for when the source itself is installed."""


@dataclass(frozen=True)
class Lock:
    """A file of pinned versions, and what it is for."""

    name: str
    what: str

    def at(self, folder: Path) -> Path:
        """The file in a folder."""
        return folder / f"{self.name}.txt"

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return self.at(FOLDER)


LOCKS = (
    Lock("run", "what Standout runs with"),
    Lock("build", "what builds and installs it"),
    Lock("dev", "what tests it, and everything optional"),
    Lock("release", "what checks a release"),
)


@dataclass(frozen=True)
class Pin:
    """One version of a package, the systems it is for, and the files that may be installed."""

    name: str
    version: str
    marker: str | None
    hashes: tuple[str, ...]


def make(lock: Lock, folder: Path) -> None:
    """Resolve anew; what an earlier file in the folder pins, this one pins alike."""
    file, earlier = lock.at(folder), LOCKS[: LOCKS.index(lock)]
    words = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet", "--upgrade"]
    words += ["--python-version", lowest_python(), "--output-file", str(file)]
    words += [word for one in earlier for word in ("--constraints", str(one.at(folder)))]
    subprocess.run([sys.executable, "-m", "uv", "pip", "compile", *words, "-"],
                   input="\n".join(asked(lock)), text=True, cwd=ROOT, env=_environment(), check=True)  # fmt: skip
    head = f"# {lock.what[0].upper()}{lock.what[1:]}, with the hashes of all files. Made by `make lock`.\n"
    file.write_text(head + file.read_text(encoding="utf-8"), encoding="utf-8")


def _environment() -> dict[str, str]:
    """uv asks the package index that pip is set to."""
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    index = os.environ.get("PIP_INDEX_URL") or subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    return os.environ | ({"UV_DEFAULT_INDEX": index} if index else {})


def asked(lock: Lock) -> list[str]:
    """What `pyproject.toml` asks for, for this purpose; an extra that names others of ours has their requirements."""
    table = project()
    extras: dict[str, list[str]] = table["project"]["optional-dependencies"]
    if lock.name == "build":
        return [*table["build-system"]["requires"], EDITABLE]
    if lock.name == "run":
        return list(table["project"]["dependencies"])
    return [*(table["project"]["dependencies"] if lock.name == "dev" else ()), *_unfolded(extras, lock.name)]


def _unfolded(extras: dict[str, list[str]], name: str) -> list[str]:
    found: list[str] = []
    for one in extras[name]:
        ours = re.fullmatch(r"standout\[(.+)\]", one)
        found += [deep for extra in ours[1].split(",") for deep in _unfolded(extras, extra)] if ours else [one]
    return found


def project() -> dict[str, Any]:
    """`pyproject.toml`."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def lowest_python() -> str:
    """The oldest Python that is supported, such as 3.11."""
    return str(project()["project"]["requires-python"]).removeprefix(">=")


def read(lock: Lock, folder: Path = FOLDER) -> list[Pin]:
    """What a file pins; a line that pins nothing is refused."""
    text = lock.at(folder).read_text(encoding="utf-8").replace("\\\n", " ")
    return [_pin(line) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _pin(line: str) -> Pin:
    said, *hashes = re.split(r"\s+--hash=", line.strip())
    name, _, rest = said.partition("==")
    version, _, marker = (part.strip() for part in rest.partition(";"))
    if not version or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes):
        raise SystemExit(f"not a pinned version with hashes: {line[:80]}")
    return Pin(name, version, marker or None, tuple(hashes))


def main() -> int:
    """Make all files anew, or none: what cannot be resolved leaves the old ones."""
    with tempfile.TemporaryDirectory() as name:
        for lock in LOCKS:
            make(lock, Path(name))
        FOLDER.mkdir(exist_ok=True)
        for lock in LOCKS:
            shutil.copyfile(lock.at(Path(name)), lock.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())

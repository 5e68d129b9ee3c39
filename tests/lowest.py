"""The lowest versions that `pyproject.toml` allows: every dependency, extras included, pinned to its lower bound.

`python -m tests.lowest pins` prints them for pip, `passed` notes in `.ci/lowest-tested` that the tests passed with
them, and `tested` leaves with 0 only if they did. What checks our source, builds its pages or its wheel and never runs
with it is installed as it is today, or left out where no test needs it; so is what Spark Connect asks for.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT, TESTED = ROOT / "pyproject.toml", ROOT / ".ci" / "lowest-tested"
CHECKERS = {"mypy", "ruff", "pandas-stubs", "scipy-stubs"}
BUILDERS = {"hatchling", "editables", "mkdocs-material", "mkdocstrings"}
CONNECTING = {"googleapis-common-protos", "grpcio", "grpcio-status", "zstandard"}
"""What PySpark loads for a Spark Connect session, and our source never does."""
_AS_TODAY = BUILDERS | CONNECTING
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[a-z,-]+\])?>=(?P<lowest>[0-9][0-9a-z.]*)(,\s*[<!][^;]*)?")
_RELEASE = "release"
"""The extra with what only `make release-check` needs."""


def requirements(project: Path = PROJECT) -> list[str]:
    """What the project asks for, as it says it, extras included; each once."""
    table = tomllib.loads(project.read_text("utf-8"))["project"]
    extras = {name: asked for name, asked in table["optional-dependencies"].items() if name != _RELEASE}
    every = [*table["dependencies"], *(one for asked in extras.values() for one in asked)]
    return [one for one in dict.fromkeys(every) if not one.startswith("standout[")]


def builders(project: Path = PROJECT) -> list[str]:
    """What builds pages and wheels or connects to Spark, as the project asks for it."""
    return [one for one in requirements(project) if _match(one, project)["name"].lower() in _AS_TODAY]


def pins(project: Path = PROJECT) -> dict[str, str]:
    """The lowest version of each dependency that is needed when tests run."""
    found: dict[str, str] = {}
    for name, lowest in _bounds(project):
        if found.setdefault(name, lowest) != lowest:
            raise SystemExit(f"{project.name}: {name} has the lower bounds {found[name]} and {lowest}; say it once")
    return {name: lowest for name, lowest in found.items() if name not in CHECKERS | _AS_TODAY}


def _bounds(project: Path) -> Iterator[tuple[str, str]]:
    for one in requirements(project):
        match = _match(one, project)
        yield match["name"].lower(), match["lowest"]


def _match(one: str, project: Path) -> re.Match[str]:
    match = _REQUIREMENT.fullmatch(one)
    if match is None:
        raise SystemExit(f"{project.name}: '{one}' has no lower bound; write name>=version")
    return match


def mark(project: Path = PROJECT) -> str:
    """A short name for the dependencies that are pinned: another one as soon as any of them changes."""
    asked = tomllib.loads(project.read_text("utf-8"))["project"]["requires-python"]
    pinned = [one for one in requirements(project) if _match(one, project)["name"].lower() in pins(project)]
    return hashlib.sha256("\n".join([asked, *sorted(pinned)]).encode()).hexdigest()


def is_due(project: Path = PROJECT, tested: Path = TESTED) -> bool:
    """Whether dependencies changed since the tests last passed with the lowest versions."""
    return not tested.is_file() or tested.read_text().strip() != mark(project)


def main(word: str) -> int:
    if word == "pins":
        print("\n".join([*(f"{name}=={lowest}" for name, lowest in pins().items()), *builders()]))
    elif word == "passed":
        TESTED.write_text(mark() + "\n")
    elif word == "tested":
        return int(is_due())
    else:
        raise SystemExit("say pins, passed or tested")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

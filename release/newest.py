"""Whether the tests ran with the newest versions of what Standout asks for.

`python -m release.newest tested` resolves today's newest versions. It leaves with 0 if those that `pyproject.toml`
names for running and testing are the pinned ones, or if `make test-newest` passed with them (`.ci/newest-tested`).
Newer versions of anything else, such as what these need themselves, are told and hold nothing up: every day has some.
`passed` notes the versions of the environment that it runs in.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from release.lock import LOCKS, ROOT, Pin, asked, make, read

TESTED = ROOT / ".ci" / "newest-tested"
LOCK = next(lock for lock in LOCKS if lock.name == "dev")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Newer:
    """A package of which there is another version than the pinned ones."""

    name: str
    pinned: frozenset[str]
    newest: frozenset[str]

    def __str__(self) -> str:
        was = ", ".join(sorted(self.pinned)) or "nothing"
        return f"{self.name} {', '.join(sorted(self.newest))} (pinned: {was})"


def plain(name: str) -> str:
    """A name as indexes spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def named() -> set[str]:
    """What `pyproject.toml` names itself, extras included."""
    return {plain(found[0]) for one in asked(LOCK) if (found := _NAME.match(one))}


def newer(pinned: Iterable[Pin], newest: Iterable[Pin]) -> list[Newer]:
    """Where the newest versions are not the pinned ones."""
    before, now = versions(pinned), versions(newest)
    return [
        Newer(name, before.get(name, frozenset()), there)
        for name, there in sorted(now.items())
        if before.get(name, frozenset()) != there
    ]


def versions(pins: Iterable[Pin]) -> dict[str, frozenset[str]]:
    """All versions of each package; there may be several, for other Pythons."""
    found: dict[str, frozenset[str]] = {}
    for pin in pins:
        found[plain(pin.name)] = found.get(plain(pin.name), frozenset()) | {pin.version}
    return found


def untested(changed: Iterable[Newer], ours: set[str], passed: Mapping[str, str]) -> list[Newer]:
    """Of what changed, what is named by the project and was never tested in a version that is the newest now."""
    return [each for each in changed if each.name in ours and passed.get(each.name) not in each.newest]


def passed_with(file: Path = TESTED) -> dict[str, str]:
    """The versions that `make test-newest` last passed with."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
    return {name: version for name, _, version in (line.partition("==") for line in lines)}


def installed(names: Iterable[str]) -> dict[str, str]:
    """The versions in the environment that this runs in."""
    there = {plain(one.metadata["Name"]): one.version for one in metadata.distributions()}
    return {name: there[name] for name in sorted(names) if name in there}


def main(words: list[str]) -> int:
    """Say what is newer and was not tested; or note what was."""
    if words == ["passed"]:
        TESTED.write_text("".join(f"{name}=={version}\n" for name, version in installed(named()).items()), "utf-8")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for lock in LOCKS[: LOCKS.index(LOCK) + 1]:
            make(lock, Path(folder))
        changed = newer(read(LOCK), read(LOCK, Path(folder)))
    left = untested(changed, named(), passed_with())
    for each in changed:
        print(f"{'not tested yet' if each in left else 'newer, and holds nothing up'}: {each}")
    if not changed:
        print("the pinned versions are the newest")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

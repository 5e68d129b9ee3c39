"""The version of what is built: that of the tag on this commit, else the one in `_version.py`. Run by hatchling.

A source tree is always on its way to the next version (`0.2.0.dev0`). A release is a tag `v0.2.0` on a commit without
changes: wheel and sdist built there say `0.2.0`, in their names, in their metadata and in `standout --version`. Without
git, without tags, or from an sdist, the file decides. `STANDOUT_VERSION` says it where git cannot (in a container).
`python release/building.py` prints it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = Path("src", "standout", "_version.py")
_SAID = re.compile(r'^__version__ = "(?P<version>[^"]+)"$', re.MULTILINE)
_VERSION = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?(\.dev\d+)?")


def version(root: Path = ROOT) -> str:
    """The version of this tree; a tag that does not belong to the number in `_version.py` is refused."""
    own = in_file(root)
    wanted = os.environ.get("STANDOUT_VERSION") or tag(root)
    if not wanted:
        return own
    if not _VERSION.fullmatch(wanted) or release_of(wanted) != release_of(own):
        sys.exit(f"The version is to be {wanted}, but {FILE.as_posix()} says {own}; "
                 f"tag v{release_of(own)}, or change that file first")  # fmt: skip
    return wanted


def in_file(root: Path = ROOT) -> str:
    """What `_version.py` says."""
    said = _SAID.search((root / FILE).read_text(encoding="utf-8"))
    if said is None:
        sys.exit(f'{FILE.as_posix()}: has no line __version__ = "…"')
    return said["version"]


def release_of(text: str) -> str:
    """The three numbers of a version: 0.2.0 of 0.2.0.dev0 and of 0.2.0rc1."""
    found = re.match(r"\d+\.\d+\.\d+", text)
    return found[0] if found else text


def tag(root: Path = ROOT) -> str | None:
    """The version that a tag `v…` gives to just this commit; none where files differ from it, or there is no git."""
    if not (root / ".git").exists():
        return None
    found = _git(root, "describe", "--exact-match", "--tags", "--match", "v[0-9]*")
    changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    return found.removeprefix("v") if found and changed == "" else None


def _git(root: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()


if __name__ == "__main__":
    print(version())

"""Whether `CHANGELOG.md` speaks of the version that is to be released."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from release.building import ROOT, release_of, version

_HEADING = re.compile(r"^## (?P<what>.+)$", re.MULTILINE)


def problem(text: str, built: str) -> str | None:
    """What is missing: an entry with something in it; before a release it says "Unreleased"."""
    number = release_of(built)
    parts = _HEADING.split(text)
    entries = dict(zip(parts[1::2], parts[2::2], strict=True))
    wanted = (
        rf"Unreleased: {re.escape(number)}" if ".dev" in built else rf"{re.escape(number)}( \(\d{{4}}-\d\d-\d\d\))?"
    )
    heading = next((one for one in entries if re.fullmatch(wanted, one.strip())), None)
    if heading is None:
        shape = f"## Unreleased: {number}" if ".dev" in built else f"## {number}"
        return f"has no section '{shape}' for version {built}; write it"
    if not re.search(r"^- ", entries[heading], re.MULTILINE):
        return f"says nothing below '## {heading}'; write what changed"
    return None


def main() -> int:
    """Look at the changelog of this tree."""
    built, file = version(), Path(ROOT, "CHANGELOG.md")
    if found := problem(file.read_text(encoding="utf-8"), built):
        raise SystemExit(f"{file.name} {found}")
    print(f"{file.name}: has an entry for {built}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

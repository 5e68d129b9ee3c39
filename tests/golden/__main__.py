"""`python -m tests.golden [CASE…]`: make the golden files anew, and say which changed.

A changed figure is a change that users see: its reason belongs into the changelog.
"""

from __future__ import annotations

import json
import os
import sys
import time

from tests.processors import as_everywhere

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.update(as_everywhere())

from tests.golden.cases import CASES
from tests.golden.running import HERE, VERSIONS, first_difference, golden_files, kept, results, versions


def main(names: list[str]) -> None:
    """Run the named cases, or all; write what is different."""
    if unknown := set(names) - {case.name for case in CASES}:
        sys.exit(f"no case {', '.join(sorted(unknown))}; they are in tests/golden/cases.py")
    expected: set[str] = set()
    changed = 0
    for case in CASES:
        if names and case.name not in names:
            continue
        begun = time.perf_counter()
        for file, text in results(case).items():
            expected.add(file)
            if difference := first_difference(kept(file), text.encode(), case.digits):
                changed += 1
                print(f"changed  {file}: {difference if (HERE / file).exists() else 'new'}")
                (HERE / file).write_bytes(text.encode())
        print(f"{time.perf_counter() - begun:7.2f} s  {case.name}", file=sys.stderr, flush=True)
    if not names:
        for left in golden_files():
            if left.name not in expected:
                changed += 1
                print(f"removed  {left.name}: no case keeps it")
                left.unlink()
        VERSIONS.write_text(json.dumps(versions(), indent=1) + "\n", encoding="utf-8")
    print(f"{changed} changed, {len(expected)} made")


if __name__ == "__main__":
    main(sys.argv[1:])

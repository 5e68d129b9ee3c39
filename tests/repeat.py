"""The suite again and again, each time in another order and with other hashes.

`python -m tests.repeat [TIMES] [WORDS]`: twenty times unless told; WORDS go to pytest. However many fail, all are run;
the last line says how many passed. What a failure needs to come back is printed beside it. The status is 0 only if all
passed.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence

USUALLY = ("-n", "auto", "--dist", "worksteal", "-q")


def surroundings(dice: random.Random) -> dict[str, str]:
    """Another order, other hashes."""
    return {"STANDOUT_SHUFFLE": str(dice.randrange(1 << 32)), "PYTHONHASHSEED": str(dice.randrange(1, 1 << 32))}


def repeat(times: int, words: Sequence[str], dice: random.Random) -> int:
    """How many of so many runs passed."""
    passed = 0
    for number in range(1, times + 1):
        set_to = surroundings(dice)
        told = " ".join(f"{name}={value}" for name, value in set_to.items())
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            env=os.environ | set_to,
            capture_output=True,
            text=True,
            check=False,
        )
        passed += done.returncode == 0
        lines = done.stdout.splitlines()
        print(f"run {number} of {times}: {lines[-1] if lines else done.stderr.strip()[-500:]} ({told})", flush=True)
        if done.returncode:
            print("\n".join(f"    {line}" for line in lines if line.startswith(("FAILED", "ERROR", "E  "))), flush=True)
    print(f"{passed} of {times} passed")
    return passed


def main(words: list[str]) -> int:
    times = int(words.pop(0)) if words and words[0].isdigit() else 20
    return 0 if repeat(times, words or USUALLY, random.Random()) == times else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

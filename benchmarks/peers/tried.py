"""What does not go through at all: tried in a process of its own, with a limit of memory and of time."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from standout.data.dataset import LocalDataset

MEMORY_GB = 16
SECONDS = 300
ROOT = Path(__file__).parents[2]


def everyone_with_everyone(data: LocalDataset) -> None:
    """All similarities in one matrix."""
    from sklearn.metrics.pairwise import linear_kernel

    from benchmarks.peers.scikit import record_matrix

    linear_kernel(record_matrix(data))


def one_merge(data: LocalDataset) -> None:
    """What is known of everybody merged with all ratings at once."""
    import pandas as pd

    from benchmarks.peers.contests import EIGHT, SEED
    from benchmarks.peers.pandas_merge import ratings_of

    knowledge = data.engine.draw(data, EIGHT, np.arange(data.people), seed=SEED).knowledge
    known = pd.DataFrame(
        {
            "target": np.repeat(np.arange(knowledge.targets, dtype=np.int32), knowledge.sizes),
            "item": knowledge.items,
            "known_value": knowledge.values,
            "known_day": knowledge.days,
        }
    )
    ratings_of(data).merge(known, on="item")


ATTEMPTS: dict[str, tuple[str, Callable[[LocalDataset], None]]] = {
    "everyone": (
        "scikit-learn: `linear_kernel` of all records with all records, without blocks",
        everyone_with_everyone,
    ),
    "merge": ("pandas: one merge of what is known of all people with all ratings", one_merge),
}


def attempts(prepared: Path) -> list[tuple[str, str]]:
    """What was tried on a prepared dataset, and what happened."""
    return [(what, attempt(name, prepared)) for name, (what, _) in ATTEMPTS.items()]


def attempt(name: str, prepared: Path) -> str:
    """What happened to one of them, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.peers.tried", name, str(prepared.resolve())]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT)
    except subprocess.TimeoutExpired:
        return f"stopped after {SECONDS} s without an answer"
    return done.stdout.strip() if done.returncode == 0 else f"ended by the system (status {done.returncode})"


def _child(name: str, prepared: Path) -> str:
    from standout.io.reading import read

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_GB * 2**30, MEMORY_GB * 2**30))
    data = read(prepared)
    return told(lambda: ATTEMPTS[name][1](data))


def told(work: Callable[[], None]) -> str:
    """How some work ended, and how long it took."""
    begin = time.perf_counter()
    try:
        work()
    except MemoryError as problem:
        said = f" ({problem})" if str(problem) else ""
        return f"out of memory after {time.perf_counter() - begin:.0f} s{said}"
    return f"went through in {time.perf_counter() - begin:.0f} s"


if __name__ == "__main__":
    print(_child(sys.argv[1], Path(sys.argv[2])))

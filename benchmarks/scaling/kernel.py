"""Scoring alone, in a process of its own: milliseconds a target on a prepared dataset, best of five."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from benchmarks.timing import spent
from standout.attacks import ATTACKS
from standout.data.prepared import open_prepared
from standout.engines.local import LocalEngine
from standout.knowledge.adversary import Adversary

ATTACK = ATTACKS["scoreboard-rh"]


def measured(folder: Path, known: int, threads: int, targets: int) -> dict[str, float]:
    data = open_prepared(folder)
    adversary = Adversary("scaling", items=known, wrong=known // 4, days=14)
    people = np.sort(np.random.default_rng(1).permutation(data.people)[:targets])
    drawn = data.engine.draw(data, adversary, people, seed=1)
    few = data.engine.draw(data, adversary, people[:8], seed=1)
    LocalEngine(threads).score(data, few.knowledge, ATTACK, few.truths)
    engine = LocalEngine(threads)
    turns = [spent(lambda: engine.score(data, drawn.knowledge, ATTACK, drawn.truths)) for _ in range(5)]
    each = 1e3 / drawn.knowledge.targets
    return {
        "clock": each * min(turn.clock for turn in turns),
        "processor": each * min(turn.processor for turn in turns),
        "entries": float(data.holders[drawn.knowledge.items].sum()) / drawn.knowledge.targets,
    }


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]), *(int(argument) for argument in sys.argv[2:5]))))

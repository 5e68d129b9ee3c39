"""Spark on two executors of this machine against two threads: the same audit of the same 20 million interactions.

Start-up is left out: the cluster runs, its Pythons have imported what they need, and kernels are compiled. Reading and
auditing are timed apart and together.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from standout.attacks import attacks
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.data.dataset import AnyDataset
from standout.engines.spark.engine import SparkEngine
from standout.engines.spark.opening import held_on_spark
from standout.engines.spark.session import session
from standout.io.reading import read
from standout.knowledge.presets import PRESETS
from standout.sample.invention import SampleSettings, draw_sample
from standout.testing.engines import made_up

MASTER = "local-cluster[2,1,1024]"
SIZE = SampleSettings(people=96_000, items=17_770, interactions=20_000_000)
SETTINGS = AuditSettings(
    (PRESETS["acquaintance"],), tuple(attacks(["scoreboard-rh", "likelihood"])), targets=10_000, draws=2, threads=2
)


@dataclass(frozen=True)
class Times:
    """Seconds."""

    reading: float
    auditing: float

    @property
    def both(self) -> float:
        return self.reading + self.auditing


@dataclass(frozen=True)
class Compared:
    """Both engines on the same data, and how many bytes came to the driver."""

    local: Times
    spark: Times
    received: int


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    found = work()
    return time.perf_counter() - begin, found


def warm_up(data: AnyDataset) -> None:
    """One small audit: every kernel is compiled and every module imported."""
    audit(data, AuditSettings(SETTINGS.adversaries, SETTINGS.attacks, targets=10, draws=1, sparsity_people=10))


def run(size: SampleSettings = SIZE, settings: AuditSettings = SETTINGS) -> Compared:
    """Read and audit the same sample with both engines, one after the other."""
    with tempfile.TemporaryDirectory(prefix="standout-bench-") as place:
        folder = Path(place) / "sample"
        draw_sample(folder, size)
        small = made_up(values=True, days=True)
        warm_up(small)
        reading, data = timed(lambda: read(folder, into=Path(place) / "prepared"))
        auditing, ours = timed(lambda: audit(data, settings))
        with session(MASTER) as spark:
            warm_up(SparkEngine(spark, tuple(range(0, 60, 15))).take(small))
            begin = time.perf_counter()
            with held_on_spark(spark, str(folder)) as far:
                there = Times(time.perf_counter() - begin, 0.0)
                seconds, theirs = timed(lambda: audit(far, settings))
                found = Compared(Times(reading, auditing), Times(there.reading, seconds), far.held.received)
    ranks = [[one.identified["1"].rate for one in result.findings] for result in (ours, theirs)]
    assert np.allclose(ranks[0], ranks[1]), f"the engines disagree: {ranks}"
    return found


def lines(found: Compared) -> Iterator[tuple[str, float, float]]:
    """What is compared, the ratio, and the ratio wanted."""
    what = "Spark on 2 executors against 2 threads, 20M interactions"
    yield f"{what}: reading and audit", found.spark.both / found.local.both, 2.0
    yield f"{what}: audit alone", found.spark.auditing / found.local.auditing, 2.0


if __name__ == "__main__":
    compared = run()
    print(compared)
    for what, ratio, wanted in lines(compared):
        print(f"{ratio:6.2f} × (wanted ≤ {wanted})  {what}")

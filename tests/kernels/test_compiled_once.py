"""The kernels of an audit are compiled for one kind of arrays each: whoever runs them first waits for that."""

from __future__ import annotations

import subprocess
import sys

_AUDITED = """
import numpy as np, pyarrow as pa, standout as so
from standout.kernels import checking, draw, index, likelihood, records, score

chance = np.random.default_rng(1)
entries = {"user": chance.integers(0, 60, 1_500), "item": chance.integers(0, 50, 1_500),
           "rating": chance.integers(1, 6, 1_500), "time": chance.integers(0, 200, 1_500) * 86_400 + 1_600_000_000}
asked = {"attacks": ["likelihood", "tf-idf"], "adversaries": ["acquaintance", "share"]}
so.audit(pa.table(entries), targets=50, draws=2, **asked)
for kernel in (checking.record_bounds, draw.plan, draw.fill, index.invert, likelihood.score_shard, likelihood.gains_of,
               records.changed, records.record_sums, score.score_shard, score.gains_of):
    print(kernel.py_func.__module__.rpartition(".")[2], kernel.py_func.__name__, len(kernel.signatures))
"""


def test_no_kernel_is_compiled_twice_for_an_audit() -> None:
    """Data read from files and made in memory, whole and protected, with and without values and days."""
    done = subprocess.run([sys.executable, "-c", _AUDITED], check=True, capture_output=True, text=True)
    several = [line for line in done.stdout.splitlines() if not line.endswith(" 1")]
    assert done.stdout
    # an index of bare items is written in two bytes: made for them, and read as if it had four
    assert several == ["index invert 2"]

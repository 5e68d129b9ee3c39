"""Spark finds the same personas as we do. Needs pyspark and Java; skipped, and said so, without."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

needs_spark = pytest.mark.skipif(
    importlib.util.find_spec("pyspark") is None or shutil.which("java") is None,
    reason="Spark is tested with pyspark (pip install 'standout[spark]') and Java 17",
)

SCRIPT = """
import sys
from pathlib import Path
import pyarrow as pa, pyarrow.parquet as pq
from standout.profiles.generate import draw_population
from standout.profiles.mining import mine
from standout.profiles.spark_mining import mine_on_spark

population, _ = draw_population(1_500)
ours = mine(population, 0.01, 2, 4)
theirs = mine_on_spark(population, 0.01, 2, 4, master="local-cluster[2,1,1024]")
assert len(ours) > 50
assert list(ours.rows()) == list(theirs.rows())
whole = population.merged()
names = [whole.pair_name(int(pair)) for pair in whole.pairs]
table = {"person": whole.owners, "attribute": [a for a, _ in names], "value": [v for _, v in names]}
file = Path(sys.argv[1]) / "long.parquet"
pq.write_table(pa.table(table), file)
again = mine_on_spark(file, 0.01, 2, 4, master="local[2]")
def sets(personas):
    return {(frozenset((a, v) for a, values in personas.persona(n).items() for v in values), int(count))
            for n, count in enumerate(personas.counts)}
assert sets(again) == sets(ours)
from standout.cli import main
sys.argv = ["standout", "personas", str(file), "--engine", "spark", "--support", "0.01", "--max-size", "4",
            "--know", "city", "--out", str(file.with_suffix(".json"))]
try:
    main()
except SystemExit as left:
    assert left.code == 0, left.code
from standout.profiles.personas import Personas
def without(personas, attribute):
    return {one for one in sets(personas) if attribute not in dict(one[0])}
assert sets(Personas.read(file.with_suffix(".json"))) == without(ours, "city")
print("the same")
"""


@needs_spark
@pytest.mark.slow
def test_spark_on_a_cluster_of_two_finds_the_same(tmp_path: Path) -> None:
    """In a process of its own: Spark leaves threads and sockets behind."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, check=False, timeout=500
    )
    assert done.stdout.strip().endswith("the same"), done.stderr[-3_000:]


def test_without_spark_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from standout.errors import BadInput
    from standout.profiles.spark_mining import mine_on_spark
    from tests.profiles.people import population_of

    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(BadInput, match="Spark is not installed"):
        mine_on_spark(population_of([{"a": "x"}]))

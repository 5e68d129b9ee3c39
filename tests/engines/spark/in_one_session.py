"""Commands in the one Spark session of `cluster.py`, which has two executors.

`run` runs what FOLDER/commands.json lists and writes FOLDER/results.json.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from standout.engines.spark import building
from standout.engines.spark.partitions import SparkPartitions
from standout.engines.spark.source import local_place
from tests.cli.running import standout

ROWS_OF_A_PARTITION = 6_000
"""Small data is cut into partitions of this size at least, so that there are several."""


def run(spark: Any, folder: Path) -> None:
    """All commands, each with what came to the driver and how many partitions there were."""
    asked = json.loads((folder / "commands.json").read_text())
    received: list[int] = []
    partitions: list[int] = []
    release = SparkPartitions.release

    def noted(self: SparkPartitions) -> None:
        received.append(self.received)
        partitions.append(len(self.firsts))
        release(self)

    for name, path in asked["tables"].items():
        spark.read.parquet(local_place(Path(path))).createOrReplaceTempView(name)
    results: list[dict[str, Any]] = []
    with patch.object(building, "_SMALL", ROWS_OF_A_PARTITION), patch.object(SparkPartitions, "release", noted):
        for words in asked["commands"]:
            begin = time.monotonic()
            done = standout(*words, folder=folder)
            results.append(
                {"status": done.status, "output": done.output, "errors": done.errors}
                | {"received": received[-1:], "partitions": partitions[-1:]}
            )
            print(f"{time.monotonic() - begin:6.1f} s  {' '.join(words)}", file=sys.stderr, flush=True)
    assert spark.range(3).count() == 3, "a session that was there before is left running"
    (folder / "results.json").write_text(json.dumps(results))

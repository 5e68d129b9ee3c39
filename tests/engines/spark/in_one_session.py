"""Commands in one Spark session of two executors, in a process of its own: Spark leaves threads and sockets behind.

`python in_one_session.py FOLDER` runs what FOLDER/commands.json lists there and writes FOLDER/results.json.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from standout.engines.spark import building
from standout.engines.spark.partitions import SparkPartitions
from standout.engines.spark.session import session
from standout.engines.spark.source import local_place
from tests.cli.running import standout

ROWS_OF_A_PARTITION = 6_000
"""Small data is cut into partitions of this size at least, so that there are several."""


def main(folder: Path) -> None:
    asked = json.loads((folder / "commands.json").read_text())
    building._SMALL = ROWS_OF_A_PARTITION
    received: list[int] = []
    partitions: list[int] = []
    release = SparkPartitions.release

    def noted(self: SparkPartitions) -> None:
        received.append(self.received)
        partitions.append(len(self.firsts))
        release(self)

    SparkPartitions.release = noted  # type: ignore[method-assign]
    results: list[dict[str, Any]] = []
    with session(asked["master"], settings={"spark.sql.shuffle.partitions": "2"}) as spark:
        for name, path in asked["tables"].items():
            spark.read.parquet(local_place(Path(path))).createOrReplaceTempView(name)
        for words in asked["commands"]:
            begin = time.monotonic()
            done = standout(*words, folder=folder)
            results.append(
                {"status": done.status, "output": done.output, "errors": done.errors}
                | {"seconds": time.monotonic() - begin, "received": received[-1:], "partitions": partitions[-1:]}
            )
            print(f"{results[-1]['seconds']:.1f} s {' '.join(words)}", file=sys.stderr, flush=True)
        assert spark.range(3).count() == 3, "a session that was there before is left running"
    (folder / "results.json").write_text(json.dumps(results))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

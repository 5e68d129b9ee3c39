"""What `python -m tests.engines.spark.connected SERVER FOLDER` compares: commands by way of Spark Connect and here.

A process of its own, since one that has a classic session would use that.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from standout.testing import engines
from tests.cli.running import standout
from tests.engines.spark.command_checks import COMPARED, bought, check_refusal

AUDITED = ("--adversary", "acquaintance", "--attack", "scoreboard-rh", "--targets", "30", "--draws", "1", "--show-ids")


def both(folder: Path, server: str, *words: str) -> list[dict[str, Any]]:
    """What a command says here and there."""
    folder.mkdir()
    found = [
        standout(*words, "--json", "--out", name, *more, folder=folder)
        for name, more in (("here", ()), ("there", ("--engine", "spark", "--spark-master", server)))
    ]
    assert [one.status for one in found] == [0, 0], found[1].errors
    return [json.loads(one.output) for one in found]


def main(server: str, folder: Path) -> None:
    """An audit, a comparison, protected data in two kinds of places, and refusals."""
    pq.write_table(pa.table(bought(150)), folder / "rows.parquet")
    rows = str(folder / "rows.parquet")
    ours, theirs = both(folder / "audit", server, "audit", rows, *AUDITED)
    engines._same(ours["findings"], theirs["findings"], "findings", "")
    ours, theirs = both(folder / "compare", server, "compare", rows, *COMPARED, "--with", "sample:people=0.5")
    engines._same(ours["protections"], theirs["protections"], "protections", "")
    out = ("--engine", "spark", "--spark-master", server)
    trimmed = ("protect", rows, "--with", "trim:keep=5", "--json")
    for place in ("kept.parquet", f"file://{folder}/other.parquet"):
        done = standout(*trimmed, *out, "--out", place, folder=folder)
        assert done.status == 0, done.errors
    assert pq.read_table(folder / "kept.parquet").equals(pq.read_table(folder / "other.parquet"))
    check_refusal(standout(*trimmed, *out, "--out", f"file://{folder}/other.parquet", folder=folder), "exists")
    check_refusal(standout("audit", "no_such_table", *out, folder=folder), "no_such_table: no such table or path")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

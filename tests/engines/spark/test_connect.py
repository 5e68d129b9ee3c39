"""Commands by way of Spark Connect, on a server with two executors: what they give here.

Spark Connect needs packages that nothing else here does (`pip install 'pyspark[connect]'`); without them there is
nothing to try.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.engines.spark.sharing import Carried, _received
from standout.testing import engines
from tests.cli.running import standout
from tests.engines.spark import cluster
from tests.engines.spark.command_checks import COMPARED, bought, check_refusal
from tests.engines.spark.once import QUICK_JAVA

AUDITED = ("--adversary", "acquaintance", "--attack", "scoreboard-rh", "--targets", "30", "--draws", "1", "--show-ids")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    pytest.importorskip("grpc_status", reason="Spark Connect is tried with pyspark[connect]")
    if not cluster.is_here():
        pytest.skip("Spark is tested with pyspark and Java")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    path = os.pathsep.join([str(cluster.ROOT / "src"), str(cluster.ROOT), os.environ.get("PYTHONPATH", "")])
    asked = subprocess.Popen(
        [sys.executable, "-m", "tests.engines.spark.connect_server", str(port)],
        env=os.environ | QUICK_JAVA | {"PYTHONPATH": path}, cwd=cluster.ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    with asked:
        assert asked.stdout is not None
        assert asked.stdout.readline() == "ready\n"
        yield f"sc://127.0.0.1:{port}"
        assert asked.stdin is not None
        asked.stdin.close()


def both(folder: Path, server: str, *words: str) -> list[dict[str, Any]]:
    """What a command says here and there."""
    found = [
        standout(*words, "--json", "--out", name, *more, folder=folder)
        for name, more in (("here", ()), ("there", ("--engine", "spark", "--spark-master", server)))
    ]
    assert [one.status for one in found] == [0, 0], found[1].errors
    return [json.loads(one.output) for one in found]


@pytest.mark.slow
def test_commands_say_what_they_say_here(server: str, tmp_path: Path) -> None:
    pq.write_table(pa.table(bought(150)), tmp_path / "rows.parquet")
    (tmp_path / "audit").mkdir()
    (tmp_path / "compare").mkdir()
    rows = str(tmp_path / "rows.parquet")
    ours, theirs = both(tmp_path / "audit", server, "audit", rows, *AUDITED)
    engines._same(ours["findings"], theirs["findings"], "findings", "")
    ours, theirs = both(tmp_path / "compare", server, "compare", rows, *COMPARED, "--with", "sample:people=0.5")
    engines._same(ours["protections"], theirs["protections"], "protections", "")
    out = ("--engine", "spark", "--spark-master", server)
    trimmed = ("protect", rows, "--with", "trim:keep=5", "--json")
    for place in ("kept.parquet", f"file://{tmp_path}/other.parquet"):
        done = standout(*trimmed, *out, "--out", place, folder=tmp_path)
        assert done.status == 0, done.errors
    assert pq.read_table(tmp_path / "kept.parquet").equals(pq.read_table(tmp_path / "other.parquet"))
    check_refusal(standout(*trimmed, *out, "--out", f"file://{tmp_path}/other.parquet", folder=tmp_path), "exists")
    check_refusal(standout("audit", "no_such_table", *out, folder=tmp_path), "no_such_table: no such table or path")


def test_what_goes_along_is_kept_by_whoever_has_it() -> None:
    facts = {"people": 3}
    carried = Carried("a name of its own", facts)
    make, sent = carried.__reduce__()
    first, again = make(*sent), _received(sent[0], {"people": 3})
    assert first is again
    assert first.value == facts
    for number in range(20):
        _received(f"another {number}", number)
    assert _received(sent[0], {"people": 3}) is not first
    carried.destroy()
    assert carried.value == facts

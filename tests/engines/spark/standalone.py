"""A cluster as one is run: a master and two workers, each a process of its own, on this machine's loopback.

`python -m tests.engines.spark.standalone [CHECK…]` (`make test-cluster`) starts it, runs the checks of `checks.py` that
ask nothing of a session on this machine, or those named, audits while a worker is killed, and stops it. It ends with 1
if something is wrong.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from standout.engines.spark.java import find_java
from standout.engines.spark.session import session
from tests.engines.spark import checks
from tests.engines.spark.cluster import ROOT, SETTINGS
from tests.engines.spark.command_checks import COMMAND_CHECKS
from tests.engines.spark.ids_checks import ids_of_everybody_do_not_come_to_the_driver
from tests.engines.spark.once import QUICK_JAVA

LOOPBACK = "127.0.0.1"
WORKERS = 2

ON_THIS_MACHINE = (
    checks.what_cannot_be_read_is_told_in_one_line,
    checks.the_command_writes_what_it_writes_here,
    checks.a_release_is_attacked_as_here,
    checks.results_go_to_any_place_that_hadoop_knows,
    checks.the_command_goes_on_where_it_was_stopped,
    checks.the_command_refuses_in_one_line,
    ids_of_everybody_do_not_come_to_the_driver,
    *COMMAND_CHECKS,
)
"""Checks of paths and commands in a session whose machines share this one's folders."""


@dataclass(frozen=True)
class Standalone:
    """A running cluster."""

    master: str
    workers: tuple[subprocess.Popen[bytes], ...]


@contextmanager
def standalone(folder: Path) -> Iterator[Standalone]:
    """A master and two workers of one core each, with their logs and folders in `folder`, ended at the end."""
    with ExitStack() as running:
        _, said = _started(running, folder / "master.txt", "master.Master", "--port", "0")
        master = _read(said, r"(spark://127\.0\.0\.1:\d+)")
        workers = []
        for number in range(WORKERS):
            words = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"worker-{number}"), master)
            worker, said = _started(running, folder / f"worker-{number}.txt", "worker.Worker", *words)
            _read(said, "(Successfully registered) with master")
            workers.append(worker)
        yield Standalone(master, tuple(workers))


@dataclass(frozen=True)
class Said:
    """What a process that runs writes."""

    process: subprocess.Popen[bytes]
    log: Path


def _started(running: ExitStack, log: Path, name: str, *words: str) -> tuple[subprocess.Popen[bytes], Said]:
    """A process of Spark's own, of a class in its package for deploying; ended when `running` is left."""
    import pyspark

    home = Path(pyspark.__file__).parent
    command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", "--host", LOOPBACK]
    java = find_java()
    known = {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": LOOPBACK} | ({} if java is None else {"JAVA_HOME": str(java)})
    with log.open("wb") as said:
        process = subprocess.Popen(
            [*command, "--webui-port", "0", *words], env=os.environ | QUICK_JAVA | known, stdout=said, stderr=said
        )
    running.callback(_end, process)
    return process, Said(process, log)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()


def _read(said: Said, pattern: str) -> str:
    """What a process says sooner or later, as long as it lives."""
    while (found := re.search(pattern, said.log.read_text())) is None:
        assert said.process.poll() is None, said.log.read_text()[-4_000:]
        time.sleep(0.1)
    return found[1]


def settings() -> dict[str, str]:
    """How a session on this cluster is set up: everything listens to this machine only."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return SETTINGS | {
        "spark.driver.host": LOOPBACK,
        "spark.driver.bindAddress": LOOPBACK,
        "spark.executor.memory": "1g",
        "spark.executor.cores": "1",
        "spark.executorEnv.PYTHONPATH": path,
        "spark.executorEnv.SPARK_LOCAL_IP": LOOPBACK,
    }


def outlives_a_killed_worker(spark: Any, workers: tuple[subprocess.Popen[bytes], ...]) -> None:
    """An audit during which a worker, and with it its executor, is killed says what one machine says."""
    checks.both_executors(spark)
    checks.check_outlived(spark, lambda: os.kill(workers[0].pid, signal.SIGKILL))
    workers[0].wait()
    assert workers[1].poll() is None


def main(wanted: list[str]) -> int:
    """Run everything; how many checks failed, at most 1."""
    os.environ |= QUICK_JAVA | {"SPARK_LOCAL_IP": LOOPBACK, "PYSPARK_PYTHON": sys.executable}
    with tempfile.TemporaryDirectory(prefix="standout-cluster-") as place, ExitStack() as running:
        folder = Path(place)
        cluster = running.enter_context(standalone(folder))
        spark = running.enter_context(session(cluster.master, settings=settings()))
        here = {check.__name__ for check in ON_THIS_MACHINE}
        usual = [check.__name__ for check in checks.CHECKS if check.__name__ not in here]
        checks.run(spark, folder, wanted or usual)
        failed = {name: said for name, said in json.loads((folder / "checks.json").read_text()).items() if said}
        outlives_a_killed_worker(spark, cluster.workers)
    for name, said in failed.items():
        print(f"{name}\n{said}", file=sys.stderr)
    print(f"{len(wanted or usual) + 1 - len(failed)} checks passed on a cluster of two workers, {len(failed)} failed")
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

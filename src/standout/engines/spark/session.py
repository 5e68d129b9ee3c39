"""The one Spark session: a running one is used and left alone, else one is started and stopped again.

Whatever goes wrong with Spark itself ends in one line; `told_plainly` translates its words.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from standout.common.plain import plain_text
from standout.engines.spark.java import find_java
from standout.engines.spark.sharing import is_connect
from standout.errors import BadInput
from standout.outputs.scratch import scratch_folder, system_place

MASTER = "STANDOUT_SPARK_MASTER"
"""The environment variable that names the cluster; without it Spark runs here, on all cores."""

OLDEST = (4, 0)
"""The oldest PySpark that will do."""

_INSTALL = "pip install 'standout[spark]'"
_SOURCE = Path(__file__).parents[3]
_WORDY = ("DataFrameQueryContextLogger", "SQLQueryContextLogger")
_QUICK_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For Javas that live for minutes, on the cores that the work needs: less compiling, no collectors beside it."""
_CONNECT_MODE = "SPARK_CONNECT_MODE_ENABLED"
_PASSED_ON = ("NUMBA_CACHE_DIR", "STANDOUT_SHIPPED_KERNELS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


@contextmanager
def session(master: str | None = None, given: Any = None, settings: Mapping[str, str] | None = None) -> Iterator[Any]:
    """A Spark session: the given one, else the active one (both go on afterwards), else one of our own.

    `master` or the environment says where our own one runs. Its folder for passing files is private and goes with it.
    """
    check_versions()
    running = given if given is not None else _active()
    if running is not None:
        _check_running(running, master)
        with told_plainly(running):
            yield running
        return
    place = master or os.environ.get(MASTER) or "local[*]"
    with scratch_folder(system_place()) as folder:
        before = os.environ.get(_CONNECT_MODE)
        spark = _started(place, folder, settings or {})
        try:
            with told_plainly(spark):
                yield spark
        finally:
            _stop(spark)
            if before is None:  # else every later session of this process would be one of Spark Connect
                os.environ.pop(_CONNECT_MODE, None)


def is_here(spark: Any) -> bool:
    """Whether all of Spark runs on this machine, so that the cluster can read this machine's files."""
    return is_near(spark) and master_of(spark).startswith("local")


def is_near(spark: Any) -> bool:
    """Whether what drives Spark runs on this machine: always, but for a Connect session to another one."""
    return not is_connect(spark) or str(spark.client.host) in ("localhost", "127.0.0.1", "::1")


def master_of(spark: Any) -> str:
    """The cluster that a session runs on."""
    return str(spark.conf.get("spark.master", "") if is_connect(spark) else spark.sparkContext.master)


def check_versions() -> None:
    """Refuse a missing or old PySpark, and what it needs to exchange Arrow."""
    try:
        import pyspark
        import pyspark.sql
        from pyspark.sql.pandas import utils
    except ImportError:
        raise BadInput(f"--engine spark: Spark is not installed; {_INSTALL}") from None
    version = tuple(int(number) for number in re.findall(r"\d+", pyspark.__version__)[:2])
    if version < OLDEST:
        raise BadInput(f"--engine spark: pyspark {pyspark.__version__} is too old; {_INSTALL}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            utils.require_minimum_pandas_version()
            utils.require_minimum_pyarrow_version()
    except ImportError as problem:
        raise BadInput(f"--engine spark: {one_line(problem)}; {_INSTALL}") from None


def _active() -> Any:
    """The session that runs in this process, if one does."""
    from pyspark.sql import SparkSession

    return SparkSession.getActiveSession()


def _check_running(spark: Any, master: str | None) -> None:
    """Refuse a session that was stopped, that is far away, or that runs elsewhere than asked for."""
    if _is_stopped(spark):
        raise BadInput("the Spark session was stopped; start a new one")
    if master is not None and master != master_of(spark):
        raise BadInput(f"a Spark session runs already, on {master_of(spark)}; stop it, or leave --spark-master out")


def _is_stopped(spark: Any) -> bool:
    try:
        if is_connect(spark):
            return bool(spark.is_stopped)
        context = spark.sparkContext
        return context._jsc is None or bool(context._jsc.sc().isStopped())
    except Exception:
        return True


def _started(master: str, scratch: Path, settings: Mapping[str, str]) -> Any:
    """A session of our own; one that runs here listens to this machine only."""
    if master.startswith("sc://"):
        return _connected(master, settings)
    from pyspark.sql import SparkSession

    environment = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
    if (home := find_java()) is not None:
        os.environ["JAVA_HOME"] = str(home)
    if master.startswith("local"):
        environment |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"}
    for name, value in environment.items():
        os.environ.setdefault(name, value)
    chosen = _settings(master, scratch) | dict(settings)
    builder = SparkSession.builder.appName("standout").master(master)
    for name, value in chosen.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except Exception as problem:
        _forget_failed_start()
        raise BadInput(
            f"--engine spark: no session on '{plain_text(master)}' ({one_line(problem)}); "
            f"check --spark-master or {MASTER}"
        ) from None


def _connected(address: str, settings: Mapping[str, str]) -> Any:
    """A session of Spark Connect. What its executors need is the server's to say; see docs/scale.md."""
    if find_spec("grpc") is None or find_spec("grpc_status") is None:
        raise BadInput(
            f"--spark-master {plain_text(address)}: Spark Connect needs more; pip install 'pyspark[connect]'"
        )
    from pyspark.sql import SparkSession

    try:
        spark = SparkSession.builder.appName("standout").remote(address).getOrCreate()
        for name, value in {"spark.sql.session.timeZone": "UTC", **settings}.items():
            spark.conf.set(name, value)
    except Exception as problem:
        raise BadInput(
            f"--engine spark: no session on '{plain_text(address)}' ({one_line(problem)}); "
            f"check --spark-master or {MASTER}"
        ) from None
    return spark


def _settings(master: str, scratch: Path) -> dict[str, str]:
    shared = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.session.timeZone": "UTC",
        "spark.executorEnv.NUMBA_NUM_THREADS": "1",
    }
    shared |= {f"spark.executorEnv.{name}": os.environ[name] for name in _PASSED_ON if name in os.environ}
    if not master.startswith("local"):
        return shared
    path = os.pathsep.join(filter(None, [str(_SOURCE), os.environ.get("PYTHONPATH")]))
    return shared | {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "1g",
        "spark.executor.cores": "1",
        "spark.driver.extraJavaOptions": _QUICK_JAVA,
        "spark.executor.extraJavaOptions": _QUICK_JAVA,
        "spark.executorEnv.PYTHONPATH": path,
        "spark.sql.shuffle.partitions": "8",
        "spark.local.dir": str(scratch),
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
    }


def _forget_failed_start() -> None:
    """A start that failed leaves half a context behind, in whose place no other could be started."""
    from pyspark import SparkContext

    SparkContext._active_spark_context = None


def _stop(spark: Any) -> None:
    """Stop it, whatever state it is in."""
    try:
        spark.stop()
    except Exception:
        _forget_failed_start()


_TOLD = (
    (
        r"PYTHON_VERSION_MISMATCH|Python in worker has different version",
        "the cluster's Python differs from this one ({python}); set PYSPARK_PYTHON to the same version on all machines",
    ),
    (
        r"No module named 'standout|No module named 'numba'",
        "the cluster's machines have no standout; pip install 'standout[spark]' there",
    ),
    (
        r"Cannot run program|PYSPARK_PYTHON",
        "the cluster cannot start Python; set PYSPARK_PYTHON to one that all its machines have",
    ),
    (
        r"No space left on device",
        "a disk of the cluster is full; free some space, or name another folder in spark.local.dir",
    ),
    (
        r"spark.driver.maxResultSize",
        "the results are larger than spark.driver.maxResultSize allows; raise it",
    ),
)


@contextmanager
def told_plainly(spark: Any) -> Iterator[None]:
    """Turn what Spark says about a wrong set-up into one line; our own refusals inside tasks come out as they are.

    PySpark writes queries that failed on standard error, at length, also where failing is expected: not meanwhile.
    """
    loggers = [logging.getLogger(name) for name in _WORDY]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    except BadInput:
        raise
    except Exception as problem:
        said = str(problem)
        if (ours := re.search(r"standout\.errors\.BadInput: (.+)", said)) is not None:
            raise BadInput(ours[1].strip()) from None
        if _is_stopped(spark):
            raise BadInput("the Spark session was stopped while it was needed; start a new one") from None
        line = next((line for pattern, line in _TOLD if is_sparks(problem) and re.search(pattern, said)), None)
        if line is not None:
            version = ".".join(map(str, sys.version_info[:2]))
            raise BadInput(f"--engine spark: {line.format(python=version)}") from None
        raise
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


def is_sparks(problem: BaseException) -> bool:
    """Whether a problem is one of Spark's own, or of the network to it."""
    return type(problem).__module__.split(".")[0] in ("pyspark", "py4j", "grpc")


def one_line(problem: BaseException) -> str:
    """The first line of what went wrong, short enough for a message."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    caused = next((line for line in lines if re.search(r"Exception: .", line)), None)
    said = caused or (lines[0] if lines else type(problem).__name__)
    return plain_text(re.sub(r"^[\w.$: ]*Exception: ", "", said))[:160].rstrip(" .;")

"""What Java learnt of Spark's classes, kept from one run of the tests to the next: a quarter of what it does in a short
life is to find, read and verify the same ten thousand classes.

Java makes the archive when a driver ends (class data sharing), and looks at it only where it is its own and the jars
are those of then: else it reads them anew and says so.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from functools import cache
from pathlib import Path

from tests.engines.spark.once import QUICK_JAVA

KEPT = Path(__file__).resolve().parents[3] / "build" / "java"
QUICK = QUICK_JAVA["JAVA_TOOL_OPTIONS"]


@cache
def archive() -> Path | None:
    """Where what this Java knows of this Spark is kept; nowhere if an option of Java could not name the place."""
    import pyspark

    from standout.engines.spark.java import find_java

    home = find_java()
    java = Path(shutil.which("java") or "java") if home is None else home / "bin" / "java"
    jars = Path(pyspark.__file__).parent / "jars"
    told = "".join(f"{place.resolve()} {place.stat().st_mtime_ns}" for place in (java, jars) if place.exists())
    place = KEPT / f"{hashlib.sha256(told.encode()).hexdigest()[:16]}.jsa"
    return None if " " in str(place) else place


def known() -> dict[str, str]:
    """Settings of Spark with which its Javas know its classes, or the driver's notes them for the next run."""
    place = archive()
    if place is None:
        return {}
    if place.exists():
        options = f"{QUICK} -XX:SharedArchiveFile={place}"
        return {"spark.driver.extraJavaOptions": options, "spark.executor.extraJavaOptions": options}
    place.parent.mkdir(parents=True, exist_ok=True)
    return {"spark.driver.extraJavaOptions": f"{QUICK} -XX:ArchiveClassesAtExit={_unfinished(place)}"}


def keep() -> None:
    """End the driver's Java, and keep what it noted."""
    from pyspark import SparkContext

    place, gateway = archive(), SparkContext._gateway
    if place is None or gateway is None:
        return
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait()
    if _unfinished(place).exists():
        _unfinished(place).replace(place)


def _unfinished(place: Path) -> Path:
    """What no other run writes into."""
    return place.with_suffix(f".{os.getpid()}")

"""What tasks are told: broadcast by a classic session; a Spark Connect one has no such thing, so it goes along.

What goes along is in every question. A Python of an executor that has it already keeps what it has, so that what is
remembered beside it (an open partition, its index) is found again.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any

MOST_KEPT = 8
"""So many of the things that came along are kept by one Python."""


def is_connect(spark: Any) -> bool:
    """Whether a session is one of Spark Connect, whose cluster is asked over the network and has no context here."""
    return type(spark).__module__.startswith("pyspark.sql.connect")


def shared(spark: Any, value: Any) -> Any:
    """Something whose `value` tasks may ask for, until it is told to `destroy` itself."""
    return Carried(secrets.token_hex(8), value) if is_connect(spark) else spark.sparkContext.broadcast(value)


class Carried:
    """A value that goes along with a question, under a name that no other has."""

    def __init__(self, name: str, value: Any) -> None:
        self.name, self.value = name, value

    def destroy(self) -> None:
        """Nothing is left behind."""

    def __reduce__(self) -> tuple[Any, tuple[str, Any]]:
        return _received, (self.name, self.value)


_kept: OrderedDict[str, Carried] = OrderedDict()


def _received(name: str, value: Any) -> Carried:
    """What came along, or the same thing that came before."""
    if name not in _kept:
        _kept[name] = Carried(name, value)
    _kept.move_to_end(name)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return _kept[name]


def exists(spark: Any, place: str) -> bool:
    """Whether there is something at a place of any file system of the cluster; Spark's own error if it cannot look."""
    if not is_connect(spark):
        path = spark._jvm.org.apache.hadoop.fs.Path(place)
        return bool(path.getFileSystem(spark._jsc.hadoopConfiguration()).exists(path))
    from pyspark.errors import AnalysisException

    try:
        _ = spark.read.format("binaryFile").load(place).schema
    except AnalysisException as problem:
        if "PATH_NOT_FOUND" in str(problem):
            return False
        raise
    return True

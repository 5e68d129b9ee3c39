"""Which engine works on data: a word or an object, checked once for all functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from standout.data.dataset import AnyDataset
from standout.engines.base import Engine
from standout.engines.spark.opening import held_on_spark
from standout.engines.spark.session import session
from standout.errors import BadInput
from standout.io.reading_options import for_spark
from standout.library.reading import Reading, at_hand

WORDS = ("local", "spark")


def reads_on_spark(engine: str | Engine | None, spark_master: str | None) -> bool:
    """Whether Spark is to read the data itself; refuse an engine that there is not, and a cluster without Spark."""
    if isinstance(engine, type) or not (engine is None or isinstance(engine, str) or hasattr(engine, "take")):
        name = getattr(engine, "__name__", type(engine).__name__)
        what = f"{name} is a class" if isinstance(engine, type) else f"{name} is no engine"
        raise BadInput(f"--engine: {what}; give 'local', 'spark', or an object such as LocalEngine(threads=2)")
    if isinstance(engine, str) and engine not in WORDS:
        raise BadInput(f"--engine {engine}: there are 'local' and 'spark'")
    if spark_master is not None and engine != "spark":
        raise BadInput(f"--spark-master {spark_master}: belongs to --engine spark; add that, or leave it out")
    return engine == "spark"


def under(engine: str | Engine | None, data: AnyDataset) -> AnyDataset:
    """The data under the engine that was given, if one was; as it is, if that has it already."""
    if engine is None or isinstance(engine, str) or data.engine == engine:
        return data
    return engine.take(at_hand(data))


@contextmanager
def on_spark(data: Any, reading: Reading, master: str | None) -> Iterator[AnyDataset]:
    """Data that a Spark cluster reads, for as long as it is needed."""
    with session(master) as spark, held_on_spark(spark, str(data), **for_spark(reading.options)) as held:
        yield held

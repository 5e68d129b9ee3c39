"""What comes to the driver, by Spark's own count."""

from __future__ import annotations

from typing import Any

_HOURS = 6 * 3_600_000
REPORT_OF_A_TASK = 8_192
"""What Spark says about a task itself, in bytes: about 5,000."""


def returned(spark: Any) -> tuple[int, int]:
    """How many bytes the results of all tasks so far had, and how many tasks there were."""
    context = spark.sparkContext._jsc.sc()
    context.listenerBus().waitUntilEmpty(_HOURS)  # Spark counts in the background
    store = context.statusStore()
    doubles = spark.sparkContext._gateway.new_array(spark._jvm.double, 0)
    stages = store.stageList(None, False, False, doubles, None)
    every = [stages.apply(at) for at in range(stages.size())]
    return sum(int(stage.resultSize()) for stage in every), sum(int(stage.numCompleteTasks()) for stage in every)

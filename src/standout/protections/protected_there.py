"""Protected data that stays on a Spark cluster: row-wise protections make partitions of partitions, to be attacked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from standout.data.vocabulary import Vocabulary, numbered
from standout.engines.merging import Arrays, one_after_another
from standout.protections.in_partitions import Stage, after_steps
from standout.protections.protecting import Account, protect_partitions

if TYPE_CHECKING:
    from standout.data.dataset import Dataset
    from standout.data.facts import Facts
    from standout.data.model import Records
    from standout.data.partition import Partition
    from standout.engines.spark.partitions import SparkPartitions
    from standout.protections.rowwise import RowWise


def protect_there(
    data: Dataset[SparkPartitions], protections: Sequence[RowWise], seed: int
) -> tuple[Account, Dataset[SparkPartitions]]:
    """Apply row-wise protections where the records are; what comes out stays there, until its `held` is released."""
    from standout.engines.spark.reshaping import reshaped

    account, stages, facts = protect_partitions(data, list(protections), seed)
    people = data.engine.map(data, _left_in, stages, merge=one_after_another)
    left = people["left"]
    held = reshaped(data.held, _records_after, stages, facts=facts, left=left)
    names = data.vocabulary if len(left) == data.people else data.vocabulary.only(left)
    return account, replace(data, vocabulary=names, facts=facts, lengths=people["lengths"], held=held)


def _left_in(partition: Partition, facts: Facts, stages: Sequence[Stage]) -> Arrays:  # noqa: ARG001
    """Who is still there after all steps, and how many entries they have; runs inside executors."""
    codes = np.arange(partition.first_person, partition.first_person + partition.size)
    version = after_steps(partition, Vocabulary(pa.array(codes), pa.array([], pa.large_string())), stages)
    return {
        "left": np.asarray(version.vocabulary.people).astype(np.int64),
        "lengths": np.diff(version.records.starts).astype(np.int64),
    }


def _records_after(partition: Partition, stages: Sequence[Stage]) -> Records:
    """The records after all steps; runs inside executors."""
    return after_steps(partition, numbered(partition.size, 0), stages).records

"""Protecting data on Spark: row-wise protections partition by partition, or crowds; rows are written by the cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from standout.auditing.settings import Progress, no_progress
from standout.data.model import Source
from standout.errors import BadInput
from standout.protections import PROTECTIONS
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.in_partitions import NOBODY, Stage, after_steps
from standout.protections.protecting import Account, Step, protect_partitions
from standout.protections.rowwise import RowWise

if TYPE_CHECKING:
    import pyarrow as pa

    from standout.data.dataset import Dataset
    from standout.data.facts import Facts
    from standout.data.partition import Partition
    from standout.data.vocabulary import Vocabulary
    from standout.engines.spark.partitions import SparkPartitions
    from standout.io.writing.writing_style import Style
    from standout.protections.contract import Protection


def check_for_spark(protections: Sequence[Protection]) -> None:
    """Refuse, in one line, what does not look at one record at a time, but for crowds, alone."""
    for protection in protections:
        if not isinstance(protection, RowWise | Crowds):
            fitting = ", ".join(name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise | Crowds))
            raise BadInput(
                f"--engine spark: protection '{protection.name}' needs all people at once; on Spark there are {fitting}"
            )
        if isinstance(protection, Crowds) and len(protections) > 1:
            raise BadInput(
                "--engine spark: 'crowds' is applied alone; protect what was written again with the other protections"
            )
        if isinstance(protection, Crowds) and protection.balance:
            raise BadInput("--engine spark: crowds cannot be balanced there; use --engine local")


@dataclass(frozen=True)
class OnSpark:
    """What became of data on a cluster, which wrote the result."""

    account: Account
    source: Source
    notes: tuple[str, ...]
    """Of writing."""
    for_next: str | None = None
    """As in `Protected`."""


def place_for(spark: Any, out: str) -> str:
    """Where the result goes, if it can be put there."""
    from standout.engines.spark.writing import check_free

    place = re.sub("^file:/+", "/", out)
    check_free(spark, place)
    return place


def protect_on_spark(
    spark: Any,
    data: str,
    protections: Sequence[Protection],
    out: str,
    seed: int = 1,
    progress: Progress = no_progress,
    **reading: Any,
) -> OnSpark:
    """Read a table or path on the cluster, protect it and let the cluster write it as a folder of Parquet files."""
    from standout.engines.spark.opening import held_on_spark
    from standout.engines.spark.source import open_source
    from standout.engines.spark.writing import style_of_rows

    steps = len(protections) + 2
    progress("reading", 0, steps)
    with held_on_spark(spark, data, **reading) as dataset:
        style = style_of_rows(open_source(spark, data, reading.get("columns")))
        if isinstance(protections[0], Crowds):
            return _crowds(protections[0], dataset, style, out, seed, progress)
        account, stages, after = protect_partitions(
            dataset, _row_wise(protections), seed, lambda what, done, _: progress(what, done + 1, steps)
        )
        progress("writing", steps - 1, steps)
        return _write(dataset, account, stages, after, style, out)


def _row_wise(protections: Sequence[Protection]) -> list[RowWise]:
    return [protection for protection in protections if isinstance(protection, RowWise)]


def _write(
    dataset: Dataset[SparkPartitions],
    account: Account,
    stages: tuple[Stage, ...],
    after: Facts,
    style: Style,
    out: str,
    for_next: str | None = None,
) -> OnSpark:
    """Let the cluster write what the stages make of its partitions."""
    from standout.engines.spark.writing import write_partitions
    from standout.io.writing.writing_rows import Rows, schema_of

    schema = schema_of(Rows(NOBODY.records, after, dataset.vocabulary), style)
    write_partitions(
        dataset.held, dataset.vocabulary, written, stages, after, style, schema,
        schema=schema, out=out, rows=account.after,
    )  # fmt: skip
    told = [note for step in account.steps for note in step.notes]
    silent = f"{account.empty:,} people have no entry left"
    said = account.empty and not any(note.startswith(silent) for note in told)
    return OnSpark(account, dataset.source, (*((silent,) if said else ()), *style.notes), for_next)


def _crowds(
    crowds: Crowds, dataset: Dataset[SparkPartitions], style: Style, out: str, seed: int, progress: Progress
) -> OnSpark:
    """Deal crowds on the cluster, and let it write them."""
    from standout.protections.crowds.crowd_cluster import cast

    progress(crowds.name, 1, 3)
    release = cast(crowds, dataset, seed)
    try:
        left = dataset.count + release.changes.added - release.changes.removed
        notes = crowds.notes(release.grouping, dataset.count, left, release.empty)
        step = Step(crowds, release.changes, notes, 1 / int(release.grouping.sizes.min()))
        account = Account(release.changes, dataset.people, left, (step,), seed, release.empty)
        progress("writing", 2, 3)
        return _write(release.data, account, (), release.data.facts, style, out, release.for_next)
    finally:
        release.data.held.release()


def written(
    partition: Partition, names: Vocabulary, stages: Sequence[Stage], after: Facts, style: Style, schema: pa.Schema
) -> Iterator[pa.Table]:
    """The rows of a partition after all steps, with the facts after them; runs inside executors."""
    from standout.io.writing.writing_rows import Rows, tables

    records = partition.records
    if stages:
        version = after_steps(partition, names, stages)
        records, names = version.records, version.vocabulary
    yield from tables(Rows(records, after, names), style, schema)

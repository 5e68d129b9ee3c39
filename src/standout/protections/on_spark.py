"""Protecting data on Spark: row-wise protections partition by partition, and the rows written by the cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from standout.auditing.settings import Progress, no_progress
from standout.data.model import Source
from standout.errors import BadInput
from standout.protections import PROTECTIONS
from standout.protections.in_partitions import NOBODY, Stage, after_steps
from standout.protections.protecting import Account, protect_partitions
from standout.protections.rowwise import RowWise

if TYPE_CHECKING:
    import pyarrow as pa

    from standout.data.facts import Facts
    from standout.data.partition import Partition
    from standout.data.vocabulary import Vocabulary
    from standout.io.writing.writing_style import Style
    from standout.protections.contract import Protection


def row_wise(protections: Sequence[Protection]) -> list[RowWise]:
    """The same protections, if all of them look at one record at a time; else one line."""
    for protection in protections:
        if not isinstance(protection, RowWise):
            fitting = ", ".join(name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise))
            raise BadInput(
                f"--engine spark: protection '{protection.name}' needs all people at once; on Spark there are {fitting}"
            )
    return [protection for protection in protections if isinstance(protection, RowWise)]


def place_for(spark: Any, out: str) -> str:
    """Where the result goes, if it can be put there."""
    from standout.engines.spark.writing import check_free

    place = re.sub("^file:/+", "/", out)
    check_free(spark, place)
    return place


def protect_on_spark(
    spark: Any,
    data: str,
    protections: list[RowWise],
    out: str,
    seed: int = 1,
    progress: Progress = no_progress,
    **reading: Any,
) -> tuple[Account, Source, tuple[str, ...]]:
    """Read a table or path on the cluster, protect it and let the cluster write it as a folder of Parquet files.

    The account comes back, with what is known of the source, and notes of writing.
    """
    from standout.engines.spark.opening import held_on_spark
    from standout.engines.spark.source import open_source
    from standout.engines.spark.writing import style_of_rows, write_partitions
    from standout.io.writing.writing_rows import Rows, schema_of

    steps = len(protections) + 2
    progress("reading", 0, steps)
    with held_on_spark(spark, data, **reading) as dataset:
        style = style_of_rows(open_source(spark, data, reading.get("columns")))
        account, stages, after = protect_partitions(
            dataset, protections, seed, lambda what, done, _: progress(what, done + 1, steps)
        )
        progress("writing", steps - 1, steps)
        schema = schema_of(Rows(NOBODY.records, after, dataset.vocabulary), style)
        write_partitions(
            dataset.held, dataset.vocabulary, written, stages, after, style, schema,
            schema=schema, out=out, rows=account.after,
        )  # fmt: skip
        silent = (f"{account.empty:,} people have no entry left",) if account.empty else ()
        return account, dataset.source, (*silent, *style.notes)


def written(
    partition: Partition, names: Vocabulary, stages: Sequence[Stage], after: Facts, style: Style, schema: pa.Schema
) -> Iterator[pa.Table]:
    """The rows of a partition after all steps, with the facts after them; runs inside executors."""
    from standout.io.writing.writing_rows import Rows, tables

    version = after_steps(partition, names, stages)
    yield from tables(Rows(version.records, after, version.vocabulary), style, schema)

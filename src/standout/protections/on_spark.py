"""Protecting data on Spark: row-wise protections part by part, and the rows written by the cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from standout.auditing.settings import Progress, no_progress
from standout.errors import BadInput
from standout.protections import PROTECTIONS
from standout.protections.in_partitions import Stage, after_steps
from standout.protections.protecting import Account, protect_parts
from standout.protections.rowwise import RowWise

if TYPE_CHECKING:
    import pyarrow as pa

    from standout.data.model import Interactions
    from standout.data.vocabulary import Vocabulary
    from standout.io.writing.writing_style import Style
    from standout.protections.contract import Protection


def row_wise(protections: Sequence[Protection]) -> list[RowWise]:
    """The same protections, if all of them look at one record at a time; else one line."""
    for one in protections:
        if not isinstance(one, RowWise):
            fitting = ", ".join(name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise))
            raise BadInput(
                f"--engine spark: protection '{one.name}' needs all people at once; on Spark there are {fitting}"
            )
    return [one for one in protections if isinstance(one, RowWise)]


def place_for(spark: Any, data: str, out: str | None, word: str) -> str:
    """Where the result goes, if it can be put there: a folder here by default."""
    from standout.engines.spark.writing import check_free, default_folder

    place = re.sub("^file:/+", "/", out or default_folder(data, word))
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
) -> tuple[Account, tuple[str, ...], tuple[str, ...]]:
    """Read a table or path on the cluster, protect it and let the cluster write it as a folder of Parquet files.

    The account comes back, with notes of reading and of writing.
    """
    from standout.engines.spark.opening import held_on_spark
    from standout.engines.spark.source import open_source
    from standout.engines.spark.writing import style_of_rows, write_parts
    from standout.io.writing.writing_rows import schema_of

    steps = len(protections) + 2
    progress("reading", 0, steps)
    with held_on_spark(spark, data, **reading) as (there, parts):
        style = style_of_rows(open_source(spark, data, reading.get("columns")))
        account, stages, outline = protect_parts(
            there, protections, seed, lambda what, done, _: progress(what, done + 1, steps)
        )
        progress("writing", steps - 1, steps)
        schema = schema_of(replace(outline, vocabulary=there.vocabulary), style)
        write_parts(
            parts, there.vocabulary, written, stages, outline.last_day, style, schema,
            schema=schema, out=out, rows=account.after,
        )  # fmt: skip
        silent = (f"{account.empty:,} people have no entry left",) if account.empty else ()
        return account, there.source.notes, (*silent, *style.notes)


def written(
    part: Interactions, names: Vocabulary, stages: Sequence[Stage], last_day: int, style: Style, schema: pa.Schema
) -> Iterator[pa.Table]:
    """The rows of a part after all steps; runs inside executors."""
    from standout.io.writing.writing_rows import tables

    made = after_steps(replace(part, vocabulary=names), stages)
    yield from tables(replace(made, last_day=last_day), style, schema)

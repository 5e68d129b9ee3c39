"""Writing on Spark: every partition becomes rows where it is, and executors write them as Parquet into one folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.data.vocabulary import Vocabulary
from standout.engines.spark.building import ids_in
from standout.engines.spark.kept_partitions import opened
from standout.engines.spark.partitions import SparkPartitions
from standout.engines.spark.sharing import exists, shared
from standout.engines.spark.source import SparkSource
from standout.errors import BadInput
from standout.io.writing.writing_style import Style, table_style
from standout.outputs.places import check_new
from standout.outputs.scratch import scratch_folder

Rows = Callable[..., Iterator[pa.Table]]

_WANTED = ("first", "starts", "items", "values", "days", "ids")


def is_uri(place: str) -> bool:
    """Whether a place has a scheme, such as s3a://…: then the cluster knows where it is."""
    return re.match(r"^\w[\w+.-]*:/", place) is not None


def default_folder(data: str, word: str) -> str:
    """A name for the result, in the folder where the command runs: the data's own, with a word."""
    name = data.rstrip("/").rpartition("/")[2].removesuffix(".parquet")
    if "/" not in data and name == data and not Path(data).exists():
        name = name.rpartition(".")[2]  # of a table in a schema, the table
    plain = re.sub(r"[^\w.-]", "", name) or "data"
    return f"{plain}-{word}.parquet"


def check_free(spark: Any, out: str) -> None:
    """Say before the work that the result cannot be put there; nothing is written over."""
    if is_uri(out):
        try:
            taken = exists(spark, out)
        except Exception as problem:
            said = shown(str(getattr(problem, "java_exception", problem)).splitlines()[0], 160)
            raise BadInput(f"--out {shown(out, 200)}: the cluster cannot write there ({said})") from None
        if taken:
            raise BadInput(f"{shown(out, 200)}: exists already, and nothing is written over; choose another --out")
    else:
        check_new(Path(out))


def style_of_rows(source: SparkSource) -> Style:
    """How the rows of a source are laid out, for writing them alike: its columns, their types, how it says a time."""
    from pyspark.sql import functions as sql
    from pyspark.sql.pandas.types import to_arrow_schema

    def first(name: str) -> list[Any]:
        role = next(role for role, column in source.columns.names.items() if column == name)
        rows = source.frame.select(role).where(sql.length(sql.trim(sql.col(role).cast("string"))) > 0).take(1)
        return [row[0] for row in rows]

    return table_style(to_arrow_schema(source.schema), source.columns, first)


def write_partitions(
    held: SparkPartitions, names: Vocabulary, run: Rows, *sent: Any, schema: pa.Schema, out: str, rows: int
) -> None:
    """Write what `run(partition, names, *sent)` makes of every partition: so many rows of this schema, in their order.

    A folder on this machine appears when all of it is there, and only its owner may look inside; elsewhere, such as in
    an object store, Spark itself sees to the first, and the store to the second.
    """
    if is_uri(out):
        _write(held, names, run, sent, schema, out)
        return
    folder = Path(out).absolute()
    with scratch_folder(folder.parent) as private:
        place = private / "rows"
        _write(held, names, run, sent, schema, f"file://{place}")
        _check_arrived(place, rows, out)
        for file in place.iterdir():
            file.chmod(0o600)
        place.chmod(0o700)
        check_new(folder)
        place.rename(folder)


def _write(
    held: SparkPartitions, names: Vocabulary, run: Rows, sent: tuple[Any, ...], schema: pa.Schema, out: str
) -> None:
    from pyspark.sql.pandas.types import from_arrow_schema

    message = shared(held.spark, (held.facts, names.items, names.titles, sent))
    try:
        work = partial(_rows, run=run, message=message)
        rows = held.frame.select(*_WANTED).mapInArrow(work, from_arrow_schema(schema))
        rows.write.mode("error").parquet(out)
    finally:
        message.destroy()


def _rows(batches: Iterator[pa.RecordBatch], run: Rows, message: Any) -> Iterator[pa.RecordBatch]:
    """The rows of the partitions that a task has; people's ids are with the partition, those of items were sent."""
    facts, items, titles, sent = message.value
    for batch in batches:
        for row in range(batch.num_rows):
            people = ids_in(batch.column("ids")[row].as_buffer())
            for table in run(opened(batch, row, facts), Vocabulary(people, items, titles), *sent):
                yield from table.to_batches()


def _check_arrived(folder: Path, rows: int, out: str) -> None:
    """Whether the cluster wrote into this very folder: its machines may have folders of the same name of their own."""
    import pyarrow.parquet as pq

    if sum(pq.read_metadata(file).num_rows for file in folder.glob("*.parquet")) != rows:
        raise BadInput(
            f"{shown_path(Path(out))}: the cluster's machines do not share this folder; name one that they share, or a "
            "place such as hdfs://… or s3a://…"
        )

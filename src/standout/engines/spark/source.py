"""Where interactions on Spark come from: a table, a Parquet file or folder, a Delta folder; which column is what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from standout.common.documents import check_regular
from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.engines.spark.session import is_here, is_sparks, one_line
from standout.engines.spark.sharing import exists
from standout.errors import BadInput
from standout.io.columns.roles import Chosen, check_roles, choose, usual
from standout.io.staging.parquet import cell_text, refuse_nested
from standout.io.staging.raw import identifier

_OTHERS = "Spark reads Parquet, Delta and tables; convert it, or use --engine local"


@dataclass(frozen=True)
class SparkSource:
    """Rows on a cluster: the columns that are used, called by their roles, with `place` saying their order."""

    name: str
    frame: Any
    columns: Chosen
    cells: dict[str, str]
    """SQL for each cell as text."""
    schema: Any
    """All columns that there are, as Spark describes them."""
    files: tuple[str, ...] = ()
    """Where rows come from several files: the files in order, whose names are in the column `file`."""


def open_source(spark: Any, data: str, columns: Mapping[str, str] | None = None) -> SparkSource:
    """Find the rows and the columns, or say in one line why not."""
    check_roles(columns or {})
    name, frame = _rows(spark, data)
    fields = [(field.name, field.dataType.simpleString()) for field in frame.schema.fields]
    names = [field for field, _ in fields]
    chosen = choose(name, names, columns or {}, header=True, defaults=usual(names))
    if chosen.parts:
        raise BadInput(
            f"{name}: columns {shown(chosen.names['time'])} are one day together, which Spark cannot read yet; use "
            "--engine local, or leave them out with --columns time="
        )
    cells, wanted = {}, []
    for role, position in chosen.at.items():
        column, kind = fields[position]
        if kind.startswith(("array", "map", "struct", "variant", "interval")):
            refuse_nested(name, column, kind.split("<")[0].upper() + "[]", role)
        cells[role] = cell_text(identifier(role), kind.upper(), role)
        cell = frame[f"`{column.replace('`', '``')}`"]
        wanted.append((cell.cast("string") if kind == "binary" else cell).alias(role))
    numbered, files = _in_order(frame, wanted)
    return SparkSource(name, numbered, chosen, cells, frame.schema, files)


def _in_order(frame: Any, wanted: list[Any]) -> tuple[Any, tuple[str, ...]]:
    """The rows with their place in the file, where the source knows it, else with their place in Spark's order."""
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions as sql

    try:
        place, file = sql.col("_metadata.row_index").alias("place"), sql.col("_metadata.file_path").alias("file")
        if len(frame.inputFiles()) < 2:
            numbered = frame.select(*wanted, place)
            _ = numbered.schema  # a Connect session looks only now
            return numbered, ()
        files = tuple(sorted(row["file"] for row in frame.select(file).distinct().collect()))
        return frame.select(*wanted, place, file), files
    except AnalysisException:
        return frame.select(*wanted, sql.monotonically_increasing_id().alias("place")), ()


def _rows(spark: Any, data: str) -> tuple[str, Any]:
    if _is_path(data):
        return _from_path(spark, data)
    from pyspark.errors import AnalysisException, ParseException

    try:
        frame = spark.table(data)
        _ = frame.schema  # a Connect session looks only now
        return data, frame
    except ParseException:
        raise BadInput(f"{shown(data)}: no name of a table; write catalog.schema.table, or a path") from None
    except AnalysisException as problem:
        if "NOT_FOUND" in str(problem.getCondition() or ""):
            raise BadInput(f"{shown(data)}: no such table or path; check the name") from None
        raise _refused(shown(data), problem) from None


def _is_path(data: str) -> bool:
    return "/" in data or "\\" in data or data.endswith(".parquet") or Path(data).exists()


def _from_path(spark: Any, data: str) -> tuple[str, Any]:
    local = re.match(r"^\w[\w+.-]*:/", data) is None
    name = shown_path(Path(data)) if local else shown(data, 200)
    if local and is_here(spark):
        path = Path(data)
        if not path.exists():
            raise BadInput(f"{name}: no such file or folder; check the name")
        if (path / "interactions.parquet").is_file():
            path = path / "interactions.parquet"
        if path.is_dir() and not _holds_parquet(path) and not (path / "_delta_log").is_dir():
            raise BadInput(f"{name}: a folder without Parquet files; {_OTHERS}")
        for file in [path] if not path.is_dir() else path.rglob("*.parquet"):
            if not file.is_dir():
                check_regular(file)
        if path.is_file() and path.suffix.lower() not in (".parquet", ".pq"):
            raise BadInput(f"{name}: no Parquet file; {_OTHERS}")
        return name, _read(spark, local_place(path), name, delta=(path / "_delta_log").is_dir())
    return name, _read(spark, data, name, delta=_is_delta(spark, data))


def local_place(path: Path) -> str:
    """How Spark is told to read a path of this machine: it takes the path literally, but for signs of patterns."""
    return "file://" + re.sub(r"([\\*?\[\]{}])", r"\\\1", str(path.absolute()))


def _holds_parquet(folder: Path) -> bool:
    return next(folder.rglob("*.parquet"), None) is not None


def _is_delta(spark: Any, data: str) -> bool:
    """Whether a folder that the cluster sees has a Delta log."""
    try:
        return exists(spark, data.rstrip("/") + "/_delta_log")
    except Exception:
        return False


def _read(spark: Any, place: str, name: str, *, delta: bool) -> Any:
    try:
        frame = spark.read.format("delta" if delta else "parquet").load(place)
        _ = frame.schema  # a Connect session looks only now
        return frame
    except Exception as problem:
        if not is_sparks(problem):
            raise
        said = str(problem)
        if delta and re.search("DATA_SOURCE_NOT_FOUND|ClassNotFound|Failed to find", said):
            raise BadInput(
                f"{name}: a Delta table, but this Spark has no Delta; add the package io.delta:delta-spark, "
                "or name a Parquet copy"
            ) from None
        if "PATH_NOT_FOUND" in said:
            raise BadInput(f"{name}: no such file or folder; check the name") from None
        raise _refused(name, problem) from None


def _refused(name: str, problem: Exception) -> BadInput:
    return BadInput(f"{name}: Spark cannot read it ({shown(one_line(problem), 160)}); mend it, or name another")

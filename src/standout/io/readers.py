"""Readers that other packages bring: a function from a path to an Arrow table, registered under a file's ending."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from standout.common.formats import ENDINGS, container_of, format_of, shown_path
from standout.common.plugins import READERS, plugin
from standout.errors import BadInput

Reader = Callable[[Path], Any]


def reader_of(file: Path) -> Reader | None:
    """Who reads a file with this ending, if we do not; none if nobody does."""
    ending = file.suffix.lower().removeprefix(".")
    if not ending or ending in ENDINGS or not file.is_file():
        return None
    reader: Reader | None = plugin(READERS, ending, ENDINGS)
    return reader


def check_format(file: Path) -> None:
    """Refuse a file that is not what its name says, or that nobody reads."""
    if reader_of(file) is None and container_of(file) is None:
        format_of(file)


def as_parquet(file: Path, reader: Reader, scratch: Path) -> Path:
    """What the reader makes of a file, as Parquet in a passing folder."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from standout.common.files import open_private

    name = shown_path(file)
    try:
        table = reader(file)
        table = table if isinstance(table, pa.Table) else pa.table(table)
    except BadInput:
        raise
    except Exception as problem:
        said = str(problem).strip().splitlines()[:1] or [""]
        raise BadInput(
            f"{name}: its reader ({reader.__module__}) cannot read it ({type(problem).__name__}: {said[0][:200]}); "
            "mend the file, or convert it to CSV or Parquet"
        ) from problem
    read = scratch / "read.parquet"
    with open_private(read) as stream:
        pq.write_table(table, stream)
    return read

"""Data as the library takes it: a path, a table or a matrix in memory, or a dataset that was read before.

What is in memory goes the way of a file: through a Parquet file and the reader, so that columns, values, times and
refusals are the same. What is read lies prepared in a folder: the run's own where a result is written, else a private
one that is there for as long as anybody holds the dataset.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

import msgspec
import numpy as np

from standout._version import __version__
from standout.common.files import open_private, write_whole
from standout.data.contents import Content, contents_of
from standout.data.dataset import AnyDataset, Dataset, LocalDataset
from standout.data.partition import Partition
from standout.data.prepared import is_prepared, open_prepared
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading import check_there, found_at, source_files
from standout.io.reading import read as read_files
from standout.io.reading_options import ReadingArguments, ReadingOptions, arguments_of, reading_options
from standout.io.sources.bringing import is_elsewhere
from standout.library.protected import ProtectResult
from standout.outputs.scratch import clear, one_run, scratch_folder, sweep, system_place

if TYPE_CHECKING:
    import pyarrow as pa

ROLES = ("user", "item", "value", "time", "title")
MOST_READ_AGAIN = 5_000_000
"""Data of more rows than this is not read a second time for one question."""


@dataclass(frozen=True)
class Reading:
    """Reading as it was asked for: an unfinished run finds again what it had read."""

    options: ReadingOptions = field(default_factory=ReadingOptions)

    def read(self, data: str, into: Path) -> LocalDataset:
        """Read data, or open what an earlier, unfinished run read of the very same files."""
        if is_prepared(Path(data)):
            return read_files(data, **arguments_of(self.options))
        if is_elsewhere(data):  # it may be another one by now, so nothing of it is found again
            clear(into)
            return read_files(data, into=into, **arguments_of(self.options))
        contents = contents_of(source_files(data, self.options.titles))
        mark, file = self._mark(contents), into.with_name(f"{into.name}.json")
        if is_prepared(into) and file.is_file() and file.read_bytes() == mark:
            with suppress(BadInput):
                return found_at(data, open_prepared(into))
        file.unlink(missing_ok=True)
        clear(into)
        dataset = read_files(data, into=into, contents=contents, **arguments_of(self.options))
        write_whole(file, mark)
        return dataset

    def _mark(self, contents: Sequence[Content]) -> bytes:
        """What would be different if another result were read: what the files hold, and how they are read."""
        held = [(str(content.path.resolve()), content.sha256.hex()) for content in contents]
        how = arguments_of(self.options)
        return json.dumps([__version__, held, how], default=str).encode(errors="surrogateescape")


def asked(**options: Unpack[ReadingArguments]) -> Reading:
    """Reading as keyword arguments ask for it."""
    return Reading(reading_options(**options))


def read(
    source: Any,
    *,
    user: str | None = None,
    item: str | None = None,
    value: str | None = None,
    time: str | None = None,
    title: str | None = None,
    engine: Engine | None = None,
    **options: Unpack[ReadingArguments],
) -> AnyDataset:
    """Read data: from a file or a folder of a known layout, from memory, or as it was read before.

    `source` is a path, the word "sample", a data frame (pandas, polars), an Arrow table, a DuckDB relation, a SciPy
    sparse matrix of people × items whose entries are the values, or a dataset. Columns are found by their usual
    names; `user="customer"` (or `columns={"user": "customer"}`) says otherwise, an empty name leaves one out. An
    `engine` takes over what was read.

    >>> import pyarrow as pa
    >>> import standout as so
    >>> bought = pa.table({"customer": [1, 1, 2], "sku": ["tea", "milk", "tea"]})
    >>> data = so.read(bought, user="customer", item="sku")
    >>> data.people, data.items, data.count
    (2, 2, 3)
    """
    named = dict(zip(ROLES, (user, item, value, time, title), strict=True))
    options["columns"] = _columns(named, options.get("columns"))
    reading = asked(**options)
    data = as_dataset(source, reading)
    return data if engine is None else engine.take(at_hand(data))


def as_dataset(data: Any, reading: Reading, scratch: Path | None = None) -> AnyDataset:
    """The dataset that is meant by a path, by data in memory, or by itself.

    It is prepared in the folder `scratch`, which is made, and which an unfinished run finds again; it must be there
    as long as the dataset is used. Without it, the dataset has a folder of its own.
    """
    if isinstance(data, ProtectResult):
        data = data.dataset
    if isinstance(data, Dataset):
        if reading.options.columns or reading.options.titles:
            raise BadInput("a dataset that is read already: --columns and --titles belong to its reading")
        return data
    return _kept(data, reading) if scratch is None else _prepared(data, reading, scratch)


def read_as_events(data: Any, reading: Reading, known: AnyDataset, scratch: Path | None = None) -> LocalDataset | None:
    """The same data with every repeat on its own day, where it was folded without having been asked for.

    None where it cannot be had: what is prepared has forgotten the days, what comes from elsewhere is not asked twice,
    and a file of very many rows would take as long again.
    """
    rows = 0 if known.source.understood is None else known.source.understood.rows
    if reading.options.repeats is not None or isinstance(data, Dataset | ProtectResult) or rows > MOST_READ_AGAIN:
        return None
    if isinstance(data, str | Path) and (is_elsewhere(str(data)) or is_prepared(Path(data))):
        return None
    as_events = replace(reading, options=replace(reading.options, repeats="events"))
    return at_hand(as_dataset(data, as_events, scratch))


def at_hand(data: AnyDataset) -> LocalDataset:
    """The same data, if its records are on this machine; else refused."""
    if not isinstance(data.held, Partition):
        raise BadInput(f"the data is held by the engine '{data.engine.name}'; this needs its records on this machine")
    return cast(LocalDataset, data)


def as_table(data: Any) -> pa.Table:
    """Data in memory as an Arrow table."""
    import pyarrow as pa

    if hasattr(data, "collect") and type(data).__name__ == "LazyFrame":
        data = data.collect()
    if hasattr(data, "__arrow_c_stream__"):
        try:
            return pa.table(data)
        except (pa.ArrowException, ValueError, TypeError) as problem:
            raise BadInput(
                f"cannot read this {type(data).__name__}: {problem}; give a table of named columns"
            ) from None
    if isinstance(data, pa.RecordBatch):
        return pa.Table.from_batches([data])
    if hasattr(data, "tocoo"):
        return _from_matrix(data.tocoo())
    raise BadInput(
        f"cannot read a {type(data).__name__}; give a path, a data frame (pandas, polars, Arrow), a DuckDB relation, "
        "a SciPy sparse matrix of people × items, or a dataset"
    )


def _columns(named: Mapping[str, str | None], columns: Mapping[str, str] | None) -> dict[str, str] | None:
    """The columns of all roles, however they are given."""
    by_role = {role: str(name) for role, name in named.items() if name is not None}
    for role in by_role:
        if role in (columns or {}):
            raise BadInput(f"{role}={by_role[role]!r}: columns says which column is the {role} as well; say it once")
    return {**(columns or {}), **by_role} or None


def _kept(data: Any, reading: Reading) -> LocalDataset:
    """Read data into a private folder that is gone with the last dataset that is mapped from it."""
    if isinstance(data, str | Path) and is_prepared(Path(data)):
        return reading.read(str(data), Path())
    sweep(system_place())
    with ExitStack() as passing:
        folder = passing.enter_context(scratch_folder())
        with one_run(folder):  # what passes on the way, such as the sample's files, goes at once
            dataset = _prepared(data, reading, folder / "data")
        weakref.finalize(dataset.mapped_from[0], passing.pop_all().close)
    return dataset


def _prepared(data: Any, reading: Reading, scratch: Path) -> LocalDataset:
    """Read data into this folder."""
    if isinstance(data, str | Path):
        check_there(str(data))
        return reading.read(str(data), scratch)
    return _from_memory(data, reading, scratch)


def _from_memory(data: Any, reading: Reading, scratch: Path) -> LocalDataset:
    """Read what is in memory by way of a private file beside the folder that it is prepared in."""
    import pyarrow.parquet as pq

    table, file = as_table(data), scratch.with_name(f"{scratch.name}.parquet")
    try:
        with open_private(file) as stream:
            pq.write_table(table, stream)
        dataset = reading.read(str(file), scratch)
    except BadInput as problem:
        said = problem.as_typed.replace(str(file), "the table").replace(f"{scratch.parent}/", "")
        raise BadInput(said.replace(file.name, "the table")) from None
    finally:
        file.unlink(missing_ok=True)
    known = dataset.source.understood
    known = None if known is None else msgspec.structs.replace(known, files=())
    return replace(dataset, source=replace(dataset.source, path=None, understood=known))


def _from_matrix(matrix: Any) -> pa.Table:
    """People, items and values of a sparse matrix; ones alone are no values."""
    import pyarrow as pa

    people, items = (np.asarray(axis, dtype=np.int64) for axis in (matrix.row, matrix.col))
    columns = {"user": people, "item": items}
    if not np.all(matrix.data == 1):
        columns["value"] = np.asarray(matrix.data)
    return pa.table(columns)

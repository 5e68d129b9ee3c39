"""Profiles in memory: tables that go the same way as a file, so that columns and refusals are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.errors import BadInput
from standout.library.reading import as_table
from standout.outputs.scratch import scratch_folder
from standout.profiles.people.population import Population
from standout.profiles.people.profile_files import read_population

if TYPE_CHECKING:
    import pyarrow as pa


_EXACT = 9e15
"""Whole numbers up to here are exact as floating-point numbers."""


def read_profiles(
    profiles: Any,
    *,
    bins: Mapping[str, float] | None = None,
    attributes: Sequence[str] = (),
    person: str | None = None,
    split: str | None = None,
    seed: int = 1,
) -> Population:
    """Everybody's profile: from a file, the word "sample", a data frame, an Arrow table, or a population itself."""
    if isinstance(profiles, Population):
        return profiles
    with _as_file(profiles) as file:
        return read_population(
            file, bins=bins or None, columns=list(attributes) or None, person=person, split=split, seed=seed
        )


@contextmanager
def _as_file(profiles: Any) -> Iterator[str | Path]:
    """The path given, or a Parquet file with the table given, for as long as it is read."""
    import pyarrow.parquet as pq

    if isinstance(profiles, str | Path):
        yield profiles
        return
    with scratch_folder() as folder:
        pq.write_table(_as_table(profiles), folder / "profiles.parquet")
        try:
            yield folder / "profiles.parquet"
        except BadInput as problem:
            said = problem.as_typed.replace(f"{folder}/profiles.parquet", "the table").replace(f"{folder}/", "")
            raise BadInput(said) from None


def _as_table(profiles: Any) -> pa.Table:
    import pyarrow as pa

    if type(profiles).__module__.partition(".")[0] == "pandas" and hasattr(profiles, "columns"):
        table = pa.Table.from_pandas(profiles, preserve_index=profiles.index.name is not None)
    else:
        table = as_table(profiles)
    return pa.table({name: _whole(table.column(name)) for name in table.column_names})


def _whole(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Whole floating-point numbers (a habit of data frames that lack some) as whole numbers; none for those that are
    no numbers."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_floating(column.type):
        return column
    wide = column.cast(pa.float64())
    known = pc.if_else(pc.is_finite(wide), wide, pa.scalar(None, pa.float64()))
    broken = pc.or_(pc.not_equal(pc.floor(known), known), pc.greater(pc.abs(known), _EXACT))
    return known if pc.any(broken).as_py() else known.cast(pa.int64())

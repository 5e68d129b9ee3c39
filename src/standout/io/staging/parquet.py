"""Staging of Parquet files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import duckdb

from standout.common.wording import shown
from standout.errors import BadInput
from standout.io.columns.roles import Chosen, choose, usual
from standout.io.columns.time_formats import USUAL, TimeFormat
from standout.io.columns.time_parts import role_cells
from standout.io.columns.time_sample import column_format, sampled_cells
from standout.io.parts import Part
from standout.io.reading_options import TimesWanted
from standout.io.staging.raw import Staged, file_list, identifier, key_cells, make_raw, make_whole
from standout.io.staging.separated import other_columns
from standout.io.unused import LOOKED_AT, unused_columns

_DAMAGED = (
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.SerializationException,
    duckdb.IOException,
)
_MOST_KINDS = 100
"""Ways in which parts may differ in the kinds of their columns."""


@dataclass(frozen=True)
class _Alike:
    """Parts whose columns have the same names and kinds; keys that are columns follow the others, as text."""

    parts: tuple[Part, ...]
    names: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def source(self) -> str:
        """SQL for all rows."""
        files = file_list([part.path for part in self.parts])
        source = f"read_parquet({files}, binary_as_string = true, hive_partitioning = false)"
        own = [key for key, _ in self.parts[0].keys]
        keys = [key for key in own if key in self.names[len(self.names) - self.added :]]
        added = ", ".join(f"{key_cells(self.parts, own.index(key))} AS {identifier(key)}" for key in keys)
        return f"(SELECT *, {added} FROM {source})" if added else source

    @property
    def added(self) -> int:
        """How many columns are keys."""
        return sum(kind == _KEY for kind in self.kinds)


_KEY = "VARCHAR of the folder"
_TIMES = ("TIMESTAMP", "DATE")
"""Kinds of columns that hold times, so that nothing has to be guessed."""


def stage_parquet(
    database: duckdb.DuckDBPyConnection,
    parts: Sequence[Part],
    name: str,
    wanted: Mapping[str, str],
    times: TimesWanted = TimesWanted(),  # noqa: B008 - frozen
    *,
    whole: bool = False,
) -> Staged:
    """Stage Parquet files, which are called `name` together."""
    groups = _groups(database, parts, name)
    first, names = groups[0], groups[0].names
    ordered = [part for group in groups for part in group.parts]
    with _damage_told(ordered):
        cells = _first_cells(database, first.source, first.names, first.kinds)
        columns = choose(name, names, wanted, header=True, defaults=usual(names), cells=cells)
        time_format = _stage(database, groups, columns, times)
        if whole:
            make_whole(database, " UNION ALL ".join(f"SELECT * FROM {group.source}" for group in groups))
    unused = unused_columns(names, columns, wanted, cells)
    staged = Staged(name, columns, lambda rowid: _origin(database, ordered, rowid), time_format=time_format)
    staged.notes, staged.unused, staged.names = unused.notes, unused, names
    return staged


def _stage(
    database: duckdb.DuckDBPyConnection, groups: Sequence[_Alike], columns: Chosen, times: TimesWanted
) -> TimeFormat:
    """Fill `raw` from all groups, each with cells as its kinds ask for; return the format that times were read in."""
    selected = [_selected(group, columns) for group in groups]
    source, cells = selected[0]
    if len(selected) > 1:
        texts = (
            f"SELECT {', '.join(f'{cell} AS {identifier(role)}' for role, cell in own.items())} FROM {rows}"
            for rows, own in selected
        )
        source, cells = f"({' UNION ALL '.join(texts)})", {role: identifier(role) for role in cells}
    time_format, kinds = USUAL, _kinds_of_time(groups, columns)
    if times.date_format is not None or columns.parts or not all(kind.startswith(_TIMES) for kind in kinds):
        sample = f"(SELECT {cells.get('time', 'NULL')} AS cell FROM {source})"
        is_text = any(kind.startswith("VARCHAR") for kind in kinds)
        time_format = column_format(database, columns, times, lambda: sampled_cells(database, sample, spread=is_text))
    make_raw(database, source, cells, time_format=time_format, timezone=times.timezone)
    return time_format


def _selected(group: _Alike, columns: Chosen) -> tuple[str, dict[str, str]]:
    """SQL for the rows of a group, and for the cell of each role."""
    for role, position in (*columns.at.items(), *(("time", part) for part in columns.parts)):
        refuse_nested(group.parts[0].name, group.names[position], group.kinds[position], role)
    cells = role_cells(
        columns.at,
        columns.parts,
        lambda column, role: cell_text(identifier(group.names[column]), group.kinds[column], role),
    )
    return group.source, cells


def _kinds_of_time(groups: Sequence[_Alike], columns: Chosen) -> list[str]:
    """What the column of times holds in each group; nothing where there is none."""
    return [group.kinds[columns.at["time"]] for group in groups if "time" in columns.at]


def _groups(database: duckdb.DuckDBPyConnection, parts: Sequence[Part], name: str) -> list[_Alike]:
    """The parts by the kinds of their columns, of which the names must be the same."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Part]] = {}
    first: tuple[Part, tuple[str, ...]] | None = None
    for part in parts:
        names, kinds = _described(database, part)
        first = first or (part, names)
        if names != first[1]:
            raise other_columns(name, first, (part, names))
        groups.setdefault((names, kinds), []).append(part)
    if len(groups) > _MOST_KINDS:
        raise BadInput(f"{name}: its parts hold columns in {len(groups)} different kinds; write them all alike")
    return [_Alike(tuple(alike), names, kinds) for (names, kinds), alike in groups.items()]


def _described(database: duckdb.DuckDBPyConnection, part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and kinds of a part's columns, keys that are not among them included."""
    source = f"read_parquet({file_list([part.path])}, binary_as_string = true, hive_partitioning = false)"
    with _damage_told([part]):
        described = database.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
    names, kinds = [str(row[0]) for row in described], [str(row[1]) for row in described]
    added = [key for key, _ in part.keys if key not in names]
    return (*names, *added), (*kinds, *(_KEY for _ in added))


@contextmanager
def _damage_told(parts: Sequence[Part]) -> Iterator[None]:
    """What DuckDB says of a damaged file, in one line that names the part it speaks of."""
    try:
        yield
    except _DAMAGED as problem:
        damaged = next((part for part in parts if part.path.name in str(problem)), None)
        if isinstance(problem, duckdb.IOException) and damaged is None:
            raise
        said = shown(str(problem).splitlines()[0], 160)
        raise BadInput(f"{(damaged or parts[0]).name}: damaged Parquet file ({said}); get it again") from None


def _origin(database: duckdb.DuckDBPyConnection, parts: Sequence[Part], rowid: int) -> tuple[str, int]:
    """The part that a row came from, and its number there."""
    if len(parts) > 1:
        for part in parts:
            source = file_list([part.path])
            ((count,),) = database.execute(f"SELECT sum(num_rows) FROM parquet_file_metadata({source})").fetchall()
            if rowid < count:
                return part.name, rowid + 1
            rowid -= int(count)
    return parts[0].name, rowid + 1


def _first_cells(
    database: duckdb.DuckDBPyConnection, source: str, names: Sequence[str], kinds: Sequence[str]
) -> dict[int, list[str | None]]:
    """The first cells of columns, by position; none of those that hold lists or objects."""
    plain = [column for column, kind in enumerate(kinds) if not _is_nested(kind)]
    if not plain:
        return {}
    cells = ", ".join(f"CAST({identifier(names[column])} AS VARCHAR)" for column in plain)
    rows = database.execute(f"SELECT {cells} FROM {source} LIMIT {LOOKED_AT}").fetchall()
    return {column: [row[place] for row in rows] for place, column in enumerate(plain)}


def _is_nested(kind: str) -> bool:
    return kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "UNION", "BLOB"))


def refuse_nested(file: str, column: str, kind: str, role: str) -> None:
    if _is_nested(kind):
        raise BadInput(
            f"{file}: column '{shown(column)}' holds {kind.split('(')[0]}; "
            f"name one with text, numbers or dates with --columns {role}=…"
        )


def cell_text(column: str, kind: str, role: str) -> str:
    """SQL for a cell as text; whole floating-point ids (a habit of data frames) lose their '.0', and those that are no
    number (NaN, infinite) are none."""
    if role in ("user", "item") and kind in ("DOUBLE", "FLOAT"):
        return f"""CASE WHEN NOT isfinite({column}) THEN NULL
            WHEN abs({column}) < 9e15 AND {column} = floor({column})
            THEN CAST(TRY_CAST({column} AS BIGINT) AS VARCHAR) ELSE CAST({column} AS VARCHAR) END"""
    return f"CAST({column} AS VARCHAR)"

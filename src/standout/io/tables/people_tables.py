"""Tables with attributes of people: the file that was named, or the one that a known folder has by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import pyarrow as pa

from standout.common.formats import shown_path
from standout.common.wording import listed, shown
from standout.data.prepared import is_prepared
from standout.errors import BadInput
from standout.io.columns.roles import plain_name, usual
from standout.io.staging.cells import Cells, stage_cells
from standout.io.staging.raw import BLANKS, workspace
from standout.io.tables.beside import file_beside
from standout.outputs.scratch import scratch_folder

_AGES = {
    "1": "under 18", "18": "18-24", "25": "25-34", "35": "35-44", "45": "45-49", "50": "50-55", "56": "56+",
}  # fmt: skip
_OCCUPATIONS = (
    "other", "academic or educator", "artist", "clerical or admin", "student, college or graduate",
    "customer service", "doctor or health care", "executive or managerial", "farmer", "homemaker", "student, school",
    "lawyer", "programmer", "retired", "sales or marketing", "scientist", "self-employed", "technician or engineer",
    "tradesman or craftsman", "unemployed", "writer",
)  # fmt: skip


@dataclass(frozen=True)
class _Known:
    """A file known by its name: its columns if it has no header, what its codes mean, how it escapes quotes."""

    header: tuple[str, ...] | None = None
    meanings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    backslash: bool = False


_KNOWN = {
    "u.user": _Known(("user", "age", "gender", "occupation", "zip")),
    "users.dat": _Known(
        ("user", "gender", "age", "occupation", "zip"),
        {"age": _AGES, "occupation": {str(code): meaning for code, meaning in enumerate(_OCCUPATIONS)}},
    ),
    "bx-users.csv": _Known(backslash=True),
}
_BESIDE = {"ml-100k": "u.user", "ml-1m": "users.dat", "Book-Crossing": "bx-users.csv", "sample": "people.csv"}


@dataclass(frozen=True)
class Column:
    """One attribute as it is written in a table: a person's id and the cell, row by row; NULL where it is empty."""

    table: str
    name: str
    ids: pa.Array
    cells: pa.Array
    meanings: Mapping[str, str]
    """What the cells' codes mean, where the table is known to have codes."""
    notes: tuple[str, ...] = ()


def attribute_names(data: Path | str, people: Path | None = None) -> tuple[str, ...]:
    """The attributes of people that there are."""
    with _staged(data, people) as (_, cells, _known):
        return _attributes(cells, _person(cells))


def read_column(data: Path | str, people: Path | None, name: str) -> Column:
    """The cells of one attribute, by person; one line if there is no such attribute, or a person comes twice."""
    with _staged(data, people) as (database, cells, known):
        person = _person(cells)
        position = _position(cells, person, name)
        _check_ids(database, cells, person)
        cell = f"nullif(trim(c{position}, {BLANKS}), '')"
        rows = database.sql(f"SELECT c{person} AS id, {cell} AS cell FROM cells ORDER BY rowid").to_arrow_table()
        return Column(
            table=cells.name,
            name=cells.columns[position],
            ids=rows["id"].combine_chunks(),
            cells=rows["cell"].combine_chunks(),
            meanings=known.meanings.get(plain_name(cells.columns[position]), {}),
            notes=cells.notes,
        )


def own_column(data: Path | str, name: str) -> Column | None:
    """The same attribute as the data brings it by itself; none where it brings none, or no data is named."""
    with scratch_folder() as scratch:
        try:
            file = file_beside(data, _BESIDE, scratch) if str(data) else None
            return None if file is None else read_column(data, file, name)
        except BadInput:  # what it brings cannot be compared with
            return None


_Staged = tuple[duckdb.DuckDBPyConnection, Cells, _Known]
_open: ContextVar[tuple[Path | str, Path | None, _Staged] | None] = ContextVar("_open", default=None)


@contextmanager
def staged_once(data: Path | str, people: Path | None = None) -> Iterator[None]:
    """Stage the table now, for all that is asked of it meanwhile: else each question would read the file again."""
    with _staged(data, people) as staged:
        before = _open.set((data, people, staged))
        try:
            yield
        finally:
            _open.reset(before)


@contextmanager
def _staged(data: Path | str, people: Path | None) -> Iterator[_Staged]:
    """The table of people, staged in a database that is gone afterwards, unless it is wanted again."""
    opened = _open.get()
    if opened is not None and opened[:2] == (data, people):
        yield opened[2]
        return
    with scratch_folder() as scratch:
        file = people or _own_table(data, scratch)
        known = _KNOWN.get(file.name.lower(), _Known())
        with workspace(scratch) as database:
            yield database, stage_cells(database, file, scratch, known.header, backslash=known.backslash), known


def _own_table(data: Path | str, scratch: Path) -> Path:
    """The table that the data brings by itself."""
    own = file_beside(data, _BESIDE, scratch)
    if own is None and is_prepared(Path(data)):
        raise BadInput(
            f"{shown_path(Path(data))}: a prepared dataset holds no attributes of people; name them with --people"
        )
    if own is None:
        raise BadInput(
            f"{shown_path(Path(data))}: brings no attributes of people; name a file that has them with --people"
        )
    return own


def _person(cells: Cells) -> int:
    """The column that says who a row is about."""
    person_column = usual(cells.columns).get("user")
    if person_column is None:
        person_column = next(
            (position for position, column in enumerate(cells.columns) if plain_name(column) == "id"), None
        )
    if person_column is None:
        raise BadInput(f"{cells.name}: no column says who a row is about (found {listed(cells.columns)}); call it user")
    if cells.lists[person_column]:
        raise BadInput(
            f"{cells.name}: column '{shown(cells.columns[person_column])}' holds lists; give one person per row"
        )
    return person_column


def _attributes(cells: Cells, person: int) -> tuple[str, ...]:
    return tuple(
        column for position, column in enumerate(cells.columns) if position != person and not cells.lists[position]
    )


def _position(cells: Cells, person: int, name: str) -> int:
    attributes = _attributes(cells, person)
    exact = [position for position, column in enumerate(cells.columns) if column == name]
    alike = exact or [
        position for position, column in enumerate(cells.columns) if plain_name(column) == plain_name(name)
    ]
    if len(alike) == 1 and cells.lists[alike[0]]:
        raise BadInput(f"{cells.name}: column '{shown(name)}' holds lists; give one value per person")
    if len(alike) != 1 or alike[0] == person:
        offered = f"there are {listed(attributes)}" if attributes else "it has none"
        raise BadInput(f"{cells.name}: no attribute '{shown(name)}'; {offered}")
    return alike[0]


def _check_ids(database: duckdb.DuckDBPyConnection, cells: Cells, person: int) -> None:
    """Refuse a row without a person, and a person in two rows."""
    column = shown(cells.columns[person])
    (empty,) = database.execute(
        f"SELECT min(rowid) FROM cells WHERE c{person} IS NULL OR trim(c{person}, {BLANKS}) = ''"
    ).fetchone() or (None,)
    if empty is not None:
        raise BadInput(f"{cells.name}: row {cells.row(empty)}, column '{column}' is empty; fill in whose row it is")
    again = database.execute(
        f"""SELECT c{person}, list_sort(list(rowid))[2] AS second FROM cells GROUP BY c{person} HAVING count(*) > 1
        ORDER BY second LIMIT 1"""
    ).fetchone()
    if again:
        raise BadInput(
            f"{cells.name}: row {cells.row(again[1])}, column '{column}': '{shown(again[0])}' comes a second time; "
            "keep one row per person"
        )

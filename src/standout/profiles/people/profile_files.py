"""Reading profiles: a wide table (a row per person, a column per attribute) or a long one (person, attribute, value).

An empty cell is something not shared. A column called `site` says where it is shown. Cells are staged by `cells`;
here they become entries (place, attribute, value), which `pair_numbers` bins, numbers and puts together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.io.columns.roles import plain_name
from standout.io.staging.cells import Cells, stage_cells
from standout.io.staging.raw import BLANKS, literal, workspace
from standout.outputs.scratch import scratch_folder
from standout.profiles.people.pair_numbers import check_attributes, numbered
from standout.profiles.people.population import Population

SAMPLE = "sample"
"""The word that means the invented population, where no such file exists."""

PERSON = frozenset(
    (
        *("person", "personid", "user", "userid", "uid", "id", "username"),
        *("profile", "profileid", "account", "accountid", "member", "memberid"),
    )
)
"""What the column with people's ids is usually called."""
_LARGEST_NAMES = 1_000_000
_AT_ONCE = 256
"""Columns read by one query: a query looks at the names of all columns, however many it needs."""
_SITES = frozenset(("site", "website", "network"))
_ADULT = ("education", "occupation", "workclass", "marital-status", "race", "sex", "native-country", "age",
          "hours-per-week")  # fmt: skip
_ADULT_BINS = {"age": 5.0, "hours-per-week": 10.0}


@dataclass(frozen=True)
class _Wanted:
    """What was asked for, and what an empty cell looks like."""

    bins: Mapping[str, float]
    columns: Sequence[str] | None
    person: str | None
    split: str | None
    nothing: str = ""


def read_population(
    data: Path | str,
    *,
    bins: Mapping[str, float] | None = None,
    columns: Sequence[str] | None = None,
    person: str | None = None,
    split: str | None = None,
    seed: int = 1,
) -> Population:
    """Read profiles from a file, a folder with UCI Adult, or invent them (`sample`).

    `bins` cuts numeric attributes into steps of that width; `columns` names the attributes to keep; `person` the column
    with ids; `split` is what separates several values in one cell.
    """
    path = Path(data)
    for attribute, width in (bins or {}).items():
        if not isfinite(width) or width <= 0:
            raise BadInput(f"--bin {shown(attribute)}={width:g}: give a width above 0")
    if not path.exists() and str(data) == SAMPLE:
        return _sample(columns, bins, seed)
    header, file = None, path
    wanted = _Wanted(bins or {}, columns, person, split)
    if adult := _adult(path):
        file, header = adult
        kept = columns or _ADULT
        usual = {attribute: width for attribute, width in _ADULT_BINS.items() if attribute in kept}
        wanted = _Wanted(usual if bins is None else bins, kept, person, split, "?")
    elif path.is_dir():
        raise BadInput(f"{shown_path(path)}: a folder; name a file with profiles, or a folder with adult.data")
    with scratch_folder() as folder, workspace(folder) as database:
        return _population(database, stage_cells(database, file, folder, header), wanted)


def _sample(columns: Sequence[str] | None, bins: Mapping[str, float] | None, seed: int) -> Population:
    from standout.profiles.people.invented_population import draw_population

    if bins:
        raise BadInput("--bin: the sample has no numeric attributes; leave it out")
    population, _ = draw_population(seed=seed)
    check_attributes("sample", columns or (), population.attributes)
    return population.select(tuple(columns)) if columns else population


def _adult(path: Path) -> tuple[Path, tuple[str, ...]] | None:
    """The file of UCI Adult and the names of its columns, which stand in another file beside it."""
    folder = path if path.is_dir() else path.parent
    names = folder / "adult.names"
    if not names.is_file() or not (folder / "adult.data").is_file():
        return None
    if not path.is_dir() and path.name != "adult.data":
        return None
    text = read_document(names, "the names of columns", _LARGEST_NAMES).decode("utf-8", errors="replace")
    column_names = re.findall(r"^([a-z][a-z-]*): \w", text, re.MULTILINE)
    return folder / "adult.data", (*column_names, "income")


def _population(database: duckdb.DuckDBPyConnection, cells: Cells, wanted: _Wanted) -> Population:
    by_plain: dict[str, int] = {}
    for number, column in enumerate(cells.columns):
        by_plain.setdefault(plain_name(column), number)
    person = _person_column(cells, wanted.person)
    site = next((number for plain, number in by_plain.items() if plain in _SITES), None)
    (count,) = database.execute("SELECT count(*) FROM cells").fetchone() or (0,)
    if not count:
        raise BadInput(f"{cells.name}: no rows below the header; name a file with profiles")
    if "attribute" in by_plain and "value" in by_plain:
        if person is None:
            raise BadInput(f"{cells.name}: no column says who a row is about; call it person, or name it with --person")
        attributes = _long(database, cells, wanted, person, site, by_plain["attribute"], by_plain["value"])
    else:
        attributes = _wide(database, cells, wanted, person, site)
    check_attributes(f"{cells.name}: --bin", list(wanted.bins), attributes)
    return numbered(database, cells, attributes, wanted.bins)


def _person_column(cells: Cells, named: str | None) -> int | None:
    if named is not None:
        if named not in cells.columns:
            raise BadInput(f"{cells.name}: no column '{shown(named)}'; there are {listed(cells.columns)}")
        return cells.columns.index(named)
    usual = [number for number, column in enumerate(cells.columns) if plain_name(column) in PERSON]
    return usual[0] if usual else (0 if cells.columns[0] == "" else None)


def _cell(column: int | None) -> str:
    """SQL for a trimmed cell, NULL if nothing is left."""
    return "NULL::VARCHAR" if column is None else f"nullif(trim(c{column}::VARCHAR, {BLANKS}), '')"


def _each(cells: Cells, column: int, wanted: _Wanted) -> str:
    """SQL for the values of a cell, one row each."""
    if cells.lists[column]:
        return f"unnest(c{column})"
    return f"unnest(string_split(c{column}, {literal(wanted.split)}))" if wanted.split else f"c{column}"


def _fill(database: duckdb.DuckDBPyConnection, query: str, nothing: str) -> None:
    """Add to the table `entries` what is not empty."""
    database.execute(f"""
        INSERT INTO entries SELECT place, attribute, value FROM
        (SELECT place, attribute, trim(value, {BLANKS}) AS value FROM ({query}))
        WHERE value <> '' AND value <> {literal(nothing)}
    """)


def _make_tables(database: duckdb.DuckDBPyConnection, person: str, site: int | None) -> None:
    """Make `who` (person and site of each row, people in order of appearance) and an empty `entries`."""
    database.execute(f"""
        CREATE TABLE places AS SELECT rowid AS place, {person} AS id, {_cell(site)} AS site FROM cells;
        CREATE TABLE people AS SELECT id, (row_number() OVER (ORDER BY min(place)) - 1)::BIGINT AS code
            FROM places GROUP BY id;
        CREATE TABLE sites AS SELECT site, (row_number() OVER (ORDER BY min(place)) - 1)::SMALLINT AS code
            FROM places GROUP BY site;
        CREATE TABLE who AS SELECT place, people.code AS person, sites.code AS site FROM places JOIN people USING (id)
            JOIN sites ON places.site IS NOT DISTINCT FROM sites.site;
        CREATE TABLE entries (place BIGINT, attribute INTEGER, value VARCHAR);
    """)


def _wide(
    database: duckdb.DuckDBPyConnection, cells: Cells, wanted: _Wanted, person: int | None, site: int | None
) -> tuple[str, ...]:
    own = [number for number in range(len(cells.columns)) if number not in (person, site)]
    if not own:
        raise BadInput(f"{cells.name}: no column with an attribute; give each attribute a column")
    if wanted.columns is not None:
        check_attributes(cells.name, wanted.columns, [cells.columns[number] for number in own])
        own = [cells.columns.index(column) for column in dict.fromkeys(wanted.columns)]
    if person is not None:
        _refuse_empty(database, cells, person, "person")
        again = database.execute(f"""
            SELECT {_cell(person)}, list_sort(list(rowid))[2] AS second FROM cells
            GROUP BY {_cell(person)}, {_cell(site)} HAVING count(*) > 1 ORDER BY second LIMIT 1
        """).fetchone()
        if again:
            raise BadInput(
                f"{cells.name}: row {cells.row(again[1])}, column '{shown(cells.columns[person])}': "
                f"'{shown(again[0])}' comes a second time; keep one row per person, or use the long form "
                "(person, attribute, value)"
            )
    _make_tables(database, _cell(person) if person is not None else "CAST(rowid + 1 AS VARCHAR)", site)
    single = [at for at, number in enumerate(own) if not cells.lists[number] and not wanted.split]
    for begin in range(0, len(single), _AT_ONCE):
        block = single[begin : begin + _AT_ONCE]
        values = ", ".join(f"c{own[at]}" for at in block)
        query = f"SELECT rowid AS place, unnest({block}) AS attribute, unnest([{values}]) AS value FROM cells"
        _fill(database, query, wanted.nothing)
    for attribute in sorted(set(range(len(own))) - set(single)):
        each = _each(cells, own[attribute], wanted)
        query = f"SELECT rowid AS place, {attribute} AS attribute, {each} AS value FROM cells"
        _fill(database, query, wanted.nothing)
    return tuple(cells.columns[number] for number in own)


def _long(
    database: duckdb.DuckDBPyConnection, cells: Cells, wanted: _Wanted,
    person: int, site: int | None, attribute: int, value: int,
) -> tuple[str, ...]:  # fmt: skip
    _refuse_empty(database, cells, person, "person")
    _refuse_empty(database, cells, attribute, "attribute")
    _make_tables(database, _cell(person), site)
    named = database.execute(
        f"SELECT {_cell(attribute)} AS name FROM cells GROUP BY name ORDER BY min(rowid)"
    ).fetchall()
    attributes = tuple(name for (name,) in named)
    if wanted.columns is not None:
        check_attributes(cells.name, wanted.columns, attributes)
        attributes = tuple(dict.fromkeys(wanted.columns))
    names = pa.table({"name": list(attributes), "code": np.arange(len(attributes), dtype=np.int32)})
    database.register("attribute_names", names)
    query = f"""SELECT cells.rowid AS place, attribute_names.code AS attribute, {_each(cells, value, wanted)} AS value
        FROM cells JOIN attribute_names ON {_cell(attribute)} = attribute_names.name"""
    _fill(database, query, wanted.nothing)
    database.unregister("attribute_names")
    return attributes


def _refuse_empty(database: duckdb.DuckDBPyConnection, cells: Cells, column: int, what: str) -> None:
    (empty,) = database.execute(f"SELECT min(rowid) FROM cells WHERE {_cell(column)} IS NULL").fetchone() or (None,)
    if empty is not None:
        raise BadInput(
            f"{cells.name}: row {cells.row(empty)}, column '{shown(cells.columns[column])}' is empty, "
            f"but every row needs {'an' if what[0] in 'aeiou' else 'a'} {what}; fill it in"
        )

"""Numbering: entries of texts become a population of numbers; numeric attributes are cut into steps on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor, isfinite

import duckdb
import numpy as np
import pyarrow as pa

from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.io.staging.cells import Cells
from standout.profiles.people.population import Population, assembled


def check_attributes(name: str, wanted: Sequence[str], there: Sequence[str]) -> None:
    """Refuse attributes that are not there."""
    for attribute in wanted:
        if attribute not in there:
            raise BadInput(f"{name}: no attribute '{shown(attribute)}'; there are {listed(there)}")


def numbered(
    database: duckdb.DuckDBPyConnection, cells: Cells, attributes: tuple[str, ...], bins: Mapping[str, float]
) -> Population:
    """Number pairs, people and sites, and put everything together."""
    raw = database.execute("SELECT DISTINCT attribute, value FROM entries").fetchall()
    labels: dict[tuple[int, str], str] = {}
    for attribute, value in raw:
        width = bins.get(attributes[attribute])
        labels[attribute, value] = (
            value if width is None else _binned(database, cells, attribute, attributes, value, width)
        )
    values: list[list[str]] = [[] for _ in attributes]
    for attribute, label in {(key[0], label) for key, label in labels.items()}:
        values[attribute].append(label)
    ordered = tuple(tuple(sorted(each, key=lambda label: (len(label), label))) for each in values)
    first = np.concatenate([[0], np.cumsum([len(each) for each in ordered])])
    ids = {
        (number, label): int(first[number]) + place
        for number, each in enumerate(ordered)
        for place, label in enumerate(each)
    }
    codes = pa.table(
        {
            "attribute": pa.array([attribute for attribute, _ in raw], pa.int32()),
            "value": pa.array([value for _, value in raw], pa.large_string()),
            "pair": pa.array([ids[key[0], labels[key]] for key in raw], pa.int64()),
        }
    )
    database.register("codes", codes)
    coded = database.sql("""SELECT who.person, who.site, codes.pair FROM entries JOIN who USING (place)
        JOIN codes ON entries.attribute = codes.attribute AND entries.value = codes.value""").to_arrow_table()
    database.unregister("codes")
    owners, sites, pairs = (column.to_numpy() for column in coded.columns)
    people = database.sql("SELECT id FROM people ORDER BY code").to_arrow_table().column(0)
    names = [name for (name,) in database.execute("SELECT site FROM sites ORDER BY code").fetchall()]
    site_names = () if names == [None] else tuple("(none)" if name is None else name for name in names)
    ids_of = people.cast(pa.large_string()).combine_chunks()
    return replace(assembled(attributes, ordered, site_names, ids_of, owners, pairs, sites), notes=cells.notes)


def _binned(
    database: duckdb.DuckDBPyConnection,
    cells: Cells,
    attribute: int,
    attributes: tuple[str, ...],
    value: str,
    width: float,
) -> str:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        (place,) = database.execute(
            "SELECT min(place) FROM entries WHERE attribute = ? AND value = ?", [attribute, value]
        ).fetchone() or (0,)
        raise BadInput(
            f"{cells.name}: row {cells.row(place)}, column '{shown(attributes[attribute])}': '{shown(value)}' "
            "is no number, so it cannot be binned; mend it, or leave --bin out"
        )
    return bin_label(number, width)


def bin_label(number: float, width: float) -> str:
    """The step that a number falls into: "30–34" for 32 in steps of 5."""
    low = floor(number / width) * width
    if float(width).is_integer():
        return f"{low:.0f}" if width == 1 else f"{low:.0f}–{low + width - 1:.0f}"
    return f"{low:g} to under {low + width:g}"

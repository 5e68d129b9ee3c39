"""Attributes of people and groups of items as the library takes them: a file, a table in memory, or values by person.

What is in memory goes the way of a file, through a Parquet file, so that classes, bands and refusals are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout.common.files import open_private
from standout.common.wording import listed
from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset
from standout.data.joint_attribute import BETWEEN, joint
from standout.errors import BadInput
from standout.io.tables.people_attributes import read_attribute
from standout.io.tables.people_tables import attribute_names
from standout.library.reading import as_table
from standout.outputs.scratch import scratch_folder

Cut = float | Sequence[float] | None
"""Where a numeric attribute is cut into classes."""
UNNAMED = "attribute"
"""What an attribute is called that comes without a name."""


def table_file(table: Any, file: Path) -> Path | None:
    """Where a table is: where it was named, or in a private Parquet file for one in memory."""
    if table is None or isinstance(table, str | Path):
        return None if table is None else Path(table)
    return _stored(as_table(table), file)


def only_attribute(data: str | None, people: Path | None) -> str:
    """The attribute where there is only one; otherwise one line that lists them."""
    if people is None and data is None:
        raise _none_given()
    names = attribute_names(data or "", people)
    if len(names) == 1:
        return names[0]
    if not names:
        raise BadInput(f"{people or data}: no attributes of people in it; name a file that has them with --people")
    raise BadInput(f"say which attribute to infer with --attribute; there are {listed(names)}")


def hidden_attribute(attribute: Any, data: AnyDataset, people: Any, cut: Cut = None) -> Attribute | None:
    """The attribute that is to be hidden, if one is: by its name or its values; `people` is a file or a table.

    Several names with `+` between them are one attribute with a class for each combination.
    """
    if attribute is None:
        if cut is not None:
            raise BadInput("--cut: says where a numeric attribute is cut; name it with --attribute")
        return None
    with scratch_folder() as scratch:
        table, borders = table_file(people, scratch / "people.parquet"), borders_of(cut)
        names = _several(attribute, data, table)
        if not names:
            return attribute_of(attribute, data, table, borders, scratch)
        if borders is not None:
            raise BadInput(f"--cut: cuts one attribute, but '{attribute}' are several; cut it in the table of people")
        return joint([attribute_of(name, data, table, None, scratch) for name in names])


def _several(attribute: Any, data: AnyDataset, table: Path | None) -> list[str]:
    """The names of several attributes that are asked for as one; none where it is the name of one, or no name."""
    if not isinstance(attribute, str) or BETWEEN not in attribute or (table is None and data.source.path is None):
        return []
    there = {name.casefold() for name in attribute_names(data.source.path or "", table)}
    names = [name.strip() for name in attribute.split(BETWEEN)]
    if attribute.casefold() in there:
        return []
    if len({name.casefold() for name in names}) < len(names) or not all(names):
        raise BadInput(f"'{attribute}': write each attribute once, as in gender+age")
    return names


def borders_of(cut: Cut) -> list[float] | None:
    """Where a numeric attribute is cut; none: as it is, or at its quartiles."""
    if cut is None or isinstance(cut, int | float):
        return None if cut is None else [float(cut)]
    return [float(border) for border in cut]


def border_text(cut: Cut) -> str | None:
    """The same as it is typed."""
    borders = borders_of(cut)
    return None if borders is None else ",".join(f"{border:g}" for border in borders)


def attribute_of(
    attribute: Any, data: AnyDataset, people: Path | None, cut: list[float] | None, scratch: Path
) -> Attribute:
    """The attribute of the data's people: by its name in a table, or from its values by person."""
    if isinstance(attribute, str):
        if people is None and data.source.path is None:
            raise _none_given()
        return read_attribute(data.source.path or "", people, attribute, data, cut)
    name, ids, cells = _by_person(attribute, data)
    table = pa.table({"user": ids, name: cells})
    return read_attribute("", _stored(table, scratch / "attribute.parquet"), name, data, cut)


def _none_given() -> BadInput:
    return BadInput(
        "data in memory brings no attributes of people; give a table with them as --people, or the values by person"
    )


def _by_person(values: Any, data: AnyDataset) -> tuple[str, Any, Any]:
    """Name, ids and cells of an attribute in memory: by id (a mapping, a pandas series), or one value per person."""
    if isinstance(values, Mapping):
        return UNNAMED, _cells(list(values)), _cells(list(values.values()))
    if hasattr(values, "index") and hasattr(values, "to_numpy"):
        name = str(values.name) if values.name is not None else UNNAMED
        return name, _cells(list(values.index)), _cells(list(values))
    cells = _cells(values.tolist() if hasattr(values, "tolist") else list(values))
    if len(cells) != data.people:
        raise BadInput(
            f"--attribute has {len(cells):,} values, but the data has {data.people:,} people; give one for each, in "
            "the order of the data's people, or values by person"
        )
    return UNNAMED, data.vocabulary.everybody(), cells


def _cells(values: list[Any]) -> pa.Array:
    """Values of one kind in a column; what is not there, or not a number, is null."""
    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        missing = (None if value is None or value is np.nan else str(value) for value in values)
        return pa.array(list(missing), pa.string())


def _stored(table: pa.Table, file: Path) -> Path:
    with open_private(file) as stream:
        pq.write_table(table, stream)
    return file

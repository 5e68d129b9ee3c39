"""Attributes of people: what `--people` brings, or a folder of a known layout has by itself, as classes in codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Floats, Int32s, Int64s
from standout.common.wording import shown
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.io.tables.bands import banded, numbers_of
from standout.io.tables.people_tables import Column, own_column, read_column

NOTHING = frozenset(("", "null", "na", "n/a", "nan", "\\n"))
"""Cells that say that an attribute is not known, whatever their case."""

FEWEST_KNOWN, _NEARLY_NOBODY = 20, 0.1
"""An attribute that fewer people have than this, and less than this share of all, is refused."""

_MANY_VALUES = 10
"""A numeric attribute with more values than this is cut into bands."""


def read_attribute(
    data_path: Path | str,
    people: Path | None,
    name: str,
    data: AnyDataset,
    cut: Sequence[float] | None = None,
) -> Attribute:
    """The attribute of this name for the people of the data, from the file named or the folder's own.

    A numeric attribute with many values is cut into bands: at `cut`, or at its quartiles. People without it are left
    out; notes count them.
    """
    column = read_column(data_path, people, name)
    person_codes = positions(column.ids, data.vocabulary.people)
    if not (person_codes >= 0).any():
        raise BadInput(
            f"{column.table}: none of its {len(person_codes):,} people is in the data; write their ids as the data does"
        )
    texts = _texts(column, person_codes, data.people)
    _check_known(column, texts)
    _check_agreement(column, texts, data_path, people, data)
    if cut is None:
        _check_shared(column, texts)
    classes, codes, notes = _classes(column, texts, cut)
    _check_classes(column, classes, codes)
    numbers = _numbers(column, texts)
    if numbers is not None and cut is None and not notes:
        notes = (
            f"'{shown(column.name)}' has only {len(classes)} different numbers, each taken for a class; "
            "put some together with --cut",
        )
    return Attribute(column.name, classes, codes, column.notes + _counted(column, person_codes, codes) + notes, numbers)


def _numbers(column: Column, texts: list[str | None]) -> Floats | None:
    """Everybody's number, where the attribute is one; not a number where it is not known."""
    numbers = None if column.meanings else numbers_of({text for text in texts if text is not None})
    return None if numbers is None else np.array([np.nan if text is None else numbers[text] for text in texts])


def _check_known(column: Column, texts: list[str | None]) -> None:
    """Refuse an attribute that nearly everybody lacks."""
    known = sum(text is not None for text in texts)
    if 0 < known < min(FEWEST_KNOWN, len(texts) * _NEARLY_NOBODY):
        raise BadInput(
            f"{column.table}: '{shown(column.name)}' is known for only {known} of {len(texts):,} people, too few to "
            "learn from; give it for more of them, or choose another attribute"
        )


def _check_agreement(
    column: Column, texts: list[str | None], data_path: Path | str, people: Path | None, data: AnyDataset
) -> None:
    """Refuse labels that differ from those that the data brings itself, where these mean the same."""
    own = None if people is None else own_column(data_path, column.name)
    if own is None:
        return
    others = _texts(own, positions(own.ids, data.vocabulary.people), data.people)
    both = [person for person in range(len(texts)) if texts[person] is not None and others[person] is not None]
    here, there = {texts[person] for person in both}, {others[person] for person in both}
    differ = [person for person in both if texts[person] != others[person]]
    if 2 * len(here & there) <= len(here) or not differ:  # another way to write it, or nothing to say
        return
    raise BadInput(
        f"{column.table} and {own.table} disagree about '{shown(column.name)}' of {len(differ):,} of {len(both):,} "
        f"people (first '{shown(data.vocabulary.person(differ[0]))}': '{shown(str(texts[differ[0]]))}', "
        f"'{shown(str(others[differ[0]]))}'); mend one of them, or rename the column if it means something else"
    )


def _texts(column: Column, person_codes: Int64s, people: int) -> list[str | None]:
    """Each person's cell in the order of the data; none where it says nothing."""
    texts: list[str | None] = [None] * people
    for row in np.flatnonzero(person_codes >= 0):
        cell = column.cells[int(row)].as_py()
        if cell is not None and cell.casefold() not in NOTHING:
            texts[person_codes[row]] = cell
    return texts


def _classes(
    column: Column, texts: list[str | None], cut: Sequence[float] | None
) -> tuple[tuple[str, ...], Int32s, tuple[str, ...]]:
    """Classes in order, everyone's code, and what was assumed."""
    values = sorted({text for text in texts if text is not None})
    numbers = None if column.meanings else numbers_of(values)
    if cut is not None and numbers is None:
        raise BadInput(f"{column.table}: --cut needs numbers, but '{shown(column.name)}' is text; leave --cut out")
    if numbers is not None and (cut is not None or len(values) > _MANY_VALUES):
        everyone = np.array([np.nan if text is None else numbers[text] for text in texts])
        bands = banded(column.name, everyone, cut)
        return bands.labels, bands.codes, bands.notes
    if column.meanings:
        order = list(column.meanings)
        values = sorted(values, key=lambda text: (order.index(text) if text in order else len(order), text))
    elif all(re.search(r"\d", text) for text in values):
        values = sorted(values, key=_by_number)
    code = pc.fill_null(pc.index_in(pa.array(texts, pa.string()), value_set=pa.array(values, pa.string())), UNKNOWN)
    return tuple(column.meanings.get(text, text) for text in values), np.asarray(code).astype(np.int32), ()


def _by_number(text: str) -> tuple[float, bool, str]:
    """Order by the first number in a text: under 18, 18-24, 25-34."""
    match = re.search(r"-?\d+(\.\d+)?", text)
    return float(match[0]) if match else 0.0, text[:1].isdigit(), text


def _check_classes(column: Column, classes: tuple[str, ...], codes: Int32s) -> None:
    """Refuse what nothing can be learnt from: no class, or only one."""
    known, name = int((codes != UNKNOWN).sum()), shown(column.name)
    if not known:
        raise BadInput(f"{column.table}: '{name}' is empty for everyone in the data; choose another attribute")
    if len(classes) == 1:
        raise BadInput(
            f"{column.table}: all {known:,} people have the same '{name}' ('{shown(classes[0])}'); "
            "there is nothing to infer, choose another attribute"
        )


def _check_shared(column: Column, texts: list[str | None]) -> None:
    """Refuse an attribute that most people have for themselves: it is an id, or a measure that needs borders."""
    counts = Counter(text for text in texts if text is not None)
    alone, known = sum(count == 1 for count in counts.values()), sum(counts.values())
    if 2 * alone > known > 1:
        mend = "cut it with --cut, if it is no id" if numbers_of(counts) else "choose an attribute that people share"
        raise BadInput(
            f"{column.table}: '{shown(column.name)}' differs from everyone else's for {alone:,} of {known:,} people, "
            f"as an id does; {mend}"
        )


def _counted(column: Column, person_codes: Int64s, codes: Int32s) -> tuple[str, ...]:
    """How many people were left out, and why."""
    notes = []
    missing, people = int((codes == UNKNOWN).sum()), len(codes)
    if missing:
        listed = int((person_codes >= 0).sum())
        absent, empty = people - listed, missing - (people - listed)
        reasons = [f"{empty:,} have none in the table"] if empty else []
        reasons += [f"{absent:,} are not in it"] if absent else []
        notes.append(
            f"'{shown(column.name)}' is not known for {missing:,} of {people:,} people, who are left out: "
            + ", ".join(reasons)
        )
    if others := int((person_codes < 0).sum()):
        notes.append(f"{others:,} people of the table are not in the data and are ignored")
    return tuple(notes)

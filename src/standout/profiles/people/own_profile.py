"""One person's profile from a small file, in the forms in which people write one.

A JSON object, a TOML table, lines of attribute and value, or a table with one row, as spreadsheets write them.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from standout.common.documents import Unfit, decoded, json_document, read_document, toml_document
from standout.common.formats import shown_path
from standout.common.wording import counted, shown
from standout.errors import BadInput
from standout.io.columns.roles import plain_name
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.profile_files import PERSON

_LARGEST = 1_000_000
_STEP = re.compile(r"^(-?\d+)–(-?\d+)$")
_HEADER = ("attribute", "value")


def read_profile(path: Path, attributes: Collection[str] = (), split: str | None = None) -> dict[str, tuple[str, ...]]:
    """Each attribute with its values; an empty value is one that is not shared.

    `attributes` are those that other people have: they tell a table of two columns from lines of attribute and value.
    `split` is what separates several values in a cell.
    """
    name = shown_path(path)
    content = read_document(
        path, "one profile", _LARGEST, "name a JSON, TOML or CSV file, or use --data with --person"
    )  # fmt: skip
    kind = path.suffix.casefold()
    try:
        if kind == ".json":
            values = _from_mapping(name, _only(name, json_document(content)))
        elif kind == ".toml":
            values = _from_mapping(name, toml_document(content))
        else:
            values = _from_text(name, decoded(content), attributes)
    except Unfit as problem:
        raise BadInput(f"{name}: {problem}; mend the file") from None
    if split:
        values = {
            attribute: [part.strip() for value in own for part in value.split(split) if part.strip()]
            for attribute, own in values.items()
        }
    return _shown(name, values)


def as_profile(given: Mapping[str, object], name: str = "the profile") -> dict[str, tuple[str, ...]]:
    """The same from a mapping in memory: each attribute with its value, a number, a list of them, or nothing."""
    plain = {attribute: _plain(values) for attribute, values in given.items()}
    return _shown(name, _from_mapping(name, plain))


def _plain(given: object) -> object:
    """What libraries for tables have in the place of numbers and lists, as JSON would have it."""
    if isinstance(given, tuple | set | frozenset):
        return [_plain(value) for value in (sorted(given, key=str) if not isinstance(given, tuple) else given)]
    if isinstance(given, list):
        return [_plain(value) for value in given]
    if hasattr(given, "tolist"):
        return _plain(given.tolist())
    if isinstance(given, float):
        return None if given != given else int(given) if given.is_integer() else given
    return given


def _shown(name: str, given: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """What is shared of a profile; refuses one in which nothing is."""
    profile = {attribute: tuple(dict.fromkeys(values)) for attribute, values in given.items() if values}
    if not profile:
        raise BadInput(f"{name}: the profile is empty; give an attribute and its value, such as city and Paris")
    return profile


def in_words_of(profile: Mapping[str, tuple[str, ...]], others: Pairs) -> dict[str, tuple[str, ...]]:
    """The profile in the words of others: attributes and values as they spell them, whatever the case, and numbers in
    the steps that they have, such as 37 in 35–39."""
    spelled = _by_case(others.attributes)
    named: dict[str, list[str]] = {}
    for name, values in profile.items():
        attribute = name if name in others.attributes else spelled.get(name.casefold(), name)
        named.setdefault(attribute, []).extend(values)
    return {name: tuple(dict.fromkeys(_as_others(name, values, others))) for name, values in named.items()}


def _as_others(attribute: str, values: list[str], others: Pairs) -> Iterator[str]:
    if attribute not in others.attributes:
        yield from values
        return
    known = others.values[others.attributes.index(attribute)]
    there, spelled = frozenset(known), _by_case(known)
    steps = [(float(low), float(high) + 1, value) for value in known for low, high in _STEP.findall(value)]
    for value in values:
        yield value if value in there else spelled.get(value.casefold()) or _step(value, steps)


def _by_case(words: Collection[str]) -> dict[str, str]:
    """Words by how they read in small letters, without those that differ in nothing else."""
    found: dict[str, str] = {}
    twice = set()
    for word in words:
        folded = word.casefold()
        if folded in found:
            twice.add(folded)
        found[folded] = word
    return {folded: word for folded, word in found.items() if folded not in twice}


def _step(value: str, steps: list[tuple[float, float, str]]) -> str:
    try:
        number = float(value)
    except ValueError:
        return value
    return next((name for low, end, name in steps if low <= number < end), value)


def _only(name: str, document: Any) -> Any:
    """The object itself, or the only one in a list."""
    if not isinstance(document, list):
        return document
    if len(document) == 1 and isinstance(document[0], dict):
        return document[0]
    if len(document) > 1 and all(isinstance(row, dict) for row in document):
        raise _several(name, len(document))
    return document


def _several(name: str, people: int) -> BadInput:
    return BadInput(
        f"{name}: has {people:,} rows, and a profile is one; keep yours alone, or use --data {name} --person ID"
    )


def _from_mapping(name: str, document: Any) -> dict[str, list[str]]:
    if not isinstance(document, dict):
        raise BadInput(f'{name}: not one profile; write an object such as {{"city": "Paris", "language": "French"}}')
    profile: dict[str, list[str]] = {}
    for attribute, given in document.items():
        values = given if isinstance(given, list) else [given]
        profile[attribute.strip()] = [word for value in values if (word := _word(name, attribute, value))]
    return profile


def _word(name: str, attribute: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value).strip()
    raise BadInput(f"{name}: '{shown(attribute)}' is neither text nor a number nor a list of them")


def _from_text(name: str, text: str, attributes: Collection[str]) -> dict[str, list[str]]:
    """Lines of an attribute and its value, or a table with one row under its header."""
    rows = [
        (number, cells)
        for number, row in _rows(name, text, _separator(text))
        if any(cells := [cell.strip() for cell in row])
    ]
    if not rows:
        return {}
    header = rows[0][1]
    named = tuple(cell.casefold() for cell in header) == _HEADER
    if len(header) == 1:
        raise BadInput(f"{name}: line {rows[0][0]} is not an attribute and its value, separated by a comma")
    if len(header) > 2 or (len(rows) == 2 and not named and _is_header(header, rows[1][1], attributes)):
        return _from_table(name, rows)
    profile: dict[str, list[str]] = {}
    for number, cells in rows[1:] if named else rows:
        if len(cells) != 2 or not cells[0]:
            raise BadInput(f"{name}: line {number} is not an attribute and its value, separated by a comma")
        profile.setdefault(cells[0], [])
        if cells[1]:
            profile[cells[0]].append(cells[1])
    return profile


def _is_header(first: list[str], second: list[str], attributes: Collection[str]) -> bool:
    """Whether two rows of two are a header and its row: both above are attributes of others, the one below is not."""
    known = {attribute.casefold() for attribute in attributes}
    above = all(cell.casefold() in known or plain_name(cell) in PERSON for cell in first)
    return above and second[0].casefold() not in known


def _from_table(name: str, rows: list[tuple[int, list[str]]]) -> dict[str, list[str]]:
    header = rows[0][1]
    if len(rows) == 1:
        raise BadInput(f"{name}: one line only; write a line of attributes and a line of values under it")
    if len(rows) > 2:
        raise _several(name, len(rows) - 1)
    number, cells = rows[1]
    if len(cells) != len(header):
        raise BadInput(
            f"{name}: line {number} has {counted(len(cells), 'cell')} under {len(header)} attributes; mend it"
        )
    profile: dict[str, list[str]] = {}
    for at, (attribute, value) in enumerate(zip(header, cells, strict=True), 1):
        if not attribute and value:
            raise BadInput(f"{name}: column {at} has no name above its value; name it, or take it out")
        if attribute in profile:
            raise BadInput(f"{name}: two columns are called '{shown(attribute)}'; rename one")
        if attribute and plain_name(attribute) not in PERSON:
            profile[attribute] = [value] if value else []
    return profile


def _separator(text: str) -> str:
    """What separates the cells: of those that stand in the first line, the one that comes most often; a colon where it
    comes first, as in "city: New York, NY"."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if re.match(r"[^\t;,:\"]+: ", first):
        return ":"
    most = max("\t;,", key=first.count)
    return most if most in first else ","


def _rows(name: str, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    if separator == ":":  # lines such as "city: Paris", in which a value may have a colon too
        yield from enumerate(([*line.partition(":")[::2]] for line in text.splitlines()), 1)
        return
    reader = csv.reader(text.splitlines(), delimiter=separator, skipinitialspace=True)
    try:
        yield from enumerate(reader, 1)
    except csv.Error as problem:
        raise BadInput(f"{name}: line {reader.line_num} cannot be read ({problem}); mend it") from None

"""One person's profile from a small file: a JSON object, a TOML table, or a CSV with attribute and value."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from standout.common.documents import Unfit, decoded, json_document, read_document, toml_document
from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.errors import BadInput
from standout.profiles.personas.persona_set import PersonaSet

_LARGEST = 1_000_000
_STEP = re.compile(r"^(-?\d+)–(-?\d+)$")
_HEADER = ("attribute", "value")


def read_profile(path: Path) -> dict[str, tuple[str, ...]]:
    """Each attribute with its values; an empty value is one that is not shared."""
    name = shown_path(path)
    content = read_document(
        path, "one profile", _LARGEST, "name a JSON, TOML or CSV file, or use --data with --person"
    )  # fmt: skip
    try:
        values = {".json": _from_json, ".toml": _from_toml}.get(path.suffix.casefold(), _from_csv)(name, content)
    except Unfit as problem:
        raise BadInput(f"{name}: {problem}; mend the file") from None
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


def in_bins(profile: Mapping[str, tuple[str, ...]], personas: PersonaSet) -> dict[str, tuple[str, ...]]:
    """The profile with numbers put into the steps that the personas have, such as 37 into 35–39."""
    steps = {
        attribute: [(float(low), float(high) + 1, value) for value in values for low, high in _STEP.findall(value)]
        for attribute, values in zip(personas.attributes, personas.values, strict=True)
    }

    def step(attribute: str, value: str) -> str:
        try:
            number = float(value)
        except ValueError:
            return value
        return next((name for low, end, name in steps.get(attribute, []) if low <= number < end), value)

    return {name: tuple(dict.fromkeys(step(name, value) for value in values)) for name, values in profile.items()}


def _from_json(name: str, content: bytes) -> dict[str, list[str]]:
    return _from_mapping(name, json_document(content))


def _from_toml(name: str, content: bytes) -> dict[str, list[str]]:
    return _from_mapping(name, toml_document(content))


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


def _from_csv(name: str, content: bytes) -> dict[str, list[str]]:
    profile: dict[str, list[str]] = {}
    text = decoded(content)
    separator = "\t" if "\t" in text.split("\n", 1)[0] else ","
    for number, row in _rows(name, text, separator):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and tuple(cell.casefold() for cell in cells) == _HEADER):
            continue
        if len(cells) != 2 or not cells[0]:
            raise BadInput(f"{name}: line {number} is not an attribute and its value, separated by a comma")
        profile.setdefault(cells[0], [])
        if cells[1]:
            profile[cells[0]].append(cells[1])
    return profile


def _rows(name: str, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(text.splitlines(), delimiter=separator, skipinitialspace=True)
    try:
        yield from enumerate(reader, 1)
    except csv.Error as problem:
        raise BadInput(f"{name}: line {reader.line_num} cannot be read ({problem}); mend it") from None

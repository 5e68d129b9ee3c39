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
from standout.profiles.personas.personas import Personas

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
        found = {".json": _from_json, ".toml": _from_toml}.get(path.suffix.casefold(), _from_csv)(name, content)
    except Unfit as problem:
        raise BadInput(f"{name}: {problem}; mend the file") from None
    profile = {attribute: tuple(dict.fromkeys(values)) for attribute, values in found.items() if values}
    if not profile:
        raise BadInput(f"{name}: the profile is empty; give an attribute and its value, such as city and Paris")
    return profile


def in_bins(profile: Mapping[str, tuple[str, ...]], personas: Personas) -> dict[str, tuple[str, ...]]:
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
    found: dict[str, list[str]] = {}
    for attribute, given in document.items():
        values = given if isinstance(given, list) else [given]
        found[attribute.strip()] = [word for value in values if (word := _word(name, attribute, value))]
    return found


def _word(name: str, attribute: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value).strip()
    raise BadInput(f"{name}: '{shown(attribute)}' is neither text nor a number nor a list of them")


def _from_csv(name: str, content: bytes) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    text = decoded(content)
    separator = "\t" if "\t" in text.split("\n", 1)[0] else ","
    for number, row in _rows(name, text, separator):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and tuple(cell.casefold() for cell in cells) == _HEADER):
            continue
        if len(cells) != 2 or not cells[0]:
            raise BadInput(f"{name}: line {number} is not an attribute and its value, separated by a comma")
        found.setdefault(cells[0], [])
        if cells[1]:
            found[cells[0]].append(cells[1])
    return found


def _rows(name: str, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(text.splitlines(), delimiter=separator, skipinitialspace=True)
    try:
        yield from enumerate(reader, 1)
    except csv.Error as problem:
        raise BadInput(f"{name}: line {reader.line_num} cannot be read ({problem}); mend it") from None

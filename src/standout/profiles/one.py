"""One person's profile from a small file: a JSON object, a TOML table, or a CSV with attribute and value."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standout.errors import BadInput
from standout.interactions.formats import shown_path
from standout.interactions.wording import shown
from standout.profiles.personas import Personas

_LARGEST = 1_000_000
_STEP = re.compile(r"^(-?\d+)–(-?\d+)$")
_HEADER = ("attribute", "value")


def read_profile(path: Path) -> dict[str, tuple[str, ...]]:
    """Each attribute with its values; an empty value is one that is not shared."""
    name = shown_path(path)
    try:
        if path.stat().st_size > _LARGEST:
            raise BadInput(
                f"{name}: too large for one profile; name a population with --data and a person with --person"
            )
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{name}: no such file; name a JSON, TOML or CSV file, or use --data with --person") from None
    except IsADirectoryError:
        raise BadInput(f"{name}: a folder; name a file with one profile") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name}: not text in UTF-8; save it as such") from None
    found = {".json": _from_json, ".toml": _from_toml}.get(path.suffix.casefold(), _from_csv)(name, text)
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


def _from_json(name: str, text: str) -> dict[str, list[str]]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as problem:
        where = f" (line {problem.lineno})" if isinstance(problem, json.JSONDecodeError) else ""
        raise BadInput(f"{name}: not valid JSON{where}") from None
    return _from_mapping(name, document)


def _from_toml(name: str, text: str) -> dict[str, list[str]]:
    try:
        return _from_mapping(name, tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"{name}: not valid TOML: {problem}") from None


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


def _from_csv(name: str, text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    separator = "\t" if "\t" in text.split("\n", 1)[0] else ","
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=separator, skipinitialspace=True), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and tuple(cell.casefold() for cell in cells) == _HEADER):
            continue
        if len(cells) != 2 or not cells[0]:
            raise BadInput(f"{name}: line {number} is not an attribute and its value, separated by a comma")
        found.setdefault(cells[0], [])
        if cells[1]:
            found[cells[0]].append(cells[1])
    return found

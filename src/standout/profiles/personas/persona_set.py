"""Personas: sets of pairs with the number of people who share them, and the file they are kept in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.common.documents import Limits, Unfit, json_document, read_document
from standout.common.files import written_whole
from standout.common.formats import shown_path
from standout.common.plain import json_text
from standout.common.wording import shown
from standout.errors import BadInput
from standout.profiles.people.exposure import Usual
from standout.profiles.people.pairs import Pairs
from standout.results.personas import Persona, PersonasFile, Shown, Words, as_shown

VERSION = 1
"""The version of the file; a reader refuses a later one."""

_LARGEST = 512_000_000
_LONGEST = 10_000
"""Characters of an attribute or a value."""


@dataclass(frozen=True, eq=False)
class PersonaSet(Pairs):
    """Persona `m` is the pairs `pairs[starts[m]:starts[m + 1]]`, ascending, and `counts[m]` people share it.

    Largest crowd first. The vocabulary holds only what the personas use: it is not that of the population.
    """

    population: int
    support: float
    starts: Int64s
    pairs: Int32s
    counts: Int64s
    usual: Usual | None = None
    """What people show on average, where the profiles were at hand."""

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def sizes(self) -> Int64s:
        """How many pairs each persona has."""
        return np.diff(self.starts)

    def persona(self, number: int) -> dict[str, tuple[str, ...]]:
        """A persona in words."""
        return self.named(self.pairs[self.starts[number] : self.starts[number + 1]])

    def rows(self) -> Iterator[Persona]:
        """The personas as the file has them."""
        for number, count in enumerate(self.counts.tolist()):
            yield Persona(pairs=as_shown(self.persona(number)), count=count)

    def write(self, path: Path) -> None:
        """Write `personas.json`, all of it or nothing, for the owner's eyes."""
        with written_whole(path) as stream:
            self.write_to(stream)

    def write_to(self, stream: BinaryIO) -> None:
        """Write what is in the file."""
        usual = None if self.usual is None else Shown(attributes=self.usual.attributes, average=self.usual.average)
        head = PersonasFile(
            version=VERSION, population=self.population, support=self.support, personas=(), shown=usual
        ).to_dict()
        del head["personas"]
        stream.write((json.dumps(head)[:-1] + ', "personas": [').encode())
        for number, row in enumerate(self.rows()):
            stream.write((",\n" if number else "\n").encode() + json_text(row.to_dict(), indent=None).encode())
        stream.write(b"\n]}\n")

    @staticmethod
    def read(path: Path) -> PersonaSet:
        """Read `personas.json`; refuses what is no such file, or a damaged one, in one line."""
        return _read(path)


def _read(path: Path) -> PersonaSet:
    name = shown_path(path)
    missing = f"make it with `standout personas PROFILES --out {name}`"
    try:
        document = json_document(read_document(path, "a file of personas", _LARGEST, missing), Limits(depth=6))
    except Unfit as problem:
        raise BadInput(f"{name}: not a readable JSON file: {problem}; make it again with `standout personas`") from None
    if not isinstance(document, dict) or not isinstance(document.get("personas"), list):
        raise BadInput(f"{name}: not a file of personas; name one that `standout personas --out` wrote")
    version, support = document.get("version"), document.get("support")
    people: Any = document.get("population")
    if version is not None and version != VERSION:
        raise BadInput(f"{name}: personas of version {shown(str(version))}; this Standout reads version {VERSION}")
    _check_schema(name, document.get("schema"))
    if not _is_count(people, 0):
        raise BadInput(f"{name}: 'population' is not a whole number; make the file again with `standout personas`")
    if not isinstance(support, int | float) or isinstance(support, bool) or not 0 < support <= 1:
        raise BadInput(f"{name}: 'support' is not a share between 0 and 1; make the file again")
    personas = list(_parsed(name, document["personas"], int(people)))
    return _assembled(personas, int(people), float(support), _usual(name, document.get("shown")))


def _usual(name: str, given: Any) -> Usual | None:
    """What people show on average; a file of before does not say."""
    if given is None:
        return None
    try:
        known = msgspec.convert(given, Shown)
    except msgspec.ValidationError:
        known = None
    if known is None or not 0 <= known.average < 2**53:
        raise BadInput(f"{name}: 'shown' has no 'average' and 'attributes'; make the file again")
    return Usual(known.attributes, known.average)


def _check_schema(name: str, schema: object) -> None:
    """Refuse the schema of something else, or of a later major version; files of before have none."""
    ours = PersonasFile.schema_name()
    if schema is not None and str(schema).partition(".")[0] != ours.partition(".")[0]:
        raise BadInput(f"{name}: is '{shown(str(schema))}', but '{ours}' is needed; make the file again")


def shared_by(personas: PersonaSet, fewest: int) -> PersonaSet:
    """The personas of at least so many people, without values that only others have."""
    if not len(personas) or int(personas.counts.min()) >= fewest:
        return personas
    large = np.flatnonzero(personas.counts >= fewest).tolist()
    kept = [(_listed(personas.persona(number)), int(personas.counts[number])) for number in large]
    return _assembled(kept, personas.population, personas.support, personas.usual)


def _listed(words: Words) -> list[tuple[str, str]]:
    return [(attribute, value) for attribute, values in words.items() for value in values]


def _assembled(
    personas: list[tuple[list[tuple[str, str]], int]], people: int, support: float, usual: Usual | None
) -> PersonaSet:
    """A set of personas from pairs in words, each with its count."""
    used: dict[str, dict[str, None]] = {}
    for pairs, _ in personas:
        for attribute, value in pairs:
            used.setdefault(attribute, {}).setdefault(value)
    attributes = tuple(used)
    values = tuple(tuple(sorted(own, key=lambda value: (len(value), value))) for own in used.values())
    vocabulary = Pairs(attributes, values)
    ids = [sorted(vocabulary.pair_id(*pair) or 0 for pair in pairs) for pairs, _ in personas]
    starts = np.concatenate([[0], np.cumsum([len(own) for own in ids], dtype=np.int64)]).astype(np.int64)
    flat = np.array([pair for own in ids for pair in own], np.int32)
    counts = np.array([count for _, count in personas], np.int64)
    return PersonaSet(attributes, values, people, support, starts, flat, counts, usual)


def _parsed(name: str, rows: list[Any], people: int) -> Iterator[tuple[list[tuple[str, str]], int]]:
    """The pairs and the count of each row of a file, checked."""
    for number, row in enumerate(rows):
        where = f"{name}: persona {number + 1:,}"
        if not isinstance(row, dict) or not isinstance(row.get("pairs"), dict) or not row["pairs"]:
            raise BadInput(f"{where} has no 'pairs' of attribute and value; make the file again")
        count: Any = row.get("count")
        if not _is_count(count, 1) or count > people:
            raise BadInput(f"{where} has no 'count' between 1 and the population; make the file again")
        yield list(_pairs_of(where, row["pairs"])), int(count)


def _pairs_of(where: str, pairs: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for attribute, given in pairs.items():
        values = given if isinstance(given, list) else [given]
        if not values or not all(isinstance(value, str) and value for value in values) or not attribute:
            raise BadInput(f"{where}: '{shown(attribute)}' has no text as its value; make the file again")
        if len(attribute) > _LONGEST or any(len(value) > _LONGEST for value in values):
            raise BadInput(f"{where}: '{shown(attribute)}' has more than {_LONGEST:,} characters; make the file again")
        if len(set(values)) < len(values):
            raise BadInput(f"{where}: '{shown(attribute)}' has the same value twice; make the file again")
        yield from ((attribute, value) for value in values)


def _is_count(number: Any, least: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and least <= number < 2**53

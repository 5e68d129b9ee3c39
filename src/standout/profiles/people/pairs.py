"""The vocabulary that populations and personas share: which attributes there are, and which values each has.

A pair (an attribute with one of its values) is a number. Pairs are numbered attribute by attribute, so a sorted
profile has its attributes in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.io.columns.roles import plain_name

NAMES = frozenset(("name", "fullname", "firstname", "lastname", "givenname", "familyname", "forename", "surname"))
"""Attributes that a searcher has from the start, as they are usually called."""


def names_in(attributes: Iterable[str]) -> tuple[str, ...]:
    """Those of the attributes that hold people's names."""
    return tuple(attribute for attribute in attributes if plain_name(attribute) in NAMES)


@dataclass(frozen=True, eq=False)
class Pairs:
    """Attributes in their order, and the values of each in theirs."""

    attributes: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]

    @cached_property
    def first_pair(self) -> Int64s:
        """The first pair of each attribute, and after the last one how many pairs there are."""
        return np.concatenate([[0], np.cumsum([len(values) for values in self.values], dtype=np.int64)]).astype(
            np.int64
        )

    @property
    def pair_count(self) -> int:
        """How many different pairs there are."""
        return int(self.first_pair[-1])

    @cached_property
    def pair_attribute(self) -> Int32s:
        """The attribute of each pair."""
        return np.repeat(np.arange(len(self.attributes), dtype=np.int32), np.diff(self.first_pair))

    @cached_property
    def _ids(self) -> dict[tuple[str, str], int]:
        return {
            (attribute, value): int(first) + number
            for attribute, values, first in zip(self.attributes, self.values, self.first_pair[:-1], strict=True)
            for number, value in enumerate(values)
        }

    def pair_value(self, pair: int) -> str:
        """The value of a pair."""
        attribute = int(self.pair_attribute[pair])
        return self.values[attribute][pair - int(self.first_pair[attribute])]

    def pair_name(self, pair: int) -> tuple[str, str]:
        """The attribute and the value of a pair."""
        return self.attributes[int(self.pair_attribute[pair])], self.pair_value(pair)

    def pair_id(self, attribute: str, value: str) -> int | None:
        """The number of a pair; none where nobody has it."""
        return self._ids.get((attribute, value))

    def named(self, pairs: Iterable[int]) -> dict[str, tuple[str, ...]]:
        """Pairs as words: each attribute with its values."""
        words: dict[str, tuple[str, ...]] = {}
        for pair in pairs:
            attribute, value = self.pair_name(int(pair))
            words[attribute] = (*words.get(attribute, ()), value)
        return words

    def translation(self, other: Pairs) -> Int32s:
        """For each pair of ours its number in another vocabulary; -1 where the other does not have it."""
        return np.array([_or_none(other.pair_id(*self.pair_name(pair))) for pair in range(self.pair_count)], np.int32)


def _or_none(pair: int | None) -> int:
    return -1 if pair is None else pair

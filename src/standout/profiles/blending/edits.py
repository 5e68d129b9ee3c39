"""The cheapest edits that turn a profile into a persona (Zhu, algorithm 1).

A value that is swapped for another of the same attribute is a change; values beyond that are removed or added. So an
attribute that has p values in the profile, q in the persona and m in both costs
`change × (min(p, q) − m) + remove × max(p − q, 0) + add × max(q − p, 0)`; with one value per attribute these are the
paper's costs (table III). After the edits the profile is the persona, and beside it what the adversary knew anyway.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.kernels import edits as kernel
from standout.profiles.blending.costs import FAR, UNIT, USUAL, Rules
from standout.profiles.people.pairs import Pairs
from standout.profiles.personas.persona_set import PersonaSet

Kind = Literal["remove", "add", "change"]
KINDS: tuple[Kind, ...] = ("remove", "add", "change")
_CHUNK = 4_096
_LONG = 64
"""Profiles longer than this are not worth grouping."""


class Edit(NamedTuple):
    """One thing to do to a profile; pairs are numbers, -1 where there is none."""

    kind: Kind
    before: int
    after: int


@dataclass(frozen=True)
class Matches:
    """For each profile the cheapest personas, all ties. Profiles that are alike are one group and share them:
    those of profile p are `personas[starts[g]:starts[g + 1]]` with `g = groups[p]`."""

    group_thousandths: Int64s
    """The least distance of each group, in thousandths; `FAR` where no persona can be reached."""
    groups: Int64s
    starts: Int64s
    personas: Int64s

    @property
    def thousandths(self) -> Int64s:
        """The least distance of each profile."""
        return self.group_thousandths[self.groups]

    @property
    def reached(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which profiles can become a persona."""
        return np.asarray(self.thousandths < FAR)

    def of(self, person: int) -> Int64s:
        """The cheapest personas of one profile."""
        group = self.groups[person]
        return self.personas[self.starts[group] : self.starts[group + 1]]

    def best(self, crowds: Int64s) -> Int64s:
        """One persona for each profile: among the cheapest the one with the largest crowd; -1 for none."""
        owners = np.repeat(np.arange(len(self.group_thousandths)), np.diff(self.starts))
        order = np.lexsort((self.personas, -crowds[self.personas], owners))
        best = np.full(len(self.group_thousandths), -1, np.int64)
        best[owners[order][::-1]] = self.personas[order][::-1]  # the first of each owner is written last
        return best[self.groups]


class PersonaIndex:
    """Personas, grouped by which attributes they have, ready to be compared with profiles in this vocabulary.

    The vocabulary must hold every pair of the personas (see `united`).
    """

    def __init__(self, vocabulary: Pairs, personas: PersonaSet) -> None:
        self.vocabulary, self.attributes = vocabulary, vocabulary.attributes
        self.pair_attribute = vocabulary.pair_attribute
        self.starts, self.counts = personas.starts, personas.counts
        new = personas.translation(vocabulary)
        if (new < 0).any():
            raise ValueError("the vocabulary lacks pairs of the personas")
        owners = np.repeat(np.arange(len(personas)), personas.sizes)
        self.pairs = new[personas.pairs][np.lexsort((new[personas.pairs], owners))]
        self._group(owners)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def _group(self, owners: Int64s) -> None:
        """Sort personas by shape: the attributes they have, and how many values of each."""
        sizes = np.diff(self.starts)
        shapes = np.full((len(self), int(sizes.max(initial=0))), -1, np.int64)
        shapes[owners, np.arange(len(owners)) - self.starts[owners]] = self.pair_attribute[self.pairs]
        unique, shape = np.unique(shapes, axis=0, return_inverse=True)
        self.order = np.argsort(shape.ravel(), kind="stable").astype(np.int64)
        self._first = np.searchsorted(shape.ravel()[self.order], np.arange(len(unique) + 1)).astype(np.int64)
        parts = [np.unique(row[row >= 0], return_counts=True) for row in unique]
        self._shape_starts = np.concatenate(([0], np.cumsum([len(names) for names, _ in parts], dtype=np.int64)))
        self._shape_attributes = _joined([names for names, _ in parts])
        self._shape_values = _joined([counts for _, counts in parts])
        self._starts, self._pairs = _picked(self.starts, self.pairs, self.order)

    def _allowed(self, rules: Rules) -> tuple[Int64s, Int64s, Int64s, Int32s]:
        """Where shapes begin, and the personas in them; without those that have too few attributes beside the known."""
        known = np.array([name in rules.know for name in self.attributes], np.bool_)
        beside = np.concatenate(([0], np.cumsum(~known[self._shape_attributes])))
        wide = np.diff(beside[self._shape_starts]) >= rules.min_size
        if wide.all():
            return self._first, self.order, self._starts, self._pairs
        many = np.diff(self._first)
        here = np.flatnonzero(np.repeat(wide, many))
        first = np.concatenate(([0], np.cumsum(many * wide))).astype(np.int64)
        return first, self.order[here], *_picked(self._starts, self._pairs, here)

    def _costs(self, rules: Rules) -> tuple[Int64s, Int64s, Int64s]:
        remove, add, change = rules.table(self.attributes)
        return remove, add, change

    def distances(self, profile: Int32s, rules: Rules = USUAL) -> Int64s:
        """What the edits of one profile towards each persona cost, in thousandths; `FAR` or more: not allowed."""
        first, allowed, starts, pairs = self._allowed(rules)
        costs = kernel.distances(
            np.ascontiguousarray(profile, np.int32), self.pair_attribute, *self._costs(rules),
            first, self._shape_starts, self._shape_attributes, self._shape_values, starts, pairs,
        )  # fmt: skip
        result = np.full(len(self), FAR, np.int64)
        result[allowed] = np.minimum(costs, FAR)
        return result

    def nearest(
        self, starts: Int64s, pairs: Int32s, rules: Rules = USUAL, threads: int | None = None
    ) -> Matches:  # fmt: skip
        """The cheapest personas of many profiles at once; profile p has the pairs `pairs[starts[p]:starts[p + 1]]`."""
        first, allowed, persona_starts, persona_pairs = self._allowed(rules)
        groups, starts, pairs = _alike(np.asarray(starts, np.int64), np.ascontiguousarray(pairs, np.int32))
        costs, people = self._costs(rules), len(starts) - 1

        def work(begin: int) -> tuple[Int64s, Int64s, Int64s]:
            least, many, tied = kernel.nearest(
                starts, pairs, begin, min(begin + _CHUNK, people), self.pair_attribute, *costs,
                first, self._shape_starts, self._shape_attributes, self._shape_values, persona_starts, persona_pairs,
                FAR,
            )  # fmt: skip
            return least, many, tied

        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            parts = list(pool.map(work, range(0, people, _CHUNK)))
        least, many, tied = (_joined([part[column] for part in parts]) for column in range(3))
        return Matches(least, groups, np.concatenate(([0], np.cumsum(many))), allowed[tied])

    def persona(self, number: int) -> Int32s:
        """The pairs of one persona."""
        return self.pairs[self.starts[number] : self.starts[number + 1]]

    def edited(self, profile: Int32s, persona: int, know: frozenset[str] = frozenset()) -> Int32s:
        """The profile after its edits: the persona, and beside it what is known from the start."""
        known = np.array([name in know for name in self.attributes], np.bool_)
        return np.union1d(profile[known[self.pair_attribute[profile]]], self.persona(persona))

    def edits(self, profile: Int32s, persona: int, know: frozenset[str] = frozenset()) -> list[Edit]:
        """What to do to a profile so that it becomes the persona, by attribute.

        Where several values of an attribute go and others come, they are swapped in the order of their numbers.
        """
        before = np.setdiff1d(profile, self.persona(persona))
        after = np.setdiff1d(self.persona(persona), profile)
        todo = []
        for attribute in np.unique(self.pair_attribute[np.concatenate((before, after))]):
            if self.attributes[attribute] in know:
                continue
            old = [int(pair) for pair in before[self.pair_attribute[before] == attribute]]
            new = [int(pair) for pair in after[self.pair_attribute[after] == attribute]]
            todo += [Edit("change", removed, added) for removed, added in zip(old, new, strict=False)]
            todo += [Edit("remove", removed, -1) for removed in old[len(new) :]]
            todo += [Edit("add", -1, added) for added in new[len(old) :]]
        return todo

    def kinds(
        self, starts: Int64s, pairs: Int32s, matched: Int64s, know: frozenset[str] = frozenset()
    ) -> tuple[Int64s, Int64s]:
        """Removals, additions and changes (columns) of each profile towards its persona, and in all by attribute."""
        by_person = np.zeros((len(matched), 3), np.int64)
        by_attribute = np.zeros((len(self.attributes), 3), np.int64)
        aside = np.array([name in know for name in self.attributes], np.bool_)
        kernel.kinds(
            np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(pairs, np.int32), matched,
            self.pair_attribute, aside, self.starts, self.pairs, by_person, by_attribute,
        )  # fmt: skip
        return by_person, by_attribute


def in_units(thousandths: int) -> float:
    """A distance as costs are given: 14, not 14,000 thousandths."""
    return thousandths / UNIT


def united(*vocabularies: Pairs) -> Pairs:
    """One vocabulary with all pairs of these; attributes and values in the order in which they first come."""
    values: dict[str, dict[str, None]] = {}
    for each in vocabularies:
        for name, own in zip(each.attributes, each.values, strict=True):
            values.setdefault(name, {}).update(dict.fromkeys(own))
    return Pairs(tuple(values), tuple(tuple(own) for own in values.values()))


def _alike(starts: Int64s, pairs: Int32s) -> tuple[Int64s, Int64s, Int32s]:
    """The group of each profile, where profiles with the same pairs are one, and one profile of each group."""
    sizes = np.diff(starts)
    longest = int(sizes.max(initial=0))
    if longest > _LONG or not len(sizes):
        return np.arange(len(sizes)), starts, pairs
    table = np.full((len(sizes), longest + 1), -1, np.int32)
    table[np.repeat(np.arange(len(sizes)), sizes), np.arange(starts[-1]) - np.repeat(starts[:-1], sizes)] = pairs[
        : starts[-1]
    ]
    _, first, groups = np.unique(table, axis=0, return_index=True, return_inverse=True)
    return groups.ravel(), *_picked(starts, pairs, first)


def _picked(starts: Int64s, pairs: Int32s, which: Int64s) -> tuple[Int64s, Int32s]:
    """Some rows of a list of lists, in this order."""
    sizes = starts[which + 1] - starts[which]
    begins = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return begins, pairs[np.arange(begins[-1]) + np.repeat(starts[which] - begins[:-1], sizes)]


def _joined(parts: Sequence[Int64s]) -> Int64s:
    return np.concatenate(parts).astype(np.int64) if parts else np.empty(0, np.int64)

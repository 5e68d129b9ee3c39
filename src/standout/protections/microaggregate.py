"""Microaggregation: people in groups of k who are alike, and one record for all of a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.attributes import Attribute
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.changing import in_release, only
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.checks import check_at_least, check_no_events
from standout.protections.contract import Entries, Protected, entries_of, rebuilt

_FACTORS, _STEPS = 16, 4


@dataclass(frozen=True)
class Microaggregate:
    """Gives everybody of a group the same record, so that nobody is told from fewer than k - 1 others.

    A group's record has as many items as its members have on average: those that most of them have (of equal ones, by
    lot), each with the middle of the values and days that its holders in the group gave it. What fewer than
    `at_least` of a group have is left out.
    """

    name: ClassVar[str] = "microaggregate"
    summary: ClassVar[str] = "Puts people into groups of at least `k` who are alike, and gives each group one record."
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ()

    k: int = 10
    at_least: int = 2

    def __post_init__(self) -> None:
        check_at_least(self.name, "k", self.k, 2)
        check_at_least(self.name, "at-least", self.at_least, 1)

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        check_no_events(self.name, data)
        if data.people < self.k:
            raise BadInput(
                f"protection 'microaggregate': k is {self.k}, but the data has only {data.people:,} people; give a "
                "smaller k"
            )
        entries = entries_of(data)
        dice = np.random.default_rng(seed_for(seed, "microaggregate"))
        groups = groups_of(places_of(entries, data.people, data.items, dice), self.k, dice)
        shared = self._shared(entries, groups, data.items, dice)
        sizes = np.bincount(groups)
        note = f"{len(sizes):,} groups of {sizes.min():,} to {sizes.max():,} people, each with one record for all"
        return Protected(rebuilt(data, _given(shared, groups)), (note,), 1 / int(sizes.min()))

    def _shared(self, entries: Entries, groups: Int64s, items: int, dice: np.random.Generator) -> Entries:
        """One record for each group: `people` are groups."""
        width, group_of = max(items, 1), groups[entries.people]
        keys, inverse, counts = np.unique(group_of * width + entries.items, return_inverse=True, return_counts=True)
        owners = keys // width
        sizes = np.bincount(groups)
        wanted = np.round(np.bincount(group_of, minlength=len(sizes)) / sizes).astype(np.int64)
        order = np.lexsort((dice.random(len(keys)), -counts, owners))
        begins = np.searchsorted(owners[order], np.arange(len(sizes)))
        rank = np.empty(len(keys), np.int64)
        rank[order] = np.arange(len(keys)) - begins[owners[order]]
        chosen = (rank < wanted[owners]) & (counts >= self.at_least)
        values = _middles(entries.values.astype(np.int64), inverse, len(keys), NO_VALUE)
        days = _middles(entries.days.astype(np.int64), inverse, len(keys), NO_DAY)
        return Entries(
            owners[chosen],
            keys[chosen] % width,
            values[chosen].astype(entries.values.dtype),
            days[chosen].astype(entries.days.dtype),
        )

    @property
    def countered_by(self) -> str:
        return "leaves out what it knows about items that no released record has, and looks for the group, not a record"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        return only(knowledge, in_release(knowledge, released))


def _middles(codes: Int64s, places: Int64s, count: int, unknown: int) -> Int64s:
    """The lower median of the known codes of each place; `unknown` where there is none."""
    known = codes != unknown
    own, given = places[known], codes[known]
    order = np.lexsort((given, own))
    many = np.bincount(own, minlength=count)
    middles = np.full(count, unknown, np.int64)
    there = np.flatnonzero(many)
    begins = np.concatenate(([0], np.cumsum(many)))[:-1]
    middles[there] = given[order][begins[there] + (many[there] - 1) // 2]
    return middles


def _given(shared: Entries, groups: Int64s) -> Entries:
    """Everybody with the record of their group."""
    lengths = np.bincount(shared.people, minlength=int(groups.max()) + 1)
    begins = np.concatenate(([0], np.cumsum(lengths)))
    own = lengths[groups]
    people = np.repeat(np.arange(len(groups)), own)
    within = np.arange(len(people)) - np.repeat(np.cumsum(own) - own, own)
    rows = np.repeat(begins[groups], own) + within
    return Entries(people, shared.items[rows], shared.values[rows], shared.days[rows])


def places_of(entries: Entries, people: int, items: int, dice: np.random.Generator) -> Floats:
    """A place for each person by taste: who has what, weighed by record length, in its strongest directions."""
    from scipy import sparse

    lengths = np.bincount(entries.people, minlength=people)
    weights = 1 / np.sqrt(np.maximum(lengths, 1))[entries.people]
    table = sparse.csr_array((weights, (entries.people, entries.items)), (people, items))
    found = dice.standard_normal((items, min(_FACTORS, items)))
    for _ in range(_STEPS):
        found = np.linalg.qr(np.asarray(table.T @ (table @ found)))[0]
    places: Floats = np.asarray(table @ found)
    return places


def groups_of(places: Floats, k: int, dice: np.random.Generator) -> Int64s:
    """A group for each person: pieces are halved across the direction in which they differ most, until no half would
    have k people. Ties go by lot."""
    groups, pieces, number = np.empty(len(places), np.int64), [dice.permutation(len(places))], 0
    while pieces:
        piece = pieces.pop()
        if len(piece) < 2 * k:
            groups[piece] = number
            number += 1
            continue
        here = places[piece] - places[piece].mean(axis=0)
        direction = np.linalg.eigh(here.T @ here)[1][:, -1]
        order = piece[np.argsort(here @ direction, kind="stable")]
        half = len(piece) // k // 2 * k
        pieces += [order[:half], order[half:]]
    return groups

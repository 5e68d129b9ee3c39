"""What was learnt about a release for telling whether a record goes on where what is known of somebody ends.

A score is a weighted sum of features, each of them a product of a row for the target and a row for the record. So all
of them together are one product of two longer rows, beside what the known items that a record has are worth.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from standout.attacks.contract import DenseGains, sums_by_target
from standout.attacks.taste_habits import (
    Habits,
    Side,
    Ways,
    different_items,
    known_side,
    released_side,
    row_by_row,
    seen_habits,
)
from standout.attacks.taste_vectors import Tastes
from standout.common.arrays import Floats, Int64s
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.knowledge.draw import Knowledge

_PEOPLE_AT_ONCE = 1 << 14
_PERSON_STEPS = 2.0**14
"""Steps in one of a person's numbers: none of their rows is longer than 4,096."""
_TARGET_NORM = 2.0**26 - 64
_LONGEST = 4_000.0
_SHORTEST = 0.1
"""Records that are shorter than this share of the usual length are taken to be about so long."""
_MOST_TIMES = 32.0
"""Records that are longer than usual by more than this are not expected to have more."""

TASTES, HABITS, LENGTHS = 2, 2, 3
"""How many features of taste come first, the place of habits after them, and how many features of length there are: by
itself, and for how much and how popular things are known."""


@dataclass(frozen=True)
class Known:
    """What features of targets are made of."""

    rows: list[Floats]
    """For each feature, what is multiplied with the rows of records."""
    fixed: Floats
    """What habits add whichever the record is."""
    alone: Floats
    """What of the targets alone tells how sure anything is."""


@dataclass(frozen=True)
class Basis:
    """What features are made of, before they are weighed."""

    tastes: tuple[Tastes, Tastes]
    habits: Habits
    ways: Ways
    rarity: Floats
    """What having an item says: the log of people over holders."""
    expected: Floats
    """How often somebody with a record of the usual length has each item, if they may have it several times."""
    usual_length: float
    exclusive: bool
    """Whether nobody has an item at both times: then whoever has a known one is somebody else."""
    doubt: float
    """As many known items as this, and a taste is half one's own."""

    def known_rows(self, side: Side) -> Known:
        """For each feature the rows of targets, and what counts whichever the record is."""
        many = different_items(side)
        expected = np.asarray(
            np.bincount(side.rows, weights=self.expected[side.items], minlength=side.people), dtype=np.float64
        )
        habits, fixed = self.habits.known(seen_habits(side, self.ways, released=False))
        alone = np.stack((np.ones(side.people), np.log1p(many), np.log1p(expected)), axis=1)
        rows = [*self._tastes(side, many), habits, *(alone[:, [column]] for column in range(LENGTHS))]
        return Known([*rows, np.sqrt(expected)[:, None]] if self.exclusive else rows, fixed, alone)

    def released_rows(self, side: Side) -> list[Floats]:
        """For each feature the rows of records."""
        many = different_items(side)
        length = np.log1p(many)[:, None]
        rows = [*self._tastes(side, many), self.habits.released(seen_habits(side, self.ways, released=True))]
        rows += [length] * LENGTHS
        times = np.minimum(many / max(self.usual_length, 1.0), _MOST_TIMES)[:, None]
        return [*rows, np.sqrt(times)] if self.exclusive else rows

    def _tastes(self, side: Side, many: Int64s) -> list[Floats]:
        return [tastes.of(side) * trusted(many, self.doubt)[:, None] for tastes in self.tastes]


def trusted(many: Int64s, doubt: float) -> Floats:
    """How far a taste is one's own that so many items tell."""
    return np.asarray(many / np.maximum(many + doubt, 1.0))


@dataclass(frozen=True, eq=False)
class TasteModel:
    """A basis with weights, learnt on splits of the released data."""

    basis: Basis
    weights: Floats
    """One for each feature."""
    by_weight: float
    """What the weight of a shared item is worth, its rarity squared over the norm of all that is known; 0 or more."""
    by_nats: float
    """What its likelihood is worth, in nats: how much likelier it is in one's own record than in others'; 0 or more."""
    against: float
    """Where nobody has an item at both times: what a shared one takes away."""
    alone: Floats
    """What counts of the targets alone."""

    @cached_property
    def key(self) -> str:
        """The same for the same model, on whichever machine."""
        parts = (
            self.weights,
            self.alone,
            *(tastes.items for tastes in self.basis.tastes),
            self.basis.habits.middles[1],
            [self.by_weight, self.by_nats, self.against],
        )
        digest = hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts))
        return digest.hexdigest()

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> DenseGains:
        """What records are worth to these targets."""
        people, scale = partition.once(("taste", self.key), facts, lambda: self._people(partition, facts))
        known = self.basis.known_rows(known_side(knowledge))
        worth = np.concatenate([weight * part for weight, part in zip(self.weights, known.rows, strict=True)], axis=1)
        steps = _TARGET_NORM / np.maximum(np.linalg.norm(worth, axis=1), 1e-9)
        return DenseGains(
            targets=np.trunc(worth * steps[:, None]),
            people=people,
            units=1 / (steps * _PERSON_STEPS),
            starts=self.weights[HABITS] * known.fixed + row_by_row(known.alone, self.alone[:, None])[:, 0],
            weights=self._item_weights(knowledge),
            person_scale=scale,
        )

    def _item_weights(self, knowledge: Knowledge) -> Floats:
        rarity = np.where(knowledge.items >= 0, self.basis.rarity[np.maximum(knowledge.items, 0)], 0.0)
        if self.basis.exclusive:
            return np.where(knowledge.items >= 0, -self.against, 0.0)
        norms = np.repeat(np.sqrt(sums_by_target(rarity**2, knowledge)), knowledge.sizes)
        return np.asarray(self.by_weight * rarity**2 / np.maximum(norms, 1e-9) + self.by_nats * rarity)

    def _people(self, partition: Partition, facts: Facts) -> tuple[Floats, Floats]:
        """Everybody's row, in whole numbers; and what matches are multiplied with."""
        parts = [
            released_table(
                self.basis, released_side(partition, facts, first, min(first + _PEOPLE_AT_ONCE, partition.size))
            )
            for first in range(0, partition.size, _PEOPLE_AT_ONCE)
        ]
        width = sum(part.shape[1] for part in self.basis.released_rows(released_side(partition, facts, 0, 0)))
        table = np.concatenate(parts) if parts else np.zeros((0, width))
        if self.basis.exclusive:
            return table, np.ones(partition.size)
        return table, match_scale(partition.item_counts, self.basis.usual_length)


def match_scale(many: Int64s, usual: float) -> Floats:
    """What a match is worth to a record of so many items: long ones have much by chance."""
    return np.asarray(1 / np.sqrt(np.maximum(many, 1) / max(usual, 1.0) + _SHORTEST))


def released_table(basis: Basis, side: Side) -> Floats:
    """Everybody's row in whole numbers, within bounds."""
    table = np.concatenate(basis.released_rows(side), axis=1)
    return np.rint(np.clip(table, -_LONGEST, _LONGEST) * _PERSON_STEPS)

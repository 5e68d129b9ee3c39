"""Blocks of features: what each learner sees of people, and which part of a record every block tells of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.strongest import habits
from standout.inference.strongest.entry_fit import traces_table
from standout.inference.strongest.item_knowledge import Breadth, ItemKnowledge, learned_items
from standout.inference.strongest.sight import Sight

Part = Literal["items", "values", "groups", "length", "habits", "rhythm", "repeats", "traces", "told"]
"""What of a record betrays: which items, which values they get, their groups, how many there are, habits of valuing,
days, repeats, how entries fit each other; and what the attacker was told."""

PARTS: dict[Part, str] = {
    "items": "which items people have",
    "values": "which values they give to which items",
    "groups": "the groups of their items",
    "length": "how much they have",
    "habits": "how they value things as a rule",
    "rhythm": "when they do something: days, months, sessions",
    "repeats": "what they come back to",
    "traces": "how well each entry fits the rest of the record",
    "told": "what the attacker was told besides",
}
"""Each part in words."""

Matrix = Any
"""A sparse matrix or an array, a row per person."""


@dataclass(frozen=True)
class Blocks:
    """Features of people, by name: sparse ones of items, dense ones of everything else."""

    sparse: Mapping[str, Matrix]
    dense: Mapping[str, Floats]

    def rows(self, people: Int64s) -> Blocks:
        """Of these people only."""
        return Blocks(
            {name: block[people] for name, block in self.sparse.items()},
            {name: block[people] for name, block in self.dense.items()},
        )

    def table(self, names: tuple[str, ...]) -> Floats:
        """Some dense blocks side by side."""
        return np.hstack([self.dense[name] for name in names])

    def shuffled(self, part: Part, order: Int64s) -> Blocks:
        """One part of everybody's features taken from somebody else; all of its blocks from the same."""
        return Blocks(
            {name: block[order] if PART_OF[name] == part else block for name, block in self.sparse.items()},
            {name: block[order] if PART_OF[name] == part else block for name, block in self.dense.items()},
        )


PART_OF: dict[str, Part] = {
    "weighted": "items",
    "presence": "items",
    "surprises": "values",
    "levels": "values",
    "factors": "items",
    "parts": "items",
    "commonness": "items",
    "tastes": "values",
    "liked": "values",
    "groups": "groups",
    "length": "length",
    "habits": "habits",
    "rhythm": "rhythm",
    "repeats": "repeats",
    "traces": "traces",
    "told": "told",
}
"""What each block tells of."""


@dataclass(frozen=True)
class Featured:
    """Blocks that nothing was learned for, of everybody in a sight; made once."""

    sight: Sight
    dense: Mapping[str, Floats]


def featured(sight: Sight) -> Featured:
    """What can be read off each record by itself."""
    dense = {"length": habits.length_table(sight)}
    if sight.repeated:
        dense["repeats"] = habits.repeats_table(sight)
    if sight.has_dates:
        dense["rhythm"] = habits.rhythm_table(sight)
    if sight.groups is not None and sight.groups.nnz:
        dense["groups"] = habits.groups_table(sight)
    if sight.told is not None:
        dense["told"] = sight.told
    return Featured(sight, dense)


def alike(sight: Sight, like: Featured) -> Featured:
    """The blocks of another sight, the same as of this one, for who learned from that: what is not there is 0."""
    there = featured(sight).dense
    rows = sight.size[0]
    return Featured(
        sight, {name: there.get(name, np.zeros((rows, block.shape[1]))) for name, block in like.dense.items()}
    )


def learned_from(known: Featured, train: Int64s, breadth: Breadth, seed: int) -> ItemKnowledge:
    """What these people teach about items."""
    return learned_items(known.sight, train, breadth, seed)


def blocks_of(known: Featured, about: ItemKnowledge, people: Int64s) -> Blocks:
    """Every block of these people, as who learned this about items sees them."""
    sight = known.sight
    weighted = about.weighted(sight)
    sparse = {"weighted": weighted, "presence": sight.presence}
    dense = dict(known.dense)
    dense["factors"] = np.asarray(weighted @ about.factors)
    dense["commonness"] = about.commonness(sight)
    dense["traces"] = traces_table(sight, about)
    if about.parts is not None:
        dense["parts"] = np.asarray(weighted @ about.parts)
    if about.tastes is not None:
        surprises = sight.matrix(about.surprises(sight))
        sparse |= {"surprises": surprises, "levels": sight.matrix(_levels(sight, about.steps))}
        # a row's length grows with the record, and its direction is what is wanted
        dense["tastes"] = np.asarray(surprises @ about.tastes) / np.sqrt(sight.lengths)[:, None]
        if about.liked is not None:
            dense["liked"] = np.asarray(surprises.maximum(0) @ about.liked) / np.sqrt(sight.lengths)[:, None]
        dense["habits"] = np.hstack((habits.values_table(sight, about.steps), about.leanings(sight)))
    return Blocks(sparse, dense).rows(people)


def _levels(sight: Sight, steps: Floats) -> Floats:
    """The step of each pair's value, counted from 1; 0 where there is none."""
    worths = sight.pairs.worths
    known = np.isfinite(worths)
    places = np.minimum(np.searchsorted(steps, np.where(known, worths, 0.0)), len(steps) - 1) + 1
    return np.where(known, places, 0).astype(np.float64)

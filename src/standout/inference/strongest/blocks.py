"""Blocks of features: what each learner sees of people, and which part of a record every block tells of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from standout.common.arrays import Floats, Int64s, UInt8s
from standout.inference.at_once import side_by_side
from standout.inference.strongest import habits
from standout.inference.strongest.column_steps import step_borders, steps_of
from standout.inference.strongest.entry_fit import traces_table
from standout.inference.strongest.item_knowledge import Breadth, ItemKnowledge, learned_with_fits
from standout.inference.strongest.oddities import odd_groups_table, oddities_table
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
"""A sparse matrix, a row per person."""


@dataclass(frozen=True)
class Blocks:
    """Features of people, by name: sparse ones of items, dense ones of everything else."""

    sparse: Mapping[str, Matrix]
    dense: Mapping[str, Floats]
    steps: Mapping[str, UInt8s]
    """The dense ones cut into few steps, as trees look at them."""

    @property
    def people(self) -> int:
        """How many there are."""
        return len(self.dense["length"])

    def rows(self, people: Int64s) -> Blocks:
        """Of these people only."""
        return Blocks(*({name: block[people] for name, block in every.items()} for every in self._all))

    def table(self, names: tuple[str, ...]) -> Floats:
        """Some dense blocks side by side."""
        return np.hstack([self.dense[name] for name in names])

    def stepped(self, names: tuple[str, ...]) -> UInt8s:
        """The same in steps, a row per column."""
        return np.ascontiguousarray(np.hstack([self.steps[name] for name in names]).T)

    def shuffled(self, part: Part, order: Int64s) -> Blocks:
        """One part of everybody's features taken from somebody else; all of its blocks from the same."""
        return Blocks(
            *(
                {name: block[order] if PART_OF[name] == part else block for name, block in every.items()}
                for every in self._all
            )
        )

    @property
    def _all(self) -> tuple[Mapping[str, Any], ...]:
        return self.sparse, self.dense, self.steps


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
    "oddities": "traces",
    "odd groups": "traces",
    "told": "told",
}
"""What each block tells of."""


@dataclass(frozen=True)
class Lens:
    """How records are looked at: what was learned about items, and where every column is cut into steps."""

    about: ItemKnowledge
    borders: Mapping[str, tuple[Floats, ...]]


def looked_at(sight: Sight, people: Int64s, breadth: Breadth, seed: int, threads: int = 1) -> tuple[Lens, Blocks]:
    """Learn from the records of these people how to look at records, and look at everybody's.

    No label is asked for: whoever has a release has all of its records, and learns from all of them what goes with
    what. So this is done once, and serves every team of learners.
    """
    about, fits = learned_with_fits(sight, people, breadth, seed, threads)
    sparse, dense = _sparse_and_dense(sight, about, fits, threads)
    borders = {name: step_borders(block[people]) for name, block in dense.items()}
    return Lens(about, borders), Blocks(sparse, dense, _steps(dense, borders))


def blocks_of(sight: Sight, lens: Lens) -> Blocks:
    """The same blocks of other records, or of another version: what is not there is 0."""
    sparse, there = _sparse_and_dense(sight, lens.about, lens.about.fits(sight), 1)
    rows = sight.size[0]
    dense = {name: there.get(name, np.zeros((rows, len(borders)))) for name, borders in lens.borders.items()}
    return Blocks(sparse, dense, _steps(dense, lens.borders))


def _steps(dense: Mapping[str, Floats], borders: Mapping[str, tuple[Floats, ...]]) -> dict[str, UInt8s]:
    return {name: steps_of(block, borders[name]) for name, block in dense.items()}


def _sparse_and_dense(
    sight: Sight, about: ItemKnowledge, fits: Sequence[Floats], threads: int
) -> tuple[dict[str, Matrix], dict[str, Floats]]:
    """Every block of everybody in a sight, as who learned this about items sees them, and how pairs fit by it."""
    standard = about.standard_fits(sight, fits)
    sparse, read_off, of_items, traces, oddities, of_values = side_by_side(
        [
            partial(_sparse, sight, about),
            partial(_read_off, sight),
            partial(_of_items, sight, about),
            partial(traces_table, sight, about, fits),
            partial(oddities_table, sight, about, standard),
            partial(_of_values, sight, about),
        ],
        threads,
    )
    dense = {**read_off, **of_items, "traces": traces, "oddities": oddities}
    if "groups" in dense:
        dense["odd groups"] = odd_groups_table(sight, about, standard)
    return sparse, dense | of_values


def _sparse(sight: Sight, about: ItemKnowledge) -> dict[str, Matrix]:
    """Rows of items, and of the values they get."""
    sparse = {"weighted": about.weighted(sight), "presence": sight.presence.astype(np.float32)}
    if about.tastes is not None:
        sparse |= {"surprises": _surprises(sight, about), "levels": _levels(sight, about.steps)}
    return sparse


def _surprises(sight: Sight, about: ItemKnowledge) -> Matrix:
    return sight.matrix(about.surprises(sight)).astype(np.float32)


def _of_items(sight: Sight, about: ItemKnowledge) -> dict[str, Floats]:
    """What people have, in few numbers."""
    factors = np.asarray(about.weighted(sight) @ about.factors)
    return {"factors": factors, "commonness": about.commonness(sight)}


def _of_values(sight: Sight, about: ItemKnowledge) -> dict[str, Floats]:
    """How people value what they have, in few numbers; and what goes by non-negative parts."""
    dense = {}
    if about.parts is not None:
        dense["parts"] = np.asarray(about.weighted(sight) @ about.parts)
    if about.tastes is not None:
        surprises = _surprises(sight, about)
        # a row's length grows with the record, and its direction is what is wanted
        dense["tastes"] = np.asarray(surprises @ about.tastes) / np.sqrt(sight.lengths)[:, None]
        if about.liked is not None:
            dense["liked"] = np.asarray(surprises.maximum(0) @ about.liked) / np.sqrt(sight.lengths)[:, None]
        dense["habits"] = np.hstack((habits.values_table(sight, about.steps), about.leanings(sight)))
    return dense


def _read_off(sight: Sight) -> dict[str, Floats]:
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
    return dense


def _levels(sight: Sight, steps: Floats) -> Matrix:
    """People × (items × steps): 1 where a person gives an item a value of this step. Pairs without a value have a 0."""
    from scipy.sparse import csr_matrix

    pairs = sight.pairs
    known = np.isfinite(pairs.worths)
    places = np.minimum(np.searchsorted(steps, np.where(known, pairs.worths, 0.0)), len(steps) - 1)
    starts = np.concatenate(([0], np.cumsum(np.bincount(pairs.people, minlength=sight.size[0]))))
    cells = (known.astype(np.float32), pairs.items * len(steps) + places, starts)
    return csr_matrix(cells, shape=(sight.size[0], sight.size[1] * len(steps)))

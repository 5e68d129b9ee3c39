"""A protected version of the data: at hand, or on the cluster that has everybody, with the same part of it at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, cast

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.engines.brought_here import brought_here
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections import PROTECTIONS
from standout.protections.protecting import Account, Outcome, protect
from standout.protections.rowwise import RowWise
from standout.verification.grid import Candidate

if TYPE_CHECKING:
    from standout.data.dataset import Dataset
    from standout.engines.spark.partitions import SparkPartitions
    from standout.protections.contract import Protection
    from standout.verification.comparison import Comparison

PART_PEOPLE, PART_ENTRIES = 20_000, 4_000_000
"""Of data on a cluster, so many people at most are brought here, with so many entries, to measure what else than being
found a protection changes."""


def part_of(data: AnyDataset, seed: int) -> Int64s:
    """Whose records are brought here: everybody's, if they are few, else people drawn at random, ascending."""
    if data.people <= PART_PEOPLE and data.count <= PART_ENTRIES:
        return np.arange(data.people, dtype=np.int64)
    order = np.random.default_rng(seed_for(seed, "part at hand")).permutation(data.people)[:PART_PEOPLE]
    few = int(np.searchsorted(np.cumsum(data.lengths[order]), PART_ENTRIES, side="right"))
    return np.sort(order[: max(few, 1)]).astype(np.int64)


def part_note(part: int, people: int) -> str:
    """What is said where not everybody is at hand."""
    return (
        f"utility, realism and attributes are measured on {part:,} of {people:,} people, drawn at random; what is "
        "learned, and what lists are worth to people who are not in the data, is not measured on a cluster of more"
    )


def check_whole(use: str | None, part: int, people: int) -> None:
    """Refuse a use that a part of the people says nothing about."""
    if use is not None and part < people:
        raise BadInput(
            f"--for {use}: needs all people at hand, and on a cluster {part:,} of {people:,} are; leave it out, or "
            "compare a part that 'standout protect --engine spark --with sample' wrote"
        )


def row_wise(candidate: Candidate) -> bool:
    """Whether a protection looks at one record at a time, so that a cluster can apply it."""
    return all(isinstance(step, RowWise) for step in candidate.steps)


def check_row_wise(candidate: Candidate) -> None:
    """Refuse, in one line, what a cluster cannot apply."""
    if not row_wise(candidate):
        fitting = ", ".join(name for name, kind in PROTECTIONS.items() if isinstance(kind(), RowWise))
        raise BadInput(f"--with {candidate.text}: does not look at one record at a time; on Spark there are {fitting}")


@contextmanager
def protected_version(comparison: Comparison, steps: Sequence[Protection]) -> Iterator[tuple[Outcome, AnyDataset]]:
    """The data after these protections, with what they changed; and what is attacked: the same, or everybody's records
    after them, which the cluster lets go of afterwards."""
    seed = comparison.audit.seed
    if comparison.everybody is None:
        outcome = protect(comparison.data, steps, comparison.attribute, seed)
        yield outcome, outcome.data
        return
    from standout.protections.protected_there import protect_there

    everybody = cast("Dataset[SparkPartitions]", comparison.everybody)
    account, released = protect_there(everybody, [step for step in steps if isinstance(step, RowWise)], seed)
    try:
        names = comparison.data.vocabulary
        places = positions(names.people, released.vocabulary.people)
        there = np.flatnonzero(places >= 0)
        part = brought_here(released, places[there], names if len(there) == len(places) else names.only(there))
        yield Outcome(**{each.name: getattr(account, each.name) for each in fields(Account)}, data=part), released
    finally:
        released.held.release()

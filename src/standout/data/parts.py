"""Interactions cut into parts on this machine: what a cluster does, without one.

`in_parts` makes a dataset whose records can only be asked part by part. It answers as a cluster must, so it is the
plain reference for engines, and a quick stand-in for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from standout.data.elsewhere import Arrays, Elsewhere, Merge, NotHere
from standout.data.index import shards_of
from standout.data.model import Int64s, Interactions, Records, packing_for


def piece(data: Interactions, first: int, end: int) -> Interactions:
    """The people from `first` up to `end` alone, as a part."""
    records, begin, stop = data.records, int(data.records.starts[first]), int(data.records.starts[end])
    kept = Records(
        records.starts[first : end + 1] - begin,
        records.items[begin:stop],
        records.values[begin:stop],
        records.days[begin:stop],
    )
    return _with_records(data, kept, first)


def _with_records(data: Interactions, records: Records, first: int) -> Interactions:
    packing = packing_for(len(data.scale.labels), None if data.first_day is None else data.last_day)
    shards = tuple(shards_of(records, data.items, packing))
    return replace(data, records=records, shards=shards, first_person=first, whole=data.facts, elsewhere=None)


def elsewhere(data: Interactions, where: Elsewhere) -> Interactions:
    """The same dataset with its records there alone."""
    absent: Any = NotHere()
    records = Records(data.records.starts, absent, absent, absent)
    return replace(data, records=records, shards=absent, whole=data.facts, elsewhere=where)


def in_parts(data: Interactions, firsts: Sequence[int]) -> Interactions:
    """The dataset in parts that begin with these people."""
    ends = [*firsts[1:], data.people]
    return elsewhere(data, InParts([piece(data, first, end) for first, end in zip(firsts, ends, strict=True)]))


@dataclass(frozen=True)
class InParts:
    """Parts on this machine. Answers are merged two by two, as a cluster might."""

    parts: Sequence[Interactions]

    def over_parts(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        return self._together([run(part, *sent) for part in self.parts], merge)

    def over_records(
        self, run: Callable[..., Arrays], people: Int64s, near: Int64s | None, *sent: Any, merge: Merge
    ) -> Arrays:
        answers = []
        for part in self.parts:
            rows = np.arange(len(people)) if near is None else np.flatnonzero(part.places(near) >= 0)
            if len(rows):
                answers.append(run(part, self._visiting(people[rows]), rows, *sent))
        return self._together(answers, merge)

    def _visiting(self, people: Int64s) -> Interactions:
        """The records of these people, in this order."""
        single = [self._one(int(person)) for person in people]
        starts = np.concatenate(([0], np.cumsum([one.count for one in single]))).astype(np.int64)
        names = ("items", "values", "days")
        arrays = {name: np.concatenate([getattr(one.records, name) for one in single]) for name in names}
        return _with_records(self.parts[0], Records(starts, **arrays), 0)

    def _one(self, person: int) -> Interactions:
        """The part that has this person, without the others."""
        part = next(part for part in self.parts if 0 <= person - part.first_person < part.people)
        return piece(part, person - part.first_person, person - part.first_person + 1)

    def _together(self, answers: list[Arrays], merge: Merge) -> Arrays:
        while len(answers) > 2:
            answers = [merge(answers[at : at + 2]) for at in range(0, len(answers), 2)]
        return merge(answers)

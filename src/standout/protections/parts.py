"""Row-wise protections step by step on parts of the people: records stay where they are, only counts travel.

Each step must know facts of the whole as the step before left it. So the steps so far are run on every part, their
counts are summed up, and the next step starts from these. An *outline* is a dataset with nobody in it: the facts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from standout.interactions.model import NO_DAY, NO_VALUE, Facts, Int64s, Interactions, Records
from standout.protections.contract import Changes, changes
from standout.protections.rowwise import Reshaped, RowWise, left_names

_NUMBERS, _LONGEST, _HOLDERS, _VALUES, _DAYS = range(5)
_KINDS = 5


@dataclass(frozen=True)
class Stage:
    """A step: what is done, with which seed, and the outline of the data that it is done to."""

    protection: RowWise
    seed: int
    outline: Interactions


@dataclass(frozen=True)
class Tally:
    """What is counted in a part after some steps; tallies of parts add up to that of the whole."""

    step: Changes
    """What the last step changed."""
    whole: Changes
    """What all steps together changed."""
    counted: int
    """What the last step's notes speak of."""
    people: int
    empty: int
    """People who have nothing."""
    longest: int
    holders: Int64s
    values: Int64s
    days: Int64s


def outline_of(data: Interactions) -> Interactions:
    """The facts of a dataset, with nobody in it."""
    nobody = Records(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.uint8), np.empty(0, np.uint16))
    return replace(data, records=nobody, shards=(), first_person=0, whole=data.facts)


def after_steps(part: Interactions, stages: Sequence[Stage]) -> Interactions:
    """A part of the people after all steps; facts and last day are those before the last step."""
    return _run(part, stages)[0][-1]


def tally(part: Interactions, stages: Sequence[Stage]) -> Tally:
    """What is counted in a part after all steps."""
    versions, counted = _run(part, stages)
    now = versions[-1]
    return Tally(
        step=changes(versions[-2], now),
        whole=changes(versions[0], now),
        counted=counted,
        people=now.people,
        empty=int((now.lengths == 0).sum()),
        longest=int(now.lengths.max(initial=0)),
        holders=np.bincount(now.records.items, minlength=now.items),
        values=np.bincount(now.records.values, minlength=NO_VALUE + 1)[:NO_VALUE],
        days=np.bincount(now.records.days, minlength=NO_DAY + 1)[:NO_DAY],
    )


def _run(part: Interactions, stages: Sequence[Stage]) -> tuple[list[Interactions], int]:
    """What each step is given and what the last one leaves, and what that one counted."""
    versions, counted = [], 0
    now = part
    for stage in stages:
        given = replace(stage.outline, records=now.records, names=now.names, first_person=now.first_person)
        made = stage.protection.reshaped(given, stage.seed)
        versions.append(given)
        now, counted = _changed(given, made), made.counted
    return [*versions, now], counted


def _changed(given: Interactions, made: Reshaped) -> Interactions:
    return replace(
        given,
        records=made.records,
        scale=made.scale,
        first_day=made.first_day,
        names=left_names(given.names, made.left),
        first_person=given.first_person if made.left is None else made.first_person,
    )


def outline_after(stage: Stage, counts: Tally) -> Interactions:
    """The outline of the data that a step leaves."""
    made = stage.protection.reshaped(stage.outline, stage.seed)
    last_day = int(np.flatnonzero(counts.days).max(initial=0))
    whole = Facts(
        people=counts.people,
        longest=counts.longest,
        value_counts=counts.values[: len(made.scale.labels)],
        day_counts=counts.days[: last_day + 1],
    )
    return replace(
        stage.outline,
        scale=made.scale,
        first_day=made.first_day,
        holders=counts.holders,
        last_day=last_day,
        whole=whole,
    )


def rows_of(one: Tally) -> tuple[Int64s, Int64s, Int64s]:
    """A tally as (kind, code, count), without zeros: rows that any engine can group and sum up."""
    numbers = np.array([*astuple(one.step), *astuple(one.whole), one.counted, one.people, one.empty], np.int64)
    parts = (numbers, np.array([one.longest], np.int64), one.holders, one.values, one.days)
    codes = [np.flatnonzero(part) for part in parts]
    return (
        np.repeat(np.arange(_KINDS), [len(some) for some in codes]),
        np.concatenate(codes),
        np.concatenate([part[some] for part, some in zip(parts, codes, strict=True)]).astype(np.int64),
    )


def from_rows(kinds: Int64s, codes: Int64s, sums: Int64s, most: Int64s, items: int) -> Tally:
    """The tally of the whole, from rows of all parts with the sum and the greatest of the counts of each."""

    def counts(kind: int, size: int) -> Int64s:
        found = np.zeros(size, np.int64)
        chosen = kinds == kind
        found[codes[chosen]] = (most if kind == _LONGEST else sums)[chosen]
        return found

    numbers = counts(_NUMBERS, 13).tolist()
    return Tally(
        step=Changes(*numbers[:5]),
        whole=Changes(*numbers[5:10]),
        counted=numbers[10],
        people=numbers[11],
        empty=numbers[12],
        longest=int(counts(_LONGEST, 1)[0]),
        holders=counts(_HOLDERS, items),
        values=counts(_VALUES, NO_VALUE),
        days=counts(_DAYS, NO_DAY),
    )

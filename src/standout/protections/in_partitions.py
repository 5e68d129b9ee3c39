"""Row-wise protections step by step on parts of the people: records stay where they are, only counts travel.

Each step must know facts of the whole as the step before left it. So the steps so far are run on every part, their
counts are summed up, and the next step starts from these. An *outline* is a dataset with nobody in it: the facts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from standout.data.elsewhere import Arrays, over_parts, summed
from standout.data.model import NO_DAY, NO_VALUE, Facts, Int64s, Interactions, Records
from standout.data.vocabulary import numbered
from standout.protections.coarsen import LONGEST
from standout.protections.contract import Changes, changes
from standout.protections.rowwise import Reshaped, RowWise, left_names

_EARLIER = max(LONGEST.values()) + 1
"""How much larger day codes may become in a step: the first day moves to the beginning of its period."""


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
    return replace(
        data, records=nobody, shards=(), vocabulary=numbered(0, 0), first_person=0, whole=data.facts, elsewhere=None
    )


def after_steps(part: Interactions, stages: Sequence[Stage]) -> Interactions:
    """A part of the people after all steps; facts and last day are those before the last step."""
    return _run(part, stages)[0][-1]


def tally(part: Interactions, stages: Sequence[Stage]) -> Tally:
    """What is counted in a part after all steps."""
    versions, counted = _run(replace(part, vocabulary=numbered(part.people, 0)), stages)
    now = versions[-1]
    return Tally(
        step=changes(versions[-2], now),
        whole=changes(versions[0], now),
        counted=counted,
        people=now.people,
        empty=int((now.lengths == 0).sum()),
        longest=int(now.lengths.max(initial=0)),
        holders=np.bincount(now.records.items, minlength=now.items),
        values=np.bincount(now.records.values, minlength=NO_VALUE + 1)[: len(now.scale.labels)],
        days=np.bincount(now.records.days[now.records.days != NO_DAY], minlength=now.last_day + _EARLIER),
    )


def _run(part: Interactions, stages: Sequence[Stage]) -> tuple[list[Interactions], int]:
    """What each step is given and what the last one leaves, and what that one counted."""
    versions, counted = [], 0
    now = part
    for stage in stages:
        given = replace(stage.outline, records=now.records, vocabulary=now.vocabulary, first_person=now.first_person)
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
        vocabulary=left_names(given.vocabulary, made.left),
        first_person=given.first_person if made.left is None else made.first_person,
    )


def outline_after(stage: Stage, counts: Tally) -> Interactions:
    """The outline of the data that a step leaves."""
    made = stage.protection.reshaped(stage.outline, stage.seed)
    last_day = int(np.flatnonzero(counts.days).max(initial=0))
    whole = Facts(
        people=counts.people,
        longest=counts.longest,
        value_counts=counts.values,
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


def tallied(data: Interactions, stages: Sequence[Stage]) -> Tally:
    """What is counted in all parts of the data together."""
    found = over_parts(data, _tally_arrays, tuple(stages), merge=_added)
    numbers = found["numbers"].tolist()
    return Tally(
        step=Changes(*numbers[:5]),
        whole=Changes(*numbers[5:10]),
        counted=numbers[10],
        people=numbers[11],
        empty=numbers[12],
        longest=int(found["longest"][0]),
        holders=found["holders"],
        values=found["values"],
        days=found["days"],
    )


def _tally_arrays(part: Interactions, stages: Sequence[Stage]) -> Arrays:
    one = tally(part, stages)
    return {
        "numbers": np.array([*astuple(one.step), *astuple(one.whole), one.counted, one.people, one.empty], np.int64),
        "longest": np.array([one.longest], np.int64),
        "holders": one.holders,
        "values": one.values,
        "days": one.days,
    }


def _added(answers: Sequence[Arrays]) -> Arrays:
    return summed(answers) | {"longest": np.maximum.reduce([answer["longest"] for answer in answers])}

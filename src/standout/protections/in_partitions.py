"""Row-wise protections step by step on partitions: records stay where they are, only counts travel.

Each step must know facts of everybody as the step before left them. So the steps so far are run on every partition,
their counts are summed up, and the next step starts from these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from standout.common.arrays import Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import holders_in
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.model import Records
from standout.data.partition import Partition
from standout.data.soundness import check
from standout.data.vocabulary import Vocabulary, numbered
from standout.engines.merging import Arrays, summed
from standout.protections.coarsen import LONGEST
from standout.protections.contract import Changes, Version, changes_between
from standout.protections.rowwise import RowWise, left_names

_EARLIER = max(LONGEST.values()) + 1
"""How much larger day codes may become in a step: the first day moves to the beginning of its period."""


@dataclass(frozen=True)
class Stage:
    """A step: what is done, with which seed, and the facts of the data that it is done to."""

    protection: RowWise
    seed: int
    facts: Facts


@dataclass(frozen=True)
class Counts:
    """What is counted in a partition after some steps; counts of partitions add up to those of everybody."""

    step: Changes
    """What the last step changed."""
    steps: Changes
    """What all steps together changed."""
    noted: int
    """What the last step's notes speak of."""
    people: int
    empty: int
    """People who have nothing."""
    entries: int
    longest: int
    holders: Int64s
    values: Int64s
    days: Int64s


NOBODY = Partition(
    Records(np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.uint8), np.empty(0, np.uint16)), ()
)
"""A partition with nobody in it: what a step makes of it tells what the released data will look like."""


def after_steps(partition: Partition, names: Vocabulary, stages: Sequence[Stage]) -> Version:
    """The people of a partition after all steps; `names` are theirs."""
    return _run(partition, names, stages)[0][-1]


def counts_in(partition: Partition, stages: Sequence[Stage]) -> Counts:
    """What is counted in a partition after all steps."""
    versions, noted = _run(partition, numbered(partition.size, 0), stages)
    now, facts = versions[-1], stages[-1].facts
    lengths, days = np.diff(now.records.starts), now.records.days
    return Counts(
        step=changes_between(versions[-2], now),
        steps=changes_between(versions[0], now),
        noted=noted,
        people=len(lengths),
        empty=int((lengths == 0).sum()),
        entries=int(lengths.sum()),
        longest=int(lengths.max(initial=0)),
        holders=holders_in(now.records, facts.items),
        values=np.bincount(now.records.values, minlength=NO_VALUE + 1)[: len(now.scale.labels)],
        days=np.bincount(days[days != NO_DAY], minlength=facts.last_day + _EARLIER),
    )


def _run(partition: Partition, names: Vocabulary, stages: Sequence[Stage]) -> tuple[list[Version], int]:
    """What each step is given and what the last one leaves, and what that one counted."""
    versions, noted = [], 0
    for stage in stages:
        facts = stage.facts
        check(partition, facts)
        versions.append(Version(partition.records, names, facts.items, facts.scale, facts.first_day))
        reshaped = stage.protection.reshaped(partition, facts, stage.seed)
        first_person = partition.first_person if reshaped.left is None else reshaped.first_person
        partition, names, noted = (
            Partition(reshaped.records, (), first_person),
            left_names(names, reshaped.left),
            reshaped.counted,
        )
        last = Version(reshaped.records, names, facts.items, reshaped.scale, reshaped.first_day)
    return [*versions, last], noted


def facts_after(stage: Stage, counts: Counts) -> Facts:
    """The facts of the data that a step leaves."""
    reshaped = stage.protection.reshaped(NOBODY, stage.facts, stage.seed)
    last_day = int(np.flatnonzero(counts.days).max(initial=0))
    return Facts(
        people=counts.people,
        longest=counts.longest,
        holders=counts.holders,
        scale=reshaped.scale,
        first_day=reshaped.first_day,
        last_day=last_day,
        value_counts=counts.values,
        day_counts=counts.days[: last_day + 1],
        events=stage.facts.events,
    )


def counted(data: AnyDataset, stages: Sequence[Stage]) -> Counts:
    """What is counted in all partitions of the data together."""
    sums = data.engine.map(data, _counts_in, tuple(stages), merge=_added)
    numbers = sums["numbers"].tolist()
    return Counts(
        step=Changes(*numbers[:5]),
        steps=Changes(*numbers[5:10]),
        noted=numbers[10],
        people=numbers[11],
        empty=numbers[12],
        entries=numbers[13],
        longest=int(sums["longest"][0]),
        holders=sums["holders"],
        values=sums["values"],
        days=sums["days"],
    )


def _counts_in(partition: Partition, facts: Facts, stages: Sequence[Stage]) -> Arrays:  # noqa: ARG001
    counts = counts_in(partition, stages)
    people = (counts.people, counts.empty, counts.entries)
    numbers = [*astuple(counts.step), *astuple(counts.steps), counts.noted, *people]
    return {
        "numbers": np.array(numbers, np.int64),
        "longest": np.array([counts.longest], np.int64),
        "holders": counts.holders,
        "values": counts.values,
        "days": counts.days,
    }


def _added(answers: Sequence[Arrays]) -> Arrays:
    return summed(answers) | {"longest": np.maximum.reduce([answer["longest"] for answer in answers])}

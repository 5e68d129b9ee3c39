"""Crowds on a cluster: they are found here, from sums and a row a person; their records meet, are dealt and go home in
executors.

The same functions run there as here, on whole units, with the same streams of chance: the release is the same. What
comes to the driver is about 0.6 kB a person (twice a row along the directions of taste, times and lengths, and how each
differs from their crowd), and for each item a row of sums (448 bytes) from each partition, merged on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.common.arrays import Int64s
from standout.common.plain import plain_path
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import holders_in
from standout.data.dataset import AnyDataset, Dataset
from standout.data.facts import Facts
from standout.data.model import NO_SCALE, Records
from standout.data.partition import Partition
from standout.data.vocabulary import numbered
from standout.engines.merging import Arrays, Merge, largest
from standout.errors import BadInput
from standout.protections.contract import Changes, Version, changes_between
from standout.protections.crowds.crowd_groups import Grouping, grouped
from standout.protections.crowds.crowd_keeping import written_crowds
from standout.protections.crowds.crowd_release import Known, Rules, dealt, known_of
from standout.protections.crowds.crowd_units import Held, Units

if TYPE_CHECKING:
    from standout.engines.spark.partitions import SparkPartitions
    from standout.protections.crowds.crowd_protection import Crowds


@dataclass(frozen=True)
class Cast:
    """A release of crowds that is on a cluster."""

    data: Dataset[SparkPartitions]
    changes: Changes
    empty: int
    """How many people have nothing left."""
    grouping: Grouping
    for_next: str


def cast(crowds: Crowds, data: Dataset[SparkPartitions], seed: int) -> Cast:
    """Deal the crowds of data on a cluster; the caller lets go of what comes out."""
    from standout.engines.spark.moving import brought_home, rearranged

    crowds.check_people(data.people)
    located = crowds.located(data, seed)
    grouping = _given(crowds, data, seed) if crowds.kept else grouped(located.places, located.people, crowds.k)
    units, rules = crowds.units(located, grouping), crowds.rules(data)
    together = rearranged(data.held, units.people, _cuts(units, data.lengths, len(data.held.firsts)))
    try:
        known = known_of(_Asked(together, units), data.facts, rules, seed)
        blank = replace(
            data.facts,
            scale=data.scale if rules.values else NO_SCALE,
            first_day=data.first_day if rules.days else None,
        )
        made, sums = brought_home(
            together, data.held, _dealt_in, units, known, rules, seed, facts=blank, count=_counted
        )  # fmt: skip
    finally:
        together.release()
    changes, empty, longest = Changes(*sums[:5].tolist()), int(sums[5]), made.map(_longest, merge=largest)["longest"]
    facts = _facts(blank, sums[6:], int(longest[0]))
    made.know(facts)
    released = Dataset(data.vocabulary, facts, data.lengths, data.source, made, data.engine)
    return Cast(released, changes, empty, grouping, written_crowds(data, grouping, crowds.k))


def _given(crowds: Crowds, data: AnyDataset, seed: int) -> Grouping:
    """The crowds of an earlier release, where everybody is still in one of them."""
    earlier = crowds.earlier(data)
    if earlier is None or not earlier.stays.all():
        raise BadInput(
            f"{plain_path(Path(crowds.kept))}: on Spark, crowds are kept only where everybody is there as before; use "
            "--engine local"
        )
    return crowds.seated(earlier.crowds, seed)


def _cuts(units: Units, lengths: Int64s, parts: int) -> Int64s:
    """Where partitions begin among the units' people: units stay whole, and about as many entries are in each."""
    totals = np.concatenate(([0], np.cumsum(lengths[units.people])))[units.ends]
    goals = np.arange(parts) * (totals[-1] / parts)
    return np.unique(units.ends[:-1][np.minimum(np.searchsorted(totals, goals), units.count - 1)])


@dataclass(frozen=True)
class _Asked:
    """Units whose records are on a cluster, in the order of units."""

    held: SparkPartitions
    units: Units

    def __call__(self, run: Callable[..., Arrays], *sent: Any, merge: Merge) -> Arrays:
        return self.held.map(_on_units, replace(self.units, people=self.units.people[:0]), run, sent, merge=merge)


def _on_units(partition: Partition, facts: Facts, units: Units, run: Callable[..., Arrays], sent: Any) -> Arrays:
    return run(Held.of(partition.records, facts), _units_in(partition, units), *sent)


def _units_in(partition: Partition, units: Units) -> Units:
    """The units of a partition; their people are those of it."""
    first = partition.first_person
    begin, end = np.searchsorted(units.ends, [first, first + partition.size])
    return replace(units.some(int(begin), int(end)), people=np.arange(partition.size))


def _dealt_in(
    partition: Partition, facts: Facts, units: Units, known: Known, rules: Rules, seed: int
) -> tuple[Int64s, Records]:
    """The units of a partition dealt anew, by the codes of their people."""
    here = _units_in(partition, units)
    piece = dealt(Held.of(partition.records, facts), here, known, rules, seed)
    starts = np.concatenate(([0], np.cumsum(piece.lengths))).astype(np.int64)
    codes = units.people[partition.first_person + piece.people]
    return codes, Records(starts, piece.items, piece.values, piece.days)


def _counted(own: Partition, new: Partition, before: Facts, after: Facts) -> Int64s:
    """What is different, how many have nothing, and who has which item, value and day."""
    names = numbered(own.size, before.items)
    versions = [
        Version(one.records, names, facts.items, facts.scale, facts.first_day)
        for one, facts in ((own, before), (new, after))
    ]
    found, days = changes_between(*versions), new.records.days
    numbers = (found.added, found.removed, found.altered, found.people_touched, found.before)
    empty = int((new.lengths == 0).sum())
    return np.concatenate(
        (
            [*numbers, empty],
            holders_in(new.records, after.items),
            np.bincount(new.records.values, minlength=NO_VALUE + 1)[: len(after.scale.labels)],
            np.bincount(days[days != NO_DAY], minlength=after.last_day + 1)[: after.last_day + 1],
        )
    ).astype("<i8")


def _facts(like: Facts, counts: Int64s, longest: int) -> Facts:
    """What is known of everybody in the release."""
    holders, values, days = np.split(counts, [like.items, like.items + len(like.scale.labels)])
    last = int(np.flatnonzero(days).max(initial=0))
    return replace(
        like, longest=longest, holders=holders, value_counts=values, last_day=last, day_counts=days[: last + 1]
    )


def _longest(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    return {"longest": np.array([partition.lengths.max(initial=0)], np.int64)}

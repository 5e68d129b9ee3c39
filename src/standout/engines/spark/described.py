"""What is known here of records that are on a cluster: counted there, in one question."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import holders_in
from standout.data.dataset import Dataset
from standout.data.facts import Facts
from standout.data.model import Source
from standout.data.partition import Partition
from standout.data.people_elsewhere import PeopleElsewhere
from standout.data.vocabulary import Vocabulary
from standout.engines.merging import Arrays, one_after_another, summed
from standout.engines.spark.engine import SparkEngine
from standout.engines.spark.ids_there import IdsThere
from standout.engines.spark.partitions import SparkPartitions
from standout.engines.spark.source import SparkSource
from standout.results.understood import Understood


def described(
    held: SparkPartitions,
    bounds: tuple[str, ...],
    items: Vocabulary,
    source: SparkSource,
    notes: tuple[str, ...],
    known: Understood,
) -> tuple[Dataset[SparkPartitions], int]:
    """What is known here of records that are on the cluster: facts about everybody, and numbers per person; and how
    many rows repeated others.

    `bounds` are the ids of the first person of each partition; all others stay there. `items` has the names of items.
    """
    sums = held.map(_counts_of, merge=_counted_together)
    lengths = sums["lengths"].astype(np.int64)
    facts = replace(
        held.facts, people=len(lengths), longest=int(lengths.max(initial=0)), holders=sums["holders"],
        value_counts=sums["values"], day_counts=sums["days"],
    )  # fmt: skip
    held.know(facts)
    about = held.brought(held.frame.select("number", "repeats", "digest")).sort_by("number")
    repeats = int(np.asarray(about.column("repeats")).sum())
    digest = hashlib.sha256(b"".join(about.column("digest").to_pylist())).hexdigest()
    notes += (f"{repeats:,} repeated (person, item) entries: the latest of each was kept",) if repeats else ()
    days = None
    if facts.first_day is not None:
        days = (str(np.datetime64(facts.first_day, "D")), str(np.datetime64(facts.first_day + facts.last_day, "D")))
    known = known.completed(
        people=facts.people, items=facts.items, interactions=int(lengths.sum()), repeated=repeats, days=days
    )  # fmt: skip
    about_source = Source((source.name,), digest, notes, known)
    names = replace(items, people=PeopleElsewhere(IdsThere(held, bounds, facts.people, digest)))
    return Dataset(names, facts, lengths, about_source, held, SparkEngine(held.spark)), repeats


def _counts_of(partition: Partition, facts: Facts) -> Arrays:
    records = partition.records
    days = records.days[records.days != NO_DAY]
    return {
        "holders": holders_in(records, facts.items),
        "values": np.bincount(records.values[records.values != NO_VALUE], minlength=len(facts.scale.labels)),
        "days": np.bincount(days, minlength=facts.last_day + 1),
        "lengths": partition.lengths.astype(np.int32),
    }


def _counted_together(answers: Sequence[Arrays]) -> Arrays:
    """Counts added up, lengths in the order of people."""
    lengths = one_after_another([{"lengths": answer["lengths"]} for answer in answers])
    return summed([{name: answer[name] for name in ("holders", "values", "days")} for answer in answers]) | lengths

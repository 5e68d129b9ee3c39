"""People with several released records, under ids that are not theirs: found if any of them comes out first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.data.partition import Partition
from standout.engines.tally import Tally
from standout.knowledge.draw import ANY_LENGTH, Drawn, Knowledge, of_targets


def nearest_own(released: AnyDataset, knowledge: Knowledge, people: Int64s, owners: Int64s) -> Int64s:
    """Each target's own record that has most of the items that are known of them; -1 where they have no record.

    `people` are those of the targets, `owners` say whose each released record is. Of several, the first.
    """
    own = _any_own(people, owners)
    assert isinstance(released.held, Partition)  # a file of who is who is refused elsewhere
    records = released.held.records
    holders = np.repeat(np.arange(len(owners)), np.diff(records.starts))
    width = released.items + 1
    keys = owners[holders] * width + np.asarray(records.items)
    order = np.argsort(keys, kind="stable")
    targets = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    known = np.asarray(knowledge.items).astype(np.int64)
    targets, known = targets[known >= 0], known[known >= 0]
    wanted = people[targets] * width + known
    places = np.minimum(np.searchsorted(keys, wanted, sorter=order), max(len(order) - 1, 0))
    if not len(order):
        return own
    there = keys[order[places]] == wanted
    pairs, counts = np.unique(targets[there] * len(owners) + holders[order[places[there]]], return_counts=True)
    best = np.lexsort((-pairs, counts, pairs // len(owners)))  # the last of each target has most of it
    own[pairs[best] // len(owners)] = pairs[best] % len(owners)
    return own


def longest_own(released: AnyDataset, people: int, owners: Int64s) -> Int64s:
    """The longest released record of each of so many people; -1 where there is none."""
    own = np.full(people, -1, np.int64)
    order = np.argsort(released.lengths, kind="stable")
    order = order[owners[order] >= 0]
    own[owners[order]] = order
    return own


def looking_for_own(released: AnyDataset, drawn: Drawn, owners: Int64s) -> Drawn:
    """The same knowledge of people who may have several released records: how long theirs is, is not known then."""
    known = drawn.knowledge
    known = replace(known, shortest=np.zeros_like(known.shortest), longest=np.full_like(known.longest, ANY_LENGTH))
    truths = nearest_own(released, known, drawn.people, owners)
    return replace(drawn, knowledge=known, truths=truths, owners=owners)


def _any_own(people: Int64s, owners: Int64s) -> Int64s:
    """Some record of each of these people; -1 for who has none."""
    first = np.full(int(max(people.max(initial=-1), owners.max(initial=-1))) + 1, -1, np.int64)
    somebody = np.flatnonzero(owners >= 0)[::-1]
    first[owners[somebody]] = somebody
    return np.asarray(first[people])


def scored_with_own(released: AnyDataset, drawn: Drawn, attack: Attack, **how: Any) -> tuple[Tally, Drawn]:
    """Score all records for the drawn targets. Where people have several, the true one is whichever comes first, and
    those of one's own that are level with it are not rivals."""
    tally = released.engine.score(released, drawn.knowledge, attack, drawn.truths, **how)
    owners = drawn.owners
    if owners is None:
        return tally, drawn
    first = tally.top_records[:, 0]
    mine = (first >= 0) & (owners[np.maximum(first, 0)] == drawn.people) & (first != drawn.truths)
    if mine.any():
        truths = np.where(mine, first, drawn.truths)
        drawn = replace(drawn, truths=truths)
        again, some = np.flatnonzero(mine), of_targets(drawn.knowledge, np.flatnonzero(mine))
        better = released.engine.score(released, some, attack, truths[again], **{**how, "progress": None})
        for name in vars(tally):
            getattr(tally, name)[again] = getattr(better, name)
    shown = tally.top_records >= 0
    own = shown & (owners[np.maximum(tally.top_records, 0)] == drawn.people[:, None])
    level = own & (tally.top_records != drawn.truths[:, None]) & (tally.top_scores == tally.true_scores[:, None])
    return replace(tally, tied=np.maximum(tally.tied - level.sum(axis=1), 0)), drawn

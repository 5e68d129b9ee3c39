"""Attacking again: how many others an attack finds at least as likely as the person, whatever they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import pyarrow as pa

from standout.advising.who_fits import DAYS_OFF, Shown
from standout.attacks.contract import ALONE, Attack
from standout.common.arrays import Int64s, UInt8s, UInt16s
from standout.data.codes import NO_DAY, NO_VALUE, packing_for
from standout.data.dataset import LocalDataset, with_partition
from standout.data.index import shards_of
from standout.data.model import Records
from standout.data.partition import Partition
from standout.data.vocabulary import Vocabulary
from standout.engines.base import threaded
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Knowledge
from standout.risk.outcomes import outcomes

Codes = TypeVar("Codes", UInt8s, UInt16s)


@dataclass(frozen=True)
class Standing:
    """How a person stands in an attack's lineup."""

    attack: str
    others: int
    """How many others come before the person or level with them; everyone, if the attack has lost them."""
    names_another: bool
    """Whether the attack would name one particular other person; not asked of one that always names its best."""


def with_record(data: LocalDataset, shown: Sequence[Shown]) -> LocalDataset:
    """The data with one more record, holding just what is shown: what an attack meets if the person is in it."""
    kept = sorted({entry.item: entry for entry in shown if entry.item >= 0}.values(), key=lambda entry: entry.item)
    items = np.array([entry.item for entry in kept], np.int32)
    values = np.array([NO_VALUE if entry.value is None else entry.value for entry in kept], np.uint8)
    days = np.array(
        [NO_DAY if entry.day is None else min(max(entry.day, 0), data.last_day) for entry in kept], np.uint16
    )
    records = data.held.records
    longer = Records(
        starts=np.append(records.starts, records.starts[-1] + len(kept)),
        items=np.append(records.items, items),
        values=_joined(records.values, values),
        days=_joined(records.days, days),
    )
    own = Records(
        np.array([0, len(kept)]), items, values[: len(kept) * data.has_values], days[: len(kept) * data.has_days]
    )
    packing = packing_for(len(data.scale.labels), data.last_day if data.has_days else None)
    shard = next(iter(shards_of(own, data.items, packing)))
    others = data.vocabulary.everybody()
    names = Vocabulary(pa.concat_arrays([others, pa.array([""], others.type)]), data.vocabulary.items)
    held = Partition(longer, (*data.held.shards, replace(shard, first_person=data.people)))
    return with_partition(
        data, held, holders=data.holders + np.bincount(items, minlength=data.items), scale=data.scale,
        first_day=data.first_day, last_day=data.last_day, vocabulary=names,
    )  # fmt: skip


def _joined(codes: Codes, more: Codes) -> Codes:
    """Codes with more of them behind; none where the data has none."""
    return np.append(codes, more).astype(codes.dtype) if len(codes) else codes


def knowledge_of(lists: Sequence[Sequence[Shown]], data: LocalDataset) -> Knowledge:
    """What somebody knows who sees these lists, one per target: values as they are, days as near as a crowd counts."""
    known = [entry for shown in lists for entry in shown]
    targets = len(lists)
    return Knowledge(
        starts=np.concatenate(([0], np.cumsum([len(shown) for shown in lists]))).astype(np.int64),
        items=np.array([entry.item for entry in known], np.int32),
        values=np.array([NO_VALUE if entry.value is None else entry.value for entry in known], np.uint8),
        days=np.array([UNKNOWN_DAY if entry.day is None else entry.day for entry in known], np.int32),
        shortest=np.zeros(targets, np.int64),
        longest=np.full(targets, ANY_LENGTH),
        scale=data.scale,
        value_error=0.0 if any(entry.value is not None for entry in known) else -1.0,
        day_error=float(DAYS_OFF) if any(entry.day is not None for entry in known) else -1.0,
    )


def standings(
    data: LocalDataset, owners: Int64s, lists: Sequence[Sequence[Shown]], attacks: Sequence[Attack], threads: int = 1
) -> list[list[Standing]]:
    """For each list that might be shown, how the owner of a record stands in every attack.

    Where the record may be any of several, the one in the middle of them counts.
    """
    data = threaded(data, threads)
    knowledge = knowledge_of([shown for shown in lists for _ in owners], data)
    truths = np.tile(owners, len(lists))
    by_list: list[list[Standing]] = [[] for _ in lists]
    for attack in attacks:
        tally = data.engine.score(data, knowledge, attack, truths)
        another = np.zeros((len(lists), len(owners)), np.bool_)
        if attack.verdict != ALONE or attack.probabilities == "uniform":
            judged = outcomes(tally, attack, truths, data.people)
            declared = (judged.guesses >= 0) & (judged.standing_out >= judged.threshold)
            another = (declared & (judged.guesses != truths)).reshape(len(lists), -1)
        others = np.where(tally.listed, tally.beat + tally.tied, data.people).reshape(len(lists), -1)
        middle = np.sort(others, axis=1)[:, (len(owners) - 1) // 2]
        for row, standing in enumerate(by_list):
            standing.append(Standing(attack.name, int(middle[row]), bool(another[row].any())))
    return by_list

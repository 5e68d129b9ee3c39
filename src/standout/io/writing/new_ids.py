"""Other ids for people: numbers in an order that nobody can know, and the key that its owner keeps.

Ids that stay make a release a mailing list, and their order tells who joined when. New ones are drawn from the
system's own randomness, never from the seed, and people are written in the order of their new ids. No new id is an old
one: whoever compares the release with the data by id would otherwise compare people with others, and find nobody.
"""

from __future__ import annotations

import csv
import io
import secrets
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset, with_partition
from standout.data.index import shards_of
from standout.data.model import Records
from standout.data.partition import Partition

KEY_ENDING = ".key.csv"
CROWDS_ENDING = ".crowds.json"


def key_place(out: Path) -> Path:
    """Where the key to the new ids of a result goes: beside it."""
    return out.with_name(f"{out.name}{KEY_ENDING}")


def crowds_place(out: Path) -> Path:
    """Where the crowds of a result go, for the next release: beside it."""
    return out.with_name(f"{out.name}{CROWDS_ENDING}")


def first_free(people: pa.Array, count: int) -> int:
    """Where as many numbers begin as there are people, none of which is an id already, however it is written: 1, or the
    first after 10, 100, 1000 … that leaves room."""
    whole = pc.replace_substring_regex(people, r"^\s*0*(\d{1,18})(\.0+)?\s*$", r"\1")
    taken = pc.cast(pc.filter(whole, pc.match_substring_regex(whole, r"^\d{1,18}$")), pa.int64()).to_numpy()
    firsts: list[int] = [1, *(int(10**power) + 1 for power in range(len(str(count)), 19))]
    return next(first for first in firsts if not ((taken >= first) & (taken < first + count)).any())


def with_new_ids(data: LocalDataset) -> tuple[LocalDataset, Int64s]:
    """The same people under numbers that nobody had, in this order; and who each was, by code."""
    order = np.random.default_rng(secrets.randbits(128)).permutation(data.people).astype(np.int64)
    records = _reordered(data.held.records, order)
    packing = data.held.shards[0].packing if data.held.shards else None
    shards = () if packing is None else tuple(shards_of(records, data.items, packing))
    first = first_free(data.vocabulary.everybody(), data.people)
    ids = pc.cast(pa.array(np.arange(first, first + data.people)), pa.large_string())
    renamed = with_partition(
        data,
        Partition(records, shards),
        holders=data.holders,
        scale=data.scale,
        first_day=data.first_day,
        last_day=data.last_day,
        vocabulary=replace(data.vocabulary, people=ids),
    )
    return renamed, order


def _reordered(records: Records, order: Int64s) -> Records:
    """The records of the people in this order."""
    lengths = np.diff(records.starts)[order]
    starts = np.concatenate(([0], np.cumsum(lengths)))
    entries = np.repeat(records.starts[order] - starts[:-1], lengths) + np.arange(starts[-1])
    return Records(
        starts,
        records.items[entries],
        records.values[entries] if len(records.values) else records.values,
        records.days[entries] if len(records.days) else records.days,
    )


def key_of(ids: pa.Array, renamed: LocalDataset, order: Int64s) -> bytes:
    """The key: the id of each record's person and the new one, as --truth of `link` and `audit` reads it."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("public", "released"))
    rows.writerows((ids[code].as_py(), renamed.vocabulary.person(number)) for number, code in enumerate(order.tolist()))
    return text.getvalue().encode()

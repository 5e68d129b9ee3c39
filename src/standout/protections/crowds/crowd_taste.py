"""Who is like whom: a place for each person by taste, activity and time, found without comparing any two people.

Records are asked partition by partition. What is summed over people are whole numbers on a grid, so that sums, and with
them places, are the same however people are cut into partitions and whatever order they come in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock

import numpy as np

from standout.common.arrays import Float32s, Floats, Int64s, only_read
from standout.common.memory import make_room
from standout.data.codes import NO_DAY
from standout.data.counting import people_blocks
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.model import Records
from standout.data.partition import Partition
from standout.engines.merging import Arrays, one_after_another, summed
from standout.protections.crowds.crowd_groups import in_threads

FACTORS = 48
"""Directions of taste that are told apart."""
SPARE, STEPS = 8, 4
"""Further directions, and steps, of the randomised search for the strongest ones (Halko and others 2011)."""
ACTIVITY, SPAN = 0.05, 0.05
"""How much length of record, and time, count beside taste: as a share of the variance of all of it."""
GRID = float(1 << 28)
"""Steps of the grid that summed numbers lie on, from 0 to the largest that there can be."""
_ROWS = 1 << 16


def searched(
    sums_of: Callable[[Float32s], Float32s], rows_of: Callable[[Float32s], Float32s], size: int, width: int, seed: int
) -> Float32s:
    """The strongest directions of rows over so many items: a column each, a row per item.

    `rows_of` are the rows along given directions; `sums_of` is what comes of handing these back to items.
    """
    width = min(width, size)
    spare = min(width + SPARE, size)
    found = np.random.default_rng(seed).standard_normal((size, spare)).astype(np.float32)
    for _ in range(STEPS):
        found = upright(sums_of(found))
    return turned(rows_of(found), found, width)


def strongest(records: Records, weights: Float32s, people: Int64s, size: int, width: int, seed: int) -> Float32s:
    """The strongest directions of who has what in records that are at hand. `weights` are those of the people."""
    from standout.kernels.crowding import hand_out

    def sums_of(found: Float32s) -> Float32s:
        rows = np.empty((len(people), found.shape[1]), np.float32)
        rows[people] = projected(records, people, found) * weights[:, None] ** 2
        sums = np.zeros(found.shape, np.float32)
        hand_out(records.starts, np.asarray(records.items), people, rows, sums)
        return sums

    return searched(sums_of, lambda found: projected(records, people, found) * weights[:, None], size, width, seed)


def upright(columns: Float32s) -> Float32s:
    """Columns of length 1, at right angles to each other, that span what these do."""
    lengths, turn = np.linalg.eigh(squared(columns))
    turn = turn / np.sqrt(np.maximum(lengths, lengths[-1] * 1e-12 or 1.0))
    return np.asarray(columns @ turn, np.float32)


def turned(rows: Float32s, found: Float32s, width: int) -> Float32s:
    """The given directions turned so that the strongest of the rows' come first, and only so many of them."""
    turn = np.linalg.eigh(squared(rows))[1][:, ::-1][:, :width]
    return np.ascontiguousarray((found @ turn).astype(np.float32))


def squared(rows: Float32s) -> Floats:
    """The rows' products with themselves, summed up some rows at a time."""
    total = np.zeros((rows.shape[1],) * 2)
    for begin in range(0, len(rows), _ROWS):
        some = rows[begin : begin + _ROWS].astype(np.float64)
        total += some.T @ some
    return total


def projected(records: Records, people: Int64s, table: Float32s) -> Float32s:
    """For each of these people, in their order, the sum of their items' rows."""
    from standout.kernels.crowding import add_up

    rows = np.zeros((len(people), table.shape[1]), np.float32)
    add_up(only_read(records.starts), only_read(np.asarray(records.items)), people, table, rows)
    return rows


def places_of(data: AnyDataset, people: Int64s, seed: int, *, dated: bool = True) -> Float32s:
    """A place for each of these people, in their order: near people have like taste, are about as active, and, if
    `dated`, were there at about one time. The first columns are taste.
    """
    threads = data.engine.workers
    ask = partial(data.engine.map, data)

    def sums_of(found: Float32s) -> Float32s:
        grid = grid_for(found)
        sums = ask(_handed_out, found, grid, threads, merge=summed)["sums"]
        return np.asarray(sums / grid, np.float32)

    def rows_of(found: Float32s) -> Float32s:
        return np.asarray(ask(_rows, found, threads, merge=one_after_another)["rows"])

    directions = searched(sums_of, rows_of, data.items, FACTORS, seed)
    taste = rows_of(directions)[people]
    told = ask(_habits, dated and data.has_days, merge=one_after_another)
    spread = float(taste.var(axis=0).sum()) or 1.0
    further = [_weighed(np.log1p(told["lengths"][people]), ACTIVITY * spread)]
    if "known" in told:
        known = told["known"]
        for one in (told["middle"], told["span"]):
            one[~known] = np.median(one[known]) if known.any() else 0.0
            further.append(_weighed(one[people], SPAN * spread / 2))
    return np.column_stack([taste, *further]).astype(np.float32)


def grid_for(found: Float32s, times: float = 1.0) -> float:
    """Steps to one on the grid, for sums of which none is larger than so many times the largest of these numbers."""
    return GRID / max(float(np.abs(found).max(initial=0.0)) * times, 1e-30)


def _weights(records: Records, first: int, last: int) -> Float32s:
    """A person's items count through the root of how many they are."""
    lengths = np.diff(records.starts[first : last + 1])
    return (1 / np.sqrt(np.maximum(lengths, 1))).astype(np.float32)


def _rows(partition: Partition, facts: Facts, found: Float32s, threads: int) -> Arrays:  # noqa: ARG001
    """Everybody's weighted items along these directions."""
    records, rows = partition.items_once.records, np.empty((partition.size, found.shape[1]), np.float32)

    def block(people: tuple[int, int]) -> None:
        first, last = people
        rows[first:last] = projected(records, np.arange(first, last), found) * _weights(records, first, last)[:, None]
        make_room()

    in_threads(block, people_blocks(records.starts), threads)
    return {"rows": rows}


def _handed_out(partition: Partition, facts: Facts, found: Float32s, grid: float, threads: int) -> Arrays:
    """For each item, the sum of its holders' rows along these directions, on the grid."""
    from standout.kernels.crowding import hand_out_whole

    records, lock = partition.items_once.records, Lock()
    starts, items = only_read(records.starts), only_read(np.asarray(records.items))
    total = np.zeros((facts.items, found.shape[1]), np.int64)

    def block(people: tuple[int, int]) -> None:
        first, last = people
        rows = projected(records, np.arange(first, last), found) * _weights(records, first, last)[:, None] ** 2
        sums = np.zeros((facts.items, found.shape[1]), np.int64)
        hand_out_whole(starts, items, first, last, on_grid(rows, grid), sums)
        with lock:
            np.add(total, sums, out=total)
        make_room()

    in_threads(block, people_blocks(records.starts), threads)
    return {"sums": total}


def on_grid(rows: Float32s, grid: float) -> Int64s:
    """Rows as whole numbers of steps."""
    return np.rint(rows.astype(np.float64) * grid).astype(np.int64)


def _habits(partition: Partition, facts: Facts, dated: bool) -> Arrays:  # noqa: ARG001
    """How many items each person has; and if `dated`, the middle of their days, how long they were there, and whether
    anything is known of that."""
    lengths = np.diff(partition.items_once.records.starts)
    if not dated:
        return {"lengths": lengths}
    records, people = partition.records, partition.size
    middle, span, known = np.zeros(people), np.zeros(people), np.zeros(people, bool)
    for begin, end in people_blocks(records.starts):
        here = slice(int(records.starts[begin]), int(records.starts[end]))
        owners = np.repeat(np.arange(end - begin), np.diff(records.starts[begin : end + 1]))
        days = np.asarray(records.days[here]).astype(np.int64)
        owners, days = owners[days != NO_DAY], days[days != NO_DAY]
        many = np.bincount(owners, minlength=end - begin)
        first, last = np.full(end - begin, NO_DAY), np.zeros(end - begin, np.int64)
        np.minimum.at(first, owners, days)
        np.maximum.at(last, owners, days)
        middle[begin:end] = np.bincount(owners, days, end - begin) / np.maximum(many, 1)
        span[begin:end] = np.log1p(np.maximum(last - first, 0))
        known[begin:end] = many > 0
        make_room()
    return {"lengths": lengths, "middle": middle, "span": span, "known": known}


def _weighed(numbers: Floats, variance: float) -> Floats:
    """The same numbers with mean 0 and this variance."""
    spread = float(numbers.std())
    return np.asarray((numbers - numbers.mean()) * (np.sqrt(variance) / spread if spread else 0.0))

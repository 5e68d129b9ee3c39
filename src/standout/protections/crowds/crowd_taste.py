"""Who is like whom: a place for each person by taste, activity and time, found without comparing any two people."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Float32s, Floats, Int64s
from standout.data.codes import NO_DAY
from standout.data.model import Records
from standout.protections.person_records import people_blocks

FACTORS = 48
"""Directions of taste that are told apart."""
SPARE, STEPS = 8, 4
"""Further directions, and steps, of the randomised search for the strongest ones (Halko and others 2011)."""
ACTIVITY, SPAN = 0.05, 0.05
"""How much length of record, and time, count beside taste: as a share of the variance of all of it."""


def strongest(records: Records, weights: Float32s, people: Int64s, size: int, width: int, seed: int) -> Float32s:
    """The strongest directions of who has what: a column each, a row per item. `weights` are those of the people.

    Sums run over people in the given order, which is random: so rounding does not depend on how people are numbered.
    """
    from standout.kernels.crowding import hand_out

    width = min(width, size)
    spare = min(width + SPARE, size)
    found = np.random.default_rng(seed).standard_normal((size, spare)).astype(np.float32)
    for _ in range(STEPS):
        rows = np.empty((len(people), spare), np.float32)
        rows[people] = projected(records, people, found) * weights[:, None] ** 2
        sums = np.zeros((size, spare), np.float32)
        hand_out(records.starts, np.asarray(records.items), people, rows, sums)
        found = upright(sums)
    return turned(projected(records, people, found) * weights[:, None], found, width)


def upright(columns: Float32s) -> Float32s:
    """Columns of length 1, at right angles to each other, that span what these do."""
    square = columns.T.astype(np.float64) @ columns.astype(np.float64)
    lengths, turn = np.linalg.eigh(square)
    turn = turn / np.sqrt(np.maximum(lengths, lengths[-1] * 1e-12 or 1.0))
    return np.asarray(columns @ turn, np.float32)


def turned(rows: Float32s, found: Float32s, width: int) -> Float32s:
    """The given directions turned so that the strongest of the rows' come first, and only so many of them."""
    square = rows.T.astype(np.float64) @ rows.astype(np.float64)
    turn = np.linalg.eigh(square)[1][:, ::-1][:, :width]
    return np.ascontiguousarray((found @ turn).astype(np.float32))


def projected(records: Records, people: Int64s, table: Float32s) -> Float32s:
    """For each of these people, in their order, the sum of their items' rows."""
    from standout.kernels.crowding import add_up

    rows = np.zeros((len(people), table.shape[1]), np.float32)
    add_up(records.starts, np.asarray(records.items), people, table, rows)
    return rows


def places_of(records: Records, days: Records, people: Int64s, size: int, seed: int) -> Float32s:
    """A place for each of these people, in their order: near people have like taste, are about as active, and were
    there at about one time.

    `records` have each item once; `days` are the records with all their days, or with none.
    """
    lengths = np.diff(records.starts)[people]
    weights = (1 / np.sqrt(np.maximum(lengths, 1))).astype(np.float32)
    directions = strongest(records, weights, people, size, FACTORS, seed)
    taste = projected(records, people, directions) * weights[:, None]
    spread = float(taste.var(axis=0).sum()) or 1.0
    further = [_weighed(np.log1p(lengths), ACTIVITY * spread)]
    if len(days.days):
        further += [_weighed(one[people], SPAN * spread / 2) for one in _times(days)]
    return np.column_stack([taste, *further]).astype(np.float32)


def _times(records: Records) -> tuple[Floats, Floats]:
    """The middle of each person's days and how long they were there; the median of all for who has no day."""
    people = len(records.starts) - 1
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
    for one in (middle, span):
        one[~known] = np.median(one[known]) if known.any() else 0.0
    return middle, span


def _weighed(numbers: Floats, variance: float) -> Floats:
    """The same numbers with mean 0 and this variance."""
    spread = float(numbers.std())
    return np.asarray((numbers - numbers.mean()) * (np.sqrt(variance) / spread if spread else 0.0))

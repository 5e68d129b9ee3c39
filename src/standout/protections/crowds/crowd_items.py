"""Dealing items: how many of a crowd have each, and how many each has, stay; who has what is drawn anew.

Of a crowd's records only totals are read. Lengths are dealt to places by lot. What goes together inside a place is
drawn from how crowds differ (item factors, made of the crowds' totals alone) and from how far people in general are
from their crowd (one covariance for everybody).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Float32s, Floats, Int32s, Int64s
from standout.data.model import Records
from standout.protections.crowds.crowd_groups import Grouping, in_threads

WIDTH, SPARE, STEPS = 24, 8, 4
"""Directions of taste that records are dealt along."""
AT_ONCE = 256
"""Crowds that are dealt in one go."""
MIXING, MATCHING = 10, 30
"""Exchanges tried per entry: at random, and to come nearer to the taste that was drawn for a place."""


@dataclass(frozen=True)
class Tastes:
    """What is known of everybody together when a crowd is dealt."""

    factors: Float32s
    """A row per item, from the crowds' totals alone."""
    spread: Floats
    """How people differ from their crowd: lower triangular, so that spread @ normal numbers is a draw."""
    power: float
    """How that grows with the length of a record."""


def common(records: Records, grouping: Grouping, size: int, least: int, among: Bools | None = None) -> Bools:
    """Which entries are of items that at least so many of the same crowd have; of some entries, if they are given."""
    from standout.kernels.dealing import mark_common

    kept, counts = np.zeros(len(records.items), bool), np.zeros(size, np.int64)
    among = np.ones(len(records.items), bool) if among is None else among
    mark_common(records.starts, np.asarray(records.items), among, grouping.people, grouping.starts, least, counts, kept)
    return kept


def lengths_and_sums(records: Records, chosen: Bools, people: Int64s, table: Float32s) -> tuple[Int64s, Float32s]:
    """For each of these people, how many entries are chosen, and the sum of their items' rows."""
    from standout.kernels.dealing import chosen_sums

    lengths, sums = np.zeros(len(people), np.int64), np.zeros((len(people), table.shape[1]), np.float32)
    chosen_sums(records.starts, np.asarray(records.items), chosen, people, table, lengths, sums)
    return lengths, sums


def tastes(records: Records, kept: Bools, grouping: Grouping, size: int, seed: int) -> Tastes:
    """Item factors from the totals of crowds, and how people in general differ from their crowd."""
    factors = _factors_of_crowds(records, kept, grouping, size, seed)
    lengths, sums = lengths_and_sums(records, kept, grouping.people, factors)
    crowds = grouping.crowds
    share = lengths / np.maximum(np.bincount(crowds, lengths), 1)[crowds]
    away = sums - share[:, None] * _by_crowd(sums, grouping)[crowds]
    square, some = (away**2).sum(axis=1), lengths > 1
    some &= square > 0
    if some.sum() < 3 or len(np.unique(lengths[some])) < 2:
        return Tastes(factors, np.zeros((factors.shape[1],) * 2), 0.5)
    power = float(np.clip(np.polyfit(np.log(lengths[some]), np.log(square[some]), 1)[0] / 2, 0.0, 1.0))
    usual = away[some] / lengths[some, None] ** power
    covariance = usual.T @ usual / some.sum()
    tiny = 1e-9 * max(float(np.trace(covariance)), 1e-9)
    return Tastes(factors, np.linalg.cholesky(covariance + tiny * np.eye(len(covariance))), power)


def _factors_of_crowds(records: Records, kept: Bools, grouping: Grouping, size: int, seed: int) -> Float32s:
    """The strongest directions in which the totals of crowds differ."""
    from standout.kernels.dealing import hand_out_chosen
    from standout.protections.crowds.crowd_taste import turned, upright

    width = min(WIDTH, grouping.count, size)
    spare = min(width + SPARE, size)
    found = np.random.default_rng(seed).standard_normal((size, spare)).astype(np.float32)

    def totals() -> Float32s:
        sums = lengths_and_sums(records, kept, grouping.people, found)[1]
        return (_by_crowd(sums, grouping) / np.sqrt(grouping.sizes)[:, None]).astype(np.float32)

    for _ in range(STEPS):
        rows = np.empty((len(grouping.people), spare), np.float32)
        rows[grouping.people] = (totals() / np.sqrt(grouping.sizes)[:, None])[grouping.crowds]
        sums = np.zeros((size, spare), np.float32)
        hand_out_chosen(records.starts, np.asarray(records.items), kept, grouping.people, rows, sums)
        found = upright(sums)
    return turned(totals(), found, width)


def middles(records: Records, grouping: Grouping, known: Tastes) -> Float32s:
    """Where each crowd as a whole is, in the factors: a direction, whatever its size and length."""
    everything = np.ones(len(records.items), bool)
    sums = _by_crowd(lengths_and_sums(records, everything, grouping.people, known.factors)[1], grouping)
    return np.asarray(sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12), np.float32)


def _by_crowd(rows: Float32s, grouping: Grouping) -> Float32s:
    return np.add.reduceat(rows, grouping.starts[:-1], axis=0)


def dealt_lengths(lengths: tuple[Int64s, ...], grouping: Grouping, dice: np.random.Generator) -> tuple[Int64s, ...]:
    """Lengths (each person's together) dealt to the places of the crowd by lot; it depends on the multiset alone."""
    crowds = grouping.crowds
    in_order = np.lexsort((*lengths, crowds))
    by_lot = in_order[np.lexsort((dice.random(len(crowds)), crowds))]
    return tuple(of[by_lot] for of in lengths)


def drawn_tastes(rooms: Int64s, grouping: Grouping, known: Tastes, dice: np.random.Generator) -> Float32s:
    """For each place, a draw from how people in general differ from their crowd, for a record of its length."""
    many = grouping.sizes[grouping.crowds]
    drawn = dice.standard_normal((len(rooms), known.factors.shape[1])) @ known.spread.T
    drawn *= (np.sqrt(many / np.maximum(many - 1, 1)) * rooms.astype(np.float64) ** known.power)[:, None]
    return drawn.astype(np.float32)


def dealt_items(
    records: Records, chosen: Bools, grouping: Grouping, rooms: Int64s, most: float, known: Tastes, size: int, seed: int
) -> Int32s:
    """The items of each place, room after room in the order of `grouping.people`; -1 where a room stays empty."""
    from standout.kernels.dealing import deal_crowds
    from standout.knowledge.draw import seed_for

    drawn = drawn_tastes(rooms, grouping, known, np.random.default_rng(seed_for(seed, "tastes")))
    out = np.full(int(rooms.sum()), -1, np.int32)
    begins, items = np.concatenate(([0], np.cumsum(rooms))), np.asarray(records.items)

    def deal(first: int) -> None:
        last = min(first + AT_ONCE, grouping.count)
        here = slice(int(grouping.starts[first]), int(grouping.starts[last]))
        deal_crowds(
            records.starts, items, chosen, grouping.people[here], grouping.starts[first : last + 1] - here.start, most,
            known.factors, drawn[here], rooms[here], MIXING, MATCHING, seed_for(seed, "items"), first,
            np.zeros(size, np.int64), out[begins[here.start] : begins[here.stop]],
        )  # fmt: skip

    in_threads(deal, range(0, grouping.count, AT_ONCE))
    return out

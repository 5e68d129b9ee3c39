"""Dealing items: how many of a crowd have each, and how many each has, stay; who has what is drawn anew.

Of a crowd's records only totals are read. Lengths are dealt to places by lot. What goes together inside a place is
drawn from what people in general have together (item factors, made of sums over everybody) and from how far people in
general are from their crowd (one covariance for everybody).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from standout.common.arrays import Bools, Float32s, Floats, Int32s, Int64s
from standout.data.facts import Facts
from standout.engines.merging import Arrays, one_after_another, summed
from standout.protections.crowds.crowd_groups import Grouping
from standout.protections.crowds.crowd_marks import Hand, sorted_by
from standout.protections.crowds.crowd_taste import grid_for, on_grid, searched
from standout.protections.crowds.crowd_units import Ask, Held, Units, ranges

WIDTH = 24
"""Directions of taste that records are dealt along."""
MIXING, MATCHING, MATCHING_MIXED = 10, 30, 60
"""Exchanges tried per entry: at random, and to come nearer to the taste that was drawn for a place; more of these in
mixed crowds, where such tastes lie farther apart."""


@dataclass(frozen=True)
class Tastes:
    """What is known of everybody together when a crowd is dealt."""

    factors: Float32s
    """A row per item, from sums over everybody."""
    spread: Floats
    """How people differ from their crowd: lower triangular, so that spread @ normal numbers is a draw."""
    power: float
    """How that grows with the length of a record."""
    matching: int = MATCHING
    """Exchanges tried per entry to come near to what was drawn."""


@dataclass(frozen=True)
class Members:
    """The items of some people, each once: those of person p are `items[starts[p]:starts[p + 1]]`."""

    starts: Int64s
    items: Int32s
    owners: Int64s
    """Whose each entry is."""
    where: Int64s
    """Where it stands in the records."""
    counts: Int64s
    """Zeros, one per item, for kernels to count in."""

    @classmethod
    def of(cls, held: Held, people: Int64s, counts: Int64s | None = None) -> Members:
        owners, where = ranges(held.single.starts, people)
        lengths = held.single.starts[people + 1] - held.single.starts[people]
        return cls(
            np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
            np.asarray(held.single.items)[where],
            owners,
            where,
            np.zeros(held.facts.items, np.int64) if counts is None else counts,
        )


def common(members: Members, grouping: Grouping, least: int, among: Bools | None = None) -> Bools:
    """Which entries are of items that at least so many of the same crowd have; of some entries, if they are given."""
    from standout.kernels.dealing import mark_common

    kept = np.zeros(len(members.items), bool)
    among = np.ones(len(members.items), bool) if among is None else among
    mark_common(
        members.starts, members.items, among, grouping.people, grouping.starts, least, members.counts, kept
    )  # fmt: skip
    return kept


def tastes(ask: Ask, facts: Facts, least: int, seed: int, *, mixed: bool = False) -> Tastes:
    """The strongest directions of what people have together, and how people in general differ from their crowd.

    Each item counts where at least so many of the crowd have it. `mixed` crowds are made alike in an attribute, so that
    people differ more from them.
    """
    from standout.kernels.dealing import FINE

    def sums_of(found: Float32s) -> Float32s:
        grid = grid_for(found, facts.longest)
        return np.asarray(ask(_handed_out, found, grid, least, merge=summed)["sums"] / grid, np.float32)

    def rows_of(found: Float32s) -> Float32s:
        return _as_rows(found.T.astype(np.float64) @ sums_of(found))

    directions = searched(sums_of, rows_of, facts.items, min(WIDTH, facts.people), seed)
    factors = (np.rint(directions * FINE) / FINE).astype(np.float32)
    told = ask(_away, factors, least, merge=one_after_another)
    return replace(_with_spread(factors, told["lengths"], told["away"]), matching=MATCHING_MIXED if mixed else MATCHING)


def _as_rows(products: Floats) -> Float32s:
    """Some rows that have these products with themselves: sums over everybody do not depend on anybody's order, and
    everybody's own rows would."""
    lengths, directions = np.linalg.eigh((products + products.T) / 2)
    return np.asarray(np.sqrt(np.maximum(lengths, 0.0))[:, None] * directions.T, np.float32)


def _with_spread(factors: Float32s, lengths: Int64s, away: Float32s) -> Tastes:
    """How far people are from their crowd, by the lengths of their records."""
    square, some = (away**2).sum(axis=1), lengths > 1
    some &= square > 0
    if some.sum() < 3 or len(np.unique(lengths[some])) < 2:
        return Tastes(factors, np.zeros((factors.shape[1],) * 2), 0.5)
    power = float(np.clip(np.polyfit(np.log(lengths[some]), np.log(square[some]), 1)[0] / 2, 0.0, 1.0))
    usual = away[some] / lengths[some, None] ** power
    covariance = usual.T @ usual / some.sum()
    tiny = 1e-9 * max(float(np.trace(covariance)), 1e-9)
    return Tastes(factors, np.linalg.cholesky(covariance + tiny * np.eye(len(covariance))), power)


def _sums(held: Held, units: Units, table: Float32s, least: int) -> tuple[Members, Bools, Int64s, Float32s]:
    """The members of some units, which of their entries are common in their crowd, how many, and the sums of those
    items' rows."""
    from standout.kernels.dealing import chosen_sums

    members = Members.of(held, units.people)
    kept = common(members, units.grouping, least)
    lengths, sums = np.zeros(len(units.people), np.int64), np.zeros((len(units.people), table.shape[1]), np.float32)
    chosen_sums(members.starts, members.items, kept, units.grouping.people, table, lengths, sums)
    return members, kept, lengths, sums


def _handed_out(held: Held, units: Units, found: Float32s, grid: float, least: int) -> Arrays:
    """For each item, the sum of its holders' rows along these directions, on the grid."""
    from standout.kernels.dealing import hand_out_chosen

    members, kept, _, sums = _sums(held, units, found, least)
    out = np.zeros(found.shape, np.int64)
    hand_out_chosen(members.starts, members.items, kept, units.grouping.people, on_grid(sums, grid), out)
    return {"sums": out}


def _away(held: Held, units: Units, factors: Float32s, least: int) -> Arrays:
    """How far each person is from their share of what the crowd has, in factors."""
    _, _, lengths, sums = _sums(held, units, factors, least)
    crowds = units.grouping.crowds
    share = lengths / np.maximum(np.bincount(crowds, lengths), 1)[crowds]
    away = sums - share[:, None] * _by_crowd(sums, units)[crowds]
    return {"lengths": lengths, "away": away.astype(np.float32)}


def _by_crowd(rows: Float32s, units: Units) -> Float32s:
    return np.add.reduceat(rows, units.crowds[:-1], axis=0)


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
    members: Members,
    chosen: Bools,
    grouping: Grouping,
    rooms: Int64s,
    most: float,
    known: Tastes,
    dice: np.random.Generator,
) -> Int32s:
    """The items of each place, room after room in the order of `grouping.people`; -1 where a room stays empty."""
    from standout.kernels.dealing import deal_crowds

    drawn = drawn_tastes(rooms, grouping, known, dice)
    out = np.full(int(rooms.sum()), -1, np.int32)
    deal_crowds(
        members.starts, members.items, chosen, grouping.people, grouping.starts, most, known.factors, drawn, rooms,
        MIXING, known.matching, int(dice.integers(1 << 62)), 0, members.counts, out,
    )  # fmt: skip
    return out


def within(share: float, hand: Hand, sizes: Int64s, dice: np.random.Generator) -> Bools:
    """Which entries stay if no item is had by more than this share of a crowd; which go is drawn by lot.

    What is dealt among several crowds may come to one that has as much of it as it may.
    """
    most = np.maximum((share * sizes + 1e-9).astype(np.int64), 1)
    codes = hand.crowds * (int(hand.items.max(initial=0)) + 1) + hand.items
    _, cells, counts = np.unique(codes, return_inverse=True, return_counts=True)
    stays: Bools = counts[cells] <= most[hand.crowds]
    above = np.flatnonzero(~stays)
    order = above[sorted_by(dice.random(len(above)), cells[above])]
    begins = np.flatnonzero(np.append(True, cells[order][1:] != cells[order][:-1])[: len(order)])
    ranks = np.arange(len(order)) - np.repeat(begins, np.diff(np.append(begins, len(order))))
    stays[order] = ranks < most[hand.crowds[order]]
    return stays

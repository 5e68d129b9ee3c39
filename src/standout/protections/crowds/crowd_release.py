"""From grouped people to released records: items first, then how often, values and days, each dealt apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s, UInt8s, UInt16s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import by_day_and_value, once
from standout.data.dataset import LocalDataset
from standout.data.model import Records
from standout.knowledge.draw import seed_for
from standout.protections.crowds import crowd_days, crowd_items, crowd_marks
from standout.protections.crowds.crowd_groups import Grouping, coarser, in_threads
from standout.protections.crowds.crowd_marks import Hand, Heap

COARSER = 8
"""Crowds that are taken together for what is too rare in one of them."""
BLOCK = 1 << 20
"""Entries whose values and days are dealt at once."""


@dataclass(frozen=True)
class Rules:
    """How crowds are dealt."""

    at_least: int
    at_most: float
    hand_on: bool
    """Whether what is too rare in a crowd is dealt among several crowds."""
    values: bool
    days: bool


@dataclass(frozen=True)
class Dealt:
    """Released items by person, each once, and which entries of the original (each item once) were dealt."""

    starts: Int64s
    items: Int32s
    kept: Bools


def released(data: LocalDataset, grouping: Grouping, rules: Rules, seed: int) -> Records:
    """The records of the release: of each crowd's own ones, only totals were read."""
    records = once(data.held.records)
    kept = crowd_items.common(records, grouping, data.items, rules.at_least)
    known = crowd_items.tastes(records, kept, grouping, data.items, seed_for(seed, "factors"))
    wide = coarser(grouping, crowd_items.middles(records, grouping, known), COARSER) if rules.hand_on else None
    dealt = deal_items(records, kept, grouping, wide, rules, known, data.items, seed)
    return deal_marks(data, records, dealt, grouping, rules, seed)


def deal_items(
    records: Records,
    kept: Bools,
    grouping: Grouping,
    wide: Grouping | None,
    rules: Rules,
    known: crowd_items.Tastes,
    size: int,
    seed: int,
) -> Dealt:
    """Deal what is common enough in each crowd and, where there are crowds of crowds, the rest in those."""
    rare = np.zeros(len(kept), bool)
    if wide is not None:
        rare = crowd_items.common(records, wide, size, rules.at_least, ~kept)
    own, further = (
        crowd_items.lengths_and_sums(records, chosen, grouping.people, known.factors[:, :0])[0]
        for chosen in (kept, rare)
    )
    rooms, more = crowd_items.dealt_lengths((own, further), grouping, np.random.default_rng(seed_for(seed, "lengths")))
    parts = [(grouping, rooms, kept, "own")]
    if wide is not None:
        by_person = np.empty_like(more)
        by_person[grouping.people] = more
        parts.append((wide, by_person[wide.people], rare, "handed on"))
    out = [
        crowd_items.dealt_items(records, chosen, among, room, rules.at_most, known, size, seed_for(seed, name))
        for among, room, chosen, name in parts
    ]
    starts, items = _joined([(among, room) for among, room, _, _ in parts], out)
    return Dealt(starts, items, kept | rare)


def _joined(parts: list[tuple[Grouping, Int64s]], out: list[Int32s]) -> tuple[Int64s, Int32s]:
    """Items by person, ascending, each once, from what one or two dealings gave to places."""
    from standout.kernels.dealing import gathered

    people = len(parts[0][1])
    placed = []
    for (grouping, rooms), dealt in zip(parts, out, strict=True):
        at = np.empty(people, np.int64)
        at[grouping.people] = np.arange(people)
        placed.append((at, np.concatenate(([0], np.cumsum(rooms))), dealt))
    if len(placed) == 1:
        placed.append((placed[0][0], np.zeros(people + 1, np.int64), np.empty(0, np.int32)))
    lengths, items = np.zeros(people + 1, np.int64), np.empty(sum(map(len, out)), np.int32)
    total = gathered(*placed[0], *placed[1], lengths, items)
    return np.cumsum(lengths), items[:total]


def deal_marks(
    data: LocalDataset, records: Records, dealt: Dealt, grouping: Grouping, rules: Rules, seed: int
) -> Records:
    """The dealt items with the crowds' repeats, values and days, dealt apart from items and from each other."""
    usual = _Usual(
        often=crowd_marks.habits(records, data.items, lambda here: np.log(_repeats(data, records)[here]))
        if data.events
        else None,
        values=crowd_marks.habits(data.held.records, data.items, lambda here: _numbers(data, here))
        if rules.values
        else None,
        calendar=crowd_days.calendar(data.held.records, data.facts, grouping) if rules.days else None,
    )
    repeats = _repeats(data, records)

    def block(crowds_of: tuple[int, int]) -> _Piece | None:
        first, last = crowds_of
        dice = np.random.default_rng(seed_for(seed, "marks", str(first)))
        people = grouping.people[grouping.starts[first] : grouping.starts[last]]
        crowds = np.repeat(np.arange(last - first), grouping.sizes[first:last])
        places, entries = _ranges(dealt.starts, people)
        hand = Hand(dealt.items[entries].astype(np.int64), places, crowds[places])
        owners, pairs = _ranges(records.starts, people)
        chosen = dealt.kept[pairs]
        source = _Source(crowds[owners[chosen]], pairs[chosen])
        hand, marks = _marked(data, hand, source, repeats, usual, dice)
        if usual.often is not None:
            return _Piece.of(people, hand, marks)
        if rules.values:
            values[entries] = marks.values
        if rules.days:
            days[entries] = marks.days
        return None

    once_each = len(dealt.items) if usual.often is None else 0
    values = np.empty(once_each if rules.values else 0, np.uint8)
    days = np.empty(once_each if rules.days else 0, np.uint16)
    pieces = [piece for piece in in_threads(block, _blocks(grouping, np.diff(dealt.starts))) if piece is not None]
    if usual.often is None:
        return Records(dealt.starts, dealt.items, values, days)
    return _assembled(data.people, pieces)


@dataclass(frozen=True)
class _Piece:
    """The released entries of some people, person after person, in as few bytes as records have."""

    people: Int64s
    lengths: Int64s
    items: Int32s
    values: UInt8s
    days: UInt16s

    @classmethod
    def of(cls, people: Int64s, hand: Hand, marks: _Marks) -> _Piece:
        return cls(
            people,
            np.bincount(hand.places, minlength=len(people)),
            hand.items.astype(np.int32),
            marks.values.astype(np.uint8),
            marks.days.astype(np.uint16),
        )


@dataclass(frozen=True)
class _Usual:
    """How people in general repeat, value and date; none of what is not released."""

    often: crowd_marks.Habits | None
    values: crowd_marks.Habits | None
    calendar: crowd_days.Calendar | None


@dataclass(frozen=True)
class _Source:
    """Dealt entries of the original, each item once: whose crowd's they are, and where they stand."""

    crowds: Int64s
    pairs: Int64s


@dataclass(frozen=True)
class _Marks:
    """What released entries carry; empty where nothing is released of it."""

    values: Int64s
    days: Int64s


def _marked(
    data: LocalDataset, hand: Hand, source: _Source, repeats: Int64s, usual: _Usual, dice: np.random.Generator
) -> tuple[Hand, _Marks]:
    """The entries of some crowds with what they carry."""
    entries, crowds = source.pairs, source.crowds
    if usual.often is not None:
        heap = Heap(repeats[source.pairs], np.zeros(len(source.pairs), bool), source.crowds)
        hand = hand.repeated(crowd_marks.dealt(heap, usual.often.scores(hand, dice), hand.crowds, dice)[0])
        begins = np.cumsum(repeats) - repeats
        entries = _spread(begins[source.pairs], repeats[source.pairs])
        crowds = np.repeat(source.crowds, repeats[source.pairs])
    values = days = np.empty(0, np.int64)
    if usual.values is not None:
        codes = np.asarray(data.held.records.values)[entries].astype(np.int64)
        heap = Heap(codes, codes == NO_VALUE, crowds)
        codes, none = crowd_marks.dealt(heap, usual.values.scores(hand, dice), hand.crowds, dice)
        values = np.where(none, NO_VALUE, codes)
    if usual.calendar is not None:
        codes = np.asarray(data.held.records.days)[entries].astype(np.int64)
        days = crowd_days.dealt_days(usual.calendar, Heap(codes, codes == NO_DAY, crowds), hand, dice)
    return hand, _Marks(values, days)


def _repeats(data: LocalDataset, records: Records) -> Int64s:
    """How often each entry of `records`, which has each item once, is there in the data."""
    if not data.held.records.bounds.repeated:
        return np.ones(len(records.items) if data.events else 0, np.int64)
    events = data.held.records
    begins = np.ones(len(events.items), bool)
    begins[1:] = events.items[1:] != events.items[:-1]
    begins[events.starts[:-1][np.diff(events.starts) > 0]] = True
    return np.diff(np.append(np.flatnonzero(begins), len(events.items)))


def _numbers(data: LocalDataset, here: slice) -> Floats:
    """What the values of these entries are on the scale."""
    table = np.full(256, np.nan)
    table[: len(data.scale.positions)] = data.scale.positions
    return np.asarray(table[np.asarray(data.held.records.values[here])])


def _blocks(grouping: Grouping, lengths: Int64s) -> Iterator[tuple[int, int]]:
    """Crowds in order, as (first, past the last), as many each time as have about so many entries."""
    totals = np.concatenate(([0], np.cumsum(np.add.reduceat(lengths[grouping.people], grouping.starts[:-1]))))
    first = 0
    while first < grouping.count:
        last = int(np.searchsorted(totals, totals[first] + BLOCK, side="right")) - 1
        last = min(max(last, first + 1), grouping.count)
        yield first, last
        first = last


def _ranges(starts: Int64s, people: Int64s) -> tuple[Int64s, Int64s]:
    """All entries of these people: whose they are (places among these people), and where they stand."""
    lengths = starts[people + 1] - starts[people]
    return np.repeat(np.arange(len(people)), lengths), _spread(starts[people], lengths)


def _spread(begins: Int64s, lengths: Int64s) -> Int64s:
    """The numbers from each beginning on, so many each."""
    ends = np.cumsum(lengths)
    return np.asarray(np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begins - (ends - lengths), lengths))


def _assembled(people: int, pieces: list[_Piece]) -> Records:
    """Records in the order of people, from the blocks, each of which is let go of once it is there."""
    lengths = np.zeros(people, np.int64)
    for piece in pieces:
        lengths[piece.people] = piece.lengths
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    total = int(starts[-1])
    items = np.empty(total, np.int32)
    values = np.empty(total if any(len(piece.values) for piece in pieces) else 0, np.uint8)
    days = np.empty(total if any(len(piece.days) for piece in pieces) else 0, np.uint16)
    while pieces:
        piece = pieces.pop()
        here = _spread(starts[piece.people], piece.lengths)
        items[here] = piece.items
        if len(values):
            values[here] = piece.values
        if len(days):
            days[here] = piece.days
    return by_day_and_value(Records(starts, items, values, days))

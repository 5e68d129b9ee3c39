"""From units of crowds to released records: items first, then how often, values and days, each dealt apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Int32s, Int64s, UInt8s, UInt16s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import by_day_and_value
from standout.data.facts import Facts
from standout.data.model import Records
from standout.knowledge.draw import seed_for
from standout.protections.crowds import crowd_days, crowd_items, crowd_marks
from standout.protections.crowds.crowd_groups import Grouping
from standout.protections.crowds.crowd_items import Members
from standout.protections.crowds.crowd_marks import Hand, Heap
from standout.protections.crowds.crowd_units import Ask, Held, Here, Units, spread


@dataclass(frozen=True)
class Rules:
    """How crowds are dealt."""

    at_least: int
    at_most: float
    hand_on: bool
    """Whether what is too rare in a crowd is dealt among the crowds of its unit."""
    values: bool
    days: bool
    mixed: bool = False
    """Whether crowds are made alike in an attribute."""


@dataclass(frozen=True)
class Known:
    """How people in general combine, repeat, value and date; none of what is not released."""

    tastes: crowd_items.Tastes
    often: crowd_marks.Habits | None
    values: crowd_marks.Habits | None
    calendar: crowd_days.Calendar | None


@dataclass(frozen=True)
class Piece:
    """The released entries of some people, person after person, in as few bytes as records have."""

    people: Int64s
    lengths: Int64s
    items: Int32s
    values: UInt8s
    days: UInt16s


def known_of(ask: Ask, facts: Facts, rules: Rules, seed: int) -> Known:
    """What is so in the whole data, from sums over all units: all that a unit is dealt by beside its own totals."""
    return Known(
        tastes=crowd_items.tastes(ask, facts, rules.at_least, seed_for(seed, "factors"), mixed=rules.mixed),
        often=crowd_marks.habits(ask, facts.items, "often") if facts.events else None,
        values=crowd_marks.habits(ask, facts.items, "values") if rules.values else None,
        calendar=crowd_days.calendar(ask, facts) if rules.days else None,
    )


def released(here: Here, rules: Rules, seed: int) -> Records:
    """The records of the release: of each crowd's own ones, only totals were read."""
    known = known_of(here, here.held.facts, rules, seed)
    pieces: list[Piece] = []
    here.each(lambda some: [dealt(here.held, some, known, rules, seed)], lambda made: _kept_in(pieces, made))
    return assembled(len(here.held.records.starts) - 1, pieces)


def _kept_in(pieces: list[Piece], made: Sequence[list[Piece]]) -> list[Piece]:
    """Everything that was dealt goes into one list, in any order: assembling knows whose it is."""
    for some in made:
        pieces += some
    return []


def dealt(held: Held, units: Units, known: Known, rules: Rules, seed: int) -> Piece:
    """Deal some units anew, each with its own stream of chance."""
    counts = np.zeros(held.facts.items, np.int64)
    return together([deal_unit(held, units.some(at, at + 1), known, rules, seed, counts) for at in range(units.count)])


def together(pieces: Sequence[Piece]) -> Piece:
    """Pieces one after another."""
    return Piece(
        *(np.concatenate([getattr(one, name) for one in pieces]) for name in Piece.__dataclass_fields__)
    )  # fmt: skip


def deal_unit(held: Held, unit: Units, known: Known, rules: Rules, seed: int, counts: Int64s) -> Piece:
    """Deal one unit: what is common enough in each crowd inside it, the rest, where that is asked for, in the unit.

    `counts` are zeros, one per item.
    """
    dice = np.random.default_rng(seed_for(seed, "unit", str(unit.first)))
    members, crowds = Members.of(held, unit.people, counts), unit.grouping
    whole = Grouping(crowds.people, crowds.starts[[0, -1]])
    kept = crowd_items.common(members, crowds, rules.at_least)
    rare = crowd_items.common(members, whole, rules.at_least, ~kept) if rules.hand_on else np.zeros_like(kept)
    own, further = (np.bincount(members.owners[chosen], minlength=len(unit.people)) for chosen in (kept, rare))
    rooms, more = crowd_items.dealt_lengths((own, further), crowds, dice)
    parts = [
        (room, crowd_items.dealt_items(members, chosen, among, room, rules.at_most, known.tastes, dice))
        for room, chosen, among in ((rooms, kept, crowds), (more, rare, whole))
    ]
    lengths, items = _joined(*parts)
    places = np.repeat(np.arange(len(lengths)), lengths)
    hand = Hand(items.astype(np.int64), places, crowds.crowds[places])
    if more.any():
        hand = hand.some(crowd_items.within(rules.at_most, hand, crowds.sizes, dice))
    return _marked(held, unit, hand, _Source.of(members, kept | rare, crowds), known, dice)


def _joined(own: tuple[Int64s, Int32s], more: tuple[Int64s, Int32s]) -> tuple[Int64s, Int32s]:
    """Lengths and items by place, ascending, each once, from what two dealings gave."""
    from standout.kernels.dealing import gathered

    places = np.arange(len(own[0]))
    lengths, items = np.zeros(len(places) + 1, np.int64), np.empty(len(own[1]) + len(more[1]), np.int32)
    starts = [np.concatenate(([0], np.cumsum(rooms))).astype(np.int64) for rooms, _ in (own, more)]
    total = gathered(places, starts[0], own[1], places, starts[1], more[1], lengths, items)
    return lengths[1:], items[:total]


@dataclass(frozen=True)
class _Source:
    """Dealt entries of the original, each item once: whose crowd's they are, and where they stand."""

    crowds: Int64s
    pairs: Int64s

    @classmethod
    def of(cls, members: Members, chosen: Bools, crowds: Grouping) -> _Source:
        return cls(crowds.crowds[members.owners[chosen]], members.where[chosen])


def _marked(
    held: Held, unit: Units, hand: Hand, source: _Source, known: Known, dice: np.random.Generator
) -> Piece:  # fmt: skip
    """The entries of a unit with what they carry, dealt apart from items and from each other."""
    entries, crowds = source.pairs, source.crowds
    if known.often is not None:
        repeats = held.repeats[source.pairs]
        heap = Heap(repeats, np.zeros(len(repeats), bool), source.crowds)
        hand = hand.repeated(crowd_marks.dealt(heap, known.often.scores(hand, dice), hand.crowds, dice)[0])
        entries, crowds = spread(held.begins[source.pairs], repeats), np.repeat(source.crowds, repeats)
    values = days = np.empty(0, np.int64)
    if known.values is not None:
        codes = np.asarray(held.records.values)[entries].astype(np.int64)
        heap = Heap(codes, codes == NO_VALUE, crowds)
        codes, none = crowd_marks.dealt(heap, known.values.scores(hand, dice), hand.crowds, dice)
        values = np.where(none, NO_VALUE, codes)
    if known.calendar is not None:
        codes = np.asarray(held.records.days)[entries].astype(np.int64)
        days = crowd_days.dealt_days(known.calendar, Heap(codes, codes == NO_DAY, crowds), hand, dice)
    return _piece(unit, hand, values, days)


def _piece(unit: Units, hand: Hand, values: Int64s, days: Int64s) -> Piece:
    """What is released of a unit, the entries of an item by day and value."""
    lengths = np.bincount(hand.places, minlength=len(unit.people))
    starts = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
    records = by_day_and_value(
        Records(starts, hand.items.astype(np.int32), values.astype(np.uint8), days.astype(np.uint16))
    )
    return Piece(unit.people, lengths, records.items, records.values, records.days)


def assembled(people: int, pieces: list[Piece]) -> Records:
    """Records in the order of people, from pieces, each of which is let go of once it is there."""
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
        here = spread(starts[piece.people], piece.lengths)
        items[here] = piece.items
        if len(values):
            values[here] = piece.values
        if len(days):
            days[here] = piece.days
    return Records(starts, items, values, days)

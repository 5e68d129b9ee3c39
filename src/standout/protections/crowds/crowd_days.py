"""Dealing days: the months in which a crowd was there stay, as totals; who was there when, and with what, does not.

A place was there at some time and for as long as people in general are; its days inside a month are drawn from what
was usual in that month, as many of them as people in general have. No item is dated before somebody had it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_DAY
from standout.data.facts import Facts
from standout.data.model import Records
from standout.protections.crowds.crowd_groups import Grouping
from standout.protections.crowds.crowd_marks import Hand, Heap, dealt
from standout.protections.person_records import people_blocks


@dataclass(frozen=True)
class Calendar:
    """How people in general are there."""

    months: Int64s
    """By day code."""
    counts: Int64s
    """How many entries are of each day code."""
    firsts: Int64s
    """The first day of each item."""
    alone: float
    """How much of what differs in time inside a crowd differs inside a person, 0 to 1."""
    fresh: float
    """How often a further entry of a person's month is of a further day."""


def calendar(records: Records, facts: Facts, grouping: Grouping) -> Calendar:
    """What is usual, over everybody."""
    codes = np.arange(facts.last_day + 1, dtype=np.int64) + (facts.first_day or 0)
    months = codes.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    months -= months[0]
    firsts, crowds = np.full(facts.items, NO_DAY, np.int64), grouping.of_people()
    around = np.zeros((3, grouping.count))
    inside, entries, person_days, person_months = 0.0, 0, 0, 0
    for first, last in people_blocks(records.starts):
        here = slice(int(records.starts[first]), int(records.starts[last]))
        days = np.asarray(records.days[here]).astype(np.int64)
        owners = np.repeat(np.arange(last - first), np.diff(records.starts[first : last + 1]))
        dated = days != NO_DAY
        owners, days = owners[dated], days[dated]
        np.minimum.at(firsts, np.asarray(records.items[here])[dated], days)
        own = _moments(days, owners, last - first)
        inside += _scatter(own)
        around += [np.bincount(crowds[first:last], moment, grouping.count) for moment in own]
        entries += len(days)
        person_days += len(np.unique(owners * (NO_DAY + 1) + days))
        person_months += len(np.unique(owners * (NO_DAY + 1) + months[days]))
    fresh = (person_days - person_months) / max(entries - person_months, 1)
    total = _scatter(around)
    return Calendar(months, facts.day_counts, firsts, min(inside / total, 1.0) if total else 1.0, fresh)


def _moments(days: Int64s, groups: Int64s, size: int) -> Floats:
    """How many days each group has, their sum, and the sum of their squares."""
    return np.stack([np.bincount(groups, days.astype(np.float64) ** power, size) for power in range(3)])


def _scatter(moments: Floats) -> float:
    """The sum of squared distances from the middle of the group."""
    many, sums, squares = moments
    return float(np.maximum(squares - sums**2 / np.maximum(many, 1), 0.0).sum())


def dealt_days(known: Calendar, heap: Heap, hand: Hand, dice: np.random.Generator) -> Int64s:
    """A day code for each entry; `heap` has the crowds' day codes."""
    centres = dice.normal(0, np.sqrt(1 - known.alone), int(hand.places.max(initial=-1)) + 1)
    scores = centres[hand.places] + dice.normal(0, np.sqrt(known.alone), len(hand.items))
    months = np.append(known.months, 0)[np.where(heap.missing, len(known.months), heap.codes)]
    given, missing = dealt(Heap(months, heap.missing, heap.crowds), scores, hand.crowds, dice)
    firsts = known.firsts[hand.items]
    given = _not_before(firsts, given, missing, hand.places, dice)
    days = np.maximum(_days_in(known, given, hand.places, dice), firsts)
    return np.where(missing | (firsts == NO_DAY), NO_DAY, days)


def _not_before(firsts: Int64s, months: Int64s, missing: Bools, places: Int64s, dice: np.random.Generator) -> Int64s:
    """The months of a place dealt to its entries again, such that what came late has a late one."""
    order_of_months = np.lexsort((months, missing, places))
    order_of_items = np.lexsort((dice.random(len(firsts)), firsts, missing, places))
    given = np.empty_like(months)
    given[order_of_items] = months[order_of_months]
    return given


def _days_in(known: Calendar, months: Int64s, places: Int64s, dice: np.random.Generator) -> Int64s:
    """A day inside each entry's month: a place's entries of a month share days as people's do."""
    order = np.lexsort((dice.random(len(months)), months, places))
    of_months, of_places = months[order], places[order]
    begins = np.append(True, (of_months[1:] != of_months[:-1]) | (of_places[1:] != of_places[:-1]))[: len(order)]
    begins |= dice.random(len(order)) < known.fresh
    sessions = np.cumsum(begins) - 1
    drawn = _drawn(known, of_months[begins], dice)
    days = np.empty(len(order), np.int64)
    days[order] = drawn[sessions]
    return days


def _drawn(known: Calendar, months: Int64s, dice: np.random.Generator) -> Int64s:
    """A day of each of these months, as often as it is in the data."""
    upto: Floats = np.concatenate(([0], np.cumsum(known.counts))).astype(np.float64)
    edges = np.searchsorted(known.months, np.arange(int(known.months.max(initial=0)) + 2))
    low, high = upto[edges[months]], upto[edges[months + 1]]
    lots = low + dice.random(len(months)) * (high - low)
    return np.clip(np.searchsorted(upto, lots, side="right") - 1, edges[months], edges[months + 1] - 1)

"""Dealing days: the months in which a crowd was there stay, as totals; who was there when, and with what, does not.

A place was there at some time and for as long as people in general are; its days inside a month are drawn from what
was usual in that month, as many of them as people in general have. No item is dated before somebody had it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_DAY
from standout.data.facts import Facts
from standout.engines.merging import Arrays
from standout.protections.crowds.crowd_marks import Hand, Heap, dealt, sorted_by, sorted_tokens
from standout.protections.crowds.crowd_units import Ask, Held, Units, ranges


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


def calendar(ask: Ask, facts: Facts) -> Calendar:
    """What is usual, over everybody."""
    codes = np.arange(facts.last_day + 1, dtype=np.int64) + (facts.first_day or 0)
    months = codes.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    months -= months[0]
    told = ask(_days_of, months, merge=_together)
    entries, person_days, person_months = told["counts"].tolist()
    fresh = (person_days - person_months) / max(entries - person_months, 1)
    inside, total = float(told["inside"].sum()), float(told["around"].sum())
    return Calendar(months, facts.day_counts, told["firsts"], min(inside / total, 1.0) if total else 1.0, fresh)


def _days_of(held: Held, units: Units, months: Int64s) -> Arrays:
    """The first day of each item; how much days differ inside people and inside crowds; how many entries have a day,
    and how many days and months people have."""
    records, size = held.records, len(units.people)
    owners, where = ranges(records.starts, units.people)
    days = np.asarray(records.days)[where].astype(np.int64)
    dated = days != NO_DAY
    owners, days = owners[dated], days[dated]
    firsts = np.full(held.facts.items, NO_DAY, np.int64)
    np.minimum.at(firsts, np.asarray(records.items)[where][dated], days)
    own = _moments(days, owners, size)
    crowds = units.grouping.crowds
    around = np.stack([np.bincount(crowds, moment, units.grouping.count).astype(np.float64) for moment in own])
    person_days = len(np.unique(owners * (NO_DAY + 1) + days))
    person_months = len(np.unique(owners * (NO_DAY + 1) + months[days]))
    return {
        "firsts": firsts,
        "inside": _scatter(own),
        "around": _scatter(around),
        "counts": np.array([len(days), person_days, person_months], np.int64),
    }


def _together(answers: Sequence[Arrays]) -> Arrays:
    return {
        "firsts": np.minimum.reduce([answer["firsts"] for answer in answers]),
        "counts": np.add.reduce([answer["counts"] for answer in answers]),
        **{name: np.concatenate([answer[name] for answer in answers]) for name in ("inside", "around")},
    }


def _moments(days: Int64s, groups: Int64s, size: int) -> Floats:
    """How many days each group has, their sum, and the sum of their squares."""
    return np.stack([np.bincount(groups, days.astype(np.float64) ** power, size) for power in range(3)])


def _scatter(moments: Floats) -> Floats:
    """By group, the sum of squared distances from its middle."""
    many, sums, squares = moments
    return np.asarray(np.maximum(squares - sums**2 / np.maximum(many, 1), 0.0))


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
    whose = places * 2 + missing
    given = np.empty_like(months)
    by_first = sorted_by(dice.random(len(firsts)), firsts, whose)
    given[by_first] = sorted_tokens(Heap(months, np.zeros_like(missing), whose)).codes
    return given


def _days_in(known: Calendar, months: Int64s, places: Int64s, dice: np.random.Generator) -> Int64s:
    """A day inside each entry's month: a place's entries of a month share days as people's do."""
    order = sorted_by(dice.random(len(months)), months, places)
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

"""Ways to look again at the best candidates, chosen by evidence like columns: only what says something is tried, and
what both halves of the people name more by is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from standout.auditing.guarding import Asked, Looked
from standout.common.arrays import Bools, Int64s
from standout.knowledge.draw import Knowledge
from standout.risk.own_pattern import COLUMN_OF, Looking, amounts_known, lengths_of
from standout.risk.posterior import record_chances

MORE = 0.02
"""Of each half, so many more must be named for a way to be used."""

_FEWEST, _LIKELY = 20, 0.5
"""How many likely matches teach how much is known of a record, at least, and how likely they must be."""

_NARROWEST = 0.15
_SAYS = 2.0
"""By so many standard errors a pattern must fit the best candidates better than the others, to be tried."""


def possible_ways(asked: Asked, knowledge: Knowledge, usable: tuple[str, ...]) -> tuple[str, ...]:
    """The ways for which there is something to look at."""
    ways = [way for way, column in COLUMN_OF.items() if column in usable]
    if knowledge.counts is not None and asked.released.facts.events:
        ways.append("counts")
    return (*ways, "lengths")


def law_of_lengths(knowledge: Knowledge, looked: Looked, asked: Asked) -> tuple[float, float] | None:
    """The middle and the spread of the log of a record's length over how much is known of it, in likely matches; none
    where there are too few."""
    likely = np.flatnonzero(record_chances(looked.tally, asked.present)[:, 0] >= _LIKELY)
    if len(likely) < _FEWEST:
        return None
    lengths = lengths_of(asked.released, looked.tally.top_records[likely, 0])
    logs = np.log(np.maximum(lengths, 1)) - np.log(np.maximum(amounts_known(knowledge)[likely], 1))
    middle = float(np.median(logs))
    return middle, max(1.4826 * float(np.median(np.abs(logs - middle))), _NARROWEST)


def says_something(looking: Looking, way: str, looked: Looked, knowledge: Knowledge, asked: Asked) -> bool:
    """Whether a pattern fits the best candidates better than those that follow, beyond chance: what is found without it
    and what it says then go together."""
    evidence = looking.evidence(looked.tally, knowledge, asked.released, way)
    real = looked.tally.top_records >= 0
    several = real[:, 1] if real.shape[1] > 1 else np.zeros(len(real), bool)
    if several.sum() < 2:
        return False
    others = np.where(real, evidence, 0.0)[several, 1:].sum(axis=1) / real[several, 1:].sum(axis=1)
    ahead = evidence[several, 0] - others
    return bool(float(ahead.mean()) > _SAYS * float(ahead.std(ddof=1)) / np.sqrt(len(ahead)))


def looked_again(
    asked: Asked,
    some: Knowledge,
    ways: tuple[tuple[str, Looked | None], ...],
    named_by: Callable[[Looking], Bools],
    before: Bools,
    halves: Int64s,
) -> tuple[Looking, int, dict[str, str]]:
    """What is looked at again, how many are named by it, and a word on each way: one way after the other joins, the
    one that names most first, as long as both halves of the people name more by it. Each way comes with what was found
    without what it looks at; none where that was not looked for."""
    said: dict[str, str] = {}
    worth: dict[str, Looking] = {}
    for way, looked in ways:
        looking = Looking((way,))
        if way == "lengths":
            law = None if looked is None else law_of_lengths(some, looked, asked)
            if law is None:
                said[way] = "too few likely matches to learn it from"
                continue
            looking = replace(looking, lengths=law)
        if looked is not None and not says_something(looking, way, looked, some, asked):
            said[way] = "it fits the best candidates no better than others"
            continue
        worth[way] = looking
    used, best = Looking(), before
    while worth:
        tried = {way: named_by(_joined(used, looking)) for way, looking in worth.items()}
        said |= {way: f"{int(named.sum()):,} of {len(named):,} people are named by it" for way, named in tried.items()}
        better = {way: named for way, named in tried.items() if _more_in_both(named, best, halves)}
        if not better:
            break
        way = max(better, key=lambda each: int(better[each].sum()))
        used, best = _joined(used, worth[way]), better[way]
        column = COLUMN_OF.get(way)
        worth = {
            each: looking
            for each, looking in worth.items()
            if each in better and each != way and (column is None or COLUMN_OF.get(each) != column)
        }
    return used, int(best.sum()), said


def _joined(one: Looking, other: Looking) -> Looking:
    return Looking((*one.own, *other.own), other.lengths if "lengths" in other.own else one.lengths)


def _more_in_both(named: Bools, before: Bools, halves: Int64s) -> bool:
    more = np.bincount(halves, weights=named.astype(np.float64) - before, minlength=2)
    return bool((more > MORE * len(halves) / 2).all()) and int(named.sum()) > int(before.sum())

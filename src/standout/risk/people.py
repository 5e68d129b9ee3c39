"""Risk person by person: how often each is found over repeated draws, and which items give them away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import Attack, Floats
from standout.engines.evidence import Evidence
from standout.engines.local import item_scores, score
from standout.interactions.model import Int32s, Int64s, Interactions
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn
from standout.risk.outcomes import outcomes

REVEALING = 5
"""How many giving-away items are kept per person."""


@dataclass(frozen=True)
class Traces:
    """Shares of winning margins: over `times[i]` draws, `items[i]` made up `shares[i]` in sum of the lead that
    put `people[i]` first."""

    people: Int64s
    items: Int32s
    shares: Floats
    times: Int64s


@dataclass(frozen=True)
class PersonalRisk:
    """For each audited person, over repeated draws; a person with too few items was never drawn."""

    adversary: str
    attack: str
    people: Int64s
    draws: Int64s
    found: Int64s
    """Draws in which the true record came first, alone."""
    named: Int64s
    """Draws in which it was also named with confidence."""
    traces: Traces


def personal_risk(
    released: Interactions,
    adversary: Adversary,
    attack: Attack,
    people: Int64s,
    draw_turn: Callable[[int], Drawn],
    turns: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> PersonalRisk:
    """Attack each person `turns` times, with knowledge drawn afresh by `draw_turn(1)`, `draw_turn(2)`, …"""
    place = np.full(int(people.max(initial=-1)) + 1, -1, np.int64)
    place[people] = np.arange(len(people))
    draws, found, named = (np.zeros(len(people), np.int64) for _ in range(3))
    traces = []
    for turn in range(1, turns + 1):
        drawn = draw_turn(turn)
        evidence = score(released, drawn.knowledge, attack, drawn.truths, threads=threads, progress=progress)
        judged = outcomes(evidence, attack, drawn.truths, released.people)
        first, rows = judged.ranks == 1, place[drawn.people]
        draws[rows] += 1
        found[rows] += first
        named[rows] += first & (judged.standing_out >= judged.threshold)
        traces.append(_margins(released, attack, drawn, evidence, first))
    return PersonalRisk(adversary.name, attack.name, people, draws, found, named, _joined(traces))


def _margins(
    released: Interactions,
    attack: Attack,
    drawn: Drawn,
    evidence: Evidence,
    first: np.ndarray[tuple[int], np.dtype[np.bool_]],
) -> Traces:
    """How much of the lead over the best other record each known item makes up, where the true record leads."""
    best = evidence.top_records
    rivals = np.where(best[:, 0] == drawn.truths, best[:, 1], best[:, 0])
    rows = np.repeat(np.arange(len(first)), drawn.knowledge.sizes)
    own, theirs = (item_scores(released, drawn.knowledge, attack, candidates) for candidates in (drawn.truths, rivals))
    ahead = np.maximum(own - theirs, 0.0)
    totals = np.bincount(rows, weights=ahead, minlength=len(first))
    kept = first[rows] & (ahead > 0)
    shares = ahead[kept] / totals[rows[kept]]
    return Traces(drawn.people[rows[kept]], drawn.knowledge.items[kept], shares, np.ones(len(shares), np.int64))


def _joined(parts: list[Traces]) -> Traces:
    """All draws together, one entry per person and item, shares summed over draws; ascending by person, then
    from the most revealing item on."""
    if not parts:
        return Traces(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0), np.empty(0, np.int64))
    people = np.concatenate([part.people for part in parts])
    items = np.concatenate([part.items for part in parts])
    shares = np.concatenate([part.shares for part in parts])
    order = np.lexsort((items, people))
    people, items, shares = people[order], items[order], shares[order]
    fresh = np.append(True, (people[1:] != people[:-1]) | (items[1:] != items[:-1]))[: len(people)]
    starts = np.flatnonzero(fresh)
    sums = np.add.reduceat(shares, starts) if len(starts) else shares
    people, items, times = people[starts], items[starts], np.diff(np.append(starts, len(shares)))
    order = np.lexsort((items, -sums, people))
    return Traces(people[order], items[order], sums[order], times[order])


def giving_away(risk: PersonalRisk) -> tuple[list[list[int]], list[list[float]]]:
    """For each audited person, the items that give them away most, and their share of all winning margins."""
    begins = np.searchsorted(risk.traces.people, risk.people, side="left")
    ends = np.searchsorted(risk.traces.people, risk.people, side="right")
    items, shares = [], []
    for begin, end, found in zip(begins, ends, risk.found, strict=True):
        stop = min(begin + REVEALING, end)
        items.append([int(item) for item in risk.traces.items[begin:stop]])
        shares.append([float(share) / max(int(found), 1) for share in risk.traces.shares[begin:stop]])
    return items, shares


def most_revealing(risk: PersonalRisk, items: int, at_least: int = 5) -> tuple[Int64s, Floats, Int64s]:
    """Items by the mean share of the winning margin they make up when they help to find somebody.

    Only items that helped with at least `at_least` people count: fewer would speak of those people, not of
    the item. Returns items, mean shares, and how many people each helped to find.
    """
    traces = risk.traces
    helped = np.bincount(traces.items, minlength=items)
    times = np.bincount(traces.items, weights=traces.times, minlength=items)
    shares = np.bincount(traces.items, weights=traces.shares, minlength=items)
    mean = np.divide(shares, times, out=np.zeros(items), where=times > 0)
    kept = np.flatnonzero(helped >= at_least)
    order = kept[np.lexsort((kept, -mean[kept]))]
    return order, mean[order], helped[order]

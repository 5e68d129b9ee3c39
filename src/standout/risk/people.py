"""Risk person by person: how often each is found over repeated draws, and which items give them away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.by_map import all_item_scores
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn
from standout.risk.outcomes import outcomes

BY_PERSON = ("people", "draws", "found", "named", "items", "shares")
"""The fields of personal risk with a row for each person."""

REVEALING = 5
"""How many giving-away items are kept per person."""


Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True)
class Turn:
    """One attack on everybody, whose outcome goes into their personal risk."""

    drawn: Drawn
    first: Bools
    """Whether the true record came first, alone."""
    named: Bools
    rivals: Int64s
    """The best other record."""


@dataclass(frozen=True)
class Traces:
    """Shares of winning margins: over `times[i]` draws, `items[i]` made up `shares[i]` in sum of the lead that
    put `people[i]` first."""

    people: Int64s
    items: Int32s
    shares: Floats
    times: Int64s


@dataclass(frozen=True)
class ByItem:
    """What traces say of each item: how many people it helped to find, in how many draws, with what share in sum."""

    helped: Int64s
    times: Int64s
    shares: Floats


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
    items: Int32s
    """The items that give each person away, the most revealing first (-1: no more)."""
    shares: Floats
    """Their shares of all winning margins, in sum over draws."""
    by_item: ByItem


def rivals_of(tally: Tally, truths: Int64s) -> Int64s:
    """The best record that is not the true one."""
    best = tally.top_records
    return np.where(best[:, 0] == truths, best[:, 1], best[:, 0])


def turn_of(tally: Tally, attack: Attack, drawn: Drawn, people: int) -> Turn:
    """What one more attack on everybody says."""
    judged = outcomes(tally, attack, drawn.truths, people)
    first = judged.ranks == 1
    named = first & (judged.standing_out >= judged.threshold)
    return Turn(drawn, first, named, rivals_of(tally, drawn.truths))


def personal_risk(
    released: AnyDataset,
    adversary: Adversary,
    attack: Attack,
    people: Int64s,
    turns: Iterable[Turn],
) -> PersonalRisk:
    """Count over repeated attacks on these people how often each was found, and by what."""
    place = np.full(int(people.max(initial=-1)) + 1, -1, np.int64)
    place[people] = np.arange(len(people))
    draws, found, named = (np.zeros(len(people), np.int64) for _ in range(3))
    traces = []
    for turn in turns:
        rows = place[turn.drawn.people]
        draws[rows] += 1
        found[rows] += turn.first
        named[rows] += turn.named
        traces.append(margins(released, attack, turn))
    joined = joined_traces(traces)
    items, shares = _giving_away(joined, people)
    return PersonalRisk(
        adversary.name, attack.name, people, draws, found, named, items, shares, _by_item(joined, released.items)
    )


def together(parts: Sequence[PersonalRisk]) -> PersonalRisk:
    """Risk of one group of people after another."""
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in BY_PERSON}
    return PersonalRisk(
        parts[0].adversary,
        parts[0].attack,
        **joined,
        by_item=ByItem(
            np.add.reduce([part.by_item.helped for part in parts]),
            np.add.reduce([part.by_item.times for part in parts]),
            np.add.reduce([part.by_item.shares for part in parts]),
        ),
    )


def margins(released: AnyDataset, attack: Attack, turn: Turn) -> Traces:
    """How much of the lead over the best other record each known item makes up, where the true record leads.

    A known item that no released record has may tell records apart by their lengths; it reveals nobody, and has no
    code to be counted under.
    """
    drawn, first = turn.drawn, turn.first
    rows = np.repeat(np.arange(len(first)), drawn.knowledge.sizes)
    own, theirs = all_item_scores(released, drawn.knowledge, attack, (drawn.truths, turn.rivals))
    ahead = np.maximum(own - theirs, 0.0)
    totals = np.bincount(rows, weights=ahead, minlength=len(first))
    kept = first[rows] & (ahead > 0) & (drawn.knowledge.items >= 0)
    shares = ahead[kept] / totals[rows[kept]]
    return Traces(drawn.people[rows[kept]], drawn.knowledge.items[kept], shares, np.ones(len(shares), np.int64))


def joined_traces(parts: list[Traces]) -> Traces:
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


def _giving_away(traces: Traces, people: Int64s) -> tuple[Int32s, Floats]:
    """For each person, the items that give them away most, and their shares."""
    begins = np.searchsorted(traces.people, people, side="left")
    ends = np.searchsorted(traces.people, people, side="right")
    entries = begins[:, None] + np.arange(REVEALING)
    within = entries < ends[:, None]
    entries = np.where(within, entries, 0)
    items, shares = np.full(entries.shape, -1, np.int32), np.zeros(entries.shape)
    items[within], shares[within] = traces.items[entries[within]], traces.shares[entries[within]]
    return items, shares


def _by_item(traces: Traces, items: int) -> ByItem:
    return ByItem(
        np.bincount(traces.items, minlength=items).astype(np.int64),
        np.bincount(traces.items, weights=traces.times, minlength=items).astype(np.int64),
        np.bincount(traces.items, weights=traces.shares, minlength=items).astype(np.float64),
    )


def giving_away(risk: PersonalRisk) -> Floats:
    """The shares that items make up of a person's winning margin, on average over the draws that found them."""
    return np.asarray(risk.shares / np.maximum(risk.found, 1)[:, None])


def most_revealing(risk: PersonalRisk, at_least: int = 5) -> tuple[Int64s, Floats, Int64s]:
    """Items by the mean share of the winning margin they make up when they help to find somebody.

    Only items that helped with at least `at_least` people count: fewer would speak of those people, not of
    the item. Returns items, mean shares, and how many people each helped to find.
    """
    by_item = risk.by_item
    mean = np.divide(by_item.shares, by_item.times, out=np.zeros(len(by_item.times)), where=by_item.times > 0)
    kept = np.flatnonzero(by_item.helped >= at_least)
    order = kept[np.lexsort((kept, -mean[kept]))]
    return order, mean[order], by_item.helped[order]

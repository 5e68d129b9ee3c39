"""Reading likelihoods once matches are added up: scores, the best, moments, who is above or level, exponentials.

Who has a known item is listed and read; all others score the same. Where nearly everybody has one, or there are several
ways in which knowledge may have come about, everybody is read, in order and block by block: there is then no list to
make, and what is worked out of a block is still at hand when it is read.
"""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER
from standout.kernels.accumulator import exponentials_of, insert, moments_of
from standout.kernels.likelihood_worth import COUNT, COUNT_BITS, GRID_BITS

_BLOCK = 256
_FAR_BEHIND = 45.0
"""Nats behind the best from which on a record's share of the probability is nothing in double precision."""
_LOWEST = -1e300
_UNIT = 2.0**-GRID_BITS


@numba.njit(**INNER)
def finish(sums, start, by_count, logs, room, besides, slopes, final):  # type: ignore[no-untyped-def]
    """Scores from accumulators, which are then empty again: what matches are worth, what `count` of them cost, and what
    there is `besides`.

    Whole numbers below 2^53 in double precision: as exact as integers, and faster. Without a branch for those who
    match nothing: it would be guessed wrong too often. `logs` begin with those of as many as can match, 0: nothing is
    left to draw from there. `slopes` are empty where `by_count` has them.
    """
    shift = len(by_count) - 1
    for person in range(len(sums)):
        count = sums[person] & COUNT
        worth = np.float64(sums[person] >> COUNT_BITS) + start + by_count[np.uint64(count)]
        final[person] = worth + logs[np.uint64(room[person] - count + shift)] + besides[person]
    _add_slopes(sums, slopes, final)


@numba.njit(**INNER)
def finish_uneven(sums, start, by_count, most, curves, besides, slopes, final):  # type: ignore[no-untyped-def]
    """The same where some items of a record are known more readily than others: what is left to draw from shrinks by
    the same share with each of the first `most` matches, and no further."""
    for person in range(len(sums)):
        count = sums[person] & COUNT
        worth = np.float64(sums[person] >> COUNT_BITS) + start + by_count[np.uint64(count)]
        few = min(count, most[person])
        eased = np.float64(few * (few - 1) // 2 + (count - few) * few)
        final[person] = worth + eased * curves[person] + besides[person]
    _add_slopes(sums, slopes, final)


@numba.njit(**INNER)
def _add_slopes(sums, slopes, final):  # type: ignore[no-untyped-def]
    """What a match costs besides, where that differs; empties the accumulators."""
    for person in range(len(slopes)):
        final[person] += np.float64(sums[person] & COUNT) * slopes[person]
    sums[:] = 0


@numba.njit(**INNER)
def fill_besides(by_length, counts, own, uneven, besides):  # type: ignore[no-untyped-def]
    """What each record scores whatever it matches: what its length is worth, and what drawing from it begins with."""
    for person in range(len(besides)):
        besides[person] = by_length[np.uint64(counts[person])] if len(counts) else 0.0
    for person in range(0 if uneven else len(besides)):
        besides[person] -= own[person]


@numba.njit(**INNER)
def read_block(scores, level, first_person, top_scores, top_people, moments, ranks, exponentials, target):  # type: ignore[no-untyped-def]
    """Add a block of scores to a target's evidence; scores come in whole steps of the grid, evidence in nats."""
    best = _count(scores, level, moments, ranks)
    if best < _LOWEST:
        return
    first, second, leader = top_scores[0], top_scores[1], top_people[0]
    if best * _UNIT > top_scores[len(top_scores) - 1]:
        for person in range(len(scores)):
            if scores[person] * _UNIT > top_scores[len(top_scores) - 1]:
                insert(top_scores, top_people, scores[person] * _UNIT, first_person + person)
    _bring_up(first, second, leader, top_scores, top_people, exponentials, target)
    if best * _UNIT > top_scores[1] - _FAR_BEHIND and top_scores[1] > -np.inf:
        leads_here = first_person <= top_people[0] < first_person + len(scores)
        exponentials[target] += exponentials_of(scores, top_scores[1] / _UNIT, _UNIT) - leads_here


@numba.njit(**INNER)
def _count(scores, level, moments, ranks):  # type: ignore[no-untyped-def]
    """Moments of some scores, who of them is above or level; and their best."""
    total, squares, count, best = moments_of(scores)
    moments[0] += count
    moments[1] += total * _UNIT
    moments[2] += squares * _UNIT * _UNIT
    if best >= level:
        beat, tied = 0, 0
        for person in range(len(scores)):
            beat += scores[person] > level
            tied += scores[person] == level
        ranks[0] += beat
        ranks[1] += tied
    return best


@numba.njit(**INNER)
def _bring_up(first, second, leader, top_scores, top_people, exponentials, target):  # type: ignore[no-untyped-def]
    """Sums of e^(score − second best) over all records but the best one, as they are with the best that there are now.

    Without the best one, since it is often so far ahead that nothing would be left of the others. Whoever adds to the
    sum takes it for level with the second, and takes its 1 out again.
    """
    if top_scores[1] > second > -np.inf:
        exponentials[target] *= np.exp(second - top_scores[1])
    if top_people[0] != leader and leader >= 0:
        exponentials[target] += np.exp(first - top_scores[1])


@numba.njit(**INNER)
def list_matching(  # type: ignore[no-untyped-def]
    sums, item_starts, entries, first, last, items,
    start, by_count, logs, room, own, uneven, slopes, who, final,
):  # fmt: skip
    """Scores of those who have any of the known items `first` to `last`, who they are, and how many; their accumulators
    are then empty again."""
    many = 0
    for known in range(first, last):
        if items[known] < 0:
            continue
        for place in range(item_starts[items[known]], item_starts[items[known] + 1]):
            person = np.uint16(entries[place])
            if sums[person] == 0:
                continue
            count = sums[person] & COUNT
            if uneven:
                few = min(count, room[person])
                drawn = np.float64(few * (few - 1) // 2 + (count - few) * few) * own[person]
            else:
                drawn = logs[np.uint64(room[person] - count + len(by_count) - 1)] - own[person]
            if len(slopes):
                drawn += np.float64(count) * slopes[person]
            who[many] = person
            final[many] = np.float64(sums[person] >> COUNT_BITS) + start + by_count[np.uint64(count)] + drawn
            sums[person] = 0
            many += 1
    return many


@numba.njit(**INNER)
def list_all(sums, lengths, shortest, longest, who):  # type: ignore[no-untyped-def]
    """List who has any known item and a record of fitting length, in order, by going through everybody; and how many
    have such a record. Empty `lengths` do not matter.

    Without a branch, which would be guessed wrong too often.
    """
    many, fitting = np.uint64(0), len(sums)
    for person in range(np.uint64(len(sums))):
        who[many] = np.uint16(person)
        many += np.uint64(sums[np.uint64(person)] != 0)
    if len(lengths):
        fitting, kept = 0, np.uint64(0)
        for person in range(len(lengths)):
            fitting += (lengths[person] >= shortest) & (lengths[person] <= longest)
        for place in range(many):
            length = lengths[who[np.uint64(place)]]
            who[kept] = who[np.uint64(place)]
            kept += np.uint64((length >= shortest) & (length <= longest))
        many = kept
    return np.int64(many), fitting


@numba.njit(**INNER)
def finish_listed(who, sums, start, by_count, logs, room, curves, uneven, besides, slopes, final):  # type: ignore[no-untyped-def]
    """As `finish` and `finish_uneven`, for those listed."""
    shift = len(by_count) - 1
    for place in range(len(who)):
        person = who[place]
        count = sums[person] & COUNT
        worth = np.float64(sums[person] >> COUNT_BITS) + start + by_count[np.uint64(count)] + besides[person]
        if uneven:
            few = min(count, room[person])
            final[place] = worth + np.float64(few * (few - 1) // 2 + (count - few) * few) * curves[person]
        else:
            final[place] = worth + logs[np.uint64(room[person] - count + shift)]
    if len(slopes):
        for place in range(len(who)):
            final[place] += np.float64(sums[who[place]] & COUNT) * slopes[who[place]]


@numba.njit(**INNER)
def read_matching(  # type: ignore[no-untyped-def]
    who, scores, fitting, people_count, lengths, shortest, longest, others_score, level, first_person,
    top_scores, top_people, moments, ranks, exponentials, target,
):  # fmt: skip
    """As `read_block`, for a whole shard: of those with records of a fitting length, so many, only these people have a
    known item, in any order. Empty `lengths` all fit."""
    others, unit_score, last = fitting - len(who), others_score * _UNIT, len(top_scores) - 1
    moments[0] += others
    moments[1] += others * unit_score
    moments[2] += others * unit_score * unit_score
    ranks[0] += others * (others_score > level)
    ranks[1] += others * (others_score == level)
    first, second, leader = top_scores[0], top_scores[1], top_people[0]
    for low in range(0, len(who), _BLOCK):
        high = min(low + _BLOCK, len(who))
        best = _count(scores[low:high], level, moments, ranks)
        for place in range(low, high if best * _UNIT >= top_scores[last] else low):
            if scores[place] * _UNIT >= top_scores[last]:
                insert_any(top_scores, top_people, scores[place] * _UNIT, first_person + np.int64(who[place]))
    if others > 0 and unit_score >= top_scores[last]:
        _insert_others(
            who, lengths, shortest, longest, people_count, unit_score, first_person, top_scores, top_people
        )  # fmt: skip
    _bring_up(first, second, leader, top_scores, top_people, exponentials, target)
    if top_scores[1] > -np.inf:
        leads_here = first_person <= top_people[0] < first_person + people_count
        added = others * np.exp(min(unit_score - top_scores[1], 0.0)) - leads_here
        exponentials[target] += exponentials_of(scores, top_scores[1] / _UNIT, _UNIT) + added


@numba.njit(**INNER)
def insert_any(top_scores, top_people, score, person):  # type: ignore[no-untyped-def]
    """Put a candidate among the best if they belong there, whenever they come: of equal scores the earlier person is
    ahead."""
    place = len(top_scores) - 1
    if top_scores[place] == score and top_people[place] < person:
        return
    while place > 0 and (
        top_scores[place - 1] < score or (top_scores[place - 1] == score and top_people[place - 1] > person)
    ):
        top_scores[place], top_people[place] = top_scores[place - 1], top_people[place - 1]
        place -= 1
    top_scores[place], top_people[place] = score, person


@numba.njit(**INNER)
def _insert_others(who, lengths, shortest, longest, people_count, score, first_person, top_scores, top_people):  # type: ignore[no-untyped-def]
    """Put as many of those who have no known item among the best as can be there: the first of them who fit."""
    wanted = len(top_scores)
    for person in range(people_count):
        if wanted == 0:
            return
        if len(lengths) and (lengths[person] < shortest or lengths[person] > longest):
            continue
        listed = False
        for place in range(len(who)):
            listed |= who[place] == person
        if not listed:
            insert_any(top_scores, top_people, score, first_person + person)
            wanted -= 1

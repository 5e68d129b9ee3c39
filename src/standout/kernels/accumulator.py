"""Reading a shard's scores once they are added up: the best, the moments, who is above or level, exponentials."""

from __future__ import annotations

import numba
import numpy as np

from standout.kernels import INNER

_BLOCK = 256
_LOWEST = -1e300


@numba.njit(**INNER)
def insert(top_scores, top_people, score, person):  # type: ignore[no-untyped-def]
    """Put a candidate among the best; on equal scores the earlier person stays ahead."""
    place = len(top_scores) - 1
    while place > 0 and top_scores[place - 1] < score:
        top_scores[place], top_people[place] = top_scores[place - 1], top_people[place - 1]
        place -= 1
    top_scores[place], top_people[place] = score, person


@numba.njit(**INNER, fastmath={"reassoc", "nsz", "nnan", "contract"})
def _read_block(scores):  # type: ignore[no-untyped-def]
    """Moments of a block of scores, and its best.

    Written so that the compiler turns it into vector code, which it does with two plain loops sooner than with one. A
    block's sum is exact in floating point, too.
    """
    total, squares, best = 0.0, 0.0, np.int32(-2147483648)
    for person in range(len(scores)):
        best = max(best, scores[person])
    for person in range(len(scores)):
        number = np.float64(scores[person])
        total += number
        squares += number * number
    return total, squares, best


@numba.njit(**INNER)
def _count(scores, level, ranks):  # type: ignore[no-untyped-def]
    """How many scores of a block are above and on the level; asked only of blocks whose best reaches it."""
    beat, tied = 0, 0
    for person in range(len(scores)):
        beat += scores[person] > level
        tied += scores[person] == level
    ranks[0] += beat
    ranks[1] += tied


@numba.njit(**INNER)
def empty(scores):  # type: ignore[no-untyped-def]
    """Set accumulators to zero: a block from its start, which becomes vector code, as places within a whole do not."""
    for person in range(len(scores)):
        scores[person] = 0


@numba.njit(**INNER)
def read(scores, level, unit, first_person, top_scores, top_people, moments, ranks, clear):  # type: ignore[no-untyped-def]
    """Read plain whole-number scores once, block by block; only a block with a new best is looked at closely.

    With `clear`, a block is set to zero while it is still at hand.
    """
    count = len(scores)
    total, squares = 0.0, 0.0
    worst = top_scores[len(top_scores) - 1]
    bar = np.int64(worst / unit) if worst > -np.inf else np.int64(-(1 << 40))
    for begin in range(0, count, _BLOCK):
        end = min(begin + _BLOCK, count)
        block_total, block_squares, best = _read_block(scores[begin:end])
        total += block_total
        squares += block_squares
        if best >= level:
            _count(scores[begin:end], level, ranks)
        if best > bar:
            for person in range(begin, end):
                if scores[person] > bar:
                    insert(top_scores, top_people, scores[person] * unit, first_person + person)
                    worst = top_scores[len(top_scores) - 1]
                    bar = np.int64(worst / unit) if worst > -np.inf else bar
        if clear:
            empty(scores[begin:end])
    moments[0] += count
    moments[1] += total * unit
    moments[2] += squares * unit * unit


@numba.njit(**INNER)
def _scale_block(scores, unit, scale, lengths, shortest, longest, scaled):  # type: ignore[no-untyped-def]
    """Scores times the person's scale, minus infinity for those whose record length does not fit.

    Empty `scale` or `lengths` do not matter. Plain loops, one after the other, become vector code.
    """
    if len(scale):
        for person in range(len(scores)):
            scaled[person] = scores[person] * unit * scale[person]
    else:
        for person in range(len(scores)):
            scaled[person] = scores[person] * unit
    for person in range(len(lengths)):
        fits = (lengths[person] >= shortest) & (lengths[person] <= longest)
        scaled[person] = scaled[person] if fits else -np.inf


@numba.njit(**INNER, fastmath={"reassoc", "nsz", "nnan", "contract"})
def moments_of(scaled):  # type: ignore[no-untyped-def]
    """Sum, sum of squares, number and best of scores; minus infinity is nobody's score.

    The best is looked for apart: with it, sums would not become vector code.
    """
    best, total, squares, count = _best_of(scaled), 0.0, 0.0, 0.0
    for person in range(len(scaled)):
        score = scaled[person] if scaled[person] >= _LOWEST else 0.0
        count += 1.0 if scaled[person] >= _LOWEST else 0.0
        total += score
        squares += score * score
    return total, squares, count, best


@numba.njit(**INNER)
def _best_of(scaled):  # type: ignore[no-untyped-def]
    """The best of some numbers, minus infinity of none. Compared by their bits as whole numbers, which becomes vector
    code: those of negative numbers are turned round."""
    best = _in_order(np.int64(np.float64(-np.inf).view(np.int64)))
    for person in range(len(scaled)):
        best = max(best, _in_order(np.float64(scaled[person]).view(np.int64)))
    return np.int64(_in_order(best)).view(np.float64)


@numba.njit(**INNER)
def _in_order(bits):  # type: ignore[no-untyped-def]
    """Whole numbers in the order of the floating-point numbers with these bits; and back again."""
    return bits ^ ((bits >> np.int64(63)) & np.int64(0x7FFFFFFFFFFFFFFF))


@numba.njit(**INNER)
def read_scaled(  # type: ignore[no-untyped-def]
    scores,
    level,
    unit,
    first_person,
    lengths,
    shortest,
    longest,
    person_scale,
    top_scores,
    top_people,
    moments,
    ranks,
    clear,
):
    """As `read`, where lengths or scales matter."""
    space = np.empty(_BLOCK)
    bar = top_scores[len(top_scores) - 1]
    for begin in range(0, len(scores), _BLOCK):
        end = min(begin + _BLOCK, len(scores))
        people, scaled = slice(first_person + begin, first_person + end), space[: end - begin]
        scale = person_scale[people] if len(person_scale) else person_scale
        fitting = lengths[people] if len(lengths) else lengths
        _scale_block(scores[begin:end], unit, scale, fitting, shortest, longest, scaled)
        total, squares, count, best = moments_of(scaled)
        moments[0] += count
        moments[1] += total
        moments[2] += squares
        if best >= level:
            _count(scaled, level, ranks)
        if best > bar:
            for person in range(begin, end):
                if scaled[person - begin] > bar:
                    insert(top_scores, top_people, scaled[person - begin], first_person + person)
                    bar = top_scores[len(top_scores) - 1]
        if clear:
            empty(scores[begin:end])


@numba.njit(**INNER)
def spread_of(moments):  # type: ignore[no-untyped-def]
    """Standard deviation from count, sum and sum of squares."""
    if moments[0] == 0:
        return 0.0
    mean, mean_square = moments[1] / moments[0], moments[2] / moments[0]
    variance = mean_square - mean * mean
    return np.sqrt(variance) if variance > 1e-12 * mean_square else 0.0


@numba.njit(**INNER, fastmath={"reassoc", "nsz", "nnan", "contract"})
def exponentials_of(scaled, best, rate):  # type: ignore[no-untyped-def]
    """Sum of e^((score − best) · rate), 1 for those who are ahead; minus infinity is nobody's score.

    The exponential of a 64th, from its series, squared six times: without a branch or a call it becomes vector code,
    and is off by less than 1e-11 where it counts. What is more than 60 behind counts as 60.
    """
    total, rate = 0.0, rate * (1 / 64)
    for person in range(len(scaled)):
        x = max(min((scaled[person] - best) * rate, 0.0), -60.0 / 64)
        power = x * (1 / 362_880) + 1 / 40_320
        power = x * power + 1 / 5_040
        power = x * power + 1 / 720
        power = x * power + 1 / 120
        power = x * power + 1 / 24
        power = x * power + 1 / 6
        power = x * power + 1 / 2
        power = x * power + 1
        power = x * power + 1
        for _ in range(6):
            power *= power
        total += power if scaled[person] >= _LOWEST else 0.0
    return total


@numba.njit(**INNER)
def sum_exponentials(scores, unit, first_person, lengths, shortest, longest, person_scale, best, spread):  # type: ignore[no-untyped-def]
    """Sum of exp((score − best score) / spread) over those whose record length fits."""
    space = np.empty(_BLOCK)
    total = 0.0
    for begin in range(0, len(scores), _BLOCK):
        end = min(begin + _BLOCK, len(scores))
        people, scaled = slice(first_person + begin, first_person + end), space[: end - begin]
        scale = person_scale[people] if len(person_scale) else person_scale
        fitting = lengths[people] if len(lengths) else lengths
        _scale_block(scores[begin:end], unit, scale, fitting, shortest, longest, scaled)
        total += exponentials_of(scaled, best, 1 / spread)
    return total

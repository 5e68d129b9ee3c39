"""Among how many people each record hides: the distribution of crowds over random parts of it, on a grid of bits."""

from __future__ import annotations

import math

import numba
import numpy as np

from standout.kernels import INNER, OUTER
from standout.kernels.anonymity import size_of


@numba.njit(**INNER)
def _add_item(k, top, bits, share, chances, step, chance, means, by_part):  # type: ignore[no-untyped-def]
    """The parts of 0 to `top` items, with one item more to choose from."""
    steps = bits / step
    whole = int(steps)
    part = steps - whole
    rest = 1.0 - part
    cells = chance.shape[1]
    for n in range(min(k, top), 0, -1):
        taken, kept = n / k, (k - n) / k
        few_taken, more_taken = chance[n - 1], chance[n]
        for cell in range(min(whole, cells)):
            more_taken[cell] *= kept
        if whole < cells:
            more_taken[whole] = more_taken[whole] * kept + few_taken[0] * rest * taken
            # slices, since what is counted from 0 is vector code
            later, one, other = more_taken[whole + 1 :], few_taken[1:], few_taken[:-1]
            for cell in range(len(later)):
                later[cell] = later[cell] * kept + (one[cell] * rest + other[cell] * part) * taken
        means[n] = means[n] * kept + means[n - 1] * share * taken
        for group in range(by_part.shape[0]):
            by_part[group, n] = by_part[group, n] * kept + by_part[group, n - 1] * chances[group] * taken


@numba.njit(**INNER)
def _add_worth(chance, highest, more, step, lowest, fine, logarithms, few):  # type: ignore[no-untyped-def]
    """The mean logarithm of the crowd, and how often it is few people, of parts of one size."""
    typical, bad, total = 0.0, 0.0, 0.0
    shift = highest + math.log2(more)
    for cell in range(len(chance)):
        expected = min(shift - step * cell, highest)
        place = min(max((expected - lowest) * fine, 0.0), len(logarithms) - 1.0001)
        below = int(place)
        part = place - below
        typical += chance[cell] * (logarithms[below] * (1.0 - part) + logarithms[below + 1] * part)
        bad += chance[cell] * (few[below] * (1.0 - part) + few[below + 1] * part)
        total += chance[cell]
    return typical, bad + max(1.0 - total, 0.0)


@numba.njit(**OUTER)
def crowd_chances(  # type: ignore[no-untyped-def]
    starts, items, chances, kinds, first, last, low, high, people, step, cells, lowest, fine, logarithms, few,
    out_typical, out_few,
):  # fmt: skip
    """The mean logarithm of the crowd of each of the people from `first` to `last`, and how often it is few people.

    `kinds[item]` is the item's row in `chances`, which has the probability of holding it in each part of the crowd;
    `logarithms` and `few` are what numbers of others are worth, looked up in `fine` steps from the power `lowest` on.
    """
    parts = chances.shape[1]
    shares, bits = np.empty(chances.shape[0]), np.empty(chances.shape[0])
    for kind in range(chances.shape[0]):
        shares[kind] = chances[kind].sum() / parts
        bits[kind] = -math.log2(max(shares[kind], 1e-12))
    highest = math.log2(people - 1.0)
    for person in range(first, last):
        begin, length = starts[person], starts[person + 1] - starts[person]
        if not length:
            out_typical[person], out_few[person] = math.log(people), 0.0
            continue
        sorted_bits = np.empty(length)
        for entry in range(length):
            sorted_bits[entry] = bits[kinds[items[begin + entry]]]
        sorted_bits.sort()
        within, reached = 0, 0.0
        for entry in range(length):
            reached += sorted_bits[entry]
            if reached > (cells + 1) * step:
                break
            within += 1
        top = min(size_of(high, length), max(within, 1))
        chance = np.zeros((top + 1, cells))
        means, by_part = np.zeros(top + 1), np.zeros((parts, top + 1))
        chance[0, 0] = means[0] = 1.0
        by_part[:, 0] = 1.0
        for k in range(1, length + 1):
            kind = kinds[items[begin + k - 1]]
            _add_item(k, top, bits[kind], shares[kind], chances[kind], step, chance, means, by_part)
        typical, bad = 0.0, 0.0
        for percent in range(low, high + 1):
            size = size_of(percent, length)
            more = 0.0
            if size <= top and means[size] > 0.0:
                more = by_part[:, size].sum() / parts / means[size]
            if more > 0.0:
                one, other = _add_worth(chance[size], highest, more, step, lowest, fine, logarithms, few)
                typical += one
                bad += other
            else:
                bad += 1.0
        out_typical[person] = typical / (high - low + 1)
        out_few[person] = bad / (high - low + 1)

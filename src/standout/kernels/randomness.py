"""A counter-based source of randomness for kernels.

Each stream is keyed by integers (a seed, a person, a draw), so results do not depend on the order in which
people are handled, on batches or on threads. The generator is SplitMix64.
"""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def _mixed(word):  # type: ignore[no-untyped-def]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@numba.njit(nogil=True, cache=True)
def start(state, seed, first, second):  # type: ignore[no-untyped-def]
    """Set `state` (one unsigned 64-bit integer in an array) to the beginning of the stream (seed, first, second)."""
    word = _mixed(np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15))
    word = _mixed(word ^ _mixed(np.uint64(first) + np.uint64(0xD1B54A32D192ED03)))
    state[0] = _mixed(word ^ _mixed(np.uint64(second) + np.uint64(0x8CB92BA72F3D8DD7)))


@numba.njit(nogil=True, cache=True)
def word(state):  # type: ignore[no-untyped-def]
    """The next 64 random bits."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return _mixed(state[0])


@numba.njit(nogil=True, cache=True)
def uniform(state):  # type: ignore[no-untyped-def]
    """The next number in [0, 1)."""
    return np.float64(word(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@numba.njit(nogil=True, cache=True)
def below(state, bound):  # type: ignore[no-untyped-def]
    """The next whole number in [0, bound)."""
    return np.int64(uniform(state) * bound)


@numba.njit(nogil=True, cache=True)
def uniforms(seed, starts, first_person, first, last, out):  # type: ignore[no-untyped-def]
    """A number in [0, 1) for each entry of the people from `first` up to `last`; each person has a stream.

    `first_person` is the code of person 0.
    """
    state = np.empty(1, np.uint64)
    entry = 0
    for person in range(first, last):
        start(state, seed, first_person + person, 0)
        for _ in range(starts[person], starts[person + 1]):
            out[entry] = uniform(state)
            entry += 1

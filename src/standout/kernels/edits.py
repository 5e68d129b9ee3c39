"""The cheapest personas for many profiles, and what kinds of edits lead there.

An attribute that has p values in the profile, q in the persona and m in both costs
`change × (min(p, q) − m) + remove × max(p − q, 0) + add × max(q − p, 0)`. All but the first term depends only on
which attributes a persona has (its shape), so it is computed once per shape; a shape whose rest alone is dearer
than the best persona so far is passed over.
"""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def _load(profile, pair_attribute, change, held, gain):  # type: ignore[no-untyped-def]
    """Count the profile's values by attribute, and note what a pair that stays as it is saves."""
    for pair in profile:
        held[pair_attribute[pair]] += 1
        gain[pair] = change[pair_attribute[pair]]


@numba.njit(nogil=True, cache=True)
def _unload(profile, pair_attribute, held, gain):  # type: ignore[no-untyped-def]
    for pair in profile:
        held[pair_attribute[pair]] = 0
        gain[pair] = 0


@numba.njit(nogil=True, cache=True)
def _rest(shape, shape_starts, shape_attributes, shape_values, held, remove, add, change):  # type: ignore[no-untyped-def]
    """What removals and additions save or cost beside removing all, and what changing all that can stay would cost."""
    rest, changes = 0, 0
    for place in range(shape_starts[shape], shape_starts[shape + 1]):
        attribute, wanted = shape_attributes[place], shape_values[place]
        common = min(held[attribute], wanted)
        rest += add[attribute] * (wanted - common) - remove[attribute] * common
        changes += change[attribute] * common
    return rest, changes


@numba.njit(nogil=True, cache=True)
def distances(  # type: ignore[no-untyped-def]
    profile, pair_attribute, remove, add, change, first, shape_starts, shape_attributes, shape_values, starts, pairs
):  # fmt: skip
    """What the edits cost that turn one profile into each persona; personas stand in the order of their shapes."""
    held, gain = np.zeros(len(remove), np.int64), np.zeros(len(pair_attribute), np.int64)
    _load(profile, pair_attribute, change, held, gain)
    all_removed = (held * remove).sum()
    costs = np.empty(len(starts) - 1, np.int64)
    for shape in range(len(first) - 1):
        rest, changes = _rest(shape, shape_starts, shape_attributes, shape_values, held, remove, add, change)
        for persona in range(first[shape], first[shape + 1]):
            distance = all_removed + rest + changes
            for place in range(starts[persona], starts[persona + 1]):
                distance -= gain[pairs[place]]
            costs[persona] = distance
    return costs


@numba.njit(nogil=True, cache=True)
def nearest(  # type: ignore[no-untyped-def]
    profile_starts, profile_pairs, begin, end, pair_attribute, remove, add, change,
    first, shape_starts, shape_attributes, shape_values, starts, pairs, far,
):  # fmt: skip
    """For each profile from `begin` to `end`: the least distance, how many personas have it, and which they are.

    `far` stands for "cannot be reached": such personas are never among them, and the least distance is then `far`.
    """
    held, gain = np.zeros(len(remove), np.int64), np.zeros(len(pair_attribute), np.int64)
    least, many = np.full(end - begin, far, np.int64), np.zeros(end - begin, np.int64)
    tied, used = np.empty(max(end - begin, 16), np.int64), 0
    for person in range(begin, end):
        profile = profile_pairs[profile_starts[person] : profile_starts[person + 1]]
        _load(profile, pair_attribute, change, held, gain)
        all_removed = (held * remove).sum()
        best, kept_from = far - 1, used
        for shape in range(len(first) - 1):
            rest, changes = _rest(shape, shape_starts, shape_attributes, shape_values, held, remove, add, change)
            if all_removed + rest > best:
                continue
            for persona in range(first[shape], first[shape + 1]):
                distance = all_removed + rest + changes
                for place in range(starts[persona], starts[persona + 1]):
                    distance -= gain[pairs[place]]
                if distance > best:
                    continue
                if distance < best:
                    best, used = distance, kept_from
                if used == len(tied):
                    tied = np.concatenate((tied, np.empty(len(tied), np.int64)))
                tied[used] = persona
                used += 1
        if used > kept_from:
            least[person - begin], many[person - begin] = best, used - kept_from
        _unload(profile, pair_attribute, held, gain)
    return least, many, tied[:used].copy()


@numba.njit(nogil=True, cache=True)
def kinds(  # type: ignore[no-untyped-def]
    profile_starts, profile_pairs, matched, pair_attribute, aside, starts, pairs, by_person, by_attribute
):  # fmt: skip
    """Count removals, additions and changes of each profile towards one persona each (-1: none), and by attribute.

    Attributes set aside are not edited.
    """
    held = np.zeros(by_attribute.shape[0], np.int64)
    wanted, common = np.zeros_like(held), np.zeros_like(held)
    mine = np.zeros(len(pair_attribute), np.bool_)
    for person in range(len(matched)):
        if matched[person] < 0:
            continue
        profile = profile_pairs[profile_starts[person] : profile_starts[person + 1]]
        persona = pairs[starts[matched[person]] : starts[matched[person] + 1]]
        for pair in profile:
            mine[pair] = True
            held[pair_attribute[pair]] += 1
        for pair in persona:
            wanted[pair_attribute[pair]] += 1
            common[pair_attribute[pair]] += mine[pair]
        for attribute in range(len(held)):
            if not aside[attribute]:
                alike = min(held[attribute], wanted[attribute])
                counts = (held[attribute] - alike, wanted[attribute] - alike, alike - common[attribute])
                for kind in range(3):
                    by_person[person, kind] += counts[kind]
                    by_attribute[attribute, kind] += counts[kind]
        held[:], wanted[:], common[:] = 0, 0, 0
        for pair in profile:
            mine[pair] = False

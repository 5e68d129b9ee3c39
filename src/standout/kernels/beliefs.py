"""What somebody learns about targets from profiles on several sites, round by round."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(nogil=True, cache=True)
def _carries(profile_starts, profile_pairs, profile, wanted):  # type: ignore[no-untyped-def]
    """Whether the profile has every wanted pair; both are ascending."""
    place, end = profile_starts[profile], profile_starts[profile + 1]
    for pair in wanted:
        while place < end and profile_pairs[place] < pair:
            place += 1
        if place == end or profile_pairs[place] != pair:
            return False
    return True


@numba.njit(nogil=True, cache=True)
def _contradicts(profile_starts, profile_pairs, profile, pair_attribute, believed, known):  # type: ignore[no-untyped-def]
    """Whether the profile shows an attribute that something is believed of, but none of the believed values."""
    place, end = profile_starts[profile], profile_starts[profile + 1]
    while place < end:
        attribute, fits = pair_attribute[profile_pairs[place]], False
        while place < end and pair_attribute[profile_pairs[place]] == attribute:
            fits = fits or believed[profile_pairs[place]]
            place += 1
        if known[attribute] and not fits:
            return True
    return False


@numba.njit(nogil=True, cache=True)
def _candidates(  # type: ignore[no-untyped-def]
    profile_starts, profile_pairs, profile_person, pair_starts, pair_profiles, wanted, left_out, extra_begin, extra_end
):  # fmt: skip
    """The profiles that carry all wanted pairs, without those of one person, and the extra ones that do."""
    rarest = wanted[0]
    for pair in wanted:
        if pair_starts[pair + 1] - pair_starts[pair] < pair_starts[rarest + 1] - pair_starts[rarest]:
            rarest = pair
    holders = pair_profiles[pair_starts[rarest] : pair_starts[rarest + 1]]
    candidates, count = np.empty(len(holders) + extra_end - extra_begin, np.int64), 0
    for profile in holders:
        if profile_person[profile] != left_out and _carries(profile_starts, profile_pairs, profile, wanted):
            candidates[count] = profile
            count += 1
    for profile in range(extra_begin, extra_end):
        if _carries(profile_starts, profile_pairs, profile, wanted):
            candidates[count] = profile
            count += 1
    return candidates[:count]


@numba.njit(nogil=True, cache=True)
def _estimate(counts, shown, totals, pair, attribute, site_threshold, cross_threshold):  # type: ignore[no-untyped-def]
    """The highest probability that passes its threshold, on one site or over those that show the attribute; or 0."""
    best, on_sites, carriers, everyone = 0.0, 0, 0, 0
    for site in range(len(totals)):
        if shown[site, attribute] == 0:
            continue
        everyone += totals[site]
        carriers += counts[site, pair]
        on_sites += counts[site, pair] > 0
        share = counts[site, pair] / totals[site]
        if share > site_threshold and share > best:
            best = share
    if on_sites > 1:
        share = carriers / everyone
        if share > cross_threshold and share > best:
            best = share
    return best


@numba.njit(nogil=True, cache=True)
def learn(  # type: ignore[no-untyped-def]
    profile_starts, profile_pairs, profile_site, profile_person, pair_starts, pair_profiles, pair_attribute, several,
    sites, initial_starts, initial_pairs, left_out, extra_starts, site_threshold, cross_threshold, begin, end,
):  # fmt: skip
    """What is learned about the targets `begin` to `end`: how much of each, which pairs, with which confidence.

    A target with no initial pair cannot be looked for, and nothing is learned. `left_out` is the person whose own
    profiles are to be replaced by the extra ones `extra_starts[target]` to `extra_starts[target + 1]`, or -1.
    """
    attributes, pairs = len(several), len(pair_attribute)
    counts, shown = np.zeros((sites, pairs), np.int32), np.zeros((sites, attributes), np.int32)
    totals, touched = np.zeros(sites, np.int64), np.empty(pairs, np.int32)
    believed, known = np.zeros(pairs, np.bool_), np.zeros(attributes, np.bool_)
    best, best_pair = np.zeros(attributes), np.zeros(attributes, np.int32)
    tied = np.zeros(attributes, np.bool_)
    lengths = np.zeros(end - begin, np.int64)
    learned, confidences, used = np.empty(1024, np.int32), np.empty(1024), 0
    for target in range(begin, end):
        wanted = initial_pairs[initial_starts[target] : initial_starts[target + 1]]
        if len(wanted) == 0:
            continue
        candidates = _candidates(
            profile_starts, profile_pairs, profile_person, pair_starts, pair_profiles, wanted, left_out[target],
            extra_starts[target], extra_starts[target + 1],
        )  # fmt: skip
        for pair in wanted:
            believed[pair], known[pair_attribute[pair]] = True, True
        first = used
        while len(candidates):
            kinds = 0
            for profile in candidates:
                site, last = profile_site[profile], -1
                totals[site] += 1
                for place in range(profile_starts[profile], profile_starts[profile + 1]):
                    pair = profile_pairs[place]
                    seen = False
                    for other in range(sites):
                        seen = seen or counts[other, pair] > 0
                    if not seen:
                        touched[kinds] = pair
                        kinds += 1
                    counts[site, pair] += 1
                    if pair_attribute[pair] != last:
                        last = pair_attribute[pair]
                        shown[site, last] += 1
            before = used
            if used + kinds > len(learned):
                larger, surer = np.empty(2 * (used + kinds), np.int32), np.empty(2 * (used + kinds))
                larger[:used], surer[:used] = learned[:used], confidences[:used]
                learned, confidences = larger, surer
            for kind in range(kinds):
                pair = touched[kind]
                attribute = pair_attribute[pair]
                if believed[pair] or (known[attribute] and not several[attribute]):
                    continue
                share = _estimate(counts, shown, totals, pair, attribute, site_threshold, cross_threshold)
                if share > 0.0 and several[attribute]:
                    learned[used], confidences[used] = pair, share
                    used += 1
                elif share > best[attribute]:
                    best[attribute], best_pair[attribute], tied[attribute] = share, pair, False
                elif share > 0.0 and share == best[attribute]:
                    tied[attribute] = True
            for attribute in range(attributes):
                if best[attribute] > 0.0 and not tied[attribute]:
                    learned[used], confidences[used] = best_pair[attribute], best[attribute]
                    used += 1
                best[attribute], tied[attribute] = 0.0, False
            for kind in range(kinds):
                counts[:, touched[kind]] = 0
            shown[:] = 0
            totals[:] = 0
            if used == before:
                break
            for place in range(before, used):
                believed[learned[place]], known[pair_attribute[learned[place]]] = True, True
            kept = 0
            for profile in candidates:
                if not _contradicts(profile_starts, profile_pairs, profile, pair_attribute, believed, known):
                    candidates[kept] = profile
                    kept += 1
            candidates = candidates[:kept]
        for pair in wanted:
            believed[pair] = False
        for place in range(first, used):
            believed[learned[place]] = False
        known[:] = False
        lengths[target - begin] = used - first
    return lengths, learned[:used], confidences[:used]

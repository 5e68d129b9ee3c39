"""Profiles after their edits, put back on the sites where they stood: what an adversary then finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from standout.common.arrays import Int32s, Int64s
from standout.profiles.blending.edits import Edit, united
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import NO_SITES, Population, assembled


def edited_rows(population: Population, people: Int64s, starts: Int64s, pairs: Int32s) -> Population:
    """A row for each of these people, who now show `pairs[starts[t]:starts[t + 1]]` and nothing else.

    What stays, stays where it was; what goes, goes everywhere. A new value stands on the sites where the person showed
    its attribute; a new attribute on all of the person's sites where anybody shows it (else on the first of them).
    """
    targets, width = len(people), max(1, population.pair_count)
    names = population.people.take(pa.array(people))
    owner = np.repeat(np.arange(targets), np.diff(starts))
    if len(population.sites) < 2:
        return assembled(population.attributes, population.values, population.sites, names, owner, pairs, NO_SITES)
    old = _entries(population, people)
    old_owner, old_pair, old_site = old
    kept = np.isin(old_owner * width + old_pair, owner * width + pairs)
    fresh = ~np.isin(owner * width + pairs, old_owner * width + old_pair)
    new_owner, new_pair = owner[fresh], pairs[fresh].astype(np.int64)
    entry, site = _places(population, targets, old, new_owner, new_pair)
    return assembled(
        population.attributes,
        population.values,
        population.sites,
        names,
        np.concatenate((old_owner[kept], new_owner[entry])),
        np.concatenate((old_pair[kept], new_pair[entry])),
        np.concatenate((old_site[kept], site)),
    )


def with_edits(population: Population, people: Int64s, edits: Sequence[Sequence[Edit]]) -> Population:
    """A row for each of these people, who do what their list of edits says, and nothing else.

    A value goes, or is changed, on every site that shows it; where it is shown nowhere, there is nothing to do. An
    added value takes the place of another where the attribute holds one, and stands on the same sites as in
    `edited_rows`. An empty list leaves the profile as it is.
    """
    width, wide = max(1, population.pair_count), max(1, len(population.attributes))
    old = _entries(population, people)
    owner, pair, site = old
    todo = np.array(
        [(target, edit.before, edit.after) for target, own in enumerate(edits) for edit in own], np.int64
    ).reshape(-1, 3)
    swaps, adds = todo[todo[:, 1] >= 0], todo[todo[:, 1] < 0]
    swaps = swaps[np.argsort(swaps[:, 0] * width + swaps[:, 1], kind="stable")]
    wanted, held = swaps[:, 0] * width + swaps[:, 1], owner * width + pair
    place = np.searchsorted(wanted, held)
    touched = np.zeros(len(held), np.bool_)
    inside = place < len(wanted)
    touched[inside] = wanted[place[inside]] == held[inside]
    after = pair.copy()
    after[touched] = swaps[place[touched], 2]
    new_owner, new_pair = adds[:, 0], adds[:, 2]
    entry, new_site = _places(population, len(people), old, new_owner, new_pair)
    attribute = population.pair_attribute
    single = entry[~population.several[attribute[new_pair[entry]]]]
    taken = (new_owner[single] * wide + attribute[new_pair[single]]) * max(1, len(population.sites))
    taken = taken + new_site[~population.several[attribute[new_pair[entry]]]]
    own = (owner * wide + attribute[pair]) * max(1, len(population.sites)) + site
    kept = (after >= 0) & ~np.isin(own, taken)
    sites: npt.NDArray[np.integer] = np.concatenate((site[kept], new_site))
    return assembled(
        population.attributes, population.values, population.sites, population.people.take(pa.array(people)),
        np.concatenate((owner[kept], new_owner[entry])), np.concatenate((after[kept], new_pair[entry])),
        sites if len(population.pair_sites) else NO_SITES,
    )  # fmt: skip


def _places(
    population: Population, targets: int, old: tuple[Int64s, Int64s, Int64s], new_owner: Int64s, new_pair: Int64s
) -> tuple[Int64s, Int64s]:
    """Where new values stand: which of them, and on which site, an entry for each.

    On the sites where the person showed the attribute; an attribute that was not shown, on all of the person's sites
    where anybody shows it, else on the first of them.
    """
    old_owner, old_pair, old_site = old
    sites = max(1, len(population.sites))
    shows = np.zeros((targets, len(population.attributes), sites), np.bool_)
    shows[old_owner, population.pair_attribute[old_pair], old_site] = True
    asks = np.zeros(shows.shape[1:], np.bool_)
    asks[population.pair_attribute[population.pairs], population.pair_sites if sites > 1 else 0] = True
    attribute = population.pair_attribute[new_pair]
    here = shows[new_owner, attribute]
    on = np.asarray(shows.any(axis=1))[new_owner]
    added = ~here.any(axis=1)
    here[added] = (on & asks[attribute])[added]
    nowhere = np.flatnonzero(~here.any(axis=1))
    here[nowhere, np.argmax(on[nowhere], axis=1)] = True
    entry, site = np.nonzero(here)
    return entry, site


def without(population: Population, people: Int64s, starts: Int64s, attributes: npt.NDArray[np.integer]) -> Population:
    """A row for each of these people, without the attributes `attributes[starts[t]:starts[t + 1]]`."""
    owner, pair, site = _entries(population, people)
    gone = np.repeat(np.arange(len(people)), np.diff(starts)) * len(population.attributes) + attributes
    kept = ~np.isin(owner * len(population.attributes) + population.pair_attribute[pair], gone)
    return assembled(
        population.attributes, population.values, population.sites, population.people.take(pa.array(people)),
        owner[kept], pair[kept], site[kept] if len(population.pair_sites) else NO_SITES,
    )  # fmt: skip


def with_person(population: Population, profile: Pairs) -> tuple[Population, int]:
    """The population and one more person, who shows this profile on every site that asks for its attributes."""
    words = united(population, profile)
    pairs = population.translation(words)[population.pairs].astype(np.int64)
    own = profile.translation(words).astype(np.int64)
    owners = np.concatenate((population.owners, np.full(len(own), population.size)))
    sites: npt.NDArray[np.integer] = NO_SITES
    people = pa.concat_arrays([population.people.cast(pa.large_string()), pa.array([""], pa.large_string())])
    if len(population.sites) > 1:
        asks = np.zeros((len(words.attributes), len(population.sites)), np.bool_)
        asks[words.pair_attribute[pairs], population.pair_sites] = True
        asks[~asks.any(axis=1), 0] = True
        entry, where = np.nonzero(asks[words.pair_attribute[own]])
        owners = np.concatenate((population.owners, np.full(len(entry), population.size)))
        own, sites = own[entry], np.concatenate((population.pair_sites, where))
    whole = assembled(
        words.attributes, words.values, population.sites, people, owners, np.concatenate((pairs, own)), sites
    )
    return whole, population.size


def _entries(population: Population, people: Int64s) -> tuple[Int64s, Int64s, Int64s]:
    """What these people show: the place in `people`, the pair and the site of each entry."""
    lengths = population.starts[people + 1] - population.starts[people]
    owner = np.repeat(np.arange(len(people)), lengths)
    begins = np.cumsum(lengths) - lengths
    places = np.arange(lengths.sum()) - np.repeat(begins - population.starts[people], lengths)
    site = (
        population.pair_sites[places].astype(np.int64)
        if len(population.pair_sites)
        else np.zeros(len(places), np.int64)
    )
    return owner, population.pairs[places].astype(np.int64), site

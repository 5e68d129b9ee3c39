"""Profiles after their edits, put back on the sites where they stood: what an adversary then finds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from standout.common.arrays import Int32s, Int64s
from standout.profiles.blending.edits import united
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
    old_owner, old_pair, old_site = _entries(population, people)
    kept = np.isin(old_owner * width + old_pair, owner * width + pairs)
    fresh = ~np.isin(owner * width + pairs, old_owner * width + old_pair)
    new_owner, new_pair = owner[fresh], pairs[fresh].astype(np.int64)
    shows = np.zeros((targets, len(population.attributes), len(population.sites)), np.bool_)
    shows[old_owner, population.pair_attribute[old_pair], old_site] = True
    asks = np.zeros(shows.shape[1:], np.bool_)
    asks[population.pair_attribute[population.pairs], population.pair_sites] = True
    attribute = population.pair_attribute[new_pair]
    here = shows[new_owner, attribute]
    on = np.asarray(shows.any(axis=1))[new_owner]
    added = ~here.any(axis=1)
    here[added] = (on & asks[attribute])[added]
    nowhere = np.flatnonzero(~here.any(axis=1))
    here[nowhere, np.argmax(on[nowhere], axis=1)] = True
    entry, site = np.nonzero(here)
    return assembled(
        population.attributes,
        population.values,
        population.sites,
        names,
        np.concatenate((old_owner[kept], new_owner[entry])),
        np.concatenate((old_pair[kept], new_pair[entry])),
        np.concatenate((old_site[kept], site)),
    )


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

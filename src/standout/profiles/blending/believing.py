"""What somebody would believe of one person: beliefs in words, and which of them the person can do nothing about."""

from __future__ import annotations

from functools import partial, reduce

import numpy as np

from standout.common.arrays import Int64s
from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.profiles.blending.beliefs import believe_many, identifiability, initial_pairs, profiles_of
from standout.profiles.blending.edited_profiles import edited_rows, with_person
from standout.profiles.blending.recommending import as_pairs
from standout.profiles.people.exposure import usual_in
from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import Population
from standout.results.beliefs import Belief, Believed, Candidates, Thresholds
from standout.results.personas import Words, as_shown


def believed(
    profile: Words,
    population: Population,
    *,
    person: int | None = None,
    know: tuple[str, ...] = (),
    site_threshold: float = 0.5,
    cross_threshold: float = 0.5,
) -> Believed:
    """What is learned of the person who shows this profile, by somebody who starts from what is in `know`."""
    known = know or names_in(profile)
    _check(profile, known)
    usual = usual_in(population)
    others = population.size - (person is not None)
    there = listed(population.attributes)
    notes = tuple(
        f"nobody in --data shows '{shown(name)}', so nobody else is found by it; there are {there}"
        for name in known
        if name not in population.attributes
    )
    if person is None:
        population, person = with_person(population, as_pairs(profile))
    who = np.array([person], np.int64)
    learning = partial(
        believe_many, population, who, known, site_threshold=site_threshold, cross_threshold=cross_threshold, threads=1
    )
    found = learning().of(0)
    absent = edited_rows(population, who, np.zeros(2, np.int64), np.empty(0, np.int32))
    alone = learning(edited=absent).of(0)
    without = dict(zip(alone.pairs.tolist(), alone.confidences.tolist(), strict=True))
    beliefs = []
    for pair, confidence in zip(found.pairs.tolist(), found.confidences.tolist(), strict=True):
        attribute, value = population.pair_name(pair)
        holds = value in profile[attribute] if attribute in profile else None
        beliefs.append(
            Belief(attribute=attribute, value=value, confidence=confidence, holds=holds, without=without.get(pair))
        )
    beliefs.sort(key=lambda belief: (-belief.confidence, population.attributes.index(belief.attribute), belief.value))
    learned = {belief.attribute for belief in beliefs}
    return Believed(
        known=as_shown({name: profile[name] for name in known}),
        beliefs=tuple(beliefs),
        identifiability=identifiability(found, len(population.attributes)),
        candidates=_candidates(population, person, known),
        thresholds=Thresholds(site=site_threshold, cross=cross_threshold),
        people=others,
        attributes=len(population.attributes),
        not_learned=tuple(name for name in profile if name not in learned and name not in known),
        notes=(*population.notes, *notes),
        exposure=usual.exposure(profile),
    )


def _check(profile: Words, known: tuple[str, ...]) -> None:
    if not known:
        example = shown(next(iter(profile)))
        raise BadInput(f"nothing to start from: the profile has no name; say what is known, e.g. --know '{example}'")
    if missing := [name for name in known if name not in profile]:
        raise BadInput(f"--know {shown(missing[0])}: the profile has no such attribute; it has {listed(profile)}")


def _candidates(population: Population, person: int, known: tuple[str, ...]) -> tuple[Candidates, ...]:
    """The profiles of each site that carry all that is known, the person's own among them."""
    _, pairs = initial_pairs(population, np.array([person], np.int64), known)
    every = profiles_of(population)
    carrying: Int64s = reduce(
        np.intersect1d, (every.pair_profiles[every.pair_starts[pair] : every.pair_starts[pair + 1]] for pair in pairs)
    )
    sites = population.sites or ("",)
    counts = np.bincount(every.site[carrying], minlength=len(sites))
    return tuple(Candidates(site=site, profiles=int(count)) for site, count in zip(sites, counts, strict=True))

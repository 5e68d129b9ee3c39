"""Attackers made against `crowds`: they know which crowd is whose, and are judged by what they name and learn.

Each has more than an adversary of the field: the crowds themselves are told to them, and to some also whole records of
others. What they learn is the share of a target's unknown items among as many guesses as there are, beside what the
crowd's totals alone tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import seed_for
from standout.protections.crowds.crowd_groups import Grouping
from standout.results.estimate import Estimate
from standout.risk.intervals import rate_of, share_of

KNOWN = 8
"""Items that are known of a target, drawn at random from their record."""
STEADY = 100.0
"""What a crowd's totals say of an item counts as if it had so many further entries, spread as everybody's are."""


@dataclass(frozen=True)
class Target:
    """Somebody whose record is looked for."""

    person: int
    crowd: int
    known: Int64s
    unknown: Int64s


@dataclass(frozen=True)
class Release:
    """A release with the crowds that it was dealt in, told to the attacker."""

    data: LocalDataset
    grouping: Grouping

    def shares(self, crowd: int) -> Floats:
        """Which share of a crowd's released records has each item."""
        return self.totals(crowd) / self.grouping.sizes[crowd]

    def totals(self, crowd: int) -> Floats:
        """How many of a crowd's released records have each item."""
        counts = np.zeros(self.data.items)
        for person in self.members(crowd):
            counts[items_of(self.data, int(person))] += 1
        return counts

    def members(self, crowd: int) -> Int64s:
        return self.grouping.people[self.grouping.starts[crowd] : self.grouping.starts[crowd + 1]]


def items_of(data: LocalDataset, person: int) -> Int64s:
    """The different items of a person."""
    records = data.held.records
    found = np.asarray(records.items[records.starts[person] : records.starts[person + 1]]).astype(np.int64)
    return np.unique(found) if data.events else found


def targets(data: LocalDataset, grouping: Grouping, count: int, seed: int, known: int = KNOWN) -> list[Target]:
    """So many people drawn at random, with a part of what they have."""
    dice = np.random.default_rng(seed_for(seed, "targets of crowds"))
    crowds = grouping.of_people()
    enough = np.flatnonzero(np.diff(once(data.held.records).starts) > known)
    chosen = dice.permutation(enough)[:count]
    found = []
    for person in chosen:
        items = dice.permutation(items_of(data, int(person)))
        found.append(Target(int(person), int(crowds[person]), np.sort(items[:known]), np.sort(items[known:])))
    return found


@dataclass(frozen=True)
class Named:
    """How often an attacker who looks for crowds names the right one, and then the right record."""

    crowd: Estimate | None
    record: Estimate | None


def naming(release: Release, wanted: Sequence[Target], seed: int) -> Named:
    """Score crowds instead of records: the likeliest one by its totals, then its record that has most of what is known.

    Ties are broken by lot. What counts as the right record is the one under the target's own id.
    """
    dice = np.random.default_rng(seed_for(seed, "naming"))
    totals = _all_totals(release)
    usual = (np.asarray(totals.sum(axis=0)).ravel() + 1) / (totals.sum() + totals.shape[1])
    sizes = np.asarray(totals.sum(axis=1)) + STEADY
    crowds, records = np.zeros(len(wanted), bool), np.zeros(len(wanted), bool)
    for at, target in enumerate(wanted):
        chances = np.log((totals[:, target.known].toarray() + STEADY * usual[target.known]) / sizes)
        crowd = int(np.argmax(chances.sum(axis=1)))
        crowds[at] = crowd == target.crowd
        members = dice.permutation(release.members(crowd))
        fits = [len(np.intersect1d(items_of(release.data, int(one)), target.known)) for one in members]
        records[at] = members[int(np.argmax(fits))] == target.person
    return Named(rate_of(crowds), rate_of(records))


def _all_totals(release: Release) -> Any:
    """How many of each crowd's released records have each item, as a sparse matrix by columns."""
    from scipy import sparse

    records = once(release.data.held.records)
    crowds = np.repeat(release.grouping.of_people(), np.diff(records.starts))
    size = (release.grouping.count, release.data.items)
    return sparse.csc_matrix((np.ones(len(crowds)), (crowds, np.asarray(records.items))), size)


def guessed(scores: Floats, target: Target, dice: np.random.Generator) -> float:
    """The share of the unknown items among as many guesses: the best-scored items that are not known; ties by lot."""
    scores = np.where(np.isin(np.arange(len(scores)), target.known), -np.inf, scores)
    best = np.lexsort((dice.random(len(scores)), -scores))[: len(target.unknown)]
    return float(np.isin(best, target.unknown).mean())


def from_totals(release: Release, wanted: Sequence[Target], seed: int) -> Estimate | None:
    """What the totals of the target's crowd tell, and anybody may know: the base rate."""
    dice = np.random.default_rng(seed_for(seed, "totals"))
    return share_of(np.array([guessed(release.shares(target.crowd), target, dice) for target in wanted]))


def knowing_others(
    original: LocalDataset, release: Release, wanted: Sequence[Target], others: int, seed: int
) -> Estimate | None:
    """What is learned by who knows the whole records of so many others of the crowd and takes them off the totals."""
    dice, learned = np.random.default_rng(seed_for(seed, "others")), []
    for target in wanted:
        crowd = release.members(target.crowd)
        rest = dice.permutation(crowd[crowd != target.person])[:others]
        left = release.totals(target.crowd)
        for other in rest:
            left[items_of(original, int(other))] -= 1
        usual = release.shares(target.crowd)
        learned.append(guessed(left / (len(crowd) - len(rest)) + 1e-6 * usual, target, dice))
    return share_of(np.array(learned))


def in_two_releases(first: Release, second: Release, wanted: Sequence[Target], seed: int) -> Estimate | None:
    """What is learned by who has two releases and knows the target's crowd in both: what both crowds have."""
    dice = np.random.default_rng(seed_for(seed, "two releases"))
    crowds, learned = (release.grouping.of_people() for release in (first, second)), []
    one, two = crowds
    for target in wanted:
        shares = (first.shares(int(one[target.person])), second.shares(int(two[target.person])))
        learned.append(guessed(np.log(shares[0] + 0.02) + np.log(shares[1] + 0.02), target, dice))
    return share_of(np.array(learned))

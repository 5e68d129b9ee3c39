"""Guards against comparing two exact bulletins: what one person more or less changed must not show.

Whoever has two bulletins sees every number that changed between them. If a count moved by one, one person joined, left
or did something, and a few such counts are that person's list. So, with the earlier bulletins at hand:

- a count that moved by fewer than `min_holders` people since an earlier bulletin stays as it was there;
- an item that was not named is named only once at least `min_holders` people more have it than can have had it then;
- if the number of people moved by fewer than that, but did move, nothing is published;
- if it did not move, people, interactions, the crowd and what is folded stay as they were.

It is a rule, not a proof: differential privacy (`--epsilon`) is the proof.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Int64s
from standout.data.vocabulary import Vocabulary, positions
from standout.errors import BadInput
from standout.results.bulletin import Bulletin, Folded


@dataclass(frozen=True)
class Guarded:
    """Counts as they may be published, and how many are as they were."""

    counts: Int64s
    """Holders by code, 0 for an item without a name."""
    kept: int


@dataclass(frozen=True)
class Totals:
    """What is told of everybody together."""

    people: int
    interactions: int
    folded: Folded
    crowd: tuple[float, ...]


def check_people_moved(people: int, previous: Sequence[Bulletin], fewest: int) -> None:
    """Refuse if so few people joined or left since an earlier bulletin that both together would be about them."""
    for bulletin in previous:
        if bulletin.made.epsilon is not None:
            raise BadInput(
                "--previous: that bulletin has noise and this one would not, so together they show the noise; publish "
                "with --epsilon again"
            )
        moved = abs(people - bulletin.people)
        if 0 < moved < fewest:
            raise BadInput(
                f"--previous: {people:,} people now, {bulletin.people:,} in the bulletin of {bulletin.date}. What the "
                f"two tell together would be about {moved:,} of them; wait until at least {fewest:,} more have joined "
                "or left, or publish with --epsilon"
            )


def guarded_counts(counts: Int64s, vocabulary: Vocabulary, previous: Sequence[Bulletin], fewest: int) -> Guarded:
    """The counts that may be published beside earlier bulletins; `counts` are holders by code, 0 without a name."""
    allowed, kept = counts.copy(), np.zeros(len(counts), np.bool_)
    apart = np.full(len(counts), fewest, np.int64)
    ever = np.zeros(len(counts), np.bool_)
    for bulletin in previous:
        codes = positions(list(bulletin.ids), vocabulary.items)
        known = codes >= 0
        codes, holders = codes[known], np.array(bulletin.holders, np.int64)[known]
        ever[codes] = True
        near = np.abs(counts[codes] - holders)
        nearer = near < apart[codes]
        allowed[codes[nearer]], apart[codes[nearer]] = holders[nearer], near[nearer]
        kept[codes[nearer & (near > 0)]] = True
    fresh = (counts > 0) & ~ever & (counts < 2 * fewest - 1) if previous else np.zeros(len(counts), np.bool_)
    allowed[fresh] = 0
    return Guarded(allowed, int((kept | fresh).sum()))


def guarded_totals(now: Totals, previous: Sequence[Bulletin]) -> Totals:
    """The totals that may be published: those of an earlier bulletin with as many people, if there is one."""
    for bulletin in previous:
        if bulletin.people == now.people:
            return Totals(bulletin.people, bulletin.interactions, bulletin.folded, bulletin.crowd)
    return now


def fingerprints(previous: Sequence[Bulletin]) -> tuple[str, ...]:
    """SHA-256 of the canonical bytes of each earlier bulletin, each once."""
    return tuple(sorted({hashlib.sha256(bulletin.canonical()).hexdigest() for bulletin in previous}))

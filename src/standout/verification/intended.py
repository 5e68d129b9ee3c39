"""What a release is good for by what it is meant for: measured against the original, which is looked at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.results.compare_uses import Intended, Transfer, Use
from standout.verification.computed_once import ComputedOnce
from standout.verification.learned_again import Division
from standout.verification.studies import research, studied
from standout.verification.totals import cells_of, counted, totals
from standout.verification.transfer import Learned, learned, learned_alike, lost

USES: tuple[Use, ...] = ("recommending", "research", "totals")

Version = tuple[LocalDataset, Transfer | None]
"""A release of the data, and what one of those who were not held out is worth to the others, where there is one."""


@dataclass(frozen=True)
class Meant:
    """What the original is good for, and how to find out what a release of it is."""

    original: Intended
    measure: Callable[[Version], Intended]
    notes: tuple[str, ...] = ()


def check_use(use: str | None) -> None:
    """Refuse what data cannot be meant for."""
    if use is not None and use not in USES:
        raise BadInput(f"--for is '{use}', but must be {', '.join(USES[:-1])} or {USES[-1]}")


@dataclass(frozen=True)
class Taught:
    """What a recommender learned from the original is worth to people who were held out, and how releases compare."""

    data: LocalDataset
    division: Division
    before: Learned
    computed: ComputedOnce = field(default_factory=ComputedOnce)

    @property
    def original(self) -> Transfer | None:
        score = self.before.score
        return None if score is None else Transfer(score=score)

    def after(self, rest: LocalDataset) -> Transfer | None:
        """The same of a release of those who were not held out."""
        names, records = self.data.vocabulary.items, rest.held.records
        own = () if rest.vocabulary.items is names else (positions(rest.vocabulary.items, names),)
        compute = partial(learned_alike, self.data, rest, self.division.held, self.before)
        return self.transfer(
            self.computed.of("transfer", (np.asarray(records.starts), np.asarray(records.items), *own), compute)
        )

    def transfer(self, after: Learned) -> Transfer | None:
        return None if after.score is None else Transfer(score=after.score, loss=lost(self.before, after))


def taught_by(data: LocalDataset, division: Division | None) -> Taught | None:
    """Learn from the original; none where nobody can be held out."""
    if division is None:
        return None
    return Taught(data, division, learned(data, division.rest, division.held))


def meant_for(use: Use, data: LocalDataset, taught: Taught | None, groups: ItemGroups | None, seed: int) -> Meant:
    """Look at the original for one use."""
    match use:
        case "recommending":
            return _recommending(taught)
        case "research":
            first = studied(data, data, seed)

            def study(version: Version) -> Intended:
                return Intended(use=use, research=research(studied(data, version[0], seed), first, seed))

            return Meant(Intended(use=use, research=research(first, None, seed)), study)
        case "totals":
            cells = cells_of(data, groups)
            before = counted(data, data, cells)

            def count(version: Version) -> Intended:
                return Intended(use=use, totals=totals(before, counted(data, version[0], cells), cells))

            return Meant(count((data, None)), count)


def _recommending(taught: Taught | None) -> Meant:
    if taught is None:
        raise BadInput("--for recommending: too few people have five entries or more to hold some of them out")
    score = taught.before.score
    if score is None:
        raise BadInput("--for recommending: nobody who is held out can be asked for anything; use other data")

    def recommend(version: Version) -> Intended:
        return Intended(use="recommending", transfer=version[1])

    beaten = () if score.beats else (
        f"no verdict for recommending: on this data a learned recommender is not surely better than popularity "
        f"({score.score.rate:.3f}, {score.baseline.rate:.3f} without it), so a loss of it says nothing",
    )  # fmt: skip
    return Meant(Intended(use="recommending", transfer=Transfer(score=score)), recommend, beaten)

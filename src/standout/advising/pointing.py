"""Whom mentions point at: the record that is likeliest to be the writer's, and where the writer's own one stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from standout.advising.posting_advice import possible_owners
from standout.advising.rivals import knowledge_of, with_record
from standout.advising.who_fits import Crowd, Shown
from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.presets import PRESETS
from standout.risk.outcomes import outcomes

MENTIONS = PRESETS["mentions"]
"""How mentions come about: of the mentioned items people have four in five."""

_OVERLAP = 0.6
"""A record is the person's own if it holds so much of what they say they have, and no other as much."""


@dataclass(frozen=True)
class Pointing:
    """The likeliest record, and how likely it is."""

    record: int
    """-1 where nothing is known that the data has."""
    chance: float


@dataclass(frozen=True)
class Owner:
    """Whose record is attacked: in this data, and whether it was found there by what the person says they have."""

    data: LocalDataset
    records: Int64s
    """One, or several that may be theirs, of which the one in the middle counts."""
    found: bool | None
    """None where the person did not say what they have."""


def likelihood_for_mentions() -> Attack:
    """The likelihood attack, told that one mention in six is of something that the writer does not have; of somebody
    who knows that the writer is in the data."""
    return Likelihood(present=1 - 1e-9).for_adversary(MENTIONS)


def pointing(data: LocalDataset, shown: Sequence[Shown]) -> Pointing:
    """Whom the mentions point at."""
    known = [thing for thing in shown if thing.item >= 0]
    if not known:
        return Pointing(-1, 1 / max(data.people, 1))
    attack, truths = likelihood_for_mentions(), np.array([0])
    tally = data.engine.score(data, knowledge_of([known], data), attack, truths)
    odds = float(outcomes(tally, attack, truths, data.people).odds[0])
    return Pointing(int(tally.top_records[0, 0]), 1 / (1 + exp(-min(max(odds, -60.0), 60.0))))


def owner_of(
    data: LocalDataset, crowd: Crowd, shown: Sequence[Shown], own: Sequence[int] | None, pointed_at: int | None
) -> Owner:
    """The record that is taken to be the person's own, or some that may be.

    With what they say they have, the one that holds most of it, if it holds enough and no other as much; else one more
    record with just that. Without, the one that the mentions point at, if they do: if that is not theirs, they are
    safer than said. If they point at nobody, some of those that have all of it.
    """
    if own is None:
        if pointed_at is not None:
            return Owner(data, np.array([pointed_at]), None)
        return Owner(*possible_owners(data, crowd, shown), None)
    items = np.unique(np.asarray([item for item in own if item >= 0], np.int64))
    held = _held(data, items)
    order = np.argsort(-held, kind="stable")
    best = int(order[0])
    alone = data.people == 1 or held[order[1]] < held[best]
    if len(items) and held[best] >= _OVERLAP * len(items) and alone:
        return Owner(data, np.array([best]), True)
    return Owner(with_record(data, [Shown(int(item)) for item in items]), np.array([data.people]), False)


def _held(data: LocalDataset, items: Int64s) -> Int64s:
    """How many of these items everybody has."""
    wanted = np.zeros(data.items, np.int64)
    wanted[items] = 1
    records = data.held.records
    sums = np.concatenate(([0], np.cumsum(wanted[records.items])))
    return np.asarray(sums[records.starts[1:]] - sums[records.starts[:-1]], dtype=np.int64)

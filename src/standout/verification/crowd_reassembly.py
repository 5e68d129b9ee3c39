"""An attacker who has found the crowd tries to put the target's record together again inside it.

They know some of the target's entries with exact values and days, and they learn from people whose true records they
have how much each hint is worth: an item being in the record that fits best, in a record of the same day or month,
near in the rows, carrying a value as the target gives them, or going with what is known. They are compared with the
same attacker without hints, who has only the crowd's totals and what goes together in general.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import seed_for
from standout.results.compare_found import Change
from standout.results.estimate import Estimate
from standout.risk.intervals import share_of
from standout.verification.crowd_attackers import Release, Target, guessed
from standout.verification.paired import gain

PLAIN = 2
"""The first features are those that need no record: the crowd's share, and what goes together in general."""


@dataclass(frozen=True)
class Reassembled:
    """What is learned with and without hints, of the same targets."""

    with_hints: Estimate | None
    from_totals: Estimate | None
    gain: Change | None


def reassembled(original: LocalDataset, release: Release, wanted: Sequence[Target], seed: int) -> Reassembled:
    """Learn from the first half of the targets, and be judged by the others. Nothing is learned where their crowds have
    nothing more of theirs in the release, or nothing else."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    dice, taste = np.random.default_rng(seed_for(seed, "reassembly")), _tastes(release.data)
    half = len(wanted) // 2
    if not half:
        return Reassembled(None, None, None)
    seen = [_features(original, release, target, taste) for target in wanted]
    rows = np.concatenate([features for _, features in seen[:half]])
    truth = np.concatenate(
        [np.isin(items, target.unknown) for (items, _), target in zip(seen[:half], wanted[:half], strict=True)]
    )
    if truth.all() or not truth.any():
        return Reassembled(None, None, None)
    learned: list[Floats] = []
    for width in (rows.shape[1], PLAIN):
        scaled = StandardScaler().fit(rows[:, :width])
        model = LogisticRegression(max_iter=300).fit(scaled.transform(rows[:, :width]), truth)
        precision = []
        for (items, features), target in zip(seen[half:], wanted[half:], strict=True):
            scores = np.full(original.items, -np.inf)
            if len(items):
                scores[items] = model.decision_function(scaled.transform(features[:, :width]))
            precision.append(guessed(scores, target, dice))
        learned.append(np.array(precision))
    hints, totals = learned
    return Reassembled(share_of(hints), share_of(totals), gain(hints, totals) if len(hints) else None)


def _tastes(data: LocalDataset) -> Floats:
    """A row per item: items that go together in the release have like rows."""
    from standout.protections.crowds.crowd_taste import strongest

    people = np.arange(data.people)
    weights = (1 / np.sqrt(np.maximum(np.diff(data.held.records.starts), 1))).astype(np.float32)
    factors = strongest(data.held.records, weights, people, data.items, 24, 1).astype(np.float64)
    scale: Floats = np.linalg.norm(factors, axis=1, keepdims=True)
    return factors / np.maximum(scale, 1e-12)


def _features(original: LocalDataset, release: Release, target: Target, taste: Floats) -> tuple[Int64s, Floats]:
    """For each item that the crowd's records have and that is not known: what speaks for it."""
    data, known = release.data, _known(original, target)
    shares = release.shares(target.crowd)
    best = [_Record.of(data, int(person)) for person in release.members(target.crowd)]
    fits = np.array([np.isin(record.items, target.known).sum() for record in best], np.float64)
    likely = np.exp(3 * (fits - fits.max(initial=0)))
    likely /= likely.sum()
    usual = known.values[known.values < 255].mean() if (known.values < 255).any() else 0.0
    width = PLAIN + 6
    table = np.zeros((data.items, width))
    table[:, 0] = np.log(shares + 0.01)
    table[:, 1] = taste @ taste[target.known].mean(axis=0)
    for record, weight, fit in zip(best, likely, fits, strict=True):
        table[record.items, 2] += weight
        table[record.items, 3] = np.maximum(table[record.items, 3], fit)
        if len(record.days):
            table[record.items, 4] += np.isin(record.days, known.days)
            table[record.items, 5] += np.isin(record.days // 30, known.days // 30)
        if len(record.values):
            table[record.items, 6] += np.abs(record.values.astype(np.float64) - usual) < 0.75
        if len(record.items):
            near = np.searchsorted(record.items, target.known)
            rows = np.clip(np.concatenate((near - 1, near + 1)), 0, len(record.items) - 1)
            table[record.items[rows], 7] += weight
    items = np.setdiff1d(np.flatnonzero(shares > 0), target.known)
    return items, table[items]


@dataclass(frozen=True)
class _Record:
    items: Int64s
    values: Int64s
    days: Int64s

    @classmethod
    def of(cls, data: LocalDataset, person: int) -> _Record:
        records = data.held.records
        here = slice(int(records.starts[person]), int(records.starts[person + 1]))
        return cls(*(np.asarray(part[here]).astype(np.int64) for part in (records.items, records.values, records.days)))


def _known(original: LocalDataset, target: Target) -> _Record:
    """What is known of the target: entries of the original, with exact values and days."""
    record = _Record.of(original, target.person)
    chosen = np.isin(record.items, target.known)
    values, days = (part[chosen] if len(part) else part for part in (record.values, record.days))
    return _Record(record.items[chosen], values, days)

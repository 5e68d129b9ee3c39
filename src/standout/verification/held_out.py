"""What recommenders learn from, and what they are asked: held out of the original and of every version of it.

A random tenth of all (person, item) pairs, or everybody's last entry in time. Which pairs are held out depends on the
original (or on the pair) alone, so a pair is held out of every version of the data, the invented entries included, and
no version teaches what is asked. An entry that a protection removed is not learned from, but it is still asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_DAY
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import seed_for
from standout.verification.aligned import Rows, rows, translated, worth

HELD_OUT = 0.1


@dataclass(frozen=True)
class Split:
    """A version of the data, cut into what recommenders learn from and what they are asked."""

    learned: Rows
    """Entries of this version that are not held out."""
    hidden: Rows
    """Entries of this version that are: what the paper tests on."""
    asked: Rows
    """Held-out entries of the original."""
    meaning: Floats
    """What this version's value codes are worth on the original scale."""
    usual: float
    """The mean value of the original's entries that are not held out; not a number where there are none."""


def divided(original: LocalDataset, protected: LocalDataset, seed: int) -> Split:
    """Hold a random tenth of all pairs out of both versions."""
    before, after = rows(original), rows(protected, original)
    asked, hidden = _picked(before, seed), _picked(after, seed)
    learned = after.chosen(~hidden)
    rest = before.chosen(~asked)
    meaning, values = translated(protected, learned, original, rest), worth(original)[rest.values]
    values = values[np.isfinite(values)]
    usual = float(values.mean()) if len(values) else np.nan
    return Split(learned, after.chosen(hidden), before.chosen(asked), meaning, usual)


def _picked(entries: Rows, seed: int) -> Bools:
    from standout.kernels.factors import picked

    chosen: Bools = picked(seed_for(seed, "held out"), entries.people, entries.items, HELD_OUT)
    return chosen


@dataclass(frozen=True)
class LastOut:
    """A version of the data without everybody's last item of the original, which is asked for."""

    learned: Rows
    asked: Rows
    """One entry for each person who has another one to be known by."""


def last_out(original: LocalDataset, protected: LocalDataset, seed: int) -> LastOut:
    """Hold everybody's last item in time out of both versions; of several on the last day, one by lot."""
    before, after = rows(original), rows(protected, original)
    asked = before.chosen(_last(original, before, seed))
    return LastOut(after.chosen(~np.isin(after.pairs, asked.pairs)), asked)


def _last(original: LocalDataset, entries: Rows, seed: int) -> Int64s:
    """Which entry is each person's last one; nobody's who has no other item, or no day."""
    days = np.asarray(original.held.records.days).astype(np.int64)
    dated = np.flatnonzero(days != NO_DAY)
    lots = np.random.default_rng(seed_for(seed, "last item")).random(len(days))
    order = dated[np.lexsort((lots[dated], days[dated], entries.people[dated]))]
    people = entries.people[order]
    last = order[np.append(people[1:] != people[:-1], True)[: len(order)]]
    different = np.bincount(np.unique(entries.pairs) // max(entries.size[1], 1), minlength=entries.size[0])
    return np.sort(last[different[entries.people[last]] > 1])

"""Utility: what recommenders that learn from protected data still know about the original.

A random tenth of all (person, item) pairs is held out: taken from the original for testing, and from whatever the
recommenders learn from. The choice depends on the pair alone, so a pair is held out of every version of the data, the
invented entries included, and no version teaches what is asked. An entry that a protection removed is not learned
from, but it is still asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.attacks.contract import Floats
from standout.data.model import Int64s, Interactions
from standout.knowledge.draw import seed_for
from standout.verification.aligned import Rows, rows, translated, worth
from standout.verification.drift import popularity_drift, statistics
from standout.verification.paired import ratio
from standout.verification.ranking import hits, ndcg, recall
from standout.verification.recommenders import (
    LITTLE,
    LITTLE_BELOW,
    MUCH,
    Descent,
    ValueModel,
    fit_values,
    holdings,
    popular,
    recommended,
)

HELD_OUT = 0.1
LIST = 10
MOST_TESTED, FEWEST_TESTED, MOST_SCORES = 10_000, 1_000, 400_000_000
"""People whose lists are looked at: more would only narrow intervals that are narrow already, and each of them is
scored for every item."""


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


@dataclass(frozen=True)
class Utility:
    """Figures for JSON, and what they were made from person by person and entry by entry, for pairing."""

    figures: dict[str, Any]
    notes: tuple[str, ...]
    errors: Floats
    """Squared error of each held-out original entry that has a value; empty where values cannot be predicted."""
    error_people: Int64s
    gains: Floats
    """nDCG@10 of each tested person."""
    people: Int64s
    reached: npt.NDArray[np.bool_]
    """Which people still have an entry to learn from."""


def utility(original: Interactions, protected: Interactions, seed: int) -> Utility:
    """Measure what the protected data (or the original itself, for comparison) is good for."""
    split = divided(original, protected, seed)
    values, notes = _values(original, protected, split, seed)
    lists = _lists(split, seed)
    after = rows(protected, original)
    counts = np.bincount(after.items, minlength=original.items)
    figures = values.figures | lists.figures
    figures |= {
        "statistics": statistics(after, split.meaning),
        "popularity_drift": popularity_drift(original.holders, counts),
    }
    reached = np.bincount(split.learned.people, minlength=original.people) > 0
    if not len(lists.people):
        notes = (*notes, "no lists: no entry was held out")
    return Utility(figures, notes, values.scores, values.people, lists.scores, lists.people, reached)


def divided(original: Interactions, protected: Interactions, seed: int) -> Split:
    """Hold a random tenth of all pairs out of both versions."""
    before, after = rows(original), rows(protected, original)
    asked, hidden = _picked(before, seed), _picked(after, seed)
    learned = after.chosen(~hidden)
    rest = before.chosen(~asked)
    meaning, values = translated(protected, learned, original, rest), worth(original)[rest.values]
    values = values[np.isfinite(values)]
    usual = float(values.mean()) if len(values) else np.nan
    return Split(learned, after.chosen(hidden), before.chosen(asked), meaning, usual)


def _picked(entries: Rows, seed: int) -> npt.NDArray[np.bool_]:
    from standout.kernels.factors import picked

    found: npt.NDArray[np.bool_] = picked(seed_for(seed, "held out"), entries.people, entries.items, HELD_OUT)
    return found


@dataclass(frozen=True)
class _Part:
    """Figures of one recommender, and its score for each entry or person tested."""

    figures: dict[str, Any]
    scores: Floats
    people: Int64s


_NOTHING = _Part({}, np.empty(0), np.empty(0, np.int64))


def _values(original: Interactions, protected: Interactions, split: Split, seed: int) -> tuple[_Part, tuple[str, ...]]:
    """How far predicted values are off, on the original's held-out entries and, as the paper, on the protected's."""
    truth = worth(original)[split.asked.values]
    valued = np.isfinite(truth)
    if not valued.any():
        return _NOTHING, ("no rmse: the data has no values",)
    people, items, truth = split.asked.people[valued], split.asked.items[valued], truth[valued]
    figures: dict[str, Any] = {}
    if np.isfinite(split.usual):
        figures["rmse_of_mean"] = _rmse((truth - split.usual) ** 2)
    model = _fitted(split, seed, MUCH if original.count >= LITTLE_BELOW else LITTLE)
    if model is None:
        reason = "no rmse: the protected data has no values" if not protected.has_values else "no rmse: nothing is left"
        return _Part(figures, np.empty(0), np.empty(0, np.int64)), (reason,)
    errors = (model.predicted(people, items) - truth) ** 2
    figures["rmse"] = _rmse(errors)
    there = split.meaning[split.hidden.values]
    tested = np.isfinite(there)
    if tested.any():
        guesses = model.predicted(split.hidden.people[tested], split.hidden.items[tested])
        figures["rmse_on_protected"] = _rmse((guesses - there[tested]) ** 2)
    return _Part(figures, errors, people.astype(np.int64)), ()


def _fitted(split: Split, seed: int, how: Descent) -> ValueModel | None:
    values = split.meaning[split.learned.values]
    valued = np.isfinite(values)
    if not valued.any():
        return None
    people, items = split.learned.people[valued], split.learned.items[valued]
    known = values[valued].astype(np.float32)
    return fit_values(people, items, known, split.learned.size, seed_for(seed, "values"), how)


def _rmse(squared: Floats) -> float:
    return float(np.sqrt(squared.mean()))


def _lists(split: Split, seed: int) -> _Part:
    """How many held-out items come among the first ten recommended, and how far up; popularity beside them."""
    asked, size = split.asked, split.asked.size
    wanted = np.bincount(asked.people, minlength=size[0])
    people = np.flatnonzero(wanted)
    most = min(MOST_TESTED, max(FEWEST_TESTED, MOST_SCORES // max(size[1], 1)))
    if len(people) > most:
        order = np.random.default_rng(seed_for(seed, "tested people")).permutation(len(people))
        people = np.sort(people[order[:most]])
    if not len(people):
        return _NOTHING
    held, many = holdings(split.learned.people, split.learned.items, size), wanted[people]
    best = recommended(held, people, LIST, seed_for(seed, "lists"))
    found, usual = (
        hits(lists, people, asked.people, asked.items, size[1]) for lists in (best, popular(held, people, LIST))
    )
    gains = ndcg(found, many)
    figures = {
        f"ndcg@{LIST}": float(gains.mean()),
        f"recall@{LIST}": float(recall(found, many).mean()),
        f"ndcg@{LIST}_of_popularity": float(ndcg(usual, many).mean()),
        f"recall@{LIST}_of_popularity": float(recall(usual, many).mean()),
    }
    return _Part(figures, gains, people)


def losses(before: Utility, after: Utility) -> dict[str, Any]:
    """How much worse the recommenders are than with the original, relative to it; below 0 they are better.

    Pairs of the same held-out entries, or people's lists, count as one draw per person, so that intervals are those of
    the difference. `released_people` is the same over people who are still in the data. Values that are gone count as
    if their mean were always guessed.
    """
    found = _losses(before, after, None)
    if len(before.errors) and not len(after.errors) and "rmse_of_mean" in before.figures:
        found["rmse"] = {"loss": before.figures["rmse_of_mean"] / before.figures["rmse"] - 1}
    if not after.reached.all():
        found["released_people"] = {"share": float(after.reached.mean())} | _losses(before, after, after.reached)
    return found


def _losses(before: Utility, after: Utility, only: npt.NDArray[np.bool_] | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if len(before.errors) and len(after.errors):
        kept = np.ones(len(before.errors), bool) if only is None else only[before.error_people]
        squares = ratio(before.errors[kept], after.errors[kept], before.error_people[kept])
        if squares is not None:
            parts = squares.rate, squares.low, squares.high
            found["rmse"] = dict(zip(("loss", "low", "high"), (float(np.sqrt(one)) - 1 for one in parts), strict=True))
    kept = np.ones(len(before.gains), bool) if only is None else only[before.people]
    lists = ratio(before.gains[kept], after.gains[kept])
    if lists is not None:
        found[f"ndcg@{LIST}"] = {"loss": 1 - lists.rate, "low": 1 - lists.high, "high": 1 - lists.low}
    elif kept.any() and before.gains[kept].any():
        found[f"ndcg@{LIST}"] = {"loss": 1.0}
    return found


def utility_loss(found: Mapping[str, Any]) -> float | None:
    """One number for a budget: the larger of both relative losses, 0 where nothing was lost; none without either."""
    known = [float(found[name]["loss"]) for name in ("rmse", f"ndcg@{LIST}") if name in found]
    return max(0.0, *known) if known else None

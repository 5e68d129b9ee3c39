"""Utility: what recommenders that learn from protected data still know about the original.

What is measured is what the data is for. Ratings: predicted values, and items that are held out at random. Amounts:
predicted amounts. Where data other than ratings has days: the next item of everybody. Beside every score stands that
of somebody who knows only the mean, or only what is popular; a recommender that does no better on the original data is
none, and what happens to it says nothing about the data.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.results.compare_measures import (
    LISTS,
    NEXT_ITEM,
    RMSE,
    Loss,
    Purpose,
    ReleasedLoss,
    Score,
    Utility,
    UtilityLoss,
)
from standout.verification.aligned import rows
from standout.verification.computed_once import ComputedOnce
from standout.verification.drift import popularity_drift, statistics
from standout.verification.held_out import divided, last_out
from standout.verification.list_scores import ListScores, list_scores, next_item_scores
from standout.verification.paired import ratio
from standout.verification.value_scores import purpose_of, value_scores

_BASELINE = {RMSE: "the mean", LISTS: "popularity", NEXT_ITEM: "popularity"}


@dataclass(frozen=True)
class Measured:
    """What the data is good for, and what that was computed from person by person and entry by entry, for pairing."""

    figures: Utility
    notes: tuple[str, ...]
    errors: Floats
    """Squared error of each held-out original entry that has a value; empty where values cannot be predicted."""
    error_people: Int64s
    gains: Floats
    """nDCG@10 of each tested person."""
    people: Int64s
    reached: npt.NDArray[np.bool_]
    """Which people still have an entry to learn from."""
    next_hits: Floats = field(default_factory=lambda: np.empty(0))
    """For each person asked, 1 where the next item is among the ten recommended."""
    next_people: Int64s = field(default_factory=lambda: np.empty(0, np.int64))

    def beaten(self, name: str) -> bool:
        """Whether a baseline does as well, so that a loss of this measure says nothing."""
        score = self.figures.scores.get(name)
        return score is not None and not score.beats


def measured_by(purpose: Purpose, has_days: bool) -> tuple[str, ...]:
    """Which measures count, by what the data is for."""
    if purpose == "ratings":
        return RMSE, LISTS
    lists = NEXT_ITEM if has_days else LISTS
    return (RMSE, lists) if purpose == "amounts" else (lists,)


def measures_of(figures: Utility) -> tuple[str, ...]:
    """Which measures count; the next item only where it could be asked for."""
    return measured_by(figures.purpose, figures.next_item is not None)


def utility(
    original: LocalDataset, protected: LocalDataset, seed: int, computed: ComputedOnce | None = None
) -> Measured:
    """Measure what the protected data (or the original itself, for comparison) is good for; what recommenders learn
    from the same of several versions of one original, whoever keeps what was `computed` knows already."""
    computed = computed or ComputedOnce()
    purpose = purpose_of(original.scale)
    counted = measured_by(purpose, original.has_days)
    split = divided(original, protected, seed)
    taught, hidden = split.learned, split.hidden
    values, notes = computed.of(
        ("values", seed, protected.has_values),
        (taught.people, taught.items, taught.values, hidden.people, hidden.items, hidden.values, split.meaning),
        partial(value_scores, original, protected, split, seed),
    )
    lists, following = (
        computed.of(("lists", seed), (taught.people, taught.items), partial(list_scores, taught, split.asked, seed)),
        ListScores(),
    )
    if NEXT_ITEM in counted:
        last = last_out(original, protected, seed)
        following = computed.of(
            ("next", seed),
            (last.learned.people, last.learned.items),
            partial(next_item_scores, last.learned, last.asked, seed),
        )
    after = rows(protected, original)
    counts = np.bincount(after.items, minlength=original.items)
    scores = {RMSE: values.score, LISTS: lists.score, NEXT_ITEM: following.score}
    figures = Utility(
        rmse_of_mean=values.rmse_of_mean,
        rmse=values.rmse,
        rmse_on_protected=values.rmse_on_protected,
        ndcg=lists.ndcg,
        recall=lists.recall,
        ndcg_of_popularity=lists.ndcg_of_popularity,
        recall_of_popularity=lists.recall_of_popularity,
        statistics=statistics(after, split.meaning),
        popularity_drift=popularity_drift(original.holders, counts),
        next_item=following.recall,
        next_item_of_popularity=following.recall_of_popularity,
        purpose=purpose,
        scores={name: score for name, score in scores.items() if score is not None},
    )
    reached = np.bincount(split.learned.people, minlength=original.people) > 0
    if not len(lists.people):
        notes = (*notes, "no lists: no entry was held out")
    if NEXT_ITEM in counted and not len(following.people):
        notes = (*notes, "no next item: nobody has two items with days")
    return Measured(
        figures, notes, values.errors, values.people, lists.gains, lists.people, reached,
        following.gains, following.people,
    )  # fmt: skip


def refusals(before: Measured) -> tuple[str, ...]:
    """What cannot be said of utility, since on the original data no recommender does better than a baseline."""
    return tuple(
        f"no verdict by {name}: on this data the recommender is not surely better than {_BASELINE[name]} "
        f"({_shown(before.figures.scores[name])}), so a loss of it says nothing"
        for name in measures_of(before.figures)
        if before.beaten(name)
    )


def _shown(score: Score) -> str:
    return f"{score.score.rate:.3f}, {score.baseline.rate:.3f} without it"


def losses(before: Measured, after: Measured) -> UtilityLoss:
    """How much worse the recommenders are than with the original, relative to it; below 0 they are better.

    Pairs of the same held-out entries, or people's lists, count as one draw per person, so that intervals are those of
    the difference. `released_people` is the same over people who are still in the data. Values that are gone count as
    if their mean were always guessed. Of a recommender that does no better than a baseline, nothing is said.
    """
    counted = measures_of(before.figures)
    released = None
    if not after.reached.all():
        left = _losses(before, after, after.reached)
        released = ReleasedLoss(
            share=float(after.reached.mean()),
            rmse=left[RMSE],
            ndcg=left[LISTS],
            next_item=left[NEXT_ITEM],
            measured_by=counted,
        )
    lost = _losses(before, after, None)
    usual = before.figures.rmse_of_mean
    gone = len(before.errors) and not len(after.errors) and not before.beaten(RMSE)
    if gone and usual is not None and before.figures.rmse:
        lost[RMSE] = Loss(loss=usual / before.figures.rmse - 1)
    return UtilityLoss(
        rmse=lost[RMSE],
        ndcg=lost[LISTS],
        released_people=released,
        next_item=lost[NEXT_ITEM],
        measured_by=counted,
    )


def _losses(before: Measured, after: Measured, only: npt.NDArray[np.bool_] | None) -> dict[str, Loss | None]:
    """The loss of each measure, over some people; none where a baseline does as well on the original."""
    by_name = {
        RMSE: _rmse_loss(before, after, only),
        LISTS: _list_loss(before.gains, after.gains, before.people, only),
        NEXT_ITEM: _list_loss(before.next_hits, after.next_hits, before.next_people, only),
    }
    return {name: None if before.beaten(name) else loss for name, loss in by_name.items()}


def _rmse_loss(before: Measured, after: Measured, only: npt.NDArray[np.bool_] | None) -> Loss | None:
    if not len(before.errors) or not len(after.errors):
        return None
    kept = np.ones(len(before.errors), bool) if only is None else only[before.error_people]
    squares = ratio(before.errors[kept], after.errors[kept], before.error_people[kept])
    if squares is None:
        return None
    loss, low, high = (float(np.sqrt(square)) - 1 for square in (squares.rate, squares.low, squares.high))
    return Loss(loss=loss, low=low, high=high)


def _list_loss(before: Floats, after: Floats, people: Int64s, only: npt.NDArray[np.bool_] | None) -> Loss | None:
    kept = np.ones(len(before), bool) if only is None else only[people]
    lists = ratio(before[kept], after[kept])
    if lists is not None:
        return Loss(loss=1 - lists.rate, low=1 - lists.high, high=1 - lists.low)
    return Loss(loss=1.0) if kept.any() and before[kept].any() else None

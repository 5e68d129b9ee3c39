"""How good recommended lists are: at items that are held out at random, and at the next item in time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.knowledge.draw import seed_for
from standout.results.compare_measures import Score
from standout.risk.intervals import share_of
from standout.verification.aligned import Rows
from standout.verification.paired import gain
from standout.verification.ranking import hits, ndcg, recall
from standout.verification.recommenders import holdings, popular, recommended

LIST = 10
MOST_TESTED, FEWEST_TESTED, MOST_SCORES = 10_000, 1_000, 400_000_000
"""People whose lists are looked at: more would only narrow intervals that are narrow already, and each of them is
scored for every item."""


@dataclass(frozen=True)
class ListScores:
    """How good recommended lists are, and the gain of each person tested: its nDCG, or whether the item is in it."""

    ndcg: float | None = None
    recall: float | None = None
    ndcg_of_popularity: float | None = None
    recall_of_popularity: float | None = None
    gains: Floats = field(default_factory=lambda: np.empty(0))
    people: Int64s = field(default_factory=lambda: np.empty(0, np.int64))
    score: Score | None = None


def list_scores(learned: Rows, asked: Rows, seed: int) -> ListScores:
    """How many held-out items come among the first ten recommended, and how far up; popularity beside them."""
    people, wanted, own, usual = _hits(learned, asked, seed)
    if not len(people):
        return ListScores()
    gains, of_popularity = ndcg(own, wanted), ndcg(usual, wanted)
    return ListScores(
        ndcg=float(gains.mean()),
        recall=float(recall(own, wanted).mean()),
        ndcg_of_popularity=float(of_popularity.mean()),
        recall_of_popularity=float(recall(usual, wanted).mean()),
        gains=gains,
        people=people,
        score=_score(gains, of_popularity),
    )


def next_item_scores(learned: Rows, asked: Rows, seed: int) -> ListScores:
    """Whether the one item that is asked of each person comes among the first ten recommended."""
    people, wanted, own, usual = _hits(learned, asked, seed)
    if not len(people):
        return ListScores()
    reached, by_popularity = recall(own, wanted), recall(usual, wanted)
    return ListScores(
        recall=float(reached.mean()),
        recall_of_popularity=float(by_popularity.mean()),
        gains=reached,
        people=people,
        score=_score(reached, by_popularity),
    )


def _hits(learned: Rows, asked: Rows, seed: int) -> tuple[Int64s, Int64s, Bools, Bools]:
    """Who is tested, how many items each wants, and where these stand in the lists: recommended, and of the popular."""
    size = asked.size
    wanted = np.bincount(asked.people, minlength=size[0])
    people = np.flatnonzero(wanted)
    most = min(MOST_TESTED, max(FEWEST_TESTED, MOST_SCORES // max(size[1], 1)))
    if len(people) > most:
        order = np.random.default_rng(seed_for(seed, "tested people")).permutation(len(people))
        people = np.sort(people[order[:most]])
    if not len(people):
        return people, wanted[people], np.zeros((0, LIST), bool), np.zeros((0, LIST), bool)
    held = holdings(learned.people, learned.items, size)
    best = recommended(held, people, LIST, seed_for(seed, "lists"))
    own, usual = (
        hits(lists, people, asked.people, asked.items, size[1]) for lists in (best, popular(held, people, LIST))
    )
    return people, wanted[people], own, usual


def _score(own: Floats, usual: Floats) -> Score | None:
    score, baseline = share_of(own), share_of(usual)
    if score is None or baseline is None:
        return None
    return Score(score=score, baseline=baseline, better=gain(own, usual), people=len(own))

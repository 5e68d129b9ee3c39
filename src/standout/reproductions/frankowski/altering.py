"""Figures 6 and 7 of Frankowski: what suppressing rarely rated items in the data does to Scoring."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from standout.attacks import ATTACKS
from standout.data.dataset import LocalDataset
from standout.protections.suppress import SuppressRare
from standout.reproductions import saved_charts
from standout.reproductions.attacking import Attacked, attacked
from standout.reproductions.frankowski.forum import Forum
from standout.reproductions.rates import mean
from standout.reproductions.rows import Section, measured
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

KS = (1, 5, 10, 100)
DROPPED = (0.0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
SHOWN = (0.0, 0.25, 0.5, 0.75, 0.88, 0.95, 0.99)
OURS_ALONE = "a test of ours: here TF-IDF finds more people than Scoring"


@dataclass(frozen=True)
class _Suppressed:
    """Scoring against data without items that have fewer ratings than a threshold."""

    wanted: float
    least: int
    """The threshold."""
    items: float
    """Share of the items that is dropped."""
    ratings: float
    """Share of the ratings that is lost with them."""
    run: Attacked
    by_tf_idf: Attacked
    """The same with TF-IDF, which finds more people here."""


def suppressed_items(data: LocalDataset, posts: Forum, threads: int | None) -> tuple[list[Section], str]:
    """Figures 6 and 7: everything about items with fewer ratings than a threshold is taken out of the data.

    With them a sentence that says how drastic suppression has to be.
    """
    ascending = np.sort(data.holders)
    runs: list[_Suppressed] = []
    for wanted in DROPPED:
        least = int(ascending[min(int(wanted * data.items), data.items - 1)]) if wanted else 0
        released = SuppressRare(max(least, 1)).protect(data, None, 0).data
        both = [
            attacked(released, posts.knowledge, posts.people, ATTACKS[name], threads) for name in ("scoring", "tf-idf")
        ]
        dropped = float((data.holders < least).mean())
        runs.append(_Suppressed(wanted, least, dropped, 1 - released.count / data.count, *both))
    items = _needed(posts, [(suppressed.items, suppressed.run) for suppressed in runs])
    ratings = _needed(posts, [(suppressed.ratings, suppressed.run) for suppressed in runs])
    why = _why_apart(data, runs[0].run.within(1))
    six = [measured("figure 6", "items to drop until k = 1 finds nobody", 0.88, items, _apart(0.88, items, why))]
    seven = [
        measured("figure 7", "ratings to drop until k = 1 finds nobody", 0.28, ratings, _apart(0.28, ratings, why))
    ]
    for suppressed in runs:
        if suppressed.wanted not in SHOWN:
            continue
        what = f"{percent(suppressed.items)} of items dropped"
        six += [measured("figure 6", f"{what}, k = {k}", None, suppressed.run.within(k)) for k in KS]
        remark = f"items with fewer than {suppressed.least:,} ratings" if suppressed.least else "nothing dropped"
        seven.append(Row("figure 7", f"ratings lost with {what}", None, suppressed.ratings, None, None, remark))
        seven.append(measured("figure 7", f"tf-idf, {what}, k = 1", None, suppressed.by_tf_idf.within(1), OURS_ALONE))
    sections = []
    for table, rows, in_ratings, axis in (
        ("figure 6", six, False, "share of items dropped, rarest first"),
        ("figure 7", seven, True, "share of ratings dropped, rarest items first"),
    ):
        lines = [
            (
                f"k = {k}",
                [
                    (suppressed.ratings if in_ratings else suppressed.items, suppressed.run.within(k))
                    for suppressed in runs
                ],
            )
            for k in KS
        ]
        words = "Per forum of 133 the least share from which on nobody is 1-identified; averaged over forums."
        chart = partial(saved_charts.curves, table, lines, (axis, "identified by Scoring"))
        title = "Suppressing rarely rated items in the data" + (", counted in ratings" if in_ratings else "")
        sections.append(Section(table, title, rows, chart, words))
    last = next(suppressed for suppressed in runs if suppressed.wanted == 0.88)
    sentence = (
        f"Suppression has to be drastic: {percent(items)} of the items and {percent(ratings)} of the ratings go before "
        f"Scoring finds nobody (88% and 28% in the paper). With {percent(last.items)} of the items gone TF-IDF still "
        f"finds {percent(last.by_tf_idf.within(1))}."
    )
    return sections, sentence


def _needed(posts: Forum, runs: list[tuple[float, Attacked]]) -> Estimate | None:
    """The share from which on no poster of a forum is 1-identified, averaged over forums; 1 where that never is."""
    shares = np.array([share for share, _ in runs] + [1.0])
    needed = []
    for turn in np.unique(posts.draws):
        found_by_run = [bool((run.ranks[posts.draws == turn] <= 1).any()) for _, run in runs]
        last = max((number for number, any_found in enumerate(found_by_run) if any_found), default=-1)
        needed.append(shares[last + 1])
    return mean(np.array(needed))


def _why_apart(data: LocalDataset, before: Estimate | None) -> str:
    """The paper's two shares belong together: 88% of its items hold 28% of its ratings."""
    rare = np.sort(data.holders)[: int(0.88 * data.items)]
    return (
        f"Scoring finds {percent(before)} to begin with, not 31%; and the rarest 88% of items hold "
        f"{percent(float(rare.sum() / data.count))} of all ratings here, 28% in the paper"
    )


def _apart(published: float, ours: Estimate | None, why: str) -> str:
    if ours is None:
        return why
    agrees = ours.low - 0.005 <= published <= ours.high + 0.005
    return "agrees" if agrees else f"{abs(100 * (ours.rate - published)):.0f} points apart: {why}"

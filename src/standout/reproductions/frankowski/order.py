"""Why Frankowski's algorithms come out in the order they do here: each suspected cause taken away and measured.

The paper finds set intersection < TF-IDF < Scoring < FuzzyRating < ExactRating. Where TF-IDF beats Scoring, two
things can be behind it: who is looked for (TF-IDF divides by the length of a record, so it finds people with short
records), and among whom (Scoring hardly looks at that length, so people who have nearly everything win).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from standout.attacks import ATTACKS
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.knowledge.changing import only
from standout.knowledge.draw import seed_for
from standout.protections.person_records import only_entries
from standout.reproductions.attacking import Attacked, attacked
from standout.reproductions.frankowski.forum import POSTERS, Forum, forum
from standout.reproductions.rates import rate_of
from standout.reproductions.rows import Section, counted, measured
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

TABLE = "order of the algorithms"
ORDER = ("set-intersection", "tf-idf", "scoring", "fuzzy-rating", "exact-rating")
PAPER_MEDIAN = 33
OURS_ALONE = "a test of ours, not in the paper"
Pair = tuple[Estimate | None, Estimate | None]


@dataclass(frozen=True)
class Why:
    """Rows that measure the causes, a cause per algorithm for remarks, and the conclusion in sentences."""

    section: Section
    causes: dict[str, str]
    sentences: list[str]
    long_records: str
    """Whether long records mislead Scoring here, as measured."""


@dataclass(frozen=True)
class _Tests:
    """TF-IDF and Scoring at k = 1, with one thing changed each time."""

    base: Pair
    long_targets: Pair
    long_count: int
    thinned: Pair | None
    thinned_long: Pair | None
    all_rated: Pair
    all_rated_set: Estimate | None
    """Set intersection, if posters rated all they mention."""
    limits: list[tuple[int, int, Estimate | None]]
    """(one over the largest share of all items a candidate may have, people left out, Scoring)."""
    winners: tuple[float, float, float]
    """Median record length of: the targets, who is wrongly first for TF-IDF, and for Scoring."""


def why_in_this_order(
    data: LocalDataset, posts: Forum, runs: dict[str, Attacked], seed: int, threads: int | None
) -> Why:
    """Take away one suspected cause after another, and say what each does."""
    tests = _tested(data, posts, runs, seed, threads)
    rates = [runs[name].within(1) for name in ORDER]
    broken = [
        (first, second)
        for (first, first_rate), (second, second_rate) in pairwise(zip(ORDER, rates, strict=True))
        if first_rate and second_rate and first_rate.rate >= second_rate.rate
    ]
    rows = _rows(data, runs, tests, broken, posts, threads)
    return Why(
        Section(TABLE, "Why the algorithms come out in this order", rows),
        _causes(data, tests),
        _said(tests, broken),
        long_records(tests.winners[0], tests.winners[2]),
    )


def _tested(data: LocalDataset, posts: Forum, runs: dict[str, Attacked], seed: int, threads: int | None) -> _Tests:
    draws = int(posts.draws.max()) + 1

    def pair(released: LocalDataset, who: Forum) -> Pair:
        both = [attacked(released, who.knowledge, who.people, ATTACKS[name], threads) for name in ("tf-idf", "scoring")]
        return both[0].within(1), both[1].within(1)

    longest, rated = _longest(data), forum(data, seed, draws, absent=0.0, name="all rated")
    thin = _thinned(data, seed)
    limits = []
    for part in (6, 12):
        most = np.minimum(posts.knowledge.longest, data.items // part)
        run = attacked(data, replace(posts.knowledge, longest=most), posts.people, ATTACKS["scoring"], threads)
        limits.append((part, int((data.lengths > data.items // part).sum()), run.within(1)))
    medians = [float(np.median(data.lengths[posts.people]))]
    for name in ("tf-idf", "scoring"):
        wrong = runs[name].ranks > 1
        first = runs[name].tally.top_records[wrong, 0]
        first = first[first != posts.people[wrong]]
        medians.append(float(np.median(data.lengths[first])) if len(first) else 0.0)
    return _Tests(
        base=(runs["tf-idf"].within(1), runs["scoring"].within(1)),
        long_targets=pair(data, forum(data, seed, draws, people=longest, name="long")),
        long_count=len(longest),
        thinned=pair(thin, forum(thin, seed, draws, name="thin")) if thin else None,
        thinned_long=pair(thin, forum(thin, seed, draws, people=_longest(thin), name="thin long")) if thin else None,
        all_rated=pair(data, rated),
        all_rated_set=attacked(data, rated.knowledge, rated.people, ATTACKS["set-intersection"], threads).within(1),
        limits=limits,
        winners=(medians[0], medians[1], medians[2]),
    )


def _longest(data: LocalDataset) -> Int64s:
    """The tenth of people with the longest records, or as many as it takes to fill a forum twice."""
    count = min(data.people, max(data.people // 10, 2 * sum(POSTERS)))
    return np.sort(np.argsort(-data.lengths, kind="stable")[:count])


def _thinned(data: LocalDataset, seed: int) -> LocalDataset | None:
    """Every entry kept with the chance that brings the median record to the paper's; none if it is there already."""
    median = float(np.median(data.lengths))
    if median <= PAPER_MEDIAN:
        return None
    kept = np.random.default_rng(seed_for(seed, "thinned")).random(data.count) < PAPER_MEDIAN / median
    thin = only_entries(data, kept)
    enough = np.sort(thin.lengths)[-2 * sum(POSTERS) :]
    return thin if (enough >= 64).sum() >= 4 * POSTERS[-1] else None


def _rows(
    data: LocalDataset,
    runs: dict[str, Attacked],
    tests: _Tests,
    broken: list[tuple[str, str]],
    posts: Forum,
    threads: int | None,
) -> list[Row]:
    explained = " ".join(_said(tests, broken))
    rows = [
        Row(TABLE, "all five in the paper's order at k = 1", 1, float(not broken), None, None, explained, "order"),
        *_pair_rows("as drawn", tests.base, (0.20, 0.31), "figure 4"),
        *_pair_rows(f"posters among the {tests.long_count:,} longest records", tests.long_targets),
    ]
    if tests.thinned and tests.thinned_long:
        rows += _pair_rows("records thinned to a median of 33", tests.thinned)
        rows += _pair_rows("thinned, posters with the longest", tests.thinned_long)
    what = "posters rated all they mention"
    rows += _pair_rows(what, tests.all_rated)
    rows.append(measured(TABLE, f"{what}: set-intersection", None, tests.all_rated_set, _set_intersection(tests)))
    for part, people, ours in tests.limits:
        remark = f"{OURS_ALONE}; leaves out {people:,} people, some posters among them"
        rows.append(measured(TABLE, f"scoring, records over 1/{part} of items out", None, ours, remark))
    names = ("a poster's record", "a record wrongly first for tf-idf", "a record wrongly first for scoring")
    rows += [
        counted(TABLE, f"median length of {name}", None, median, OURS_ALONE)
        for name, median in zip(names, tests.winners, strict=True)
    ]
    dropped = attacked(data, only(posts.knowledge, posts.real), posts.people, ATTACKS["exact-rating"], threads)
    some = np.add.reduceat(posts.real.astype(np.int64), posts.knowledge.starts[:-1]) > 0
    exact = runs["exact-rating"].within(1)
    rows.append(
        measured(
            TABLE,
            "exact-rating, unrated mentions dropped",
            0.59,
            rate_of((dropped.ranks <= 1) & some),
            f"another reading of equation 3, which leaves the rating of an unrated mention open; else {percent(exact)}",
        )
    )
    return rows


def _pair_rows(
    what: str, pair: Pair, published: tuple[float, float] | None = None, remark: str = OURS_ALONE
) -> list[Row]:
    values = published or (None, None)
    return [
        measured(TABLE, f"{what}: {name}", value, ours, remark)
        for name, value, ours in zip(("tf-idf", "scoring"), values, pair, strict=True)
    ]


def long_records(posters: float, wrongly_first: float) -> str:
    """Whether the records that Scoring wrongly puts first are longer than posters' own, by their medians."""
    medians = f"a median of {wrongly_first:.0f} items, posters' {posters:.0f}"
    if wrongly_first > posters:
        return f"long records mislead Scoring here: those wrongly first have {medians}"
    return f"long records do not mislead Scoring here: those wrongly first have {medians}"


def by_length(all_posters: Estimate | None, long_posters: Estimate | None) -> str:
    """Whether TF-IDF finds posters with long records less often, if that can be told."""
    if all_posters is None or long_posters is None:
        return "nobody has a long record here"
    if long_posters.high < all_posters.low:
        return "TF-IDF finds those with long records less often"
    if long_posters.low > all_posters.high:
        return "TF-IDF finds those with long records more often"
    return "TF-IDF finds those with long records as often as others, as far as can be told"


def _causes(data: LocalDataset, tests: _Tests) -> dict[str, str]:
    """For each algorithm, what makes it differ from the paper."""
    heavy = int((data.lengths > data.items // 6).sum())
    scoring = (
        f"{heavy:,} people ({percent(heavy / data.people, 1)}) have over a sixth of all items and match nearly all; "
        f"a record wrongly first has {tests.winners[2]:.0f} items (median)"
    )
    alike = [percent(_alike(data, apart)) for apart in (0.0, 1.0)]
    misled = long_records(tests.winners[0], tests.winners[2])
    ratings = f"{misled}; two people who rated the same item agree {alike[0]} of the time"
    return {
        "set-intersection": _set_intersection(tests),
        "tf-idf": (
            f"posters are drawn from all people; {by_length(tests.base[0], tests.long_targets[0])} "
            f"({percent(tests.long_targets[0])} among the {tests.long_count:,} longest)"
        ),
        "scoring": scoring,
        "fuzzy-rating": f"{ratings}, and to within 1 star {alike[1]}, so that a rating to within 1 star tells little",
        "exact-rating": ratings,
    }


def _set_intersection(tests: _Tests) -> str:
    share = tests.all_rated_set.rate if tests.all_rated_set else 0.0
    return (
        f"one unrated mention is enough to fail. If posters rated all they mention, it would find {percent(share)}; in "
        f"the paper 49% of posters did (figure 3), so that up to about {percent(0.49 * share)} could be found that way"
    )


def _alike(data: LocalDataset, apart: float) -> float:
    """The chance that two people who rated the same item gave ratings at most this far apart, rating by rating."""
    positions = np.array(data.scale.positions)
    levels = len(positions)
    kept = data.held.records.values < levels
    counts = np.bincount(
        data.held.records.items[kept].astype(np.int64) * levels + data.held.records.values[kept],
        minlength=data.items * levels,
    ).reshape(data.items, levels)
    close = np.abs(positions[:, None] - positions[None, :]) <= apart
    others = np.maximum(data.holders - 1, 1)
    pairs = (counts @ close * counts).sum(axis=1) - counts.sum(axis=1)
    return float((pairs / others).sum() / max(counts.sum(), 1))


def _said(tests: _Tests, broken: list[tuple[str, str]]) -> list[str]:
    if not broken:
        return ["The paper's order of the algorithms at k = 1 holds."]
    pairs = ", ".join(f"{first} is not below {second}" for first, second in broken)
    said = [f"The paper's order does not hold at k = 1: {pairs}."]
    if ("tf-idf", "scoring") not in broken:
        return said
    target, short, long = tests.winners
    said += [
        f"TF-IDF finds {percent(tests.base[0])}, Scoring {percent(tests.base[1])}. Where Scoring is wrong, the record "
        f"it puts first has {long:.0f} items (median), a poster's own {target:.0f}; where TF-IDF is, {short:.0f}.",
        f"Who is looked for: with posters from the {tests.long_count:,} longest records, TF-IDF finds "
        f"{percent(tests.long_targets[0])}, Scoring {percent(tests.long_targets[1])}{_holds(tests.long_targets)}. The "
        "paper does not say how long its posters' records are; who mentions 29 movies has likely rated many.",
        "Among whom: without records over "
        + ", ".join(f"1/{part} of all items Scoring finds {percent(ours)}" for part, _, ours in tests.limits)
        + ".",
    ]
    if tests.thinned and tests.thinned_long:
        said.append(
            f"With records thinned to the paper's median of 33, TF-IDF finds {percent(tests.thinned[0])}, Scoring "
            f"{percent(tests.thinned[1])}; with posters from the longest of these as well, "
            f"{percent(tests.thinned_long[0])} and {percent(tests.thinned_long[1])}{_holds(tests.thinned_long)}."
        )
    return said


def _holds(pair: Pair) -> str:
    tf_idf, scoring = pair
    if tf_idf is None or scoring is None or (tf_idf.high >= scoring.low and scoring.high >= tf_idf.low):
        return " (level, within their intervals)"
    return ", in the paper's order" if tf_idf.rate < scoring.rate else ", still not in the paper's order"

"""Figures 6 to 9 of Frankowski: what suppressing items, hiding mentions and misdirecting mentions does to Scoring.

Done here directly on arrays, as far as the paper's figures need it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from standout.attacks import ATTACKS
from standout.interactions.model import NO_VALUE, Int64s, Interactions
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge
from standout.reproductions import charts
from standout.reproductions.attacking import Attacked, attacked, only, only_entries
from standout.reproductions.forum import Forum
from standout.reproductions.rows import Row, Section, compared, measured, percent
from standout.risk.intervals import Estimate, mean
from standout.risk.outcomes import Bools

KS = (1, 5, 10, 100)
DROPPED = (0.0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
SHOWN = (0.0, 0.25, 0.5, 0.75, 0.88, 0.95, 0.99)
HIDDEN = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
ADDED = (0, 1, 2, 5, 10, 20)
PEOPLE = 133


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


def _scoring(released: Interactions, knowledge: Knowledge, posts: Forum, threads: int | None) -> Attacked:
    return attacked(released, knowledge, posts.people, ATTACKS["scoring"], threads)


def suppressed_items(data: Interactions, posts: Forum, threads: int | None) -> list[Section]:
    """Figures 6 and 7: everything about items with fewer ratings than a threshold is taken out of the data."""
    ascending = np.sort(data.holders)
    runs: list[_Suppressed] = []
    for wanted in DROPPED:
        least = int(ascending[min(int(wanted * data.items), data.items - 1)]) if wanted else 0
        kept = data.holders >= least
        released = only_entries(data, kept[data.records.items])
        run = _scoring(released, posts.knowledge, posts, threads)
        runs.append(_Suppressed(wanted, least, float(1 - kept.mean()), 1 - released.count / data.count, run))
    items = _needed(posts, [(one.items, one.run) for one in runs])
    ratings = _needed(posts, [(one.ratings, one.run) for one in runs])
    why = _why_apart(data, runs[0].run.within(1))
    six = [measured("figure 6", "items to drop until k = 1 finds nobody", 0.88, items, _apart(0.88, items, why))]
    seven = [
        measured("figure 7", "ratings to drop until k = 1 finds nobody", 0.28, ratings, _apart(0.28, ratings, why))
    ]
    for one in runs:
        if one.wanted not in SHOWN:
            continue
        what = f"{percent(one.items)} of items dropped"
        six += [measured("figure 6", f"{what}, k = {k}", None, one.run.within(k)) for k in KS]
        remark = f"items with fewer than {one.least:,} ratings" if one.least else "nothing dropped"
        seven.append(Row("figure 7", f"ratings lost with {what}", None, one.ratings, None, None, remark))
    sections = []
    for table, rows, in_ratings, axis in (
        ("figure 6", six, False, "share of items dropped, rarest first"),
        ("figure 7", seven, True, "share of ratings dropped, rarest items first"),
    ):
        lines = [
            (f"k = {k}", [(one.ratings if in_ratings else one.items, one.run.within(k)) for one in runs]) for k in KS
        ]
        words = "Per forum of 133 the least share from which on nobody is 1-identified; averaged over forums."
        chart = partial(charts.curves, table, lines, (axis, "identified by Scoring"))
        title = "Suppressing rarely rated items in the data" + (", counted in ratings" if in_ratings else "")
        sections.append(Section(table, title, rows, chart, words))
    return sections


def _needed(posts: Forum, runs: list[tuple[float, Attacked]]) -> Estimate | None:
    """The share from which on no poster of a forum is 1-identified, averaged over forums; 1 where that never is."""
    shares = np.array([share for share, _ in runs] + [1.0])
    needed = []
    for turn in np.unique(posts.draws):
        found = [bool((run.ranks[posts.draws == turn] <= 1).any()) for _, run in runs]
        last = max((at for at, any_found in enumerate(found) if any_found), default=-1)
        needed.append(shares[last + 1])
    return mean(np.array(needed))


def _why_apart(data: Interactions, before: Estimate | None) -> str:
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


def hidden_mentions(data: Interactions, posts: Forum, threads: int | None) -> Section:
    """Figure 8: each poster hides the rarest of what they both mentioned and rated."""
    table, rows = "figure 8", []
    places, real_counts = _rarity_places(data, posts)
    runs = []
    for share in HIDDEN:
        hidden = posts.real & (places < np.floor(share * real_counts + 1e-9))
        runs.append((share, _scoring(data, only(posts.knowledge, ~hidden), posts, threads)))
    lines = [(f"k = {k}", [(share, run.within(k)) for share, run in runs]) for k in KS]
    before, lead = runs[0][1].within(1), _lead(runs[0][1])
    for share, run in runs:
        for k in KS:
            ours = run.within(k)
            if share == 0:
                published = (0.31, 0.44, 0.52, 0.57)[KS.index(k)]
                rows.append(measured(table, f"nothing hidden, k = {k}", published, ours, "Scoring of figure 4"))
                continue
            remark = ""
            if k == 1 and share in (0.1, 0.2):
                remark = f"text: “often does not help”; here from {percent(before)} to {percent(ours)}: {lead}"
            rows.append(measured(table, f"rarest {percent(share)} hidden, k = {k}", None, ours, remark))
    chart = partial(charts.curves, table, lines, ("share of mentions hidden, rarest first", "identified by Scoring"))
    words = "Of n mentions that the poster has also rated, the share is rounded down: a single mention is never hidden."
    return Section(table, "Hiding one's rarest mentions", rows, chart, words)


def _lead(run: Attacked) -> str:
    """By how many matches those found are ahead of the next record: a match is worth at most ln 20."""
    found, scores = run.ranks <= 1, run.evidence.top_scores
    ahead = (scores[found, 0] - scores[found, 1]) / np.log(20)
    return f"half of those found lead by less than {np.median(ahead):.1f} matching mentions" if len(ahead) else "none"


def _rarity_places(data: Interactions, posts: Forum) -> tuple[Int64s, Int64s]:
    """For each mention its place among the poster's rated ones, rarest first, and how many those are."""
    knowledge = posts.knowledge
    target = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    order = np.lexsort((knowledge.items, data.holders[knowledge.items], ~posts.real, target))
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order)) - knowledge.starts[target[order]]
    counts = np.add.reduceat(posts.real.astype(np.int64), knowledge.starts[:-1])
    return places, counts[target]


def misdirecting_mentions(data: Interactions, posts: Forum, threads: int | None) -> Section:
    """Figure 9: each poster also mentions items they neither rated nor mentioned."""
    table, rows, lines = "figure 9", [], []
    base = _scoring(data, posts.knowledge, posts, threads)
    for name, order in _misdirecting_lists(data).items():
        extra = _first_fresh(data, posts, order, max(ADDED))
        points: list[tuple[float, Estimate | None]] = []
        for added in ADDED:
            run = base if not added else _scoring(data, _with(posts.knowledge, extra[:, :added]), posts, threads)
            ours = run.within(1)
            points.append((added, ours))
            if not added:
                continue
            remark = ""
            if name == "most popular" and added == 5:
                fall = f"from {percent(base.within(1))} to {percent(ours)} here, 31% to 13% in the paper"
                remark = f"{fall}: the same effect" if ours and base.within(1) and _falls(base, run) else fall
                rows.append(measured(table, f"{name}, {added} added", 0.13, ours, _with_error(ours, remark)))
                continue
            if name == "1 rating or more":
                remark = "text: the rarest items have no effect"
            if name == "most popular" and added == 20:
                remark = "text: some people stay vulnerable"
            rows.append(measured(table, f"{name}, {added} added", None, ours, remark))
        lines.append((name, points))
    first = measured(table, "nothing added", 0.31, base.within(1), "Scoring of figure 4")
    chart = partial(charts.curves, table, lines, ("misdirecting mentions", "1-identified by Scoring"))
    words = (
        "Lists run from the threshold upwards, or from the most popular item downwards. The paper's 8,192 ratings are "
        f"5.8% of its people; here that is {_like_8192(data):,} ratings."
    )
    return Section(table, "Misdirection: mentioning items one has not rated", [first, *rows], chart, words)


def _with_error(ours: Estimate | None, remark: str) -> str:
    return f"{compared(0.13, ours, PEOPLE, remark)}" if ours else remark


def _falls(before: Attacked, after: Attacked) -> bool:
    first, second = before.within(1), after.within(1)
    return bool(first and second and second.high < first.low)


def _like_8192(data: Interactions) -> int:
    return max(round(8_192 / 140_132 * data.people), 1)


def _misdirecting_lists(data: Interactions) -> dict[str, Int64s]:
    ascending = np.argsort(data.holders, kind="stable")
    lists = {
        f"{least} rating{'s' if least > 1 else ''} or more": ascending[data.holders[ascending] >= least]
        for least in (1, 8, 64, _like_8192(data))
    }
    return lists | {"most popular": np.argsort(-data.holders, kind="stable")}


def _first_fresh(data: Interactions, posts: Forum, order: Int64s, wanted: int) -> Int64s:
    """For each poster the first items in this order neither rated nor mentioned by them; -1 where none is left."""
    found = np.full((len(posts.people), wanted), -1, np.int64)
    starts, taken = data.records.starts, np.zeros(data.items, bool)
    for target, person in enumerate(posts.people):
        own = data.records.items[starts[person] : starts[person + 1]]
        mentioned = posts.knowledge.items[posts.knowledge.starts[target] : posts.knowledge.starts[target + 1]]
        taken[own] = taken[mentioned] = True
        fresh = order[~taken[order]][:wanted]
        found[target, : len(fresh)] = fresh
        taken[own] = taken[mentioned] = False
    return found


def _with(knowledge: Knowledge, extra: Int64s) -> Knowledge:
    """The same knowledge with further items, of which neither value nor day is known."""
    added: Bools = extra >= 0
    sizes = knowledge.sizes + added.sum(axis=1)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    total = int(starts[-1])
    items, values = np.empty(total, np.int32), np.full(total, NO_VALUE, np.uint8)
    days = np.full(total, UNKNOWN_DAY, np.int32)
    old = np.arange(len(knowledge.items)) + np.repeat(starts[:-1] - knowledge.starts[:-1], knowledge.sizes)
    items[old], values[old], days[old] = knowledge.items, knowledge.values, knowledge.days
    new = np.ones(total, bool)
    new[old] = False
    items[new] = extra[added]
    return replace(knowledge, starts=starts, items=items, values=values, days=days)

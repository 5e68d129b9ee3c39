"""Figures 8 and 9 of Frankowski: what people can do themselves against Scoring, and an adversary who knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from standout.attacks import ATTACKS
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import Knowledge
from standout.protections.person import HideRarest, Misdirect
from standout.reproductions import saved_charts
from standout.reproductions.attacking import Attacked, attacked
from standout.reproductions.frankowski.forum import POSTERS, Forum
from standout.reproductions.rows import Section, compared, measured
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

KS = (1, 5, 10, 100)
HIDDEN = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
ADDED = (0, 1, 2, 5, 10, 20)
THRESHOLDS = tuple(2**step for step in range(14))
"""1, 2, 4 … 8192."""
DRAWN = ("at-least:1", "at-least:16", "at-least:64", "at-least:256", "at-least:1024", "most")
"""The lists that the chart shows; the paper leaves some out for clarity as well."""
OURS_ALONE = "a test of ours; the paper suggests to ignore popular mentions, and measures nothing"
PEOPLE = sum(POSTERS)


def _by(name: str, data: LocalDataset, knowledge: Knowledge, posts: Forum, threads: int | None) -> Attacked:
    return attacked(data, knowledge, posts.people, ATTACKS[name], threads)


def hidden_mentions(data: LocalDataset, posts: Forum, threads: int | None) -> Section:
    """Figure 8: each poster hides the rarest of what they both mentioned and rated."""
    table, rows = "figure 8", []
    runs = [
        (share, _by("scoring", data, HideRarest(share).conceal(data, posts.drawn, 0), posts, threads))
        for share in HIDDEN
    ]
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
    chart = partial(
        saved_charts.curves, table, lines, ("share of mentions hidden, rarest first", "identified by Scoring")
    )
    words = "Of n mentions that the poster has also rated, the share is rounded to a whole number, halves down."
    return Section(table, "Hiding one's rarest mentions", rows, chart, words)


def _lead(run: Attacked) -> str:
    """By how many matches those found are ahead of the next record: a match is worth at most ln 20."""
    identified, scores = run.ranks <= 1, run.tally.top_scores
    ahead = (scores[identified, 0] - scores[identified, 1]) / np.log(20)
    return f"half of those found lead by less than {np.median(ahead):.1f} matching mentions" if len(ahead) else "none"


@dataclass(frozen=True)
class Misdirected:
    """Figure 9, what an adversary who knows of it does, and the outcome in sentences."""

    sections: list[Section]
    sentences: list[str]


Curves = dict[str, dict[int, Estimate | None]]
"""For each list, how many are found after adding so many mentions."""


def misdirecting_mentions(data: LocalDataset, posts: Forum, threads: int | None) -> Misdirected:
    """Figure 9: each poster also mentions items they neither rated nor mentioned; then section 6.3."""
    lists = [f"at-least:{least}" for least in THRESHOLDS if least <= data.holders.max(initial=0)]
    base = _by("scoring", data, posts.knowledge, posts, threads).within(1)
    curves: Curves = {}
    for popularity in (*lists, "most"):
        curves[popularity] = {0: base}
        for added in ADDED[1:]:
            knowledge = Misdirect(added, popularity).conceal(data, posts.drawn, 0)
            curves[popularity][added] = _by("scoring", data, knowledge, posts, threads).within(1)
    aware, outcome = _aware(data, posts, threads)
    return Misdirected([_figure_9(data, curves), aware], [_shape(curves), outcome])


def _figure_9(data: LocalDataset, curves: Curves) -> Section:
    table = "figure 9"
    rows = [measured(table, "nothing added", 0.31, curves["most"][0], "Scoring of figure 4")]
    for popularity, rates in curves.items():
        rows += [_row(table, popularity, added, rates) for added in ADDED[1:]]
    lines = [(_words(name), list(curves[name].items())) for name in DRAWN if name in curves]
    chart = partial(saved_charts.curves, table, lines, ("misdirecting mentions", "1-identified by Scoring"))
    most = int(data.holders.max(initial=0))
    last = max(least for least in THRESHOLDS if least <= most)
    words = (
        f"Lists run from the threshold upwards, or from the most popular item (here {most:,} ratings) downwards; "
        f"thresholds up to 8,192, as far as there are such items: {int((data.holders >= last).sum()):,} here have "
        f"{last:,} or more, so that this list runs out. 8,192 ratings are 5.8% of the paper's people; here that is "
        f"{round(8_192 / 140_132 * data.people):,} ratings."
    )
    return Section(table, "Misdirection: mentioning items one has not rated", rows, chart, words)


def _row(table: str, popularity: str, added: int, rates: dict[int, Estimate | None]) -> Row:
    ours, remark, what = rates[added], "", f"{_words(popularity)}, {added} added"
    if popularity == "most" and added == 5:
        fall = f"from {percent(rates[0])} to {percent(ours)} here, 31% to 13% in the paper"
        fall += ": the same effect" if _below(ours, rates[0]) else ""
        return measured(table, what, 0.13, ours, compared(0.13, ours, PEOPLE, fall))
    if popularity == "at-least:1":
        remark = "text: the rarest items have no effect"
    if popularity == "most" and added == 20:
        remark = "text: some people stay vulnerable"
    return measured(table, what, None, ours, remark)


def _words(popularity: str) -> str:
    if popularity == "most":
        return "most popular"
    least = int(popularity.partition(":")[2])
    return f"{least:,} rating{'s' if least > 1 else ''} or more"


def _below(first: Estimate | None, second: Estimate | None) -> bool:
    return bool(first and second and first.high < second.low)


def _shape(curves: Curves) -> str:
    """Whether rare decoys do nothing and the most popular ones work best, as in the paper."""
    before, rare, most = curves["most"][0], curves["at-least:1"][20], curves["most"][20]
    better = [name for name in curves if _below(curves[name][5], curves["most"][5])]
    level = [name for name in curves if name != "most" and not _below(curves["most"][5], curves[name][5])]
    best = f"“{_words(better[0])}” does better" if better else "no other list does better"
    if level and not better:
        best += f", but those from {int(level[0].partition(':')[2]):,} ratings on do as well"
    return (
        f"Twenty decoys with a single rating take Scoring from {percent(before)} to {percent(rare)}, the twenty most "
        f"popular ones to {percent(most)}: rare decoys do next to nothing, popular ones work, as in the paper. With "
        f"five of the most popular ones {best}."
    )


def _aware(data: LocalDataset, posts: Forum, threads: int | None) -> tuple[Section, str]:
    """Section 6.3: an algorithm that ignores popular mentions, and reads the list of decoys backwards."""
    table, rows = "section 6.3", []
    rates: dict[tuple[str, int, bool], Estimate | None] = {}
    for added in (0, 5, 20):
        decoys = Misdirect(added)
        concealed = decoys.conceal(data, posts.drawn, 0)
        for aware in (False, True) if added else (False,):
            knowledge = decoys.counter(concealed, data) if aware else concealed
            for name in ("scoring", "tf-idf"):
                ours = rates[name, added, aware] = _by(name, data, knowledge, posts, threads).within(1)
                who = ", adversary knows of it" if aware else ""
                rows.append(measured(table, f"{name}, {added} most popular added{who}", None, ours, OURS_ALONE))
    words = (
        "The adversary ignores as many of the most popular mentions as decoys were added. And decoys are the first "
        "items of a known list that the poster has not rated: an item that stands before them and was not mentioned "
        "is one that the poster has rated."
    )
    names = {"scoring": "Scoring", "tf-idf": "TF-IDF"}
    figures = "; ".join(
        f"{shown} finds {percent(rates[name, 0, False])} without decoys, {percent(rates[name, 20, False])} with 20, "
        f"and {percent(rates[name, 20, True])} if the adversary knows of them"
        for name, shown in names.items()
    )
    sentence = f"An adversary who knows how decoys are chosen undoes misdirection (section 6.3): {figures}."
    return Section(table, "Misdirection, and an adversary who knows of it", rows, None, words), sentence

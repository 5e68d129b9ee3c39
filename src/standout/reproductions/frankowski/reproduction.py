"""Frankowski and others, "You Are What You Say: Privacy Risks of Public Mentions" (2006), on other data.

Every figure and table of the paper; published numbers are those that its text states.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from standout.attacks import ATTACKS
from standout.auditing.settings import Progress, no_progress
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.reproductions import saved_charts
from standout.reproductions.attacking import Attacked, attacked
from standout.reproductions.frankowski import altering, own_mentions
from standout.reproductions.frankowski.forum import ABSENT, BINS, POSTERS, Forum, forum
from standout.reproductions.frankowski.from_posts import from_posts
from standout.reproductions.frankowski.order import why_in_this_order
from standout.reproductions.rates import mean, rate_of
from standout.reproductions.reproduced import Reproduced, reproduced
from standout.reproductions.rows import Section, compared, counted, measured, said
from standout.results.reproduction import Row, percent

TITLE = "You Are What You Say: Privacy Risks of Public Mentions (Frankowski, Cosley, Sen, Terveen, Riedl, 2006)"
DRAWS = 20
KS = (1, 5, 10, 100)
ALGORITHMS = ("set-intersection", "tf-idf", "scoring", "fuzzy-rating", "exact-rating")
FIGURE_4 = {
    "set-intersection": (0.07, 0.12, 0.14, 0.23),
    "tf-idf": (0.20, 0.32, 0.35, 0.50),
    "scoring": (0.31, 0.44, 0.52, 0.57),
    "fuzzy-rating": (0.47, 0.50, 0.53, 0.68),
    "exact-rating": (0.59, 0.68, 0.72, 0.81),
}
PEOPLE = sum(POSTERS)
"""The paper's 133 forum posters."""
UNRATED = 0.51
"""The share of posters who mention something that they have not rated (20% + 31% in figure 3)."""


def frankowski(
    data: LocalDataset, seed: int = 1, draws: int | None = None, threads: int | None = None,
    progress: Progress = no_progress,
) -> Reproduced:  # fmt: skip
    """Reproduce the paper with mentions drawn from this data's records."""
    if not data.has_values:
        raise BadInput("frankowski: FuzzyRating and ExactRating need ratings, but the data has no values; use ml-1m")
    draws = draws or DRAWS
    steps = 8
    progress("drawing mentions", 0, steps)
    posts = forum(data, seed, draws)
    progress("the five algorithms", 1, steps)
    names = (*ALGORITHMS, "scoring-heavy", "flat")
    runs = {name: attacked(data, posts.knowledge, posts.people, ATTACKS[name], threads) for name in names}
    progress("why the algorithms come out in this order", 2, steps)
    order = why_in_this_order(data, posts, runs, seed, threads)
    progress("suppressing items in the data", 3, steps)
    released, drastic = altering.suppressed_items(data, posts, threads)
    progress("hiding mentions", 4, steps)
    hidden = own_mentions.hidden_mentions(data, posts, threads)
    progress("misdirecting mentions", 5, steps)
    misdirected = own_mentions.misdirecting_mentions(data, posts, threads)
    sections = [
        _data(data, posts, draws),
        _table_1(posts, draws),
        _illustration("figure 1", "A forum post with movie references"),
        _illustration("figure 2", "How Set Intersection works"),
        _figure_3(posts, runs["set-intersection"]),
        _figure_4(runs, order.causes),
        order.section,
        _figure_5(posts, runs, order.long_records),
        _section_4_3(data, runs),
        _section_4_5(runs["scoring"], order.long_records),
        *released,
        hidden,
        *misdirected.sections,
    ]
    progress("posts, read and linked", 6, steps)
    read, by_posts = from_posts(data, posts, seed, threads)
    sections.append(read)
    progress("drawing the charts", 7, steps)
    findings = [*_findings(posts, runs, draws), *order.sentences, drastic, *misdirected.sentences, by_posts]
    return reproduced("frankowski", TITLE, saved_charts.described(data), seed, draws, sections, findings)


def _data(data: LocalDataset, posts: Forum, draws: int) -> Section:
    table, lengths, holders = "section 3", data.lengths, data.holders
    in_all = len(posts.knowledge.items) / draws
    different = [
        len(np.unique(posts.knowledge.items[np.repeat(posts.draws, posts.knowledge.sizes) == turn]))
        for turn in range(draws)
    ]
    rows = [
        counted(table, "people with ratings", 140_132, data.people, "other data: the paper's was never published"),
        counted(table, "items", 8_957, data.items),
        counted(table, "ratings", 12_565_530, data.count),
        counted(table, "ratings of the most-rated item", 48_730, int(holders.max())),
        Row(
            table, "people who have the most-rated item", None, float(holders.max() / data.people), None, None,
            "by division 35% in the paper",
        ),
        counted(table, "ratings per item, mean", 1_403, float(holders.mean())),
        counted(table, "ratings per item, median", 207, float(np.median(holders))),
        counted(table, "ratings per person, most", 6_280, int(lengths.max())),
        counted(
            table, "ratings per person, mean", 90, float(lengths.mean()),
            f"here a person has {percent(lengths.mean() / data.items, 1)} of all items, in the paper 1.0%",
        ),
        counted(table, "ratings per person, median", 33, float(np.median(lengths)),
                f"nobody here has fewer than {int(lengths.min())}"),
        counted(table, "mentions in all", 3_828, in_all, "drawn; who lacks the items for many is passed over"),
        counted(table, "different items mentioned", 1_685, float(np.mean(different)),
                "mentions are drawn evenly from records; real posters mention the same movies more often"
                if np.mean(different) > 1_685 else "drawn from fewer items"),
        counted(table, "posters", PEOPLE, PEOPLE, "by design"),
    ]  # fmt: skip
    return Section(table, "The data", rows)


def _table_1(posts: Forum, draws: int) -> Section:
    rows = [
        counted(
            "table 1", f"posters with {mentions(label)}", wanted, int(posts.in_bin(number).sum() / draws), "by design"
        )
        for number, (label, wanted) in enumerate(zip(BINS, POSTERS, strict=True))
    ]
    real = rate_of(posts.real)
    rows.append(measured("table 1", "mentioned items that the poster rated", 1 - ABSENT, real, "by design"))
    return Section("table 1", "Counts of users with a given number of mentions", rows)


def mentions(label: str) -> str:
    """A bin in words."""
    return f"{label} mention{'' if label == '1' else 's'}"


def _illustration(table: str, title: str) -> Section:
    return Section(table, title, [said(table, "an illustration", "no result in it: nothing to reproduce")])


def _figure_3(posts: Forum, run: Attacked) -> Section:
    table = "figure 3"
    listed, empty, identified = run.outcomes.listed, run.outcomes.set_sizes == 0, run.ranks <= 1
    reasons = {
        "1-identified": identified,
        "not narrow": listed & ~identified,
        "no one possible": ~listed & empty,
        "misdirected": ~listed & ~empty,
    }
    unrated = np.add.reduceat(~posts.real, posts.knowledge.starts[:-1]) > 0
    ours = rate_of(unrated)
    gather = ": there mistakes gather in fewer people" if ours and ours.low > UNRATED else ""
    cause = (
        f"here {percent(ours)} of posters mention something unrated (an 18% chance for every mention by itself), in "
        f"the paper {percent(UNRATED)}{gather}"
    )
    published = {"1-identified": 0.07, "no one possible": 0.31, "misdirected": 0.20}
    rows: list[Row] = []
    for name, hits in reasons.items():
        share = rate_of(hits)
        value = published.get(name)
        remark = "not stated; by subtraction 42%" if value is None else compared(value, share, PEOPLE, cause)
        rows.append(measured(table, f"all: {name}", value, share, remark))
    rows.append(
        measured(
            table,
            "all: some mention unrated",
            UNRATED,
            ours,
            f"published 20% + 31%; {compared(UNRATED, ours, PEOPLE, 'mistakes are drawn for every mention by itself')}",
        )
    )
    parts = []
    for number, label in enumerate(BINS):
        shares = {name: rate_of(hits[posts.in_bin(number)]) for name, hits in reasons.items()}
        rows += [measured(table, f"{mentions(label)}: {name}", None, share) for name, share in shares.items()]
        parts.append((label, [share.rate if share else 0.0 for share in shares.values()]))
    return Section(
        table,
        "Why Set Intersection fails, by number of mentions",
        rows,
        partial(saved_charts.shares, table, parts, reasons),
    )


def _figure_4(runs: dict[str, Attacked], causes: dict[str, str]) -> Section:
    rows = []
    for name in ALGORITHMS:
        for k, published in zip(KS, FIGURE_4[name], strict=True):
            ours = runs[name].within(k)
            rows.append(
                measured(
                    "figure 4", f"{name}, k = {k}", published, ours, compared(published, ours, PEOPLE, causes[name])
                )
            )
    return Section(
        "figure 4",
        "k-identification of the five algorithms",
        rows,
        partial(saved_charts.beside, "figure 4", rows, "share of posters k-identified; ticks: published"),
        "FuzzyRating and ExactRating know the poster's own rating; a mention that the poster never rated has none "
        "and counts, as in Scoring, for whoever has the item.",
    )


def _figure_5(posts: Forum, runs: dict[str, Attacked], why: str) -> Section:
    table, rows, curves = "figure 5", [], []
    many = posts.knowledge.sizes >= 8
    ours = runs["scoring"].within(1, many)
    rows.append(measured(table, "scoring, 8 or more mentions", 0.60, ours, compared(0.60, ours, 64, why)))
    for name in ALGORITHMS:
        rates = [runs[name].within(1, posts.in_bin(number)) for number in range(len(BINS))]
        rows += [
            measured(table, f"{name}, {mentions(label)}", None, rate) for label, rate in zip(BINS, rates, strict=True)
        ]
        curves.append((name, list(zip(BINS, rates, strict=True))))
    chart = partial(saved_charts.curves, table, curves, ("mentions", "1-identified"))
    return Section(table, "1-identification by number of mentions", rows, chart)


def _section_4_3(data: LocalDataset, runs: dict[str, Attacked]) -> Section:
    table = "section 4.3"
    heavy = int((data.lengths > data.items // 3).sum())
    share = percent(heavy / data.people, 2)
    why_heavy = f"{heavy} people ({share}) have over a third of all items here, in the paper 12 (0.01%)"
    why_flat = f"Scoring itself finds {percent(runs['scoring'].within(1))} here, against the paper's 31%"
    rows = [
        counted(table, "people with over a third of the items", 12, heavy, f"{share} of people; in the paper 0.01%")
    ]
    for name, published, why in (("scoring-heavy", 0.22, why_heavy), ("flat", 0.20, why_flat)):
        ours = runs[name].within(1)
        words = {"scoring-heavy": "scoring with heavy raters", "flat": "scoring with a flat sub-score"}[name]
        rows.append(measured(table, f"{words}, k = 1", published, ours, compared(published, ours, PEOPLE, why)))
        base = runs["scoring"]
        for k in (10, 100):
            rows.append(
                measured(
                    table,
                    f"{words}, k = {k}",
                    None,
                    runs[name].within(k),
                    f"text: “little” effect at higher k; Scoring itself {percent(base.within(k))} here",
                )
            )
    return Section(table, "Scoring with heavy raters, and with a flat sub-score", rows)


def _section_4_5(run: Attacked, why: str) -> Section:
    table, near = "section 4.5", run.ranks <= 100
    rows = []
    for k, published in ((10, 0.91), (1, 0.54)):
        ours = rate_of(run.ranks[near] <= k)
        remark = compared(published, ours, 76, why).replace("76 people", "76 (57% of 133) people")
        rows.append(measured(table, f"of those 100-identified, also {k}-identified", published, ours, remark))
    return Section(table, "Somewhat identifying is often highly identifying", rows)


def _findings(posts: Forum, runs: dict[str, Attacked], draws: int) -> list[str]:
    agreeing = sum(
        compared(published, runs[name].within(k), PEOPLE, "").startswith("agrees")
        for name in ALGORITHMS
        for k, published in zip(KS, FIGURE_4[name], strict=True)
    )
    per_poster = mean(posts.knowledge.sizes.astype(np.float64))
    assert per_poster is not None
    return [
        f"{draws} forums of {PEOPLE} posters were drawn; rates of one forum, such as the paper's, vary by ±8 points.",
        f"Of the 20 rates of figure 4, {agreeing} agree within that error.",
        f"Posters mention {per_poster.rate:.0f} items on average here, 29 in the paper.",
    ]

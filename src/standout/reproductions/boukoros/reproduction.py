"""Boukoros and Katzenbeisser, "Measuring privacy in high dimensional microdata collections" (2017), on other data.

Netflix Prize and the Yahoo! datasets may no longer be had; ours are MovieLens and Book-Crossing. Beyond the paper: a
score that needs no more than a bulletin and ranks people better.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

import numpy as np

from standout.auditing.settings import Progress, no_progress
from standout.io.reading import read
from standout.label.person.assessing import group_of
from standout.label.person.person_score import HIGH, LOW
from standout.reproductions.boukoros.boukoros_scatter import FEWEST, scatter
from standout.reproductions.boukoros.boukoros_study import (
    LONGEST,
    SHORTEST,
    Study,
    datasets_in,
    kendall,
    spearman,
    study_of,
)
from standout.reproductions.reproduced import Reproduced, reproduced
from standout.reproductions.rows import NOT_READABLE, Section, counted, said
from standout.results.estimate import Estimate
from standout.results.reproduction import DatasetPart, ReproducedOn, Row

TITLE = "Measuring privacy in high dimensional microdata collections (Boukoros, Katzenbeisser, 2017)"
ROUNDS = 10_000
"""As many as in the paper."""

TABLE_1 = {
    "Netflix": (9_938, 426_639, 1_763, 38.5),
    "Yahoo! Music": (13_265, 1_190_496, 13_630, 79.9),
    "Yahoo! Movies": (7_626, 201_579, 11_916, 26.6),
}
TABLE_2 = {"Netflix": (0.83, 0.65), "Yahoo! Music": (0.91, 0.73), "Yahoo! Movies": (0.84, 0.64)}
FIGURES = {"figure 4": "Yahoo! Movies", "figure 5": "Yahoo! Music", "figure 6": "Netflix"}
SMALLEST_SAFE = {"figure 4": 50.0, "figure 5": 180.0, "figure 6": 200.0}
LOWEST_SAFE = {"figure 4": 0.9, "figure 6": 0.83}
OTHER_DATA = "other data: random parts of this dataset that were not published"


def boukoros(
    data: str | None, seed: int = 1, draws: int | None = None, threads: int | None = None,
    progress: Progress = no_progress,
) -> Reproduced:  # fmt: skip
    """Reproduce the paper on each dataset in a folder, or on one dataset."""
    from standout.errors import BadInput

    if data is None:
        raise BadInput(
            "reproduce boukoros: no --data; name a dataset, a folder with ml-100k, ml-1m, book-crossing, or 'sample'"
        )
    rounds, studies = draws or ROUNDS, []
    named = datasets_in(data)
    for number, (name, place) in enumerate(named.items()):
        progress(f"reading {name}", 100 * number, 100 * len(named))
        interactions = read(place)
        studies.append(study_of(name, interactions, rounds, seed, threads, _told(progress, name, number, len(named))))
    figures = [_figure(table, study) for table, study in zip(FIGURES, studies, strict=False)]
    sections = [_table_1(studies), _figures_2_and_3(studies), _table_2(studies), *figures, _beyond(studies)]
    rounds = studies[0].rounds
    return reproduced("boukoros", TITLE, _described(studies), seed, rounds, sections, _findings(studies))


def _told(progress: Progress, name: str, number: int, many: int) -> Callable[[int, int], None]:
    return lambda done, total: progress(f"anonymity sets of {name}", 100 * number + 99 * done // total, 100 * many)


def _described(studies: list[Study]) -> ReproducedOn:
    digest = hashlib.sha256("".join(study.data.source.sha256 for study in studies).encode()).hexdigest()
    parts = [f"{study.data.people:,} people of {study.name}" for study in studies]
    return ReproducedOn(
        datasets={
            study.name: DatasetPart(
                people=study.data.people,
                items=study.data.items,
                interactions=study.data.count,
                left_out=study.left_out,
                sha256=study.data.source.sha256,
            )
            for study in studies
        },
        rounds=studies[0].rounds,
        sha256=studies[0].data.source.sha256 if len(studies) == 1 else digest,
        words=", ".join(parts),
    )


def _table_1(studies: list[Study]) -> Section:
    table, heads = "table 1", ("people", "ratings", "items", "items per person")
    rows = [
        said(table, f"{name}: {head}", OTHER_DATA, number)
        for name, numbers in TABLE_1.items()
        for head, number in zip(heads, numbers, strict=True)
    ]
    for study in studies:
        data = study.data
        remark = f"{study.left_out:,} people with fewer than {SHORTEST} or more than {LONGEST:,} items are left out"
        numbers = (data.people, data.count, data.items, data.count / data.people)
        rows += [
            counted(table, f"{study.name}: {head}", None, number, remark)
            for head, number in zip(heads, numbers, strict=True)
        ]
    return Section(table, "The datasets", rows)


def _figures_2_and_3(studies: list[Study]) -> Section:
    table = "figures 2 and 3"
    rows = [
        said(table, "Yahoo! Movies: items with more than 1,000 holders", "other data", 50),
        said(table, "Yahoo! Music: items with more than 1,000 holders", "other data", 500),
    ]
    for study in studies:
        lengths, holders = study.data.lengths, study.data.holders
        rows += [
            counted(table, f"{study.name}: items of the median person", None, float(np.median(lengths)), NOT_READABLE),
            counted(table, f"{study.name}: items with more than 1,000 holders", None, int((holders > 1_000).sum())),
            _share(table, f"{study.name}: items with fewer than 100 holders", float((holders < 100).mean())),
        ]
    return Section(table, "How much people have, and how popular items are", rows)


def _share(table: str, what: str, ours: float) -> Row:
    return Row(table, what, None, ours, None, None, NOT_READABLE)


def _correlation(table: str, what: str, published: float | None, ours: Estimate | None, remark: str) -> Row:
    if ours is None:
        return Row(table, what, published, None, None, None, remark, "decimal")
    return Row(table, what, published, ours.rate, ours.low, ours.high, remark, "decimal")


def _table_2(studies: list[Study]) -> Section:
    table = "table 2"
    rows = []
    for name, published in TABLE_2.items():
        for what, number in zip(("Spearman", "Kendall"), published, strict=True):
            rows.append(_correlation(table, f"{name}: {what}", number, None, OTHER_DATA))
    for study in studies:
        remark = _why(study)
        for what, measure in (("Spearman", spearman), ("Kendall", kendall)):
            ours = measure(study.scores["paper"], study.sizes)
            rows.append(_correlation(table, f"{study.name}: {what}", None, ours, remark))
    words = (
        f"In each of {studies[0].rounds:,} rounds an adversary knows a whole percentage of a record between {LOW} and "
        f"{HIGH}, each as likely, rounded half up to a number of items, at least one; the mean over rounds of how many "
        "records contain them is the anonymity set. The logarithm in the score is the natural one."
    )
    return Section(table, "Does the paper's score rank people as their anonymity sets do?", rows, words=words)


def _why(study: Study) -> str:
    lengths, rare = study.data.lengths, float((study.data.holders < 100)[study.data.held.records.items].mean())
    low, high = np.quantile(lengths, (0.05, 0.95))
    return (
        f"nine in ten people here have {low:.0f} to {high:.0f} items, and {100 * rare:.0f}% of what people have is "
        "rare; the score is nearly the number of items, so it ranks well where records differ in length and badly "
        "where they differ in which rare items they hold"
    )


def _figure(table: str, study: Study) -> Section:
    scored = study.bulletin.scores["paper"]
    groups = scored.groups
    member = np.array([group_of(score, groups) for score in study.scores["paper"].tolist()])
    theirs = FIGURES[table]
    remark = f"published for {theirs}"
    setting = "BIC with a border on what a split must explain; the paper does not say how its X-means was set"
    rows = [counted(table, "privacy groups", 3, len(groups), setting)]
    for code, group in enumerate(groups):
        sizes = study.sizes[member == code]
        fences = np.quantile(sizes, (0.05, 0.95))
        rows += [
            Row(
                table, f"{group.name}: share of people", None, float((member == code).mean()), None, None, NOT_READABLE
            ),
            counted(table, f"{group.name}: mean set, 5% of people below", None, float(fences[0]), NOT_READABLE),
            counted(table, f"{group.name}: mean set, 5% of people above", None, float(fences[1]), NOT_READABLE),
        ]
    smallest = f"published: the smallest of {theirs}"
    safe, unsafe = study.sizes[member == len(groups) - 1], study.sizes[member == 0]
    rows += [
        counted(table, "safe: mean set, 1% of people below", SMALLEST_SAFE[table], float(np.quantile(safe, 0.01)),
                smallest),
        _correlation(table, "safe: lowest score after trimming", LOWEST_SAFE.get(table), _exactly(groups[-1].low),
                     remark),
        _correlation(table, "not safe: highest score after trimming", 0.7, _exactly(groups[0].high),
                     "text: less than 0.7"),
        counted(table, "not safe: mean set, 1% of people above", 50, float(np.quantile(unsafe, 0.99)),
                "published: the largest, on all datasets"),
    ]  # fmt: skip
    words = (
        f"{theirs} in the paper, {study.name} here. A mark stands for at least {FEWEST} people; dashed: borders of the "
        "groups after trimming, stars: centroids."
    )
    title = f"The paper's score against the anonymity set, on {study.name}"
    return Section(table, title, rows, partial(scatter, table, study, "paper"), words)


def _exactly(number: float) -> Estimate:
    return Estimate(number, number, number)


def _beyond(studies: list[Study]) -> Section:
    table, rows = "beyond the paper", []
    for study in studies:
        rows.append(
            _correlation(table, f"{study.name}: two halves of the simulation", None, _exactly(study.again),
                         "what a perfect score could reach against half the rounds; the other rows use all rounds")
        )  # fmt: skip
        for name, values in study.scores.items():
            remark = _REMARKS[name]
            rows.append(
                _correlation(
                    table, f"{study.name}: {_NAMES.get(name, name)}", None, spearman(values, study.sizes), remark
                )
            )
        rows.append(
            _correlation(table, f"{study.name}: the better score, Kendall", None,
                         kendall(study.scores["better"], study.sizes), _REMARKS["better"])
        )  # fmt: skip
    words = (
        "Spearman's correlation with the mean anonymity set. The better score is the expected size of the set if "
        "holding one item says nothing about holding another beyond how active people are. Nothing in it is fitted to "
        "the simulation: it is made from popularity and from the mean record length of each fifth of the people, so "
        "all people serve to judge it."
    )
    return Section(
        table, "A score that ranks better and needs no more than a bulletin", rows,
        partial(scatter, table, studies[-1], "better"), words,
    )  # fmt: skip


_NAMES = {"paper": "the paper's score", "better": "the better score, as published"}
_REMARKS = {
    "paper": "normalised; ends of the norm are means over five people, so that no number is one person's",
    "better": "items with fewer than five holders have one count together; clamped to 0 and 1 at the ends",
    "fewer items alone": "a baseline: nothing but the number of items",
    "length × mean log popularity": "a baseline: the sum of the logarithms of popularity",
    "expected set, all people alike": "the expected set under plain independence",
    "the same with items of every count": "the better score if rare items' own counts could be published; not clamped",
}


def _findings(studies: list[Study]) -> list[str]:
    sentences = []
    for study in studies:
        paper, better = (spearman(study.scores[name], study.sizes).rate for name in ("paper", "better"))
        sentences.append(
            f"On {study.name} the paper's score has a Spearman correlation of {paper:.3f} with the mean anonymity set "
            f"(published 0.83 to 0.91 on other data), the better score {better:.3f}; two halves of the simulation "
            f"agree to {study.again:.4f}."
        )
    sentences.append(
        "The paper's pseudo-code calls the highest raw score the most private; its figures, where 1 is the most "
        "private and few items are safest, show that it is the least. We follow the figures."
    )
    return sentences

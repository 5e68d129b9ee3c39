"""What Narayanan's paper says of the data itself: figures 1, 2, 3 and 7, and its tables."""

from __future__ import annotations

from functools import partial

import numpy as np

from standout.data.dataset import LocalDataset
from standout.engines.base import threaded
from standout.reproductions import saved_charts
from standout.reproductions.rates import rate_of
from standout.reproductions.rows import NOT_READABLE, Section, counted, measured, said
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent
from standout.risk.popularity import AT_LEAST, TOPS, information, items_outside_top
from standout.risk.similarity import LEVELS, sparsity

NEIGHBOURS = 2_000
"""Of so many people the nearest neighbour is looked for."""

SENSES = ("items", "values within 1", "and days within 14")
"""What makes two entries alike, in the order of the columns that `sparsity` fills."""

OUTSIDE = {100: (1.00, 0.97, 0.93), 500: (0.99, 0.90, 0.80), 1000: (0.97, 0.83, 0.70)}
EXPERIMENTS = {
    4: "exact ratings, days ±3 / ±14, best guess, any items",
    5: "exact ratings, days ±3 / ±14, best guess, any items",
    6: "exact ratings, days ±3 / ±14, entropic, any items",
    8: "exact ratings, no days, best guess, outside top 100 / 500",
    9: "ratings ±1, days ±14, best guess, any items",
    10: "ratings ±1, days ±14, best guess, any items",
    11: "exact ratings, no days, entropic, outside top 100 / 500",
    12: "ratings ±1, days ±14, best guess, any items",
}


def describing_sections(data: LocalDataset, seed: int, threads: int | None) -> list[Section]:
    """Figures 1 to 3 and 7, and the table of who rates what is not popular."""
    return [_figure_1(data, seed, threads), *_figures_2_and_3(data), _figure_7(data), _outside_table(data)]


def table_of_experiments() -> Section:
    """The paper's list of experiments: settings, not results."""
    table = "table of experiments"
    rows = [said(table, f"figure {number}: {what}", "the same settings here") for number, what in EXPERIMENTS.items()]
    rows.append(said("glossary", "glossary of terms", "symbols, not a result"))
    return Section(table, "Which adversary is behind which figure", rows)


def _figure_1(data: LocalDataset, seed: int, threads: int | None) -> Section:
    table, neighbours = "figure 1", sparsity(threaded(data, threads), NEIGHBOURS, seed)
    rows, lines = [], []
    remark = "text: “for the vast majority” no record is over 0.5, even by items alone; no number"
    for column, words in enumerate(SENSES):
        nearest = neighbours.nearest[:, column]
        rows.append(measured(table, f"a neighbour over 0.5: {words}", None, rate_of(nearest > 0.5), remark))
        rows += [
            measured(table, f"a neighbour from {level:g} on: {words}", None, rate_of(nearest >= level))
            for level in (0.1, 0.3)
        ]
        curve: list[tuple[float | str, Estimate | None]] = [(level, rate_of(nearest >= level)) for level in LEVELS]
        lines.append((words, curve))
    chart = partial(
        saved_charts.curves, table, lines, ("similarity of the nearest neighbour", "people with at least that")
    )
    words = f"{len(neighbours.people):,} people, chosen at random, were compared with all others."
    return Section(table, "How similar the most similar record is", rows, chart, words)


def _figures_2_and_3(data: LocalDataset) -> list[Section]:
    lengths, sections = data.lengths, []
    sizes = {"figure 2": (20, 30, 50, 75, 100), "figure 3": (100, 200, 500, 1000)}
    for table, levels in sizes.items():
        rows = [
            measured(table, f"people with at least {level:,} ratings", None, rate_of(lengths >= level))
            for level in levels
        ]
        if table == "figure 2":
            few = int((lengths < 20).sum())
            remark = (
                f"text: Netflix's data has some, below the likely limit for sampling; the least here is {lengths.min()}"
            )
            rows.append(counted(table, "people with fewer than 20 ratings", None, few, remark))
        else:
            many = int((lengths > 1000).sum())
            remark = (
                f"text: “thousands” of 480,189 have more than a thousand; here {percent(many / data.people)} of people"
            )
            rows.append(counted(table, "people with more than 1,000 ratings", None, many, remark))
        steps = np.unique(np.geomspace(max(levels[0], 1), levels[-1], 30).astype(int))
        curve = [(int(level), rate_of(lengths >= level)) for level in steps]
        chart = partial(
            saved_charts.curves, table, [("people", curve)], ("ratings", "people with at least that"), points=False
        )
        title = f"How many ratings people have, up to {levels[-1]:,}"
        sections.append(Section(table, title, rows, chart, "Shown as the share of people with at least X ratings."))
    return sections


def _figure_7(data: LocalDataset) -> Section:
    table, bits = "figure 7", information(data)
    ranks = [rank for rank in (1, 10, 100, 500, 1_000, 3_000) if rank <= data.items]
    rows: list[Row] = [
        Row(table, f"item of rank {rank:,}", None, float(bits[rank - 1]), None, None, NOT_READABLE, "bits")
        for rank in ranks
    ]
    drawn_ranks = np.unique(np.geomspace(1, data.items, 40).astype(int))
    curve = [(int(rank), Estimate(*3 * (float(bits[rank - 1]),))) for rank in drawn_ranks]
    chart = partial(
        saved_charts.curves, table, [("bits", curve)], ("rank of the item by popularity", "bits learnt"), False,
        log=True, points=False,
    )  # fmt: skip
    return Section(table, "What one item tells, by its popularity", rows, chart)


def _outside_table(data: LocalDataset) -> Section:
    table, rows = "table “not in X most rated”", []
    popular = np.sort(data.holders)[::-1]
    for top in TOPS:
        if top >= data.items:
            rows.append(said(table, f"outside top {top}", f"the data has only {data.items:,} items", unit="share"))
            continue
        counts = items_outside_top(data, top)
        share = percent(float(popular[:top].sum() / data.count))
        why = f"the top {top} of {data.items:,} items hold {share} of all ratings here"
        for least, published in zip(AT_LEAST, OUTSIDE[top], strict=True):
            ours = rate_of(counts >= least)
            agrees = ours is not None and ours.low - 0.005 <= published <= ours.high + 0.005
            remark = "agrees" if agrees else why
            rows.append(measured(table, f"{least}+ outside the top {top}", published, ours, remark))
    chart = partial(saved_charts.beside, table, rows, "share of people; ticks: published")
    return Section(table, "Who has rated what is not popular", rows, chart)


def real_people() -> Section:
    """What the paper says of people whom only its authors could look for."""
    table = "section 5"
    remark = (
        "not reproducible: the IMDb users' ratings were never published; `standout link` does this for two datasets"
    )
    rows = [said(table, f"eccentricity of IMDb user {number}", remark, value) for number, value in ((1, 28), (2, 15))]
    perturbed = "not reproducible: needs the original, named records of two acquaintances of the authors"
    rows += [
        said(table, f"ratings altered for acquaintance {number}", perturbed, share, "share")
        for number, share in ((1, 1 / 306), (2, 5 / 229))
    ]
    return Section(table, "Real people found", rows)

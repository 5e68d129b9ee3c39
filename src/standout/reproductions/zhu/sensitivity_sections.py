"""Figure 2 of Zhu's paper: how many personas there are, by support and by population, and how often values come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from standout.common.arrays import Int64s
from standout.profiles.personas.mining import least_people, mine
from standout.profiles.personas.sensitivity import SHARES, by_support, part_of, straight_line
from standout.report.drawing.theme import Drawing
from standout.reproductions import saved_charts
from standout.reproductions.rates import mean
from standout.reproductions.rows import NOT_READABLE, Section, counted
from standout.reproductions.zhu.experiment import LEAST, SUPPORT, Study
from standout.reproductions.zhu.experiment_sections import point
from standout.results.estimate import Estimate
from standout.results.reproduction import Row

LEVELS = (0.0007, 0.0008, 0.0009, SUPPORT)
"""The supports of figure 2b: "every support level between 0.0007 and 0.001"."""
CROWD = 30
_R2 = 0.964
Sampled = list[tuple[int, list[int]]]


def figure_2(study: Study, runs: int) -> tuple[list[Section], str]:
    """Personas against support (a) and against population (b), and how many values come how often (c)."""
    second, words = _by_population(study, runs)
    return [_by_support(study), second, _by_count(study)], words


def _by_support(study: Study) -> Section:
    ours, a = by_support(study.learnable, study.personas, LEAST), "figure 2a"
    counts = {round(support, 6): count for support, count in ours}
    rows = [
        counted(a, "personas at support 0.001", 2_500, len(study.personas), "depends on how alike people are"),
        counted(a, "personas at support 0.0007", 6_000, counts.get(0.0007),
                "“from approximately 500 to 6,000” over the range"),
        counted(a, "personas at support 0.0025", 500, counts.get(0.0025), "the same sentence"),
        counted(a, "people of the persona with fewest", 30, int(study.personas.counts.min()), "by design"),
        counted(a, "largest persona", 6, int(study.personas.sizes.max())),
    ]  # fmt: skip
    x, y = np.array([support for support, _ in ours]), np.array([count for _, count in ours], np.float64)
    for words, fit in (
        ("an exponential", straight_line(x, np.log(np.maximum(y, 1)))),
        ("a power law", straight_line(np.log(x), np.log(np.maximum(y, 1)))),
    ):
        remark = "the paper calls it exponential and gives no R²; a power law fits better where its R² is larger"
        rows.append(_share(a, f"R² of {words}", None, fit.r2 if fit else None, remark))
    points: list[tuple[float | str, Estimate | None]] = [(float(level), point(float(count))) for level, count in ours]
    chart = partial(saved_charts.curves, a, [("personas", points)], ("support", "personas"), False)
    return Section(a, "Personas against support", rows, chart)


def _by_population(study: Study, runs: int) -> tuple[Section, str]:
    table = "figure 2b"
    by_level, fixed = _samples(study, runs)
    named = [(f"{level:g} of people", sampled) for level, sampled in by_level.items()]
    named.append((f"{CROWD} people, whatever the population", fixed))
    rows, slopes = list[Row](), dict[str, str]()
    for what, sampled in named:
        for size, several in sampled:
            rows.append(counted(table, f"support {what}: personas among {size:,} people", None,
                                float(np.mean(several)), NOT_READABLE))  # fmt: skip
        flat = [(float(size), float(count)) for size, several in sampled for count in several]
        fit = straight_line([size for size, _ in flat], [count for _, count in flat])
        published = _R2 if what.startswith(("0.001 ", f"{CROWD} ")) else None
        remark = "R² is of one line in the paper; it does not say for which support" if fit else "too few people"
        rows.append(_share(table, f"support {what}: R² of a straight line", published, fit.r2 if fit else None, remark))
        rows.append(counted(table, f"support {what}: personas more per 1,000 people more", None,
                            None if fit is None else 1_000 * fit.slope, "the line rises in the paper"))  # fmt: skip
        if fit is not None:
            slopes[what] = f"{1_000 * fit.slope:+,.0f} per 1,000 people (R² {fit.r2:.2f})"
    lines = [
        (what.split(",")[0], [(float(size), mean(np.array(several, np.float64))) for size, several in sampled])
        for what, sampled in named
    ]
    share, crowd = (slopes.get(named[place][0]) for place in (-2, -1))
    words = (
        f"Personas against population: at a fixed share of 0.001 {share}, at a fixed crowd of {CROWD} {crowd}. The "
        "paper's rising line (R² 0.964) has the shape of the second; it says that the support was a share."
        if share and crowd
        else "Personas against population: too few people for a line."
    )
    chart = partial(saved_charts.curves, table, lines, ("people in the sample", "personas"), False)
    return Section(table, "Personas against population", rows, chart), words


def _samples(study: Study, runs: int) -> tuple[dict[float, Sampled], Sampled]:
    """Random samples of people: the personas at each share, and at a fixed crowd; one search of a sample finds all."""
    by_level: dict[float, Sampled] = {level: [] for level in LEVELS}
    fixed: Sampled = []
    for share in SHARES:
        size = round(share * study.population.size)
        if SUPPORT * size < 2:
            continue
        found = [_counts(study, size, turn) for turn in range(runs)]
        for level in LEVELS:
            least = least_people(level, size)
            by_level[level].append((size, [int((counts >= least).sum()) for counts in found]))
        fixed.append((size, [int((counts >= CROWD).sum()) for counts in found]))
    return by_level, fixed


def _counts(study: Study, size: int, turn: int) -> Int64s:
    """How many people share each persona of a random sample, down to the lowest support looked at."""
    rng = np.random.default_rng([study.seed, size, turn])
    people = np.sort(np.argsort(rng.random(study.population.size), kind="stable")[:size])
    lowest = min(LEVELS[0], CROWD / size)
    return mine(part_of(study.learnable, people), lowest, LEAST, threads=study.threads).counts


def _by_count(study: Study) -> Section:
    """How many values are shared by how many people."""
    table = "figure 2c"
    holders = study.learnable.holders
    held = holders[holders > 0]
    edges = [1, 2, 3, 6, 11, 31, 101, 301, 1_001, 3_001, 10_001, 1 << 60]
    rows = [
        counted(table, f"values that {_between(low, high)} shows" if high == 2 else
                f"values that {_between(low, high)} people show", None,
                int(((held >= low) & (held < high)).sum()), NOT_READABLE)
        for low, high in pairwise(edges) if (held >= low).any()
    ]  # fmt: skip
    counts, values = np.unique(held, return_counts=True)
    fit = straight_line(np.log(counts), np.log(values))
    rows.append(_share(table, "R² of a power law through the counts", None, fit.r2 if fit else None, NOT_READABLE))
    rows.append(counted(table, "its exponent", None, fit.slope if fit else None,
                        "below 0: few values are common, many are rare"))  # fmt: skip
    return Section(table, "How often values come", rows, partial(_frequencies, table, counts, values))


def _between(low: int, high: int) -> str:
    if high == 2:
        return "one person"
    if high >= 1 << 60:
        return f"{low:,} or more"
    return f"{low:,}" if high == low + 1 else f"{low:,} to {high - 1:,}"


def _frequencies(name: str, counts: Int64s, values: Int64s) -> Drawing:
    """On logarithmic scales: many values come once, few come often."""
    points: Sequence[tuple[float | str, Estimate | None]] = [
        (float(np.log10(count)), point(float(np.log10(many)))) for count, many in _thinned(counts, values)
    ]
    axes = ("people who show a value (log10)", "values (log10)")
    return saved_charts.curves(name, [("values", points)], axes, False)


def _thinned(counts: Int64s, values: Int64s) -> list[tuple[float, float]]:
    """The mean number of values for a count, in steps of a factor: at the tail one value stands for itself."""
    steps = np.unique(np.round(2 * np.log2(counts)).astype(np.int64), return_inverse=True)[1]
    thin = []
    for step in range(int(steps.max(initial=-1)) + 1):
        here = steps == step
        wide = counts[here].max() - counts[here].min() + 1
        thin.append((float(np.exp(np.log(counts[here]).mean())), float(values[here].sum() / wide)))
    return thin


def _share(table: str, what: str, published: float | None, ours: float | None, remark: str) -> Row:
    return Row(table, what, published, ours, None, None, remark)

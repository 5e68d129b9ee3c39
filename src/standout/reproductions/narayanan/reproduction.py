"""Narayanan and Shmatikov, "Robust De-anonymization of Large Sparse Datasets" (2008), on other data.

Every figure and table of the paper with its own adversaries; published numbers are those that its text states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from standout.attacks import ATTACKS
from standout.auditing.settings import Progress, no_progress
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.reproductions import saved_charts
from standout.reproductions.attacking import Attacked, attacked, everyone, repeated
from standout.reproductions.narayanan.causes import Crowd, measured_crowd
from standout.reproductions.narayanan.describing import describing_sections, real_people, table_of_experiments
from standout.reproductions.reproduced import Reproduced, reproduced
from standout.reproductions.rows import NOT_READABLE, Section, measured, points
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

TITLE = "Robust De-anonymization of Large Sparse Datasets (Narayanan, Shmatikov, 2008)"
DRAWS = 1
SUBSCRIBERS = 480_189
SIZES = ((2, 2), (3, 4), (4, 4), (6, 8), (8, 8))
"""m of m' items: m' are known, of which m' − m have a wrong value and day. The text names 2 of 2 and 6 of 8."""
ABSENT = ((8, 0, 0), (8, 2, 0), (8, 0, 2), (8, 2, 2), (8, 0, 4), (4, 0, 0), (4, 0, 1), (4, 0, 2))
"""Figure 10: items known, of which wrong, of which the target does not have."""


@dataclass
class _Runs:
    """Attacks on all people, each run once however many figures show it."""

    data: LocalDataset
    people: Int64s
    seed: int
    draws: int
    threads: int | None
    progress: Progress
    done: dict[str, Attacked] = field(default_factory=dict)

    def of(self, adversary: Adversary) -> Attacked:
        if adversary.name not in self.done:
            self.progress(adversary.name, min(len(self.done), _STEPS - 1), _STEPS)
            drawn = repeated(self.data, adversary, self.people, self.seed, self.draws)
            attack = ATTACKS["scoreboard-rh"]
            self.done[adversary.name] = attacked(self.data, drawn.knowledge, drawn.people, attack, self.threads)
        return self.done[adversary.name]


_STEPS = 50


def narayanan(
    data: LocalDataset, seed: int = 1, draws: int | None = None, threads: int | None = None,
    progress: Progress = no_progress,
) -> Reproduced:  # fmt: skip
    """Reproduce the paper with knowledge drawn from this data's records."""
    for present, what in ((data.has_values, "values"), (data.has_days, "days")):
        if not present:
            raise BadInput(f"narayanan: its adversaries know values and days, but the data has no {what}; use ml-1m")
    draws = draws or DRAWS
    runs = _Runs(data, everyone(data, seed), seed, draws, threads, progress)
    crowd = measured_crowd(data, seed, threads)
    sections = [
        *describing_sections(data, seed, threads),
        _figure_4(runs, crowd),
        _figure_5(runs),
        _figure_6(runs),
        table_of_experiments(),
        _figure_8(runs, crowd),
        _figure_9(runs),
        _figure_10(runs),
        _figure_11(runs),
        _figure_12(runs),
        crowd.section,
        real_people(),
    ]
    progress("drawing the charts", _STEPS, _STEPS)
    return reproduced("narayanan", TITLE, saved_charts.described(data), seed, draws, sections, crowd.sentences)


def known(
    right: int, size: int, values: float = 0.0, days: float | None = None, outside: int = 0, length: bool = False
) -> Adversary:
    """The paper's adversary who knows `right` of `size` items rightly, and the rest with wrong value and day."""
    name = f"{right} of {size}, values ±{values:g}, days {'unknown' if days is None else f'±{days:g}'}"
    name += f", outside top {outside}" if outside else ""
    return Adversary(
        name + (", length ±50%" if length else ""),
        items=size,
        wrong=size - right,
        values=values,
        days="unknown" if days is None else days,
        outside_top=outside,
        length=0.5 if length else "unknown",
        fewer=False,
    )


def _size(right: int, size: int) -> str:
    return f"{right} of {size} items"


def _figure_4(runs: _Runs, crowd: Crowd) -> Section:
    table, rows, lines = "figure 4", [], []
    published = {(6, 8, 14): 0.99, (2, 2, 3): 0.68}
    for days in (3, 14):
        by_size = [(_size(*size), runs.of(known(*size, days=days))) for size in SIZES]
        lines.append((f"days ±{days}", [(what.removesuffix(" items"), run.first) for what, run in by_size]))
        for size, (what, run) in zip(SIZES, by_size, strict=True):
            value = published.get((*size, days))
            remark = NOT_READABLE if value is None else _compared(value, run.first, crowd.why)
            rows.append(measured(table, f"{what}, days ±{days}", value, run.first, remark))
    run = runs.of(known(2, 2, days=3))
    ties = run.share((run.tally.beat == 0) & (run.tally.tied > 0))
    best, fair = run.share(run.tally.beat == 0), run.share(_fair(run))
    where = "a tie counts against the attack above; here "
    rows += [
        measured(table, "2 of 2, days ±3, first or tied", 0.68, best, f"{where}for it: nobody is ahead"),
        measured(table, "2 of 2, days ±3, ties by lot", 0.68, fair, f"{where}one of the tied is picked blindly"),
        measured(table, "2 of 2, days ±3, tied for first", None, ties, "days are whole numbers, so records tie"),
    ]
    return _section(table, "Exact ratings, approximate dates: is the true record first?", rows, lines)


def _fair(run: Attacked) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.where(run.tally.beat == 0, 1 / (1 + run.tally.tied), 0.0)


def _compared(published: float, ours: Estimate | None, why: str) -> str:
    """The paper gives no sample size, so that ours alone has an interval."""
    if ours is None or ours.low - 0.005 <= published <= ours.high + 0.005:
        return "agrees"
    return f"{points(published, ours.rate)}: {why}"


def _figure_5(runs: _Runs) -> Section:
    table, rows, lines = "figure 5", [], []
    present: list[tuple[float | str, Estimate | None]] = []
    gone: list[tuple[float | str, Estimate | None]] = []
    for days in (3, 14):
        for size in SIZES:
            run, what = runs.of(known(*size, days=days)), f"{_size(*size)}, days ±{days}"
            outcome = run.outcomes
            named = (outcome.standing_out >= outcome.threshold) & outcome.right
            silent = outcome.standing_out_absent < outcome.threshold
            share, quiet = run.share(named), run.share(silent)
            rows.append(measured(table, f"{what}: there, and named", None, share))
            rows.append(measured(table, f"{what}: absent, nobody named", None, quiet))
            if days == 14:
                present.append((what.partition(" items")[0], share))
                gone.append((what.partition(" items")[0], quiet))
    lines = [("there, and named", present), ("absent, nobody named", gone)]
    words = (
        "Eccentricity φ = 1.5, as in the paper; its text says “succeeds with high probability in both cases”, without "
        "a number. Chosen for Netflix, φ = 1.5 is strict here: many other records score too (see figure 6)."
    )
    return _section(
        table, "Detecting that the target is not there (chart: days ±14)", rows, lines, words, axis="people"
    )


def _figure_6(runs: _Runs) -> Section:
    table, before = "figure 6", float(np.log2(runs.data.people))
    why = f"{runs.data.people:,} records to choose from instead of {SUBSCRIBERS:,}"
    rows = [Row(table, "without knowledge", 19.0, before, None, None, why, "bits")]
    lines = []
    for days in (3, 14):
        by_size = [(_size(*size), runs.of(known(*size, days=days))) for size in SIZES]
        lines.append((f"days ±{days}", [(what.removesuffix(" items"), run.bits) for what, run in by_size]))
        for size, (what, run) in zip(SIZES, by_size, strict=True):
            value, remark = None, NOT_READABLE
            if (*size, days) == (2, 2, 3) and run.bits:
                left = run.bits.rate / before
                value, remark = 3.0, f"{percent(left)} of the bits are left, in the paper 3 of 19 (16%)"
            if size == (6, 8) and days == 14 and run.bits:
                remark = "text: “a fraction of a bit”; " + (
                    "so it is" if run.bits.rate < 1 else _denser(runs.data, run)
                )
            rows.append(measured(table, f"{what}, days ±{days}", value, run.bits, remark, "bits"))
    rare = runs.of(known(6, 8, days=14, outside=500)).bits
    rows.append(
        measured(table, "6 of 8, days ±14, outside top 500", None, rare, "a test of ours: items that few have", "bits")
    )
    run = runs.of(known(2, 2, days=3))
    missed = run.ranks > 1
    rows.append(
        measured(
            table,
            "2 of 2 items, days ±3, those not first",
            3.0,
            Attacked(run.tally, run.outcomes, run.people[missed]).average(run.outcomes.bits[missed]),
            "the text may also be read so: “the latter case” are the other 32%",
            "bits",
        )
    )
    return _section(table, "Bits still missing", rows, lines, shares=False, axis="bits")


def _denser(data: LocalDataset, run: Attacked) -> str:
    """Why bits are left although the record is first: many others score too, so that σ is wide."""
    held = float((data.holders.astype(np.float64) ** 2).sum() / data.count / data.people)
    lead = np.median(run.outcomes.standing_out)
    return (
        f"here more: a known item is one that {percent(held)} of people have, so most records score and σ is wide; the "
        f"best leads by {lead:.1f} σ (median). With items that few have it is less, see below"
    )


def _figure_8(runs: _Runs, crowd: Crowd) -> Section:
    table, rows, lines = "figure 8", [], []
    for top in (100, 500):
        by_size = [(_size(*size), runs.of(known(*size, outside=top))) for size in SIZES]
        lines.append((f"outside top {top}", [(what.removesuffix(" items"), run.first) for what, run in by_size]))
        for size, (what, run) in zip(SIZES, by_size, strict=True):
            value = 0.84 if (size, top) == ((6, 8), 500) else None
            remark = NOT_READABLE if value is None else _compared(value, run.first, crowd.why_without_days)
            rows.append(measured(table, f"{what}, outside top {top}", value, run.first, remark))
    return _section(table, "Exact ratings, no dates", rows, lines)


def _figure_9(runs: _Runs) -> Section:
    table, rows, lines = "figure 9", [], []
    sizes = [size for size in SIZES if size != (3, 4)]
    for top in (0, 100, 500):
        label = f"outside top {top}" if top else "any items"
        by_size = [(_size(*size), runs.of(known(*size, values=1, days=14, outside=top)).first) for size in sizes]
        lines.append((label, [(what.removesuffix(" items"), rate) for what, rate in by_size]))
        for what, rate in by_size:
            rows.append(measured(table, f"{what}, {label}", None, rate))
    words = "Text: “the effect of relative popularity of movies known to the adversary is not dramatic”."
    return _section(table, "Ratings ±1, days ±14: does popularity matter?", rows, lines, words)


def _figure_10(runs: _Runs) -> Section:
    table, rows = "figure 10", []
    for size, wrong, absent in ABSENT:
        parts = [f"{size} items"] + [f"{wrong} wrong"] * bool(wrong) + [f"{absent} absent"] * bool(absent)
        adversary = Adversary(
            f"figure 10: {', '.join(parts)}", items=size, wrong=wrong, absent=absent, values=1.0, days=14.0, fewer=False
        )
        rows.append(measured(table, ", ".join(parts), None, runs.of(adversary).first))
    words = "Ratings ±1, days ±14. Absent: popular items that the target never rated, with a day and rating at random."
    chart = partial(saved_charts.beside, table, rows, "share of people whose record is first")
    return Section(table, "Mistakes about which items the target has", rows, chart, words)


def _figure_11(runs: _Runs) -> Section:
    table, rows, lines, before = "figure 11", [], [], float(np.log2(runs.data.people))
    worst = 0.0
    for top in (100, 500):
        by_size = [(_size(*size), runs.of(known(*size, outside=top)).bits) for size in SIZES]
        lines.append((f"outside top {top}", [(what.removesuffix(" items"), bits) for what, bits in by_size]))
        rows += [measured(table, f"{what}, outside top {top}", None, bits, "", "bits") for what, bits in by_size]
        worst = max([worst, *(bits.rate for _, bits in by_size if bits)])
    share = worst / before
    remark = f"text: in the worst scenario less than half of it; {'so it is' if share < 0.5 else 'here more than half'}"
    rows.append(Row(table, "share of the bits left in the worst case", 0.5, share, None, None, remark))
    words = (
        "The caption says “same parameters as in Fig. 6”, the table of experiments “no info” on dates: as in the table."
    )
    return _section(table, "Bits still missing without dates", rows, lines, words, shares=False, axis="bits")


def _figure_12(runs: _Runs) -> Section:
    table, rows, lines, ratios = "figure 12", [], [], []
    sizes = ((1, 1), (2, 2), (3, 3), (4, 4), (6, 8))
    for length in (False, True):
        by_size = [(_size(*size), runs.of(known(*size, values=1, days=14, length=length)).first) for size in sizes]
        label = "length ±50% known" if length else "length unknown"
        lines.append((label, [(what.removesuffix(" items"), rate) for what, rate in by_size]))
        rows += [measured(table, f"{what}, {label}", None, rate) for what, rate in by_size]
    for (_, without), (_, with_length) in zip(lines[0][1], lines[1][1], strict=True):
        ratios.append(with_length.rate / without.rate if without and with_length and without.rate else 1.0)
    most = float(max(ratios))
    remark = f"text: it “can more than double” the chance; {'so it does' if most > 2 else 'not here'}"
    rows.append(Row(table, "largest gain from knowing the length, times", 2.0, most, None, None, remark, "number"))
    words = "Ratings ±1, days ±14."
    return _section(table, "Knowing the length of the record", rows, lines, words)


def _section(
    table: str, title: str, rows: list[Row], lines: Sequence[tuple[str, saved_charts.Points]],
    words: str = "", *, shares: bool = True, axis: str = "people whose record is first",
) -> Section:  # fmt: skip
    chart = partial(saved_charts.curves, table, lines, ("items known rightly, of all known", axis), shares)
    return Section(table, title, rows, chart, words)

"""Why two items and their days find more, or fewer, people here than among Netflix's 480,189 subscribers.

Three suspected causes, each measured: fewer records to hide among, days that a person's items share, and ties.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import (
    ALONE,
    AdditiveGains,
    Probabilities,
    Verdict,
    day_gaps,
    day_rows,
    holders_of,
    value_distances,
    value_rows,
)
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for
from standout.reproductions.attacking import Attacked, attacked, everyone, owners
from standout.reproductions.rates import rate_of
from standout.reproductions.rows import Section, counted, measured
from standout.results.estimate import Estimate
from standout.results.reproduction import Row, percent

TABLE = "why figures differ"
OURS_ALONE = "a test of ours, not in the paper"
MANY_DAYS = 10
TWO = Adversary("two items and their days", items=2, days=3, fewer=False)
EIGHT = Adversary("6 of 8 outside the top 500", items=8, wrong=2, outside_top=500, fewer=False)


@dataclass(frozen=True)
class Threshold:
    """Scoreboard-RH with the threshold similarity that the paper defines first: 1 within the error, else 0."""

    name: str = "threshold"
    summary: str = "As scoreboard-rh, with a fit that is all or nothing."
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        return AdditiveGains(
            1 / np.log(np.maximum(holders_of(knowledge, facts), 2)),
            value_rows(knowledge, facts),
            day_rows(knowledge, facts),
            (value_distances(knowledge, facts) <= max(knowledge.value_error, 0.0)).astype(np.float64),
            (day_gaps()[None, :] <= max(knowledge.day_error, 0.0)).astype(np.float64),
        )


@dataclass(frozen=True)
class Crowd:
    """The tests as a section, what they say in remarks, and in sentences."""

    section: Section
    why: str
    why_without_days: str
    sentences: list[str]


def measured_crowd(data: LocalDataset, seed: int, threads: int | None) -> Crowd:
    """Shrink the crowd, take days away, count ties otherwise; say what each does to the two-item adversary."""
    people = everyone(data, seed)
    attack = ATTACKS["scoreboard-rh"]
    two = data.engine.draw(data, TWO, people, seed).knowledge
    base = attacked(data, two, people, attack, threads)
    rows: list[Row] = []
    sizes, shares = [data.people], [base.first]
    for part in (2, 4, 8):
        smaller, whom = _part(data, seed, part)
        sizes.append(smaller.people)
        shares.append(
            attacked(smaller, smaller.engine.draw(smaller, TWO, whom, seed).knowledge, whom, attack, threads).first
        )
    rows += [
        measured(TABLE, f"2 items, days ±3, among {size:,} records", None, share, OURS_ALONE)
        for size, share in zip(sizes, shares, strict=True)
    ]
    no_days = np.full_like(two.days, UNKNOWN_DAY)
    one_day = two.days.copy()
    one_day[1::2] = UNKNOWN_DAY
    with_one = attacked(data, replace(two, days=one_day), people, attack, threads).first
    with_none = attacked(data, replace(two, days=no_days), people, attack, threads).first
    rows += [
        measured(TABLE, "2 items, the day of one ±3", None, with_one, OURS_ALONE),
        measured(TABLE, "2 items, no days", None, with_none, OURS_ALONE),
    ]
    threshold = attacked(data, two, people, Threshold(), threads)
    checks = _sample_rows(base, threshold)
    per_day, days = _days(data)
    single = float((days == 1).mean())
    long = float(np.quantile(data.lengths, 0.75))
    on_one, spread = (
        rate_of(base.ranks[(which & (data.lengths >= long))[people]] <= 1) for which in (days == 1, days >= MANY_DAYS)
    )
    rows += [
        measured(TABLE, f"2 items, days ±3, {long:.0f}+ items on one day", None, on_one, OURS_ALONE),
        measured(TABLE, f"2 items, days ±3, {long:.0f}+ items on {MANY_DAYS}+ days", None, spread, OURS_ALONE),
        *checks,
        counted(TABLE, "ratings on the day of a rating, mean", None, per_day, OURS_ALONE),
        Row(TABLE, "people who rated everything on one day", None, single, None, None, OURS_ALONE),
    ]
    eight = _shrunk_eight(data, seed, threads)
    rows += eight[0]
    doublings = f"{np.log2(480_189 / data.people):.1f}"
    missed = _misses(sizes, shares)
    gains = (_gain(with_none, with_one), _gain(with_one, base.first))
    why = (
        f"{crowd_cause(shares)} ({missed}; 480,189 is {doublings} doublings away); of the days, the first adds "
        f"{_points(gains[0])} points and the second {_points(gains[1])}, where {percent(single)} of people rated all "
        "on one day"
    )
    sentences = [
        f"2 items, days ±3: {missed}. Netflix's 480,189 are {doublings} doublings away.",
        f"Days: {percent(with_none)} without, {percent(with_one)} with the day of one item, {percent(base.first)} with "
        f"both. {percent(single)} of people rated everything on one day, and on the day of a rating fall {per_day:.0f} "
        f"ratings of the same person on average.{second_day(gains)} Of people with at least {long:.0f} items on one "
        f"day {percent(on_one)} are found, with as many on {MANY_DAYS} days or more {percent(spread)}"
        f"{_spread_days(on_one, spread)}.",
        _ties(base, threshold),
    ]
    section = Section(TABLE, "What the difference to the paper comes from", rows)
    return Crowd(section, why, eight[1], sentences)


def _part(data: LocalDataset, seed: int, part: int) -> tuple[LocalDataset, Int64s]:
    """Released data with a random part of the people, and all of these as targets."""
    order = np.random.default_rng(seed_for(seed, "crowd", str(part))).permutation(data.people)
    kept = np.sort(order[: data.people // part])
    codes = np.full(data.people, -1)
    codes[kept] = np.arange(len(kept))
    whose = codes[owners(data)]
    stays, entries = whose >= 0, data.held.records
    smaller = from_arrays(
        whose[stays], entries.items[stays], entries.values[stays], entries.days[stays],
        scale=data.scale, size=(len(kept), data.items), first_day=data.first_day or 0,
    )  # fmt: skip
    return smaller, everyone(smaller, seed)


def _misses(sizes: list[int], shares: list[Estimate | None]) -> str:
    """How many are not found, from the smallest crowd to the largest."""
    pairs = [
        f"{percent(1 - share.rate)} of {size:,}" for size, share in zip(sizes, shares, strict=True) if share is not None
    ]
    return "not found are " + ", ".join(reversed(pairs))


def _gain(first: Estimate | None, second: Estimate | None) -> float | None:
    return second.rate - first.rate if first and second else None


def _points(gain: float | None) -> str:
    return "no" if gain is None else f"{100 * gain:.0f}"


def clearly_above(first: Estimate | None, second: Estimate | None) -> bool:
    """Whether one share is above another by more than both intervals leave open."""
    return first is not None and second is not None and first.low > second.high


def crowd_cause(shares: list[Estimate | None]) -> str:
    """Whether a smaller crowd is a reason to be found, as measured from the whole to the smallest part."""
    if clearly_above(shares[-1], shares[0]):
        return "fewer records to hide among"
    if clearly_above(shares[0], shares[-1]):
        return "not fewer records to hide among: in a smaller part fewer are found"
    return "the size of the crowd makes no difference that could be measured here"


def second_day(gains: tuple[float | None, float | None]) -> str:
    """What the second day adds to the first, where that is less."""
    first, second = gains
    if first is None or second is None or second >= first:
        return ""
    return " The first day tells when somebody was here at all, the second mostly repeats it."


def _spread_days(on_one: Estimate | None, spread: Estimate | None) -> str:
    """Which of the two are found more often, if that can be told."""
    if clearly_above(spread, on_one):
        return ": days that differ give people away"
    return "" if clearly_above(on_one, spread) else ", a difference that could be chance"


def _shrunk_eight(data: LocalDataset, seed: int, threads: int | None) -> tuple[list[Row], str]:
    """The same for the adversary of figure 8 without days."""
    sizes, shares, rows = [], [], []
    for part in (1, 2, 4):
        smaller, whom = _part(data, seed, part)
        drawn = smaller.engine.draw(smaller, EIGHT, whom, seed)
        if not len(drawn.people):
            continue
        run = attacked(smaller, drawn.knowledge, drawn.people, ATTACKS["scoreboard-rh"], threads)
        sizes.append(smaller.people)
        shares.append(run.first)
        what = f"6 of 8 outside top 500, no days, among {smaller.people:,}"
        rows.append(measured(TABLE, what, None, run.first, OURS_ALONE))
    rare = np.median(data.holders[data.facts.popularity_ranks >= 500]) / data.people if data.items > 500 else 0.0
    return rows, (
        f"{crowd_cause(shares)} ({_misses(sizes, shares)}; 480,189 is {np.log2(480_189 / data.people):.1f} "
        f"doublings away), and outside the top 500 half of the items have under {percent(float(rare), 1)} of people"
    )


def _days(data: LocalDataset) -> tuple[float, Int64s]:
    """How many of a person's ratings fall on the day of a rating, on average; and how many days each person has."""
    keys = owners(data) * 65_536 + data.held.records.days
    days, sizes = np.unique(keys, return_counts=True)
    per_person = np.bincount(days // 65_536, minlength=data.people)
    return float((sizes.astype(np.float64) ** 2).sum() / sizes.sum()), per_person


def _sample_rows(base: Attacked, threshold: Attacked) -> list[Row]:
    """Three ways of counting ties and two similarities."""
    rows = []
    for name, run in (("graded", base), ("threshold", threshold)):
        rates = {
            "ties against": run.share(run.ranks <= 1),
            "ties by lot": run.share(np.where(run.tally.beat == 0, 1 / (1 + run.tally.tied), 0.0)),
            "ties for": run.share(run.tally.beat == 0),
        }
        rows += [
            measured(TABLE, f"2 items, days ±3, {name}, {how}", None, share, OURS_ALONE) for how, share in rates.items()
        ]
    return rows


def _ties(base: Attacked, threshold: Attacked) -> str:
    against, best = base.first, base.share(base.tally.beat == 0)
    lot = base.share(np.where(base.tally.beat == 0, 1 / (1 + base.tally.tied), 0.0))
    return (
        f"Ties: {percent(against)} with ties against the attack (our rule), {percent(lot)} by lot, {percent(best)} for "
        f"it; with a threshold similarity {percent(threshold.first)} against."
    )

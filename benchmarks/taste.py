"""Linking two times of the same people: `taste` beside simple ways, on splits of real data.

    python -m benchmarks.taste [DATASET …] [--held-out] [--alone] [--scale]

Everybody's record is cut in two, at its own middle or at one day for all, with a gap or without; the older part is
known, the newer one released. For each way: found first, among the first ten (ties at their worst), and for those with
probabilities the expected calibration error (half of the targets absent), what that would be by chance alone if all
probabilities were right, how many are accused at a promised 1%, and how many are named rightly. Data is taken from
$STANDOUT_DATA. `--held-out` looks only at data that nothing was tuned on; `--alone` at `taste` without the others;
`--scale` at time and memory for 480,000 invented people. The table in docs/taste.md is its output.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.attacks.taste import Taste
from standout.attacks.taste_habits import known_side, released_side
from standout.attacks.taste_vectors import singular, who_has_what
from standout.auditing.time_split import guarded_threshold, median_day
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.engines.whole_records import records_of
from standout.io.reading import read
from standout.knowledge.draw import Knowledge, of_targets
from standout.knowledge.time_shift import TimeShift
from standout.results.estimate import Estimate
from standout.risk.calibration import Calibration, Trial, calibrated, reliability
from standout.risk.intervals import rate_of
from standout.risk.learning import learnt
from standout.risk.outcomes import outcomes
from standout.risk.taste_calibration import expecting, smoothly_calibrated
from standout.risk.taste_learning import taste_learnt
from standout.risk.taste_splits import Split, cut, split
from standout.risk.trials import told_by, tried

PROMISED, SEED, FEWEST_PEOPLE = 0.01, 1, 100
_LUCKY = 50
_TAGGED = "lastfm-2k/user_taggedartists.dat"


@dataclass(frozen=True)
class Place:
    """Where a dataset is, and how it is read."""

    name: str
    path: str
    options: dict[str, Any]


TUNED = (
    Place("tags", _TAGGED, {"columns": {"user": "userID", "item": "tagID"}, "repeats": "events"}),
    Place("artists", _TAGGED, {"columns": {"user": "userID", "item": "artistID"}, "repeats": "first"}),
    Place("ml-latest-small", "ml-latest-small-2018", {}),
    Place(
        "groceries",
        "groceries/Groceries_dataset.csv",
        {"columns": {"user": "transaction_number", "item": "items", "time": "date"}, "repeats": "events"},
    ),
)  # fmt: skip
HELD_OUT = (
    Place("ml-1m", "ml-1m", {}),
    Place(
        "online-retail",
        "online-retail/with-dates.csv",
        {"columns": {"user": "CustomerID", "item": "StockCode", "time": "InvoiceDate"}, "repeats": "events"},
    ),
)


@dataclass(frozen=True)
class Row:
    """What one way of linking does on one split."""

    way: str
    first: float
    within_10: float
    error: float | None = None
    by_chance: float | None = None
    accused: Estimate | None = None
    named: float | None = None

    def __str__(self) -> str:
        def shown(share: float | None, digits: int = 1) -> str:
            return "" if share is None else f"{100 * share:.{digits}f}%"

        wrongly = ""
        if self.accused is not None:
            wrongly = f"{shown(self.accused.rate)} ({100 * self.accused.low:.1f}–{100 * self.accused.high:.1f})"
        errors = ("" if each is None else f"{each:.3f}" for each in (self.error, self.by_chance))
        return " | ".join((self.way, shown(self.first), shown(self.within_10), *errors, wrongly, shown(self.named)))


def splits(data: LocalDataset) -> Iterator[tuple[str, Split]]:
    """The splits of a dataset that leave enough people, by name: everybody, and those with five items or more."""
    records = records_of(data, np.flatnonzero(data.lengths > 1))
    last = median_day(data.facts.day_counts)
    cuts: dict[str, Callable[[Knowledge], Split]] = {"own middle": partial(_at_own_middle, data)}
    for gap in (0, 30, 180) if last is not None else ():
        cuts[f"one day, gap {gap}"] = partial(_at_one_day, data, TimeShift(last or 0, gap))
    for name, make in cuts.items():
        parts, before = make(records), records.targets + 1
        for fewest in (1, 5):
            kept = np.flatnonzero((parts.known.sizes >= fewest) & (parts.released.held.item_counts >= fewest))
            if FEWEST_PEOPLE <= len(kept) < before:
                yield f"{name}, {fewest} or more", make(of_targets(records, kept))
            before = len(kept)


def _at_own_middle(data: LocalDataset, records: Knowledge) -> Split:
    return split(records, data, "mixed", 0, SEED)


def _at_one_day(data: LocalDataset, shift: TimeShift, records: Knowledge) -> Split:
    return cut(records, data, shift.before(records.days), shift.after(records.days))


def by_scores(way: str, scores: Floats) -> Row:
    """A way that gives everybody's score for everybody; ties at their worst."""
    places = (scores >= np.diag(scores)[:, None]).sum(axis=1)
    return Row(way, float((places == 1).mean()), float((places <= 10).mean()))


def simple(parts: Split) -> Iterator[Row]:
    """Cosines by factors of what goes together; and with whoever shares an item put out."""
    from scipy.sparse import diags

    data = parts.released
    known, newer = known_side(parts.known), released_side(data.held, data.facts, 0, data.people)
    has, held = who_has_what(known, data.items), who_has_what(newer, data.items)
    rarity = np.log(max(data.people, 2) / np.maximum(data.facts.holders, 1))
    weighed, weighed_held = (_unit_rows(side @ diags(rarity)) for side in (has, held))
    vectors = singular(weighed_held, 64, SEED)[1]
    older, later = (_unit(np.asarray(side @ vectors)) for side in (weighed, weighed_held))
    by_svd = older @ later.T
    yield by_scores("tf-idf + 64 SVD factors", (weighed @ weighed_held.T).toarray() + by_svd)
    by_pmi = _by_correspondence(has, held)
    yield by_scores("PMI + SVD", by_pmi)
    out = 9.0 * ((has @ held.T).toarray() > 0)
    yield by_scores("SVD, sharers out", by_svd - out)
    yield by_scores("PMI + SVD, sharers out", by_pmi - out)


def _by_correspondence(has: Any, held: Any) -> Floats:
    """Cosines by correspondence analysis: pointwise mutual information to first order."""
    from scipy.sparse import diags

    holders, lengths = (np.asarray(held.sum(axis=axis)).ravel() for axis in (0, 1))
    across = 1 / np.sqrt(holders + 2.0)
    strengths, vectors = singular(diags(1 / np.sqrt(np.maximum(lengths, 1))) @ held @ diags(across), 65, SEED)
    # the first says how much there is of an item, and nothing about taste
    vectors = vectors[:, 1:] * np.sqrt(strengths[1:]) * (across * (holders > 0))[:, None]
    older, later = (_unit(np.asarray(side @ vectors)) for side in (has, held))
    return np.asarray(_unit(older - later.mean(axis=0)) @ _unit(later - later.mean(axis=0)).T)


def _unit_rows(table: Any) -> Any:
    from scipy.sparse import diags

    norms = np.sqrt(np.asarray(table.multiply(table).sum(axis=1)).ravel())
    return (diags(1 / np.maximum(norms, 1e-12)) @ table).tocsr()


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))


def by_attack(
    way: str, parts: Split, attack: Attack, calibration: Calibration | None = None, trial: Trial | None = None
) -> Row:
    """What an attack finds, and, where it is calibrated, how well it keeps its word; guarded as an audit does it where
    it was tried on splits."""
    data, truths = parts.released, np.arange(parts.known.targets)
    came = outcomes(data.engine.score(data, parts.known, attack, truths), attack, truths, data.people)
    row = Row(way, float((came.ranks == 1).mean()), float((came.ranks <= 10).mean()))
    if calibration is None:
        return row
    odds = np.concatenate((came.odds, came.odds_absent))
    if trial is not None:  # as `link` does it
        calibration = expecting(trial, calibration, odds, 0.5, max(calibration.thresholds))
    chances = calibration.maps[0](odds)
    right: Bools = np.concatenate((came.right, np.zeros(len(truths), bool)))
    threshold = max(calibration.thresholds) if trial is None else guarded_threshold(trial, came)[0]
    return replace(
        row, error=reliability(chances, right)[1], by_chance=error_by_chance(chances),
        accused=rate_of(came.standing_out_absent >= threshold),
        named=float(((came.standing_out >= threshold) & came.right).mean()),
    )  # fmt: skip


def error_by_chance(chances: Floats) -> float:
    """The calibration error to expect if all probabilities are right: few targets a bin, and luck shows."""
    dice = np.random.default_rng(SEED)
    return float(np.mean([reliability(chances, dice.random(len(chances)) < chances)[1] for _ in range(_LUCKY)]))


def other_ways(parts: Split) -> Iterator[Row]:
    """All ways of linking on one split but taste."""
    data, nobody = parts.released, np.zeros(parts.released.people, np.int64)
    yield by_attack("tf-idf", parts, ATTACKS["tf-idf"])
    yield by_attack("scoreboard-rh", parts, ATTACKS["scoreboard-rh"])
    yield from simple(parts)
    likelihood = learnt(Likelihood(), parts.known, data)
    assert likelihood.rule is not None
    trial = tried(data, told_by(likelihood.rule, parts.known), likelihood, SEED)
    yield by_attack("likelihood, learnt", parts, likelihood, calibrated(trial, nobody, PROMISED))


def by_taste(parts: Split) -> Iterator[Row]:
    """Taste on one split, unless it was not learnt."""
    data, nobody = parts.released, np.zeros(parts.released.people, np.int64)
    taste = taste_learnt(Taste(), parts.known, data, SEED)
    if taste.trial is None:
        print(f"    {taste.note}")
        return
    calibration = smoothly_calibrated(taste.trial, nobody, PROMISED)
    yield by_attack("taste", parts, taste.attack, calibration, taste.trial)


def invented(people: int, items: int, length: int, kinds: int = 50) -> LocalDataset:
    """People with a kind each, so many items in 1,000 days."""
    from standout.data.index import from_arrays

    dice = np.random.default_rng(SEED)
    rows = np.repeat(np.arange(people), length)
    popular = (items * dice.random(len(rows)) ** 3).astype(np.int64)
    of_kind = (popular // kinds * kinds + rows % kinds) % items
    columns = np.where(dice.random(len(rows)) < 0.5, of_kind, popular)
    rows, columns = np.divmod(np.unique(rows * items + columns), items)
    return from_arrays(rows, columns, None, dice.integers(0, 1_000, len(rows)), size=(people, items))


def scale(people: int = 480_000, targets: int = 10_000) -> None:
    """Time and memory of learning and of scoring so many people for so many targets."""
    data = invented(people, 17_000, 40)
    records = records_of(data, np.arange(targets, dtype=np.int64))
    known = replace(records, days=(records.days - 1_100).astype(np.int32))
    print(f"{people:,} people, {data.count:,} entries; before: {_peak()}")
    begun, busy = time.perf_counter(), time.process_time()
    found = taste_learnt(Taste(), _others(known, data), data, SEED)
    print(f"learning {_spent(begun, busy)}, {_peak()}: {found.note}", flush=True)
    begun, busy = time.perf_counter(), time.process_time()
    tally = data.engine.score(data, known, found.attack, np.arange(targets))
    print(f"scoring {targets:,} targets {_spent(begun, busy)}, {_peak()}; candidates {int(tally.candidates[0]):,}")


def _others(known: Knowledge, data: LocalDataset) -> Knowledge:
    """The same with other items of the same kind: as little covered by a record as what is from another time."""
    moved: Int64s = (known.items.astype(np.int64) + 50 * 7) % data.items
    return replace(known, items=moved.astype(np.int32))


def _spent(begun: float, busy: float) -> str:
    """Seconds on the clock, and of all cores together: others may be busy on the machine."""
    return f"{time.perf_counter() - begun:.1f} s ({time.process_time() - busy:.1f} s of cores)"


def _peak() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB"


def main(arguments: list[str]) -> None:
    if "--scale" in arguments:
        scale()
        return
    folder = Path(os.environ.get("STANDOUT_DATA", "data"))
    chosen = {name for name in arguments if not name.startswith("--")}
    for place in HELD_OUT if "--held-out" in arguments else (*TUNED, *HELD_OUT):
        if chosen and place.name not in chosen:
            continue
        if not (folder / place.path).exists():
            print(f"{place.name}: no {folder / place.path}")
            continue
        data = read(folder / place.path, **place.options)
        for name, parts in splits(data):
            blind = 1 / parts.released.people
            print(f"\n{place.name}, {name}: {parts.known.targets:,} people, blind {100 * blind:.2f}%", flush=True)
            alone = "--alone" in arguments
            for row in chain(() if alone else other_ways(parts), by_taste(parts)):
                print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

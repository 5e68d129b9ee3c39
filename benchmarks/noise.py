"""Told how knowledge came about, having to learn it, and the best published attack: every preset on every dataset.

`python -m benchmarks.noise [dataset …]` prints a table for each dataset that is on this machine. All three face the
same knowledge of the same people; shares are of those who come out first, ties broken by lot. Then two columns that
mean nothing: days (or values) drawn by lot beside what is true, and the same knowledge without them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.needs import lacking
from standout.io.reading import read
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Drawn
from standout.knowledge.fitting import fitting
from standout.knowledge.presets import PRESETS
from standout.risk.learning import learnt, settled
from standout.risk.outcomes import outcomes

TARGETS = 1_000
CHANCE = 2.0
"""Standard errors of a paired difference that are left to chance."""

FILES: dict[str, tuple[str, dict[str, str]]] = {
    "ml-1m": ("", {}),
    "ml-100k": ("", {}),
    "ml-latest-small-2018": ("", {}),
    "online-retail": ("with-dates.csv", {}),
    "groceries": ("Groceries_dataset.csv", {"user": "transaction_number", "item": "items", "time": "date"}),
    "lastfm-2k": ("", {}),
    "book-crossing": ("", {}),
}
PUBLISHED = {name: attack for name, attack in ATTACKS.items() if name != "likelihood"}


@dataclass(frozen=True)
class Row:
    """One adversary: shares found by somebody who is told, who learns, and by the best published attack."""

    who: str
    told: float
    learnt: float
    published: float
    by: str
    behind: bool
    """Whether learning is behind the published one by more than chance."""
    seconds: float


def place() -> Path:
    """Where datasets are."""
    return Path(os.environ.get("STANDOUT_DATA") or Path(__file__).parents[2] / "shared" / "data")


def opened(name: str) -> LocalDataset:
    file, columns = FILES[name]
    return read(place() / name / file, columns=columns) if columns else read(place() / name / file)


def chances(data: LocalDataset, attack: Attack, drawn: Drawn) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Each target's chance to come out first, ties broken by lot."""
    tally = data.engine.score(data, drawn.knowledge, attack, drawn.truths)
    return outcomes(tally, attack, drawn.truths, data.people).within_by_lot(1)


def some_of(data: LocalDataset) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.sort(np.random.default_rng(1).permutation(data.people)[:TARGETS]).astype(np.int64)


def rows_of(data: LocalDataset) -> Iterator[Row]:
    """Every preset that fits the data."""
    for adversary in fitting(tuple(PRESETS.values()), data.facts)[0]:
        drawn = data.engine.draw(data, adversary, some_of(data), 1)
        if not drawn.knowledge.targets:
            continue
        told = bound(ATTACKS["likelihood"], adversary)
        assert isinstance(told, Likelihood)
        begin = time.perf_counter()
        own = learnt(Likelihood(), drawn.knowledge, data)
        seconds = time.perf_counter() - begin
        found = chances(data, own, drawn)
        others = {
            name: chances(data, bound(attack, adversary), drawn)
            for name, attack in PUBLISHED.items()
            if not lacking(attack.needs, data.facts)
        }
        best = max(others, key=lambda name: float(others[name].mean()))
        less = others[best] - found
        behind = float(less.mean()) > CHANCE * float(less.std()) / np.sqrt(len(less)) > 0
        yield Row(
            adversary.name, float(chances(data, settled(told, drawn.knowledge, data), drawn).mean()),
            float(found.mean()), float(others[best].mean()), best, behind, seconds,
        )  # fmt: skip


def idle_columns(data: LocalDataset) -> Iterator[tuple[str, dict[str, float]]]:
    """Twelve, six and four true items, values right in 80%, days drawn by lot; and values drawn by lot beside days."""
    if not (data.has_values and data.has_days):
        return
    for items in (12, 6, 4):
        adversary, dice = Adversary(f"{items} items", items=items, days=0), np.random.default_rng(3)
        drawn = data.engine.draw(data, adversary, some_of(data), 1)
        known = drawn.knowledge
        by_lot = dice.integers(0, len(known.scale.labels), len(known.items)).astype(np.uint8)
        mostly = np.where(dice.random(len(known.items)) < 0.8, known.values, by_lot)
        random_days = dice.integers(0, data.last_day + 1, len(known.items)).astype(np.int32)
        no_days, no_values = np.full_like(known.days, UNKNOWN_DAY), np.full_like(known.values, NO_VALUE)
        cases = {
            "values 80% right": replace(known, values=mostly, days=no_days),
            "and days by lot": replace(known, values=mostly, days=random_days),
            "exact days": replace(known, values=no_values),
            "and values by lot": replace(known, values=by_lot),
        }
        for case, knowledge in cases.items():
            on = replace(drawn, knowledge=knowledge)
            told = bound(ATTACKS["likelihood"], adversary)
            assert isinstance(told, Likelihood)
            ways: dict[str, Attack] = {
                "told": settled(told, knowledge, data),
                "learnt": learnt(Likelihood(), knowledge, data),
                "untold": ATTACKS["likelihood"],
                "scoreboard-rh": ATTACKS["scoreboard-rh"],
            }
            yield f"{items} items, {case}", {way: float(chances(data, one, on).mean()) for way, one in ways.items()}


def main(names: list[str]) -> None:
    for name in names or list(FILES):
        if not (place() / name).is_dir():
            print(f"{name}: not on this machine")
            continue
        data = opened(name)
        print(f"\n{name}\n{'':22}{'told':>7}{'learnt':>8}{'published':>11}", flush=True)
        for row in rows_of(data):
            print(
                f"{row.who:22}{100 * row.told:6.1f}%{100 * row.learnt:7.1f}%{100 * row.published:10.1f}%  {row.by:18}"
                f"{'behind' if row.behind else '':7}{row.seconds:5.1f} s",
                flush=True,
            )
        for case, found in idle_columns(data):
            print(f"{case:32}" + "".join(f"  {way} {100 * share:.1f}%" for way, share in found.items()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

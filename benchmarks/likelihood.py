"""The likelihood attack against all others, with common random numbers: every attack faces the same knowledge.

`python -m benchmarks.likelihood` measures everything, `python -m benchmarks.likelihood speed` only the time on ml-1m.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.data.dataset import LocalDataset
from standout.engines.local import LocalEngine
from standout.io.reading import read
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn
from standout.knowledge.fitting import fitting
from standout.knowledge.presets import PRESETS
from standout.risk.calibration import Calibration, calibrated, halves_of, reliability, threshold_for
from standout.risk.learning import settled
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.trials import tried

TARGETS = 1_000
DATASETS = ("ml-100k", "ml-1m", "book-crossing")
LIKELIHOOD, RH = ATTACKS["likelihood"], ATTACKS["scoreboard-rh"]
FOUR = (
    Adversary("4 items, values ±1, days ±14", items=4, values=1, days=14),
    Adversary("4 items, 1 wrong, days ±14", items=4, wrong=1, days=14),
    Adversary("4 items, exact values", items=4),
)
VAGUE_FOUR = Adversary("vague-acquaintance with 4 items", items=4, wrong=1, values=1, days=14)


@dataclass(frozen=True)
class Figure:
    """One measured figure: what, how much, how much is wanted, and whether more is better."""

    what: str
    measured: float
    wanted: float
    unit: str
    at_least: bool = True


def datasets() -> Iterator[tuple[str, LocalDataset]]:
    """The sample, and every dataset that is on this machine."""
    yield "sample", read("sample")
    for place in (os.environ.get("STANDOUT_DATA"), str(Path(__file__).parents[2] / "shared" / "data")):
        if place and any((Path(place) / name).is_dir() for name in DATASETS):
            yield from ((name, read(Path(place) / name)) for name in DATASETS if (Path(place) / name).is_dir())
            return


def chosen(data: LocalDataset, adversary: Adversary, wanted: int = TARGETS) -> Drawn:
    """Knowledge of as many people as wanted, drawn at random from those who have enough items."""
    order = np.random.default_rng(1).permutation(data.people)
    rows = data.engine.draw(data, adversary, np.sort(order[: 20 * wanted]), seed=1)
    kept = np.sort(np.random.default_rng(2).permutation(rows.people)[:wanted])
    return data.engine.draw(data, adversary, kept, seed=1)


def judged(data: LocalDataset, attack: Attack, drawn: Drawn) -> Outcomes:
    tally = data.engine.score(data, drawn.knowledge, attack, drawn.truths, entropy=attack.probabilities == "entropic")
    return outcomes(tally, attack, drawn.truths, data.people)


def first(found: Outcomes) -> float:
    return 100 * float((found.ranks == 1).mean())


def least_support(data: LocalDataset, drawn: Drawn) -> float:
    """Merener's remedy: among the records that tie for the best set intersection, the one with the shortest record."""
    tally = data.engine.score(data, drawn.knowledge, ATTACKS["scoring-heavy"], drawn.truths, top=64)
    tied = (tally.top_records >= 0) & (tally.top_scores == tally.top_scores[:, :1])
    lengths = np.where(tied, data.lengths[np.maximum(tally.top_records, 0)], np.iinfo(np.int64).max)
    least = lengths.min(axis=1)
    alone = (lengths == least[:, None]).sum(axis=1) == 1
    guess = tally.top_records[np.arange(len(lengths)), lengths.argmin(axis=1)]
    return 100 * float((alone & (guess == drawn.truths)).mean())


def declared(found: Outcomes, promised: float = 0.01) -> float:
    """Rightly named, with a threshold from every other target that accuses 1% of absent ones."""
    odd = np.arange(len(found.ranks)) % 2 == 1
    sides = [threshold_for(found.standing_out_absent[odd != side], promised) for side in (False, True)]
    named = (found.standing_out >= np.where(odd, sides[1], sides[0])) & (found.standing_out > 0)
    return 100 * float((named & found.right).mean())


def preset_figures(name: str, data: LocalDataset) -> Iterator[Figure]:
    """First places against the best other attack, and how well probabilities keep their word."""
    for adversary in fitting(tuple(PRESETS.values()), data.facts)[0]:
        drawn = chosen(data, adversary)
        ours = judged(data, bound(LIKELIHOOD, adversary), drawn)
        others = {other: first(judged(data, one, drawn)) for other, one in ATTACKS.items() if other != "likelihood"}
        others["least support among the tied"] = least_support(data, drawn)
        best = max(others, key=lambda other: others[other])
        what = (
            f"{name}, {adversary.name}: found first by likelihood, less by the best other ({best} {others[best]:.1f}%)"
        )
        yield Figure(what, first(ours) - others[best], 0, "pt")
        error, accused = kept_word(data, adversary)
        yield Figure(f"{name}, {adversary.name}: expected calibration error", 100 * error, 2, "%", False)
        print(
            f"      {first(ours):.1f}% found first; {accused:.2f}% accused of absent targets at a promise of 1%",
            flush=True,
        )


def kept_word(data: LocalDataset, adversary: Adversary) -> tuple[float, float]:
    """Expected calibration error on fresh targets, half of them absent, and the measured rate of false accusations."""
    attack = bound(LIKELIHOOD, adversary)
    fitted: Calibration = calibrated(tried(data, adversary, attack, seed=7), halves_of(data.people, 7), 0.01)
    chances, right, accused = [], [], []
    for turn in range(1, 6):
        order = np.sort(np.random.default_rng(turn).permutation(data.people)[: 4 * TARGETS])
        drawn = data.engine.draw(data, adversary, order, seed=1, turn=turn)
        found = judged(data, attack, drawn)
        chances += [fitted.chances(found.odds, drawn.truths), fitted.chances(found.odds_absent, drawn.truths)]
        right += [found.right, np.zeros(len(found.right), bool)]
        accused.append(found.standing_out_absent >= fitted.thresholds_for(drawn.truths))
        if sum(len(part) for part in accused) >= 4 * TARGETS:
            break
    return reliability(np.concatenate(chances), np.concatenate(right))[1], 100 * float(np.concatenate(accused).mean())


def four_item_figures(name: str, data: LocalDataset) -> Iterator[Figure]:
    """With four known items: rightly named at 1% false accusations, as a multiple of Scoreboard-RH's."""
    for adversary in fitting(FOUR, data.facts)[0]:
        drawn = chosen(data, adversary, 2 * TARGETS)
        ours, theirs = (declared(judged(data, bound(attack, adversary), drawn)) for attack in (LIKELIHOOD, RH))
        what = f"{name}, {adversary.name}: named at 1% false ({ours:.1f}%) against scoreboard-rh ({theirs:.1f}%)"
        most = 99 / max(theirs, 0.1)  # where the other names a third or more, three times as many cannot be
        yield Figure(what, ours / max(theirs, 0.1), min(3.0, most), "×")


def special_figures(data: LocalDataset) -> Iterator[Figure]:
    """On ml-1m: the vague acquaintance who knows four items."""
    drawn = chosen(data, VAGUE_FOUR)
    ours, theirs = (first(judged(data, bound(attack, VAGUE_FOUR), drawn)) for attack in (LIKELIHOOD, RH))
    what = f"ml-1m, {VAGUE_FOUR.name}: found first ({ours:.1f}%), less by scoreboard-rh ({theirs:.1f}%)"
    yield Figure(what, ours - theirs, 10, "pt")


def cpu_seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def speed_figures(data: LocalDataset) -> Iterator[Figure]:
    """On ml-1m: the CPU time of likelihood as an audit uses it, for every preset; in turn, best of nine."""
    for adversary in fitting(tuple(PRESETS.values()), data.facts)[0]:
        drawn = chosen(data, adversary)
        told = bound(LIKELIHOOD, adversary)
        assert isinstance(told, Likelihood)
        attack, known, truths = settled(told, drawn.knowledge, data), drawn.knowledge, drawn.truths
        theirs = partial(LocalEngine(1).score, data, known, RH, truths, entropy=True)
        ours = partial(LocalEngine(1).score, data, known, attack, truths)
        turns = [(cpu_seconds(theirs), cpu_seconds(ours)) for _ in range(10)][1:]
        ratio = min(turn[1] for turn in turns) / min(turn[0] for turn in turns)
        what = f"ml-1m, {adversary.name}, 1 thread: time of likelihood over scoreboard-rh's, both with probabilities"
        yield Figure(what, ratio, 1.3, "×", at_least=False)


def figures() -> Iterator[Figure]:
    """Everything, dataset by dataset."""
    for name, data in datasets():
        yield from preset_figures(name, data)
        yield from four_item_figures(name, data)
        if name == "ml-1m":
            yield from special_figures(data)
            yield from speed_figures(data)


if __name__ == "__main__":
    only_speed = sys.argv[1:] == ["speed"]
    measured = speed_figures(next(data for name, data in datasets() if name == "ml-1m")) if only_speed else figures()
    for figure in measured:
        sign = "≥" if figure.at_least else "≤"
        print(f"{figure.measured:8.2f} {figure.unit:3} (wanted {sign} {figure.wanted:g})  {figure.what}", flush=True)

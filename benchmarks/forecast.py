"""Does a forecast for larger crowds hold? People are taken out by lot, and all people are forecast from those left.

`python -m benchmarks.forecast [dataset …]` prints, for each dataset that is on this machine, how often the share found
among all people lies in the interval that was forecast from a part of them. Twice: *records*, where the others' records
are really taken out, and everything the adversary does is done again without them; and *ranks*, where only the rivals
are counted again, as an audit does for its own check. Beside it how far off the law is, and how far off the normal law
would be. *best* is the attack that finds most of the part, which an audit
forecasts; *other* are attacks that find fewer, of which some weigh items by how many people have them: such an
attack is another one where there are more people.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from benchmarks.noise import FILES, opened, place
from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary
from standout.knowledge.fitting import fitting
from standout.knowledge.presets import PRESETS
from standout.risk.crowd_laws import LAWS, chance_alone, fitted
from standout.risk.forecast import FEWEST_PEOPLE, Ranks, drawn_on, smaller_crowds, unclear
from standout.risk.outcomes import UNLISTED, outcomes

TARGETS = 2_000
ATTACKED_WITH = ("likelihood", "scoreboard-rh")
PARTS, TURNS = (3, 10), 2


@dataclass(frozen=True)
class Tried:
    """One forecast of all people from a part of them."""

    way: str
    part: int
    best: bool
    held: bool
    off: float
    off_normal: float
    width: float


def ranks_of(data: LocalDataset, adversary: Adversary, attack: str, seed: int) -> Ranks:
    """By how many rivals people are beaten, everything told as in an audit."""
    people = np.sort(np.random.default_rng(seed).permutation(data.people)[:TARGETS]).astype(np.int64)
    drawn = data.engine.draw(data, adversary, people, seed, 0, data.lengths)
    told = bound(ATTACKS[attack], adversary)
    came = outcomes(data.engine.score(data, drawn.knowledge, told, drawn.truths), told, drawn.truths, data.people).ranks
    return Ranks(came[came < UNLISTED] - 1, data.people - 1, len(people))


def part_of(data: LocalDataset, part: int, seed: int) -> LocalDataset:
    """Every so many-th of the people, by lot, with their records."""
    kept: Int64s = np.sort(np.random.default_rng(seed).permutation(data.people)[: data.people // part])
    places = np.full(data.people, -1)
    places[kept] = np.arange(len(kept))
    owners, records = places[np.repeat(np.arange(data.people), data.lengths)], data.held.records
    entries = np.flatnonzero(owners >= 0)
    some = from_arrays(
        owners[entries],
        np.asarray(records.items)[entries],
        np.asarray(records.values)[entries].astype(np.int64) if data.has_values else None,
        np.asarray(records.days)[entries].astype(np.int64) if data.has_days else None,
        scale=data.scale,
        size=(len(kept), data.items),
        first_day=data.first_day or 0,
        events=data.events,
    )
    return replace(some, engine=data.engine)


def tried(few: Ranks, every: Ranks, seed: int, case: tuple[str, int, bool]) -> Tried | None:
    """What few people forecast for all, beside what is measured on all; none where there is no forecast."""
    if unclear(few) is not None:
        return None
    crowd = np.array([every.rivals + 1.0])
    said, measured = drawn_on(few, crowd, seed).at(0), every.found / every.looked_for
    smaller, family = smaller_crowds(few), LAWS["normal"]
    shares = chance_alone(few.beaten_by, few.rivals, smaller).mean(axis=0)[None, :]
    numbers = fitted(family, shares, smaller.astype(np.float64), np.linspace(0.2, 2.0, len(smaller)))
    other = few.reachable * float(family.law(*numbers, crowd)[0, 0])
    return Tried(*case, said.low <= measured <= said.high, said.rate - measured, other - measured, said.high - said.low)


def tries(data: LocalDataset) -> Iterator[Tried]:
    """Every adversary and attack, forecast from every part of the people, in both ways."""
    adversaries, _ = fitting(tuple(PRESETS.values()), data.facts)
    parts = [part for part in PARTS if data.people // part >= FEWEST_PEOPLE]
    fewer = {(part, turn): part_of(data, part, 100 * part + turn) for part in parts for turn in range(TURNS)}
    for adversary in adversaries:
        every = {attack: ranks_of(data, adversary, attack, 1) for attack in ATTACKED_WITH}
        for (part, turn), some in fewer.items():
            ways = {
                "ranks": {attack: ranks.thinned(part, turn) for attack, ranks in every.items()},
                "records": {attack: ranks_of(some, adversary, attack, 2 + turn) for attack in ATTACKED_WITH},
            }
            for way, by_attack in ways.items():
                best = max(by_attack, key=lambda name: by_attack[name].found)
                for attack, few in by_attack.items():
                    result = tried(few, every[attack], turn, (way, part, attack == best))
                    if result is not None:
                        yield result


def main(names: list[str]) -> None:
    """Print a row for each dataset, way and part."""
    print("dataset                way      attack  part  tries   held    off      normal  width")
    for name in names or [name for name in FILES if (place() / name).exists()]:
        begin, rows = time.perf_counter(), list(tries(opened(name)))
        for way, best, part in product(("records", "ranks"), (True, False), PARTS):
            some = [row for row in rows if (row.way, row.best, row.part) == (way, best, part)]
            if some:
                figures = [(row.held, abs(row.off), abs(row.off_normal), row.width) for row in some]
                held, off, other, width = 100 * np.mean(figures, axis=0)
                what = f"{name:22} {way:8} {'best' if best else 'other':6} {f'1/{part}':>5} {len(some):6}"
                print(f"{what} {held:5.0f}% {off:6.1f} {other:11.1f} {width:6.1f}")
        print(f"{name:22} {time.perf_counter() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

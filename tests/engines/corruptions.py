"""Gains of real attacks, spoiled at random: run as a program, so that a process that dies is noticed as such.

`python -m tests.engines.corruptions SEED TIMES` spoils one field at a time and gives the result to everything that
scores. Whatever is not refused must come to numbers; the last line says how many were refused and how many harmless.
"""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, Gains, bound
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE, Scale
from standout.data.partition import Partition
from standout.engines.checked import GainsError
from standout.engines.partition_scores import exponentials, item_scores, own_scores, score
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))
KNOWS = (
    Adversary("all", items=4, wrong=1, absent=1, values=1, days=2),
    Adversary("share", share=(0.2, 0.6), values="unknown", days="unknown"),
)
Spoil = Callable[[Any, np.random.Generator], Any]


@dataclass(frozen=True)
class Meddled:
    """An attack that yields something else."""

    attack: Attack
    other: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.attack, name)

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Gains:
        return replace(self.attack.gains(knowledge, partition, facts), **self.other)


def put(value: Any) -> Spoil:
    """This number somewhere."""

    def spoil(array: Any, dice: np.random.Generator) -> Any:
        changed = array.copy()
        if changed.size:
            with np.errstate(all="ignore"):
                changed.flat[dice.integers(changed.size)] = np.asarray(value).astype(changed.dtype)
        return changed

    return spoil


def shorter(array: Any, dice: np.random.Generator) -> Any:
    axis = int(dice.integers(max(array.ndim, 1)))
    return array.take(np.arange(int(dice.integers(array.shape[axis] + 1))), axis=axis)


def longer(array: Any, dice: np.random.Generator) -> Any:
    axis = int(dice.integers(max(array.ndim, 1)))
    return np.concatenate((array, array.take(np.zeros(3, int), axis=axis)), axis=axis) if array.size else array


KINDS = (np.float64, np.float32, np.int64, np.int32, np.int8, np.uint8, np.bool_, ">f8", ">i4", object)
ARRAYS: tuple[Spoil, ...] = (
    *(put(value) for value in (np.nan, np.inf, -np.inf, 1e300, -1e300, 1e9, -1e9, 2**31 - 1, -(2**31), 300, -1, -2, 0)),
    shorter,
    longer,
    lambda array, _: array[:0],
    lambda array, _: array.T,
    lambda array, _: array.reshape(-1),
    lambda array, _: array[..., None],
    lambda array, _: array[::-1],
    lambda *_: np.array(0.0),
    lambda array, dice: array.astype(dice.choice(np.array(KINDS, object))),
    lambda array, _: array.tolist(),
    lambda *_: None,
    lambda *_: 1,
)
PLAIN: tuple[Any, ...] = (None, -1, 0, 1, 7, 10**6, 2**40, 2**70, 1.5, np.nan, True, False, "1", np.int64(3))


def cases() -> list[tuple[LocalDataset, Knowledge, Attack]]:
    """Real attacks on data with and without values and days."""
    who, what = np.divmod(np.arange(240), 10)
    kept = (who * 7 + what * 3) % 4 > 0
    who, what = who[kept], what[kept]
    full = from_arrays(who, what, who % 3, (who * what) % 9, scale=SCALE, size=(24, 11), shard_people=9)
    bare = from_arrays(who, what, scale=NO_SCALE, size=(24, 11))
    found: list[tuple[LocalDataset, Knowledge, Attack]] = []
    for adversary in KNOWS:
        known = full.engine.draw(full, adversary, np.arange(24), 1).knowledge
        known = replace(known, items=np.where(known.items == 3, -1, known.items).astype(np.int32))
        for attack in ATTACKS.values():
            found += [(data, known, one) for data in (full, bare) for one in (attack, bound(attack, adversary))]
    return found


def run_all(attack: Any, data: LocalDataset, known: Knowledge) -> None:
    """Everything that gives gains to a kernel; numbers must come out."""
    truths, held, facts = np.arange(known.targets), data.held, data.facts
    tally = score(held, facts, known, attack, truths, threads=1, entropy=attack.probabilities == "entropic")
    assert not np.isnan(tally.top_scores).any()
    assert not np.isnan(own_scores(held, facts, known, attack, truths, 1).scores).any()
    assert not np.isnan(item_scores(held, facts, known, attack, truths, 1)).any()
    if attack.probabilities != "posterior":
        best, spreads = (
            np.where(np.isfinite(tally.top_scores[:, 0]), tally.top_scores[:, 0], 0.0),
            np.ones(known.targets),
        )
        exponentials(held, facts, known, attack, best, spreads, 1)


def main(seed: int, times: int) -> None:
    dice, refused, harmless = np.random.default_rng(seed), 0, 0
    every = cases()
    for _ in range(times):
        data, known, attack = every[dice.integers(len(every))]
        gains = attack.gains(known, data.held, data.facts)
        field = str(dice.choice([field.name for field in fields(gains)]))
        there = getattr(gains, field)
        if isinstance(there, np.ndarray):
            other = ARRAYS[dice.integers(len(ARRAYS))](there, dice)
        else:
            other = PLAIN[dice.integers(len(PLAIN))]
        try:
            run_all(Meddled(attack, {field: other}), data, known)
            harmless += 1
        except GainsError as problem:
            assert f" of {attack.name} must " in str(problem), problem  # noqa: PT017
            assert field in str(problem) or field in ("least", "reach"), problem  # noqa: PT017
            refused += 1
        except BaseException:
            print(f"{attack.name}: {field} = {other!r}", file=sys.stderr)
            raise
    print(refused, harmless)


if __name__ == "__main__":
    faulthandler.enable()
    main(int(sys.argv[1]), int(sys.argv[2]))

"""Folds for cross-validation: everyone is tested once, by a classifier that has not seen them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.data.attributes import UNKNOWN
from standout.errors import BadInput
from standout.knowledge.draw import seed_for

NO_FOLD = -1
"""Fold of a person whose class is not known: neither trained on nor tested."""


def stratified_folds(codes: Int32s, count: int, seed: int) -> Int32s:
    """The fold (0 to `count` - 1) of each person, dealt at random within each class.

    Fold sizes differ by one at most, and so do the numbers of people that a class has in each fold.
    """
    dealt = np.full(len(codes), NO_FOLD, dtype=np.int32)
    random = np.random.default_rng(seed_for(seed, "folds"))
    next_fold = 0
    for code in np.unique(codes[codes != UNKNOWN]):
        people = random.permutation(np.flatnonzero(codes == code))
        dealt[people] = (next_fold + np.arange(len(people))) % count
        next_fold = (next_fold + len(people)) % count
    return dealt


def folds_in_order(codes: Int32s, count: int) -> Int32s:
    """The same without lot: each class's people are cut into folds in their order, as Strucks' code does."""
    from sklearn.model_selection import StratifiedKFold

    dealt, known = np.full(len(codes), NO_FOLD, dtype=np.int32), np.flatnonzero(codes != UNKNOWN)
    for fold, (_, tested) in enumerate(StratifiedKFold(count).split(known, codes[known])):
        dealt[known[tested]] = fold
    return dealt


def parts(folds: Int32s, fold: int) -> tuple[Int64s, Int64s]:
    """The people to train on, and those to test on."""
    return np.flatnonzero((folds != fold) & (folds != NO_FOLD)), np.flatnonzero(folds == fold)


def check_folds(name: str, classes: Sequence[str], sizes: Int64s, count: int) -> None:
    """Refuse folds that cannot be, or a class with fewer people than folds."""
    if count < 2:
        raise BadInput(f"--folds is {count}, but must be at least 2")
    smallest = int(np.argmin(sizes))
    if sizes[smallest] < count:
        people = "person" if sizes[smallest] == 1 else "people"
        raise BadInput(
            f"attribute '{name}': class '{classes[smallest]}' has {sizes[smallest]:,} {people}, fewer than the "
            f"{count} folds; give a smaller --folds, or join or leave out small classes"
        )

"""Realism: how hard it is to tell that a protection was applied (Strucks, section 6).

Somebody has real records of some people and protected records of others, and learns to tell the two kinds apart. People
are cut into two halves at random, several times, and once into the first and the last half, as in the paper: its
halves differ in more than the protection, since people come in the order in which they signed up. The same is done
with real records in both halves, for comparison: a protection is realistic as far as it does no worse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from standout.common.arrays import Int32s, Int64s
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS
from standout.inference.folds import parts, stratified_folds
from standout.inference.measures import decided
from standout.knowledge.draw import seed_for
from standout.results.compare_measures import Accuracy, Classifier, Realism, ToldApart
from standout.verification.aligned import rows
from standout.verification.computed_once import ComputedOnce
from standout.verification.seen import Seen
from standout.verification.spikes import spikes

OUTLINES, REGULARISED = "outlines", "regularised"
CLASSIFIERS = (REGULARISED, "multinomial", "bernoulli", OUTLINES)
"""Those used by default: strong or quick. All attackers of `standout infer` can be asked for as well."""

STRENGTH = 0.03
REAL, PROTECTED = 0, 1


@dataclass(frozen=True)
class Halving:
    """How real and protected people are told apart."""

    folds: int = 3
    assignments: int = 2
    """How often people are cut into random halves; once more into the first and the last half."""
    classifiers: tuple[str, ...] = CLASSIFIERS

    def __post_init__(self) -> None:
        known = (REGULARISED, OUTLINES, *ATTACKERS)
        for name in self.classifiers:
            if name not in known:
                raise BadInput(f"there is no classifier '{name}'; there are {', '.join(known)}")


def _matrix(version: Seen, classifier: str) -> Any:
    if classifier == OUTLINES:
        return version.outlines
    return version.matrix("presence" if classifier == REGULARISED else ATTACKERS[classifier].matrix)


def people_seen(original: Seen, version: Seen) -> Int64s:
    """The people of both: those who have an entry in either."""
    return np.flatnonzero((original.lengths > 0) & (version.lengths > 0))


def told_apart(
    original: Seen, version: Seen, people: Int64s, seed: int, how: Halving, computed: ComputedOnce | None = None
) -> dict[str, ToldApart]:
    """For each classifier, how often it is right about unseen people: over random halves, and over the paper's.

    `accuracy` is the mean over all random assignments and folds, `sd` the spread between them. A classifier that sees
    the same of one version as of another is asked once, by who keeps what was `computed`.
    """
    computed = computed or ComputedOnce()
    return {
        name: computed.of(
            ("told apart", name, seed, how),
            (people, *_parts_of(_matrix(version, name))),
            partial(_told_apart, original, version, people, seed, how, name),
        )
        for name in how.classifiers
    }


def _parts_of(matrix: Any) -> tuple[np.ndarray[Any, Any], ...]:
    """The arrays that a matrix, sparse or not, is made of."""
    return (matrix,) if isinstance(matrix, np.ndarray) else (matrix.indptr, matrix.indices, matrix.data)


def _told_apart(original: Seen, version: Seen, people: Int64s, seed: int, how: Halving, name: str) -> ToldApart:
    random = []
    for turn in range(how.assignments):
        dice = np.random.default_rng(seed_for(seed, "halves", str(turn)))
        halves = (dice.permutation(len(people)) % 2).astype(np.int32)
        random += _accuracies(original, version, people, halves, name, seed, how.folds)
    halves = (np.arange(len(people)) >= len(people) // 2).astype(np.int32)
    paper = _accuracies(original, version, people, halves, name, seed, how.folds)
    return ToldApart(
        accuracy=float(np.mean(random)),
        sd=float(np.std(random)),
        first_last=Accuracy(accuracy=float(np.mean(paper)), sd=float(np.std(paper))),
    )


def _accuracies(
    original: Seen, version: Seen, people: Int64s, halves: Int32s, name: str, seed: int, folds: int
) -> list[float]:
    """The share of people of each fold whose kind is told rightly by who learned from the others."""
    matrix = _mixed(_matrix(original, name), _matrix(version, name), people, halves)
    dealt = stratified_folds(halves, folds, seed_for(seed, "halves", name))
    accuracies = []
    for fold in range(folds):
        train, test = parts(dealt, fold)
        guessed = _guessed(name, matrix[train], halves[train], matrix[test], seed)
        accuracies.append(float((guessed == halves[test]).mean()))
    return accuracies


def _mixed(real: Any, protected: Any, people: Int64s, halves: Int32s) -> Any:
    """Real rows for the first half of the people, protected ones for the second."""
    if isinstance(real, np.ndarray):
        return np.where((halves == PROTECTED)[:, None], protected[people], real[people])
    from scipy.sparse import vstack

    first, second = np.flatnonzero(halves == REAL), np.flatnonzero(halves == PROTECTED)
    back = np.argsort(np.concatenate((first, second)), kind="stable")
    return vstack((real[people[first]], protected[people[second]]), format="csr")[back]


def _guessed(name: str, train: Any, halves: Int32s, test: Any, seed: int) -> Int32s:
    if name not in (OUTLINES, REGULARISED):
        return decided(ATTACKERS[name].fit(train, halves, 2, seed).scores(test))
    model: Any
    if name == OUTLINES:
        from sklearn.ensemble import HistGradientBoostingClassifier

        model = HistGradientBoostingClassifier(max_iter=50, random_state=seed_for(seed, name) % 2**32)
    else:
        from sklearn.linear_model import LogisticRegression

        model = LogisticRegression(C=STRENGTH, max_iter=1_000)
    guessed: Int32s = np.asarray(model.fit(train, halves).predict(test)).astype(np.int32)
    return guessed


def realism(
    original: LocalDataset, version: LocalDataset, apart: Mapping[str, ToldApart], alike: Mapping[str, ToldApart]
) -> Realism:
    """What classifiers reached with protected records (`apart`), and with real ones (`alike`); and spikes.

    The headline is the classifier that gains most over its own real-vs-real accuracy, people halved at random.
    """
    counts = np.bincount(rows(version, original).items, minlength=original.items).astype(np.int64)
    grown = spikes(counts, original.holders)
    if not apart:
        return Realism(spikes=grown)
    best = max(apart, key=lambda name: apart[name].accuracy - alike[name].accuracy)
    return Realism(
        spikes=grown,
        real_vs_protected=apart[best].accuracy,
        real_vs_real=alike[best].accuracy,
        classifier=best,
        classifiers={name: Classifier(real_vs_protected=apart[name], real_vs_real=alike[name]) for name in apart},
    )

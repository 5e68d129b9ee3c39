"""A quick look at whether an attribute is betrayed: one plain attacker, a few folds, not too many people.

`standout infer` does it thoroughly. Here it is a part of an audit, which should not take much longer for it: so naive
Bayes is written out, which takes a few lines, instead of loading all of scikit-learn.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import AnyDataset
from standout.engines.whole_records import records_of
from standout.inference.attackers import Attacker, Fitted
from standout.inference.folds import stratified_folds
from standout.inference.validation import Validated, cross_validated
from standout.knowledge.draw import seed_for
from standout.results.estimate import Z95, Estimate
from standout.results.questions import InferredAttribute

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MOST_PEOPLE, FOLDS, FEWEST, MOST_CLASSES = 2_000, 5, 20, 10
TOO_FEW = f"fewer than two classes have {FEWEST} people"


def quick_inference(data: AnyDataset, attribute: Attribute, seed: int, asked: int = 1) -> InferredAttribute | str:
    """How well the attribute is guessed, one of so many that are asked for; or why that cannot be measured.

    Of many classes the ten most common count, and each needs enough people for the folds.
    """
    people, codes, classes = chosen_people(attribute, seed)
    if len(classes) < 2:
        return TOO_FEW
    matrix = _presence(data, people)
    folds = stratified_folds(codes, FOLDS, seed_for(seed, "quick", attribute.name))
    found = cross_validated(NAIVE_BAYES, matrix, codes, folds, len(classes), seed)
    return inferred_attribute(attribute.name, classes, codes, found, asked)


def inferred_attribute(
    name: str, classes: tuple[str, ...], codes: Int32s, found: Validated, asked: int = 1
) -> InferredAttribute:
    """What an attacker reached with everybody of a few people, as an answer."""
    area, accuracy = found.spread("auc").mean, found.accuracy_interval
    low, high = found.auc_interval
    doubt = (area - low) / Z95 * NormalDist().inv_cdf(1 - 0.025 / max(asked, 1))
    right = float((np.argmax(found.scores, axis=1) == codes).mean())
    return InferredAttribute(
        name=name,
        classes=classes,
        people=len(codes),
        accuracy=Estimate(right, *accuracy),
        majority=float(np.bincount(codes).max() / len(codes)),
        auc=Estimate(area, low, high),
        inferred=area - doubt > 0.5,
    )


def chosen_people(attribute: Attribute, seed: int) -> tuple[Int64s, Int32s, tuple[str, ...]]:
    """Some people whose class is known and common enough, their classes counted from 0, and what these are called."""
    order = np.random.default_rng(seed_for(seed, "quick people", attribute.name)).permutation(attribute.known)
    people = np.sort(order[:MOST_PEOPLE])
    sizes = np.bincount(attribute.codes[people], minlength=len(attribute.classes))
    common = np.argsort(-sizes, kind="stable")[:MOST_CLASSES]
    kept = np.sort(common[sizes[common] >= FEWEST])
    people = people[np.isin(attribute.codes[people], kept)]
    renumbered = np.full(len(attribute.classes), UNKNOWN, np.int32)
    renumbered[kept] = np.arange(len(kept))
    return people, renumbered[attribute.codes[people]], tuple(attribute.classes[code] for code in kept)


def _presence(data: AnyDataset, people: Int64s) -> csr_matrix:
    """Who has what, people × items, wherever their records are."""
    from scipy.sparse import csr_matrix

    known = records_of(data, people)
    rows = np.repeat(np.arange(known.targets), known.sizes)
    matrix = csr_matrix((np.ones(len(rows)), (rows, known.items)), shape=(len(people), data.items))
    matrix.sum_duplicates()
    matrix.data[:] = 1.0
    return matrix


def _naive_bayes(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:  # noqa: ARG001
    """Multinomial naive Bayes with one more of every item in each class; scores are log-odds against the others."""
    counts = np.vstack([np.asarray(matrix[codes == code].sum(axis=0)).ravel() for code in range(classes)]) + 1
    chances = np.log(counts / counts.sum(axis=1, keepdims=True))
    priors = np.log(np.maximum(np.bincount(codes, minlength=classes), 1) / len(codes))

    def scores(people: csr_matrix) -> Floats:
        joint = np.asarray(people @ chances.T) + priors
        return np.column_stack(
            [joint[:, code] - np.logaddexp.reduce(np.delete(joint, code, axis=1), axis=1) for code in range(classes)]
        )

    return Fitted(scores)


NAIVE_BAYES = Attacker("naive-bayes", "presence", "multinomial naive Bayes on what people have", _naive_bayes)

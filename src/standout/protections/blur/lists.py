"""Lists of items that speak against a class of people, strongest first: what a blur gives its members.

A logistic regression is trained in every fold of a cross-validation, one class against the rest. An item's rank in a
fold comes from its coefficient; the list is in order of the mean rank over the folds, and holds every item whose mean
coefficient speaks against the class (Strucks, section 3.2). With two classes, what speaks against one speaks for the
other; with more, a class's list holds what is strongest for all others together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS, Fitted
from standout.inference.features import values_matrix
from standout.inference.folds import folds_in_order, parts, stratified_folds

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

FOLDS = 10
LEARNED_FROM = ("everyone", "published")
"""Whom lists are learned from: everybody, in folds dealt by lot; or as Strucks' code does."""
_PUBLISHED_SHARE = 0.8


Fit = Callable[["csr_matrix", Int32s, int, int], Fitted]


@dataclass(frozen=True)
class Lists:
    """What speaks against each class, and how sure a classifier is of each person's own class."""

    against: tuple[Int64s, ...]
    """Items per class, strongest first."""
    weights: tuple[Floats, ...]
    """How strongly they speak: the absolute mean coefficient, in the same order."""
    certainty: Floats
    """Per person, from 0 (blind, wrong, or class unknown) to 1, by a classifier that has not seen the person."""
    notes: tuple[str, ...] = ()

    @property
    def starts(self) -> Int64s:
        """Where each class's list starts when all are laid one behind the other."""
        return np.concatenate(([0], np.cumsum([len(items) for items in self.against]))).astype(np.int64)


def lists_of(data: LocalDataset, attribute: Attribute, folds: int, seed: int, learned: str = "everyone") -> Lists:
    """The lists against every class of an attribute; people whose class is not known have no part in them."""
    folds, notes = _possible_folds(attribute, folds)
    lists = lists_from(values_matrix(data), attribute.codes, len(attribute.classes), folds, seed)
    if learned == "published":
        lists = as_published(lists, values_matrix(data), attribute.codes, len(attribute.classes), folds)
    unknown = data.people - len(attribute.known)
    if unknown:
        notes += (f"{unknown:,} people without '{attribute.name}' were left as they are",)
    return Lists(lists.against, lists.weights, lists.certainty, notes)


def lists_from(matrix: csr_matrix, codes: Int32s, classes: int, folds: int, seed: int) -> Lists:
    """The lists from a matrix of people × items and everyone's class."""
    return lists_in(matrix, codes, classes, stratified_folds(codes, folds, seed), ATTACKERS["logistic"].fit)


def as_published(lists: Lists, matrix: csr_matrix, codes: Int32s, classes: int, folds: int) -> Lists:
    """Lists as Strucks' code makes them: from the first 80% of people, in folds in their order, with the solver that
    was scikit-learn's default then. How sure somebody is of each person stays."""
    first = round(_PUBLISHED_SHARE * matrix.shape[0])
    few = int(np.bincount(codes[:first][codes[:first] != UNKNOWN], minlength=classes).min())
    if few < 2:
        raise BadInput("lists=published: the first 80% of people have too few of a class; use lists=everyone")
    dealt = folds_in_order(codes[:first], min(folds, few))
    found = lists_in(matrix[:first], codes[:first], classes, dealt, _older_logistic)
    return Lists(found.against, found.weights, lists.certainty, lists.notes)


def _older_logistic(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:  # noqa: ARG001
    """Logistic regression by liblinear, scikit-learn's default before 0.22, for two classes."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(solver="liblinear").fit(matrix, codes)

    def scores(people: csr_matrix) -> Floats:
        decisions = model.decision_function(people)
        return np.column_stack((-decisions, decisions))

    return Fitted(scores, np.vstack((-model.coef_, model.coef_)))


def lists_in(matrix: csr_matrix, codes: Int32s, classes: int, dealt: Int32s, fit: Fit) -> Lists:
    """The lists by one regression for each of these folds."""
    from scipy.stats import rankdata

    people, items = matrix.shape
    folds = int(dealt.max()) + 1
    ranks, coefficients = np.zeros((classes, items)), np.zeros((classes, items))
    certainty = np.zeros(people)
    for fold in range(folds):
        training, tested = parts(dealt, fold)
        weights, scores = one_against_rest(matrix[training], codes[training], classes, matrix[tested], fit)
        ranks += rankdata(weights, axis=1) / folds
        coefficients += weights / folds
        certainty[tested] = certainty_of(_chances(scores), codes[tested])
    speaking = [np.flatnonzero(coefficients[code] < 0) for code in range(classes)]
    against = [
        items[np.argsort(ranks[code][items], kind="stable")].astype(np.int64) for code, items in enumerate(speaking)
    ]
    weights_of = tuple(-coefficients[code][items] for code, items in enumerate(against))
    return Lists(tuple(against), weights_of, certainty)


def certainty_of(chances: Floats, codes: Int32s) -> Floats:
    """The highest chance of a class, scaled so that blind guessing is 0 and full certainty 1; 0 where it is wrong."""
    blind = 1 / chances.shape[1]
    scaled = (chances.max(axis=1) - blind) / (1 - blind)
    return np.where(chances.argmax(axis=1) == codes, scaled, 0.0)


def one_against_rest(
    matrix: csr_matrix, codes: Int32s, classes: int, unseen: csr_matrix, fit: Fit
) -> tuple[Floats, Floats]:
    """Coefficients (classes × items) of logistic regressions, and their scores (people × classes) of unseen people.

    Two classes need one regression: what speaks for one speaks as much against the other.
    """
    if classes == 2:
        fitted = fit(matrix, codes, 2, 0)
        assert fitted.coefficients is not None
        return fitted.coefficients, fitted.scores(unseen)
    models = [fit(matrix, (codes == code).astype(np.int32), 2, 0) for code in range(classes)]
    rows = [model.coefficients[1] for model in models if model.coefficients is not None]
    return np.array(rows), np.column_stack([model.scores(unseen)[:, 1] for model in models])


def _chances(scores: Floats) -> Floats:
    from scipy.special import expit

    chances: Floats = expit(scores)
    if scores.shape[1] > 2:
        chances /= chances.sum(axis=1, keepdims=True)
    return chances


def _possible_folds(attribute: Attribute, folds: int) -> tuple[int, tuple[str, ...]]:
    """As many folds as the smallest class has people; refuse an attribute that cannot be learned at all."""
    sizes, name = attribute.sizes, attribute.name
    if len(sizes) < 2 or np.count_nonzero(sizes) < 2:
        raise BadInput(f"attribute '{name}': everybody whose class is known is of one class; there is nothing to hide")
    smallest = int(np.argmin(sizes))
    if sizes[smallest] < 2:
        raise BadInput(
            f"attribute '{name}': class '{attribute.classes[smallest]}' has {sizes[smallest]:,} people, and 2 are "
            "needed to learn what is typical of it; join or leave out small classes"
        )
    if sizes[smallest] >= folds:
        return folds, ()
    note = (
        f"class '{attribute.classes[smallest]}' has {sizes[smallest]:,} people, fewer than the {folds} folds: "
        f"{sizes[smallest]} folds were used"
    )
    return int(sizes[smallest]), (note,)

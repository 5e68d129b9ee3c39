"""Naive Bayes and logistic regression from sums over partitions: the models that scikit-learn finds in one matrix.

Counts of naive Bayes are exact. Logistic regression takes scikit-learn's own steps (L-BFGS on the mean loss, from
zero, with its tolerances), all folds in step; only sums are added up in another order, so that weights may stop
elsewhere within these tolerances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int64s
from standout.inference.attackers import ATTACKERS, MOST_STEPS, Attacker, Fitted, log_odds, two_columns
from standout.inference.elsewhere.lockstep import Ask, in_step
from standout.inference.elsewhere.sums import Seen, class_sums, logistic_sums, products
from standout.inference.folds import parts
from standout.inference.validation import Validated, summed_up

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from standout.data.dataset import AnyDataset

Tell = Callable[[int], None]
"""Hears that the cluster is asked for so many times now."""

_TOLERANCE, _STRENGTH = 1e-4, 1.0
"""scikit-learn's own: how flat the loss has to be, and C."""


@dataclass(frozen=True)
class Linear:
    """Models of all folds: scores are made of what the matrix times `weights` gives, plus `constants`."""

    weights: Floats
    """Folds × rows × items."""
    constants: Floats
    """Folds × rows."""
    scores: Callable[[Floats], Floats]
    converged: tuple[bool, ...]


def _class_counts(seen: Seen) -> Int64s:
    """Folds × classes: people trained on."""
    there = [seen.codes[parts(seen.folds, fold)[0]] for fold in range(seen.count)]
    return np.array([np.bincount(codes, minlength=seen.classes) for codes in there])


def _bayes(data: AnyDataset, seen: Seen, tell: Tell) -> tuple[Floats, Floats]:
    """Folds × classes × items: what is added up in all other folds; and folds × classes: log shares of classes."""
    tell(1)
    sums, counts = class_sums(data, seen), _class_counts(seen)
    return sums.sum(axis=0) - sums, np.log(counts) - np.log(counts.sum(axis=1, keepdims=True))


def multinomial(data: AnyDataset, seen: Seen, tell: Tell) -> Linear:
    """Multinomial naive Bayes with one more of every item in each class."""
    sums, shares = _bayes(data, seen, tell)
    chances = np.log(sums + 1) - np.log((sums + 1).sum(axis=2, keepdims=True))
    return Linear(chances, shares, log_odds, (True,) * seen.count)


def bernoulli(data: AnyDataset, seen: Seen, tell: Tell) -> Linear:
    """Bernoulli naive Bayes with one more who has each item, and one more who has not, in each class."""
    sums, shares = _bayes(data, seen, tell)
    having = np.log(sums + 1) - np.log(_class_counts(seen) + 2)[:, :, None]
    lacking = np.log(1 - np.exp(having))
    return Linear(having - lacking, shares + lacking.sum(axis=2), log_odds, (True,) * seen.count)


def logistic(data: AnyDataset, seen: Seen, tell: Tell) -> Linear:
    """Logistic regression, C = 1, all folds in step."""
    rows, trained = 1 if seen.classes == 2 else seen.classes, _class_counts(seen).sum(axis=1)
    shape, steps = (rows, data.items + 1), count(1)

    def answer(questions: Mapping[int, Floats]) -> dict[int, tuple[float, Floats]]:
        tell(next(steps))
        folds = np.array(sorted(questions), np.int64)
        losses, gradients = logistic_sums(data, seen, folds, np.stack([questions[int(fold)] for fold in folds]))
        return {int(fold): (float(loss), each) for fold, loss, each in zip(folds, losses, gradients, strict=True)}

    fits = in_step([partial(_fit, shape, int(many)) for many in trained], answer)
    weights = np.stack([weights for weights, _ in fits])
    return Linear(weights[:, :, :-1], weights[:, :, -1], _decisions, tuple(done for _, done in fits))


def _fit(shape: tuple[int, int], people: int, ask: Ask[Floats, tuple[float, Floats]]) -> tuple[Floats, bool]:
    """The weights of one fold, and whether they were found within the steps there are."""
    from scipy.optimize import minimize

    penalty = 1.0 / (_STRENGTH * people)

    def mean_loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        loss, gradient = ask(weights)
        gradient = gradient / people
        gradient[:, :-1] += penalty * weights[:, :-1]
        return loss / people + 0.5 * penalty * float((weights[:, :-1] ** 2).sum()), gradient.ravel()

    found = minimize(
        mean_loss, np.zeros(shape).ravel(), method="L-BFGS-B", jac=True,
        options={"maxiter": MOST_STEPS, "maxls": 50, "gtol": _TOLERANCE, "ftol": 64 * np.finfo(float).eps},
    )  # fmt: skip
    return found.x.reshape(shape), bool(found.nit < MOST_STEPS)


def _decisions(rows: Floats) -> Floats:
    return two_columns(rows[:, 0]) if rows.shape[1] == 1 else rows


FITTING: dict[str, Callable[[AnyDataset, Seen, Tell], Linear]] = {
    "logistic": logistic,
    "bernoulli": bernoulli,
    "multinomial": multinomial,
}
"""The attackers that learn from partitions, by name."""


def validated_elsewhere(attacker: Attacker, data: AnyDataset, seen: Seen, tell: Tell) -> Validated:
    """As `cross_validated`: learn from all folds but one, and test on that one, for each fold."""
    model = FITTING[attacker.name](data, seen, tell)
    tested = [parts(seen.folds, fold)[1] for fold in range(seen.count)]
    rows = products(data, seen, model.weights)
    scores = np.full((data.people, seen.classes), np.nan)
    for fold, people in enumerate(tested):
        scores[people] = model.scores(rows[people] + model.constants[fold])
    fitted = [Fitted(partial(_scores, model, fold), converged=done) for fold, done in enumerate(model.converged)]
    return summed_up(attacker.name, tested, scores, seen.codes, fitted)


def _scores(model: Linear, fold: int, matrix: csr_matrix) -> Floats:
    """What the model of a fold says of people who are at hand."""
    return model.scores(np.asarray(matrix @ model.weights[fold].T) + model.constants[fold])


def offered() -> tuple[Attacker, ...]:
    """The attackers that learn from partitions."""
    return tuple(ATTACKERS[name] for name in FITTING)

"""Attackers who infer an attribute of people from what they have: classifiers, and the matrix that each one looks at.

The first four have the settings of Strucks' study (scikit-learn's defaults; the linear support vector machine with
C = 1). `tuned` and `boosting` are stronger: they stand for an adversary who takes some trouble. `strongest` is one who
really tries: a stack of many learners on everything that records say (`inference/strongest/`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.dataset import LocalDataset
from standout.inference.features import presence_matrix, values_matrix
from standout.inference.folds import parts, stratified_folds
from standout.inference.measures import auc
from standout.knowledge.draw import seed_for

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

STRENGTHS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""The values of C that `tuned` tries, from the strongest regularisation to scikit-learn's default."""

INNER_FOLDS = 3
FACTORS = 64
MOST_STEPS = 1_000
_ROUGHLY = 1e-3
"""How exact a fit has to be to compare strengths: ten times less than usual."""
_ONE_AT_A_TIME = Lock()
"""Support vectors are looked for in an order drawn by lot, from one stream of chance for the whole process."""


@dataclass(frozen=True)
class Fitted:
    """A classifier that has seen its training data."""

    scores: Callable[[csr_matrix], Floats]
    """People × classes: the higher, the likelier the class; the highest is the decision."""
    coefficients: Floats | None = None
    """Classes × items of a linear classifier: how much having an item speaks for a class."""
    converged: bool = True
    setting: str = ""
    """What inner validation chose."""


@dataclass(frozen=True)
class Attacker:
    """A kind of classifier, and whether it looks at values or only at what people have."""

    name: str
    matrix: Literal["values", "presence"]
    about: str
    fit: Callable[[csr_matrix, Int32s, int, int], Fitted]
    """`fit(matrix, codes, classes, seed)`: learn from people × items and each person's class, 0 to `classes` - 1."""

    def matrix_of(self, data: LocalDataset, people: Int64s | None = None) -> csr_matrix:
        """The matrix that this attacker looks at."""
        return (values_matrix if self.matrix == "values" else presence_matrix)(data, people)


def _logistic(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:  # noqa: ARG001
    from sklearn.linear_model import LogisticRegression

    return _linear(LogisticRegression(max_iter=MOST_STEPS), matrix, codes, classes)


def _svm(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:
    from sklearn.svm import LinearSVC

    model = LinearSVC(C=1.0, dual=True, max_iter=MOST_STEPS, random_state=seed_for(seed, "svm") % 2**32)
    with _ONE_AT_A_TIME:
        return _linear(model, matrix, codes, classes)


def _linear(model: Any, matrix: csr_matrix, codes: Int32s, classes: int, setting: str = "") -> Fitted:
    with _quietly():
        model.fit(matrix, codes)

    def scores(people: csr_matrix) -> Floats:
        return _per_class(two_columns(model.decision_function(people)), model.classes_, classes, -np.inf)

    rows = np.vstack((-model.coef_, model.coef_)) if len(model.coef_) == 1 else model.coef_
    coefficients = _per_class(rows.T, model.classes_, classes, 0.0).T
    converged = int(np.max(model.n_iter_)) < MOST_STEPS
    return Fitted(scores, coefficients, converged, setting)


def _bernoulli(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:  # noqa: ARG001
    from sklearn.naive_bayes import BernoulliNB

    return _bayes(BernoulliNB(), matrix, codes, classes)


def _multinomial(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:  # noqa: ARG001
    from sklearn.naive_bayes import MultinomialNB

    return _bayes(MultinomialNB(), matrix, codes, classes)


def _bayes(model: Any, matrix: csr_matrix, codes: Int32s, classes: int) -> Fitted:
    model.fit(matrix, codes)

    def scores(people: csr_matrix) -> Floats:
        return _per_class(log_odds(model.predict_joint_log_proba(people)), model.classes_, classes, -np.inf)

    return Fitted(scores)


def _tuned(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:
    """Logistic regression with the C that tells most on inner folds of the training data, if need be backwards."""
    from sklearn.linear_model import LogisticRegression

    count = min(INNER_FOLDS, int(np.bincount(codes)[np.unique(codes)].min()))
    strength = _best_strength(matrix, codes, classes, count, seed) if count > 1 else STRENGTHS[0]
    model = LogisticRegression(C=strength, max_iter=MOST_STEPS)
    return _linear(model, matrix, codes, classes, f"C = {strength:g}")


def _best_strength(matrix: csr_matrix, codes: Int32s, classes: int, count: int, seed: int) -> float:
    """Strengths in ascending order until what they tell has fallen twice; each fit starts where the last one ended.

    An AUC below one half tells as much as one above: where a protection makes people learn backwards, the strength
    that does so most is the attacker's choice.
    """
    from sklearn.linear_model import LogisticRegression

    folds = stratified_folds(codes, count, seed_for(seed, "inner"))
    split = [parts(folds, fold) for fold in range(count)]
    inputs = [(matrix[train], codes[train], matrix[test], codes[test]) for train, test in split]
    models = [LogisticRegression(max_iter=MOST_STEPS, tol=_ROUGHLY, warm_start=True) for _ in split]
    reached: list[float] = []
    for strength in STRENGTHS:
        aucs = []
        for model, (seen, known, unseen, truth) in zip(models, inputs, strict=True):
            model.set_params(C=strength)
            aucs.append(auc(_linear(model, seen, known, classes).scores(unseen), truth))
        reached.append(abs(float(np.mean(aucs)) - 0.5))
        if len(reached) > 2 and reached[-1] < reached[-2] < reached[-3]:
            break
    return STRENGTHS[int(np.nanargmax(reached))]


def _boosting(matrix: csr_matrix, codes: Int32s, classes: int, seed: int) -> Fitted:
    """Gradient boosting on the strongest factors of the training data."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    factors = factors_of(matrix, FACTORS, seed)
    model = HistGradientBoostingClassifier(random_state=seed_for(seed, "boosting") % 2**32)
    model.fit(np.asarray(matrix @ factors), codes)

    def scores(people: csr_matrix) -> Floats:
        raw = model.decision_function(np.asarray(people @ factors))
        return _per_class(two_columns(raw), model.classes_, classes, -np.inf)

    return Fitted(scores)


def factors_of(matrix: csr_matrix, count: int, seed: int) -> Floats:
    """Items × factors: the right singular vectors of the largest singular values, at most `count` of them."""
    from sklearn.decomposition import TruncatedSVD

    kept = max(1, min(count, min(matrix.shape) - 1))
    if matrix.shape[1] < 2:
        return np.ones((matrix.shape[1], 1))
    model = TruncatedSVD(kept, random_state=seed_for(seed, "factors") % 2**32)
    with np.errstate(divide="ignore", invalid="ignore"):  # where all rows are alike, shares of their spread are not
        model.fit(matrix)
    factors: Floats = np.asarray(model.components_.T, dtype=np.float64)
    return factors


def two_columns(decisions: Floats) -> Floats:
    """One column per class; with two classes scikit-learn gives only the second's."""
    return np.column_stack((-decisions, decisions)) if decisions.ndim == 1 else decisions


def log_odds(likelihoods: Floats) -> Floats:
    """Log-odds of each class against all others, from joint log-likelihoods; unlike probabilities they never meet 1."""
    from scipy.special import logsumexp

    others = [
        logsumexp(np.delete(likelihoods, column, axis=1), axis=1) if likelihoods.shape[1] > 1 else 0.0
        for column in range(likelihoods.shape[1])
    ]
    odds: Floats = likelihoods - np.column_stack(others)
    return odds


def _per_class(scores: Floats, known: Int32s, classes: int, otherwise: float) -> Floats:
    """Columns in the order of all classes; a class that nobody in the training data has gets `otherwise`."""
    if scores.shape[1] == classes:
        return scores
    columns = np.full((len(scores), classes), otherwise)
    columns[:, known] = scores
    return columns


@contextmanager
def _quietly() -> Iterator[None]:
    """Without scikit-learn's warning that a fit ran out of steps, which `Fitted.converged` says."""
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


ATTACKERS: dict[str, Attacker] = {
    attacker.name: attacker
    for attacker in (
        Attacker("logistic", "values", "logistic regression, C = 1", _logistic),
        Attacker("svm", "values", "linear support vector machine, C = 1", _svm),
        Attacker("bernoulli", "presence", "Bernoulli naive Bayes", _bernoulli),
        Attacker("multinomial", "values", "multinomial naive Bayes", _multinomial),
        Attacker("tuned", "presence", "logistic regression, C by inner validation", _tuned),
        Attacker("boosting", "presence", f"gradient boosting on {FACTORS} factors", _boosting),
    )
}
"""Every attacker with one classifier, by name."""

STRONGEST = "strongest"
"""The name of the stack, which is no single classifier."""

"""Attackers: the stated settings, comparable scores, and the same seed the same answer."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from standout.common.arrays import Floats, Int64s
from standout.errors import BadInput
from standout.inference.at_once import at_once
from standout.inference.attackers import ATTACKERS, STRENGTHS, factors_of
from standout.inference.every_attacker import attackers
from standout.inference.folds import stratified_folds
from standout.inference.measures import auc
from standout.inference.validation import baseline, cross_validated
from tests.inference.made import planted


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", ATTACKERS)
def test_every_attacker_finds_what_was_planted(name: str, classes: int) -> None:
    data, attribute = planted(people=150, classes=classes)
    attacker, folds = ATTACKERS[name], stratified_folds(attribute.codes, 3, 1)
    matrix = attacker.matrix_of(data)
    found = cross_validated(attacker, matrix, attribute.codes, folds, classes, 1)
    assert found.spread("auc").mean > 0.62
    assert found.auc_interval[0] < found.spread("auc").mean < found.auc_interval[1]
    assert found.scores.shape == (data.people, classes)
    assert np.isfinite(found.scores[attribute.known]).all()
    assert np.isnan(found.scores[attribute.codes == -1]).all()
    again = cross_validated(attacker, matrix, attribute.codes, folds, classes, 1)
    assert (again.scores[attribute.known] == found.scores[attribute.known]).all()


@pytest.mark.parametrize("name", ["svm", "logistic", "tuned"])
def test_fits_side_by_side_give_what_each_gives_alone(name: str) -> None:
    data, attribute = planted(people=400, classes=2)
    attacker = ATTACKERS[name]
    matrix = attacker.matrix_of(data)
    known = np.flatnonzero(attribute.codes >= 0)
    parts = [known[np.arange(len(known)) % 6 != part] for part in range(6)]

    def fitted(people: Int64s) -> Floats:
        return attacker.fit(matrix[people], attribute.codes[people], 2, 1).scores(matrix)

    alone, together = (list(at_once(fitted, parts, threads, lambda: None)) for threads in (1, 4))
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))


def test_naive_bayes_scores_are_log_odds_worked_by_hand() -> None:
    """Two people of class 0 (items 0; 0, 1), one of class 1 (item 1): smoothed by one, as the default is."""
    matrix, codes = csr_matrix([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([0, 0, 1], np.int32)
    asked = csr_matrix([[1.0, 0.0]])
    bernoulli = ATTACKERS["bernoulli"].fit(matrix, codes, 2, 1).scores(asked)[0]
    # items given class: (2+1)/(2+2), (1+1)/(2+2); (0+1)/(1+2), (1+1)/(1+2)
    one, two = (2 / 3) * (3 / 4) * (1 - 2 / 4), (1 / 3) * (1 / 3) * (1 - 2 / 3)
    assert bernoulli == pytest.approx([np.log(one / two), np.log(two / one)])
    multinomial = ATTACKERS["multinomial"].fit(matrix, codes, 2, 1).scores(asked)[0]
    # words given class: (2+1)/(3+2); (0+1)/(1+2)
    one, two = (2 / 3) * (3 / 5), (1 / 3) * (1 / 3)
    assert multinomial == pytest.approx([np.log(one / two), np.log(two / one)])


def test_the_logistic_attacker_is_scikit_learns_default_at_its_optimum() -> None:
    from sklearn.linear_model import LogisticRegression

    data, attribute = planted()
    matrix, codes = ATTACKERS["logistic"].matrix_of(data, attribute.known), attribute.codes[attribute.known]
    ours = ATTACKERS["logistic"].fit(matrix, codes, 2, 1)
    exact = LogisticRegression(C=1.0, tol=1e-10, max_iter=10_000).fit(matrix, codes)
    assert ours.coefficients is not None
    assert ours.coefficients[1] == pytest.approx(exact.coef_[0], abs=5e-3)
    assert (ours.coefficients[0] == -ours.coefficients[1]).all()
    scores = ours.scores(matrix)
    assert (scores[:, 0] == -scores[:, 1]).all()


def test_the_tuned_attacker_chooses_among_the_strengths_and_beats_none() -> None:
    data, attribute = planted(people=200, items=60, seed=4)
    matrix, codes = ATTACKERS["tuned"].matrix_of(data, attribute.known), attribute.codes[attribute.known]
    found = ATTACKERS["tuned"].fit(matrix, codes, 2, 1)
    assert found.setting in {f"C = {strength:g}" for strength in STRENGTHS}
    assert found.converged


def test_a_class_that_training_lacks_is_never_chosen() -> None:
    matrix, codes = csr_matrix(np.eye(6)), np.array([0, 0, 0, 2, 2, 2], np.int32)
    for name in ("logistic", "svm", "bernoulli", "multinomial", "tuned", "boosting"):
        scores = ATTACKERS[name].fit(matrix, codes, 3, 1).scores(matrix)
        assert scores.shape == (6, 3)
        assert (scores[:, 1] == -np.inf).all()


def test_a_fit_that_runs_out_of_steps_says_so_and_warns_nobody() -> None:
    random = np.random.default_rng(1)
    matrix = csr_matrix(random.random((60, 200)) * (random.random((60, 200)) < 0.5) * 50)
    found = ATTACKERS["svm"].fit(matrix, np.tile(np.array([0, 1], np.int32), 30), 2, 1)
    assert isinstance(found.converged, bool)


def test_factors_are_few_where_there_are_few_items() -> None:
    assert factors_of(csr_matrix(np.eye(5)), 64, 1).shape == (5, 4)
    assert factors_of(csr_matrix(np.ones((3, 1))), 64, 1).shape == (1, 1)


def test_the_baseline_names_the_most_common_class() -> None:
    codes = np.array([0, 1, 1, 1, -1], np.int32)
    found = baseline(codes, np.array([0, 1, 0, 1, -1], np.int32), 2)
    assert found == {
        "auc": 0.5, "average_precision": 0.75, "precision": 0.75, "recall": 1.0, "accuracy": 0.75,
        "balanced_accuracy": 0.5,
    }  # fmt: skip


def test_an_unknown_attacker_is_refused_and_a_repeated_one_taken_once() -> None:
    with pytest.raises(BadInput, match="there is no attacker 'oracle'; there are strongest, logistic, svm, bernoulli"):
        attackers(["oracle"])
    assert [each.name for each in attackers(["svm", "svm", "tuned"])] == ["svm", "tuned"]


def test_scores_of_random_classes_are_worth_nothing() -> None:
    data, _ = planted(people=300)
    codes = np.random.default_rng(7).integers(0, 2, data.people).astype(np.int32)
    folds = stratified_folds(codes, 3, 1)
    found = cross_validated(ATTACKERS["tuned"], ATTACKERS["tuned"].matrix_of(data), codes, folds, 2, 1)
    assert auc(found.scores, codes) == pytest.approx(0.5, abs=0.1)

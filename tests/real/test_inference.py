"""Inference on real data: what Strucks published, and how quick it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from standout.inference.attackers import ATTACKERS
from standout.inference.features import values_matrix
from standout.inference.folds import stratified_folds
from standout.inference.revealing import welch
from standout.inference.validation import cross_validated
from standout.io.reading import read
from standout.io.tables.groups_of_items import read_item_groups
from standout.io.tables.people_attributes import read_attribute

pytestmark = pytest.mark.real


def test_gender_on_ml_100k_is_inferred_from_films(dataset: Callable[[str], Path]) -> None:
    folder = dataset("ml-100k")
    data = read(folder)
    gender = read_attribute(folder, None, "gender", data)
    assert gender.sizes.tolist() == [273, 670]
    folds = stratified_folds(gender.codes, 10, 1)
    for name, least in (("multinomial", 0.72), ("logistic", 0.7)):
        attacker = ATTACKERS[name]
        found = cross_validated(attacker, attacker.matrix_of(data), gender.codes, folds, 2, 1)
        assert least < found.spread("auc").mean < 0.82
    groups = read_item_groups(folder, None, data)
    assert groups is not None
    assert len(groups.names) == 18


@pytest.mark.slow
def test_gender_on_ml_1m_is_inferred_as_published(dataset: Callable[[str], Path]) -> None:
    """Tables 2 and 5: AUC 0.81 ± 0.02 by logistic regression, 0.77 and 0.81 by naive Bayes; 76 significant films."""
    folder = dataset("ml-1m")
    data = read(folder)
    gender = read_attribute(folder, None, "gender", data)
    assert gender.sizes.tolist() == [1709, 4331]
    folds = stratified_folds(gender.codes, 10, 1)
    published = {
        "bernoulli": (0.77, 0.88, 0.48),
        "multinomial": (0.81, 0.89, 0.77),
        "logistic": (0.81, 0.84, 0.83),
    }
    for name, expected in published.items():
        attacker = ATTACKERS[name]
        found = cross_validated(attacker, attacker.matrix_of(data), gender.codes, folds, 2, 1)
        for measure, figure in zip(("auc", "precision", "recall"), expected, strict=True):
            assert found.spread(measure).mean == pytest.approx(figure, abs=0.02), (name, measure)
    tests = welch(values_matrix(data), gender.codes == 1)
    assert len(tests.significant) == 76
    assert np.isfinite(tests.p).sum() == pytest.approx(3_287, abs=2)

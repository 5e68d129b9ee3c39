"""The quick look at an attribute: finds a planted one, not a random one, and is naive Bayes as others write it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.inference.attackers import ATTACKERS
from standout.inference.measures import mean_ranks
from standout.inference.quick import NAIVE_BAYES, quick_inference
from standout.results.questions import InferredAttribute


def world(people: int = 300, items: int = 60, seed: int = 1) -> tuple[LocalDataset, np.ndarray]:
    """People of two kinds who like different halves of the items."""
    dice = np.random.default_rng(seed)
    kinds = dice.integers(0, 2, people)
    likes = kinds[:, None] == (np.arange(items) % 2)[None, :]
    rows, columns = np.nonzero(dice.random((people, items)) < np.where(likes, 0.3, 0.12))
    return from_arrays(rows, columns, size=(people, items)), kinds


def asked(
    data: LocalDataset, codes: np.ndarray, classes: tuple[str, ...] = ("a", "b"), count: int = 1
) -> InferredAttribute:
    answer = quick_inference(data, Attribute("kind", classes, codes.astype(np.int32)), 1, count)
    assert isinstance(answer, InferredAttribute)
    return answer


def test_a_planted_attribute_is_inferred() -> None:
    data, kinds = world()
    answer = asked(data, kinds)
    assert answer.inferred
    assert answer.auc.low > 0.8
    assert answer.accuracy.low > answer.majority
    assert answer.majority == pytest.approx(max(np.bincount(kinds)) / 300)
    assert answer.people == 300


def test_random_attributes_are_not_inferred() -> None:
    data, _ = world()
    dice = np.random.default_rng(7)
    answers = [asked(data, dice.integers(0, 3, 300), ("a", "b", "c"), count=10) for _ in range(10)]
    assert not any(answer.inferred for answer in answers)


def test_the_more_is_asked_the_surer_it_has_to_be() -> None:
    data, kinds = world(people=120, items=8, seed=4)
    few, many = asked(data, kinds, count=1), asked(data, kinds, count=10**12)
    assert few.auc == many.auc
    assert few.inferred
    assert not many.inferred


def test_people_without_it_and_rare_classes_are_left_out() -> None:
    data, kinds = world()
    codes = kinds.copy()
    codes[:30], codes[30:40] = UNKNOWN, 2
    answer = asked(data, codes, ("a", "b", "rare"))
    assert answer.classes == ("a", "b")
    assert answer.people == 260
    codes[40:] = 0
    assert "fewer than two classes" in str(
        quick_inference(data, Attribute("x", ("a", "b", "r"), codes.astype(np.int32)), 1)
    )


def test_naive_bayes_is_that_of_scikit_learn() -> None:
    dice = np.random.default_rng(3)
    matrix, codes = csr_matrix((dice.random((80, 30)) < 0.3).astype(float)), (np.arange(80) % 3).astype(np.int32)
    ours = NAIVE_BAYES.fit(matrix[:60], codes[:60], 3, 1).scores(matrix[60:])
    theirs = ATTACKERS["multinomial"].fit(matrix[:60], codes[:60], 3, 1).scores(matrix[60:])
    assert ours == pytest.approx(theirs)


@pytest.mark.parametrize("seed", range(5))
def test_ranks_of_equals_are_the_mean_of_theirs(seed: int) -> None:
    from scipy.stats import rankdata

    numbers = np.random.default_rng(seed).integers(0, 6, 20 * seed).astype(float)
    assert mean_ranks(numbers).tolist() == rankdata(numbers).tolist()

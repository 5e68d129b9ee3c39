"""Attackers who learn from sums over partitions: the models that scikit-learn finds in one matrix."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

import standout as so
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.inference.attackers import ATTACKERS
from standout.inference.elsewhere.lockstep import Ask, in_step
from standout.inference.elsewhere.summed_models import FITTING, validated_elsewhere
from standout.inference.elsewhere.sums import Seen, mean_worth
from standout.inference.features import values_matrix
from standout.inference.folds import stratified_folds
from standout.inference.validation import cross_validated
from standout.results.inference import InferenceResult
from standout.testing import engines

FIRSTS = (0, 7, 8, 41)
CLASSES = {"two": 2, "three": 3}


def halves_of(data: LocalDataset, classes: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """A class for most people, which their first item betrays, more or less."""
    first = data.held.records.items[data.held.records.starts[:-1]]
    codes = (first + np.random.default_rng(1).integers(0, 2, data.people)) % classes
    codes[::9] = -1
    return codes.astype(np.int32)


@pytest.mark.parametrize("classes", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("name", FITTING)
def test_everybody_gets_the_scores_of_one_machine(name: str, classes: int) -> None:
    data = engines.made_up(values=True, days=True)
    codes, attacker = halves_of(data, classes), ATTACKERS[name]
    folds = stratified_folds(codes, 3, 1)
    here = cross_validated(attacker, attacker.matrix_of(data), codes, folds, classes, 1)
    far = so.PartitionedEngine(FIRSTS).take(data)
    there = validated_elsewhere(attacker, far, Seen(attacker.matrix, mean_worth(far), codes, folds, classes), print)
    tolerance = 1e-3 if name == "logistic" else 1e-9
    assert np.allclose(here.scores, there.scores, atol=tolerance, equal_nan=True)
    for measure in ("auc", "accuracy"):
        assert np.allclose(here.by_fold[measure], there.by_fold[measure], atol=tolerance)
    assert (here.unconverged, there.unconverged) == (0, 0)


def test_an_entry_without_a_value_is_worth_the_mean() -> None:
    data = engines.made_up(values=True, days=False)
    far = so.PartitionedEngine(FIRSTS).take(data)
    told = data.held.records.values < len(data.scale.labels)
    assert not told.all()
    assert mean_worth(far) == pytest.approx(float(values_matrix(data).data[~told][0]))
    assert mean_worth(so.PartitionedEngine(FIRSTS).take(engines.made_up(values=False, days=False))) == 1.0


def inferred(engine: so.PartitionedEngine | None, **more: object) -> InferenceResult:
    return so.infer("sample", "gender", folds=3, engine=engine, **more)  # type: ignore[arg-type]


def test_the_whole_result_is_that_of_one_machine() -> None:
    names = ["bernoulli", "multinomial"]
    ours, theirs = (
        inferred(engine, attackers=names, quick=True).to_dict() for engine in (None, so.PartitionedEngine(FIRSTS))
    )
    assert "needs all records on one machine" in theirs["notes"][-1]
    for document in (ours, theirs):
        del document["notes"]
    engines._same(ours, theirs, "infer.json", "")


def test_only_attackers_that_learn_from_sums_are_there() -> None:
    with pytest.raises(BadInput, match="needs all records on one machine; on Spark there are logistic, bernoulli, "):
        inferred(so.PartitionedEngine(FIRSTS), attackers="svm")
    with pytest.raises(BadInput, match="groups of items are not looked at"):
        inferred(so.PartitionedEngine(FIRSTS), groups="groups.csv")


def test_questions_of_all_that_still_run_are_answered_together() -> None:
    asked: list[list[int]] = []

    def answer(questions: Mapping[int, int]) -> dict[int, int]:
        asked.append(sorted(questions))
        return {number: 10 * question for number, question in questions.items()}

    def task(times: int, ask: Ask[int, int]) -> int:
        return sum(ask(time) for time in range(times))

    tasks = [lambda ask, times=times: task(times, ask) for times in (1, 3, 0)]
    assert in_step(tasks, answer) == [0, 30, 0]
    assert asked == [[0, 1], [1], [1]]


def test_what_goes_wrong_ends_all() -> None:
    def fails(_: Mapping[int, int]) -> dict[int, int]:
        raise BadInput("the cluster is gone")

    with pytest.raises(BadInput, match="the cluster is gone"):
        in_step([lambda ask: ask(1), lambda ask: ask(2)], fails)

    def breaks(_: Ask[int, int]) -> int:
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        in_step([breaks, lambda ask: ask(2)], lambda questions: questions)

"""The stack: finds what is in values, days, repeats or items alone, nothing in permuted labels, and never peeks."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from standout.common.arrays import Floats, Int32s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.inference.every_attacker import EVERY_ATTACKER
from standout.inference.folds import stratified_folds
from standout.inference.measures import auc
from standout.inference.strongest.betraying import betrayals
from standout.inference.strongest.blocks import PARTS
from standout.inference.strongest.item_knowledge import Breadth
from standout.inference.strongest.learners import Effort, Targets
from standout.inference.strongest.numbers import guessed_numbers, rank_correlation
from standout.inference.strongest.sight import sight_of
from standout.inference.strongest.stack import Size, Stacked, crossed, learned_once
from standout.inference.validation import summed_up
from tests.inference.made import halves, planted, survey

TINY = Size(3, Breadth(6, 4, 2), Effort(10, 8, 4))


def reached(stack: Stacked, scores: Floats | None = None) -> float:
    told = stack.scores if scores is None else scores
    return float(np.mean([auc(told[test.people], stack.targets.codes[test.people]) for test in stack.tests]))


def stacked(data: LocalDataset, codes: Int32s, classes: int = 2, groups: bool = False, size: Size = TINY) -> Stacked:
    sight = sight_of(data, halves(data.items) if groups else None)
    return crossed(sight, Targets(codes, classes), stratified_folds(codes, size.folds, 1), 1, size)


def test_what_only_values_tell_is_found() -> None:
    data, codes = survey()
    stack = stacked(data, codes)
    assert reached(stack) > 0.96
    assert reached(stack) > max(reached(stack, said) for said in stack.answers.values()) - 0.02
    first = betrayals(stack, 1)[0]
    assert first.part == "values"
    assert first.lost.mean() > 0.2, "with somebody else's values nothing is left"


def test_asking_again_only_who_looks_at_a_part_is_asking_all() -> None:
    data, attribute = planted(people=90, items=20)
    codes = np.where(attribute.codes < 0, 0, attribute.codes).astype(np.int32)
    stack = stacked(data, codes, groups=True)
    test = stack.tests[0]
    blocks, order = stack.blocks.rows(test.people), np.random.default_rng(1).permutation(len(test.people))
    for part in PARTS:
        turned = blocks.shuffled(part, order)
        assert np.array_equal(
            test.teams[0].said_with(part, turned, test.teams[0].said(blocks)), test.teams[0].said(turned)
        )


def test_what_only_days_tell_is_found_and_named() -> None:
    dice = np.random.default_rng(2)
    codes = (np.arange(160) % 2).astype(np.int32)
    people, items = np.repeat(np.arange(160), 12), np.tile(np.arange(12), 160)
    weekends = dice.integers(0, 40, len(people)) * 7 + np.where(codes[people] == 1, 2, 4)
    data = from_arrays(people, items, None, weekends, scale=NO_SCALE, size=(160, 12), first_day=10_000)
    stack = stacked(data, codes)
    assert reached(stack) > 0.95
    assert betrayals(stack, 1)[0].part == "rhythm"


def test_what_only_repeats_tell_is_found() -> None:
    codes = (np.arange(120) % 2).astype(np.int32)
    times = np.where(codes == 1, 3, 1)
    people = np.repeat(np.repeat(np.arange(120), 8), np.repeat(times, 8))
    items = np.repeat(np.tile(np.arange(8), 120), np.repeat(times, 8))
    days = np.random.default_rng(3).integers(0, 300, len(people))
    data = from_arrays(people, items, None, days, scale=NO_SCALE, size=(120, 8), first_day=10_000, events=True)
    stack = stacked(data, codes)
    assert reached(stack, stack.answers["repeats: boosting"]) > 0.95


def test_permuted_labels_tell_nothing_and_intervals_say_so() -> None:
    """On average one half; and as often within the interval as that says, which independent folds' would not be."""
    data, attribute = planted(people=120, items=30)
    sight = sight_of(data)
    areas, halves_of, grown = [], [], []
    for seed in range(30):
        codes = np.random.default_rng(seed).permutation(attribute.codes)
        stack = crossed(sight, Targets(codes, 2), stratified_folds(codes, 3, seed), 1, TINY)
        people = [test.people for test in stack.tests]
        found = summed_up("strongest", people, stack.scores, codes, dependence=stack.dependence)
        areas.append(found.spread("auc").mean)
        halves_of.append((found.auc_interval[1] - found.auc_interval[0]) / 2)
        grown.append(stack.dependence)
    off, half = np.abs(np.array(areas) - 0.5), np.array(halves_of)
    assert abs(np.mean(areas) - 0.5) < 3 * np.std(areas, ddof=1) / np.sqrt(len(areas))
    assert np.mean(grown) > 1.7, "all is noise, of whom the teams learned from"
    assert np.mean(off < half) >= 0.9
    assert np.mean(off < half / np.sqrt(grown)) < np.mean(off < half)


def test_nobody_is_tested_by_who_saw_their_class() -> None:
    """Turning the labels of one fold round changes nothing that is said of its people."""
    data, attribute = planted(people=90, items=20)
    codes = np.where(attribute.codes < 0, 0, attribute.codes).astype(np.int32)
    folds = stratified_folds(codes, 3, 1)
    turned = np.where(folds == 0, 1 - codes, codes).astype(np.int32)
    sight = sight_of(data)
    one = crossed(sight, Targets(codes, 2), folds, 1, TINY)
    other = crossed(sight, Targets(turned, 2), folds, 1, TINY)
    assert np.allclose(one.scores[folds == 0], other.scores[folds == 0])
    assert not np.allclose(one.scores[folds == 1], other.scores[folds == 1])


def test_whom_else_one_asks_about_changes_nothing() -> None:
    data, attribute = planted(people=60, items=20)
    codes = np.where(attribute.codes < 0, 0, attribute.codes).astype(np.int32)
    train, test = np.arange(40), np.arange(40, 60)
    folds = stratified_folds(np.where(np.arange(60) < 40, codes, -1).astype(np.int32), 2, 1)
    both = learned_once(sight_of(data), Targets(codes, 2), train, test, folds, 1, TINY)
    few = learned_once(sight_of(data), Targets(codes, 2), train, test[:1], folds, 1, TINY)
    assert np.allclose(both.scores[40], few.scores[40])


def test_many_classes_groups_and_another_version_of_the_records() -> None:
    data, attribute = planted(people=180, classes=3)
    stack = stacked(data, attribute.codes, 3, groups=True)
    assert stack.scores.shape == (180, 3)
    assert reached(stack) > 0.8
    tested = attribute.codes >= 0
    assert np.allclose(stack.again(sight_of(data, halves(data.items)))[tested], stack.scores[tested])
    assert np.isnan(stack.scores[~tested]).all()
    bare, _ = planted(people=180, classes=3, values=False)
    assert np.isfinite(stack.again(sight_of(bare))[tested]).all(), "a version may lack values and groups"


def test_numbers_are_guessed_with_rank_and_error() -> None:
    data, codes = survey(people=200)
    dice = np.random.default_rng(5)
    ages = 30 + 20 * codes + dice.normal(0, 2, len(codes))
    found = guessed_numbers(sight_of(data), ages, stratified_folds(codes, 3, 1), 1, TINY)
    assert found.rank_correlation.rate > 0.6
    assert found.rank_correlation.low < found.rank_correlation.rate < found.rank_correlation.high
    assert found.error < 0.7 * found.middle_error
    assert found.middle == pytest.approx(np.median(ages))


def test_rank_correlation_agrees_with_scipy() -> None:
    from scipy.stats import spearmanr

    dice = np.random.default_rng(1)
    one = dice.integers(0, 9, 60).astype(np.float64)
    two = one + dice.integers(0, 9, 60)
    assert rank_correlation(one, two).rate == pytest.approx(spearmanr(one, two).statistic)
    assert rank_correlation(one, np.ones(60)).rate == 0


def test_the_stack_is_an_attacker_on_a_matrix_as_well() -> None:
    data, attribute = planted(people=120)
    known = attribute.codes >= 0
    matrix: csr_matrix = sight_of(data).presence[known]
    codes = attribute.codes[known]
    fitted = EVERY_ATTACKER["strongest"].fit(matrix[:80], codes[:80], 2, 1)
    assert auc(fitted.scores(matrix[80:]), codes[80:]) > 0.75

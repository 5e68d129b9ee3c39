"""Explorations: what gives people away, tried with one quick attacker that only varies in what it may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.inference.amounts import AMOUNTS, DRAWS, by_amount
from standout.inference.features import presence_matrix, values_matrix
from standout.inference.folds import NO_FOLD
from standout.inference.grouped import (
    Shares,
    class_shares,
    inferred_from_groups,
    merged_pairs,
    people_by_group,
    together,
)
from standout.inference.revealing import (
    Chooser,
    Kept,
    Tests,
    importances,
    kept_items,
    significant_items,
    strongest,
    welch,
)
from standout.inference.validation import Trial, Validated, cross_validated
from standout.results.inference_parts import AmountResult, GroupInference

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

PROBE = "logistic"
"""The attacker that explores: the one of Strucks' study."""
FOREST_FOLDS = 3
"""Folds in which a forest is grown: that takes longer than all the rest."""
CURVE = (10, 30, 100, 300, 1_000)
"""How many of a forest's most important items are kept, or left out."""
TOP = 100
"""How many items the rankings by coefficient and by forest keep; half of all where there are fewer than twice that."""


@dataclass(frozen=True)
class Revealing:
    """What the items say: each ranking, and what its choice of items is worth."""

    coefficients: Floats
    """Classes × items, mean over folds."""
    tests: tuple[Tests, ...]
    """Class by class against the rest (with two classes only the second's): among holders, or who has an item where
    the data has no values."""
    importance: Floats
    kept: dict[str, Kept]
    """By ranking: "coefficient", "value test", "presence test", "forest"; "value test, on everyone" chose with the
    tested people in view, as the study did."""
    curve: list[tuple[int, Kept]]
    """The forest's most important items, by their number."""
    values: Validated | None
    """None where the data has no values."""
    presence: Validated
    amounts: list[AmountResult]


@dataclass(frozen=True)
class Grouped:
    """What the groups of items say."""

    names: tuple[str, ...]
    rows: list[GroupInference]
    shares: Shares
    together: Int64s
    merged: list[tuple[int, int]]
    """Pairs of groups that so often come together that the second gives way to the first in loyalty."""


def exploring_steps(folds: int) -> int:
    """How many steps of work `explored` reports."""
    return 3 * folds + (3 + len(CURVE)) * min(folds, FOREST_FOLDS) + len(AMOUNTS) * DRAWS


def explored(trial: Trial, data: LocalDataset, base: Validated | None, begin: Callable[[str], None]) -> Revealing:
    """Everything about items. `base` is the trial's attacker on values, if it has been tried already."""
    values, presence = values_matrix(data), presence_matrix(data)
    begin("values against presence")
    if base is None:
        base = _validated(trial, values)
    plain = _validated(trial, presence) if data.has_values else base
    kept, orders = _kept(trial, values, data.has_values, begin)
    begin("how few items suffice")
    amounts = by_amount(trial, values)
    known = np.flatnonzero(trial.folds != NO_FOLD)
    sides = (1,) if trial.classes == 2 else range(trial.classes)
    assert base.coefficients is not None
    return Revealing(
        coefficients=base.coefficients,
        tests=tuple(welch(values[known], trial.codes[known] == code, data.has_values) for code in sides),
        importance=importances(values[known], trial.codes[known], trial.seed),
        kept=kept,
        curve=_curve(trial, values, orders),
        values=base if data.has_values else None,
        presence=plain,
        amounts=amounts,
    )


def _validated(trial: Trial, matrix: csr_matrix) -> Validated:
    return cross_validated(
        trial.attacker, matrix, trial.codes, trial.folds, trial.classes, trial.seed, after_fold=trial.after_fit,
        threads=trial.threads,
    )  # fmt: skip


def _kept(
    trial: Trial, matrix: csr_matrix, has_values: bool, begin: Callable[[str], None]
) -> tuple[dict[str, Kept], list[Int64s]]:
    """What each ranking's choice is worth, and the forests' orders of items, fold by fold."""
    every, few = range(trial.count), range(min(trial.count, FOREST_FOLDS))
    size = max(1, min(TOP, matrix.shape[1] // 2))
    rows: dict[str, Kept | None] = {}

    def significant(holders_only: bool) -> Chooser:
        return lambda seen, codes: significant_items(seen, codes, trial.classes, holders_only)

    def heaviest(seen: csr_matrix, codes: Int32s) -> Int64s:
        fitted = trial.attacker.fit(seen, codes, trial.classes, trial.seed)
        assert fitted.coefficients is not None
        return strongest(fitted.coefficients)[:size]

    orders: list[Int64s] = []

    def important(seen: csr_matrix, codes: Int32s) -> Int64s:
        orders.append(np.argsort(-importances(seen, codes, trial.seed), kind="stable"))
        return orders[-1][:size]

    begin("items by coefficient")
    rows["coefficient"] = kept_items(trial, matrix, heaviest, few)
    begin("items by t-test")
    if has_values:
        rows["value test"] = kept_items(trial, matrix, significant(True), every)
        rows["value test, on everyone"] = kept_items(
            trial, matrix, significant(True), every, on_everyone=True, rest=False
        )
    rows["presence test"] = kept_items(trial, matrix, significant(False), few)
    begin("items by random forest")
    rows["forest"] = kept_items(trial, matrix, important, few)
    return {name: row for name, row in rows.items() if row is not None}, orders


def _curve(trial: Trial, matrix: csr_matrix, orders: list[Int64s]) -> list[tuple[int, Kept]]:
    """AUC with only a forest's most important items, and with all but those, by their number."""
    rows = []
    for most in (amount for amount in CURVE if amount < matrix.shape[1]):
        row = kept_items(trial, matrix, _one_by_one(orders, most), range(len(orders)))
        if row is not None:
            rows.append((most, row))
    return rows


def _one_by_one(orders: list[Int64s], most: int) -> Callable[[csr_matrix, Int32s], Int64s]:
    """Chooses the first of each order in turn, as the folds come."""
    turn: Iterator[Int64s] = iter(orders)
    return lambda _seen, _codes: next(turn)[:most]


def explored_groups(trial: Trial, data: LocalDataset, groups: ItemGroups) -> Grouped:
    """Everything about groups of items."""
    by_group, counts = people_by_group(data, groups), together(groups, data.items)
    return Grouped(
        names=groups.names,
        rows=inferred_from_groups(trial, data, groups),
        shares=class_shares(by_group, data.held.item_counts, trial.codes, trial.classes),
        together=counts,
        merged=merged_pairs(counts),
    )

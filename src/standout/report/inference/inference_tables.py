"""The tables of the inference page."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.drawing.figure import Table
from standout.results.inference import InferenceResult
from standout.results.inference_parts import (
    MEASURES,
    Baseline,
    NumberResult,
    Revealing,
    RevealingItems,
    StackResult,
)

RANKINGS = {
    "coefficient": "the heaviest coefficients",
    "value test": "significant by values",
    "value test, on everyone": "significant by values, chosen with the tested people in view",
    "presence test": "significant by who has them",
    "forest": "most important to a random forest",
}


def number(value: float) -> str:
    return f"{value:.2f}"


def baseline_cells(baseline: Baseline, measures: Sequence[str]) -> list[str]:
    """The baseline's figures for these measures."""
    return [number(getattr(baseline, measure)) for measure in measures]


def attackers_table(result: InferenceResult) -> Table:
    """Every measure of every attacker, the baseline last."""
    rows = [(row.name, *(str(row.measure(measure)) for measure in MEASURES)) for row in result.ranked()] + [
        (f"always '{result.baseline.common}'", *baseline_cells(result.baseline, MEASURES))
    ]
    head = ("attacker", "AUC", "PR AUC", "precision", "recall", "accuracy", "balanced accuracy")
    return Table("Every attacker, mean ± spread over folds", head, rows)


def number_line(name: str, guessed: NumberResult) -> str:
    """How well a number is guessed, in a sentence."""
    order = guessed.rank_correlation
    return (
        f"As a number, {name} is guessed {guessed.error:.1f} off on average, where always guessing {guessed.middle:g} "
        f"is {guessed.middle_error:.1f} off; its rank correlation with the truth is {order.rate:.2f} "
        f"[{order.low:.2f} to {order.high:.2f}]."
    )


def number_table(guessed: NumberResult) -> Table:
    """The same as a table."""
    order = guessed.rank_correlation
    rows = [
        ("rank correlation with the truth", f"{order.rate:.2f} [{order.low:.2f} to {order.high:.2f}]", "0.00"),
        ("off on average", f"{guessed.error:.1f}", f"{guessed.middle_error:.1f}"),
    ]
    return Table("Guessed as a number", ("measure", "strongest", f"always {guessed.middle:g}"), rows)


def learners_table(stack: StackResult) -> Table:
    """What each learner of the stack gets by itself."""
    rows = [(each.name, str(each.auc)) for each in sorted(stack.learners, key=lambda each: -each.auc.mean)]
    return Table("Inside the strongest attacker: each learner by itself", ("learner", "AUC"), rows)


def kept_table(revealing: Revealing, items: int) -> Table:
    """What each ranking's choice of items is worth."""
    everything = (("with values", revealing.values), ("who has what only", revealing.presence))
    rows: list[Sequence[str]] = [
        (f"all, {label}", f"{items:,}", str(measures.auc), "") for label, measures in everything if measures is not None
    ]
    rows += [
        (
            RANKINGS.get(row.ranking, row.ranking),
            f"{row.items.mean:,.0f}",
            str(row.only),
            "" if row.without is None else str(row.without),
        )
        for row in revealing.kept
    ]
    return Table("What a choice of items is worth", ("items", "how many", "AUC with only these", "without these"), rows)


def coefficient_table(items: RevealingItems) -> Table:
    """The items that speak most for each class."""
    rows = [(row.item, row.speaks_for, f"{row.holders:,}", f"{row.coefficient:.2f}") for row in items.coefficient]
    return Table("Items by coefficient", ("item", "speaks for", "people", "coefficient"), rows, words=2)


def test_table(items: RevealingItems) -> Table:
    """The surest differences by t-test."""
    rows = [
        (row.item, row.tested_class, f"{row.holders:,}", f"{row.t:+.1f}", f"{row.p:.1e}") for row in items.test.surest
    ]
    return Table("Items by t-test", ("item", "class", "people", "t", "p"), rows, words=2)


def forest_table(items: RevealingItems) -> Table:
    """The most important items of a random forest."""
    rows = [(row.item, f"{row.holders:,}", f"{row.importance:.4f}") for row in items.forest]
    return Table("Items by importance to a random forest", ("item", "people", "importance"), rows)

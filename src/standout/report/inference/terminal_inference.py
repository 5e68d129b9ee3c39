"""The results of `standout infer` in the terminal."""

from __future__ import annotations

from rich.table import Table

from standout.report.inference.inference_tables import baseline_cells, number, number_line
from standout.report.terminal import console_for_results, outside, print_notes, print_place, print_understood
from standout.results.inference import InferenceResult

_MEASURES = ("auc", "average_precision", "accuracy", "balanced_accuracy")


def print_inference(result: InferenceResult) -> None:
    """Every attacker beside the baseline, and in a few lines what gives people away."""
    console = console_for_results()
    print_understood(console, result.understood)
    classes = ", ".join(
        f"{outside(name, 30)} {size:,}" for name, size in zip(result.classes, result.class_sizes, strict=True)
    )
    console.print(f"[bold]{outside(result.headline(), 300)}.[/]\n{outside(result.told_apart(), 400)}\n")
    console.print(
        f"[bold]{outside(result.attribute, 40)}[/] of [bold]{result.known:,}[/] people from what they have: {classes}\n"
    )
    console.print(_attackers(result))
    own = f" (strongest: {result.stack.folds})" if result.stack and result.stack.folds != result.folds else ""
    console.print(f"mean ± spread over {result.folds} folds{own} of people that the attacker has not seen")
    for line in _lines(result):
        console.print(line, markup=False)
    print_notes(console, list(result.notes))
    console.print()
    for name, file in zip(("results", "report"), result.files or (), strict=False):
        print_place(console, name, file)


def _attackers(result: InferenceResult) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("attacker")
    for column in ("AUC", "PR AUC", "accuracy", "balanced"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in result.ranked():
        table.add_row(row.name, *(str(row.measure(measure)) for measure in _MEASURES))
    baseline = result.baseline
    table.add_row(f"always '{outside(baseline.common, 24)}'", *baseline_cells(baseline, _MEASURES))
    return table


def _lines(result: InferenceResult) -> list[str]:
    """What gives people away, a line each."""
    lines = []
    if result.number:
        lines.append(f"\n{number_line(result.attribute, result.number)}")
    if betrayed := result.betrayed_by():
        lines.append(f"\n{betrayed}")
    if revealing := result.revealing:
        amounts = ", ".join(f"{row.items}: {number(row.auc.mean)}" for row in revealing.amounts)
        lines.append(f"\nAUC by how many items are known of each person: {amounts}")
        if revealing.values is not None:
            values, presence = (number(each.auc.mean) for each in (revealing.values, revealing.presence))
            lines.append(f"AUC with values {values}, from who has what alone {presence}")
    if result.groups:
        lines.append(f"AUC from groups of items alone: {number(result.groups.inference[0].auc.mean)}")
    return lines

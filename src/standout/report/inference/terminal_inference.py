"""The results of `standout infer` in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from standout.report.inference.inference_tables import number, spread
from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import percent


def print_inference(document: Mapping[str, Any]) -> None:
    """Every attacker beside the baseline, and in a few lines what gives people away."""
    console, data, baseline = console_for_results(), document["data"], document["baseline"]
    known = data["people"] - document["left_out"]
    classes = ", ".join(
        f"{outside(name, 30)} {size:,}" for name, size in zip(document["classes"], document["class_sizes"], strict=True)
    )
    console.print(
        f"[bold]{outside(document['attribute'], 40)}[/] of [bold]{known:,}[/] people from what they have: {classes}\n"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("attacker")
    for column in ("AUC", "PR AUC", "accuracy", "balanced"):
        table.add_column(column, justify="right", no_wrap=True)
    measures = ("auc", "average_precision", "accuracy", "balanced_accuracy")
    for row in sorted(document["attackers"], key=lambda row: -row["auc"]["mean"]):
        table.add_row(row["name"], *(spread(row[measure]) for measure in measures))
    table.add_row(f"always '{outside(baseline['class'], 24)}'", *(number(baseline[name]) for name in measures))
    console.print(table)
    console.print(f"mean ± spread over {document['folds']} folds of people that the attacker has not seen")
    if found := document.get("revealing"):
        amounts = ", ".join(f"{row['items']}: {number(row['auc']['mean'])}" for row in found["amounts"])
        console.print(f"\nAUC by how many items are known of each person: {amounts}")
        if "values" in found:
            values, presence = (number(found[key]["auc"]["mean"]) for key in ("values", "presence"))
            console.print(f"AUC with values {values}, from who has what alone {presence}")
    if groups := document.get("groups"):
        console.print(f"AUC from groups of items alone: {number(groups['inference'][0]['auc']['mean'])}")
    best = next(row for row in document["attackers"] if row["name"] == document["strongest"])
    console.print(
        f"\nThe strongest attacker, {document['strongest']}, names the class of {percent(best['accuracy']['mean'])} of "
        f"people rightly; always saying '{outside(baseline['class'], 24)}', one is right for "
        f"{percent(baseline['accuracy'])}."
    )
    print_notes(console, list(document["notes"]))
    console.print()
    for name, file in zip(("results", "page"), document["files"], strict=True):
        print_place(console, name, file)

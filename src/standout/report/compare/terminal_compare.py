"""A comparison of protections in the terminal: a table that fits 80 columns, and what to choose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.table import Table

from standout.report.audit.view import mapping
from standout.report.compare.compare_page import PAGE, advice, headline
from standout.report.compare.compare_tables import as_rate
from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import NOT_THERE, interval, percent


def print_compare(document: dict[str, Any], folder: Path) -> None:
    """The summary of a comparison."""
    console, attribute = console_for_results(), "attribute" in document
    before, figure, after = headline(document)
    console.print(f"[bold]{outside(f'{before} {figure}{after}')}[/]\n")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("protection", overflow="fold")
    for name in ("changed", "found", *(("AUC",) if attribute else ()), "lost", "told apart"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_row("nothing", "0%", *_risk(document["unprotected"], attribute), "0%", "")
    for row in document["protections"]:
        lost = percent(row["utility_loss"]) if "utility_loss" in row else NOT_THERE
        cells = (percent(row["changed_share"]), *_risk(row, attribute), lost, _realism(row))
        table.add_row(outside(row["text"], 160), *cells)
    console.print(table)
    console.print(
        "found: by the adversary who finds most and knows what was done [95% interval];\n"
        "lost: utility, the larger relative loss of RMSE and nDCG@10 on held-out entries;\n"
        "told apart: how often protected records are told from real ones (guessing: 50%).",
        style="dim",
        markup=False,
    )
    for words in advice(document):
        console.print(f"\n{outside(words, 1_500)}")
    print_notes(console, document["notes"])
    console.print()
    print_place(console, "report", folder / PAGE)


def _risk(row: dict[str, Any], attribute: bool) -> tuple[str, ...]:
    found = outside(interval(as_rate(row.get("risk"))))
    if not attribute:
        return (found,)
    inferred = as_rate(row.get("inferred"))
    return found, NOT_THERE if inferred is None else f"{inferred.rate:.2f}"


def _realism(row: dict[str, Any]) -> str:
    found = mapping(row.get("realism"))
    return percent(found["real_vs_protected"]) if "classifier" in found else NOT_THERE

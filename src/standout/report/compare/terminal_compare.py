"""A comparison of protections in the terminal: a table that fits 80 columns, and what to choose."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table

from standout.report.compare.compare_page import advice, headline
from standout.report.terminal import console_for_results, outside, print_notes, print_place, print_understood
from standout.report.words import NOT_THERE, interval, percent
from standout.results.compare import PAGE, CompareResult, ProtectionRow, Unprotected, feared
from standout.results.compare_measures import UtilityLoss
from standout.results.frontier import UNPROTECTED

MEASURED_BY = {
    "recommending": "lists that are learned from the release,\nfor people who are not in it",
    "research": "the order of recommenders, baskets and sequences",
    "totals": "entries by group of items and month",
}
"""What counts, by what the data is meant for."""


def print_compare(result: CompareResult, folder: Path) -> None:
    """The summary of a comparison."""
    console, attribute = console_for_results(), result.attribute is not None
    print_understood(console, result.understood)
    before, figure, after = headline(result)
    console.print(f"[bold]{outside(f'{before} {figure}{after}', 500)}.[/]\n")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("protection", overflow="fold")
    for name in ("changed", "found", "learned", *(("AUC",) if attribute else ()), "lost", "told apart"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_row(UNPROTECTED, "0%", *_risk(result.unprotected, attribute), "0%", "")
    for row in result.protections:
        cells = (percent(row.changed_share), *_risk(row, attribute), percent(row.utility_loss), _realism(row))
        table.add_row(outside(row.text, 160), *cells)
    console.print(table)
    console.print(
        "found: by the adversary who finds most and knows what was done, of everybody\n"
        "looked for [95% interval, corrected for choosing the worst];\n"
        "learned: how many points more of ten guesses are right of people in the data\n"
        "than of people who were held out of it;\n"
        f"{_lost(result)};\n"
        "told apart: how often protected records are told from real ones (guessing: 50%).",
        style="dim",
        markup=False,
    )
    for words in advice(result):
        console.print(f"\n{outside(words, 1_500)}")
    print_notes(console, [*result.notes, *result.unprotected.notes])
    console.print()
    print_place(console, "report", folder / PAGE)


def _lost(result: CompareResult) -> str:
    if result.settings.use is not None:
        return f"lost: utility for {result.settings.use}, by {MEASURED_BY[result.settings.use]}"
    return f"lost: utility, the largest relative loss of {_measures(result)} on held-out entries"


def _measures(result: CompareResult) -> str:
    """What utility was measured by."""
    useful = (row.utility.loss for row in result.protections if row.utility and row.utility.loss)
    return " and ".join(next((loss.measured_by for loss in useful), UtilityLoss().measured_by))


def _risk(row: Unprotected | ProtectionRow, attribute: bool) -> tuple[str, ...]:
    identified, gain = outside(interval(feared(row, "identification"))), feared(row, "learned")
    learned = NOT_THERE if gain is None else f"{100 * gain.rate:.0f}"
    if not attribute:
        return identified, learned
    inferred = feared(row, "attribute")
    return identified, learned, NOT_THERE if inferred is None else f"{inferred.rate:.2f}"


def _realism(row: ProtectionRow) -> str:
    return percent(row.realism.real_vs_protected) if row.realism else NOT_THERE

"""What somebody would believe of a person, in the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import counted
from standout.results.beliefs import Belief, Believed


def print_beliefs(document: Believed, file: Path | None = None, console: Console | None = None) -> None:
    """What is believed, how surely, whether it is so, and what would be believed all the same without the person."""
    console = console or console_for_results()
    console.print(f"[bold]{outside(document.headline())}[/]", highlight=False)
    if len(document.candidates) > 1:
        where = ", ".join(f"{each.profiles:,} on {outside(each.site, 40)}" for each in document.candidates)
        console.print(f"Profiles that carry it: {where}.", highlight=False)
    if document.beliefs:
        console.print()
        console.print(_table(document))
    console.print()
    for sentence in document.figures():
        console.print(outside(sentence), highlight=False)
    console.print(
        f"Searched among {counted(document.people, 'other person', 'other people')}; believed is what more than "
        f"{document.thresholds.site:.0%} of the profiles found on a site show.", style="dim", highlight=False,
    )  # fmt: skip
    print_notes(console, list(document.notes))
    if file is not None:
        console.print()
        print_place(console, "result", file)


def _table(document: Believed) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("what")
    table.add_column("believed")
    table.add_column("sure", justify="right", no_wrap=True)
    table.add_column("is it so")
    table.add_column("without you", justify="right", no_wrap=True)
    for belief in document.beliefs:
        table.add_row(
            outside(belief.attribute, 40), outside(belief.value, 60), f"{belief.confidence:.0%}", _so(belief),
            "–" if belief.without is None else f"{belief.without:.0%}",
        )  # fmt: skip
    return table


def _so(belief: Belief) -> str:
    if belief.holds is None:
        return "you do not show it"
    return "yes, you show it" if belief.holds else "no, you show another"

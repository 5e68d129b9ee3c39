"""The results of `standout publish` in the terminal."""

from __future__ import annotations

from rich.table import Table

from standout.report.terminal import console_for_results, print_notes, print_place, print_understood
from standout.report.words import percent
from standout.results.publish import PublishSummary


def print_published(summary: PublishSummary) -> None:
    """How many people and items are in the bulletin, and the privacy groups."""
    console = console_for_results()
    print_understood(console, summary.understood)
    console.print(summary.headline())
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"privacy groups ({summary.score} score)")
    for name in ("people", "share", "score from", "to", "centroid"):
        table.add_column(name, justify="right", no_wrap=True)
    for group, share in summary.group_shares():
        numbers = (f"{number:.3f}" for number in (group.low, group.high, group.centroid))
        table.add_row(group.name, f"{group.people:,}", percent(share), *numbers)
    console.print()
    console.print(table)
    print_notes(console, list(summary.notes))
    console.print()
    for name, file in zip(("bulletin", "page"), summary.files, strict=False):
        print_place(console, name, file)
    signed = summary.signed
    console.print(f"signed with {signed}" if signed else "not signed: --sign KEY lets people see that it is yours")
    if summary.valid_until:
        console.print(f"valid until {summary.valid_until}")

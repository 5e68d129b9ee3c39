"""The results of `standout publish` in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from standout.report.terminal import console_for_results, print_notes, print_place
from standout.report.words import percent


def print_published(document: Mapping[str, Any]) -> None:
    """How many people and items are in the bulletin, and the privacy groups."""
    console = console_for_results()
    folded = document["folded"]
    console.print(
        f"[bold]{document['items']:,}[/] items of [bold]{document['people']:,}[/] people, "
        f"{document['rare_items']:,} of them rare (fewer than {document['rare_below']:,} holders); "
        f"{folded['items']:,} more are not named"
    )
    people = sum(group["people"] for group in document["groups"])
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"privacy groups ({document['score']} score)")
    for name in ("people", "share", "score from", "to", "centroid"):
        table.add_column(name, justify="right", no_wrap=True)
    for group in document["groups"]:
        numbers = (f"{group[key]:.3f}" for key in ("low", "high", "centroid"))
        table.add_row(group["name"], f"{group['people']:,}", percent(group["people"] / max(people, 1)), *numbers)
    console.print()
    console.print(table)
    print_notes(console, list(document["notes"]))
    console.print()
    for name, file in zip(("bulletin", "page"), document["files"], strict=False):
        print_place(console, name, file)
    signed = document["signed"]
    console.print(f"signed with {signed}" if signed else "not signed: --sign KEY lets people see that it is yours")
    if document["valid_until"]:
        console.print(f"valid until {document['valid_until']}")

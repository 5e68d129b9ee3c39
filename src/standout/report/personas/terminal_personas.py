"""The results of `standout personas` in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from standout.report.personas.personas_page import pairs_words
from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import percent


def print_personas(document: Mapping[str, Any]) -> None:
    """How many personas there are, how large, the largest crowds, and how much people show."""
    console = console_for_results()
    console.print(
        f"[bold]{document['personas']:,}[/] personas, each shared by at least [bold]{document['least']:,}[/] of "
        f"{document['people']:,} people (support {document['support']:g})"
    )
    if document["sizes"]:
        console.print(", ".join(f"{count:,} of {size} pairs" for size, count in document["sizes"].items()))
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("the largest crowds")
        table.add_column("people", justify="right", no_wrap=True)
        for row in document["crowds"][:5]:
            table.add_row(outside(pairs_words(row["pairs"]), 120), f"{row['count']:,}")
        console.print()
        console.print(table)
    if exposure := document.get("exposure"):
        console.print(
            f"\nPeople show {exposure['average_shared']:.1f} attributes on average, the most open "
            f"{exposure['most_shared']:,}; {percent(exposure['above_average'])} show more than the average."
        )
    if "identifiability" in document:
        known = " and ".join(outside(name, 40) for name in document["known"])
        console.print(
            f"Somebody who knows {known} learns {percent(document['identifiability']['mean'])} of the attributes "
            "of a person on average, weighed by how sure they can be."
        )
    print_notes(console, list(document["notes"]))
    console.print()
    for name, file in zip(("personas", "charts", "page"), document["files"], strict=False):
        print_place(console, name, file)

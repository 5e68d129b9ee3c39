"""The results of `standout personas` in the terminal."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import percent
from standout.results.personas import Personas

_SHOWN = 5
"""The largest crowds that are printed."""


def print_personas(document: Personas) -> None:
    """How many personas there are, how large, the largest crowds, and how much people show."""
    console = console_for_results()
    console.print(f"[bold]{escape(document.headline())}[/]", highlight=False)
    if document.sizes:
        console.print(", ".join(f"{count} of {size}" for size, count in document.sizes_in_words()))
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("the largest crowds")
        table.add_column("people", justify="right", no_wrap=True)
        for persona in document.crowds[:_SHOWN]:
            table.add_row(escape(persona.words(120)), f"{persona.count:,}")
        console.print()
        console.print(table)
    if (exposure := document.exposure) is not None:
        console.print(
            f"\nPeople show {exposure.average_shared:.1f} attributes on average, the most open "
            f"{exposure.most_shared:,}; {percent(exposure.above_average)} show more than the average."
        )
    if (learned := document.learned_by_a_searcher()) is not None:
        known = " and ".join(outside(name, 40) for name in document.known or ())
        console.print(
            f"Somebody who knows {known} learns {percent(learned)} of the attributes "
            "of a person on average, weighed by how sure they can be."
        )
    print_notes(console, list(document.notes))
    console.print()
    for name, file in document.places():
        print_place(console, name, file)

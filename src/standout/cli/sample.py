"""`standout sample`: invent a dataset to try everything on."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli.printing import print_json, print_line


def sample(
    out: Path = typer.Option(
        Path("standout-sample"), "--out", metavar="DIR", help="The folder to write the sample into."
    ),
    people: int = typer.Option(2_000, "--people", metavar="N", help="How many people."),
    items: int = typer.Option(1_200, "--items", metavar="N", help="How many items."),
    interactions: int = typer.Option(150_000, "--interactions", metavar="N", help="How many interactions in all."),
    seed: int = typer.Option(1, "--seed", metavar="N", help="The same seed gives the same files."),
    json: bool = typer.Option(False, "--json", help="Print the result as JSON on standard output."),
) -> None:
    """Invent a dataset to try everything on.

    People with tastes, items few of which everybody has, values, days, and attributes that tastes leak.
    """
    from rich.console import Console
    from rich.progress import Progress

    from standout.library.prepare import invent

    notes = Console(stderr=True)
    with Progress(console=notes, transient=True, disable=not notes.is_terminal) as bar:
        task = bar.add_task("inventing interactions", total=interactions)
        result = invent(
            out,
            people=people,
            items=items,
            interactions=interactions,
            seed=seed,
            progress=lambda done: bar.update(task, completed=done),
        )
    if json:
        print_json(result.to_dict())
    else:
        print_line(f"{out}: {interactions:,} interactions of {people:,} people with {items:,} items")
        for file in result.files:
            print_line(f"  {file}")

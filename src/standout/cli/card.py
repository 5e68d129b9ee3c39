"""`standout card`: what to say beside a published dataset."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import print_json, print_line


def card(
    folder: Path = typer.Argument(..., metavar="DIR", help="An evidence pack, or the folder that an audit wrote."),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Where card.md and croissant.json go. Default: <DIR>-card here."
    ),
    as_json: bool = options.JSON,
) -> None:
    """Write a dataset card's section, and Croissant fields, with the findings.

    To be pasted beside a published dataset: Markdown for people, JSON-LD for machines.
    """
    from standout.library.card import card as make_card
    from standout.results.card import KINDS

    target = out or Path(f"{folder.resolve().name}-card")
    made = make_card(folder, out=target)
    if as_json:
        print_json(made.to_dict())
        return
    for name in KINDS:
        print_line(target / name)

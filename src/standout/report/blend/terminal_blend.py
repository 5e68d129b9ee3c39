"""Advice on a profile in the terminal: what to remove, add or change, and who one then looks like."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import counted
from standout.results.blend import Blend, BlendOption
from standout.results.personas import values_in_words

_SHOWN = 5
"""Options printed; all of them are in the JSON."""


def print_blend(document: Blend, file: Path | None = None, console: Console | None = None) -> None:
    """The options in words, cheapest first, and how exposure and identifiability move."""
    console = console or console_for_results()
    console.print(f"[bold]{document.headline()}[/]")
    if len(ties := document.as_cheap()) > 1:
        console.print(f"{len(ties):,} ways cost the same; the largest crowd comes first.")
    for number, option in enumerate(document.options[:_SHOWN], 1):
        _print_option(console, number, option)
    if len(document.options) > _SHOWN:
        console.print(f"\n{len(document.options) - _SHOWN:,} more are in the result (--json or --out).", style="dim")
    if moves := list(document.moves()):
        console.print("\n" + "\n".join(moves))
    print_notes(console, list(document.notes))
    if file is not None:
        console.print()
        print_place(console, "result", file)


def _print_option(console: Console, number: int, option: BlendOption) -> None:
    share = "shares" if option.crowd == 1 else "share"
    crowd = f"{counted(option.crowd, 'person', 'people')} {share} this"
    details = []
    if option.exactly is not None:
        details.append(f"{option.exactly:,} of them show exactly this")
    if option.also_known is not None:
        details.append(f"{option.also_known:,} also share what is known of you")
    console.print(
        f"\n{number}. [bold]{crowd}[/]{' (' + '; '.join(details) + ')' if details else ''}, cost {option.distance:g}"
    )
    for edit in option.edits:
        console.print(Padding(escape(edit.sentence()), (0, 0, 0, 3)))
    shown = "; ".join(
        f"{outside(name, 40)}: {outside(values_in_words(values), 60)}" for name, values in option.persona.items()
    )
    console.print(Padding(f"then it says: {shown}", (0, 0, 0, 3)), style="dim")

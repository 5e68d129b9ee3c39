"""Advice on a profile in the terminal: what to remove, add or change, and who one then looks like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding

from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import counted

_SHOWN = 5
"""Options printed; all of them are in the JSON."""


def print_blend(document: dict[str, Any], file: Path | None = None, console: Console | None = None) -> None:
    """The options in words, cheapest first, and how exposure and identifiability move."""
    console = console or console_for_results()
    options, others = document["options"], document["counted_in"] == "population"
    same = sum(option["distance"] == options[0]["distance"] for option in options)
    console.print(f"[bold]{_headline(options[0], others)}[/]")
    if same > 1:
        console.print(f"{same:,} ways cost the same; the largest crowd comes first.")
    for number, option in enumerate(options[:_SHOWN], 1):
        _print_option(console, number, option, others)
    if len(options) > _SHOWN:
        console.print(f"\n{len(options) - _SHOWN:,} more are in the result (--json or --out).", style="dim")
    _print_moves(console, document)
    print_notes(console, document["notes"])
    if file is not None:
        console.print()
        print_place(console, "result", file)


def _headline(option: dict[str, Any], others: bool) -> str:
    crowd = counted(option["crowd"], "person", "people")
    who = crowd.replace(" p", " other p", 1) if others else crowd
    if not option["edits"]:
        return f"You already blend in: {who} {'shares' if option['crowd'] == 1 else 'share'} all that you show."
    edits = counted(len(option["edits"]), "edit makes", "edits make")
    return f"{edits} you look like {who}."


def _print_option(console: Console, number: int, option: dict[str, Any], others: bool) -> None:
    share = "shares" if option["crowd"] == 1 else "share"
    crowd = f"{counted(option['crowd'], 'person', 'people')} {share} this"
    told = []
    if others:
        told.append(f"{option['exactly']:,} of them show exactly this")
        if "also_known" in option:
            told.append(f"{option['also_known']:,} also share what is known of you")
    console.print(
        f"\n{number}. [bold]{crowd}[/]{' (' + '; '.join(told) + ')' if told else ''}, cost {option['distance']:g}"
    )
    for edit in option["edits"]:
        console.print(Padding(_sentence(edit), (0, 0, 0, 3)))
    left = "; ".join(f"{outside(name, 40)}: {_value(value)}" for name, value in option["persona"].items())
    console.print(Padding(f"then it says: {left}", (0, 0, 0, 3)), style="dim")


def _sentence(edit: dict[str, Any]) -> str:
    name = outside(edit["attribute"], 40)
    if edit["kind"] == "remove":
        return f"remove {name} “{_value(edit['from'])}”"
    if edit["kind"] == "add":
        return f"add {name} “{_value(edit['to'])}” (not true of you)"
    return f"change {name} “{_value(edit['from'])}” to “{_value(edit['to'])}” (not true of you)"


def _value(value: str | list[str]) -> str:
    return outside(value if isinstance(value, str) else " and ".join(value), 60)


def _print_moves(console: Console, document: dict[str, Any]) -> None:
    exposure, found = document["exposure"], document.get("identifiability")
    lines = []
    if exposure["before"] is not None:
        lines.append(
            f"Exposure: {exposure['before']:.2f} → {exposure['after']:.2f} (1 is what people share on average)"
        )
    if found is not None:
        lines.append(
            f"Identifiability: {found['before']:.2f} → {found['after']:.2f} (1: everything would be learned for sure)"
        )
    if document["counted_in"] == "population":
        there = "the crowd is there" if document["options"][0]["crowd"] else "nobody is there"
        lines.append(f"Counted among {document['people']:,} people, you left aside: {there}.")
    if lines:
        console.print("\n" + "\n".join(lines))

"""The privacy label in the terminal: bars, and in words what moves a person and what one step better would take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from standout.common.plain import plain_text
from standout.label.drawing import colours, ink_on, lengths
from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import counted

_LISTED = 5
_SHORTEST, _LONGEST = 18, 44
_SIXTEEN = (
    ("green", "bright_white"), ("bright_green", "black"), ("bright_yellow", "black"), ("yellow", "black"),
    ("red", "bright_white"),
)  # fmt: skip


def print_check(
    document: dict[str, Any], *, numbers: bool = False, files: Sequence[Path] = (), console: Console | None = None
) -> None:
    """The label and what it means. The JSON document has everything; this has what a person wants to know."""
    console = console or console_for_results()
    console.print()
    for line in label_text(document["marks"], document["marks"].index(document["mark"]), console.color_system):
        console.print(line)
    console.print(f"\n[bold]{_headline(document)}[/]")
    _print_moves(console, document)
    _print_step(console, document)
    _print_unmatched(console, document)
    _print_chosen(console, document["chosen"])
    if numbers:
        _print_numbers(console, document)
    print_notes(console, document["notes"])
    if files:
        console.print()
    for file in files:
        print_place(console, "written", file)


def label_text(marks: Sequence[str], yours: int, palette: str | None) -> list[Text]:
    """The bars, the safest first: colours, lengths and words say the same. Without colours, dots show the lengths."""
    rows = []
    sizes, fill = lengths(len(marks), _SHORTEST, _LONGEST), "░" if palette is None else " "
    for at, (mark, size, (colour, ink)) in enumerate(zip(marks, sizes, _paints(len(marks), palette), strict=True)):
        bar = f" {plain_text(mark, 24)} ".ljust(round(size) - 1, fill) + "▶"
        row = Text("  ")
        row.append(bar[:-1], style=f"bold {ink} on {colour}")
        row.append(bar[-1], style=colour)
        if at == yours:
            row.append(" " * (_LONGEST + 2 - round(size)))
            row.append("◀ you", style="bold")
        rows.append(row)
    return rows


def _paints(count: int, palette: str | None) -> list[tuple[str, str]]:
    """Colours of bars and of the words on them; a terminal with sixteen colours gets the nearest of those by name."""
    if palette in ("standard", "windows"):
        steps = [round(place) for place in lengths(count, 0, len(_SIXTEEN) - 1)] if count > 1 else [0]
        return [_SIXTEEN[step] for step in steps]
    return [(colour, ink_on(colour)) for colour in colours(count)]


def _say(console: Console, text: str, indent: int = 2) -> None:
    console.print(Padding(text, (0, 0, 0, indent), expand=False))


def _bullets(console: Console, lines: Sequence[str], every: int) -> None:
    """These lines, and how many more there are."""
    for line in lines:
        _say(console, f"· {line}", 4)
    if every > len(lines):
        _say(console, f"· and {every - len(lines):,} more (--json has them all)", 4)


def _headline(document: dict[str, Any]) -> str:
    mark, group = document["mark"], document["group"]
    whose = "its group" if mark == group else f"the group “{outside(group, 40)}”"
    half = f", the {document['half']} half of {whose}" if document["half"] else ""
    return f"Your label: {outside(mark, 40)}{half}."


def _print_moves(console: Console, document: dict[str, Any]) -> None:
    rare, usual = document["rare"], document["usual_length"]
    compared = f"; people there have {usual:,.0f} on average" if usual else ""
    console.print("\n[bold]What moves you[/]")
    _say(console, f"{counted(document['all'], 'item')}{compared}. The more there are, the easier you are to find.")
    if not rare:
        _say(console, f"None of them is rare: each has at least {document['rare_below']:,} people.")
        return
    those = "is rare" if rare == 1 else "are rare"
    _say(console, f"{rare:,} of them {those}: fewer than {document['rare_below']:,} people have such an item.")
    _bullets(console, [_holders(item) for item in document["revealing"][:_LISTED]], rare)
    if (without := document["without_rare"]) is not None:
        still = "still " if without == document["mark"] else ""
        _say(console, f"Without the rare ones your label would {still}be: {outside(without, 40)}.")


def _holders(item: dict[str, Any]) -> str:
    people = "not in the bulletin" if item["holders"] is None else counted(item["holders"], "person", "people")
    return f"{outside(item['title'], 60)} ({people})"


def _print_step(console: Console, document: dict[str, Any]) -> None:
    step = document["step"]
    console.print("\n[bold]One step better[/]")
    if step is None and document["mark"] == document["marks"][0]:
        _say(console, "There is none: this is the best label.")
    elif step is None:
        _say(console, "Out of reach: even a single one of these items does not get there.")
    else:
        fewest = counted(step["leave_out"], "item")
        _say(
            console,
            f"Leave out {fewest}, and your label is: {outside(step['mark'], 40)}. Fewer will not do (this is exact, "
            "not a guess).",
        )
        _bullets(console, [outside(item["title"], 60) for item in step["items"][:_LISTED]], step["leave_out"])


def _print_unmatched(console: Console, document: dict[str, Any]) -> None:
    found = document["unmatched"]
    if not found:
        return
    counts = "counted as rare" if document["unknown"] else "not counted"
    console.print(f"\n[bold]Not found in the bulletin[/] ({len(found):,}, {counts})")
    _bullets(console, [outside(text, 70) for text in found[: 2 * _LISTED]], len(found))


def _print_chosen(console: Console, chosen: list[dict[str, Any]]) -> None:
    if not chosen:
        return
    console.print(f"\n[bold]Could mean several items[/] ({len(chosen):,}; the one that most people have was taken)")
    lines = [
        f"{outside(one['said'], 50)}: {one['fits']:,} fit, taken as {outside(one['title'] or one['item'], 60)}"
        for one in chosen[:_LISTED]
    ]
    _bullets(console, lines, len(chosen))


def _print_numbers(console: Console, document: dict[str, Any]) -> None:
    console.print("\n[bold]Numbers[/]")
    _say(console, f"score ({document['score_used']}): {document['score']:.3f}; 1 is the most private, 0 the least")
    if "expected_set" in document:
        _say(
            console,
            f"A random 5% to 20% of the list fits about {document['expected_set']:,.1f} of "
            f"{document['bulletin']['people']:,} people.",
        )
    for group in reversed(document["groups"]):
        name = outside(group["name"], 40)
        _say(console, f"{name}: {group['low']:.3f} to {group['high']:.3f}, {group['people']:,} people")

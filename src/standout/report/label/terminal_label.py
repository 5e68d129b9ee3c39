"""The privacy label in the terminal: bars, and in words what moves a person and what one step better would take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from standout.common.plain import plain_text
from standout.label.drawing import colours, ink_on, lengths
from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.results.check import Check, Choice

_LISTED = 5
_SHORTEST, _LONGEST = 18, 44
_SIXTEEN = (
    ("green", "bright_white"), ("bright_green", "black"), ("bright_yellow", "black"), ("yellow", "black"),
    ("red", "bright_white"),
)  # fmt: skip


def print_check(
    check: Check, *, numbers: bool = False, files: Sequence[Path] = (), console: Console | None = None
) -> None:
    """The label and what it means. The JSON document has everything; this has what a person wants to know."""
    console = console or console_for_results()
    console.print()
    if check.mark is not None:
        for line in label_text(check.marks, check.row, console.color_system):
            console.print(line)
        console.print()
    console.print(f"[bold]{outside(check.headline())}[/]")
    for words in (check.audit_words(), check.unknown_words()):
        if words is not None:
            console.print(outside(words))
    if check.mark is not None:
        _print_moves(console, check)
        console.print("\n[bold]One step better[/]")
        _say(console, outside(check.step_words()))
    if check.step is not None:
        _bullets(console, [outside(item.title, 60) for item in check.step.items[:_LISTED]], check.step.leave_out)
    if check.unmatched:
        console.print(f"\n[bold]Not found in the bulletin[/] ({check.unmatched_words()})")
        _bullets(console, [outside(text, 70) for text in check.unmatched[: 2 * _LISTED]], len(check.unmatched))
    _print_chosen(console, check.chosen)
    if check.inexact:
        console.print(f"\n[bold]Taken for an item that is called otherwise[/] ({len(check.inexact):,})")
        _bullets(console, [outside(taken.words()) for taken in check.inexact[:_LISTED]], len(check.inexact))
        _say(console, 'If that is wrong: --not "what you wrote", or --take "what you wrote=item".')
    if numbers:
        console.print("\n[bold]Numbers[/]")
        for words in check.number_words():
            _say(console, outside(words))
    print_notes(console, list(check.notes))
    if files:
        console.print()
    for file in files:
        print_place(console, "written", file)


def label_text(marks: Sequence[str], yours: int | None, palette: str | None) -> list[Text]:
    """The bars, the safest first: colours, lengths and words say the same. Without colours, dots show the lengths."""
    rows = []
    sizes, fill = lengths(len(marks), _SHORTEST, _LONGEST), "░" if palette is None else " "
    paints = _paints(len(marks), palette)
    for row_number, (mark, size, (colour, ink)) in enumerate(zip(marks, sizes, paints, strict=True)):
        bar = f" {plain_text(mark, 24)} ".ljust(round(size) - 1, fill) + "▶"
        row = Text("  ")
        row.append(bar[:-1], style=f"bold {ink} on {colour}")
        row.append(bar[-1], style=colour)
        if row_number == yours:
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


def _print_moves(console: Console, check: Check) -> None:
    console.print("\n[bold]What moves you[/]")
    _say(console, check.length_words())
    _say(console, check.rarity_words())
    if check.rare:
        _bullets(console, [outside(item.words()) for item in check.revealing[:_LISTED]], check.rare)
    if (without := check.without_rare_words()) is not None:
        _say(console, outside(without))


def _print_chosen(console: Console, chosen: Sequence[Choice]) -> None:
    if not chosen:
        return
    console.print(f"\n[bold]Could mean several items[/] ({len(chosen):,}; the one that most people have was taken)")
    _bullets(console, [outside(choice.words()) for choice in chosen[:_LISTED]], len(chosen))

"""Advice on posting in the terminal: who fits, what gives away, what to hide, what to mention, what a draft adds."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from standout.common.wording import percent
from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.results.advice import Advice, Draft, amount

_LISTED = 10


def print_advice(advice: Advice, file: Path | None = None, console: Console | None = None) -> None:
    """The advice in words."""
    console = console or console_for_results()
    console.print(f"[bold]{advice.headline()}[/]")
    if advice.record is not None:
        console.print(advice.record_words())
    if advice.draft is not None:
        _print_draft(console, advice.draft)
    if advice.prose:
        _print_mentions(console, advice)
        if not advice.mentions:
            print_notes(console, list(advice.notes))
            return
    else:
        _print_revealing(console, advice)
    _print_hide(console, advice)
    _print_mention(console, advice)
    if advice.estimate:
        console.print("\nEstimated from how popular items are; nothing was verified. With --data it is.")
    else:
        _print_verified(console, advice)
    if advice.unknown:
        _print_unknown(console, advice)
    print_notes(console, list(advice.notes))
    if file is not None:
        console.print()
        print_place(console, "result", file)


def _print_draft(console: Console, draft: Draft) -> None:
    console.print(f"\n{draft.headline()}")
    for row in draft.most_telling()[:_LISTED]:
        console.print(f"   {outside(row.item, 50)}: {row.bits:.1f} bits by itself")


def _print_mentions(console: Console, advice: Advice) -> None:
    """What a draft mentions, with what leaving each out would bring."""
    if not advice.mentions:
        return
    console.print("\n[bold]What you mention[/]")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("words", "taken for"):
        table.add_column(name)
    for name in ("certain", "people have it", *(() if advice.estimate else ("others without it",))):
        table.add_column(name, justify="right")
    for row in advice.mentions:
        without = () if advice.estimate else (advice.standing_words(row.others),)
        table.add_row(outside(row.words, 40), outside(row.item, 40), percent(row.certain), f"{row.holders:,}", *without)
    console.print(table)


def _print_revealing(console: Console, advice: Advice) -> None:
    rows = advice.telling()
    if not rows:
        return
    console.print(
        "\n[bold]What makes you stand out[/], the most telling first; each further one among those still left"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("item")
    table.add_column("bits", justify="right")
    table.add_column("people left", justify="right")
    for row in rows[:_LISTED]:
        table.add_row(outside(row.item, 50), f"{row.bits:.1f}", amount(row.left))
    console.print(table)
    if len(rows) > _LISTED:
        console.print(f"and {len(rows) - _LISTED:,} more", style="dim")


def _print_hide(console: Console, advice: Advice) -> None:
    for what, outcome, items in advice.hide_words():
        console.print(f"\n[bold]{what}[/]{outcome}")
        for item in items[:_LISTED]:
            console.print(f"   {outside(item, 60)}")
        if len(items) > _LISTED:
            console.print(f"   and {len(items) - _LISTED:,} more", style="dim")


def _print_mention(console: Console, advice: Advice) -> None:
    what, outcome, items = advice.mention_words()
    console.print()
    console.print(f"[bold]{what}[/]{outcome} {outside(', '.join(items), 1_000)}" if items else outcome)


def _print_verified(console: Console, advice: Advice) -> None:
    verified = advice.verification
    if verified is None:
        return
    console.print(
        "\n[bold]Attacked again[/]: how many others come before you or level with you. Where several records may be "
        "yours, the one in the middle counts."
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("attack")
    for column in ("now", "left out" if advice.prose else "hidden", "and mentioned", "popular ignored"):
        table.add_column(column, justify="right")
    for row in verified.attacks:
        table.add_row(row.attack, *map(advice.standing_words, (row.before, row.hidden, row.mentioned, row.ignoring)))
    console.print(table)
    for verdict in advice.verdicts():
        console.print(verdict)


def _print_unknown(console: Console, advice: Advice) -> None:
    names = ", ".join(outside(name, 40) for name in advice.unknown[:_LISTED])
    more = f" and {len(advice.unknown) - _LISTED:,} more" if len(advice.unknown) > _LISTED else ""
    console.print(f"\nNot found: {names}{more}; {advice.unknown_words()}.")

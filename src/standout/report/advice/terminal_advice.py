"""Advice on posting in the terminal: who fits, what gives away, what to hide, what to mention, what a draft adds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from standout.report.terminal import console_for_results, outside, print_notes, print_place
from standout.report.words import counted

_LISTED = 10


def print_advice(document: dict[str, Any], file: Path | None = None, console: Console | None = None) -> None:
    """The advice in words."""
    console = console or console_for_results()
    console.print(f"[bold]{_headline(document)}[/]")
    if "draft" in document:
        _print_draft(console, document)
    _print_revealing(console, document)
    _print_hide(console, document)
    _print_mention(console, document)
    if document["estimate"]:
        console.print("\nEstimated from how popular items are; nothing was verified. With --data it is.")
    else:
        _print_verified(console, document)
    if document["unknown"]:
        _print_unknown(console, document)
    print_notes(console, document["notes"])
    if file is not None:
        console.print()
        print_place(console, "result", file)


def _number(amount: float) -> str:
    """People, counted or estimated."""
    return f"{amount:,}" if isinstance(amount, int) else "less than one" if amount < 1 else f"about {amount:,.0f}"


def _people(amount: float) -> str:
    if isinstance(amount, int):
        return counted(amount, "person", "people")
    return f"{_number(amount)} {'person' if amount < 1.5 else 'people'}"


def _headline(document: dict[str, Any]) -> str:
    shown = counted(document["shown"], "item")
    among = f"of {document['people']:,} people"
    if document["estimate"]:
        return (
            f"{_number(document['others']).capitalize()} others {among} are expected to have all {shown} that you show."
        )
    if document["fits"] == 0:
        return f"Nobody {among} has all {shown} that you show."
    if document["fits"] == 1:
        return f"One record {among} has all {shown} that you show: if you are in the data, it is yours."
    others = counted(document["others"], "other", "others")
    return (
        f"{_people(document['fits'])} {among} have all {shown} that you show: you and {others}, if you are in the data."
    )


def _print_draft(console: Console, document: dict[str, Any]) -> None:
    draft = document["draft"]
    console.print(
        f"\nThis post: before it, {_people(draft['before'])} fitted; with it, {_people(draft['after'])} "
        f"({draft['bits']:.1f} bits)."
    )
    for row in sorted(draft["items"], key=lambda row: -row["bits"])[:_LISTED]:
        console.print(f"   {outside(row['item'], 50)}: {row['bits']:.1f} bits by itself")


def _print_revealing(console: Console, document: dict[str, Any]) -> None:
    rows = [row for row in document["revealing"] if row["bits"] >= 0.05]
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
        table.add_row(outside(row["item"], 50), f"{row['bits']:.1f}", _number(row["left"]))
    console.print(table)
    if len(rows) > _LISTED:
        console.print(f"and {len(rows) - _LISTED:,} more", style="dim")


def _print_hide(console: Console, document: dict[str, Any]) -> None:
    k = document["k"]
    if not document["hide"]:
        console.print(f"\nHiding cannot help: there are not {k:,} others in all.")
        return
    for number, way in enumerate(document["hide"]):
        others = counted(way["others"], "other", "others") if isinstance(way["others"], int) else _number(way["others"])
        if not way["items"]:
            console.print(f"\n[bold]Nothing needs to be hidden[/] for {k:,} others to fit: {others} do.")
            continue
        sure = "no smaller set will do" if way["exact"] else "found step by step; a smaller set may do"
        what = "To hold in every attack, hide" if number else "Hide"
        hidden = counted(len(way["items"]), "item")
        console.print(f"\n[bold]{what} {hidden}[/] of {document['shown']:,}, and {others} fit ({sure}):")
        for item in way["items"][:_LISTED]:
            console.print(f"   {outside(item, 60)}")
        if len(way["items"]) > _LISTED:
            console.print(f"   and {len(way['items']) - _LISTED:,} more", style="dim")


def _print_mention(console: Console, document: dict[str, Any]) -> None:
    rows = document["mention"]
    if not rows:
        console.print("\nNo item is popular enough to mention instead without pointing at somebody.")
        return
    what = ", ".join(f"{outside(row['item'], 40)} ({row['holders']:,} people)" for row in rows)
    console.print(f"\n[bold]You might mention instead[/] (not true of you): {what}")


def _print_verified(console: Console, document: dict[str, Any]) -> None:
    verified = document["verified"]
    console.print(
        "\n[bold]Attacked again[/]: how many others come before you or level with you. Where several records may be "
        "yours, the one in the middle counts."
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("attack")
    for column in ("now", "hidden", "and mentioned"):
        table.add_column(column, justify="right")
    for row in verified["attacks"]:
        table.add_row(
            row["attack"], *(_rank(row.get(key), document["people"]) for key in ("before", "hidden", "mentioned"))
        )
    console.print(table)
    for what, words in (("hide", "Hiding"), ("mention", "Hiding and mentioning")):
        held = "holds in every attack" if verified[what] else f"does not bring {document['k']:,} others in every attack"
        if what == "hide" or document["mention"]:
            console.print(f"{words} {held}.")


def _rank(others: int | None, people: int) -> str:
    return "" if others is None else "lost" if others >= people else f"{others:,}"


def _print_unknown(console: Console, document: dict[str, Any]) -> None:
    unknown = document["unknown"]
    names = ", ".join(outside(name, 40) for name in unknown[:_LISTED])
    more = f" and {len(unknown) - _LISTED:,} more" if len(unknown) > _LISTED else ""
    them = "it" if len(unknown) == 1 else "them"
    means = f"{them} counts as rare" if them == "it" else "they count as rare"
    told = means if document["estimate"] else f"in this data nobody is recognised by {them}"
    console.print(f"\nNot found: {names}{more}; {told}.")

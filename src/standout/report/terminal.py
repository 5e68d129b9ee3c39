"""Results in the terminal: plain words, tables that fit 80 columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from standout.report.labels import plain_text

_WIDTH = 80


def percent(estimate: dict[str, float] | None) -> str:
    """A rate in whole percent, tenths below 1%, with its interval: "96% [95–97]"."""
    if estimate is None:
        return "–"
    return f"{_share(estimate['rate'])}% [{_share(estimate['low'])}–{_share(estimate['high'])}]"


def _share(share: float) -> str:
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}"
    return f"{100 * share:.1f}" if share < 0.0995 or share > 0.9905 else f"{100 * share:.0f}"


def best_by_adversary(document: dict[str, Any]) -> list[dict[str, Any]]:
    """For each adversary, the finding of the attack that finds most people: the worst case."""
    best: dict[str, dict[str, Any]] = {}
    for found in document["findings"]:
        if "1" not in found["identified"]:
            continue
        name = found["adversary"]["name"]
        if name not in best or found["identified"]["1"]["rate"] > best[name]["identified"]["1"]["rate"]:
            best[name] = found
    return list(best.values())


def print_audit(document: dict[str, Any], folder: Path) -> None:
    """The summary of an audit."""
    console = _console()
    data = document["data"]
    console.print(
        f"[bold]{data['people']:,}[/] people, [bold]{data['items']:,}[/] items, "
        f"[bold]{data['interactions']:,}[/] interactions"
    )
    rows = best_by_adversary(document)
    if rows:
        worst = max(rows, key=lambda found: found["identified"]["1"]["rate"])
        rate = worst["identified"]["1"]
        console.print(
            f"\n[bold]{percent(rate)} of people can be found[/] by someone who …\n"
            f"{_plain(worst['adversary']['sentence'])}"
        )
        console.print(f"Blind guessing finds {100 * worst['blind_guess']['1']:.2g}%.\n")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("who is looking")
    table.add_column("first", justify="right", no_wrap=True)
    table.add_column("top 10", justify="right", no_wrap=True)
    table.add_column("named", justify="right", no_wrap=True)
    table.add_column("best attack")
    for found in rows:
        table.add_row(
            _plain(found["adversary"]["name"]),
            percent(found["identified"]["1"]),
            f"{_share(found['identified']['10']['rate'])}%",
            f"{_share(found['declared']['correct']['rate'])}%",
            found["attack"],
        )
    console.print(table)
    console.print(
        "first: the true record comes out first, alone; named: the attack also says so;\n"
        "in brackets the 95% interval. Every attack and figure is in the report.",
        style="dim",
    )
    _print_people(console, document)
    _print_notes(console, document["notes"])
    console.print(f"\nreport: {folder / 'report.html'}", highlight=False, soft_wrap=True, markup=False)


def _print_people(console: Console, document: dict[str, Any]) -> None:
    personal = document["personal"]
    always = next((row["people"] for row in personal["found_share"] if row["found"] == "100%"), 0)
    if personal["people"]:
        console.print(
            f"\n{always:,} of {personal['people']:,} people were found in every one of {personal['draws']} tries "
            f"({personal['adversary']}, {personal['attack']})."
        )
    items = document["revealing_items"][:3]
    if items:
        console.print("Most revealing: " + "; ".join(_plain(row["item"], 40) for row in items) + ".")


def print_link(document: dict[str, Any], folder: Path) -> None:
    """The summary of a link: rates where the truth is known, and the strongest lineups."""
    console = _console()
    console.print(
        f"{document['public']['people']:,} public people looked for among {document['data']['people']:,} released records; "
        f"{document['public']['matched_items']:,} items matched"
    )
    for found in document["findings"]:
        declared = found["declared"]
        if not found["targets"]:
            continue
        console.print(
            f"\n[bold]{percent(found['identified']['1'])} come out first[/], "
            f"{percent(found['identified']['10'])} among the first ten.\n"
            f"Named: rightly {percent(declared['correct'])}, wrongly {percent(declared['wrong'])}."
        )
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column, side in (
        ("target", "left"),
        ("best record", "left"),
        ("stands out by", "right"),
        ("verdict", "left"),
    ):
        table.add_column(column, justify="right" if side == "right" else "left")
    for row in document["lineups"][:10]:
        best = row["candidates"][0]["record"] if row["candidates"] else "–"
        verdict = "this one" if row["verdict"] else "nobody stands out"
        table.add_row(_plain(row["target"], 24), _plain(best, 24), f"{row['eccentricity']:.1f}", verdict)
    console.print()
    console.print(table)
    _print_notes(console, document["notes"])
    console.print(f"\nlineups: {folder / 'link.json'}", highlight=False, soft_wrap=True, markup=False)


def _print_notes(console: Console, notes: list[str]) -> None:
    if notes:
        console.print()
    for note in notes:
        console.print(f"note: {_plain(note)}", style="dim")


def _plain(text: str, longest: int = 300) -> str:
    """Text from outside, harmless for the terminal and for rich's markup."""
    return escape(plain_text(text, longest))


def _console() -> Console:
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH)

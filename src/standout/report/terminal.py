"""Results in the terminal: plain words, tables that fit 80 columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from standout.common.plain import plain_path, plain_text
from standout.report.audit.view import rate
from standout.report.words import counted, interval, percent

_WIDTH = 80
_COLUMNS = (("identified", "10"), ("declared", "correct"), ("declared", "wrong"))


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
    console, data = console_for_results(), document["data"]
    console.print(
        f"[bold]{counted(data['people'], 'person', 'people')}[/], [bold]{counted(data['items'], 'item')}[/], "
        f"[bold]{counted(data['interactions'], 'interaction')}[/]"
    )
    rows = best_by_adversary(document)
    if rows:
        _print_worst(console, rows, document["settings"]["targets"], data["people"])
    else:
        console.print("\nNobody could be looked for:")
        print_notes(console, sorted({note for found in document["findings"] for note in found["notes"]}))
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("who is looking")
    for column in ("found first", "top 10", "named", "wrongly"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("best attack")
    for found in rows:
        table.add_row(
            outside(found["adversary"]["name"], 24),
            interval(rate(found["identified"]["1"])),
            *(_short(found[what][how]["rate"]) for what, how in _COLUMNS),
            found["attack"],
        )
    console.print(table)
    console.print(
        "found first: the true record comes out first, alone, [95% interval in brackets];\n"
        "named, wrongly: how often the attack itself names the right, or a wrong person.\n"
        "Every attack and figure is in the report.",
        style="dim",
        markup=False,
    )
    _print_people(console, document)
    print_notes(console, document["notes"])
    console.print()
    print_place(console, "report", folder / "report.html")


def _short(share: float) -> str:
    """A percentage for a narrow column."""
    return percent(share).replace("over ", ">").replace("under ", "<")


def _print_worst(console: Console, rows: list[dict[str, Any]], targets: int, people: int) -> None:
    worst = max(rows, key=lambda found: float(found["identified"]["1"]["rate"]))
    sentence = outside(worst["adversary"]["sentence"])
    found = escape(interval(rate(worst["identified"]["1"])))
    looked = "people" if targets == people else f"{targets:,} people looked for"
    whom = (
        looked if worst["targets"] == targets else f"the {worst['targets']:,} with enough items, of {targets:,} people,"
    )
    blind = worst["blind_guess"]["1"]
    console.print(
        f"\n[bold]{found} of {whom} can be found[/] by someone who\n{sentence[:1].lower()}{sentence[1:]}\n"
        f"A blind guess finds {f'{100 * blind:.0f}' if blind >= 0.01 else f'{100 * blind:.2g}'}%.\n"
    )
    if blind > 0.05:
        console.print("With so few records, blind guessing often succeeds, too: read the rates with care.\n")


def _print_people(console: Console, document: dict[str, Any]) -> None:
    personal = document["personal"]
    most = personal["found_share"][-1:]
    if personal["people"] and most:
        tries = f"in every one of {personal['draws']} tries" if personal["draws"] > 1 else "in the one try each"
        tries = tries if most[0]["found"] == "100%" else f"in {most[0]['found']} of {personal['draws']} tries"
        console.print(
            f"\n{most[0]['people']:,} of {personal['people']:,} people were found {tries} "
            f"({outside(personal['adversary'])}, {personal['attack']})."
        )
    if items := document["revealing_items"][:3]:
        console.print("Most revealing: " + "; ".join(outside(row["item"], 40) for row in items) + ".")


def print_link(document: dict[str, Any], folder: Path) -> None:
    """The summary of a link: rates where the truth is known, and the strongest lineups."""
    console = console_for_results()
    console.print(
        f"{document['public']['people']:,} public people looked for among {document['data']['people']:,} "
        f"released records; {document['public']['matched_items']:,} items matched"
    )
    for found in document["findings"]:
        if found["targets"]:
            first, ten = (escape(interval(rate(found["identified"][k]))) for k in ("1", "10"))
            right, wrong = (escape(interval(rate(found["declared"][how]))) for how in ("correct", "wrong"))
            console.print(f"\n[bold]{first} come out first[/], {ten} among the first ten.")
            console.print(f"Named: rightly {right}, wrongly {wrong}.")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("target")
    table.add_column("best record")
    table.add_column("stands out by", justify="right")
    table.add_column("verdict")
    for row in document["lineups"][:10]:
        best = row["candidates"][0]["record"] if row["candidates"] else "–"
        verdict = "this one" if row["verdict"] is not None else "nobody stands out"
        table.add_row(outside(row["target"], 24), outside(best, 24), f"{row['eccentricity']:.1f}", verdict)
    console.print()
    console.print(table)
    print_notes(console, document["notes"])
    console.print()
    print_place(console, "lineups", folder / "link.json")


def print_notes(console: Console, notes: list[str]) -> None:
    """What was noticed on the way."""
    if notes:
        console.print()
    for note in notes:
        console.print(f"note: {outside(note)}", style="dim")


def print_place(console: Console, what: str, file: Path | str) -> None:
    """Where a result is, on one line that can be copied."""
    console.print(f"{what}: {plain_path(file)}", soft_wrap=True, markup=False)


def outside(text: str, longest: int = 300) -> str:
    """Text from outside, harmless for the terminal and for rich's markup."""
    return escape(plain_text(text, longest))


def console_for_results() -> Console:
    """Standard output; 80 columns wide where it is not a terminal."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=_WIDTH)

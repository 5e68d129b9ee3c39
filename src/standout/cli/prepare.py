"""`standout prepare`: read data once, so that every other command opens it at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from standout.cli import options
from standout.cli.printing import note, print_json, print_line
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.data.model import Interactions


def prepare(
    data: str = options.DATA,
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the result. Default: <data name>.standout here."
    ),
    columns: str | None = options.COLUMNS,
    titles: Path | None = options.TITLES,
    skip_bad_rows: bool = options.SKIP_BAD_ROWS,
    any_year: bool = options.ANY_YEAR,
    memory: str | None = options.MEMORY,
    as_json: bool = options.JSON,
) -> None:
    """Read data once, so that other commands open it at once."""
    import sys

    from standout.common.memory import keeping_to, parse_memory
    from standout.data.prepared import KIND, is_prepared
    from standout.io.reading import check_there, read
    from standout.outputs.places import check_replaced

    check_there(data)
    if is_prepared(Path(data)) and out is not None:
        raise BadInput(f"{data}: is prepared already; copy the folder if you want another one")
    if is_prepared(Path(data)):
        folder = Path(data)
        note("already a prepared dataset: checked, and left as it is")
    else:
        folder = out or Path(f"{Path(data).resolve().name}.standout")
        check_replaced(folder, KIND, (data, titles))
        if sys.stderr.isatty():
            note(f"reading {data!r} …")
    with keeping_to(parse_memory(memory)):
        interactions = read(
            data,
            columns=options.parse_columns(columns),
            skip_bad_rows=skip_bad_rows,
            titles=titles,
            into=folder,
            any_year=any_year,
        )
    summary = summary_of(interactions, folder)
    if as_json:
        print_json(summary)
        return
    for line in _lines(summary):
        print_line(line)


def summary_of(interactions: Interactions, folder: Path) -> dict[str, Any]:
    """What was read, as plain values."""
    from datetime import date, timedelta

    scale, source = interactions.scale, interactions.source
    summary: dict[str, Any] = {
        "prepared": str(folder),
        "people": interactions.people,
        "items": interactions.items,
        "interactions": interactions.count,
        "values": {"kind": scale.kind, "labels": list(scale.labels)},
        "titles": interactions.vocabulary.titles is not None,
        "files": list(source.files),
        "sha256": source.sha256,
        "notes": list(source.notes),
    }
    if interactions.first_day is not None:
        first = date(1970, 1, 1) + timedelta(days=interactions.first_day)
        last = first + timedelta(days=interactions.last_day)
        summary["days"] = {
            "first": first.isoformat(),
            "last": last.isoformat(),
            "count": interactions.last_day + 1,
        }
    return summary


def _lines(summary: dict[str, Any]) -> list[str]:
    kind, labels = summary["values"]["kind"], summary["values"]["labels"]
    shown = ", ".join(labels) if len(labels) <= 12 else f"{labels[0]} to {labels[-1]} in {len(labels)} steps"
    days = summary.get("days")
    return [
        f"people        {summary['people']:,}",
        f"items         {summary['items']:,}{' (with titles)' if summary['titles'] else ''}",
        f"interactions  {summary['interactions']:,}",
        f"values        {'none' if kind == 'none' else f'{kind}: {shown}'}",
        f"days          {days['first'] + ' to ' + days['last'] if days else 'none'}",
        *(f"note          {note}" for note in summary["notes"]),
        f"prepared in   {summary['prepared']}",
    ]

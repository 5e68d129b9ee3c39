"""`standout check`: how much a person stands out, computed from their own history and a published bulletin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from standout.cli import options
from standout.cli.printing import note, print_json
from standout.common.files import Content, private_folder, write_together
from standout.common.plain import json_text
from standout.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standout.label.bulletin.bulletin import Bulletin

RESULT, DRAWN = "check.json", "label.svg"


def check(
    history: Path = typer.Argument(
        ...,
        metavar="HISTORY",
        help="What you watched, read or heard: a list with a title or item id to a line, a CSV with a column of items, "
        "or an export from Netflix, Letterboxd, Goodreads, IMDb or Last.fm.",
    ),
    bulletin: str = typer.Option(
        ..., "--bulletin", metavar="FILE-or-URL", help="The bulletin.json that a provider publishes."
    ),
    label: Path | None = typer.Option(
        None, "--label", metavar="FILE", help="Also draw the label into this file; its name ends in .svg or .png."
    ),
    score: str = typer.Option(
        "better", "--score", metavar="better|paper", help="Which of the bulletin's two scores to use."
    ),
    key: Path | None = typer.Option(
        None, "--key", metavar="FILE", help="The provider's public key: refuse a bulletin that it did not sign."
    ),
    columns: str | None = typer.Option(
        None,
        "--columns",
        metavar="ROLE=NAME,…",
        help="For a CSV: which column is what, by name or (without a header) by number: item=…,title=…,user=….",
    ),
    person: str | None = typer.Option(
        None, "--person", metavar="ID", help="Which person of HISTORY you are, if it holds several."
    ),
    only_known: bool = typer.Option(
        False, "--only-known", help="Do not count what the bulletin does not know. Usually it counts as rare."
    ),
    numbers: bool = typer.Option(False, "--numbers", help="Also show the score as a number."),
    seed: int = options.SEED,
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Also write the result there, as check.json and label.svg."
    ),
    as_json: bool = options.JSON,
) -> None:
    """Say how much you stand out, and what makes it so.

    Computed here, from your history and a provider's bulletin. Nothing is sent; only a bulletin's URL is fetched.
    """
    from standout.auditing.settings import check_numbers
    from standout.label.bulletin.standing import about, remarks, signature_of
    from standout.label.drawing import Label, drawn_as
    from standout.label.person.history import read_history
    from standout.label.person.self_check import check as checked_by
    from standout.label.person.self_check import document_of

    check_numbers(seed, None)
    _check_places(label, out, (history, bulletin, key))
    read = read_history(history, options.parse_columns(columns), person)
    published = read_published(bulletin)
    signed = signature_of(published, key)
    checked = checked_by(read, published, score, only_known=only_known)
    document = document_of(checked)
    document |= {
        "seed": seed,
        "bulletin": about(published, signed),
        "notes": [*document["notes"], *remarks(published, signed)],
    }
    drawn = Label(checked.marks, checked.row, _lines(document, numbers))
    text = json_text(document) + "\n"
    files: dict[Path, Content] = {}
    if out is not None:
        files[private_folder(out) / RESULT] = text.encode()
        files[out / DRAWN] = drawn_as(drawn, out / DRAWN)
    if label is not None:
        files[label] = drawn_as(drawn, label)
    write_together(files)
    if as_json:
        print_json(document)
    else:
        from standout.report.label.terminal_label import print_check

        places = ([] if out is None else [out / RESULT, out / DRAWN]) + ([] if label is None else [label])
        print_check(document, numbers=numbers, files=places)


def _check_places(label: Path | None, out: Path | None, inputs: Sequence[str | Path | None]) -> None:
    """Say before the work that a result cannot be put there."""
    from standout.label.drawing import label_kind
    from standout.outputs.places import check_files, check_folder

    if out is not None and out.exists() and not out.is_dir():
        raise BadInput(f"--out {out}: is a file; name a folder")
    if out is not None:
        check_folder(out, {RESULT: "check", DRAWN: "label"}, inputs)
    if label is None:
        return
    label_kind(label)
    if label.is_dir():
        raise BadInput(f"--label {label}: is a folder; name a file in it")
    if not label.parent.is_dir():
        raise BadInput(f"--label {label}: no such folder; make it first")
    check_files({label: "label"}, inputs)
    if out is not None and label.resolve() in ((out / RESULT).resolve(), (out / DRAWN).resolve()):
        raise BadInput(f"--label {label}: a result of --out gets this name; choose another one")


def read_published(place: str) -> Bulletin:
    """A bulletin from a file, or fetched from where it is published."""
    from standout.label.bulletin.bulletin import read_bulletin
    from standout.label.bulletin.fetching import is_address

    return read_bulletin(_fetched(place) if is_address(place) else Path(place))


def _fetched(address: str) -> bytes:
    from standout.label.bulletin.fetching import fetched, host_of

    note(f"fetching the bulletin from {host_of(address)}; nothing about you is sent")
    return fetched(address)


def _lines(document: dict[str, Any], numbers: bool) -> tuple[str, ...]:
    """The small print of the drawn label."""
    signed = "" if document["bulletin"]["signed"] else ", not signed"
    made = f"bulletin of {document['bulletin']['date']}, {document['bulletin']['people']:,} people{signed}"
    return (f"score {document['score']:.3f} of 1 ({document['score_used']})", made) if numbers else (made,)

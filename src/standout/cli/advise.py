"""`standout advise`: what a post gives away, what to hide, and what to mention instead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from standout.cli import options
from standout.cli.printing import print_json
from standout.common.plain import json_text
from standout.errors import BadInput

if TYPE_CHECKING:
    from standout.advising.posting_advice import Wishes
    from standout.label.person.history import History

RESULT = "advise.json"


def advise(
    history: Path = typer.Argument(
        ...,
        metavar="HISTORY",
        help="What you show: a list with a title or item id to a line, a CSV with a column of items, or an export from "
        "Netflix, Letterboxd, Goodreads, IMDb or Last.fm.",
    ),
    data: str | None = typer.Option(
        None, "--data", metavar="DATA", help="The data in which you might be found: every suggestion is verified there."
    ),
    bulletin: str | None = typer.Option(
        None, "--bulletin", metavar="FILE-or-URL", help="Without the data: a provider's bulletin, for estimates."
    ),
    draft: str | None = typer.Option(
        None,
        "--draft",
        metavar="ITEMS",
        help="A post you have not made yet: how much it would add. E.g. 'Heat; Fargo'.",
    ),
    k: int = typer.Option(10, "--k", metavar="N", help="How many others should fit what you show."),
    mentions: int = typer.Option(5, "--mentions", metavar="N", help="How many items to mention instead, at most."),
    decoy_crowd: int = typer.Option(
        100, "--decoy-crowd", metavar="N", help="How many people must have an item that is suggested."
    ),
    show: str = typer.Option(
        "items", "--show", metavar="items|values|dates|all", help="What else your posts show besides the items."
    ),
    attack: list[str] = typer.Option(
        [], "--attack", metavar="NAME", help="Verify with this attack; may be repeated. Default: those of audit."
    ),
    columns: str | None = options.COLUMNS,
    titles: Path | None = options.TITLES,
    person: str | None = typer.Option(
        None, "--person", metavar="ID", help="Which person of HISTORY you are, if it holds several."
    ),
    seed: int = options.SEED,
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Also write the result there, as advise.json."),
    as_json: bool = options.JSON,
) -> None:
    """Say what your posts give away, and what to hide or mention instead.

    How many people fit what you show, which few items make you stand out, the smallest set to hide so that enough
    others fit, and what a draft would add. Nothing leaves this machine.
    """
    from standout.advising.posting_advice import Wishes
    from standout.auditing.settings import check_numbers
    from standout.label.person.history import read_history

    check_numbers(seed, None)
    wishes = Wishes(k, mentions, decoy_crowd)
    if (data is None) == (bulletin is None):
        raise BadInput("give either --data, the data you might be found in, or --bulletin, what its provider publishes")
    if out is not None and out.exists() and not out.is_dir():
        raise BadInput(f"--out {out}: is a file; name a folder")
    if out is not None:
        from standout.outputs.places import check_folder

        check_folder(out, {RESULT: "advice"}, (history, data, bulletin, titles))
    read = read_history(history, options.parse_columns(columns), person)
    if data is not None:
        document = _from_data(data, titles, read, draft, wishes, show, attack)
    else:
        if show != "items" or attack:
            raise BadInput("--show and --attack need --data: a bulletin only says how many people have each item")
        document = _from_bulletin(str(bulletin), read, draft, wishes)
    document = {"seed": seed, **document}
    text = json_text(document) + "\n"
    if out is not None:
        from standout.common.files import private_folder, write_whole

        write_whole(private_folder(out) / RESULT, text.encode())
    if as_json:
        print_json(document)
    else:
        from standout.report.advice.terminal_advice import print_advice

        print_advice(document, None if out is None else out / RESULT)


def _from_data(
    data: str, titles: Path | None, history: History, draft: str | None, wishes: Wishes, show: str, attack: list[str]
) -> dict[str, Any]:
    from standout.advising.details import details_for
    from standout.advising.showing import advice_from_data, catalogue_of, drafted
    from standout.attacks import DEFAULT_ATTACKS, attacks
    from standout.io.reading import read

    chosen = attacks(attack or list(DEFAULT_ATTACKS))
    there = read(data, titles=titles)
    catalogue = catalogue_of(there)
    post = None if draft is None else drafted(draft, catalogue)
    details = details_for(show, there)
    return advice_from_data(there, catalogue, history, chosen, wishes, draft=post, details=details)


def _from_bulletin(bulletin: str, history: History, draft: str | None, wishes: Wishes) -> dict[str, Any]:
    from standout.advising.showing import advice_from_bulletin, catalogue_in, drafted
    from standout.cli.check import read_published
    from standout.label.bulletin.standing import about, remarks, signature_of

    published = read_published(bulletin)
    post = None if draft is None else drafted(draft, catalogue_in(published))
    signed = signature_of(published)
    document = advice_from_bulletin(published, history, wishes, draft=post)
    return document | {
        "bulletin": about(published, signed),
        "notes": [*document["notes"], *remarks(published, signed)],
    }

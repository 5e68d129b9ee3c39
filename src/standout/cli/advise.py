"""`standout advise`: what a post gives away, what to hide, and what to mention instead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from standout.cli import options
from standout.cli.printing import note, print_json

if TYPE_CHECKING:
    from standout.mentioning.cues import Kind


def advise(
    history: Path = typer.Argument(
        ...,
        metavar="HISTORY",
        help="What you are about to post, in prose; or what you show: a list with a title or item id to a line, a CSV "
        "with a column of items, or the download from a service as it came.",
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
    record: Path | None = typer.Option(
        None, "--record", metavar="FILE", help="What you have: your record is looked for, and none of it is suggested."
    ),
    posted: Path | None = typer.Option(
        None,
        "--posted",
        metavar="FILE",
        help="What you posted before, in prose or as a list: what does this add?",
    ),
    prose: bool | None = typer.Option(
        None, "--prose/--list", help="Whether HISTORY is prose, or a list. Default: seen from its lines."
    ),
    kind: str | None = typer.Option(
        None, "--kind", metavar="films|books|music|any", help="What the items are. Default: seen from their titles."
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
    data_columns: str | None = typer.Option(
        None, "--data-columns", metavar="ROLE=NAME,…", help="The same for --data: user=…,item=…,value=…,time=…,title=…."
    ),
    titles: Path | None = options.TITLES,
    person: str | None = typer.Option(
        None,
        "--person",
        "--profile",
        metavar="NAME",
        help="Which person or profile of HISTORY you are, if it holds several.",
    ),
    seed: int = options.SEED,
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Also write the result there, as advise.json."),
    as_json: bool = options.JSON,
) -> None:
    """Say what your posts give away, and what to hide or mention instead.

    Reads a draft: what it mentions, whom that points at, which words to leave out, what to mention instead. Of a list:
    how many people fit it, which few items make you stand out, the smallest set to hide so that enough others fit.
    Nothing leaves this machine.
    """
    from standout.library.advise import advise as advise_on
    from standout.report.advice.terminal_advice import print_advice
    from standout.results.advice import Advice

    advice = advise_on(
        history,
        data=data,
        bulletin=bulletin,
        draft=draft,
        k=k,
        mentions=mentions,
        decoy_crowd=decoy_crowd,
        show=show,
        attacks=attack or None,
        columns=options.parse_columns(columns),
        data_columns=options.parse_columns(data_columns),
        titles=titles,
        person=person,
        record=record,
        posted=posted,
        prose=prose,
        kind=cast("Kind | None", kind),
        seed=seed,
        out=out,
        tell=note,
    )
    if as_json:
        print_json(advice.to_dict())
    else:
        print_advice(advice, None if out is None else out / Advice.FILE)

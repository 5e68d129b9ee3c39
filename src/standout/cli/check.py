"""`standout check`: how much a person stands out, computed from their own history and a published bulletin."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import note, print_json


def check(
    history: Path = typer.Argument(
        ...,
        metavar="HISTORY",
        help="What you watched, read or heard: a list with a title or item id to a line, a CSV with a column of items, "
        "or the download from Netflix, Letterboxd, Goodreads, IMDb, Last.fm, Spotify, YouTube, Trakt, Amazon or Steam, "
        "also as the zip it came in.",
    ),
    bulletin: str = typer.Option(
        ..., "--bulletin", metavar="FILE-or-URL", help="The bulletin.json that a provider publishes."
    ),
    label: Path | None = typer.Option(
        None, "--label", metavar="FILE", help="Also draw the label into this file; its name ends in .svg or .png."
    ),
    score: str | None = typer.Option(
        None,
        "--score",
        metavar="hiding|better|paper",
        help="Which of the bulletin's scores to use; paper has the bars and words of the paper. Default: hiding.",
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
        None,
        "--person",
        "--profile",
        metavar="NAME",
        help="Which person or profile of HISTORY you are, if it holds several.",
    ),
    only_known: bool = typer.Option(
        False, "--only-known", help="Say nothing of what the label would be if what was not found counted as rare."
    ),
    count_unknown: bool = typer.Option(
        False, "--count-unknown", help="Count what was not found as rare. Usually it is not counted."
    ),
    least_found: float = typer.Option(
        0.6, "--least-found", metavar="SHARE", help="Give no label where less of the history is found."
    ),
    titles: Path | None = typer.Option(
        None,
        "--titles",
        metavar="FILE",
        help="Further names of items, such as localised titles: a CSV with columns item (or title) and alias.",
    ),
    refuse: list[str] = typer.Option(
        [], "--not", metavar="TITLE", help="This line of HISTORY is not what it was taken for. May be repeated."
    ),
    take: list[str] = typer.Option(
        [], "--take", metavar="TITLE=ITEM", help="This line of HISTORY means this item. May be repeated."
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
    from standout.library.check import check as check_history
    from standout.report.label.terminal_label import print_check
    from standout.results.check import LABEL_FILE, Check

    checked = check_history(
        history,
        bulletin,
        score=score,
        person=person,
        key=key,
        columns=options.parse_columns(columns),
        only_known=only_known,
        count_unknown=count_unknown,
        least_found=least_found,
        titles=titles,
        refuse=refuse,
        take=take,
        numbers=numbers,
        seed=seed,
        label=label,
        out=out,
        tell=note,
    )
    if as_json:
        print_json(checked.to_dict())
    else:
        results = [] if out is None else [out / Check.FILE, out / LABEL_FILE]
        print_check(checked, numbers=numbers, files=[*results, *([] if label is None else [label])])

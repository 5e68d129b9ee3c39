"""`standout link`: look for everyone of a public dataset in a released one."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import typer

from standout.cli import options
from standout.cli.listing import LinkCommand
from standout.cli.printing import print_json
from standout.cli.reading_data import reads_data
from standout.io.reading_options import ReadingArguments

COMMAND = LinkCommand
"""The command as it is parsed: its help ends with what can be chosen."""


@reads_data
def link(
    released: str = typer.Argument(
        ..., metavar="RELEASED", help="The data without names: who in it can be recognised?"
    ),
    public: str = typer.Argument(..., metavar="PUBLIC", help="The data with names: what is known of people elsewhere."),
    truth: Path | None = typer.Option(
        None,
        "--truth",
        metavar="FILE",
        help="A CSV with a public id and a released id per row; without it there are no rates.",
    ),
    match: str | None = typer.Option(
        None, "--match", metavar="HOW", help="How items are matched: by 'ids' (default), or by 'titles' and year."
    ),
    match_table: Path | None = typer.Option(
        None,
        "--match-table",
        metavar="FILE",
        help="A CSV with a public item and a released item per row; with --match, for those it does not name.",
    ),
    match_least: float = typer.Option(
        0.0, "--match-least", metavar="P", help="The confidence, 0 to 1, that a match by title must have."
    ),
    attack: str = typer.Option("likelihood", "--attack", metavar="NAME", help="The attack by name."),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the results. Default: <public name>-link here."
    ),
    groups: Path | None = options.GROUPS,
    sensitive: Path | None = options.SENSITIVE,
    present: float | None = typer.Option(
        None, "--present", metavar="SHARE", help="The share of those looked for who are released, if you know it."
    ),
    one_to_one: bool | None = typer.Option(
        None,
        "--one-to-one/--no-one-to-one",
        help="Give every record to one person at most. Default: where both sides may be the same population.",
    ),
    max_false: float = options.MAX_FALSE,
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    show_ids: bool = options.SHOW_IDS,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Look for everyone of a public dataset in a released one.

    Their real record is what is known of them. Writes link.json: lineups, surest first, and who is named; with
    --truth, how often that is right.
    """
    from standout.cli.progress import shown_progress
    from standout.io.sources.bringing import stem_of
    from standout.library.link import link as link_data

    folder = out or Path(f"{stem_of(public)}-link")
    with shown_progress() as progress:
        result = link_data(
            released,
            public,
            truth=truth,
            match=match,
            match_table=match_table,
            match_least=match_least,
            groups=groups,
            sensitive=sensitive,
            attack=attack,
            max_false=max_false,
            present=present,
            one_to_one=one_to_one,
            seed=seed,
            threads=threads,
            engine=engine,
            spark_master=spark_master,
            **reading,
            show_ids=show_ids,
            out=folder,
            progress=progress,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.terminal import print_link

        print_link(result, folder)

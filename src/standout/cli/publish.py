"""`standout publish`: what a provider can publish so that people can check themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import typer

from standout.cli import options
from standout.cli.printing import note, print_json
from standout.cli.reading_data import reads_data
from standout.io.reading_options import ReadingArguments


@reads_data
def publish(
    data: str = options.DATA,
    out: Path | None = typer.Option(
        None, "--out", metavar="FILE", help="The file for the bulletin. Default: <data name>-bulletin.json here."
    ),
    page: Path | None = typer.Option(
        None,
        "--page",
        metavar="FILE",
        help="Also write a page on which people see their label offline, e.g. label.html.",
    ),
    rare_below: int = typer.Option(
        100, "--rare-below", metavar="N", help="An item with fewer holders than this is rare."
    ),
    min_holders: int = typer.Option(
        5, "--min-holders", metavar="N", help="Items with fewer holders are not named, only counted together."
    ),
    groups: int | None = typer.Option(
        None, "--groups", metavar="N", help="How many privacy groups. Default: as many as there are."
    ),
    score: str = typer.Option(
        "better", "--score", metavar="better|paper", help="Which score's groups to show; the bulletin has both."
    ),
    epsilon: float | None = typer.Option(
        None, "--epsilon", metavar="E", help="Add noise: differential privacy for each person with this epsilon."
    ),
    max_items: int = typer.Option(
        100, "--max-items", metavar="N", help="With --epsilon: how many items of a person are counted at most."
    ),
    catalogue: Path | None = typer.Option(
        None,
        "--catalogue",
        metavar="FILE",
        help="With --epsilon: all items there are, with or without titles, from outside people's rows. Default: the "
        "file of --titles, or the table of items of an ml-1m folder or a sample.",
    ),
    delta: float = typer.Option(
        1e-9, "--delta", metavar="D", help="With --epsilon and no catalogue: the chance that may remain."
    ),
    previous: list[Path] = typer.Option(
        [],
        "--previous",
        metavar="FILE",
        help="With --epsilon: an earlier bulletin of the same people; budgets add up. May be repeated.",
    ),
    sign: Path | None = typer.Option(
        None, "--sign", metavar="KEY", help="Sign the bulletin with this Ed25519 private key (a PEM file)."
    ),
    date: str | None = typer.Option(None, "--date", metavar="DAY", help="The date in the bulletin. Default: today."),
    valid_days: int | None = typer.Option(
        None,
        "--valid-days",
        metavar="N",
        help="For how many days after its date it is valid. Default: not said.",
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Publish how popular items are, and how scores are read.

    Writes a bulletin with which anyone can compute their own privacy label, without giving anything to anyone.
    """
    from standout.cli.progress import shown_progress
    from standout.io.sources.bringing import stem_of
    from standout.library.publish import publish as publish_bulletin
    from standout.report.label.terminal_bulletin import print_published

    lines: list[str] = []
    with shown_progress() as progress:
        published = publish_bulletin(
            data,
            rare_below=rare_below,
            min_holders=min_holders,
            groups=groups,
            score=score,
            epsilon=epsilon,
            max_items=max_items,
            catalogue=catalogue,
            delta=delta,
            previous=previous,
            sign=sign,
            date=date,
            valid_days=valid_days,
            engine=engine,
            spark_master=spark_master,
            seed=seed,
            threads=threads,
            **reading,
            out=out or Path(f"{Path(stem_of(data)).stem}-bulletin.json"),
            page=page,
            progress=progress,
            tell=lines.append,
        )
    for line in lines:
        note(line)
    if as_json:
        print_json(published.to_dict())
    else:
        print_published(published.summary)
        note(f"what it guarantees: {published.summary.guarantee}")

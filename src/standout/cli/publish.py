"""`standout publish`: what a provider can publish so that people can check themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import typer

from standout.cli import options
from standout.cli.printing import note, print_json
from standout.cli.reading_data import reads_data
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments

if TYPE_CHECKING:
    from standout.library.publish_pairs import PublishedPairs


@reads_data
def publish(
    data: str = options.DATA,
    out: Path | None = typer.Option(
        None,
        "--out",
        metavar="FILE",
        help="The file to publish. Default: <data name>-bulletin.json here, or -pairs.json.",
    ),
    page: Path | None = typer.Option(
        None,
        "--page",
        metavar="FILE",
        help="Also write a page on which people see offline their label, or with --pairs what is recommended to them.",
    ),
    language: str | None = typer.Option(
        None,
        "--language",
        metavar="CODE",
        help="With --page: the language it opens in (en, de, fr, es, it). Default: the reader's own.",
    ),
    pairs: bool = typer.Option(
        False,
        "--pairs",
        help="Publish which items people have together, with noise, and a recommender made from it; needs --epsilon.",
    ),
    top: int | None = typer.Option(
        None,
        "--top",
        metavar="N",
        help="With --pairs: how many items get pairs at most. Default: as many as the noise bears, up to 1,000.",
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
    score: str | None = typer.Option(
        None,
        "--score",
        metavar="hiding|better|paper",
        help="Which score's groups to show; the bulletin has all. Default: hiding.",
    ),
    epsilon: float | None = typer.Option(
        None, "--epsilon", metavar="E", help="Add noise: differential privacy for each person with this epsilon."
    ),
    max_items: int | None = typer.Option(
        None,
        "--max-items",
        metavar="N",
        help="With --epsilon: as how many items a person counts at most. Default: 100, or 20 with --pairs.",
    ),
    catalogue: Path | None = typer.Option(
        None,
        "--catalogue",
        metavar="FILE",
        help="With --epsilon: all items there are, with or without titles, from outside people's rows. Default: the "
        "file of --titles, or the table of items of an ml-1m folder or a sample.",
    ),
    delta: float | None = typer.Option(
        None,
        "--delta",
        metavar="D",
        help="With --epsilon and no catalogue, or with --pairs: the chance that may remain. Default: 1e-9, or 1e-6 "
        "with --pairs.",
    ),
    previous: list[Path] = typer.Option(
        [],
        "--previous",
        metavar="FILE",
        help="An earlier bulletin of the same people; may be repeated. With --epsilon budgets add up; without, counts "
        "that moved by few people stay as they were.",
    ),
    sign: Path | None = typer.Option(
        None, "--sign", metavar="KEY", help="Sign the bulletin with this Ed25519 private key (a PEM file)."
    ),
    provider: str | None = typer.Option(None, "--provider", metavar="NAME", help="Who publishes the bulletin."),
    contact: str | None = typer.Option(None, "--contact", metavar="ADDRESS", help="Whom people can ask about it."),
    about: str | None = typer.Option(None, "--about", metavar="TEXT", help="What the data is."),
    until: str | None = typer.Option(None, "--until", metavar="DAY", help="The day until which the data reaches."),
    key_at: str | None = typer.Option(
        None, "--key-at", metavar="URL", help="Where your public key is published, to check the signature with."
    ),
    embed: Path | None = typer.Option(
        None, "--embed", metavar="FILE", help="Also write a small widget with the label, for a frame on your pages."
    ),
    well_known: Path | None = typer.Option(
        None,
        "--well-known",
        metavar="DIR",
        help="The root of your web site: also put bulletin, page, widget and an index of versions below "
        "/.well-known/standout/ there. Bulletins that are there count as --previous.",
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
    memory: str | None = options.MEMORY,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Publish how popular items are, and how scores are read.

    Writes a bulletin with which anyone can compute their own privacy label, without giving anything to anyone. With
    --pairs, writes noisy pairs of items and a recommender instead.
    """
    from standout.cli.progress import shown_progress
    from standout.library.publish import publish as publish_bulletin
    from standout.report.label.terminal_bulletin import print_published

    lines: list[str] = []
    if pairs:
        chosen = {
            "--rare-below": rare_below != 100,
            "--min-holders": min_holders != 5,
            "--groups": groups is not None,
            "--score": score is not None,
            "--previous": bool(previous),
            "--valid-days": valid_days is not None,
            "--provider": provider is not None,
            "--contact": contact is not None,
            "--about": about is not None,
            "--until": until is not None,
            "--key-at": key_at is not None,
            "--embed": embed is not None,
            "--well-known": well_known is not None,
            "--memory": memory is not None,
        }
        _refuse_with_pairs(chosen)
        with shown_progress() as progress:
            made = _published_pairs(
                data, epsilon, delta, max_items, top=top, catalogue=catalogue, sign=sign, date=date, engine=engine,
                spark_master=spark_master, seed=seed, threads=threads, **reading, out=out or _usual(data, "pairs"),
                page=page, language=language, progress=progress, tell=lines.append,
            )  # fmt: skip
        _show_pairs(made, lines, as_json)
        return
    if top is not None:
        raise BadInput("--top goes with --pairs; give both or neither")
    with shown_progress() as progress:
        published = publish_bulletin(
            data,
            rare_below=rare_below,
            min_holders=min_holders,
            groups=groups,
            score=score,
            epsilon=epsilon,
            max_items=100 if max_items is None else max_items,
            catalogue=catalogue,
            delta=1e-9 if delta is None else delta,
            previous=previous,
            sign=sign,
            date=date,
            valid_days=valid_days,
            provider=provider,
            contact=contact,
            about=about,
            until=until,
            key_at=key_at,
            embed=embed,
            well_known=well_known,
            engine=engine,
            spark_master=spark_master,
            seed=seed,
            threads=threads,
            memory=memory,
            **reading,
            out=out or _usual(data, "bulletin"),
            page=page,
            language=language,
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


def _usual(data: str, what: str) -> Path:
    """The file that gets the result where none is named."""
    from standout.io.sources.bringing import stem_of

    return Path(f"{Path(stem_of(data)).stem}-{what}.json")


def _refuse_with_pairs(chosen: dict[str, bool]) -> None:
    for option, given in chosen.items():
        if given:
            raise BadInput(f"{option}: belongs to a bulletin, not to --pairs; leave it out")


def _published_pairs(
    data: str, epsilon: float | None, delta: float | None, max_items: int | None, **others: Any
) -> PublishedPairs:
    from standout.library.publish_pairs import publish_pairs

    if epsilon is None:
        raise BadInput("--pairs needs --epsilon: exact pairs would tell what single people have; 2 is a beginning")
    bounds = {name: bound for name, bound in (("delta", delta), ("max_items", max_items)) if bound is not None}
    return publish_pairs(data, epsilon=epsilon, **bounds, **others)  # type: ignore[arg-type]


def _show_pairs(made: PublishedPairs, lines: list[str], as_json: bool) -> None:
    from standout.report.label.terminal_pairs import print_pairs

    for line in lines:
        note(line)
    if as_json:
        print_json(made.to_dict())
    else:
        print_pairs(made.summary)
        note(f"what it guarantees: {made.summary.guarantee}")
        note(f"ceiling: {made.summary.ceiling()}")

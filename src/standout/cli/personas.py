"""`standout personas`: find the crowds that a public profile can blend into."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.bins import parse_bins
from standout.cli.printing import print_json


def personas(
    profiles: str = typer.Argument(
        ...,
        metavar="PROFILES",
        help="A table of profiles: a row per person and a column per attribute, or rows of person, site, attribute, "
        "value; or the word 'sample'.",
    ),
    out: Path | None = typer.Option(
        None, "--out", metavar="FILE", help="The file for the personas. Default: <data name>-personas.json here."
    ),
    support: float = typer.Option(
        0.001, "--support", metavar="SHARE", help="The share of people who must have all pairs of a persona."
    ),
    min_size: int = typer.Option(2, "--min-size", metavar="N", help="How many pairs a persona has at least."),
    max_size: int | None = typer.Option(
        None, "--max-size", metavar="N", help="How many pairs a persona has at most. Default: no limit."
    ),
    bins: list[str] = typer.Option(
        [], "--bin", metavar="ATTRIBUTE=WIDTH", help="Cut a numeric attribute into steps, e.g. age=5; may be repeated."
    ),
    split: str | None = typer.Option(
        None, "--split", metavar="TEXT", help="What separates several values in one cell, e.g. '|'."
    ),
    attribute: list[str] = typer.Option(
        [], "--attribute", metavar="NAME", help="Use this attribute only; may be repeated. Default: all."
    ),
    know: list[str] = typer.Option(
        [],
        "--know",
        metavar="ATTRIBUTE",
        help="What a searcher knows from the start: in no persona; may be repeated. Default: names, if any.",
    ),
    person: str | None = typer.Option(
        None, "--person", metavar="COLUMN", help="The column with people's ids. Default: usual names."
    ),
    page: Path | None = typer.Option(
        None, "--page", metavar="FILE", help="Also write a page on which people can try edits offline, e.g. blend.html."
    ),
    language: str | None = typer.Option(
        None,
        "--language",
        metavar="CODE",
        help="With --page: the language it opens in (en, de, fr, es, it). Default: the reader's own.",
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    as_json: bool = options.JSON,
) -> None:
    """Find personas: attributes and values that many people share.

    Writes them with the size of their crowds to personas.json, and a page with charts beside it.
    """
    from standout.library.personas import personas as find

    result = find(
        profiles,
        support=support,
        min_size=min_size,
        max_size=max_size,
        bins=parse_bins(bins),
        split=split,
        attributes=attribute,
        know=know,
        person=person,
        out=out or Path(f"{Path(profiles).resolve().stem}-personas.json"),
        page=page,
        language=language,
        engine=engine,
        spark_master=spark_master,
        seed=seed,
        threads=threads,
    )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.personas.terminal_personas import print_personas

        print_personas(result.document)

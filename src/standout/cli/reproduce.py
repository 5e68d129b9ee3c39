"""`standout reproduce`: the tables of a published paper beside our own figures."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import print_json, print_line


def reproduce(
    paper: str = typer.Argument(
        ..., metavar="PAPER", help="Which paper: boukoros, frankowski, narayanan, strucks or zhu."
    ),
    data: str | None = typer.Option(
        None,
        "--data",
        metavar="DATA",
        help="The data to run it on, such as the folder of ml-1m; 'sample' for the built-in sample. boukoros takes "
        "a folder of several. zhu runs on an "
        "invented population without it; 'adult' is UCI Adult.",
    ),
    out: Path = typer.Option(
        Path("reproductions"), "--out", metavar="DIR", help="Folder for the document and its charts."
    ),
    story: Path | None = typer.Option(
        None, "--story", metavar="FILE", help="Tell it as a page to read as well: claim, published figure, ours, why."
    ),
    results: Path | None = typer.Option(
        None, "--from", metavar="FILE", help="Run nothing: tell the story of this <paper>.json of before."
    ),
    seed: int = options.SEED,
    draws: int | None = typer.Option(
        None,
        "--draws",
        metavar="N",
        help="How often knowledge is drawn. Default: 20 forums (frankowski), once (narayanan), 5 samples (zhu), "
        "10,000 rounds (boukoros).",
    ),
    threads: int | None = options.THREADS,
    as_json: bool = options.JSON,
) -> None:
    """Put every figure and table of a paper beside our own figures, and say why they differ.

    Writes <paper>.md with charts, and <paper>.json.
    """
    from standout.cli.progress import shown_progress
    from standout.library.reproduce import reproduce as reproduced

    if results is not None:
        _tell(paper, results, story, as_json)
        return
    with shown_progress() as progress:
        result = reproduced(
            paper, data, seed=seed, draws=draws, threads=threads, out=out, story=story, progress=progress
        )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.reproductions.reproduction_terminal import print_reproduction

        print_reproduction(result, out / f"{paper}.md")


def _tell(paper: str, results: Path, story: Path | None, as_json: bool) -> None:
    """The story of results that are there already."""
    from standout.common.plain import plain_path
    from standout.errors import BadInput
    from standout.library.reproduce import tell
    from standout.results.reproduction import Reproduction

    if story is None:
        raise BadInput(f"--from {plain_path(results)}: tells a story; say where with --story FILE")
    if (named := Reproduction.read(results).paper) != paper:
        raise BadInput(f"--from {plain_path(results)}: are the results of '{named}', not of '{paper}'")
    document = tell(results, story)
    if as_json:
        print_json(document.to_dict())
    else:
        print_line(f"story: {plain_path(story)}")

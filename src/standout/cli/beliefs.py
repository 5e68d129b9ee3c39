"""`standout beliefs`: what somebody would believe of a person who knows a little and looks at all profiles."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options as shared
from standout.cli.bins import parse_bins
from standout.cli.printing import print_json


def beliefs(
    profile: str | None = typer.Argument(
        None,
        metavar="[PROFILE]",
        help="Your profile: a table with one row, lines of attribute,value, a JSON object or a TOML file; or the id of "
        "a person of --data.",
    ),
    data: str = typer.Option(
        ..., "--data", metavar="PROFILES", help="Everybody's profiles, in which is searched: a file, as for personas."
    ),
    person: str | None = typer.Option(None, "--person", metavar="ID", help="A person of --data instead of a PROFILE."),
    know: list[str] = typer.Option(
        [],
        "--know",
        metavar="ATTRIBUTE",
        help="What the searcher knows from the start; may be repeated. Default: names.",
    ),
    site_threshold: float = typer.Option(
        0.5,
        "--site-threshold",
        metavar="SHARE",
        help="What more than this share of a site's candidates show is believed.",
    ),
    cross_threshold: float = typer.Option(
        0.5,
        "--cross-threshold",
        metavar="SHARE",
        help="The same for what candidates on several sites show, counted together.",
    ),
    bins: list[str] = typer.Option(
        [], "--bin", metavar="ATTRIBUTE=WIDTH", help="Cut this attribute of --data into steps, as for personas."
    ),
    split: str | None = typer.Option(
        None, "--split", metavar="TEXT", help="What separates several values in one cell, as for personas."
    ),
    seed: int = shared.SEED,
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Also write the result there, as beliefs.json."),
    as_json: bool = shared.JSON,
) -> None:
    """Say what somebody would believe of you who knows your name.

    Looks for the profiles that carry what is known, believes what most of them show, drops those that contradict it,
    and goes on until nothing new is learned; says how sure one can be of each belief, and which come from others.
    """
    from standout.library.beliefs import beliefs as search

    result = search(
        profile,
        data,
        person=person,
        know=know,
        site_threshold=site_threshold,
        cross_threshold=cross_threshold,
        bins=parse_bins(bins),
        split=split,
        seed=seed,
        out=out,
    )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.blend.terminal_beliefs import print_beliefs

        print_beliefs(result, None if out is None else out / result.FILE)

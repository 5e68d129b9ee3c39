"""`standout compare`: what protections cost, and whether they help against those who know of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Unpack, cast

import typer

from standout.cli import options
from standout.cli.listing import CompareCommand
from standout.cli.printing import note, print_json
from standout.cli.reading_data import reads_data
from standout.io.reading_options import ReadingArguments

COMMAND = CompareCommand
"""The command as it is parsed: its help ends with what can be chosen."""


@reads_data
def compare(
    data: str = options.DATA,
    protection: list[str] = typer.Option(
        [],
        "--with",
        metavar="NAME[:OPTIONS]",
        help="A protection, such as trim:keep=50, or several as 'trim + swap'; may be repeated. "
        "Default: a grid of all that fit the data.",
    ),
    attribute: str | None = typer.Option(
        None, "--attribute", metavar="NAME", help="An attribute of people that should not be inferred, as well."
    ),
    people: Path | None = typer.Option(
        None,
        "--people",
        metavar="FILE",
        help="A table with attributes of people: a column 'user' and one per attribute. Default: what DATA brings.",
    ),
    cut: str | None = options.CUT,
    groups: Path | None = options.GROUPS,
    adversary: list[str] = typer.Option(
        [],
        "--adversary",
        metavar="NAME",
        help="A preset or a .toml file; may be repeated. Default: all presets that fit the data.",
    ),
    attack: list[str] = typer.Option(
        [], "--attack", metavar="NAME", help="An attack by name; may be repeated. Default: the usual ones."
    ),
    targets: str = typer.Option("1000", "--targets", metavar="N", help="How many people to look for, or 'all'."),
    folds: int = typer.Option(3, "--folds", metavar="N", help="How many parts people are dealt into for --attribute."),
    use: str | None = typer.Option(
        None,
        "--for",
        metavar="USE",
        help="What the data is meant for: 'recommending', 'research' or 'totals'; what is lost is measured by that.",
    ),
    max_utility_loss: float | None = typer.Option(
        None, "--max-utility-loss", metavar="SHARE", help="Recommend what protects best within this loss, e.g. 0.02."
    ),
    max_risk: float | None = typer.Option(
        None, "--max-risk", metavar="SHARE", help="Recommend what costs least with so few people found, e.g. 0.05."
    ),
    max_auc: float | None = typer.Option(
        None, "--max-auc", metavar="AUC", help="The same for what can be inferred about the attribute, e.g. 0.55."
    ),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the results. Default: <data name>-compare here."
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    pdf: bool = options.PDF,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Compare protections: what they cost, and how far they help.

    Applies each, attacks again (also as someone who knows what was done), and measures what the data is still good for
    and whether the change shows. Writes compare.html and compare.json. Killed midway, the same command goes on.
    """
    from standout.cli.progress import shown_progress
    from standout.io.sources.bringing import stem_of
    from standout.library.compare import compare as compare_protections

    folder = out or Path(f"{stem_of(data)}-compare")
    with shown_progress() as progress:
        result = compare_protections(
            data,
            protection or None,
            attribute=attribute,
            people=people,
            cut=options.parse_cut(cut),
            groups=groups,
            adversaries=adversary or None,
            attacks=attack or None,
            targets=options.parse_targets(targets),
            folds=folds,
            use=cast(Any, use),
            max_utility_loss=max_utility_loss,
            max_risk=max_risk,
            max_auc=max_auc,
            out=folder,
            seed=seed,
            threads=threads,
            engine=engine,
            spark_master=spark_master,
            pdf=pdf,
            **reading,
            progress=progress,
            tell=note,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.compare.terminal_compare import print_compare

        print_compare(result, folder)

"""`standout infer`: what people's records betray about an attribute of theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import typer

from standout.cli import options
from standout.cli.printing import print_json
from standout.cli.reading_data import reads_data
from standout.io.reading_options import ReadingArguments


@reads_data
def infer(
    data: str = options.DATA,
    attribute: str | None = typer.Option(
        None, "--attribute", metavar="NAME", help="The attribute of people to infer. Default: the only one there is."
    ),
    people: Path | None = typer.Option(
        None,
        "--people",
        metavar="FILE",
        help="A table with attributes of people: a column 'user' and one per attribute. Default: what DATA brings.",
    ),
    groups: Path | None = options.GROUPS,
    attacker: list[str] = typer.Option(
        [],
        "--attacker",
        metavar="NAME",
        help="An attacker by name; may be repeated. Default: all seven, or three.",
    ),
    folds: int = typer.Option(10, "--folds", metavar="N", help="How many parts people are dealt into; each is tested."),
    cut: str | None = options.CUT,
    quick: bool = typer.Option(
        False, "--quick", help="A smaller stack and naive Bayes only; not what gives people away."
    ),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the results. Default: <data name>-infer here."
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    pdf: bool = options.PDF,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Infer an attribute of people from what they have.

    How well it can be done, what gives people away, and who is hard to infer. Writes infer.html and infer.json.
    """
    from standout.cli.progress import shown_progress
    from standout.io.sources.bringing import stem_of
    from standout.library.infer import infer as inferred

    with shown_progress() as progress:
        result = inferred(
            data,
            attribute,
            people=people,
            groups=groups,
            attackers=attacker,
            folds=folds,
            cut=options.parse_cut(cut),
            quick=quick,
            seed=seed,
            engine=engine,
            spark_master=spark_master,
            out=out or Path(f"{stem_of(data)}-infer"),
            pdf=pdf,
            **reading,
            progress=progress,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.inference.terminal_inference import print_inference

        print_inference(result)

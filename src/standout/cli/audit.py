"""`standout audit`: attack a dataset and say who can be found."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.listing import AuditCommand
from standout.cli.printing import note, print_json

COMMAND = AuditCommand
"""The command as it is parsed: its help ends with what can be chosen."""


def audit(
    data: str = options.DATA,
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the results. Default: <data name>-audit here."
    ),
    released: str | None = typer.Option(
        None,
        "--released",
        metavar="DATA",
        help="Attack this version of DATA (protected, sampled); knowledge still comes from DATA.",
    ),
    adversary: list[str] = typer.Option(
        [],
        "--adversary",
        metavar="NAME",
        help="A preset or a .toml file; may be repeated. Default: all presets that fit the data.",
    ),
    attack: list[str] = typer.Option(
        [], "--attack", metavar="NAME", help="An attack by name; may be repeated. Default: the usual five."
    ),
    targets: str = typer.Option("10000", "--targets", metavar="N", help="How many people to look for, or 'all'."),
    draws: int | None = typer.Option(
        None,
        "--draws",
        metavar="N",
        help="How often each person is attacked for the table of people. Default: 10; fewer for over 10,000 targets.",
    ),
    noise: str = typer.Option(
        "given",
        "--noise",
        metavar="HOW",
        help="Whether likelihood is told how wrong knowledge is ('given') or finds it out from it ('learn').",
    ),
    max_false: float = options.MAX_FALSE,
    crowd: int = typer.Option(
        5, "--crowd", metavar="N", help="Tell nothing that is true of fewer people than this, unless ids are shown."
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    memory: str | None = options.MEMORY,
    columns: str | None = options.COLUMNS,
    titles: Path | None = options.TITLES,
    skip_bad_rows: bool = options.SKIP_BAD_ROWS,
    any_year: bool = options.ANY_YEAR,
    show_ids: bool = options.SHOW_IDS,
    as_json: bool = options.JSON,
) -> None:
    """Attack a dataset; say who in it can be found.

    By someone who knows how little, with what certainty, and which items give people away. Writes report.html,
    findings.json and people.parquet. Killed midway, the same command goes on.
    """
    from standout.cli.progress import shown_progress
    from standout.library.audit import audit as audit_data

    folder = out or Path(f"{Path(data).resolve().name}-audit")
    with shown_progress() as progress:
        result = audit_data(
            data,
            released=released,
            adversaries=adversary or None,
            attacks=attack or None,
            targets=options.parse_targets(targets),
            draws=draws,
            noise=noise,
            max_false=max_false,
            crowd=crowd,
            seed=seed,
            threads=threads,
            engine=engine,
            spark_master=spark_master,
            memory=memory,
            columns=options.parse_columns(columns),
            titles=titles,
            skip_bad_rows=skip_bad_rows,
            any_year=any_year,
            show_ids=show_ids,
            out=folder,
            progress=progress,
            tell=note,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.terminal import print_audit

        print_audit(result.document, folder)

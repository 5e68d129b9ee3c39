"""`standout audit`: attack a dataset and say who can be found."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import note, print_json


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
    from standout.attacks import DEFAULT_ATTACKS, attacks
    from standout.auditing.settings import AuditSettings
    from standout.cli.progress import shown_progress
    from standout.common.memory import keeping_to, parse_memory
    from standout.knowledge.presets import adversaries
    from standout.library.session import Reading, audit_into
    from standout.outputs.places import check_folder
    from standout.report.audit.results import KINDS

    on_spark = options.check_engine(engine, spark_master)
    settings = AuditSettings(
        adversaries=tuple(adversaries(adversary)) if adversary else None,
        attacks=tuple(attacks(attack or list(DEFAULT_ATTACKS))),
        targets=options.parse_targets(targets),
        draws=draws,
        noise=noise,
        max_false=max_false,
        crowd=crowd,
        seed=seed,
        threads=threads,
    )
    reading = Reading(options.parse_columns(columns), titles, skip_bad_rows, any_year)
    folder = out or Path(f"{Path(data).resolve().name}-audit")
    check_folder(folder, KINDS, (data, released, titles, *adversary))
    with keeping_to(parse_memory(memory)), shown_progress() as progress:
        document = audit_into(
            folder, data, settings, reading, released=released, show_ids=show_ids,
            on_spark=on_spark, spark_master=spark_master, progress=progress, tell=note,
        )  # fmt: skip
    if as_json:
        print_json(document)
    else:
        from standout.report.terminal import print_audit

        print_audit(document, folder)

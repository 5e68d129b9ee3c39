"""`standout audit`: attack a dataset and say who can be found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import typer

from standout.cli import options
from standout.cli.listing import AuditCommand
from standout.cli.printing import note, print_json
from standout.cli.reading_data import reads_data
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments

if TYPE_CHECKING:
    from standout.results.audit import AuditDocument

COMMAND = AuditCommand
"""The command as it is parsed: its help ends with what can be chosen."""


@reads_data
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
    control: str | None = typer.Option(
        None,
        "--control",
        metavar="DATA",
        help="People who are not in the release: what is learned is compared with them. Needs no common ids.",
    ),
    truth: Path | None = typer.Option(
        None,
        "--truth",
        metavar="FILE",
        help="Whose released records are: the key that protect wrote, for releases with new ids or fragments.",
    ),
    adversary: list[str] = typer.Option(
        [],
        "--adversary",
        metavar="NAME",
        help="A preset or a .toml file; may be repeated. Default: all presets that fit the data.",
    ),
    attack: list[str] = typer.Option(
        [],
        "--attack",
        metavar="NAME",
        help="An attack by name, with options after a colon; may be repeated. Default: the usual five.",
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
    groups: Path | None = options.GROUPS,
    sensitive: Path | None = options.SENSITIVE,
    max_false: float = options.MAX_FALSE,
    crowd: int = typer.Option(
        5, "--crowd", metavar="N", help="Tell nothing that is true of fewer people than this, unless ids are shown."
    ),
    tune: bool = typer.Option(
        False, "--tune", help="Choose the constants of attacks on people who are held out, and say which."
    ),
    theory_epsilon: float = typer.Option(
        0.05, "--theory-epsilon", metavar="SHARE", help="How often the promises of theory may fail."
    ),
    theory_delta: float = typer.Option(
        0.2, "--theory-delta", metavar="SHARE", help="How much of a record that fits may be missing, in theory."
    ),
    fail_above: float | None = typer.Option(
        None,
        "--fail-above",
        metavar="SHARE",
        help="Leave with 3 if more than this share of people may be found (upper end of the worst case).",
    ),
    engine: str = options.ENGINE,
    spark_master: str | None = options.SPARK_MASTER,
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    memory: str | None = options.MEMORY,
    show_ids: bool = options.SHOW_IDS,
    pdf: bool = options.PDF,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Attack a dataset; say who in it can be found.

    How little somebody has to know for it, how sure that is, and which items give people away. Writes report.html,
    findings.json, people.parquet and run.json. Killed midway, the same command goes on.
    """
    from standout.cli.progress import shown_progress
    from standout.io.sources.bringing import stem_of
    from standout.library.audit import audit as audit_data

    _check_limit(fail_above)
    folder = out or Path(f"{stem_of(data)}-audit")
    with shown_progress() as progress:
        result = audit_data(
            data,
            released=released,
            control=control,
            truth=truth,
            adversaries=adversary or None,
            attacks=attack or None,
            targets=options.parse_targets(targets),
            draws=draws,
            noise=noise,
            groups=groups,
            sensitive=sensitive,
            max_false=max_false,
            crowd=crowd,
            tune=tune,
            theory_epsilon=theory_epsilon,
            theory_delta=theory_delta,
            seed=seed,
            threads=threads,
            engine=engine,
            spark_master=spark_master,
            memory=memory,
            **reading,
            show_ids=show_ids,
            pdf=pdf,
            out=folder,
            progress=progress,
            tell=note,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        from standout.report.terminal import print_audit

        print_audit(result.document, folder)
    if fail_above is not None:
        _leave_above(result.document, fail_above)


def _check_limit(share: float | None) -> None:
    """Refuse a limit that is no share, before any work."""
    if share is not None and not 0 <= share <= 1:
        raise BadInput(f"--fail-above is {share:g}, but must be from 0 to 1, such as 0.05")


def _leave_above(document: AuditDocument, limit: float) -> None:
    """Leave with 3 if the worst case may be above the limit, with 4 if nobody could be looked for by id."""
    from standout.auditing.same_people import GIVEN_ANEW

    worst = document.headline()
    if any(GIVEN_ANEW in said for said in document.notes):
        note(f"--fail-above: {GIVEN_ANEW}")
        raise typer.Exit(4)
    if worst is None:
        note("--fail-above: nobody could be looked for, so nothing can be said")
        raise typer.Exit(4)
    if worst.at_most > limit:
        note(f"--fail-above {limit:g}: up to {worst.at_most:.1%} may be found, {worst.whom()}")
        raise typer.Exit(3)

"""`standout gate`: decide by a policy whether data may leave."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import typer

from standout.cli import options
from standout.cli.printing import note, print_json, print_line
from standout.cli.reading_data import reads_data
from standout.io.reading_options import ReadingArguments


@reads_data
def gate(
    data: str = options.DATA,
    policy: Path = typer.Option(
        ..., "--policy", metavar="FILE", help="The policy to decide by; see 'standout policy'."
    ),
    released: str | None = typer.Option(
        None, "--released", metavar="DATA", help="What is to leave: a version of DATA with the same ids."
    ),
    account: Path | None = typer.Option(
        None,
        "--account",
        metavar="FILE",
        help="What 'standout protect --json' printed of the release: a proven ceiling then counts.",
    ),
    control: str | None = typer.Option(
        None,
        "--control",
        metavar="DATA",
        help="People who are not in the release: what is learned is compared with them.",
    ),
    baseline: Path | None = typer.Option(
        None, "--baseline", metavar="FILE", help="findings.json of an earlier audit: fail if more are found than then."
    ),
    people: Path | None = typer.Option(
        None, "--people", metavar="FILE", help="A table with attributes of people. Default: what DATA brings."
    ),
    attack: list[str] = typer.Option(
        [], "--attack", metavar="NAME", help="An attack by name; may be repeated. Default: the usual five."
    ),
    targets: int = typer.Option(
        10_000, "--targets", metavar="N", help="How many attacks at most, with each adversary and attack."
    ),
    sample_first: bool = typer.Option(
        False, "--sample-first", help="Stop as soon as the verdict is certain: a clear fail takes seconds."
    ),
    evidence: Path | None = typer.Option(
        None, "--evidence", metavar="DIR", help="Also write the evidence pack into this folder."
    ),
    sign: Path | None = typer.Option(
        None, "--sign", metavar="KEY", help="With --evidence: sign it with this Ed25519 private key, a PEM file."
    ),
    junit: Path | None = typer.Option(
        None, "--junit", metavar="FILE", help="Write the test cases into this file as well."
    ),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Folder for the results. Default: <data name>-gate here."
    ),
    seed: int = options.SEED,
    threads: int | None = options.THREADS,
    memory: str | None = options.MEMORY,
    as_json: bool = options.JSON,
    **reading: Unpack[ReadingArguments],
) -> None:
    """Decide by a policy whether data may leave.

    Leaves with 0 if every rule holds, 3 if one is broken, 4 if it could not be decided. Writes gate.json, gate.xml
    (JUnit: a rule is a test case) and gate.md (for a pull request).
    """
    from standout.cli.progress import shown_progress
    from standout.io.sources.bringing import stem_of
    from standout.library.gate import gate as decide

    with shown_progress() as progress:
        result = decide(
            data,
            policy,
            released=released,
            account=account,
            control=control,
            baseline=baseline,
            people=people,
            attacks=attack or None,
            targets=targets,
            sample_first=sample_first,
            seed=seed,
            threads=threads,
            memory=memory,
            junit=junit,
            evidence=evidence,
            sign=sign,
            out=out or Path(f"{stem_of(data)}-gate"),
            **reading,
            progress=progress,
            tell=note,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        for line in result.lines():
            print_line(line)
    if result.document.exit_status:
        raise typer.Exit(result.document.exit_status)

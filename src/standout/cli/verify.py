"""`standout verify`: check an evidence pack."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import note, print_json, print_line


def verify(
    folder: Path = typer.Argument(..., metavar="DIR", help="An evidence pack, or the folder of results it lies in."),
    data: str | None = typer.Option(
        None, "--data", metavar="DATA", help="The data: a random tenth of the findings is computed again and compared."
    ),
    released: str | None = typer.Option(
        None, "--released", metavar="DATA", help="With --data: the released version, if one was attacked."
    ),
    key: Path | None = typer.Option(
        None, "--key", metavar="FILE", help="The public key, a PEM file, that must have signed the pack."
    ),
    seed: int | None = typer.Option(
        None, "--seed", metavar="N", help="Which findings are drawn. Default: others each time."
    ),
    threads: int | None = options.THREADS,
    as_json: bool = options.JSON,
) -> None:
    """Check an evidence pack: seal, signature and, with the data, figures.

    Leaves with 0 if all is as it was sealed, with 3 otherwise.
    """
    from standout.library.verify import verify as verify_pack

    found = verify_pack(folder, data=data, released=released, key=key, seed=seed, threads=threads, tell=note)
    if as_json:
        print_json(found.to_dict())
    else:
        for check in found.checks:
            print_line(f"{'ok    ' if check.passed else 'FAILED'} {check.name}: {check.said}")
        print_line(found.headline())
    if not found.verified:
        raise typer.Exit(found.exit_status)

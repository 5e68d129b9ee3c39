"""`standout evidence`: a pack for the file."""

from __future__ import annotations

from pathlib import Path

import typer

from standout.cli import options
from standout.cli.printing import print_json, print_line


def evidence(
    folder: Path = typer.Argument(..., metavar="DIR", help="The folder that an audit wrote."),
    also: list[Path] = typer.Option(
        [], "--also", metavar="DIR", help="A folder that `standout compare` wrote: protections stand in the pack, too."
    ),
    purpose: str | None = typer.Option(None, "--purpose", metavar="TEXT", help="What the data is released for."),
    recipient: str | None = typer.Option(None, "--recipient", metavar="TEXT", help="Who receives it."),
    model: str | None = typer.Option(
        None, "--model", metavar="TEXT", help="How it is released: to the public, under a contract, to researchers."
    ),
    responsible: str | None = typer.Option(None, "--responsible", metavar="TEXT", help="Who answers for the release."),
    review: str | None = typer.Option(None, "--review", metavar="DAY", help="The day on which to look at it again."),
    sign: Path | None = typer.Option(
        None, "--sign", metavar="KEY", help="Sign with this Ed25519 private key, a PEM file."
    ),
    date: str | None = typer.Option(None, "--date", metavar="DAY", help="The day of the pack. Default: today."),
    out: Path | None = typer.Option(None, "--out", metavar="DIR", help="Where the pack goes. Default: DIR/evidence."),
    as_json: bool = options.JSON,
) -> None:
    """Make the evidence pack of an audit: a PDF, documents, a seal.

    One folder that can be filed, passed on and checked by anybody with `standout verify`.
    """
    from standout.library.evidence import PLACE
    from standout.library.evidence import evidence as make_pack

    target = out or folder / PLACE
    pack = make_pack(
        folder, also=also, purpose=purpose, recipient=recipient, model=model, responsible=responsible, review=review,
        sign=sign, date=date, out=target,
    )  # fmt: skip
    if as_json:
        print_json(pack.to_dict())
        return
    print_line(pack.headline())
    print_line(f"fingerprint: {pack.fingerprint()}")
    print_line(f"pack: {target}")

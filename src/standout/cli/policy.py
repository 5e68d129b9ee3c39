"""`standout policy init`: write a policy to begin with."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from standout.cli.printing import print_line
from standout.errors import BadInput


def policy(
    action: str = typer.Argument(..., metavar="init", help="What to do: 'init' writes a policy to begin with."),
    preset: str | None = typer.Option(
        None,
        "--preset",
        metavar="NAME",
        help="A ready policy: public-release, research-partner or internal-analytics. Then nothing is asked.",
    ),
    purpose: str | None = typer.Option(None, "--purpose", metavar="TEXT", help="What the data is released for."),
    recipient: str | None = typer.Option(
        None, "--recipient", metavar="KIND", help="Who receives it: public, processor, partner or researchers."
    ),
    who: str | None = typer.Option(None, "--who", metavar="TEXT", help="Who that is. Default: by the kind."),
    own_data: bool | None = typer.Option(
        None, "--own-data/--no-own-data", help="Whether they hold data about the same people."
    ),
    found: float | None = typer.Option(
        None, "--found", metavar="SHARE", help="The share of people that may be found at most; other limits go with it."
    ),
    responsible: str | None = typer.Option(
        None, "--responsible", metavar="NAME", help="Who is responsible for the release."
    ),
    review: str | None = typer.Option(
        None, "--review", metavar="DAY", help="When the policy is to be looked at again. Default: in a year."
    ),
    out: Path = typer.Option(Path("policy.toml"), "--out", metavar="FILE", help="The file to write."),
) -> None:
    """Write a policy to begin with: who receives data, and which limits hold.

    On a terminal and without a ready one, five plain questions are asked; those that an option answers are not.
    """
    from standout.library.policy import make_policy

    if action != "init":
        raise BadInput(f"'{action}': there is 'standout policy init', which writes a policy; edit the file from there")
    make_policy(
        preset,
        purpose=purpose,
        recipient=recipient,
        own_data=own_data,
        found=found,
        responsible=responsible,
        review=review,
        who=who,
        ask=_ask if sys.stdin.isatty() and sys.stdout.isatty() else None,
        out=out,
    )
    print_line(out)


def _ask(question: str) -> str:
    """Ask on the terminal."""
    answer: str = typer.prompt(question, prompt_suffix="\n> ")
    return answer

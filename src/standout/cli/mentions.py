"""`standout mentions`: find the items that many people's posts mention."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from standout.cli import options
from standout.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from standout.mentioning.cues import Kind


def mentions(
    posts: Path = typer.Argument(
        ..., metavar="POSTS", help='A file with a post to a line, as JSON: {"user": …, "text": …, "time": …}.'
    ),
    titles: str = typer.Option(
        ...,
        "--titles",
        metavar="FILE-or-DATA",
        help="What to look for: a table with a column 'item' and a column 'title', or data that has titles.",
    ),
    out: Path = typer.Option(
        Path("mentions.csv"), "--out", metavar="FILE", help="The table of who mentions what, for 'standout link'."
    ),
    least: float = typer.Option(0.5, "--least", metavar="P", help="How certain a mention must be, 0 to 1."),
    opinions: bool = typer.Option(
        False, "--opinions", help="Also read whether they liked it: the value is then 1 or -1."
    ),
    kind: str | None = typer.Option(
        None, "--kind", metavar="films|books|music|any", help="What the items are. Default: seen from their titles."
    ),
    as_json: bool = options.JSON,
) -> None:
    """Find the items that many people's posts mention.

    Writes a table with columns user, item, title, value and time, which 'standout link' takes as public data: who of
    these people can be found in a release by what they wrote? Nothing leaves this machine.
    """
    from standout.cli.progress import shown_progress
    from standout.library.mentions import mentions as find_mentions

    with shown_progress() as progress:
        found = find_mentions(
            posts,
            titles=titles,
            kind=cast("Kind | None", kind),
            least=least,
            opinions=opinions,
            out=out,
            progress=progress,
        )
    if as_json:
        print_json(found.to_dict())
        return
    for line in found.document.lines():
        print_line(line)

"""A report's paper: its heading, its day, and what stands on every page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from standout.report.heading import Heading
from standout.report.paper.paper import Block, Paper
from standout.results.run import Run

UNDATED = date(1970, 1, 1)
"""What a file says that was printed from results whose day nobody wrote down."""


def paper_of(kind: str, about: Heading, blocks: Sequence[Block], version: str, run: Run | None) -> Paper:
    """The paper of a report; its date is that of the run, so that the same results give the same bytes."""
    title = about.title.removeprefix("Standout: ").removesuffix(f" ({about.date})")
    return Paper(
        title=f"{title[:1].upper()}{title[1:]}",
        eyebrow=" · ".join(part for part in (kind, about.date) if part),
        running=" · ".join(part for part in (kind, about.name, about.date) if part),
        foot=f"Standout {version} · confidential: it is about people",
        made=UNDATED if run is None else date.fromisoformat(run.date),
        blocks=blocks,
    )

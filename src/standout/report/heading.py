"""What stands at the top of every report: the data's name, the day, the command; in the title and on printed pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from standout.common.plain import plain_text
from standout.results.run import Run

UNNAMED = "data in memory"
_NAMELESS = "DATA"
"""What stands in a command for data that has no name."""


@dataclass(frozen=True)
class Heading:
    """A report's own facts: what it is about, and how it came about."""

    name: str
    """What the data is called."""
    title: str
    date: str = ""
    """As people write it; nothing where it is not known."""
    command: str = ""

    @property
    def running(self) -> str:
        """What stands on every printed page."""
        return " · ".join(part for part in ("Standout", self.name, self.date) if part)


def heading(question: str, files: Sequence[str], run: Run | None) -> Heading:
    """The heading of a report that answers a question; `{}` in it is the data's name."""
    name = plain_text(files[0] if files else "", 60).strip() or UNNAMED
    name = f"{name} and {len(files) - 1} more" if len(files) > 1 else name
    given = _asked_for(run)
    name = f"{given} ({name})" if files and given and given != name else name
    day = "" if run is None else written_day(run.date)
    asked = f"Standout: {question.format(name)}"
    return Heading(
        name, f"{asked} ({day})" if day else asked, day, "" if run is None else plain_text(run.command, 2_000)
    )


def _asked_for(run: Run | None) -> str:
    """What the command calls the data, which says more than a file within it: a folder, an archive, the sample."""
    words = [] if run is None else run.command.split()
    plain = len(words) > 2 and not words[2].startswith(("-", "'", '"')) and words[2] != _NAMELESS
    return plain_text(words[2], 60).strip() if plain else ""


def written_day(text: str | None) -> str:
    """A day as people write it: 17 November 2026; anything else as it is."""
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return plain_text(text or "", 60)
    return f"{day.day} {day:%B %Y}"


def printed_style(style: str, about: Heading) -> str:
    """The style with a running header and page numbers for print.

    A name may be anybody's, and a style is no text: every character but letters and digits is written by its number.
    """
    boxes = (
        f'@page {{ @top-left {{ content: "{_css(about.running)}"; font-size: 8pt; color: #4b525b; }} '
        '@bottom-right { content: "Page " counter(page) " of " counter(pages); font-size: 8pt; color: #4b525b; } }'
    )
    return f"{style.rstrip()}\n{boxes}\n"


def _css(text: str) -> str:
    return "".join(sign if sign.isascii() and sign.isalnum() else f"\\{ord(sign):06x}" for sign in text)

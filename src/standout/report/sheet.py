"""A sheet: a small page of words, lists and tables for results that need no more; one file, offline, no scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from standout._version import __version__
from standout.common.pages import environment_of, policy
from standout.common.plain import plain_text
from standout.report.drawing.figure import Table

_TEMPLATES = Path(__file__).parent / "templates"
_LISTED = 20


@dataclass(frozen=True)
class Section:
    """A part of a sheet: sentences, then a list or a table."""

    title: str
    lines: Sequence[str] = ()
    items: Sequence[str] = ()
    table: Table | None = None


@dataclass(frozen=True)
class Sheet:
    """What stands on the page: all of it is text, except for a picture of ours."""

    title: str
    eyebrow: str
    headline: str
    sections: Sequence[Section]
    notes: Sequence[str] = ()
    picture: str = ""


def sheet_page(sheet: Sheet) -> str:
    """The page as text; the same sheet gives the same bytes."""
    from markupsafe import Markup

    style = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    page = environment_of(_TEMPLATES).get_template("sheet.html.j2")
    return page.render(
        style=Markup(style),
        policy=policy(style),
        sheet=sheet,
        picture=Markup(sheet.picture),
        version=__version__,
    )


def listed(items: Sequence[str], every: int | None = None, most: int = _LISTED) -> list[str]:
    """The first of these, made harmless, and how many more there are."""
    shown = [plain_text(item, 100) for item in items[:most]]
    more = (len(items) if every is None else every) - len(shown)
    return [*shown, *([f"and {more:,} more"] if more > 0 else [])]

"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def cell(text: str) -> str:
    """Text as a cell: one line, in which nothing is taken for a mark."""
    plain = escape(" ".join(text.split()), quote=False)
    for mark in "\\`*_[]|":
        plain = plain.replace(mark, f"\\{mark}" if mark != "|" else "&#124;")
    return plain


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with these heads; cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"

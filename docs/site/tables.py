"""Tables in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

_CODE = re.compile(r"(`[^`]+`)")


def cell(text: str) -> str:
    """Text as a cell: one line, in which only `code` is a mark."""
    parts = _CODE.split(" ".join(text.split()))
    return "".join(part if part.startswith("`") else _plain(part) for part in parts)


def _plain(text: str) -> str:
    shown = escape(text, quote=False)
    for mark in "\\`*_[]":
        shown = shown.replace(mark, f"\\{mark}")
    return shown.replace("|", "&#124;")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with these heads; cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"

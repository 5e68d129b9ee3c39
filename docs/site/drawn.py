"""Drawings become part of the page: so they take its colours, light or dark."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

_DRAWING = re.compile(r"^!\[([^\]]+)\]\(([^)\s]*drawings/[\w-]+\.svg)\)$", re.MULTILINE)
_DECLARED = re.compile(r"<\?xml[^>]*\?>\s*")


def inlined(text: str, folder: Path) -> str:
    """The page of this folder with its drawings written out, each with its text alternative."""

    def drawn(found: re.Match[str]) -> str:
        svg = _DECLARED.sub("", (folder / found[2]).read_text(encoding="utf-8")).strip()
        svg = re.sub(r"\s*\n\s*", " ", svg)
        labelled = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(found[1])}" ', 1)
        return f'<figure class="drawing">{labelled}</figure>'

    return _DRAWING.sub(drawn, text)

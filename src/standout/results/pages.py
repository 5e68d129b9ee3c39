"""Which page shows which document. Pages are drawn by a later stage; a result names its page, and it is looked up by
that name when somebody wants to see it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

PAGES: dict[str, str] = {}
"""For each kind of document, the function that draws it, as `module:function`."""


def page_of(kind: str, document: Any) -> str | None:
    """The page that shows this document; none if there is none for its kind."""
    if kind not in PAGES:
        return None
    module, _, function = PAGES[kind].partition(":")
    drawn: str = getattr(import_module(module), function)(document)
    return drawn

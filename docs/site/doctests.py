"""Examples in docstrings are shown as code: a step of the reader of docstrings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import griffe


def fenced(text: str) -> str:
    """The text with each example (`>>> …` and what it prints, up to an empty line) in a block of its own."""
    return "\n".join(_lines(text))


def _lines(text: str) -> Iterator[str]:
    inside = False
    for line in text.splitlines():
        begins = line.lstrip().startswith(">>> ")
        if begins and not inside:
            yield "```pycon"
            inside = True
        elif inside and not line.strip():
            yield "```"
            inside = False
        yield line
    if inside:
        yield "```"


class Doctests(griffe.Extension):
    """Puts examples into blocks wherever a docstring has some."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)

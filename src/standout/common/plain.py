"""Text from outside, made harmless for a terminal, a table, a message or a JSON document.

Everything that is printed and was not written by us goes through here: file names, ids, titles, names of columns,
what a server says. Control characters could steer a terminal, marks of direction could turn the words round.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

import msgspec

_HARMFUL = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_BEYOND_ASCII = re.compile(r"[^\n\x20-\x7e]")
_LONGEST_PATH = 4_096


def plain_text(text: str, longest: int = 200) -> str:
    """The text without control and direction marks, on one line, and not endless."""
    if len(text) <= longest and text.isascii() and text.isprintable():
        return text
    kept = "".join(" " if character.isspace() else character for character in text[: 4 * longest])
    kept = "".join(character for character in kept if unicodedata.category(character) not in _HARMFUL)
    return kept if len(kept) <= longest else kept[: longest - 1] + "…"


def escaped(text: str, longest: int = 40) -> str:
    """The text, shortened, with everything that does not print (also marks that turn the writing) escaped."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(sign if sign.isprintable() else _escape(sign) for sign in cut)


def plain_path(file: str | os.PathLike[str]) -> str:
    """A path as it may be printed: what does not print is escaped, so that the file can still be told from others."""
    return escaped(os.fspath(file), _LONGEST_PATH)


def json_text(document: Any, indent: int | None = 1, separators: tuple[str, str] | None = None) -> str:
    """A JSON document that may also be printed: readable, but with escapes for every character that does not print.

    JSON itself only asks for the first 32 control characters to be escaped. No NaN and no infinity: not every reader
    takes them, and a figure that could not be computed is absent. The refusal says where it stands.
    """
    try:
        text = json.dumps(document, ensure_ascii=False, separators=separators, allow_nan=False)
    except ValueError as problem:
        raise ValueError(f"{problem}: {', '.join(_not_finite(document, 'document')) or 'nowhere'}") from None
    if indent is not None:  # json.dumps would do that in Python, entry by entry
        text = msgspec.json.format(text.encode("utf-8", "surrogatepass"), indent=indent).decode(
            "utf-8", "surrogatepass"
        )
    return text if text.isascii() and "\x7f" not in text else _BEYOND_ASCII.sub(_json_escape, text)


def _not_finite(value: Any, place: str) -> Iterator[str]:
    """Where in a document there is a number that JSON does not have."""
    if isinstance(value, float) and not isfinite(value):
        yield place
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _not_finite(part, f"{place}.{key}")
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _not_finite(part, f"{place}[{number}]")


def json_page(document: Any) -> str:
    """The same as it is printed and written: with the end of its last line."""
    return json_text(document) + "\n"


def _json_escape(match: re.Match[str]) -> str:
    sign = match[0]
    return sign if sign.isprintable() else json.dumps(sign)[1:-1]


def _escape(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


def as_bytes(text: str) -> bytes:
    """The text in UTF-8; what cannot be written so (half a character from a broken file) becomes a question mark."""
    return text.encode("utf-8", errors="replace")


_EXAMPLE = re.compile(r"\s*\((?:such as|for example|e\.g\.) .*\)|,?\s*such as '.*'", re.DOTALL)
"""An example out of the data, in a note; up to the last sign that may end it, as ids and titles hold any."""


def without_examples(notes: Iterable[str]) -> tuple[str, ...]:
    """Notes without the examples that they quote out of the data: for what is passed on."""
    return tuple(_EXAMPLE.sub("", note) for note in notes)

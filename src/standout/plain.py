"""Text from outside, made harmless for a terminal, a table or a message."""

from __future__ import annotations

import unicodedata

_HARMFUL = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))


def plain_text(text: str, longest: int = 200) -> str:
    """The text without control and direction marks, on one line, and not endless."""
    kept = "".join(" " if character in "\n\r\t" else character for character in text[: 4 * longest])
    kept = "".join(character for character in kept if unicodedata.category(character) not in _HARMFUL)
    return kept if len(kept) <= longest else kept[: longest - 1] + "…"


def as_bytes(text: str) -> bytes:
    """The text in UTF-8; what cannot be written so (half a character from a broken file) becomes a question mark."""
    return text.encode("utf-8", errors="replace")

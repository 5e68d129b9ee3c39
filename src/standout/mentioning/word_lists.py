"""All lists of words that the finder knows, as a page carries them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from standout.mentioning.cues import COPULAS, CUES, DETERMINERS, JOINING, PREPOSITIONS, SMALL, TALK
from standout.mentioning.everyday_words import ELSEWHERE, FUNCTION, NAMES, USUAL


def word_lists() -> dict[str, Any]:
    """Every list by its name, its words in order with spaces between them."""
    return {
        "function": _joined(FUNCTION.split()),
        "elsewhere": _joined(ELSEWHERE.split()),
        "usual": _joined(USUAL.split()),
        "names": _joined(NAMES.split()),
        "talk": _joined(TALK),
        "determiners": _joined(DETERMINERS),
        "prepositions": _joined(PREPOSITIONS),
        "copulas": _joined(COPULAS),
        "joining": _joined(JOINING),
        "small": _joined(SMALL),
        "cues": {kind: {name: _joined(words) for name, words in cues._asdict().items()} for kind, cues in CUES.items()},
    }


def _joined(words: Iterable[str]) -> str:
    return " ".join(sorted(set(words)))

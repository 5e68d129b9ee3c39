"""Matching the items of two datasets: by id, or by title and year."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput

_YEAR = re.compile(r"\((\d{4})\)\s*$")
_PARENTHESES = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_ARTICLES = frozenset(("the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "el", "los", "il", "lo"))


@dataclass(frozen=True)
class Match:
    """For each item of one dataset, its code in the other (-1: none)."""

    items: Int64s
    ambiguous: int = 0
    """Items left out because several in the other dataset carry the same title and year."""


def match_by_id(public: AnyDataset, released: AnyDataset) -> Match:
    """Items are the same where their outside ids are."""
    return Match(positions(public.vocabulary.items, released.vocabulary.items))


def title_key(title: str) -> tuple[str, str]:
    """A title without case, accents, punctuation, articles and remarks in parentheses; and its year, if any."""
    year = _YEAR.search(title)
    bare = _PARENTHESES.sub(" ", title)
    letters = unicodedata.normalize("NFKD", bare.replace("&", " and ")).casefold()
    letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    letters = re.sub(r"['’`]", "", letters)
    words = re.findall(r"\w+", letters)
    if len(words) > 1 and words[-1] in _ARTICLES:
        words = words[:-1]
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return " ".join(words) or title.strip().casefold(), year.group(1) if year else ""


def match_by_title(public: AnyDataset, released: AnyDataset) -> Match:
    """Items are the same where title and year are; a missing year matches any, if only one title fits."""
    exact: dict[tuple[str, str], list[int]] = {}
    loose: dict[str, list[tuple[str, int]]] = {}
    for item in range(released.items):
        key, year = title_key(_title(released, item))
        exact.setdefault((key, year), []).append(item)
        loose.setdefault(key, []).append((year, item))
    matches, ambiguous = np.full(public.items, -1, np.int64), 0
    for item in range(public.items):
        key, year = title_key(_title(public, item))
        fitting = exact.get((key, year)) or [
            candidate for other, candidate in loose.get(key, []) if not year or not other
        ]
        if len(fitting) == 1:
            matches[item] = fitting[0]
        ambiguous += len(fitting) > 1
    return Match(matches, ambiguous)


def _title(data: AnyDataset, item: int) -> str:
    """The item's title; where the data has none, its id is taken for one."""
    return data.vocabulary.title(item) or data.vocabulary.item(item)


def check_match(how: str) -> None:
    """Refuse a way of matching that does not exist."""
    if how not in ("ids", "titles"):
        raise BadInput(f"--match is '{how}', but must be 'ids' or 'titles'")


def match_items(public: AnyDataset, released: AnyDataset, how: str) -> Match:
    """Match by `ids` or by `titles`; refuse if nothing matches."""
    check_match(how)
    match = match_by_title(public, released) if how == "titles" else match_by_id(public, released)
    if not (match.items >= 0).any():
        other = "titles" if how == "ids" else "ids"
        raise BadInput(f"no item of the public data is in the released data by {how}; try --match {other}")
    return match

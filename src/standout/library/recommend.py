"""`recommend`: what a published recommender says to a person, computed from their own history."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standout.errors import BadInput
from standout.label.bulletin.signing import verified
from standout.label.pairs.applying import recommended_to
from standout.library.histories import as_history
from standout.library.publish_pairs import PublishedPairs
from standout.results.recommended import Recommended
from standout.results.recommender import Recommender

_MOST = 1_000


def recommend(
    history: Any,
    recommender: str | Path | Recommender | PublishedPairs,
    *,
    count: int = 10,
    person: str | None = None,
    columns: Mapping[str, str] | None = None,
    key: str | Path | None = None,
) -> Recommended:
    """Say what a published recommender recommends to somebody. Nothing is sent.

    `history` is whatever `check` takes: a file, titles or item ids one after another, or a data frame. `recommender`
    is a file that `standout publish --pairs` wrote, or what `publish_pairs` returned; with the provider's public `key`,
    one that it did not sign is refused.

    >>> import standout as so
    >>> made = so.publish_pairs("sample", epsilon=8)
    >>> mine = so.recommend(made.recommender.ids[:3], made, count=5)
    >>> mine.known, len(mine.recommended)
    (3, 5)
    """
    if not 1 <= count <= _MOST:
        raise BadInput(f"count is {count}, but must be between 1 and {_MOST:,}")
    own = as_history(history, columns, person)
    made = _as_recommender(recommender)
    verified(made, None if key is None else Path(key))
    return recommended_to(own, made, count)


def _as_recommender(given: str | Path | Recommender | PublishedPairs) -> Recommender:
    if isinstance(given, PublishedPairs):
        return given.recommender
    if isinstance(given, str | Path):
        return Recommender.read(given)
    if isinstance(given, Recommender):
        return given
    raise BadInput(
        f"recommender: cannot read one from a {type(given).__name__}; give a file that `standout publish --pairs` wrote"
    )

"""What people and items are called in results: pseudonyms and titles, outside ids only where asked for."""

from __future__ import annotations

import numpy as np

from standout.common.plain import plain_text
from standout.data.model import Int64s, Interactions

CROWD = 5
"""An item with fewer holders than this would point at them: it is not named unless ids are shown."""

RARE = "a rare item"


def item_label(data: Interactions, item: int, show_ids: bool = False, crowd: int = CROWD) -> str:
    """The item's title, or its place in popularity; its outside id only where ids are shown."""
    title = data.vocabulary.title(item)
    if show_ids:
        outside = plain_text(data.vocabulary.item(item))
        return outside if title is None else f"{plain_text(title)} [{outside}]"
    if data.holders[item] < crowd:
        return RARE
    return plain_text(title) if title is not None else f"item no. {data.popularity_ranks[item] + 1:,} by popularity"


def holders_label(holders: int, crowd: int = CROWD) -> str:
    """An item nobody can name: how many people have such an item, within a doubling."""
    if holders < crowd:
        return RARE
    doubling = 1 << (holders.bit_length() - 1)
    return f"an item of {max(doubling, crowd):,}–{2 * doubling - 1:,} people"


def person_labels(data: Interactions, people: Int64s, secret: int, show_ids: bool = False) -> list[str]:
    """Fresh pseudonyms in random order, drawn with a secret that is then thrown away; or outside ids."""
    if show_ids:
        return [data.vocabulary.person(int(person)) for person in people]
    numbers = np.random.default_rng(secret).permutation(len(people)) + 1
    width = max(4, len(str(len(people))))
    return [f"person-{number:0{width}}" for number in numbers]

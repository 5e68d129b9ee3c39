"""What people and items are called in results: pseudonyms and titles, outside ids only where asked for."""

from __future__ import annotations

import unicodedata

import numpy as np

from standout.interactions.model import Int64s, Interactions

RARE_BELOW = 5
"""An item with fewer holders than this would point at them: it is not named unless ids are shown."""

_LONGEST = 200


def plain_text(text: str, longest: int = _LONGEST) -> str:
    """Text from outside made harmless for a terminal or a table: no control or direction marks, not endless."""
    kept = "".join(" " if character in "\n\r\t" else character for character in text[: 4 * longest])
    kept = "".join(
        character for character in kept if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return kept if len(kept) <= longest else kept[: longest - 1] + "…"


def item_label(data: Interactions, item: int, show_ids: bool = False) -> str:
    """The item's title, or its place in popularity; its outside id only where ids are shown."""
    title = data.names.title(item)
    if show_ids:
        outside = plain_text(data.names.item(item))
        return outside if title is None else f"{plain_text(title)} [{outside}]"
    if data.holders[item] < RARE_BELOW:
        return "a rare item"
    return plain_text(title) if title is not None else f"item no. {data.popularity_ranks[item] + 1:,} by popularity"


def person_labels(data: Interactions, people: Int64s, secret: int, show_ids: bool = False) -> list[str]:
    """Fresh pseudonyms in random order, drawn with a secret that is then thrown away; or outside ids."""
    if show_ids:
        return [data.names.person(int(person)) for person in people]
    numbers = np.random.default_rng(secret).permutation(len(people)) + 1
    width = max(4, len(str(len(people))))
    return [f"person-{number:0{width}}" for number in numbers]

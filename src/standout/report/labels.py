"""What people and items are called in results: pseudonyms and titles, outside ids only where asked for."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Int64s
from standout.common.plain import plain_text
from standout.data.dataset import AnyDataset

CROWD = 5
"""An item with fewer holders than this would point at them: it is not named unless ids are shown."""

RARE = "a rare item"


def item_label(data: AnyDataset, item: int, show_ids: bool = False, crowd: int = CROWD) -> str:
    """The item's title, or its place in popularity; its outside id only where ids are shown."""
    title = data.vocabulary.title(item)
    if show_ids:
        outside = plain_text(data.vocabulary.item(item))
        return outside if title is None else f"{plain_text(title)} [{outside}]"
    if data.holders[item] < crowd:
        return RARE
    return (
        plain_text(title) if title is not None else f"item no. {data.facts.popularity_ranks[item] + 1:,} by popularity"
    )


def holders_label(holders: int, crowd: int = CROWD) -> str:
    """An item nobody can name: how many people have such an item, within a doubling."""
    if holders < crowd:
        return RARE
    doubling = 1 << (holders.bit_length() - 1)
    return f"an item of {max(doubling, crowd):,}–{2 * doubling - 1:,} people"


def person_labels(data: AnyDataset, people: Int64s, secret: int, show_ids: bool = False) -> list[str]:
    """Fresh pseudonyms in random order, drawn with a secret that is then thrown away; or outside ids."""
    return outside_ids(data, people) if show_ids else pseudonyms(len(people), secret)


def record_labels(released: AnyDataset, records: Int64s, secret: int, show_ids: bool = False) -> list[str]:
    """The same for released records, of which nobody knows whose they are."""
    return outside_ids(released, records) if show_ids else record_pseudonyms(len(records), secret)


def outside_ids(data: AnyDataset, people: Int64s) -> list[str]:
    """What people are called in the data."""
    return data.vocabulary.called(people)


def pseudonyms(people: int, secret: int) -> list[str]:
    """A pseudonym for each of so many people."""
    return [f"person-{number}" for number in _shuffled(people, secret)]


def record_pseudonyms(records: int, secret: int) -> list[str]:
    """A pseudonym for each of so many records."""
    return [f"record-{number}" for number in _shuffled(records, secret ^ 1)]


def _shuffled(count: int, secret: int) -> list[str]:
    """The numbers from 1 on in random order, all as long."""
    width = max(4, len(str(count)))
    return [f"{number:0{width}}" for number in np.random.default_rng(secret).permutation(count) + 1]

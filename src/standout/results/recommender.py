"""Pairs of items with noise, and the recommender made from them: what `standout publish --pairs` writes.

Nothing in it is about one person: docs/publishing-pairs.md says why. Anyone may have written such a file, so whoever
reads one checks that its parts fit together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import exp, expm1, sqrt
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import msgspec

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.common.plain import json_text
from standout.errors import BadInput
from standout.results.base import Document, Part, Rows
from standout.results.bulletin import Signature
from standout.results.bulletin_checks import LONGEST_ID, LONGEST_TITLE

MOST_LISTED = 5_000
"""How many items can have pairs: there are half as many pairs as items squared."""
_MOST_FACTORS = 1_000
_MOST_BYTES = 200_000_000


class ListedItems(Part, frozen=True):
    """The items that have pairs: item `j` is `ids[j]`, called `titles[j]`; `counted[j]` people were counted for it,
    with noise and with at most so many items a person."""

    ids: tuple[str, ...]
    counted: tuple[int, ...]
    titles: tuple[str | None, ...] | None = None


class PairsMade(Part, frozen=True):
    """How pairs were made, and what they promise."""

    standout: str
    unit: Literal["person"]
    """Who is protected: one person with everything they have, added or removed."""
    epsilon: float
    delta: float
    rho: float
    """The same promise in zero-concentrated differential privacy, which adds up over releases without loss."""
    max_items: int
    """As how many items one person counts at most."""
    deviation: float
    """The standard deviation of the noise on every number of `together`, in people."""
    guarantee: str
    """The promise in words."""
    catalogue: str | None = None
    """The file that tells which items there are; absent: they come from people's rows, above a threshold."""

    @property
    def most_gained(self) -> float:
        """How much likelier at most, as a difference, any guess about a person is right because they are in the data.

        With and without the person the file's two distributions differ, in the sense of Kullback and Leibler, by at
        most rho; so by the bounds of Pinsker, and of Bretagnolle and Huber, their total variation is at most this.
        What concentrated privacy leaves to chance, at most delta, is added.
        """
        spread = min(sqrt(self.rho / 2), sqrt(-expm1(-self.rho)))
        return min(1.0, spread + self.delta, 1 - (2 - 2 * self.delta) / (1 + exp(self.epsilon)))

    @property
    def most_told(self) -> float:
        """How often at most somebody tells rightly whether a person is in the data, who is as likely in it as not."""
        return (1 + self.most_gained) / 2


class Recommender(Document, frozen=True):
    """Noisy pairs, and what they recommend to whoever has some of the items."""

    KIND: ClassVar[str] = "recommender"
    FILE: ClassVar[str] = "pairs.json"
    MODE: ClassVar[int] = 0o644

    date: str
    people: int
    """About how many people it was made from; noisy."""
    listed: ListedItems = msgspec.field(name="items")
    together: tuple[int, ...]
    """The weight of those who have both of two items, in people and with noise: the upper half of the square row by
    row, an item with itself included."""
    factors: tuple[tuple[float, ...], ...]
    """A row an item: item `i` says for another item `j` the product of their rows, times `scales[j]`."""
    scales: tuple[float, ...]
    made: PairsMade
    signature: Signature | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items."""
        return self.listed.ids

    @property
    def titles(self) -> tuple[str | None, ...]:
        """What the items are called, none for one without a title."""
        return self.listed.titles or (None,) * len(self.listed.ids)

    def name_of(self, item: int) -> str:
        """An item's title, or its id where it has none."""
        return self.titles[item] or self.ids[item]

    def headline(self) -> str:
        """How much is in it, and for what promise."""
        return (
            f"{len(self.ids):,} items and {len(self.together):,} pairs of about {self.people:,} people, "
            f"epsilon {self.made.epsilon:g} and delta {self.made.delta:g} for each person"
        )

    def canonical(self) -> bytes:
        """What a signature is of: everything but the signature, keys sorted, plain ASCII, no space."""
        document = msgspec.structs.replace(self, signature=None).to_dict()
        return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()

    def to_json(self) -> str:
        """The file's text in one line: most of it is numbers."""
        return json_text(self.to_dict(), indent=None, separators=(",", ": "))

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], name: str = "the document") -> Self:
        """The recommender that a parsed document describes; parts that do not fit together are refused."""
        read = super().from_dict(document, name)
        problem = _misfit(read)
        if problem:
            raise BadInput(f"{name}: {problem}; get the file anew from its provider")
        return read

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The recommender in a file, or in the folder that `save` wrote."""
        place = Path(path)
        file = place / cls.FILE if place.is_dir() else place
        missing = "name a file that `standout publish --pairs` wrote"
        return cls.from_json(read_document(file, "a recommender", _MOST_BYTES, missing), shown_path(file))

    def tables(self) -> Mapping[str, Rows]:
        """The items."""
        listed = self.listed
        return {
            "items": [
                {"item": item, "title": title, "counted": count}
                for item, title, count in zip(listed.ids, self.titles, listed.counted, strict=True)
            ]
        }


def _misfit(read: Recommender) -> str | None:
    """What does not fit together; none if all is well."""
    listed, size = read.listed, len(read.listed.ids)
    width = len(read.factors[0]) if read.factors else 0
    if not 2 <= size <= MOST_LISTED:
        return f"'items.ids' has {size:,} items, but must have 2 to {MOST_LISTED:,}"
    if len(set(listed.ids)) < size or max(map(len, listed.ids)) > LONGEST_ID:
        return "'items.ids' names an item twice, or with too long a name"
    if any(len(title or "") > LONGEST_TITLE for title in read.titles):
        return "'items.titles' has too long a title"
    lengths = {"items.counted": listed.counted, "items.titles": read.titles, "factors": read.factors,
               "scales": read.scales}  # fmt: skip
    for key, column in lengths.items():
        if len(column) != size:
            return f"'{key}' has {len(column):,} entries, but there are {size:,} items"
    if len(read.together) != size * (size + 1) // 2:
        return (
            f"'together' has {len(read.together):,} numbers, but {size:,} items have {size * (size + 1) // 2:,} pairs"
        )
    if not 1 <= width <= _MOST_FACTORS or any(len(row) != width for row in read.factors):
        return f"'factors' has rows of different lengths, or of none or more than {_MOST_FACTORS:,} numbers"
    return None

"""The bulletin: what a provider publishes, so that anyone can compute their own label without giving anything away.

Nothing in it is about one person: see docs/publishing.md for the schema and for why it does not leak.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from standout.common.files import write_whole
from standout.common.plain import json_text
from standout.data.model import Int64s

VERSION = 1
"""The version of the format; a reader refuses any other."""

SCORES = ("better", "paper")
"""The scores in a bulletin; the label uses the first."""


@dataclass(frozen=True)
class Norm:
    """The raw scores that become 1 (the least, most private) and 0 (the most, least private)."""

    min: float
    max: float


@dataclass(frozen=True)
class Group:
    """People with about the same score. Scores are normalised: 1 is the most private."""

    name: str
    centroid: float
    low: float
    high: float
    people: int


@dataclass(frozen=True)
class Scored:
    """How one score is read: its norm, and its groups from not safe to safe."""

    norm: Norm
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Folded:
    """The items with too few holders to be named, all together."""

    items: int
    interactions: int

    @property
    def mean(self) -> float:
        """How many people hold such an item, on average; 1 where there is none."""
        return max(self.interactions / self.items, 1.0) if self.items else 1.0


@dataclass(frozen=True)
class Earlier:
    """An earlier bulletin of the same people: SHA-256 of its canonical bytes, and what it cost."""

    sha256: str
    epsilon: float
    delta: float | None = None


@dataclass(frozen=True)
class Made:
    """How a bulletin was made."""

    standout: str
    min_holders: int
    trimmed: float
    groups: str
    """`found` if their number came out by itself, `forced` if it was asked for."""
    guarantee: str
    """In words, what the publication guarantees to a person in the data."""
    epsilon: float | None = None
    delta: float | None = None
    max_items: int | None = None
    """With epsilon: how many items of a person are counted at most."""
    bulletins: int | None = None
    """With epsilon: how many bulletins of the same people were counted together, this one and the earlier ones."""
    epsilon_total: float | None = None
    """What these bulletins give together."""
    delta_total: float | None = None
    earlier: tuple[Earlier, ...] | None = None
    """The earlier ones that this one was told of."""


@dataclass(frozen=True)
class Signature:
    """An Ed25519 signature of everything else, and the key that verifies it, both in base64."""

    key: str
    value: str


@dataclass(frozen=True, eq=False)
class Bulletin:
    """A published bulletin. Item `j` is `ids[j]`, called `titles[j]`, and `counts[j]` people have it."""

    date: str
    people: int
    interactions: int
    rare_below: int
    ids: tuple[str, ...]
    titles: tuple[str | None, ...] | None
    counts: Int64s
    folded: Folded
    crowd: tuple[float, ...]
    """How many items people have, on average, in each equal part of the people ordered by that; ascending."""
    scores: Mapping[str, Scored]
    made: Made
    signature: Signature | None = None
    version: int = VERSION
    valid_until: str | None = None
    """The last day on which its provider stands by it; none if that was not said."""

    @property
    def items(self) -> int:
        """How many items are named."""
        return len(self.ids)

    def without_signature(self) -> Bulletin:
        return replace(self, signature=None)

    def document(self) -> dict[str, Any]:
        """The bulletin as JSON has it."""
        items: dict[str, Any] = {"ids": list(self.ids), "holders": self.counts.tolist()}
        if self.titles is not None:
            items["titles"] = list(self.titles)
        made = _given(self.made)
        if self.made.earlier is not None:
            made["earlier"] = [_given(one) for one in self.made.earlier]
        found: dict[str, Any] = {
            "standout_bulletin": self.version,
            "date": self.date,
            **({} if self.valid_until is None else {"valid_until": self.valid_until}),
            "people": self.people,
            "interactions": self.interactions,
            "rare_below": self.rare_below,
            "items": items,
            "folded": dict(vars(self.folded)),
            "crowd": list(self.crowd),
            "scores": {
                name: {"norm": dict(vars(scored.norm)), "groups": [dict(vars(group)) for group in scored.groups]}
                for name, scored in self.scores.items()
            },
            "made": made,
        }
        if self.signature is not None:
            found["signature"] = {"algorithm": "ed25519", **vars(self.signature)}
        return found

    def to_json(self) -> str:
        """The file's text: keys in the order of the schema, no space."""
        return json_text(self.document(), indent=None, separators=(",", ":"))

    def canonical(self) -> bytes:
        """What a signature is of: everything but the signature, keys sorted, plain ASCII, no space."""
        document = self.without_signature().document()
        return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()

    def write(self, path: Path) -> None:
        """Write the bulletin, all of it or nothing. It is meant for everyone's eyes."""
        write_whole(path, self.content(), mode=0o644)

    def content(self) -> bytes:
        """What is in the file."""
        return self.to_json().encode() + b"\n"


def _given(of: Made | Earlier) -> dict[str, Any]:
    """What is said, without what is not."""
    return {key: value for key, value in vars(of).items() if value is not None}


def scores_of(scores: Mapping[str, Scored]) -> Mapping[str, Scored]:
    """The scores in their fixed order, unchangeable."""
    return MappingProxyType({name: scores[name] for name in SCORES})


def read_bulletin(source: Path | str | bytes) -> Bulletin:
    """Read and check a bulletin from a file or from bytes; what is wrong is told in one line that names the key."""
    from standout.label.bulletin.validating import bulletin_from

    return bulletin_from(source)

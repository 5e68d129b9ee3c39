"""The bulletin: what a provider publishes, so that anyone can compute their own label without giving anything away.

Nothing in it is about one person: docs/publishing.md says why it does not leak, and has its keys. Its file is older
than the schemas of results and is signed byte for byte, so it has a version key of its own, and whatever a reader does
not know is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import msgspec

from standout.common.documents import Unfit, json_document, read_document
from standout.common.files import write_whole
from standout.common.formats import shown_path
from standout.common.plain import json_text, plain_text
from standout.errors import BadInput
from standout.results.base import Document, Part, Rows
from standout.results.bulletin_checks import FOUND_BY, LIMITS, MOST_BYTES, SCORES, VERSION, check_bulletin, day


class Norm(Part, frozen=True, kw_only=False):
    """The raw scores that become 1 (the least, most private) and 0 (the most, least private)."""

    min: float
    max: float


class FoundBy(Part, frozen=True, kw_only=False):
    """How many people of a group the provider's own audit finds, with a 95% interval, of so many looked for."""

    rate: float
    low: float
    high: float
    targets: int


class Group(Part, frozen=True, kw_only=False):
    """People with about the same score. Scores are normalised: 1 is the most private."""

    name: str
    centroid: float
    low: float
    high: float
    people: int
    found_by: dict[str, FoundBy] | None = None
    """What the provider's own audit finds of these people, by adversary; absent where that was not, or must not be,
    measured."""

    def row(self) -> dict[str, str | float | int]:
        """The group as a row of a table, without its audit."""
        return {
            "name": self.name, "centroid": self.centroid, "low": self.low, "high": self.high, "people": self.people
        }  # fmt: skip

    def audit_words(self) -> str | None:
        """The audit of this group in one sentence; none if there is none."""
        if not self.found_by:
            return None
        parts = (
            f"{found.rate:.0%} are found by {FOUND_BY[name]} ({found.low:.0%} to {found.high:.0%})"
            for name, found in self.found_by.items()
        )
        return f"Of people with this label, {' and '.join(parts)}."

    def audit_lines(self) -> tuple[str, ...]:
        """The same in short lines, as they stand below a drawn label."""
        return tuple(
            f"{found.rate:.0%} of these are found by {FOUND_BY[name]}" for name, found in (self.found_by or {}).items()
        )


class Scored(Part, frozen=True, kw_only=False):
    """How one score is read: its norm, and its groups from not safe to safe."""

    norm: Norm
    groups: tuple[Group, ...]


class Scores(Part, frozen=True):
    """The scores of a bulletin; the label uses the first of SCORES that is there."""

    better: Scored
    paper: Scored
    hiding: Scored | None = None
    """In bands that mean the same everywhere; bulletins of earlier versions do not have it."""

    def __getitem__(self, name: str) -> Scored:
        scored: Scored | None = getattr(self, name) if name in SCORES else None
        if scored is None:
            raise KeyError(name)
        return scored

    @property
    def names(self) -> tuple[str, ...]:
        """The scores that there are; the label uses the first."""
        return tuple(name for name in SCORES if getattr(self, name) is not None)

    def items(self) -> Iterator[tuple[str, Scored]]:
        """Each score with its name."""
        return ((name, self[name]) for name in self.names)


class Folded(Part, frozen=True, kw_only=False):
    """The items with too few holders to be named, all together."""

    items: int
    interactions: int

    @property
    def mean(self) -> float:
        """How many people hold such an item, on average; 1 where there is none."""
        return max(self.interactions / self.items, 1.0) if self.items else 1.0


class Earlier(Part, frozen=True, kw_only=False):
    """An earlier bulletin of the same people: SHA-256 of its canonical bytes, and what it cost."""

    sha256: str
    epsilon: float
    delta: float | None = None


class Made(Part, frozen=True):
    """How a bulletin was made."""

    standout: str
    min_holders: int
    trimmed: float
    groups: Literal["found", "forced"]
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
    after: tuple[str, ...] | None = None
    """Without noise: SHA-256 of the earlier bulletins that this one was held against, so that both together tell
    nothing about a few people."""


class Signature(Part, frozen=True):
    """An Ed25519 signature of everything else, and the key that verifies it, both in base64."""

    algorithm: Literal["ed25519"]
    key: str
    value: str


class Signed(Part, frozen=True):
    """Whose signature a bulletin has, and what it is worth to whoever reads it."""

    key: str | None
    """The fingerprint of the key; none if it cannot be read."""
    verified: bool
    trusted: bool
    """Whether it is the key that the reader gave."""

    def words(self) -> str:
        """The signature in one sentence."""
        if not self.verified:
            return "signed, but not checked: that needs the package cryptography"
        if self.trusted:
            return f"signed by {self.key}, the key that you gave"
        return f"signed by {self.key}, not checked against a key you trust; `standout check --key` does it"


class About(Part, frozen=True):
    """Who publishes a bulletin, and what it is about, in the provider's own words."""

    provider: str | None = None
    contact: str | None = None
    data: str | None = None
    """What the data is."""
    data_until: str | None = None
    """The day until which it reaches."""
    key_at: str | None = None
    """Where the provider's public key is published, to check the signature with."""

    def words(self) -> tuple[str, ...]:
        """All of it in short sentences."""
        said = (
            ("published by", self.provider), ("contact:", self.contact), ("the data:", self.data),
            ("it reaches until", self.data_until), ("check the signature with the key at", self.key_at),
        )  # fmt: skip
        return tuple(f"{begin} {plain_text(text, 500)}" for begin, text in said if text)


class BulletinFacts(Part, frozen=True):
    """What a result says of the bulletin that it comes from."""

    date: str
    valid_until: str | None
    people: int
    items: int
    signed: Signed | None
    about: About | None = None

    def sentence(self) -> str:
        """Its day, its people, and whether nobody signed it."""
        unsigned = "" if self.signed else ", not signed"
        return f"bulletin of {self.date}, {self.people:,} people{unsigned}"


class NamedItems(Part, frozen=True):
    """The items with a name: item `j` is `ids[j]`, called `titles[j]`, and `holders[j]` people have it."""

    ids: tuple[str, ...]
    holders: tuple[int, ...]
    titles: tuple[str | None, ...] | None = None


_NO_ITEMS = NamedItems(ids=(), holders=())


class Bulletin(Document, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published bulletin."""

    KIND: ClassVar[str] = "bulletin"
    FILE: ClassVar[str] = "bulletin.json"
    MODE: ClassVar[int] = 0o644
    EARLIER: ClassVar[str | None] = "bulletin"

    version: int = msgspec.field(name="standout_bulletin")
    date: str
    valid_until: str | None = None
    """The last day on which its provider stands by it; none if that was not said."""
    people: int
    interactions: int
    rare_below: int
    named: NamedItems = msgspec.field(name="items")
    folded: Folded
    crowd: tuple[float, ...]
    """How many items people have, on average, in each equal part of the people ordered by that; ascending."""
    scores: Scores
    made: Made
    about: About | None = None
    signature: Signature | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the named items."""
        return self.named.ids

    @property
    def titles(self) -> tuple[str | None, ...] | None:
        """What the named items are called; none if the bulletin has no titles."""
        return self.named.titles

    @property
    def holders(self) -> tuple[int, ...]:
        """How many people have each of the named items."""
        return self.named.holders

    @property
    def items(self) -> int:
        """How many items are named."""
        return len(self.named.ids)

    @property
    def rare_items(self) -> int:
        """How many of the named items are rare."""
        return sum(count < self.rare_below for count in self.named.holders)

    def name_of(self, item: int) -> str:
        """An item's title, or its id where it has none."""
        return (None if self.titles is None else self.titles[item]) or self.ids[item]

    def without_signature(self) -> Bulletin:
        return msgspec.structs.replace(self, signature=None)

    def to_dict(self) -> dict[str, Any]:
        """The bulletin as its file has it: `standout_bulletin` says which version it is.

        The items, of which there may be millions, are not looked at one by one.
        """
        document = Part.to_dict(msgspec.structs.replace(self, named=_NO_ITEMS))
        named = msgspec.structs.asdict(self.named).items()
        document["items"] = {key: list(column) for key, column in named if column is not None}
        return document

    def to_json(self) -> str:
        """The file's text: keys in the order of the schema, no space."""
        return json_text(self.to_dict(), indent=None, separators=(",", ":"))

    def canonical(self) -> bytes:
        """What a signature is of: everything but the signature, keys sorted, plain ASCII, no space."""
        document = self.without_signature().to_dict()
        return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()

    def content(self) -> bytes:
        """What is in the file."""
        return self.to_json().encode() + b"\n"

    def write(self, path: Path) -> None:
        """Write the bulletin, all of it or nothing. It is meant for everyone's eyes."""
        write_whole(path, self.content(), mode=self.MODE)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], name: str = "bulletin") -> Self:
        """The bulletin that a parsed document describes; what is wrong is told in one line that names the key."""
        try:
            check_bulletin(document)
        except Unfit as problem:
            raise _refusal(name, problem) from None
        days = {key: day(document[key], key) for key in ("date", "valid_until") if key in document}
        return msgspec.convert({**document, **days}, cls)

    @classmethod
    def from_json(cls, text: str | bytes, name: str = "bulletin") -> Self:
        """The bulletin that anyone may have written, checked from top to bottom."""
        content = text.encode("utf-8", errors="surrogatepass") if isinstance(text, str) else text
        try:
            if len(content) > MOST_BYTES:
                raise Unfit(f"larger than {MOST_BYTES // 1_000_000:,} MB, which no bulletin is")
            document = json_document(content, LIMITS)
        except Unfit as problem:
            raise _refusal(name, problem) from None
        return cls.from_dict(document, name)

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """The bulletin in a file, or in the folder that `save` wrote."""
        missing = "name a bulletin that `standout publish` wrote"
        place = Path(path)
        file = place / cls.FILE if (place / cls.FILE).is_file() else place
        return cls.from_json(read_document(file, "a bulletin", MOST_BYTES, missing), shown_path(file))

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """The JSON Schema of the file, whose version key is its own."""
        schema = super().json_schema()
        schema["properties"] = {key: value for key, value in schema["properties"].items() if key != "schema"}
        schema["properties"]["standout_bulletin"] = {"const": VERSION}
        schema["required"] = [key for key in schema["required"] if key != "schema"]
        return schema

    def tables(self) -> Mapping[str, Rows]:
        """The named items, and the groups of all scores."""
        titles = self.titles or (None,) * self.items
        items = [
            {"item": item, "title": title, "holders": count}
            for item, title, count in zip(self.ids, titles, self.holders, strict=True)
        ]
        return {"items": items, "groups": group_rows(self.scores)}


def group_rows(scores: Scores) -> Rows:
    """The groups of all scores as rows of a table."""
    return [{"score": name, **group.row()} for name, scored in scores.items() for group in scored.groups]


def _refusal(name: str, problem: Unfit) -> BadInput:
    return BadInput(f"{name}: {problem}; get the bulletin anew from its provider")

"""The seal of an evidence pack, `seal.json`: what every file in it hashes to, and a signature over that."""

from __future__ import annotations

import hashlib
import json
from typing import ClassVar

import msgspec

from standout.results.base import Document, Part
from standout.results.bulletin import Signature


class SealedFile(Part, frozen=True, kw_only=True):
    """What a file must be, to the last byte."""

    name: str
    bytes: int
    sha256: str


class Seal(Document, frozen=True, kw_only=True):
    """What belongs to a pack."""

    KIND: ClassVar[str] = "seal"
    FILE: ClassVar[str] = "seal.json"

    standout: str
    fingerprint: str
    """Of the evidence without its days, minutes and machine: the same for the same data, version and seed."""
    files: tuple[SealedFile, ...]
    checksum: str = ""
    """SHA-256 over all that stands above: damage shows also where nobody signed."""
    signature: Signature | None = None

    def canonical(self) -> bytes:
        """What a signature is of: everything but the signature, keys sorted, plain ASCII, no space."""
        document = msgspec.structs.replace(self, signature=None).to_dict()
        return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()

    def checked(self) -> Seal:
        """The same with its checksum."""
        bare = msgspec.structs.replace(self, checksum="", signature=None)
        return msgspec.structs.replace(self, checksum=hashlib.sha256(bare.canonical()).hexdigest())

"""Signing what a provider publishes, and verifying that it is as signed. Ed25519, over the canonical bytes."""

from __future__ import annotations

import base64
import binascii
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.results.bulletin import Bulletin, Signature
from standout.results.recommender import Recommender
from standout.results.seal import Seal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_LARGEST = 100_000


class BadSignature(BadInput):
    """A signature that is missing, does not fit, or is somebody else's."""


Public = TypeVar("Public", Bulletin, Recommender, Seal)
"""What is signed."""


def private_key(path: Path) -> Ed25519PrivateKey:
    """The private key in a PEM file, as `openssl genpkey -algorithm ed25519` writes it."""
    _needed()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(_content(path), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadInput(
            f"{shown_path(path)}: not a private key in PEM without a password; make one with "
            "`openssl genpkey -algorithm ed25519 -out key.pem`"
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(f"{shown_path(path)}: a private key, but not of Ed25519; make one of that kind")
    return key


def signed(document: Public, key: Ed25519PrivateKey) -> Public:
    """The document with a signature of everything else in it."""
    signature = Signature(
        algorithm="ed25519",
        key=_encoded(key.public_key().public_bytes_raw()),
        value=_encoded(key.sign(document.canonical())),
    )
    return msgspec.structs.replace(document, signature=signature)


def verified(document: Bulletin | Recommender | Seal, key_file: Path | None = None) -> str | None:
    """The fingerprint of the key that signed the document; none for one that is not signed.

    Refuses a document whose signature does not fit, and, if a file with the provider's public key is given, one that
    is not signed with that key.
    """
    signature, kind = document.signature, document.KIND
    if signature is None:
        if key_file is not None:
            raise BadSignature(
                f"the {kind} is not signed, so --key cannot verify it; ask its provider for a signed one"
            )
        return None
    _needed()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        raw, value = (base64.b64decode(text, validate=True) for text in (signature.key, signature.value))
        if [_encoded(raw), _encoded(value)] != [signature.key, signature.value]:
            raise ValueError("written in another way than we write it")
        Ed25519PublicKey.from_public_bytes(raw).verify(value, document.canonical())
    except (InvalidSignature, binascii.Error, ValueError):
        raise BadSignature(
            f"the {kind}'s signature does not fit: somebody changed the file; get it anew from its provider"
        ) from None
    if key_file is not None and public_key(key_file).public_bytes_raw() != raw:
        raise BadSignature(
            f"the {kind} is signed with another key than {shown_path(key_file)} ({fingerprint(raw)}); do not trust it"
        )
    return fingerprint(raw)


def public_key(path: Path) -> Ed25519PublicKey:
    """The public key in a PEM file, as `openssl pkey -in key.pem -pubout` writes it."""
    _needed()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(_content(path))
    except (ValueError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PublicKey):
        raise BadInput(
            f"{shown_path(path)}: not a public Ed25519 key in PEM; get the provider's, made with "
            "`openssl pkey -in key.pem -pubout`"
        )
    return key


def fingerprint(raw: bytes) -> str:
    """A short name for a public key: the beginning of its SHA-256."""
    return "SHA256:" + hashlib.sha256(raw).hexdigest()[:32]


def fingerprint_of(document: Bulletin | Recommender | Seal) -> str | None:
    """The fingerprint of the key in the document, verified or not; none for one that has no readable key."""
    try:
        raw = b"" if document.signature is None else base64.b64decode(document.signature.key, validate=True)
    except binascii.Error:
        return None
    return fingerprint(raw) if raw else None


def _encoded(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _content(path: Path) -> bytes:
    return read_document(path, "a key in PEM", _LARGEST, "name a key in PEM")


def _needed() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise BadInput(
            "signatures need the package cryptography; install it with `pip install 'standout[sign]'`"
        ) from None

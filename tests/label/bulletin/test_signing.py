"""Signatures: what was signed verifies, and nothing else does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from msgspec.structs import replace

from standout.errors import BadInput
from standout.label.bulletin.signing import private_key, signed, verified
from standout.results.bulletin import Bulletin, Signature
from tests.label.bulletins import bulletin_of


def written(folder: Path, name: str, key: Ed25519PrivateKey | ec.EllipticCurvePrivateKey) -> tuple[Path, Path]:
    """The private and the public key in files, as openssl writes them."""
    private, public = folder / f"{name}.pem", folder / f"{name}.pub"
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return private, public


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path, "key", Ed25519PrivateKey.generate())


@pytest.fixture
def bulletin(keys: tuple[Path, Path]) -> Bulletin:
    return signed(bulletin_of(["Café", None], [40, 9]), private_key(keys[0]))


def test_a_signed_bulletin_verifies_after_a_journey(
    bulletin: Bulletin, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    bulletin.write(tmp_path / "b.json")
    pretty = tmp_path / "pretty.json"
    pretty.write_text(json.dumps(json.loads((tmp_path / "b.json").read_text()), indent=2, sort_keys=True))
    for file in (tmp_path / "b.json", pretty):
        found = Bulletin.read(file)
        assert re.fullmatch(r"SHA256:[0-9a-f]{32}", verified(found) or "")
        assert verified(found, keys[1]) == verified(found)


@pytest.mark.parametrize("change", ["count", "interactions", "title", "norm", "signature", "key", "garbage"])
def test_a_changed_bulletin_is_refused(bulletin: Bulletin, change: str) -> None:
    document = bulletin.to_dict()
    if change == "count":
        document["items"]["holders"][0] += 1
    elif change == "interactions":
        document["interactions"] += 1
    elif change == "title":
        document["items"]["titles"][0] = "Cafe"
    elif change == "norm":
        document["scores"]["better"]["norm"]["max"] += 1e-9
    elif change == "signature":
        document["signature"]["value"] = document["signature"]["value"][::-1]
    elif change == "key":
        other = signed(bulletin, Ed25519PrivateKey.generate())
        document["signature"]["key"] = other.to_dict()["signature"]["key"]
    else:
        document["signature"]["key"] = "äöü"
    with pytest.raises(BadInput, match="signature does not fit"):
        verified(Bulletin.from_json(json.dumps(document).encode()))


def test_another_providers_signature_is_refused(bulletin: Bulletin, tmp_path: Path) -> None:
    _, other = written(tmp_path, "other", Ed25519PrivateKey.generate())
    with pytest.raises(BadInput, match="signed with another key"):
        verified(bulletin, other)


def test_an_unsigned_bulletin_is_nobodys(bulletin: Bulletin, keys: tuple[Path, Path]) -> None:
    plain = bulletin.without_signature()
    assert verified(plain) is None
    with pytest.raises(BadInput, match="not signed"):
        verified(plain, keys[1])
    with pytest.raises(BadInput, match="does not fit"):
        verified(replace(plain, signature=Signature(algorithm="ed25519", key="", value="")))


def test_what_is_no_key_is_refused(tmp_path: Path, bulletin: Bulletin) -> None:
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("-----BEGIN NOTHING-----")
    wrong, wrong_public = written(tmp_path, "wrong", ec.generate_private_key(ec.SECP256R1()))
    with pytest.raises(BadInput, match="openssl genpkey"):
        private_key(nothing)
    with pytest.raises(BadInput, match="not of Ed25519"):
        private_key(wrong)
    with pytest.raises(BadInput, match="no such file"):
        private_key(tmp_path / "nowhere.pem")
    with pytest.raises(BadInput, match="a folder"):
        private_key(tmp_path)
    for key in (nothing, wrong_public):
        with pytest.raises(BadInput, match="not a public Ed25519 key"):
            verified(bulletin, key)

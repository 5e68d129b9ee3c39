"""Packs to test with: small results, a key, and what can be done to a pack."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import standout as so
from standout.packing.gathering import Gathered, evidence_of
from standout.packing.sealing import seal_of
from standout.results.audit import AuditDocument
from standout.results.card import Card
from standout.results.evidence import Evidence, Statement
from standout.results.run import Machine, Run
from standout.results.seal import Seal
from standout.results.verified import Looked, Verified


def write_purchases(file: Path, people: int = 60, seed: int = 1) -> Path:
    """Invented purchases with days: people of unlike records."""
    dice = random.Random(seed)
    rows = [
        f"u{person},i{item},2024-0{dice.randint(1, 9)}-{dice.randint(10, 28)}"
        for person in range(people)
        for item in sorted(dice.sample(range(50), dice.randint(4, 14)))
    ]
    file.write_text("user,item,date\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return file


def audit_into(folder: Path, data: Path, **more: object) -> so.AuditResult:
    """A quick audit: two adversaries, two attacks."""
    options = {"adversaries": ["two-and-a-date", "mentions"], "attacks": ["likelihood", "tf-idf"], "draws": 2} | more
    return so.audit(data, out=folder, threads=1, **options)  # type: ignore[arg-type]


def write_key(folder: Path) -> tuple[Path, Path]:
    """A private key and its public half, in PEM."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    key = Ed25519PrivateKey.generate()
    private, public = folder / "key.pem", folder / "key.pub"
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return private, public


RUN = Run(
    command="standout audit purchases.csv",
    date="2026-11-17",
    minutes=0.5,
    machine=Machine(system="Linux x86_64", processor="a processor", cores=2, memory_gb=8.0),
    versions={"standout": "0.2.0", "python": "3.11"},
    targets=10_000,
)


@cache
def audited() -> AuditDocument:
    """The document of a quick audit, in memory."""
    import pyarrow as pa

    dice = random.Random(2)
    held = [(f"u{person}", f"i{item}") for person in range(40) for item in dice.sample(range(30), 8)]
    people, items = zip(*held, strict=True)
    return so.audit(
        pa.table({"user": people, "item": items}), adversaries="mentions", attacks="tf-idf", draws=2, threads=1
    ).document


def evidence(**more: object) -> Evidence:
    """The evidence of that audit."""
    audit = audited()
    given = {"audit": audit, "run": RUN, "audit_run": RUN, "files": {"findings.json": audit.content()}} | more
    return evidence_of(Gathered(**given), Statement(responsible="A. Officer"), "2026-11-17")  # type: ignore[arg-type]


def seal() -> Seal:
    """The seal of a pack with two files."""
    return seal_of({"evidence.json": b"{}", "evidence.pdf": b"%PDF"}, evidence(), None)


def verified() -> Verified:
    """What checking found."""
    return Verified(standout="0.2.0", verified=True, checks=(Looked(name="seal", passed=True, said="fine"),))


def card() -> Card:
    """A card."""
    return Card(standout="0.2.0", markdown="# card", croissant={"@type": "sc:Dataset"})

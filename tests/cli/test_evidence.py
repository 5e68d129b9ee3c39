"""`evidence`, `verify` and `card` as they are typed: what is printed, and what they leave with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import standout
from tests.packing.packs import audit_into, write_purchases


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("typed")
    audit_into(place / "audit", write_purchases(place / "purchases.csv"), attacks="tf-idf", adversaries="mentions")
    return place


def test_a_pack_is_made_and_verified(folder: Path) -> None:
    said = standout("evidence", str(folder / "audit"), "--responsible", "A. Officer", "--review", "2027-01-31")
    assert said.status == 0
    assert "fingerprint: " in said.output
    said = standout("verify", str(folder / "audit"), "--data", str(folder / "purchases.csv"))
    assert said.status == 0, said.output
    assert said.output.splitlines()[-1].startswith("verified: ")


def test_a_changed_pack_leaves_with_three(folder: Path) -> None:
    assert standout("evidence", str(folder / "audit"), "--out", str(folder / "changed")).status == 0
    (folder / "changed" / "evidence.pdf").write_bytes(b"other")
    said = standout("verify", str(folder / "changed"))
    assert said.status == 3
    assert said.output.splitlines()[-1] == (
        "not verified: evidence.pdf: was changed after it was sealed; get the pack anew"
    )
    said = standout("verify", str(folder / "changed"), "--json")
    assert said.status == 3
    assert json.loads(said.output)["verified"] is False


def test_what_is_no_pack_leaves_with_two(folder: Path) -> None:
    said = standout("verify", str(folder))
    assert said.status == 2
    assert "no evidence pack" in said.errors


def test_json_is_the_document(folder: Path) -> None:
    said = standout("evidence", str(folder / "audit"), "--json", "--out", str(folder / "as-json"))
    assert json.loads(said.output)["schema"] == "standout/evidence/1.0"
    said = standout("card", str(folder / "as-json"), "--out", str(folder / "card"), "--json")
    assert json.loads(said.output)["croissant"]["@type"] == "sc:Dataset"
    assert {file.name for file in (folder / "card").iterdir()} == {"card.md", "croissant.json"}

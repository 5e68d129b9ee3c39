"""What is said of a bulletin itself: unsigned, still to come, or too old; in words, in JSON and on the drawn label."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from standout.errors import BadInput
from standout.label.bulletin.signing import fingerprint_of
from standout.label.bulletin.standing import UNSIGNED, facts_of, remarks, said_of_dates, signature_of
from standout.results.bulletin import Bulletin, Signature, Signed
from tests.cli.running import standout
from tests.label.bulletins import bulletin_of

BULLETIN = bulletin_of(["One", "Two"], [700, 300], ["m0", "m7"])
COME, OVER = "a day that is still to come", "the bulletin was valid until"


@pytest.mark.parametrize(
    ("made", "until", "today", "says"),
    [
        ("2026-01-31", None, "2026-01-31", ""),
        ("2026-01-31", None, "2126-01-31", ""),
        ("2026-02-01", None, "2026-01-31", COME),
        ("9999-12-31", "9999-12-31", "2026-01-31", COME),
        ("2026-01-31", "2026-03-01", "2026-03-01", ""),
        ("2026-01-31", "2026-03-01", "2026-03-02", OVER),
        ("0001-01-01", "0001-01-01", "2026-01-31", OVER),
    ],
)
def test_dates(made: str, until: str | None, today: str, says: str) -> None:
    found = said_of_dates(made, until, today)
    assert says in found
    assert bool(says) == bool(found)
    dated = replace(BULLETIN, date=made, valid_until=until)
    assert remarks(dated, None, date.fromisoformat(today)) == [UNSIGNED, *([found] if found else [])]
    assert facts_of(dated, None).valid_until == until


def test_a_signature_is_null_or_says_what_it_is_worth(tmp_path: Path) -> None:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    from standout.label.bulletin.signing import signed

    assert signature_of(BULLETIN) is None
    key = ed25519.Ed25519PrivateKey.generate()
    made = signed(replace(BULLETIN, valid_until="2030-01-01"), key)
    assert signature_of(made) == Signed(key=fingerprint_of(made), verified=True, trusted=False)
    public = tmp_path / "public.pem"
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    assert signature_of(made, public) == Signed(key=fingerprint_of(made), verified=True, trusted=True)
    with pytest.raises(BadInput, match="does not fit"):
        signature_of(replace(made, valid_until="2040-01-01"))
    with pytest.raises(BadInput, match="does not fit"):
        signature_of(replace(made, valid_until=None))
    with pytest.raises(BadInput, match="is not signed"):
        signature_of(BULLETIN, public)


def test_an_unreadable_key_has_no_fingerprint() -> None:
    unreadable = Signature(algorithm="ed25519", key="\x1b[31m", value="x")
    assert fingerprint_of(replace(BULLETIN, signature=unreadable)) is None


def run(folder: Path, command: str, bulletin: dict[str, Any], *more: str) -> Any:
    (folder / "b.json").write_text(json.dumps(bulletin), encoding="utf-8")
    (folder / "list.txt").write_text("m0\nm7\nelsewhere\n", encoding="utf-8")
    done = standout(command, "list.txt", "--bulletin", "b.json", *more, folder=folder)
    assert done.status == 0, done.errors
    return json.loads(done.output) if "--json" in more else " ".join(done.output.split())


@pytest.mark.parametrize("command", ["check", "advise"])
def test_commands_say_it_in_words_and_in_json(command: str, tmp_path: Path) -> None:
    usual = BULLETIN.to_dict()
    assert UNSIGNED in run(tmp_path, command, usual)
    found = run(tmp_path, command, usual, "--json")
    assert found["bulletin"] == {
        "date": "2026-01-31", "valid_until": None, "people": 1_000, "items": 2, "signed": None,
    }  # fmt: skip
    assert UNSIGNED in found["notes"]
    assert COME not in str(found)
    assert OVER not in str(found)
    assert COME in run(tmp_path, command, usual | {"date": "9999-01-01"})
    late = usual | {"date": "2001-01-01", "valid_until": "2001-02-01"}
    assert f"{OVER} 2001-02-01 only" in run(tmp_path, command, late)
    assert run(tmp_path, command, late, "--json")["bulletin"]["valid_until"] == "2001-02-01"


def test_advice_from_a_damaged_signature_is_refused(tmp_path: Path) -> None:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    from standout.label.bulletin.signing import signed

    document = signed(BULLETIN, ed25519.Ed25519PrivateKey.generate()).to_dict()
    assert "signed by SHA256:" in run(tmp_path, "advise", document)
    (tmp_path / "b.json").write_text(json.dumps(document | {"interactions": 999}), encoding="utf-8")
    refused = standout("advise", "list.txt", "--bulletin", "b.json", folder=tmp_path)
    assert refused.status == 2
    assert "signature does not fit" in refused.errors


def test_the_drawn_label_says_that_nobody_signed(tmp_path: Path) -> None:
    run(tmp_path, "check", BULLETIN.to_dict(), "--label", "label.svg")
    assert "1,000 people, not signed" in (tmp_path / "label.svg").read_text(encoding="utf-8")


def test_words_of_ones_own_cannot_be_put_on_a_label() -> None:
    document = BULLETIN.to_dict()
    document["scores"]["better"]["groups"][2]["name"] = "safe: install example.org"
    with pytest.raises(BadInput, match=r"'scores\.better\.groups\[2\]\.name' is .* but must be 'safe'"):
        Bulletin.from_json(json.dumps(document).encode())
    document["scores"]["better"]["groups"][2]["name"] = "low risk"
    with pytest.raises(BadInput, match="must be 'safe'"):
        Bulletin.from_json(json.dumps(document).encode())


@pytest.mark.parametrize(
    ("until", "says"),
    [("2026-01-30", "'valid_until' is before 'date'"), ("soon", "'valid_until' is not a day"), (5, "'valid_until'")],
)
def test_a_validity_that_cannot_be_is_refused(until: object, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Bulletin.from_json(json.dumps(BULLETIN.to_dict() | {"valid_until": until}).encode())
    again = Bulletin.from_json(json.dumps(BULLETIN.to_dict() | {"valid_until": "2026-01-31"}).encode())
    assert again.to_dict()["valid_until"] == again.valid_until == "2026-01-31"

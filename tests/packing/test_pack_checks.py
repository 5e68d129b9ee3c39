"""A pack is as it was sealed, or one line says what is not: every byte, every file, every key."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.packing.pack_checks import open_pack
from standout.packing.sealing import seal_of, write_pack
from standout.results.seal import Seal
from standout.results.verified import same
from tests.packing.packs import audited, evidence, write_key


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack that is signed, one that is not, and keys."""
    place = tmp_path_factory.mktemp("packs")
    private, _ = write_key(place)
    (place / "other").mkdir()
    write_key(place / "other")
    pack = evidence()
    files = {"findings.json": audited().content(), "evidence.json": pack.content(), "evidence.pdf": b"%PDF-1.7 pages"}
    write_pack(place / "signed", files, seal_of(files, pack, private))
    write_pack(place / "unsigned", files, seal_of(files, pack, None))
    return place


@pytest.fixture
def pack(sealed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed / "signed", tmp_path / "pack"))


def wrong(folder: Path, key: Path | None = None) -> str:
    """What is wrong with a pack; nothing if all is fine. No line is longer than one."""
    said = [check.said for check in open_pack(folder, key).checks if not check.passed]
    assert all("\n" not in line for line in said)
    return " | ".join(said)


def test_a_pack_is_as_it_was_sealed(sealed: Path) -> None:
    opened = open_pack(sealed / "signed", sealed / "key.pub")
    assert opened.fine
    assert opened.signed_by is not None
    assert opened.evidence == evidence()
    assert wrong(sealed / "unsigned") == ""
    assert open_pack(sealed / "unsigned").signed_by is None


def test_private_files(sealed: Path) -> None:
    assert all(file.stat().st_mode & 0o077 == 0 for file in (sealed / "signed").iterdir())


@pytest.mark.parametrize("name", ["findings.json", "evidence.json", "evidence.pdf"])
def test_a_changed_byte_is_found_wherever_it_is(pack: Path, name: str) -> None:
    file = pack / name
    content = file.read_bytes()
    for place in (0, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert wrong(pack) == f"{name}: was changed after it was sealed; get the pack anew"
    for other in (content[:-1], content + b"\n", b""):
        file.write_bytes(other)
        assert "was changed after it was sealed" in wrong(pack)


@pytest.mark.parametrize("which", ["signed", "unsigned"])
def test_every_changed_byte_of_the_seal_is_found(sealed: Path, tmp_path: Path, which: str) -> None:
    folder = Path(shutil.copytree(sealed / which, tmp_path / "pack"))
    file = folder / Seal.FILE
    content = file.read_bytes()
    for place in range(len(content)):
        for change in (1, 32):
            file.write_bytes(content[:place] + bytes([content[place] ^ change]) + content[place + 1 :])
            assert wrong(folder), f"byte {place} of the seal was changed by {change}, and nobody noticed"


@pytest.mark.parametrize("name", ["findings.json", "evidence.json", "evidence.pdf", "seal.json"])
def test_a_missing_file_is_named(pack: Path, name: str) -> None:
    (pack / name).unlink()
    assert name in wrong(pack)
    assert "missing" in wrong(pack)


@pytest.mark.parametrize("name", ["notes.txt", "report.html", ".hidden", "sub"])
def test_an_added_file_is_named(pack: Path, name: str) -> None:
    if name == "sub":
        (pack / name).mkdir()
    else:
        (pack / name).write_text("more", encoding="utf-8")
    assert wrong(pack) == f"{name}: was added after the pack was sealed; take it out, or get the pack anew"


def test_a_changed_marker_is_named_and_a_lost_one_is_no_harm(pack: Path) -> None:
    marker = pack / ".standout"
    content = marker.read_bytes()
    marker.write_bytes(content.replace(b"evidence", b"evidenze", 1))
    assert wrong(pack) == ".standout: was changed; get the pack anew"
    marker.unlink()
    assert wrong(pack) == ""


def test_a_link_is_no_file_of_a_pack(pack: Path, tmp_path: Path) -> None:
    moved = (pack / "findings.json").rename(tmp_path / "findings.json")
    (pack / "findings.json").symlink_to(moved)
    assert wrong(pack) == "findings.json: is no plain file; get the pack anew"


def test_another_key_is_not_trusted(sealed: Path) -> None:
    assert "signed with another key" in wrong(sealed / "signed", sealed / "other" / "key.pub")
    assert "not signed" in wrong(sealed / "unsigned", sealed / "key.pub")
    with pytest.raises(BadInput, match="no such file"):
        open_pack(sealed / "signed", sealed / "none.pub")
    with pytest.raises(BadInput, match="not a public Ed25519 key"):
        open_pack(sealed / "signed", sealed / "signed" / "seal.json")


def forged(pack: Path, change: Callable[[dict[str, object]], None]) -> None:
    """Change the seal, and make its checksum right again, as a forger would."""
    said = json.loads((pack / Seal.FILE).read_bytes())
    change(said)
    (pack / Seal.FILE).write_bytes(Seal.from_dict(said).checked().content())


def test_a_forged_seal_does_not_fit_its_signature(pack: Path) -> None:
    (pack / "evidence.pdf").write_bytes(b"%PDF forged")
    forged(pack, lambda said: said.update(standout="9.9"))
    assert "signature does not fit" in wrong(pack)


def test_a_signature_that_is_written_otherwise_does_not_fit(pack: Path) -> None:
    def other_end(said: dict[str, object]) -> None:
        signature = said["signature"]
        assert isinstance(signature, dict)
        value = str(signature["value"])
        last = value.rstrip("=")[-1]
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        signature["value"] = value.replace(last + "==", letters[letters.index(last) ^ 1] + "==")
        assert base64.b64decode(str(signature["value"])) == base64.b64decode(value)

    forged(pack, other_end)
    assert "signature does not fit" in wrong(pack)


def test_names_that_lead_out_of_the_pack_are_refused(sealed: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(sealed / "unsigned", tmp_path / "pack"))

    def outwards(said: dict[str, object]) -> None:
        assert isinstance(said["files"], list)
        said["files"][0]["name"] = "../evidence.json"

    forged(folder, outwards)
    assert "is no name of a file in the pack" in wrong(folder)


def test_evidence_that_is_not_of_the_documents_beside_it_is_refused(tmp_path: Path) -> None:
    pack = evidence()
    files = {"findings.json": b"{}", "evidence.json": pack.content(), "evidence.pdf": b"%PDF"}
    write_pack(tmp_path / "pack", files, seal_of(files, pack, None))
    assert wrong(tmp_path / "pack") == "findings.json: is not the document that the evidence was made from"


def test_what_is_no_pack_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadInput, match="no evidence pack"):
            open_pack(folder)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (1.0, 1.0 + 1e-9, True), (1.0, 1.001, False), (1, 1.0, True), (None, 0.0, False), (True, True, True),
        ([1.0, 2.0], [1.0], False), ({"a": 1.0}, {"b": 1.0}, False), ({"a": [0.5]}, {"a": [0.5]}, True),
        ("a", "b", False),
    ],
)  # fmt: skip
def test_figures_are_the_same_but_for_the_last_digits(one: object, other: object, alike: bool) -> None:
    assert same(one, other) is alike
    assert same(other, one) is alike

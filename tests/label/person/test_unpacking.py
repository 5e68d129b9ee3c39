"""Archives: what is unpacked is what `zipfile` unpacks, and what is hostile is refused in one line."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.label.person.reading_history import read_history
from standout.label.person.unpacking import BadArchive, files_in, unpacked
from tests.label.downloads import packed
from tests.label.hostile_archives import GOOD, HOSTILE


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_hostile_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    content, told = HOSTILE[name]
    file = tmp_path / "x.zip"
    file.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        read_history(file)
    assert str(refused.value).startswith(str(file))
    assert told in str(refused.value)
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_unpacked_is_what_zipfile_unpacks() -> None:
    dice = random.Random(5)
    for _ in range(60):
        files: dict[str, str | bytes] = {
            f"{'f/' * dice.randint(0, 2)}{number}é.csv": bytes(
                dice.choices(b"abc\n\0", k=dice.choice([0, 1, 50, 5_000]))
            )
            for number in range(dice.randint(0, 6))
        }
        content = packed(files, dice.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
        stream = io.BytesIO(content)
        assert {entry.name: unpacked(stream, entry, 10_000) for entry in files_in(stream)} == files


def test_a_comment_and_what_looks_like_an_end_do_no_harm() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("a.csv", "Dark")
        archive.comment = b"PK\x05\x06" + b"x" * 40
    assert [entry.name for entry in files_in(content)] == ["a.csv"]


def test_no_single_changed_byte_is_taken_for_something_else() -> None:
    """Whatever byte is changed: the same contents come out, or a refusal; never others, and no other error."""
    wanted = {"ViewingActivity.csv": b"Title,Date\nThe Matrix,1/1/24\n"}
    for place in range(len(GOOD)):
        for flip in (0x01, 0x80, 0xFF):
            stream = io.BytesIO(GOOD[:place] + bytes([GOOD[place] ^ flip]) + GOOD[place + 1 :])
            try:
                found = {entry.name: unpacked(stream, entry, 1 << 20) for entry in files_in(stream)}
            except BadArchive:
                continue
            assert list(found.values()) in ([], list(wanted.values())), place

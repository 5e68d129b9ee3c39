"""Checkpoints keep finished parts, only whole ones, and only of the same run."""

from __future__ import annotations

import random
import stat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.auditing.checkpoint import Arrays, Checkpoints


class Work:
    """Something to compute that counts how often it was."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Arrays:
        self.times += 1
        return {
            "numbers": np.arange(5),
            "shares": np.array([0.5, np.inf, np.nan]),
            "flags": np.array([True]),
            "none": np.empty(0),
        }


def same(one: Arrays, other: Arrays) -> bool:
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype
        and np.array_equal(one[name], other[name], equal_nan=one[name].dtype.kind == "f")
        for name in one
    )


def test_a_finished_part_is_not_computed_again(tmp_path: Path) -> None:
    work = Work()
    first = Checkpoints(tmp_path / "book", {"seed": 1}).arrays("a · b 0", work)
    again = Checkpoints(tmp_path / "book", {"seed": 1})
    assert again.resumed == 1
    assert same(again.arrays("a · b 0", work), first)
    assert work.times == 1


def test_parts_go_by_their_whole_name(tmp_path: Path) -> None:
    work, book = Work(), Checkpoints(tmp_path / "book", {})
    for name in ("a", "b", "a/../b", "x" * 500, "ä"):
        book.arrays(name, work)
    assert work.times == 5
    assert len(list((tmp_path / "book").glob("*.npz"))) == 5


def test_a_document_is_kept_as_json_and_damage_is_noticed(tmp_path: Path) -> None:
    made: list[int] = []

    def compute() -> dict[str, Any]:
        made.append(1)
        return {"rates": (0.5, None), "notes": ["ä"]}

    for _ in range(2):
        book = Checkpoints(tmp_path / "book", {})
        assert book.document("a", compute) == {"rates": [0.5, None], "notes": ["ä"]}
    assert (book.resumed, len(made)) == (1, 1)
    (file,) = (tmp_path / "book").glob("*.json")
    file.write_bytes(file.read_bytes().replace(b"0.5", b"0.9"))
    assert book.document("a", compute)["rates"] == [0.5, None]
    assert len(made) == 2
    assert Checkpoints(None, {}).document("a", compute)["rates"] == [0.5, None]


def test_without_a_folder_nothing_is_kept() -> None:
    work, book = Work(), Checkpoints(None, {"seed": 1})
    book.arrays("a", work)
    book.arrays("a", work)
    assert work.times == 2
    assert book.secret() != book.secret()
    book.close()


@pytest.mark.parametrize("damage", ["empty", "cut", "garbage", "flipped", "cut early"])
def test_a_damaged_part_is_computed_again(damage: str, tmp_path: Path) -> None:
    work, folder = Work(), tmp_path / "book"
    first = Checkpoints(folder, {}).arrays("a", work)
    (file,) = folder.glob("*.npz")
    content = bytearray(file.read_bytes())
    if damage == "flipped":
        content[content.index(b"\x04\x00\x00\x00\x00\x00\x00\x00")] = 9
    kept = {
        "empty": b"",
        "cut": bytes(content[: len(content) // 2]),
        "cut early": bytes(content[:10]),
        "garbage": b"no zip at all",
    }
    file.write_bytes(kept.get(damage, bytes(content)))
    assert same(Checkpoints(folder, {}).arrays("a", work), first)
    assert work.times == 2
    assert same(Checkpoints(folder, {}).arrays("a", work), first)
    assert work.times == 2


def test_no_flipped_bit_in_a_part_changes_a_figure(tmp_path: Path) -> None:
    """Also in what a zip file does not check: names and kinds of arrays in its directory."""
    work, folder, chance = Work(), tmp_path / "book", random.Random(1)
    first = Checkpoints(folder, {}).arrays("a", work)
    (file,) = folder.glob("*.npz")
    whole = file.read_bytes()
    for _ in range(500):
        content = bytearray(whole)
        content[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        file.write_bytes(content)
        assert same(Checkpoints(folder, {}).arrays("a", work), first)
    assert work.times == 501


@pytest.mark.parametrize("other", ["name", "run"])
def test_a_part_of_another_name_or_run_is_computed_again(other: str, tmp_path: Path) -> None:
    """A whole file with other arrays in it, put in the place of this one."""
    work, folder, elsewhere = Work(), tmp_path / "book", tmp_path / "other"
    Checkpoints(folder, {"seed": 1}).arrays("a", work)
    (mine,) = folder.glob("*.npz")
    where = folder if other == "name" else elsewhere
    foreign = {"numbers": np.arange(3, dtype=np.int8)}
    Checkpoints(where, {"seed": 1 if other == "name" else 2}).arrays("b" if other == "name" else "a", lambda: foreign)
    (theirs,) = set(where.glob("*.npz")) - {mine}
    mine.write_bytes(theirs.read_bytes())
    assert same(Checkpoints(folder, {"seed": 1}).arrays("a", work), work())
    assert work.times == 3


@pytest.mark.parametrize("content", [b"", b"short", bytes(48), bytes(5_000)])
def test_a_damaged_secret_is_drawn_afresh(content: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    Checkpoints(folder, {}).secret()
    (folder / "secret").write_bytes(content)
    drawn = Checkpoints(folder, {}).secret()
    assert drawn not in (0, int.from_bytes(content, "little")), "2^-128 by chance"
    assert Checkpoints(folder, {}).secret() == drawn


def test_checkpoints_of_another_run_are_thrown_away(tmp_path: Path) -> None:
    work, folder = Work(), tmp_path / "book"
    Checkpoints(folder, {"seed": 1}).arrays("a", work)
    other = Checkpoints(folder, {"seed": 2})
    assert other.resumed == 0
    other.arrays("a", work)
    assert work.times == 2
    back = Checkpoints(folder, {"seed": 1})
    assert back.resumed == 0


def test_checkpoints_that_lost_their_mark_are_not_trusted(tmp_path: Path) -> None:
    work, folder = Work(), tmp_path / "book"
    Checkpoints(folder, {"seed": 1}).arrays("a", work)
    (folder / "fingerprint").unlink()
    assert Checkpoints(folder, {"seed": 1}).resumed == 0


def test_a_part_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def fail() -> Arrays:
        raise RuntimeError("stop")

    book = Checkpoints(tmp_path / "book", {})
    with pytest.raises(RuntimeError, match="stop"):
        book.arrays("a", fail)
    assert sorted(file.name for file in (tmp_path / "book").iterdir()) == ["fingerprint"]


def test_only_the_owner_may_look_inside(tmp_path: Path) -> None:
    book = Checkpoints(tmp_path / "book", {})
    book.arrays("a", Work())
    book.secret()
    assert stat.S_IMODE((tmp_path / "book").stat().st_mode) == 0o700
    for file in (tmp_path / "book").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_secret_stays_for_the_run_and_goes_with_its_checkpoints(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    secret = Checkpoints(folder, {}).secret()
    assert Checkpoints(folder, {}).secret() == secret
    assert Checkpoints(folder, {"seed": 2}).secret() != secret, "another run must not reuse the secret"
    Checkpoints(folder, {"seed": 2}).close()
    assert not folder.exists()
    assert Checkpoints(folder, {}).secret() != secret


def test_objects_are_never_pickled(tmp_path: Path) -> None:
    book = Checkpoints(tmp_path / "book", {})
    with pytest.raises(ValueError, match=r"[Oo]bject arrays"):
        book.arrays("a", lambda: {"bad": np.array([object()])})

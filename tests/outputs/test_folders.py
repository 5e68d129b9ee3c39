"""Folders are replaced in one step; where the system cannot, the next run puts the old one back."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.outputs import folders
from standout.outputs.folders import exchanged, folder_written_whole, held_folder, working_folder
from standout.outputs.markers import kind_of, mark


def write(folder: Path, content: str) -> None:
    with folder_written_whole(folder, "a test") as part:
        (part / "a").write_text(content)
        (part / "b").write_text(content)


def test_old_or_new_is_there_at_every_moment(tmp_path: Path) -> None:
    """A reader that looks all the time, while the folder is replaced 100 times, finds it each time."""
    if not _can_swap(tmp_path):
        pytest.skip("this system or disk cannot swap two names")
    folder, missing, done = tmp_path / "f", [], threading.Event()
    write(folder, "0")

    def look() -> None:
        while not done.is_set():
            if not folder.is_dir():
                missing.append(1)

    reader = threading.Thread(target=look)
    reader.start()
    for number in range(100):
        write(folder, str(number))
    done.set()
    reader.join()
    assert not missing
    assert [one.name for one in tmp_path.iterdir()] == ["f"]


def _can_swap(place: Path) -> bool:
    (place / "x").mkdir()
    (place / "y").mkdir()
    try:
        return exchanged(place / "x", place / "y")
    finally:
        (place / "x").rmdir()
        (place / "y").rmdir()


@pytest.mark.parametrize("stop", [1, 2, 3])
def test_where_names_cannot_be_swapped_a_kill_between_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    """The process dies before the first, second and third of the three renamings that stand for a swap."""
    monkeypatch.setattr(folders, "exchanged", lambda *_: False)
    folder = tmp_path / "f"
    write(folder, "old")
    child = os.fork()
    if child == 0:
        steps = [0]
        rename = Path.rename

        def dying(self: Path, target: Path) -> Path:
            steps[0] += 1
            if steps[0] == stop:
                os._exit(0)
            return rename(self, target)

        Path.rename = dying  # type: ignore[method-assign, assignment]
        write(folder, "new")
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with held_folder(folder, "a test"):
        assert (folder / "a").read_text() == ("new" if stop == 3 else "old")
    assert [one.name for one in tmp_path.iterdir()] == ["f"]
    write(folder, "newer")
    assert (folder / "a").read_text() == "newer"
    assert [one.name for one in tmp_path.iterdir()] == ["f"]


def test_a_marker_that_was_changed_is_none(tmp_path: Path) -> None:
    mark(tmp_path, "a test")
    file = tmp_path / ".standout"
    whole = file.read_bytes()
    assert kind_of(tmp_path) == "a test"
    for at in range(len(whole)):
        if whole[at : at + 1].isspace():
            continue
        flipped = bytearray(whole)
        flipped[at] ^= 1
        file.write_bytes(flipped)
        assert kind_of(tmp_path) is None, at


def left_with(out: Path, problem: BaseException, link: Path | None = None) -> None:
    """Begin work below a folder for results, and leave it with this exception."""
    with contextlib.suppress(type(problem)), working_folder(out) as work:
        (work / "part").write_text("1")
        if link is not None:
            (work / "parts").symlink_to(link)
        raise problem


def test_unfinished_work_is_kept_when_interrupted_and_gone_when_refused_or_done(tmp_path: Path) -> None:
    out = tmp_path / "out"
    left_with(out, BadInput("no"))
    assert not out.exists()
    left_with(out, KeyboardInterrupt())
    assert (out / ".work" / "part").exists()
    with working_folder(out) as work:
        assert (work / "part").read_text() == "1"
    assert list(out.iterdir()) == []


def test_a_link_below_unfinished_work_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    left_with(tmp_path / "out", KeyboardInterrupt(), link=tmp_path / "mine")
    with pytest.raises(BadInput, match="is a link"), working_folder(tmp_path / "out"):
        pass

"""Scratch is unique, gone at the end, swept if its owner is dead, and never taken from one that lives."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from standout.common.files import open_private, write_together, write_whole
from standout.errors import BadInput
from standout.outputs.locks import alone, lock_of
from standout.outputs.owners import Owner, this_process
from standout.outputs.scratch import owner_of, scratch_folder, scratch_name, settle, sweep


def left_by_a_dead_process(folder: Path) -> list[Path]:
    """A scratch folder and a part file whose process was killed."""
    child = os.fork()
    if child == 0:
        (folder / scratch_name()).mkdir()
        (folder / scratch_name()).write_text("part")
        os._exit(0)
    os.waitpid(child, 0)
    return [one for one in folder.iterdir() if owner_of(one.name) is not None]


def test_what_the_dead_left_is_swept(tmp_path: Path) -> None:
    assert len(left_by_a_dead_process(tmp_path)) == 2
    (tmp_path / "data.csv").write_text("mine")
    sweep(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["data.csv"]


def test_what_lies_beside_a_result_that_was_not_there_yet_is_swept_too(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert len(left_by_a_dead_process(tmp_path)) == 2
    out.mkdir()
    settle(out)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["out"]


def test_what_the_living_have_is_not_swept(tmp_path: Path) -> None:
    with scratch_folder(tmp_path) as mine:
        sweep(tmp_path)
        assert mine.is_dir()
    program = "import sys; from pathlib import Path; from standout.outputs.scratch import scratch_folder\n" \
              "with scratch_folder(Path(sys.argv[1])): print(flush=True); sys.stdin.read()"  # fmt: skip
    other = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdin=-1, stdout=-1)
    assert other.stdout is not None
    other.stdout.readline()
    sweep(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    other.communicate()
    assert list(tmp_path.iterdir()) == []


def test_in_use_though_its_owner_seems_dead(tmp_path: Path) -> None:
    """As for a process of another container: its number means nothing here, but it holds the lock."""
    import fcntl

    folder = next(one for one in left_by_a_dead_process(tmp_path) if one.is_dir())
    holder = os.open(folder, os.O_RDONLY)
    fcntl.flock(holder, fcntl.LOCK_EX)
    sweep(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == [folder.name]
    os.close(holder)
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["x.part", ".work", ".standout-1-2-3-4", ".standout-99-99-0123456789abcdef-0123456789abcdef"]
)
def test_a_file_of_the_user_is_never_taken_for_scratch(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    sweep(tmp_path)
    assert (tmp_path / name).read_text() == "mine"


def test_scratch_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary").write_text("mine")
    name = next(one for one in left_by_a_dead_process(tmp_path) if one.is_dir())
    name.rmdir()
    name.symlink_to(tmp_path / "mine")
    sweep(tmp_path)
    assert (tmp_path / "mine" / "diary").read_text() == "mine"


def test_a_number_used_again_is_another_process() -> None:
    me = this_process()
    assert me.lives
    assert not Owner(me.pid, me.start + 1).lives or not me.start
    assert not Owner(2**31 - 5, 1).lives


def test_writing_never_goes_through_a_link_or_into_an_old_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    (tmp_path / "soft").symlink_to(mine)
    (tmp_path / "hard").hardlink_to(mine)
    for name in ("soft", "hard"):
        with open_private(tmp_path / name) as stream:
            stream.write(b"new")
        write_whole(tmp_path / name, b"newer")
    assert mine.read_text() == "mine"
    assert not (tmp_path / "soft").is_symlink()


def test_files_that_belong_together_come_together_or_not_at_all(tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("a", "b", "c")]
    write_together(dict.fromkeys(names, b"old"))

    def fail(_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_together({names[0]: b"new", names[1]: b"new", names[2]: fail})
    (tmp_path / "c").unlink()
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "full").touch()
    assert [one.read_bytes() for one in names[:2]] == [b"old", b"old"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "b", "c"]


def test_a_second_run_is_told_the_process_of_the_first(tmp_path: Path) -> None:
    program = "import sys; from pathlib import Path; from standout.outputs.locks import alone\n" \
              "with alone(Path(sys.argv[1])): print(flush=True); sys.stdin.read()"  # fmt: skip
    other = subprocess.Popen([sys.executable, "-c", program, str(tmp_path / "p")], stdin=-1, stdout=-1)
    assert other.stdout is not None
    other.stdout.readline()
    with pytest.raises(BadInput) as refusal, alone(tmp_path / "p"):
        pass
    assert re.search(rf"process {other.pid}\)", str(refusal.value))
    other.kill()
    other.communicate()
    with alone(tmp_path / "p"), alone(tmp_path / "p"):
        assert lock_of(tmp_path / "p").exists()
    assert list(tmp_path.iterdir()) == []


def test_without_locks_of_the_system_the_number_inside_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standout.outputs.locks.lock_now", lambda _: None)
    file = lock_of(tmp_path / "p")
    file.write_text(f'{{"standout": "lock", "pid": {os.getppid()}, "start": 0}}')
    with pytest.raises(BadInput, match=f"process {os.getppid()}"), alone(tmp_path / "p"):
        pass
    file.write_text('{"standout": "lock", "pid": 2147483640, "start": 1}')
    with alone(tmp_path / "p"):
        pass


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    lock_of(tmp_path / "p").symlink_to(tmp_path / "mine")
    with pytest.raises(OSError, match="symbolic"), alone(tmp_path / "p"):
        pass
    assert (tmp_path / "mine").read_text() == "mine"

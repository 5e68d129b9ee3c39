"""What one worker makes for all: made once, waited for however long it takes, and given up when its maker is gone."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.engines.spark.once import made_once

ROOT = Path(__file__).resolve().parents[3]
MAKING = """
import sys
from pathlib import Path
from tests.engines.spark.once import made_once

def make(folder):
    print("making", flush=True)
    sys.stdin.readline()
    (folder / "made").write_text("by another")

made_once(Path(sys.argv[1]), make)
"""


def another_maker(folder: Path) -> subprocess.Popen[str]:
    """Another process that is making, and goes on when it is told to."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAKING, str(folder)], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "making\n"
    return process


def never(_folder: Path) -> None:
    raise AssertionError("made a second time")


def test_the_first_makes_and_the_next_only_looks(tmp_path: Path) -> None:
    folder = made_once(tmp_path / "it", lambda folder: (folder / "made").touch())
    assert (folder / "made").exists()
    assert made_once(tmp_path / "it", never) == folder


def test_others_wait_for_as_long_as_the_maker_lives(tmp_path: Path) -> None:
    folder = tmp_path / "it"
    with another_maker(folder) as process:
        with (folder / "once-lock").open("w") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        found: list[str] = []
        waiting = threading.Thread(target=lambda: found.append((made_once(folder, never) / "made").read_text()))
        waiting.start()
        assert process.stdin is not None
        process.stdin.write("go on\n")
        process.stdin.flush()
        waiting.join()
    assert found == ["by another"]


def test_a_maker_that_died_is_not_waited_for(tmp_path: Path) -> None:
    with another_maker(tmp_path / "it") as process:
        process.send_signal(signal.SIGKILL)
        with pytest.raises(AssertionError, match="whoever made it died"):
            made_once(tmp_path / "it", never)


def test_what_went_wrong_is_told_to_everybody(tmp_path: Path) -> None:
    def fails(_folder: Path) -> None:
        raise ValueError("no cluster today")

    with pytest.raises(ValueError, match="no cluster today"):
        made_once(tmp_path / "it", fails)
    for _ in range(2):
        with pytest.raises(AssertionError, match="no cluster today"):
            made_once(tmp_path / "it", never)

"""Faults in the middle: a real kill, a full disk. Nothing is half-written, and the same command goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from standout.sample.invention import SampleSettings, draw_sample
from tests.cli.running import standout
from tests.sample.small import small_sample

RESULTS = {"report.html", "findings.json", "people.parquet", "run.json"}
ASKED = ("--adversary", "mentions", "--adversary", "two-and-a-date", "--attack", "tf-idf", "--attack", "likelihood")
OPTIONS = (*ASKED, "--draws", "2", "--targets", "60", "--threads", "1")


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Few people: how many parts there are depends on adversaries and attacks, not on the data."""
    return small_sample(tmp_path / "sample")


@pytest.fixture
def larger(tmp_path: Path) -> Path:
    """More than fits on a small disk."""
    return draw_sample(tmp_path / "larger", SampleSettings(people=3_000, items=800, interactions=120_000, seed=4))


KILLED = """
import os, signal, sys
from standout.cli import main
from standout.auditing.checkpoint import Checkpoints

parts, part = int(sys.argv.pop(1)), Checkpoints.arrays

def counted(self, name, compute):
    found = part(self, name, compute)
    if len(list(self.folder.glob("*.npz"))) >= parts:
        os.kill(os.getpid(), signal.SIGKILL)
    return found

Checkpoints.arrays = counted
main()
"""


def killed_after(parts: int, sample: Path, out: Path) -> None:
    """An audit that is killed, with no chance to tidy up, the moment so many parts are finished: by itself, since
    anybody else might come too late."""
    command = [sys.executable, "-c", KILLED, str(parts), "audit", str(sample), "--out", str(out), *OPTIONS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, f"the audit ended before it was killed: {done.stderr[-2_000:]}"


def test_killed_audit_leaves_nothing_half_written_and_goes_on(sample: Path, tmp_path: Path) -> None:
    out, whole = tmp_path / "killed", tmp_path / "whole"
    killed_after(3, sample, out)
    assert not RESULTS & {file.name for file in out.iterdir()}
    again = standout("audit", str(sample), "--out", str(out), *OPTIONS)
    assert again.status == 0, again.errors
    assert "parts were finished before" in again.errors
    assert {file.name for file in out.iterdir()} == RESULTS
    assert standout("audit", str(sample), "--out", str(whole), *OPTIONS).status == 0
    assert (out / "findings.json").read_bytes() == (whole / "findings.json").read_bytes()


def test_killed_audit_with_other_options_starts_afresh(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "killed"
    killed_after(1, sample, out)
    again = standout("audit", str(sample), "--out", str(out), *ASKED, "--draws", "1", "--targets", "50")
    assert again.status == 0, again.errors
    assert "parts were finished before" not in again.errors


@pytest.fixture
def small_disk(tmp_path: Path) -> Path:
    """A file system with little room."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("needs to mount a small file system, which only root may do")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    return folder


def test_full_disk_gets_one_line_and_old_files_stay(larger: Path, small_disk: Path) -> None:
    try:
        out = small_disk / "out"
        first = standout("audit", "sample", "--out", str(out), "--draws", "1", "--targets", "50", "--attack", "tf-idf")
        before = {file.name: file.read_bytes() for file in out.iterdir()} if first.status == 0 else {}
        (small_disk / "ballast").write_bytes(
            b"\0" * (os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize // 2)
        )
        finished = standout("audit", str(larger), "--out", str(out), *OPTIONS)
        assert finished.status == 2, finished.errors
        assert "space" in finished.errors
        assert "Traceback" not in finished.errors
        assert {f.name: f.read_bytes() for f in out.iterdir() if f.is_file()} == before if before else True
        assert not RESULTS & {f.name for f in out.iterdir()} if not before and out.exists() else True
    finally:
        subprocess.run(["umount", "-l", str(small_disk)], check=False)

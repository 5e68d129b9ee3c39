"""A kill, a full disk, a broken and a forbidden one, at every file-system call of a command: see `faults.py`.

By default every so many calls are tried, so that all six commands take about a minute; `STANDOUT_FAULTS=all` tries
every one. Calls of native code (DuckDB) are injected by strace, a few of each kind.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import standout
from tests.outputs.faults import SCENARIOS, make_inputs, state_of

SHARES = {"prepare": 45, "audit": 75, "publish": 45, "protect": 40, "compare": 75, "sample": 20}
"""Every how many calls are tried by default."""
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("command", SCENARIOS)
def test_a_fault_at_any_call_destroys_nothing_and_the_command_goes_on(command: str, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    share = 1 if os.environ.get("STANDOUT_FAULTS") == "all" else SHARES[command]
    words = [sys.executable, "-m", "tests.outputs.faults", command, str(tmp_path), str(share)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    *wrong, told = done.stdout.splitlines()
    assert not wrong, "\n".join(wrong[:20])
    tried = re.match(r"tried (\d+) faults at (\d+) calls", told)
    assert tried, told
    assert int(tried[1]) >= 8
    assert int(tried[2]) >= 50


INJECTED = (
    "pwrite64:error=ENOSPC:when=1",
    "pwrite64:signal=KILL:when=2",
    "renameat2:signal=KILL:when=1",
    "renameat2:error=ENOSYS",
    "mkdir:error=EACCES:when=3",
    "flock:error=ENOLCK",
)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs, and a dataset prepared from others before."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    if subprocess.run(["strace", "-f", "-e", "trace=none", "true"], capture_output=True, check=False).returncode:
        pytest.skip("strace may not trace here")
    folder = tmp_path_factory.mktemp("native") / "here"
    folder.mkdir()
    make_inputs(folder / "in")
    assert standout(*SCENARIOS["prepare"].before, folder=folder).status == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("fault", INJECTED)
def test_a_fault_in_native_code_destroys_nothing(prepared: Path, fault: str, tmp_path: Path) -> None:
    folder, words = tmp_path / "here", SCENARIOS["prepare"].words
    shutil.copytree(prepared, folder)
    inputs, old = state_of(folder / "in"), state_of(folder / "p")
    only = f"trace={fault.partition(':')[0]}"
    traced = ("strace", "-f", "--seccomp-bpf", "-qq", "-o", os.devnull, "-e", only, "-e", f"inject={fault}")
    command = [*traced, sys.executable, "-m", "standout", *words]
    status = subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode
    assert status in (0, 2, -9, 137), status
    assert state_of(folder / "in") == inputs
    there = state_of(folder / "p")
    assert standout(*words, folder=folder).status == 0
    new = state_of(folder / "p")
    assert there in (old, new)
    assert new != old
    assert sorted(one.name for one in folder.iterdir()) == ["in", "p"]

"""SIGTERM and Ctrl-C: one line, the right exit status, and nothing left behind; the same command goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys, time
from pathlib import Path
import standout.io.encoding as encoding
def wait(*_):
    print(flush=True)
    time.sleep(600)
encoding.make_codes = wait
from standout.cli import main
sys.argv = ["standout", *sys.argv[1:]]
main()
"""
ROWS = "user,item,rating\n" + "".join(f"{person},{item},{1 + item % 5}\n" for person in range(60) for item in range(5))


def _heard() -> None:
    """Whoever runs the tests in the background has them ignore some signals."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "number", "status", "word"),
    [
        ("prepare", signal.SIGTERM, 143, "SIGTERM"),
        ("audit", signal.SIGINT, 130, "interrupted"),
        ("publish", signal.SIGHUP, 129, "SIGHUP"),
    ],
)
def test_a_signal_ends_a_command_tidily(
    tmp_path: Path, command: str, number: signal.Signals, status: int, word: str
) -> None:
    """The signal arrives in the middle of reading, with a database, scratch folders and locks open."""
    (tmp_path / "data.csv").write_text(ROWS)
    words = (command, "data.csv", "--out", "result")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    run = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words], cwd=tmp_path, stdout=-1, stderr=-1, text=True,
        env=os.environ | {"TMPDIR": str(temporary)},
        preexec_fn=_heard,
    )  # fmt: skip
    assert run.stdout is not None
    run.stdout.readline()
    assert len(list(tmp_path.rglob(".standout-*"))) > 0
    run.send_signal(number)
    _, errors = run.communicate()
    assert run.returncode == status, errors
    last = errors.strip().splitlines()[-1]
    assert word in last
    assert "the same command goes on where it was" in last
    assert "Traceback" not in errors
    assert sorted(one.name for one in tmp_path.rglob("*") if one.name != "result") == ["data.csv", "temporary"]

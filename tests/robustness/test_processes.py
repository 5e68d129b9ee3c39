"""What only a process of its own can show: signals, limits of the system, closed pipes, full devices, locales."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.robustness.inputs import make

INTERRUPTED = """
import os, signal, sys, threading
from standout.io import encoding

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests in the background ignores it

def endless(database):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    database.execute("SELECT sum(hash(range)) FROM range(1000000000000000)")

encoding.make_codes = endless
from standout.cli import main
main()
"""
"""A command that gets Ctrl-C while DuckDB is busy with a query that would not end."""


def _run(words: list[str], folder: Path, script: str = "from standout.cli import main; main()", **more: object) -> str:
    """Run in a process of its own; what it said on standard error, after status and traces were looked at."""
    status, shell = more.pop("status", 2), str(more.pop("shell", 'exec "$@"'))
    environment = {**os.environ, **dict(more.pop("environment", {}))}  # type: ignore[call-overload]
    done = subprocess.run(
        ["sh", "-c", shell, "sh", sys.executable, "-c", script, *words],
        cwd=folder, env=environment, stderr=subprocess.PIPE, check=False, **more,  # type: ignore[call-overload]
    )  # fmt: skip
    said: str = done.stderr.decode(errors="replace")
    assert done.returncode == status, said
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    return said


def test_ctrl_c_inside_a_query_is_one_line(tmp_path: Path) -> None:
    data = make("good.csv", tmp_path)
    said = _run(["prepare", str(data), "--out", "o"], tmp_path, INTERRUPTED, status=130)
    assert said.startswith("standout: interrupted")
    assert said.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["good.csv"]


def test_a_limit_on_the_size_of_files_is_one_line(tmp_path: Path) -> None:
    data = make("good.csv", tmp_path)
    said = _run(["prepare", str(data), "--out", "o"], tmp_path, shell='ulimit -f 16; exec "$@"')
    assert said.count("\n") == 1
    assert "larger than files may be here" in said
    assert sorted(file.name for file in tmp_path.iterdir()) == ["good.csv"]


@pytest.mark.parametrize("where", ["a reader that has gone", "a full device"])
def test_output_that_goes_nowhere_is_one_line(where: str, tmp_path: Path) -> None:
    words = ["check", str(make("history.txt", tmp_path)), "--bulletin", str(make("bulletin.json", tmp_path)), "--json"]
    if where == "a full device":
        with Path("/dev/full").open("wb") as stream:
            said = _run(words, tmp_path, stdout=stream)
        assert "no space left" in said
    else:
        reading, writing = os.pipe()
        os.close(reading)
        said = _run(words, tmp_path, stdout=writing)
        os.close(writing)
        assert "nobody reads the output any more" in said
    assert said.startswith("standout: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("help",), ("help", "audit")])
def test_help_that_nobody_reads_to_its_end_was_read(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "standout", *words], stdout=writing, stderr=subprocess.PIPE, check=False
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_output_that_is_closed_does_not_matter(tmp_path: Path) -> None:
    words = ["check", str(make("history.txt", tmp_path)), "--bulletin", str(make("bulletin.json", tmp_path))]
    assert _run(words, tmp_path, shell='exec "$@" >&-', status=0) == ""


def test_a_locale_without_unicode_takes_unicode_data(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    (tmp_path / "données.csv").write_text("user,item\né,…\nb,y\n", encoding="utf-8")
    with (tmp_path / "said.json").open("wb") as stream:
        said = _run(
            ["prepare", "données.csv", "--out", "préparé", "--json"], tmp_path,
            environment=plain, stdout=stream, status=0,
        )  # fmt: skip
    assert said == ""
    told = (tmp_path / "said.json").read_bytes()
    assert told.isascii()
    assert json.loads(told)["people"] == 2
    assert (tmp_path / "préparé" / "manifest.json").is_file()

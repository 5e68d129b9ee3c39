"""Terminals and pipes that cannot take every character get what they can take."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from standout.cli import main
from tests.label.bulletins import bulletin_of

TITLES = ["Amélie – “Le Fabuleux” … (2001)", "千と千尋の神隠し (2001)", "Fargo 🎬 (1996)", "Heat (1995)"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bulletin and a history with titles in many writings, and a file of which the name is not text."""
    bulletin_of(TITLES, [40, 90, 300, 700]).write(tmp_path / "bulletin.json")
    (tmp_path / "history.txt").write_text("\n".join([*TITLES, "Čapek…"]), encoding="utf-8")
    (tmp_path / "na\udcffme.csv").write_text("user,item\na,x\nb,é\n", encoding="utf-8")
    return tmp_path


def _run(folder: Path, encoding: str, *words: str) -> tuple[int, str, str]:
    """Status, output and errors of a command whose streams have this encoding and are strict about it."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2)]
    status = 0
    with (
        contextlib.chdir(folder),
        patch.object(sys, "argv", ["standout", *words]),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        try:
            main()
        except SystemExit as left:
            status = int(left.code or 0)
    output, errors = (bytes(stream.buffer.getvalue()).decode(encoding) for stream in streams)
    return status, output, errors


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "shift_jis", "utf-8"])
def test_a_label_in_any_encoding(folder: Path, encoding: str) -> None:
    words = ("check", "history.txt", "--bulletin", "bulletin.json")
    status, output, errors = _run(folder, encoding, *words)
    assert (status, errors) == (0, "")
    assert "Am" in output
    if encoding == "ascii":
        assert r"Am\u00e9lie" in output
        assert "…" not in output
    if encoding == "latin-1":
        assert "Amélie" in output


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_json_stays_the_same_document_in_any_encoding(folder: Path, encoding: str) -> None:
    words = ("check", "history.txt", "--bulletin", "bulletin.json", "--json")
    status, output, _ = _run(folder, encoding, *words)
    assert status == 0
    assert json.loads(output) == json.loads(_run(folder, "utf-8", *words)[1])
    assert output.isascii() or encoding != "ascii"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_names_that_are_no_text_are_printed_somehow(folder: Path, encoding: str) -> None:
    status, output, errors = _run(folder, encoding, "prepare", "na\udcffme.csv")
    assert (status, errors) == (0, "")
    assert "na" in output
    status, output, errors = _run(folder, encoding, "prepare", "na\udcffme.csv", "--columns", "user=…")
    assert (status, output) == (2, "")
    assert errors.count("\n") == 1
    assert errors.startswith("standout: na")

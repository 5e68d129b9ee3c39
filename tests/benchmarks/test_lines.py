"""Lines of `make bench`, and its parts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import benchmarks.__main__ as bench
from benchmarks.lines import Line


def two_lines() -> Iterator[Line]:
    yield Line("as fast", 2.0, 1.5, "×")
    yield Line("soon", 2.0, 1.5, "s", at_least=False)


def test_a_line_says_whether_what_is_wanted_is_met() -> None:
    enough, late = two_lines()
    assert enough.met
    assert not late.met
    assert str(enough).split() == ["ok", "2.00", "×", "(wanted", "≥", "1.5)", "as", "fast"]
    assert str(late).startswith("BELOW")


def test_a_line_of_which_nothing_is_wanted_is_neither() -> None:
    known = Line("for comparison", 3.0, None, "×")
    assert known.met
    assert str(known).split() == ["3.00", "×", "(to", "be", "known)", "for", "comparison"]


def test_everything_is_written_with_what_it_was_measured_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SPEED", {"one": two_lines})
    monkeypatch.setattr(bench, "HERE", tmp_path)
    bench.main([])
    written = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert [line["met"] for line in written["lines"]] == [True, False]
    assert {"machine", "date", "commit"} <= written.keys()
    assert {"python", "cores", "has"} <= written["machine"].keys()
    assert "1 of 2 as wanted" in capsys.readouterr().out


def test_some_parts_write_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SPEED", {"one": two_lines})
    monkeypatch.setattr(bench, "HERE", tmp_path)
    bench.main(["one"])
    assert not list(tmp_path.iterdir())
    assert "BELOW" in capsys.readouterr().out


def test_an_unknown_part_is_refused_with_those_there_are() -> None:
    with pytest.raises(SystemExit, match="no part is called slow; there are commands, peers"):
        bench.main(["slow"])

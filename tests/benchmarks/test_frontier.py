"""The table of the frontier: a line for the data as it is and one for each release, with what is proven and lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import frontier

GOLDEN = Path(__file__).parents[1] / "golden" / "compare-grid.json"


def test_a_comparison_that_is_there_is_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    frontier.main([str(GOLDEN)])
    found, printed = frontier.measured(GOLDEN), capsys.readouterr().out
    lines = [line for line in printed.splitlines() if line.startswith("|")]
    changed = [row for row in found.protections if row.changes_data]
    assert len(lines) == 3 + len(changed)
    assert {line.count("|") for line in lines} == {len(frontier.HEADINGS) + 1}
    assert lines[2].startswith("| as it is |")
    for row, line in zip(changed, lines[3:], strict=True):
        assert all(f"`{part}`" in line for part in row.text.split(" + "))
        assert ("no records" in line) == (row.changes == "release")
        if row.ceiling is not None:
            assert f" {row.ceiling:.0%} |" in line
        if row.transfer is not None and row.transfer.loss is not None:
            assert f"{row.transfer.loss.loss:.1%}".replace("-", "−") in line

"""The tables of single settings: what the owner can do with its costs, what people can do without."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import each_setting
from standout.results.compare import CompareResult
from standout.verification.grid import asked_for

GOLDEN = Path(__file__).parents[1] / "golden" / "compare-grid.json"


@pytest.mark.parametrize("by", each_setting.TRIED)
def test_a_comparison_that_is_there_is_shown_as_a_table(
    by: each_setting.By, capsys: pytest.CaptureFixture[str]
) -> None:
    each_setting.main([by, str(GOLDEN)])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    result = CompareResult.read(GOLDEN)
    shown = [row for row in result.protections if row.changes_data == (by == "owner")]
    assert len(lines) == 3 + len(shown)
    assert len({line.count("|") for line in lines}) == 1
    for row, line in zip(shown, lines[3:], strict=True):
        assert all(f"`{part}`" in line for part in row.text.split(" + "))
        for found in row.identified.values():
            if found.adaptive is not None:
                assert f"{found.adaptive.rate:.0%}" in line or f"{found.adaptive.rate:.1%}" in line


@pytest.mark.parametrize("by", each_setting.TRIED)
def test_every_setting_is_one_that_can_be_asked_for(by: each_setting.By) -> None:
    wanted = [text.split(" + ") for text in each_setting.TRIED[by]]
    assert len(asked_for(wanted, has_attribute=False)) == len(wanted)

"""Results read back from the tables that were written from them."""

from __future__ import annotations

import pytest

from benchmarks.stories import TABLES, from_tables
from standout.results.reproduction import Reproduction

STORED = sorted(file.stem for file in TABLES.glob("*.json"))


@pytest.mark.parametrize("paper", STORED)
def test_what_is_read_back_is_what_was_written(paper: str) -> None:
    """Names, published figures and our own, to the digits that a table shows."""
    stored = Reproduction.read(TABLES / f"{paper}.json")
    again = from_tables((TABLES / f"{paper}.md").read_text(encoding="utf-8"), paper)
    assert (again.paper, again.title, again.seed, again.draws) == (paper, stored.title, stored.seed, stored.draws)
    assert again.findings == stored.findings
    assert again.data.described() == stored.data.described()
    assert len(again.rows) == len(stored.rows)
    for ours, theirs in zip(again.rows, stored.rows, strict=True):
        assert ours.what == theirs.what
        assert ours.remark == theirs.remark
        assert ours.published_text() == theirs.published_text()
        if theirs.ours is None:
            assert ours.ours is None
        else:  # to the digits that are shown: half a percent, a twentieth, half a thing
            assert ours.ours == pytest.approx(
                theirs.ours, abs={"share": 0.0051, "decimal": 0.00051}.get(ours.unit, 0.51)
            )


def test_a_page_that_says_nothing_of_its_making_is_refused() -> None:
    with pytest.raises(ValueError, match="no line says which version made it"):
        from_tables("# A paper\n\n## What comes out\n", "paper")

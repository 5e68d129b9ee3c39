"""The walk of docs/start.md with groceries: audited, protected, and a gate that passes, as the page shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from docs.site.places import DOCS
from docs.site.shown import walk

PAGE = DOCS / "start.md"


def test_every_step_prints_what_the_page_shows(dataset: Callable[[str], Path], tmp_path: Path) -> None:
    data = dataset("groceries") / "Groceries_dataset.csv"
    (tmp_path / "groceries.csv").write_bytes(data.read_bytes())
    text = PAGE.read_text(encoding="utf-8")
    differences = [step.differs(printed) for step, printed in walk(text, tmp_path)]
    assert not any(differences), "\n".join(
        (*filter(None, differences), "run python -m docs.site.pictures --groceries FILE")
    )
    assert (tmp_path / "groceries.csv-audit" / "report.html").is_file()
    assert (tmp_path / "after" / "gate.xml").is_file()

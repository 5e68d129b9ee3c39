"""`standout.draw_report` draws what an audit wrote, and nothing over what is not its own."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import standout as so
from standout.errors import BadInput
from tests.cli.running import standout


@pytest.fixture(scope="module")
def report() -> so.AuditResult:
    bought = pd.DataFrame([(person, (person * step) % 17) for person in range(30) for step in range(1, 8)])
    bought = bought.drop_duplicates().set_axis(["user", "item"], axis=1)
    return so.audit(bought, attacks="tf-idf", draws=1)


def test_the_same_report_is_drawn_as_by_the_audit_and_the_command(report: so.AuditResult, tmp_path: Path) -> None:
    page = report.save(tmp_path)
    page.unlink()
    assert so.draw_report(tmp_path) == [page]
    assert page.read_text(encoding="utf-8") == report.page
    page.unlink()
    done = standout("report", str(tmp_path))
    assert (done.status, done.output.split()) == (0, [str(page)])
    assert page.read_text(encoding="utf-8") == report.page


def test_what_is_not_its_own_stays(report: so.AuditResult, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no folder with findings\.json"):
        so.draw_report(tmp_path / "none")
    page = report.save(tmp_path)
    page.write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="no earlier result"):
        so.draw_report(str(tmp_path))
    assert page.read_text(encoding="utf-8") == "mine"

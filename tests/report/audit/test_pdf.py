"""Printing says plainly what it lacks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.report.audit.pdf import browser, write_pdf


def test_without_a_browser_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(BadInput, match="no Chromium or Chrome is installed"):
        browser()
    with pytest.raises(BadInput, match="no Chromium or Chrome is installed"):
        write_pdf(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("undrawn")
def test_a_browser_that_fails_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, document: dict[str, Any], people: pa.Table
) -> None:
    (tmp_path / "findings.json").write_text(json.dumps(document), encoding="utf-8")
    pq.write_table(people, tmp_path / "people.parquet")
    monkeypatch.setattr(shutil, "which", lambda _name: "/bin/false")
    with pytest.raises(BadInput, match="could not print the report"):
        write_pdf(tmp_path)
    assert not (tmp_path / "report.pdf").exists()

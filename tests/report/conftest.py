"""A small audit for the tests of the report, and figures without drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from standout.report.audit import (
    figures_data,
    figures_likelihood,
    figures_people,
    figures_risk,
    figures_sure,
    figures_theory,
)
from standout.report.drawing.theme import Drawing
from tests.report.audited import audited


@pytest.fixture
def document() -> dict[str, Any]:
    return audited()[0]


@pytest.fixture
def people() -> pa.Table:
    return audited()[1]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Charts are not drawn; the list holds each chart's name and rows."""
    asked: list[tuple[str, Any]] = []

    def shape(name: str, title: str, description: str, rows: Any, *_more: Any, **_options: Any) -> Drawing:
        assert rows, "a chart without rows"
        asked.append((name, rows))
        return Drawing([], 1, name, title, description)

    for module in (figures_data, figures_likelihood, figures_people, figures_risk, figures_sure, figures_theory):
        for name in ("dots", "bars", "stacked", "lines", "waterfall"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, shape)
    return asked


Edit = Callable[[dict[str, Any]], None]

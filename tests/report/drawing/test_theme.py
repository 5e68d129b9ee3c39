"""Charts are plain Vega-Lite, right by its schema, and drawn without loading what takes long."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from jsonschema import ValidationError

from standout.report.drawing import theme
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Bar, Dot, Step, bars, dots, stacked, waterfall
from standout.report.drawing.svg import QUIET
from standout.report.inference.inference_charts import compared, heat
from standout.results.estimate import Estimate

_DRAWN = """
import sys
from standout.report.drawing.row_charts import Bar, bars

drawn = bars("name", "title", "words", [Bar("one", 1.0, "1")], "axis")
assert "one" in drawn.__html__()
assert not {"altair", "narwhals", "pandas", "jsonschema"} & set(sys.modules)
"""

RATE = Estimate(0.5, 0.4, 0.6)
LONG = "a label that is too long to stand beside its row"


def test_no_chart_loads_what_takes_long() -> None:
    """Two threads that import Altair and scikit-learn at once ended in a deadlock over narwhals, which both need."""
    subprocess.run([sys.executable, "-c", _DRAWN], check=True)


@pytest.fixture
def specs(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is to be drawn, instead of drawings."""
    written: list[dict[str, Any]] = []

    class Noting:
        def submit(self, _: Any, spec: dict[str, Any]) -> None:
            written.append(spec)

    monkeypatch.setattr(theme, "_drawer", Noting)
    return written


def test_every_chart_is_right_by_the_schema(specs: list[dict[str, Any]]) -> None:
    altair = pytest.importorskip("altair")
    for label in ("short", LONG):
        dots("n", "t", "w", [Dot(label, RATE, "50%", (0.1, 0.2)), Dot("other", RATE, "5%")], "axis", guess=0.1)
        bars("n", "t", "w", [Bar(label, 2, "2"), Bar("other", 1, "1", strong=False)], "axis")
        stacked("n", "t", "w", [(label, (0.5, 0.5))], [("one", "#0b0001"), ("two", QUIET)], "axis")
    dots("n", "t", "w", [], "axis", plain=True, ticks=".1f")
    bars("n", "t", "w", [], "axis")
    waterfall("n", "t", "w", [Step("one", 0, 2, "2"), Step("two", 2, 1, "−1"), Step("sum", 0, 1, "1", total=True)], "a")
    numbers, names = [(1.0, RATE), (100.0, RATE)], [("Monday", RATE), ("Tuesday", RATE)]
    lines("n", "t", "w", [Line("one", numbers), Line("two", numbers)], ("x", "y"), x={"type": "log"}, guess=0.2)
    lines("n", "t", "w", [Line("one", names)], ("x", "y"), shares=False)
    lines("n", "t", "w", [Line("one", numbers), Line("two", numbers)], ("x", "y"), points=False, marks=[(3.0, "here")])
    lines("n", "t", "w", [], ("x", "y"), percents=True)
    compared("n", "t", "w", [("one", (0.2, 0.8))], ("F", "M"), "axis")
    heat("n", "t", "w", ("F", "M"), ((0.9, 0.1), (0.2, 0.8)))
    assert len(specs) == 15
    for spec in specs:
        chart = {name: part for name, part in spec.items() if name != "config"}  # which says that there is no ground
        altair.LayerChart.from_dict(chart, validate=True)
        with pytest.raises(ValidationError):
            altair.LayerChart.from_dict({**chart, "width": "wide as a street"}, validate=True)

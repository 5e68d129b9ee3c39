"""Every shape of chart, with short and with long labels, with rows and without."""

from __future__ import annotations

from functools import cache

from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Bar, Dot, Step, bars, dots, stacked, waterfall
from standout.report.drawing.svg import QUIET
from standout.report.drawing.theme import Drawing
from standout.report.inference.inference_charts import compared, heat
from standout.results.estimate import Estimate

RATE = Estimate(0.5, 0.4, 0.6)
LONG = "a label that is too long to stand beside its row, and to stand above it too, as it never ends"
STEPS = [Step("one", 0, 2, "2"), Step("two", 2, 1, "−1"), Step("sum", 0, 1, "1", total=True)]
NUMBERS = [(1.0, RATE), (100.0, Estimate(0.9, 0.8, 1.0))]
SIZES = [(1.0, Estimate(40_000, 30_000, 50_000)), (9.0, Estimate(-5, -9, 0))]
NAMES = [("Monday", RATE), ("Tuesday", RATE)]


@cache
def every_chart() -> list[Drawing]:
    two = [Line("one", NUMBERS), Line(LONG, NUMBERS)]
    many = [Line(f"{name} {LONG[: name * 6]}", NUMBERS) for name in range(8)]
    charts = [
        dots("dots-empty", "t", "w", [], "axis", plain=True, decimals=True),
        bars("bars-empty", "t", "w", [], "axis"),
        waterfall("waterfall", "t", "w", STEPS, "a"),
        waterfall("waterfall-empty", "t", "w", [], "a"),
        lines("logs", "t", "w", two, ("x", "y"), log=True, guess=0.2),
        lines("names", "t", "w", [Line("one", NAMES)], ("x", "y"), shares=False),
        lines("rules", "t", "w", two, ("x", "y"), points=False, marks=[(3.0, "here")]),
        lines("many", "t", "w", many, ("x", "y"), span=(0, 200)),
        lines("sizes", "t", "w", [Line("one", SIZES)], ("x", "y"), shares=False, points=False),
        lines("single", "t", "w", [Line("one", NUMBERS[:1])], ("x", "y"), shares=False),
        lines("lines-empty", "t", "w", [], ("x", "y"), percents=True),
        compared("compared", "t", "w", [("one", (0.2, 0.8)), (LONG, (0.1, 0.3))], ("F", "M"), "axis"),
        heat("heat", "t", "w", ("F", LONG), ((0.9, 0.1), (0.2, 0.8))),
    ]
    for name, label in (("short", "short"), ("long", LONG)):
        rows = [Dot(label, RATE, "50%", (0.1, 0.2)), Dot("other", Estimate(1, 1, 1), "over 99.9%")]
        parts = [("one", "c1"), ("two", QUIET), (LONG, "c3"), ("four", "c4"), ("five", "c5")]
        charts += [
            dots(f"dots-{name}", "t", "w", rows, "axis", guess=0.1),
            bars(f"bars-{name}", "t", "w", [Bar(label, 2, "2"), Bar("other", 1, "1", strong=False)], "axis"),
            stacked(f"stacked-{name}", "t", "w", [(label, (0.5, 0.5))], parts[:2], "axis"),
            stacked(f"stacked-parts-{name}", "t", "w", [(label, (0.5, 0.3, 0.2, 0, 0))], parts, "axis"),
        ]
    return charts

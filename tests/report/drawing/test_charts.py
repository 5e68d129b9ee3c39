"""Charts hold their words within their edges, place marks where numbers are, and load nothing that takes long."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from standout.report.drawing.letters import width_of
from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import GUTTER, Bar, Dot, bars, dots, stacked
from standout.report.drawing.svg import TYPE
from standout.report.drawing.theme import WIDTH, Drawing
from standout.report.inference.inference_charts import heat
from standout.results.estimate import Estimate
from tests.report.drawing.shapes import LONG, RATE, every_chart

_DRAWN = """
import sys
from standout.report.drawing.row_charts import Bar, bars

drawn = bars("name", "title", "words", [Bar("one", 1.0, "1")], "axis")
assert "one" in drawn.__html__()
assert not {"altair", "vl_convert", "pandas", "numpy", "scipy", "jsonschema", "concurrent.futures"} & set(sys.modules)
"""


def test_no_chart_loads_what_takes_long() -> None:
    subprocess.run([sys.executable, "-c", _DRAWN], check=True)


def words(chart: Drawing) -> list[tuple[str, float, float, float, float]]:
    """Every text of a chart with its left and right edge, its middle and half its height."""
    found = []
    for element in ElementTree.fromstring(chart.__html__()).iter("text"):
        said = element.text or ""
        x, y, wide = float(element.get("x", 0)), float(element.get("y", 0)), width_of(said)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        found.append((said, left, left + wide, y, y - TYPE) if not element.get("transform") else
                     (said, y - TYPE, y, -left, -left - wide))  # fmt: skip
    return found


@pytest.mark.parametrize("chart", every_chart(), ids=lambda chart: chart.name)
def test_words_are_within_the_chart(chart: Drawing) -> None:
    for said, left, right, bottom, top in words(chart):
        assert left >= -0.5, said
        assert right <= WIDTH + 0.5, said
        assert bottom <= chart.height + 0.5, said
        assert top >= -4, said


@pytest.mark.parametrize("chart", every_chart(), ids=lambda chart: chart.name)
def test_numbers_below_do_not_run_into_each_other(chart: Drawing) -> None:
    said = words(chart)
    for row in {bottom for _, _, _, bottom, _ in said}:
        placed = sorted((left, right) for _, left, right, bottom, _ in said if bottom == row)
        assert all(right <= after + 0.5 for (_, right), (after, _) in pairwise(placed)), chart.name


def test_shapes_are_within_the_chart() -> None:
    for chart in every_chart():
        root = ElementTree.fromstring(chart.__html__())
        for path in root.iter("path"):
            for x, y in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", path.get("d", "")):
                assert -1 <= float(x) <= WIDTH + 1, chart.name
                assert -1 <= float(y) <= chart.height + 1, chart.name


def _discs(chart: Drawing) -> list[tuple[float, float]]:
    root = ElementTree.fromstring(chart.__html__())
    return [(float(one.get("cx", 0)), float(one.get("cy", 0))) for one in root.iter("circle")]


def test_dots_stand_where_their_rates_are() -> None:
    rows = [Dot(f"{rate}", Estimate(rate, rate, rate), "") for rate in (0.0, 0.25, 1.0)]
    (zero, first), (quarter, second), (whole, third) = _discs(dots("n", "t", "w", rows, "axis"))
    assert quarter - zero == pytest.approx((whole - zero) / 4, abs=0.1)
    assert second - first == pytest.approx(third - second, abs=0.11)
    assert whole < zero + (WIDTH - zero) / GUTTER + 1


def test_lines_go_up_with_their_numbers() -> None:
    points = [(float(x), Estimate(y, y, y)) for x, y in ((1, 0.0), (10, 0.5), (100, 1.0))]
    (left, low), (middle, half), (right, high) = _discs(lines("n", "t", "w", [Line("a", points)], ("x", "y"), log=True))
    assert middle - left == pytest.approx(right - middle, abs=0.11)
    assert low - half == pytest.approx(half - high, abs=0.11)
    assert low > high


def test_bars_are_as_long_as_their_numbers() -> None:
    drawn = bars("n", "t", "w", [Bar("a", 4, "4"), Bar("b", 1, "1"), Bar("c", 0, "0")], "axis").__html__()
    long, short, none = (float(width) for width in re.findall(r'<path class="f-c1" d="M[^h]*h([\d.]+)v', drawn))
    assert short == pytest.approx(long / 4, abs=0.1)
    assert none == 0


def test_parts_of_a_bar_follow_each_other() -> None:
    drawn = stacked("n", "t", "w", [("a", (0.25, 0, 0.75))], [("x", "c1"), ("y", "c2"), ("z", "c3")], "axis").__html__()
    cut = re.findall(r'<path class="f-(c\d) s-grid" d="M([\d.]+),[\d.]+h([\d.]+)', drawn)
    assert [colour for colour, _, _ in cut] == ["c1", "c3"]
    (_, begin, wide), (_, after, rest) = cut
    assert float(begin) + float(wide) == pytest.approx(float(after), abs=0.11)
    assert float(rest) == pytest.approx(3 * float(wide), abs=0.2)


def test_long_labels_stand_above_their_rows_and_are_cut() -> None:
    beside, above = (dots("n", "t", "w", [Dot(label, RATE, "50%")], "axis") for label in ("short", LONG))
    assert above.height > beside.height
    cut = next(said for said, *_ in words(above) if said.startswith("a label"))
    assert cut.endswith("…")
    assert LONG.startswith(cut[:-1])


def test_what_says_the_same_everywhere_is_flat() -> None:
    assert dots("n", "t", "w", [Dot("a", RATE, "50%"), Dot("b", RATE, "50%")], "axis").flat
    assert not dots("n", "t", "w", [Dot("a", RATE, "50%"), Dot("b", RATE, "51%")], "axis").flat
    assert bars("n", "t", "w", [Bar("a", 1, "1"), Bar("b", 0, "0")], "axis").flat
    assert stacked("n", "t", "w", [("a", (1.0,)), ("b", (1.0,))], [("x", "c1")], "axis").flat
    assert lines("n", "t", "w", [Line("a", [("1", RATE), ("2", RATE)])], ("x", "y")).flat
    assert not lines("n", "t", "w", [Line("a", [("1", RATE), ("2", RATE)])], ("x", "y"), shares=False).flat


def test_the_more_the_stronger() -> None:
    drawn = heat("n", "t", "w", ("F", "M"), ((0.0, 1.0), (0.5, 2.0))).__html__()
    assert re.findall(r'd="[^"]*"( fill-opacity="[\d.]+")?/>', drawn) == [
        ' fill-opacity="0.03"', "", ' fill-opacity="0.515"', "",
    ]  # fmt: skip

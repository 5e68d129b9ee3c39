"""Drawings hold nothing but shapes and text, in the page's own colours."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Bar, Dot, bars, dots, stacked
from standout.report.drawing.svg import (
    GRID,
    INK,
    QUIET,
    SERIES,
    box,
    disc,
    filled,
    joined,
    number,
    page_svg,
    painted,
    straight,
    stroke,
    text,
)
from standout.report.drawing.theme import Drawing
from standout.results.estimate import Estimate
from tests.report.drawing.shapes import every_chart

ELEMENTS = {"svg", "title", "desc", "path", "circle", "text", "g"}
ATTRIBUTES = {
    "class", "d", "x", "y", "r", "cx", "cy", "transform", "viewBox", "fill", "stroke-width", "stroke-dasharray",
    "stroke-opacity", "fill-opacity", "text-anchor", "font-size", "id", "role", "aria-labelledby",
}  # fmt: skip
STYLE = (Path(__file__).parents[3] / "src/standout/report/templates/report.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("chart", every_chart(), ids=lambda chart: chart.name)
def test_only_shapes_and_text_in_colours_of_the_page(chart: Drawing) -> None:
    root = ElementTree.fromstring(chart.__html__())
    assert {element.tag for element in root.iter()} <= ELEMENTS
    assert {name for element in root.iter() for name in element.attrib} <= ATTRIBUTES
    assert {element.get("fill", "none") for element in root.iter()} == {"none"}
    classes = {name for element in root.iter() for name in element.get("class", "").split()} - {"chart"}
    assert all(f".{name} {{" in STYLE for name in classes)
    assert root.get("role") == "img"
    assert (root.get("aria-labelledby") or "").split() == [root[0].get("id"), root[1].get("id")]
    assert (root[0].text, root[1].text) == (chart.title, chart.description)


def test_words_stay_words() -> None:
    found = page_svg([text(1, 2, "</text><script>&\u202e\x00")], (430, 10.25), 'a"b', "<b>", 'c & "d"')
    assert found == (
        '<svg class="chart" viewBox="0 0 430 10.2" font-size="13.5" role="img" '
        'aria-labelledby="a&#34;b-title a&#34;b-desc"><title id="a&#34;b-title">&lt;b&gt;</title>'
        '<desc id="a&#34;b-desc">c &amp; &#34;d&#34;</desc>'
        '<text class="f-ink" x="1" y="6.6">&lt;/text&gt;&lt;script&gt;&amp;</text></svg>'
    )


def test_pieces_say_only_what_is_not_so_anyway() -> None:
    assert text(1, 2, "a", "end", QUIET, upright=True, size=16) == (
        '<text class="f-quiet" x="-2" y="5.6" text-anchor="end" font-size="16" transform="rotate(-90)">a</text>'
    )
    assert straight((0, 1), (2, 3.04), INK) == '<path class="s-ink" fill="none" d="M0,1L2,3"/>'
    assert stroke("M0,0", GRID, width=2.5, dash=(4, 2), opacity=0.5) == (
        '<path class="s-grid" fill="none" d="M0,0" stroke-width="2.5" stroke-dasharray="4,2" stroke-opacity="0.5"/>'
    )
    assert filled(box(1, 2, 3, 4), "c1", edge=GRID) == '<path class="f-c1 s-grid" d="M1,2h3v4h-3Z"/>'
    assert disc((1, 2), 3.25, "c2", opacity=0.75) == '<circle class="f-c2" cx="1" cy="2" r="3.2" fill-opacity="0.75"/>'
    assert joined([]) == ""
    assert joined([(0, 1), (2, 3)]) == "M0,1L2,3"
    assert [number(each) for each in (-0.04, 1.0, 1.26, 100)] == ["0", "1", "1.3", "100"]


def test_a_painted_chart_needs_no_style() -> None:
    drawn = page_svg([filled("M0,0", "c1", edge=GRID)], (1, 1), "a", "t", "d")
    found = painted(drawn, {"c1": "#123456", "grid": "#abcdef"})
    assert 'fill="#123456" stroke="#abcdef"' in found
    assert "class=" not in found
    assert ElementTree.fromstring(found).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_shape_of_chart_is_drawn_with_its_words() -> None:
    rate = Estimate(0.5, 0.4, 0.6)
    named = [Line("<row>", [("1", rate), ("2–3", rate)]), Line("other", [("1", rate)])]
    numbered = [Line("<row>", [(0.0, rate), (1.0, rate)]), Line("b", [(0.0, rate)])]
    shapes = (
        dots("a", "t", "d", [Dot("<row>", rate, "50%", (0.1,))], "axis", 0.01),
        bars("b", "t", "d", [Bar("<row>", 3, "three"), Bar("weak", 0, "none", strong=False)], "axis"),
        stacked("c", "t", "d", [("<row>", (0.5, 0.5))], [("one", SERIES[0]), ("other", SERIES[1])], "axis"),
        lines("d", "t", "d", named, ("x", "y"), guess=0.1),
        lines("e", "t", "d", numbered, ("x", "y"), points=False, marks=[(0.5, "mark")]),
    )
    for drawing in shapes:
        said = drawing.__html__()
        assert "&lt;row&gt;" in said
        assert "<row>" not in said
        assert not re.search(r"nan|inf\b", said)
    assert "mark" in shapes[-1].__html__()
    assert "three" in shapes[1].__html__()

"""Drawings are cleaned: only shapes and text come through, in the page's own colours."""

from __future__ import annotations

from standout.report.drawing.line_chart import Line, lines
from standout.report.drawing.row_charts import Bar, Dot, bars, dots, stacked
from standout.report.drawing.svg import INK, SERIES, page_svg
from standout.results.estimate import Estimate

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def test_only_shapes_and_text_come_through() -> None:
    drawn = (
        f'<svg {NS} viewBox="0 0 10 10" style="x"><style>*{{}}</style><script>alert(1)</script>'
        '<image xlink:href="http://x"/><g onclick="x" style="fill:red" transform="translate(1.23456,2)">'
        f'<path d="M0,0L1.98765,1" stroke="{SERIES[1]}" fill="none"/>'
        f'<text fill="{INK}" font-family="Foo" font-size="13.5px">&lt;b&gt; &amp;</text>'
        "<foreignObject><p>x</p></foreignObject></g></svg>"
    )
    found = page_svg(drawn, "one", 'a "title" <b>', "words & more")
    assert found == (
        '<svg class="chart" viewBox="0 0 10 10" role="img" aria-labelledby="one-title one-desc">'
        '<title id="one-title">a &#34;title&#34; &lt;b&gt;</title><desc id="one-desc">words &amp; more</desc>'
        '<g transform="translate(1.2,2)"><path class="s-c2" d="M0,0L2.0,1" fill="none"></path>'
        '<text class="f-ink" font-size="13.5px">&lt;b&gt; &amp;</text></g></svg>'
    )


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
        text = drawing.__html__()
        assert "&lt;row&gt;" in text
        assert "<row>" not in text
        assert "#0" not in text.replace("&#", "")
    assert "mark" in shapes[-1].__html__()
    assert "three" in shapes[1].__html__()

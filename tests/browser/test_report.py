"""The report in a real browser: it stays within the screen, is readable, reachable by keyboard, and quiet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from standout.common.plain import as_bytes
from standout.report.audit.audit_paper import write_pdf
from standout.report.audit.html import render_report
from standout.results.audit import REPORT
from standout.results.estimate import interval, points
from tests.browser.conftest import CHROMIUM, SIZES, Visit
from tests.report.audited import audited, hostile, typed

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the report was not opened")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the report was not opened in a browser")

CONTRAST = """
() => {
  const paint = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const parse = colour => {
    paint.clearRect(0, 0, 1, 1); paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const light = ([r, g, b]) => [r, g, b]
    .map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0.99) return colour;
    }
    return [255, 255, 255, 1];
  };
  const poor = []; let seen = 0;
  for (const element of document.querySelectorAll('body *')) {
    const words = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const hidden = element.closest('title, desc') || !element.getClientRects().length;
    if (!words || hidden) continue;
    const style = getComputedStyle(element);
    const colour = parse(element instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(colour), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05) * (style.opacity < 1 ? 0 : 1);
    seen += 1;
    if (ratio < 4.5) poor.push(`${element.tagName} "${element.textContent.trim().slice(0, 40)}" ${ratio.toFixed(2)}`);
  }
  return {seen, poor};
}
"""

REACH = "() => document.activeElement?.dataset.mark ?? null"


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of a small audit, and of the same with hostile text."""
    made = {}
    for name, (document, people) in (("sample", audited()), ("hostile", hostile())):
        folder = made[name] = tmp_path_factory.mktemp(name)
        (folder / "findings.json").write_text(json.dumps(document), encoding="utf-8")
        pq.write_table(people, folder / "people.parquet")
        (folder / REPORT).write_bytes(as_bytes(render_report(typed(document), people)))
    return made


@pytest.fixture
def opened(visit: Any, folders: dict[str, Path]) -> Callable[..., Any]:
    """Opens a report; in the end it said nothing and asked for nothing."""

    def open_page(name: str = "sample", size: str = "desk", scheme: str = "light") -> Any:
        return visit(size=SIZES[size], scheme=scheme).open((folders[name] / "report.html").as_uri())

    return open_page


@pytest.mark.parametrize("name", ["sample", "hostile"])
@pytest.mark.parametrize("size", SIZES)
def test_every_chart_is_seen_within_the_screen(opened: Any, name: str, size: str) -> None:
    page = opened(name, size)
    width = SIZES[size][0]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.evaluate("document.querySelectorAll('.specialists').forEach(one => one.open = true)")
    boxes = [chart.bounding_box() for chart in page.query_selector_all("svg.chart")]
    assert len(boxes) >= 15
    for box in boxes:
        assert box is not None
        assert box["width"] > 250
        assert box["height"] > 60
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("size", SIZES)
def test_text_in_charts_is_large_enough_and_not_cut_off(opened: Any, size: str) -> None:
    page = opened("sample", size)
    page.evaluate("document.querySelectorAll('.specialists').forEach(one => one.open = true)")
    small = page.evaluate(
        """() => [...document.querySelectorAll('svg.chart text')].map(text => {
            const chart = text.closest('svg');
            const scale = chart.getBoundingClientRect().width / chart.viewBox.baseVal.width;
            const box = text.getBoundingClientRect();
            return [text.textContent, scale * parseFloat(getComputedStyle(text).fontSize), box.left, box.right];
        }).filter(([_, size, left, right]) => size < 11 || left < 0 || right > innerWidth)"""
    )
    assert small == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(opened: Any, scheme: str) -> None:
    page = opened("sample", "desk", scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 500
    assert found["poor"] == []


def test_dark_and_light_differ(opened: Any) -> None:
    colours = [
        opened(scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert len(set(colours)) == 2


def test_the_keyboard_reaches_everything_that_opens_or_scrolls(opened: Any) -> None:
    page = opened()
    wanted = page.evaluate(
        """() => {
            const found = [...document.querySelectorAll('summary, .scroll, nav a, .csv a, input')];
            found.forEach((one, at) => one.dataset.mark = at);
            document.querySelectorAll('details').forEach(one => one.open = true);
            return found.map(one => one.dataset.mark);
        }"""
    )
    reached = set()
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
        if (mark := page.evaluate(REACH)) is not None:
            reached.add(mark)
    assert set(wanted) <= reached
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = false)")
    page.focus("summary")
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('details').open")


def test_hostile_text_does_nothing(opened: Any) -> None:
    page = opened("hostile")
    assert page.evaluate("document.images.length") == 0
    assert page.evaluate("[...document.scripts].map(one => one.type)") == ["application/json", ""]
    assert page.title().startswith("Standout: who can be found in ")


def test_it_prints_on_several_pages(opened: Any, folders: dict[str, Path]) -> None:
    printed = opened(scheme="dark").pdf(prefer_css_page_size=True)
    assert pages(printed) > 3
    file = write_pdf(folders["sample"])
    assert file.name == "report.pdf"
    assert file.stat().st_mode & 0o777 == 0o600
    assert pages(file.read_bytes()) > 3


def pages(printed: bytes) -> int:
    assert printed.startswith(b"%PDF")
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", printed))


def measured(page: Any) -> dict[str, str]:
    """What the sliders' figures say."""
    rows = page.query_selector_all("#what-if [data-measure]")
    return {row.get_attribute("data-measure"): row.query_selector("b").inner_text() for row in rows}


@pytest.mark.parametrize("size", SIZES)
def test_sliders_move_by_keyboard_and_say_what_was_measured(opened: Any, size: str) -> None:
    grid = typed(audited()[0]).what_if
    assert grid is not None
    page = opened("sample", size)
    assert page.is_visible("#what-if")
    assert not page.evaluate("document.getElementById('what-if-table').open")
    page.focus("#what-if-items")
    for _ in range(len(grid.items)):
        page.keyboard.press("ArrowRight")
    page.focus("#what-if-wrong")
    page.keyboard.press("End")
    cell = grid.at(grid.items[-1], grid.wrong[-1], grid.days[0], grid.values[0])
    assert cell is not None
    gain = "too few people to tell" if cell.learned_gain is None else f"{points(cell.learned_gain)} points"
    assert measured(page) == {"found": interval(cell.found), "learned": gain, "accused": interval(cell.accused)}
    assert page.get_attribute("#what-if-items", "aria-valuetext") == f"{grid.items[-1]} items"
    assert interval(cell.found) in page.inner_text("#what-if-said")
    assert page.get_attribute("#what-if-said", "aria-live") == "polite"
    width = float(page.get_attribute("[data-measure=found] .part", "width"))
    assert width == pytest.approx(100 * cell.found.rate)


def test_wrong_ones_give_way_where_there_would_be_too_many(opened: Any) -> None:
    page = opened()
    page.focus("#what-if-items")
    page.keyboard.press("End")
    page.focus("#what-if-wrong")
    page.keyboard.press("End")
    page.focus("#what-if-items")
    page.keyboard.press("Home")
    assert page.input_value("#what-if-wrong") == "0"
    assert page.inner_text("output[for=what-if-wrong]") == "none"


def test_every_slider_has_a_name_and_can_be_hit(opened: Any) -> None:
    page = opened(size="phone")
    for slider in page.query_selector_all("#what-if input"):
        label = page.query_selector(f"label[for={slider.get_attribute('id')}]")
        assert label is not None
        assert label.inner_text()
        box = slider.bounding_box()
        assert box is not None
        assert box["height"] >= 24
        assert box["x"] + box["width"] <= SIZES["phone"][0]


def test_without_a_script_the_table_stands_there(browser: Any, folders: dict[str, Path]) -> None:
    grid = typed(audited()[0]).what_if
    assert grid is not None
    page = browser.new_page(java_script_enabled=False)
    visit = Visit.of(page)
    visit.open((folders["sample"] / "report.html").as_uri())
    assert not page.is_visible("#what-if")
    assert page.is_visible("#what-if-table table")
    assert len(page.query_selector_all("#what-if-table tbody tr")) == len(grid.cells)
    visit.check_quiet(scripts=False)
    page.close()


def test_tables_that_go_on_say_so_on_a_phone(opened: Any) -> None:
    phone, desk = opened(size="phone"), opened(size="desk")
    assert phone.is_visible("#findings .sideways")
    assert phone.is_visible("#items .sideways")
    assert not desk.is_visible("#items .sideways"), "four columns have room there"
    assert desk.is_visible("#findings .sideways"), "a dozen have not"
    desk.emulate_media(media="print")
    assert not desk.is_visible("#findings .sideways")


def test_what_is_for_specialists_is_folded_on_the_screen_and_printed(opened: Any) -> None:
    page = opened()
    assert not page.is_visible("#entropy")
    page.emulate_media(media="print")
    assert page.evaluate("document.querySelector('#entropy svg').getBoundingClientRect().height") > 60

"""The page of a comparison in a real browser: it stays within the screen, is quiet, and points say what they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from standout.report.compare.compare_page import render_compare
from standout.verification.comparing import compare
from tests.browser.conftest import CHROMIUM
from tests.verification.made import ratings, tastes
from tests.verification.test_comparing import settings

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the page was not opened")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the page was not opened in a browser"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = ratings(100)
    file = tmp_path_factory.mktemp("page") / "compare.html"
    document = compare(data, settings("trim:keep=4", "sample:people=0.5", "hide-rarest"), tastes(data))
    file.write_text(render_compare(document), encoding="utf-8")
    return file


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_fits_the_screen_and_asks_for_nothing(visit: Any, page_file: Path, width: int, colours: str) -> None:
    page = visit(size=(width, 900), scheme=colours).open(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    points = page.locator("figure").first.locator("svg g > title").all_text_contents()
    assert len(points) == 3, "the unprotected data and two protections of it"
    assert any(text.startswith("trim:keep=4: ") for text in points)

"""The page with recommendations, in a real browser: the same answers as ours, and nothing asked of anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.label.pairs.factoring import scores_for
from standout.label.pairs.pairs_page import render_pairs_page
from tests.browser.conftest import CHROMIUM
from tests.label.recommenders import HOSTILE, ITEMS, recommender

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the page was not opened")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the page was not opened in a browser")


@pytest.fixture
def page(visit: Any, tmp_path: Path) -> Any:
    """The page, opened; in the end it said nothing and asked for nothing."""
    file = tmp_path / "pairs.html"
    file.write_text(render_pairs_page(recommender()), encoding="utf-8")
    return visit(size=(1200, 900)).open(file.as_uri())


def test_scores_and_lists_are_those_of_python(page: Any) -> None:
    made, dice = recommender(), np.random.default_rng(4)
    histories = [dice.choice(ITEMS, int(size), replace=False) for size in dice.integers(0, 20, 60)]
    rows, scales = np.array(made.factors), np.array(made.scales)
    wanted = np.array([scores_for(rows, scales, history) for history in histories])
    sent = [history.tolist() for history in histories]
    ours = np.array(page.evaluate("histories => histories.map(items => scoresFor(items))", sent))
    assert np.abs(ours - wanted).max() < 1e-9
    assert np.abs(wanted).max() > 0.1
    lists = page.evaluate("histories => histories.map(items => recommendedFor(items).map(({ item }) => item))", sent)
    for history, scores, shown in zip(histories, wanted, lists, strict=True):
        scores[history] = -np.inf
        assert shown == np.argsort(-scores, kind="stable")[:10].tolist()


def test_a_typed_title_brings_recommendations_and_one_click_takes_one(page: Any) -> None:
    page.fill("#title", "Film 3")
    page.keyboard.press("Enter")
    assert page.locator("#recommended li").count() == 10
    assert page.inner_text("#summary") == "From 1 item of yours:"
    first = page.inner_text("#recommended li:first-child bdi")
    page.click("#recommended li:first-child button")
    assert first not in page.locator("#recommended bdi").all_inner_texts()
    assert page.inner_text("#list-title") == "Your 2 items"


def test_a_file_is_read_and_what_is_not_known_says_nothing(page: Any) -> None:
    content = f"{HOSTILE}\nFilm 5\nnobody knows this\n".encode()
    page.set_input_files("#file", files=[{"name": "list.txt", "mimeType": "text/plain", "buffer": content}])
    page.wait_for_selector("#told:not(:empty):not(:text('Reading'))")
    assert "which says nothing here" in page.inner_text("#told")
    assert page.inner_text("#summary") == "From 2 items of yours:"
    page.click("#clear")
    assert page.inner_text("#summary") == "Add what you have, and recommendations appear here."


def test_the_promise_stands_on_the_page(page: Any) -> None:
    assert "as promised & <kept>" in page.inner_text("footer")

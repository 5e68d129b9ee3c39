"""One browser for all pages: two at once in a process do not get along."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PATIENCE = 120
"""Seconds that a page, a click or a print may take. What takes a second on a free machine is waited for on a busy one,
too: this ends only what would never come, and playwright then says what it waited for."""


class Patient:
    """A browser whose pages are waited for."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    def new_context(self, **wishes: Any) -> Any:
        return _waited_for(self._opened.new_context(**wishes))

    def new_page(self, **wishes: Any) -> Any:
        return _waited_for(self._opened.new_page(**wishes))


def _waited_for(made: Any) -> Any:
    made.set_default_timeout(1_000 * PATIENCE)
    return made


def wait_while(page: Any, place: str, key: str) -> None:
    """Wait until something else stands there than this message, in the page's language.

    By a selector: a function would be evaluated again and again as text, which the policy of our pages forbids, so that
    it works only where it holds at once.
    """
    words = json.dumps(page.evaluate("key => say(key)", key), ensure_ascii=False)
    page.wait_for_selector(f"{place}:not(:text-is({words}))", state="attached")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=1_000 * PATIENCE)
        yield Patient(opened)
        opened.close()

"""One browser for all pages: two at once in a process do not get along.

Its windows are lent from test to test: opening one takes several times as long as most of what is looked at in it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
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


KEPT = 4
"""How many windows that nobody uses stay open."""

SIZES = {"phone": (390, 844), "desk": (1280, 900)}

LISTEN = """
window.violations = [];
document.addEventListener('securitypolicyviolation', event => window.violations.push(event.violatedDirective));
"""
"""Notes in `window.violations` what the policy of a page forbade."""


@dataclass
class Visit:
    """A window that a test has to itself for a while, and what its pages said and asked for meanwhile."""

    page: Any
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    _heard: dict[str, Callable[[Any], None]] = field(default_factory=dict)

    @classmethod
    def of(cls, page: Any) -> Visit:
        """A visit to this window, which is listened to from now on."""
        visit = cls(page)
        visit._heard = {
            "console": lambda message: visit.said.append(message.text),
            "pageerror": lambda problem: visit.said.append(str(problem)),
            "request": lambda request: visit.asked.append(request.url),
        }
        for event, hear in visit._heard.items():
            page.on(event, hear)
        return visit

    def end(self) -> None:
        """Listen no more."""
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)

    def open(self, url: str) -> Any:
        """The page of this address, which asked for nothing else."""
        self.page.goto(url)
        assert self.asked == [url]
        self.asked.clear()
        return self.page

    def check_quiet(self, scripts: bool = True) -> None:
        """The page said nothing, asked for nothing, and did nothing that its policy forbids."""
        violations = self.page.evaluate("window.violations") if scripts else []
        assert (self.said, self.asked, violations) == ([], [], [])


class Patient:
    """A browser whose pages are waited for."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened
        self._free: list[tuple[str, Any]] = []
        """Windows that nobody uses, by the language of their reader."""

    @contextmanager
    def visit(
        self, size: tuple[int, int] = SIZES["desk"], scheme: str = "light", locale: str = "en-US", calm: bool = False
    ) -> Iterator[Visit]:
        """An empty window of this size for a reader of this language, in these colours, calm or not.

        One that another test had, if there is one: it shows a new page, as if it had never shown another.
        """
        page = self._window(locale)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce" if calm else "no-preference")
        visit = Visit.of(page)
        try:
            yield visit
        except BaseException:
            page.context.close()  # nobody knows in what state it is
            raise
        visit.end()
        self._give_back(locale, page)

    def _window(self, locale: str) -> Any:
        """A window that nobody uses, else a new one."""
        for place, (spoken, page) in enumerate(self._free):
            if spoken == locale:
                del self._free[place]
                return page
        context = self.new_context(locale=locale)
        context.add_init_script(LISTEN)
        return context.new_page()

    def _give_back(self, locale: str, page: Any) -> None:
        """Empty a window for the next test; of those that nobody asks for, the oldest is closed."""
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.context.clear_cookies()
        page.emulate_media(media="null")
        page.mouse.move(0, 0)
        page.goto("about:blank")
        self._free.append((locale, page))
        if len(self._free) > KEPT:
            self._free.pop(0)[1].context.close()

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


@pytest.fixture
def visit(browser: Patient) -> Iterator[Callable[..., Visit]]:
    """Windows for one test, which has to leave their pages as quiet as they should be."""
    with ExitStack() as visits:
        made: list[Visit] = []

        def begin(**wishes: Any) -> Visit:
            made.append(visits.enter_context(browser.visit(**wishes)))
            return made[-1]

        yield begin
        for each in made:
            each.check_quiet()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright import sync_api

    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=1_000 * PATIENCE)
        yield Patient(opened)
        opened.close()

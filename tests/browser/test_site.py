"""The site is built strictly and reads pages as they are meant; in a browser, from the file system, it asks nothing of
the network, can be searched, and fits a telephone."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from docs.site.__main__ import build
from docs.site.gathering import sources
from docs.site.places import ROOT
from tests.browser.conftest import CHROMIUM
from tests.browser.test_languages import AXE, WCAG, needs_axe

pytestmark = pytest.mark.slow
PAGES = (
    "index", "start", "guides/publish", "concepts/crowd", "reference/commands", "reference/functions", "glossary",
    "census", "papers/strucks", "reproductions/strucks", "attacks", "other-documents", "notebooks/owners-audit",
)  # fmt: skip
KINDS = ("index", "start", "guides/publish", "concepts/crowd", "census", "papers/strucks", "notebooks/owners-audit")
"""A page of each kind, to be looked through closely."""
HERE = ("file:", "data:", "blob:", "about:")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once; a link that leads nowhere would have ended it."""
    place = tmp_path_factory.mktemp("site")
    assert build(place / "site", place / "pages") == 0
    return place / "site"


class _Counts(HTMLParser):
    """How many tables, rows with words, list items, headings and blocks of code there are."""

    COUNTED = frozenset({"table", "tr", "li", "h1", "h2", "h3", "pre"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.counts = dict.fromkeys(self.COUNTED, 0)
        self.empty_row = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.COUNTED - {"tr"} and "notebook-output" not in (dict(attrs).get("class") or ""):
            self.counts[tag] += 1
        self.empty_row = tag == "tr" or self.empty_row

    def handle_endtag(self, tag: str) -> None:
        self.empty_row = self.empty_row and tag != "tr"

    def handle_data(self, data: str) -> None:
        if self.empty_row and data.strip():
            self.counts["tr"] += 1
            self.empty_row = False


def test_the_site_reads_markdown_as_others_do(site: Path) -> None:
    """Lists, tables and code of every page are the same as by the common rules of Markdown."""
    common = MarkdownIt("commonmark").enable("table")
    for name, place in sources().items():
        if name.endswith(".md"):
            built = (site / place).with_suffix(".html").read_text(encoding="utf-8")
            article = built.partition("<article")[2].partition("</article>")[0]
            expected = _Counts(common.render((ROOT / name).read_text(encoding="utf-8"))).counts
            assert _Counts(article).counts == expected, name


def test_nothing_of_the_site_is_fetched_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//[^"'> ]+""")
    for file in site.rglob("*.html"):
        assert fetched.findall(file.read_text(encoding="utf-8")) == [], file.name
    for file in site.rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//|@import", file.read_text(encoding="utf-8")), file.name


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: pages are not looked at")
def test_it_asks_for_nothing_can_be_searched_and_fits_a_telephone(site: Path, browser: Any) -> None:
    asked: list[str] = []
    problems: list[str] = []
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    for name in PAGES:
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto((site / "concepts" / "crowd.html").as_uri())
    page.click(".md-search__input")  # what is searched is loaded when it is first wanted
    page.wait_for_selector(".md-search-result__meta:not(:has-text('Initializing search'))", state="attached")
    page.fill(".md-search__input", "quasi-identifier")
    page.press(".md-search__input", "End")  # it listens to keys, not to what is put in
    page.wait_for_selector(".md-search-result__item a")
    found = page.get_attribute(".md-search-result__item a", "href")
    assert "glossary.html" in found
    page.goto(found if found.startswith("file:") else (site / "concepts" / found).as_uri())
    assert "Glossary" in page.title()
    assert [url for url in asked if not url.startswith(HERE)] == []
    assert problems == []
    page.close()


@needs_axe
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: pages are not looked at")
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_keep_to_wcag_2_2_aa_by_axe(site: Path, browser: Any, scheme: str, width: int) -> None:
    run = """async tags => (await axe.run(document, { runOnly: tags, preload: false })).violations.map(one =>
        `${one.id}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")}`)"""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    found = {}
    for name in KINDS:
        page.goto((site / f"{name}.html").as_uri())
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found[name] = page.evaluate(run, WCAG)
    page.close()
    assert {name: problems for name, problems in found.items() if problems} == {}

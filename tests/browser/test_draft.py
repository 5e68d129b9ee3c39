"""The part of the label page that reads a draft, in a real browser: it finds what we find, in every language."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from standout.advising.estimates import chances_of, expected_others
from standout.common.languages.messages import LANGUAGES
from standout.label.label_page import write_label_page
from standout.mentioning.finder import Finder
from standout.mentioning.writing_posts import written_posts
from standout.results.bulletin import Bulletin
from tests.browser.conftest import CHROMIUM
from tests.label.bulletins import bulletin_of
from tests.mentioning.posts import films, posts

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the page was not opened")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the page was not opened in a browser")

TITLES, HOLDERS = films()
STRANGE = [
    "", " \n ", "\0", "E.T. & M*A*S*H, 8½!", "“Her”", "Amélie’s", "ÅNGSTRÖM Ελλάδα 東京物語 ½", "the the the " * 50,
    "I saw Alien³ (1992)", "<b>Heat</b> <script>alert(1)</script>", "Heat\u202e (1995)", "x2 X-MEN Spiderman",
]  # fmt: skip


@pytest.fixture(scope="module")
def bulletin() -> Bulletin:
    return bulletin_of(TITLES, HOLDERS, [str(item) for item in range(len(TITLES))])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, bulletin: Bulletin) -> Path:
    return write_label_page(bulletin, tmp_path_factory.mktemp("draft") / "label.html")


@pytest.fixture
def page(visit: Any, file: Path) -> Any:
    return visit(locale="en-GB").open(file.as_uri())


def test_the_page_finds_what_we_find(page: Any) -> None:
    random = Random(8)
    made = [text for _ in range(20) for text in written_posts(random.sample(TITLES, 6), random)]
    texts = [*(post.text for name in ("posts.txt", "posts_later.txt") for post in posts(name)), *made, *STRANGE]
    finder = Finder(TITLES, HOLDERS)
    ours = [[(one.item, one.words, one.certain) for one in finder.find(text)] for text in texts]
    theirs = page.evaluate(
        """texts => {
          const finder = makeFinder(data.titles, data.holders, data.mentionWords);
          return texts.map(text => findMentions(text, finder).map(one => [one.item, one.words, one.certain]));
        }""",
        texts,
    )
    assert sum(map(len, ours)) > 300
    for text, mine, page_s in zip(texts, ours, theirs, strict=True):
        assert [tuple(one[:2]) for one in page_s] == [one[:2] for one in mine], text
        assert [one[2] for one in page_s] == pytest.approx([one[2] for one in mine], abs=1e-9)


def test_titles_have_the_same_forms_here_and_there(page: Any) -> None:
    finder = Finder(TITLES, HOLDERS)
    rows = page.evaluate(
        "makePhrases(data.titles, makeVocabulary(data.mentionWords)).rows.map(row => [row.phrase, row.item])"
    )
    assert sorted(map(tuple, rows)) == sorted(zip(finder.phrases.phrases, finder.phrases.items, strict=True))


def test_how_many_fit_is_the_estimate_of_advise(page: Any, bulletin: Bulletin) -> None:
    for counts in ([3000], [600, 300], [600, 600, 300, 3000, 3000]):
        ours = 1 + expected_others(chances_of(counts, bulletin), bulletin)
        assert page.evaluate("counts => expectedToFit(counts)", counts) == pytest.approx(ours, rel=1e-9)


def test_a_draft_is_read_as_it_is_written_in_every_language(page: Any) -> None:
    page.fill("#draft", "Watched Heat and Gattaca last night. The heat in here!")
    page.wait_for_selector("#draft-found li")
    rows = page.locator("#draft-found li").all_inner_texts()
    assert len(rows) == 2
    assert any("Gattaca" in row and "people have it" in row for row in rows)
    assert "2 titles found." in page.inner_text("#draft-summary")
    said = {page.inner_text("#draft-summary")}
    for language in LANGUAGES:
        page.select_option("#language", language)
        said.add(page.inner_text("#draft-summary"))
    assert len(said) == len(LANGUAGES)
    page.select_option("#language", "en")
    page.fill("#draft", "Nothing happened at all today.")
    page.locator("#draft-found li").first.wait_for(state="detached")
    assert "No title found" in page.inner_text("#draft-summary")
    page.fill("#draft", "")
    page.locator("#draft-summary").wait_for(state="hidden")

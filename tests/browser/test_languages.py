"""Pages for everybody, in every language: nothing bypasses the catalogue, nothing overflows, nobody is shut out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standout.common.languages.messages import LANGUAGES, Words
from standout.label.label_page import render_label_page
from standout.label.pairs.pairs_page import render_pairs_page
from tests.browser.conftest import CHROMIUM, SIZES, wait_while
from tests.label.histories import bulletin
from tests.label.hostile_archives import HOSTILE
from tests.label.recommenders import recommender

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the pages were not opened")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the pages were not opened in a browser")

AXE = Path(os.environ.get("STANDOUT_AXE", Path(__file__).parents[2] / "build/axe/node_modules/axe-core/axe.min.js"))
needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not here (make axe): WCAG was not checked")

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
LIST = """The Matrix\nSolaris\nDark\nSe7en\nA Few Good Men\nStranger Things\nSchindler's List\n300\nBjörk
Star Wars: Episode 4 - A New Hope\nunheard 1\nunheard 2\nunheard 3\nunheard 4\n"""
"""Mostly known to the label's bulletin, one of them under another name."""

PAGES = {"label": lambda language: render_label_page(bulletin(), language),
         "pairs": lambda language: render_pairs_page(recommender(), language)}  # fmt: skip

MARKED = """
() => {
  for (const [key, texts] of Object.entries(words.messages)) {
    const mark = text => `⟦${text}⟧`;
    for (const [one, text] of Object.entries(texts)) texts[one] = typeof text === "string" ? mark(text)
      : Object.fromEntries(Object.entries(text).map(([form, said]) => [form, mark(said)]));
  }
  speak(language);
}
"""
"""Puts a mark around every message, so that what is no message shows."""

UNMARKED = """
() => {
  const found = [];
  const outside = text => {
    let depth = 0, out = "";
    for (const sign of text) {
      if (sign === "⟦") depth += 1; else if (sign === "⟧") depth -= 1; else if (!depth) out += sign;
    }
    return out;
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement: element, textContent } = walk.currentNode;
    const data = element.closest("script, style, bdi, q, noscript, #language, .eyebrow > b, .how dt");
    if (data || !element.checkVisibility()) continue;
    if (/\\p{L}{2,}/u.test(outside(textContent))) found.push(textContent.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    if (!element.checkVisibility()) continue;
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      const text = element.getAttribute(name);
      if (text && /\\p{L}{2,}/u.test(outside(text))) found.push(`${name}=${text}`);
    }
  }
  if (!document.title.startsWith("⟦")) found.push(document.title);
  return found;
}
"""


ROOM_IN_BARS = """
() => [...document.querySelectorAll("svg.label:not([hidden]) .bar")].map(bar => {
  const shape = bar.getBBox(), text = bar.nextElementSibling.getBBox();
  return shape.x + shape.width - 14 - (text.x + text.width);
})
"""
"""How far from the tip of its bar each mark of the label ends."""


@pytest.fixture
def opened(visit: Any, tmp_path: Path) -> Callable[..., Any]:
    """Opens a page; in the end it said nothing and asked for nothing."""

    def open_page(
        name: str, locale: str = "en-GB", size: str = "desk", scheme: str = "light", fixed: str | None = None
    ) -> Any:
        file = tmp_path / f"{name}-{fixed}.html"
        if not file.exists():
            file.write_text(PAGES[name](fixed), encoding="utf-8")
        return visit(size=SIZES[size], scheme=scheme, locale=locale, calm=True).open(file.as_uri())

    return open_page


def give(page: Any, content: bytes, name: str = "list.txt") -> None:
    page.evaluate("tell(() => '')")
    page.set_input_files("#file", files=[{"name": name, "mimeType": "text/plain", "buffer": content}])
    wait_while(page, "#told:not(:empty)", "list.reading")


@pytest.mark.parametrize("name", PAGES)
def test_everything_that_is_shown_comes_from_the_catalogue(opened: Callable[..., Any], name: str) -> None:
    page = opened(name)
    page.evaluate(MARKED)
    assert page.evaluate(UNMARKED) == []
    for content, file in (
        (LIST.encode(), "l.txt"),
        (b"Profile Name,Title\nAnn,Dark\nBob,Solaris\n", "v.csv"),
        (b'Title,Date\n"Dark,1\n', "x.csv"),
        (b"<html>", "x.html"),
        (b'{"a": {}}', "x.json"),
        (HOSTILE["up and away"][0], "x.zip"),
        (b"Artist,Track\n,x\nBj\xf6rk,y\n", "x.csv"),
    ):
        give(page, content, file)
        assert page.evaluate(UNMARKED) == []
    page.fill("#title", "unknown thing")
    page.keyboard.press("Enter")
    page.fill("#title", "f" if name == "pairs" else "s")
    page.wait_for_selector("#offered li")
    if name == "label":
        page.check("#show-numbers")
        wait_while(page, "#step", "label.looking")
        assert page.evaluate(UNMARKED) == []
        page.select_option("#score", "paper")
        page.click("#none")
    assert page.evaluate(UNMARKED) == []


def test_the_check_of_the_catalogue_can_fail(opened: Callable[..., Any]) -> None:
    page = opened("label")
    page.evaluate(MARKED)
    page.evaluate("document.querySelector('main').append('bypassed words'); document.title = 'So'")
    assert page.evaluate(UNMARKED) == ["bypassed words", "So"]


@pytest.mark.parametrize(
    ("locale", "fixed", "wanted"),
    [("de-AT", None, "de"), ("fr-CA", None, "fr"), ("es-MX", None, "es"), ("it-IT", None, "it"), ("en-US", None, "en"),
     ("nl-NL", None, "en"), ("fr-FR", "de", "de"), ("de-DE", "en", "en")],
)  # fmt: skip
def test_the_reader_s_language_is_spoken_unless_one_is_fixed(
    opened: Callable[..., Any], locale: str, fixed: str | None, wanted: str
) -> None:
    page = opened("label", locale, fixed=fixed)
    words = Words(("label",), wanted)
    assert page.evaluate("document.documentElement.lang") == wanted
    assert page.input_value("#language") == wanted
    assert page.title() == words.plain("label.page-title")
    assert page.inner_text("h1") == words.plain("label.title")


def test_every_mark_ends_before_the_tip_of_its_bar(opened: Callable[..., Any]) -> None:
    page = opened("label")
    for language in LANGUAGES:
        page.select_option("#language", language)
        for score in ("hiding", "better", "paper"):
            page.select_option("#score", score)
            room = page.evaluate(ROOM_IN_BARS)
            assert len(room) > 1
            assert min(room) > 4, (language, score)


def test_everything_is_said_again_in_another_language(opened: Callable[..., Any]) -> None:
    page = opened("label")
    give(page, LIST.encode())
    wait_while(page, "#step", "label.looking")
    page.check("#show-numbers")
    labelled = page.evaluate("document.querySelector('.label:not([hidden]) .you').style.transform")
    texts = set()
    for language in LANGUAGES:
        page.select_option("#language", language)
        wait_while(page, "#step", "label.looking")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.locator("#items li").count() == 14
        assert page.evaluate("document.querySelector('.label:not([hidden]) .you').style.transform") == labelled
        texts.add(tuple(page.inner_text(f"#{part}") for part in ("told", "summary", "moves", "step", "numbers")))
    assert all(len({text[place] for text in texts}) == len(LANGUAGES) for place in range(5))


def test_numbers_and_plurals_are_those_of_the_language(opened: Callable[..., Any]) -> None:
    page = opened("label")
    say = "([language, key, values]) => { speak(language); return say(key, values); }"
    for language, count, wanted in (
        ("en", 1, "1 person"), ("en", 0, "0 people"), ("en", 12_345, "12,345 people"),
        ("de", 12_345, "12.345 Personen"),
        ("fr", 0, "0 personne"), ("fr", 12_345, "12\u202f345 personnes"), ("es", 12_345, "12.345 personas"),
        ("it", 1, "1 persona"), ("it", 12_345, "12.345 persone"), ("fr", 2_000_000, "2\u202f000\u202f000 personnes"),
    ):  # fmt: skip
        assert page.evaluate(say, [language, "shared.people", {"count": count}]) == wanted


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_holds_every_language(opened: Callable[..., Any], name: str, language: str) -> None:
    page = opened(name, language, "phone")
    page.click("#how summary")
    give(page, LIST.encode())
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES["phone"][0]
    cut = page.evaluate(
        """() => [...document.querySelectorAll("button, .button, summary, select, .label text")].filter(one => {
            const box = one.getBoundingClientRect();
            const wide = one.matches("button") && one.scrollWidth > one.clientWidth + 1;
            return box.width && (wide || box.right > innerWidth + 1);
        }).map(one => one.textContent)"""
    )
    assert cut == []


@needs_axe
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_wcag_2_2_aa_by_axe(opened: Callable[..., Any], name: str, scheme: str) -> None:
    """Empty, with a list, with a refusal and a choice of profiles, and in every language."""
    page = opened(name, "en-GB", "desk" if scheme == "light" else "phone", scheme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    run = """async tags => (await axe.run(document, { runOnly: tags, preload: false })).violations.map(one =>
        `${one.id}: ${one.nodes.map(node => node.html.slice(0, 120)).join(" | ")}`)"""
    assert page.evaluate(run, WCAG) == []
    page.click("#how summary")
    give(page, LIST.encode())
    page.fill("#title", "f" if name == "pairs" else "s")
    page.wait_for_selector("#offered li")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(run, WCAG) == []
    give(page, b"Profile Name,Title\nAnn,Dark\nBob,Solaris\n", "v.csv")
    for language in LANGUAGES:
        page.select_option("#language", language)
        assert page.evaluate(run, WCAG) == []


@needs_axe
def test_axe_finds_what_is_wrong(opened: Callable[..., Any]) -> None:
    page = opened("label")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    found = page.evaluate(
        "async tags => (await axe.run({ runOnly: tags, preload: false })).violations.map(one => one.id)", WCAG
    )
    assert "label" in found


@pytest.mark.parametrize("name", PAGES)
def test_the_keyboard_walks_through_all_of_it_in_order_and_in_sight(opened: Callable[..., Any], name: str) -> None:
    page = opened(name)
    page.click("#how summary")
    give(page, LIST.encode())
    page.focus("#language")
    reached = ["language"]
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.evaluate(
            """() => {
                const one = document.activeElement, shown = one.id === "file" ? one.previousElementSibling : one;
                const box = shown.getBoundingClientRect(), ring = getComputedStyle(shown).outlineStyle !== "none";
                return [one.id || one.tagName, box.bottom > 0 && box.top < innerHeight, ring];
            }"""
        )
        if here[0] == "BODY":
            break
        assert here[1:] == [True, True], here
        reached.append(here[0])
    wanted = ["language", "file", "SUMMARY", "title", "found", "all", "none", "unknown", "clear"]
    assert [one for one in reached if one in wanted] == wanted
    assert reached.count("INPUT") == 14


def test_print_shows_the_label_and_the_list_alone(opened: Callable[..., Any]) -> None:
    page = opened("label")
    give(page, LIST.encode())
    page.emulate_media(media="print")
    for part in ("#found", ".label:not([hidden])", "#summary", "#items", "h1"):
        assert page.is_visible(part), part
    for part in (".add", "#language", ".buttons", ".choices", "#jump"):
        assert not page.is_visible(part), part

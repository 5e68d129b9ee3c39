"""The page to blend in, in a real browser: the same distances as ours, quiet, readable, and all of it by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.profiles.blend_page import RARE, write_page
from standout.profiles.blending.costs import Cost, Rules
from standout.profiles.blending.edits import PersonaIndex, united
from standout.profiles.people.invented_population import draw_population
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine
from standout.profiles.personas.persona_set import PersonaSet
from tests.browser.conftest import CHROMIUM
from tests.browser.test_report import CONTRAST, LISTEN, REACH, SIZES

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the page was not opened")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the page was not opened in a browser")

ASK = """
([profiles, rules]) => profiles.map((profile, at) => {
  const rule = rules[at];
  return distances(profile.map(values => new Set(values)), {
    ...rule, keep: new Set(rule.keep), know: new Set(rule.know),
  });
})
"""


@pytest.fixture(scope="session")
def crowd() -> Population:
    shown, _ = draw_population(4_000, 3, 5)
    names = tuple(name for name in shown.attributes if "name" not in name)
    return shown.select(names)


@pytest.fixture(scope="session")
def personas(crowd: Population) -> PersonaSet:
    return mine(crowd, 0.004)


@pytest.fixture(scope="session")
def file(crowd: Population, personas: PersonaSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(crowd, personas, tmp_path_factory.mktemp("page") / "blend.html")


@pytest.fixture
def opened(browser: Any, file: Path) -> Iterator[Any]:
    """Opens the page and, in the end, makes sure that it said nothing and asked for nothing."""
    contexts, said, asked, pages = [], [], [], []

    def open_page(size: str = "desk", scheme: str = "light") -> Any:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        contexts.append(context)
        context.add_init_script(LISTEN)
        page = context.new_page()
        pages.append(page)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        assert asked == [file.as_uri()]
        asked.clear()
        return page

    yield open_page
    violations = [page.evaluate("window.violations") for page in pages]
    for context in contexts:
        context.close()
    assert said == []
    assert asked == []
    assert all(found == [] for found in violations)


def field(crowd: Population, name: str) -> str:
    return f"#value-{crowd.attributes.index(name)}"


def fill(page: Any, crowd: Population, profile: dict[str, str]) -> None:
    for name, value in profile.items():
        where = field(crowd, name)
        if page.evaluate("where => document.querySelector(where).tagName", where) == "SELECT":
            page.select_option(where, value)
        else:
            page.fill(where, value)


EXAMPLE = {
    "gender": "female",
    "country": "Alland",
    "language": "English",
    "education": RARE,
    "group": "Ale lovers; Quilts",
}


def test_distances_are_those_of_python(opened: Any, crowd: Population, personas: PersonaSet) -> None:
    dice = np.random.default_rng(1)
    profiles, rules, wanted = [], [], []
    for _ in range(200):
        words = crowd.profile(int(dice.integers(crowd.size)))
        for name in crowd.attributes:
            if dice.random() < 0.15:
                words[name] = (f"made up {dice.integers(3)}",)
        held = [crowd.attributes.index(name) for name in words]
        chosen = dice.permutation(held)[:3].tolist()
        keep, know = ([chosen[:1], chosen[1:2], chosen[:2], []][int(dice.integers(4))] for _ in range(2))
        know = [at for at in know if at not in keep]
        cost = [float(amount) for amount in dice.choice([0, 0.5, 1, 2.25, 5], 3)]
        lies, least = bool(dice.random() < 0.7), int(dice.integers(1, 4))
        profiles.append([list(words.get(name, ())) for name in crowd.attributes])
        rules.append(
            {"keep": keep, "know": know, "noLies": not lies, "minSize": least}
            | dict(zip(("remove", "add", "change"), cost, strict=True))
        )
        own = Pairs(tuple(words), tuple(words.values()))
        index = PersonaIndex(united(own, crowd, personas), personas)
        named = [frozenset(crowd.attributes[at] for at in which) for which in (keep, know)]
        found = index.distances(
            np.sort(own.translation(index.vocabulary)), Rules(Cost(*cost), {}, named[0], named[1], not lies, least)
        )
        wanted.append(found.tolist())
    assert len(personas) > 300
    assert opened().evaluate(ASK, [profiles, rules]) == wanted


def test_filling_in_the_form_shows_options(opened: Any, crowd: Population) -> None:
    page = opened()
    assert page.locator("#options > li").count() == 0
    fill(page, crowd, EXAMPLE)
    assert "You share 5 attributes" in page.inner_text("#exposure")
    assert page.locator("#options > li").count() == 4
    assert "people" in page.inner_text("#summary")
    first = page.inner_text("#options > li:first-child")
    assert "Remove" in first
    assert "Quilts" in first
    page.click("#more")
    assert page.locator("#options > li").count() > 4
    assert page.evaluate("document.activeElement.tagName") == "H3"
    page.click("button[type=reset]")
    page.wait_for_function("document.querySelectorAll('#options > li').length === 0")
    assert "Fill in" in page.inner_text("#exposure")


def test_unticking_keeps_and_no_lies_only_removes(opened: Any, crowd: Population) -> None:
    page = opened()
    fill(page, crowd, EXAMPLE)
    place = crowd.attributes.index("language")
    page.uncheck(f"#may-{place}")
    edits = page.locator("#options .edits b").all_inner_texts()
    assert edits
    assert "language" not in edits
    page.uncheck(f"#may-{crowd.attributes.index('education')}")
    assert "No persona can be reached" in page.inner_text("#summary")
    page.check(f"#may-{crowd.attributes.index('education')}")
    page.click("summary")
    page.check("#no-lies")
    page.click("#more")
    assert set(page.locator("#options .kind").all_inner_texts()) == {"− Remove"}
    page.fill("#min-size", "99")
    assert "fewer attributes" in page.inner_text("#summary")


def test_what_is_known_stays_beside_the_persona(opened: Any, crowd: Population) -> None:
    page = opened()
    fill(page, crowd, EXAMPLE)
    page.click("summary")
    page.check(f"#know-{crowd.attributes.index('education')}")
    assert "education" not in page.locator("#options .edits b").all_inner_texts()
    assert "beside what is known" in page.inner_text("#options > li:first-child")


@pytest.mark.parametrize("size", SIZES)
def test_it_stays_within_the_screen(opened: Any, crowd: Population, size: str) -> None:
    page = opened(size)
    fill(page, crowd, EXAMPLE | {"group": "x" * 200})
    page.click("summary")
    page.click("#more")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_text_stands_out_from_what_is_behind_it(opened: Any, crowd: Population, size: str, scheme: str) -> None:
    page = opened(size, scheme)
    fill(page, crowd, EXAMPLE)
    page.click("summary")
    page.fill("#min-size", "4")
    assert {"+ Add", "⇄ Change"} & set(page.locator("#options .kind").all_inner_texts())
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 60
    assert found["poor"] == []


def test_everything_has_a_name_and_the_keyboard_reaches_it(opened: Any, crowd: Population) -> None:
    page = opened()
    page.click("summary")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('input, select, button')].filter(one =>
            !(one.labels?.length) && !one.textContent.trim()).map(one => one.id)"""
    )
    assert unnamed == []
    wanted = page.evaluate(
        """() => {
            const found = [...document.querySelectorAll('input, select, button, summary, .found')]
                .filter(one => !one.disabled && one.getClientRects().length);
            found.forEach((one, at) => one.dataset.mark = at);
            return found.map(one => one.dataset.mark);
        }"""
    )
    page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
        if (mark := page.evaluate(REACH)) is not None:
            reached.add(mark)
    assert set(wanted) <= reached
    page.focus(field(crowd, "country"))
    page.keyboard.type("Alland")
    page.focus(field(crowd, "gender"))
    page.keyboard.type("fem")
    assert "2 attributes" in page.inner_text("#exposure")
    assert page.get_attribute("#summary", "aria-live") == "polite"


def test_it_answers_at_once(opened: Any, crowd: Population) -> None:
    page = opened()
    fill(page, crowd, EXAMPLE)
    took = page.evaluate("() => { const begin = performance.now(); show(); return performance.now() - begin; }")
    assert took < 500

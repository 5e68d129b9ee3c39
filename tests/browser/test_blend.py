"""The page to blend in, in a real browser: the same distances as ours, quiet, readable, and all of it by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.common.languages.messages import LANGUAGES, Words, messages_of
from standout.profiles.blend_page import RARE, write_page
from standout.profiles.blending.costs import Cost, Rules
from standout.profiles.blending.edits import PersonaIndex, united
from standout.profiles.blending.profile_crowds import Crowds
from standout.profiles.blending.recommending import blend
from standout.profiles.people.exposure import usual_in
from standout.profiles.people.invented_population import draw_population
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import least_people, mine
from standout.profiles.personas.persona_set import PersonaSet
from tests.browser.conftest import CHROMIUM, SIZES
from tests.browser.test_languages import AXE, MARKED, UNMARKED, WCAG, needs_axe
from tests.browser.test_report import CONTRAST, REACH

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
def opened(visit: Any, file: Path) -> Callable[..., Any]:
    """Opens the page; in the end it said nothing and asked for nothing."""

    def open_page(size: str = "desk", scheme: str = "light") -> Any:
        return visit(size=SIZES[size], scheme=scheme).open(file.as_uri())

    return open_page


def field(crowd: Population, name: str) -> str:
    return f"#value-{crowd.attributes.index(name)}"


def fill(page: Any, crowd: Population, profile: dict[str, str]) -> None:
    page.evaluate("document.getElementById('more-questions').open = true")
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


def test_exposure_is_that_of_python(opened: Any, crowd: Population, personas: PersonaSet) -> None:
    """The same profile, typed into the page and given to the command's function: one figure, before and after."""
    page = opened()
    for person in (3, 17, 40):
        words = {name: values for name, values in crowd.profile(person).items() if len(values) == 1}
        page.click("button[type=reset]")
        page.wait_for_selector("#options > li", state="detached")
        fill(page, crowd, {name: _in_the_page(page, crowd, name, values[0]) for name, values in words.items()})
        advice = blend(words, personas, Rules(), population=crowd)
        alone = blend(words, replace(personas, usual=usual_in(crowd)), Rules())
        assert alone.exposure == advice.exposure
        assert f"Your exposure is {advice.exposure.before:.2f}." in page.inner_text("#exposure")
        first = page.inner_text("#options > li:first-child")
        assert f"Exposure {advice.exposure.before:.2f} → {alone.best.exposure:.2f}" in first


def _in_the_page(page: Any, crowd: Population, name: str, value: str) -> str:
    """The value itself, or what is chosen where a list does not have it."""
    has = "([where, value]) => [...document.querySelector(where).options ?? []].some(one => one.value === value)"
    is_list = page.evaluate("where => document.querySelector(where).tagName", field(crowd, name)) == "SELECT"
    return RARE if is_list and not page.evaluate(has, [field(crowd, name), value]) else value


def test_crowds_of_what_is_shown_are_those_of_python(opened: Any, crowd: Population, personas: PersonaSet) -> None:
    """Also after each edit: a crowd where the set is one of the personas, else fewer than the least."""
    page, least, people = opened(), least_people(personas.support, crowd.size), Crowds(crowd, None)
    dice = np.random.default_rng(3)
    asked, wanted = [], []
    for _ in range(150):
        words = crowd.profile(int(dice.integers(crowd.size)))
        left = {name: words[name] for name in dice.permutation(list(words)).tolist()[: int(dice.integers(1, 5))]}
        size = sum(len(values) for values in left.values())
        count = len(people.of(left))
        asked.append([list(left.get(name, ())) for name in crowd.attributes])
        wanted.append(None if size < 2 else count if count >= least else 0)
    ask = "asked => asked.map(profile => crowdOf(profile.map(values => new Set(values)), new Set()))"
    assert page.evaluate(ask, asked) == wanted
    assert 0 < wanted.count(0) < len([count for count in wanted if count is not None])


def test_few_questions_come_first_and_an_example_fills_them(opened: Any) -> None:
    page = opened()
    asked = page.locator("#profile .field:visible")
    assert asked.count() == 5
    page.click("#example")
    assert "You show 5 things" in page.inner_text("#exposure")
    assert page.locator("#options > li").count() >= 1
    assert "share these" in page.inner_text("#summary")
    page.click("#more-questions summary")
    assert asked.count() > 5


def test_a_larger_crowd_can_be_asked_for(opened: Any, personas: PersonaSet) -> None:
    page = opened()
    page.click("#example")
    page.click("#rules summary")
    wish = int(np.sort(personas.counts)[-20])
    page.fill("#crowd", str(wish))
    crowds = [int(text.split(" ")[0].replace(",", "")) for text in page.locator("#options h3").all_inner_texts()]
    assert crowds
    assert min(crowds) >= wish
    page.fill("#crowd", "999999")
    assert "ask for fewer people" in page.inner_text("#summary")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_it_speaks_every_language_within_the_screen(opened: Any, crowd: Population, size: str, language: str) -> None:
    page = opened(size)
    fill(page, crowd, EXAMPLE)
    page.select_option("#language", language)
    page.click("#rules summary")
    assert page.get_attribute("html", "lang") == language
    assert Words(("blend",), language).plain("blend.title") == page.inner_text("h1")
    assert "{" not in page.inner_text("main")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
    others = set(messages_of("blend")["blend.caveat"].values()) - {page.inner_text("footer p:last-child")}
    assert len(others) == len(LANGUAGES) - 1


def test_filling_in_the_form_shows_options(opened: Any, crowd: Population) -> None:
    page = opened()
    assert page.locator("#options > li").count() == 0
    fill(page, crowd, EXAMPLE)
    assert "You show 5 things; people here show" in page.inner_text("#exposure")
    assert page.locator("#options > li").count() == 4
    assert "people" in page.inner_text("#summary")
    first = page.inner_text("#options > li:first-child")
    assert "Leave out" in first
    assert "share what is left" in first
    assert "Quilts" in first
    page.click("#more")
    assert page.locator("#options > li").count() > 4
    assert page.evaluate("document.activeElement.tagName") == "H3"
    page.click("button[type=reset]")
    page.wait_for_selector("#options > li", state="detached")
    assert "Answer a question or two" in page.inner_text("#exposure")


def test_unticking_keeps_and_no_lies_only_removes(opened: Any, crowd: Population) -> None:
    page = opened()
    fill(page, crowd, EXAMPLE)
    place = crowd.attributes.index("language")
    page.check(f"#keep-{place}")
    edits = page.locator("#options .edits b").all_inner_texts()
    assert edits
    assert "language" not in edits
    page.check(f"#keep-{crowd.attributes.index('education')}")
    assert "No crowd can be reached" in page.inner_text("#summary")
    page.uncheck(f"#keep-{crowd.attributes.index('education')}")
    page.click("#rules summary")
    page.check("#no-lies")
    page.click("#more")
    assert set(page.locator("#options .kind").all_inner_texts()) == {"− Leave out"}
    page.fill("#min-size", "99")
    assert "ask for fewer things" in page.inner_text("#summary")


def test_what_is_known_stays_beside_the_persona(opened: Any, crowd: Population) -> None:
    page = opened()
    fill(page, crowd, EXAMPLE)
    page.click("#rules summary")
    page.check(f"#know-{crowd.attributes.index('education')}")
    assert "education" not in page.locator("#options .edits b").all_inner_texts()
    assert "beside what is known" in page.inner_text("#options > li:first-child")


@pytest.mark.parametrize("size", SIZES)
def test_it_stays_within_the_screen(opened: Any, crowd: Population, size: str) -> None:
    page = opened(size)
    fill(page, crowd, EXAMPLE | {"group": "x" * 200})
    page.click("#rules summary")
    page.click("#more")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_text_stands_out_from_what_is_behind_it(opened: Any, crowd: Population, size: str, scheme: str) -> None:
    page = opened(size, scheme)
    fill(page, crowd, EXAMPLE)
    page.click("#rules summary")
    page.fill("#min-size", "4")
    assert {"+ Add", "⇄ Change"} & set(page.locator("#options .kind").all_inner_texts())
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 60
    assert found["poor"] == []


def test_everything_has_a_name_and_the_keyboard_reaches_it(opened: Any, crowd: Population) -> None:
    page = opened()
    page.click("#rules summary")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('input, select, button')].filter(one =>
            !(one.labels?.length) && !one.textContent.trim()).map(one => one.id)"""
    )
    assert unnamed == []
    wanted = page.evaluate(
        """() => {
            const found = [...document.querySelectorAll('input, select, button, summary, .found')]
                .filter(one => !one.disabled && one.checkVisibility({ contentVisibilityAuto: true }));
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
    page.keyboard.type("Allan")
    page.focus(field(crowd, "gender"))
    page.keyboard.type("fem")
    assert "You show 2 things" in page.inner_text("#exposure")
    assert page.get_attribute("#summary", "aria-live") == "polite"


@needs_axe
@pytest.mark.parametrize(("size", "scheme"), [("desk", "light"), ("phone", "dark")])
def test_wcag_2_2_aa_by_axe(opened: Any, crowd: Population, size: str, scheme: str) -> None:
    """Empty, filled in with every kind of edit, with everything open, and in every language."""
    page = opened(size, scheme)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    run = """async tags => (await axe.run(document, { runOnly: tags, preload: false })).violations.map(one =>
        `${one.id}: ${one.nodes.map(node => node.html.slice(0, 120)).join(" | ")}`)"""
    assert page.evaluate(run, WCAG) == []
    fill(page, crowd, EXAMPLE)
    page.click("#rules summary")
    page.fill("#min-size", "4")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # nothing lies over what is being measured
    for language in LANGUAGES:
        page.select_option("#language", language)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert page.evaluate(run, WCAG) == []


def test_nothing_is_shown_that_is_not_in_the_catalogue(opened: Any, crowd: Population) -> None:
    page = opened()
    fill(page, crowd, EXAMPLE)
    page.click("#rules summary")
    page.fill("#min-size", "4")
    page.evaluate(MARKED)
    own = {value for values in crowd.values for value in values}
    assert {text for text in page.evaluate(UNMARKED) if text not in own} == set()


def test_it_answers_at_once(opened: Any, crowd: Population) -> None:
    """An answer measures every persona once and works out edits for the few that are shown: no time is measured."""
    page = opened()
    fill(page, crowd, EXAMPLE)
    counted = page.evaluate(
        """() => {
            const counts = {};
            for (const name of ["distances", "stepsTo", "editsTo", "crowdOf"]) {
                const real = window[name];
                counts[name] = 0;
                window[name] = (...given) => { counts[name] += 1; return real(...given); };
            }
            show();
            return counts;
        }"""
    )
    cards = page.locator("#options > li").count()
    assert 0 < cards < page.evaluate("personas.length") / 10
    assert counted["distances"] == 1
    assert counted["stepsTo"] == cards
    assert counted["editsTo"] == cards + 2
    assert counted["crowdOf"] <= 1 + cards * 30

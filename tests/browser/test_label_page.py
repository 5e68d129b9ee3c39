"""The page with the label, in a real browser: the same answers as ours, quiet, readable, and all of it by keyboard."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from standout.label.bulletin.groups import bar_of, bars
from standout.label.bulletin.standing import UNSIGNED, said_of_dates
from standout.label.label_page import write_label_page
from standout.label.person.assessing import assess
from standout.label.person.person_score import expected_set
from standout.label.person.self_check import one_step
from standout.matching.titles import parsed
from standout.matching.written import Written
from standout.results.bulletin import Bulletin
from standout.results.bulletin_checks import SCORES
from tests.browser.conftest import CHROMIUM, LISTEN, SIZES, Visit
from tests.browser.test_report import CONTRAST, REACH
from tests.label.bulletins import bulletin_of, random_bulletin
from tests.label.downloads import ALL_CASES
from tests.label.histories import bulletin
from tests.label.hostile_archives import HOSTILE as HOSTILE_ARCHIVES

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: the page was not opened")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: the page was not opened in a browser")

HOSTILE = ("</script><img src=x onerror=alert(1)>", "\u202eturned\u202c & \u0007bell", "<b>bold</b> 'quote' \"double\"")
Opener = Callable[..., Any]


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages of a random bulletin, of one with known titles, and of one with hostile ones."""
    folder = tmp_path_factory.mktemp("label")
    made = {
        "random": random_bulletin(1),
        "films": bulletin(),
        "hostile": bulletin_of(HOSTILE, [3, 150, 40], list(HOSTILE)),
    }
    return {name: write_label_page(one, folder / f"{name}.html") for name, one in made.items()}


@pytest.fixture
def opened(visit: Any, files: dict[str, Path]) -> Opener:
    """Opens a page; in the end it said nothing and asked for nothing."""

    def open_page(name: str | Path = "films", size: str = "desk", scheme: str = "light") -> Any:
        url = (name if isinstance(name, Path) else files[name]).as_uri()
        return visit(size=SIZES[size], scheme=scheme).open(url)

    return open_page


def give(page: Any, name: str, content: bytes) -> None:
    """Open a file in the page, and wait until it is taken or refused."""
    page.set_input_files("#file", files=[{"name": name, "mimeType": "text/plain", "buffer": content}])
    page.wait_for_selector("#told:not(:empty):not(:text('Reading'))")


def ticked(page: Any) -> list[str]:
    return [str(name) for name in page.locator("#items input:checked ~ bdi").all_inner_texts()]


# The same as in Python


def test_scores_are_those_of_python(opened: Opener) -> None:
    known, dice = random_bulletin(1), np.random.default_rng(4)
    histories, wanted = [], []
    for _ in range(200):
        length = int(dice.choice([1, 2, 5, 20, 60, 180]))
        counts = dice.choice(known.holders, length).tolist()
        counts += [0] * int(dice.integers(0, 4))
        histories.append(counts)
        for score in SCORES:
            found = assess(counts, known, score)
            bar = bar_of(found.score, bars(known.scores[score].groups))
            wanted.append([found.raw, found.score, found.group, bar, found.all, found.rare, found.unknown])
    ours = opened("random").evaluate(
        """histories => histories.flatMap(counts => ['hiding', 'better', 'paper'].map(score => {
            const found = assess(counts, score);
            return [found.raw, found.score, found.group, found.bar, found.all, found.rare, found.unknown];
        }))""",
        histories,
    )
    assert np.abs(np.array(ours)[:, :2] - np.array(wanted)[:, :2]).max() < 1e-9
    assert [row[2:] for row in ours] == [row[2:] for row in wanted]
    assert len({row[3] for row in wanted}) > 3


def test_one_step_better_is_that_of_python(opened: Opener) -> None:
    known, dice = random_bulletin(1), np.random.default_rng(9)
    asked, wanted = [], []
    for _ in range(25):
        counts = [*dice.choice(known.holders, int(dice.integers(1, 50))).tolist(), 0]
        for score in SCORES:
            bar = bar_of(assess(counts, known, score).score, bars(known.scores[score].groups))
            step = one_step(counts, known, score, bar)
            asked.append([counts, score, bar])
            wanted.append(None if step is None else [step.bar, len(step.leave_out)])
    found = opened("random").evaluate(
        """async asked => {
            const all = [];
            for (const [counts, score, bar] of asked) {
                const step = await oneStep(counts, score, bar);
                all.push(step && [step.bar, step.leaveOut.length]);
            }
            return all;
        }""",
        asked,
    )
    assert found == wanted
    assert None in wanted
    assert len({str(step) for step in wanted}) > 5


def test_titles_are_taken_apart_as_in_python(opened: Opener) -> None:
    dice = random.Random(8)
    pieces = [
        "The ", "a ", ", The", " (1999)", " (a.k.a. X)", "É", "e\u0301", "ß", "Σ", "ς", "&", "'", "’", ".", "-", ":",
        " ", "Ⅳ", "½", "ø", "Łódź", "日本", "が", "हिन्दी", "한국", "İ", "ı", "$", "(", ")", "1", "200", "word", "WORD",
        "ﬁ", "\u202e", "🎬",
    ]  # fmt: skip
    texts = ["".join(dice.choice(pieces) for _ in range(dice.randint(1, 9))) for _ in range(2_000)]
    wanted = [[list(title.keys), title.year] for title in map(parsed, texts)]
    found = opened().evaluate(
        "texts => texts.map(text => { const title = parsedTitle(text); return [title.keys, title.year]; })", texts
    )
    different = [
        (text, ours, theirs) for text, ours, theirs in zip(texts, wanted, found, strict=True) if ours != theirs
    ]
    assert different == []


def test_titles_are_recognised_as_in_python(opened: Opener) -> None:
    dice = random.Random(9)
    pieces = [
        "The ", "Le ", "Rocky ", "II", "2", " Two", "Part ", "and ", " & ", "Dr. ", "vs. ", ": ", " - ", " (1999)",
        " (Rocky 2)", " (2001–2004)", " (TV Series)", " (TV)", " (Special Edition)", " (Saga, #1)", "Season 1", "1 2",
        "Élan ", "i", "½",
    ]  # fmt: skip
    texts = ["".join(dice.choice(pieces) for _ in range(dice.randint(1, 8))) for _ in range(2_000)]
    wanted = [
        [list(title.keys), title.form, list(title.others), title.year, title.series] for title in map(Written, texts)
    ]
    found = opened().evaluate(
        """texts => texts.map(text => {
            const title = writtenTitle(text);
            return [title.keys, title.form, title.others, title.year, title.series];
        })""",
        texts,
    )
    assert [trio for trio in zip(texts, wanted, found, strict=True) if trio[1] != trio[2]] == []


def test_every_kind_of_history_is_read_as_in_python(opened: Opener) -> None:
    page = opened()
    for name, case in ALL_CASES.items():
        found = page.evaluate(
            """async ([file, content]) => {
                const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
                const history = await historyOf(new File([bytes], file));
                return { kind: history.kind, notes: history.notes.length, ...match(history) };
            }""",
            [case.file, base64.b64encode(case.content).decode()],
        )
        ids = tuple(bulletin().ids[item] for item in found["items"])
        assert (name, found["kind"], found["reading"], ids) == (name, case.kind, case.reading, case.found)
        assert (name, tuple(found["unknown"]), found["repeated"]) == (name, case.unknown, case.repeated)
        assert (name, found["notes"]) == (name, case.notes)


def test_hostile_archives_are_refused_as_in_python(opened: Opener) -> None:
    page = opened()
    for name, (content, told) in HOSTILE_ARCHIVES.items():
        said = page.evaluate(
            """async content => {
                const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
                try {
                    await historyOf(new File([bytes], "x.zip"));
                    return "taken";
                } catch (problem) {
                    return problem instanceof BadHistory ? say(problem.key, problem.values) : `error: ${problem}`;
                }
            }""",
            base64.b64encode(content).decode(),
        )
        assert told in said, (name, said)


def test_one_of_several_profiles_is_chosen(opened: Opener) -> None:
    page = opened()
    household = b"Profile Name,Title,Start Time\nAnn,Dark: Season 1: X,1\n<b>Bob</b>,The Matrix,1\nAnn,Solaris,1\n"
    give(page, "ViewingActivity.csv", household)
    assert "choose one below" in page.inner_text("#told")
    assert "wrong" not in (page.get_attribute("#told", "class") or "")
    assert page.locator("#profile-names button").all_inner_texts() == ["Ann", "<b>Bob</b>"]
    assert page.evaluate("document.activeElement.innerText") == "Ann"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#items li")
    assert ticked(page) == ["The Matrix"]
    assert not page.is_visible("#profiles")


# What a person does


def test_a_file_gives_a_label_and_unticking_changes_it(opened: Opener) -> None:
    page = opened()
    assert "appears here" in page.inner_text("#summary")
    assert not page.is_visible(".you >> visible=true")
    page.select_option("#score", "better")
    give(page, "list.txt", b"The Matrix\nSolaris\nDark\nA Winter's Tale\nThe Lighthouse Keepers\nx 1\nx 2\nx 3\n")
    assert "5 items found among 8 lines; 3 not found, which are not counted; 1 could mean several" in page.inner_text(
        "#told"
    )
    counts = [700, 60, 90, 30, 12, 0, 0, 0]
    page.check("#count-unknown")
    page.wait_for_selector("#take:not([hidden])")
    first = page.inner_text("#summary")
    known = bulletin()
    drawn = bars(known.scores["better"].groups)
    bar = bar_of(assess(counts, known).score, drawn)
    assert first.startswith(f"Your label: {drawn[bar].name}")
    assert page.get_attribute("#label-better", "aria-label").startswith(f"Privacy label: {drawn[bar].name}.")
    assert "3 were not found" in page.inner_text("#moves")
    step = one_step(counts, known, "better", bar)
    assert step is not None
    assert f"Leave out {len(step.leave_out)} item" in page.inner_text("#step")
    page.click("#take")
    assert len(ticked(page)) == 8 - len(step.leave_out)
    assert page.inner_text("#summary") != first
    page.click("#all")
    assert page.inner_text("#summary") == first
    page.click("#unknown")
    assert sorted(ticked(page)) == ["A Winter's Tale", "Dark", "Solaris", "The Lighthouse Keepers", "The Matrix"]
    page.locator("#items input:checked").first.uncheck()
    assert len(ticked(page)) == 4
    page.click("#none")
    assert "Nothing is ticked" in page.inner_text("#summary")
    page.click("#clear")
    assert not page.is_visible("#list")
    assert "appears here" in page.inner_text("#summary")


def test_numbers_only_if_asked(opened: Opener) -> None:
    page = opened()
    page.select_option("#score", "better")
    give(page, "list.txt", b"The Matrix\nDark\n")
    assert not page.is_visible("#numbers")
    assert "people" not in page.inner_text("#items")
    page.check("#show-numbers")
    score = assess([700, 90], bulletin()).score
    crowd = expected_set([700, 90], bulletin())
    assert f"Score {score:.3f}" in page.inner_text("#numbers")
    assert f"about {round(crowd, 1):g} of 1,000 people" in page.inner_text("#numbers")
    assert "rare: 90 people" in page.inner_text("#items")
    page.select_option("#score", "paper")
    assert f"Score {assess([700, 90], bulletin(), 'paper').score:.3f}" in page.inner_text("#numbers")
    assert page.is_visible("#label-paper")
    assert not page.is_visible("#label-better")


def test_too_little_found_gives_no_label_and_says_why(opened: Opener) -> None:
    page = opened()
    give(page, "list.txt", b"The Matrix\n" + b"".join(b"unheard %d\n" % at for at in range(9)))
    assert page.inner_text("#summary").startswith("No label: only 1 of 10 things you have were found")
    assert not page.is_visible(".you >> visible=true")
    assert not page.is_visible("#details")
    page.click("#unknown")
    assert page.inner_text("#summary").startswith("No label"), "unticking what was not found does not find it"


def test_a_match_that_is_not_exact_can_be_refused_and_corrected(opened: Opener) -> None:
    page = opened()
    give(page, "list.txt", b"Dark\nA Few Good Men\nStar Wars: Episode 4 - A New Hope\n")
    taken = page.locator("#items .took")
    assert taken.count() == 1
    assert "we took “Star Wars: Episode IV - A New Hope (1977)”" in taken.inner_text()
    page.click("#items .wrong-match")
    assert "is not found now" in page.inner_text("#told")
    assert page.evaluate("[...entries.values()].filter(entry => entry.item < 0).length") == 1
    page.fill("#title", "matrix")
    page.wait_for_selector("#offered li")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "is taken for “Matrix, The (1999)” now" in page.inner_text("#told")
    assert sorted(ticked(page)) == ["A Few Good Men", "Dark", "Star Wars: Episode 4 - A New Hope"]
    assert page.evaluate("[...entries.keys()].every(key => typeof key === 'number')")


def test_a_table_of_further_names_is_taken_in(opened: Opener) -> None:
    page = opened()
    give(page, "titles.csv", b"item,alias\nm6,Krieg der Sterne|Guerre stellari\nzz,Nichts\n")
    assert "Further names taken in: 2; rows about other items: 1." in page.inner_text("#told")
    page.evaluate("tell(() => '')")
    give(page, "list.txt", b"Krieg der Sterne\nDark\n")
    assert "2 items found among 2 lines" in page.inner_text("#told")


def test_what_cannot_be_read_is_told(opened: Opener) -> None:
    page = opened()
    for content, told in (
        (b"PK\x03\x04xx", "not a whole zip archive"),
        (b"user,item\n" + b"".join(b"%d,1\n" % at for at in range(30)), "holds 30 people"),
        (b'{"a": {"b": 1}}', "JSON of a kind that is not known"),
        (b'[{"title": 1', "not valid JSON"),
        (b"<!doctype html><p>x", "a web page or XML without a history"),
        (b'Title,Date\n"Dark,1\n', "never closed"),
        (b"a,b\n1,2\n", "No column for items"),
        (b" \n", "empty"),
    ):
        page.evaluate("tell(() => '')")
        give(page, "x.csv", content)
        assert told in page.inner_text("#told")
    assert page.evaluate("entries.size") == 0


def test_titles_are_completed_by_keyboard(opened: Opener) -> None:
    page = opened()
    page.focus("#title")
    page.keyboard.type("sol")
    page.wait_for_selector("#offered li")
    assert page.get_attribute("#title", "aria-expanded") == "true"
    assert page.locator("#offered li").all_inner_texts()[0].startswith("Solaris (2002)")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    active = page.get_attribute("#title", "aria-activedescendant")
    assert page.get_attribute(f"#{active}", "aria-selected") == "true"
    page.keyboard.press("Enter")
    assert ticked(page) == ["Solaris (1972)"]
    assert page.evaluate("document.activeElement.id") == "title"
    page.keyboard.type("matr")
    page.wait_for_selector("#offered li")
    page.keyboard.press("Escape")
    assert page.is_hidden("#offered")
    page.keyboard.type("ix, the")
    page.keyboard.press("Enter")
    page.wait_for_selector("#items li:nth-child(2)")
    page.keyboard.type("never heard of it")
    page.keyboard.press("Enter")
    page.wait_for_selector("#items li:nth-child(3)")
    assert "is not counted" in page.inner_text("#told")
    assert ticked(page) == ["never heard of it", "Solaris (1972)", "matrix, the"]
    page.focus("#items input")
    page.keyboard.press("Space")
    assert ticked(page) == ["Solaris (1972)", "matrix, the"]


def test_a_dropped_file_and_a_pasted_list_are_taken(opened: Opener) -> None:
    page = opened()
    page.evaluate(
        """() => {
            const carried = new DataTransfer();
            carried.items.add(new File(["Dark\\nThe Matrix\\n"], "list.txt"));
            const event = new DragEvent("drop", { dataTransfer: carried, bubbles: true });
            document.getElementById("drop").dispatchEvent(event);
        }"""
    )
    page.wait_for_selector("#items li:nth-child(2)")
    page.evaluate(
        """() => {
            const carried = new DataTransfer();
            carried.setData("text", "Solaris (1972)\\nSe7en");
            document.getElementById("title").dispatchEvent(new ClipboardEvent("paste", { clipboardData: carried }));
        }"""
    )
    page.wait_for_selector("#items li:nth-child(4)")
    assert len(ticked(page)) == 4


def test_hostile_titles_are_only_text(opened: Opener) -> None:
    page = opened("hostile")
    give(page, "list.txt", "\n".join([*HOSTILE, "<i>unknown</i>", "\u202eback"]).encode())
    page.fill("#title", "b")
    page.wait_for_selector("#offered li")
    assert (
        page.evaluate("document.images.length + document.querySelectorAll('#items b, #items i, #offered b').length")
        == 0
    )
    shown = page.inner_text("#items") + page.inner_text("#offered")
    assert HOSTILE[0] in shown
    assert "<i>unknown</i>" in shown
    assert not set("\u202e\u202c\u0007") & set(shown)


# For everyone


@pytest.mark.parametrize("size", SIZES)
def test_it_stays_within_the_screen(opened: Opener, size: str) -> None:
    page = opened("random", size)
    titles = random_bulletin(1).titles or ()
    give(page, "list.txt", "\n".join([*map(str, titles[:150]), "x" * 900]).encode())
    page.fill("#title", "night")
    page.wait_for_selector("#offered li")
    page.check("#show-numbers")
    assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]
    assert page.locator("#items li").count() == 100
    page.click("#more")
    assert page.locator("#items li").count() == page.evaluate("entries.size")
    box = page.locator("#label-hiding").bounding_box()
    assert box["width"] > 250
    words = page.evaluate(
        "() => [...document.querySelectorAll('#label-hiding text')].map(one => one.getBoundingClientRect().height)"
    )
    assert min(words) > 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(opened: Opener, scheme: str) -> None:
    page = opened("films", "desk", scheme)
    give(page, "list.txt", b"The Matrix\nDark\nunheard\n")
    page.check("#show-numbers")
    page.locator("#items input").first.uncheck()
    page.fill("#title", "s")
    page.wait_for_selector("#offered li")
    page.keyboard.press("ArrowDown")
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 40
    assert [one for one in found["poor"] if not one.startswith("text ")] == []  # bars are behind the drawing's words


def test_everything_has_a_name_and_the_keyboard_reaches_it(opened: Opener) -> None:
    page = opened()
    give(page, "list.txt", b"The Matrix\nDark\nunheard\n")
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('input, select, button')].filter(one =>
            !(one.labels?.length) && !one.textContent.trim()).map(one => one.id)"""
    )
    assert unnamed == []
    wanted = page.evaluate(
        """() => {
            const found = [...document.querySelectorAll('input, select, button, .found')]
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
    for live in ("summary", "told"):
        assert page.get_attribute(f"#{live}", "aria-live") == "polite"


def test_the_pointer_does_not_move_for_those_who_want_calm(browser: Any, files: dict[str, Path]) -> None:
    moving = "() => getComputedStyle(document.querySelector('.you')).transitionDuration"
    for calm, wanted in ((True, "0s"), (False, "0.2s")):
        with browser.visit(calm=calm) as visit:
            assert visit.open(files["films"].as_uri()).evaluate(moving) == wanted


def many_items(count: int) -> Bulletin:
    words = ["River", "Night", "House", "Blue", "Last", "Garden", "War", "Summer", "Stranger", "Glass", "Sea"]
    titles = [f"{words[at % 11]} of {words[at % 7]} {at} ({1950 + at % 70})" for at in range(count)]
    counts = [1 + at * 7_919 % 1_000 for at in range(count)]
    return bulletin_of(titles, counts, people=100_000)


COUNT_SEARCHES = """
{
  const search = String.prototype.indexOf;
  window.searches = 0;
  String.prototype.indexOf = function (...given) { window.searches += 1; return search.apply(this, given); };
}
"""
"""Counts how often any text is searched: opening and completing consist of that."""


@pytest.mark.slow
def test_half_a_million_items_take_a_look_each_to_open_and_a_few_thousand_to_complete(
    browser: Any, tmp_path: Path
) -> None:
    """No time is measured: a page is quick if it looks at each item once, draws few, and makes no table in advance."""
    known = many_items(500_000)
    page = browser.new_page()
    page.add_init_script(f"{LISTEN};{COUNT_SEARCHES}")
    visit = Visit.of(page)
    visit.open(write_label_page(known, tmp_path / "large.html").as_uri())
    keys = page.evaluate("catalogue.keyItem.length")
    assert 500_000 <= keys <= 1_000_000
    assert keys <= page.evaluate("window.searches") <= keys + 1_000
    assert page.evaluate("[catalogue.byId, second.forms, second.others]") == [None, None, None]
    assert page.evaluate("document.querySelectorAll('*').length") < 2_000
    page.focus("#title")
    before = page.evaluate("window.searches")
    assert len(page.evaluate("completions('gla')")) == 8
    assert page.evaluate("window.searches") - before <= 3 * 5_001
    page.keyboard.type("garden of war 4")
    page.wait_for_selector("#offered li")
    titles = [str(title) for title in (known.titles or ())[:3_000:3]]
    give(page, "list.txt", "\n".join(titles).encode())
    assert "1,000 items found among 1,000 lines" in page.inner_text("#told")
    assert "a random part of your list" in page.inner_text("#summary")
    visit.check_quiet()
    page.close()


@pytest.mark.parametrize("today", ["2026-01-30", "2026-01-31", "2026-06-30", "2026-07-01"])
def test_dates_are_judged_by_the_day_on_which_the_page_is_opened(browser: Any, tmp_path: Path, today: str) -> None:
    """The same words as ours, and nothing where all is well."""
    file = write_label_page(replace(bulletin(), date="2026-01-31", valid_until="2026-06-30"), tmp_path / "label.html")
    context = browser.new_context(timezone_id="Pacific/Kiritimati")
    page = context.new_page()
    page.clock.set_fixed_time(f"{today}T12:00:00+14:00")
    page.goto(file.as_uri())
    said = said_of_dates("2026-01-31", "2026-06-30", today)
    assert page.inner_text("#dates") == (f"Beware: {said}." if said else "")
    assert page.is_visible("#dates") == bool(said) == (today in ("2026-01-30", "2026-07-01"))
    assert f"Beware: {UNSIGNED}." in page.inner_text("footer")
    assert "It is valid until 2026-06-30." in page.inner_text("footer")
    context.close()


def test_a_text_longer_than_any_title_is_refused_as_by_ours(opened: Opener) -> None:
    page = opened()
    for name, content in (("n.csv", b"Title,Date\n" + b"Show: " * 20_000 + b",1/1/24\n"), ("x.txt", b"x" * 200_000)):
        give(page, name, content)
        assert "cannot be taken" in page.inner_text("#told")
        assert "1,000" in page.inner_text("#told")

"""The catalogue of what pages say: nothing is missing or left over, and nothing is shown that is not in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import standout
from standout.common.languages.messages import FOLDER, LANGUAGES, Words, checked_language, messages_of
from standout.errors import BadInput

SOURCE = Path(standout.__file__).parent
PARTS = sorted(file.stem for file in FOLDER.glob("*.toml"))
KEYS = {key for part in PARTS for key in messages_of(part)}
PAGES = [
    SOURCE / "label" / "templates",
    *(
        folder
        for folder in (SOURCE / "profiles" / "templates",)
        if "data-title=" in (folder / "blend.html.j2").read_text()
    ),
]
"""Where the templates and scripts of pages are that speak by the catalogue."""
TEMPLATES = sorted(file for folder in PAGES for file in folder.glob("*.html.j2"))
SCRIPTS = sorted([FOLDER / "say.js", *(file for folder in PAGES for file in folder.glob("*.js"))])
BY_NAME = {"marks", "getting"}
"""Files whose messages are asked for by names that come with the data."""


def forms_of(key: str) -> Iterator[tuple[str, str, str]]:
    """Every text of a message: its language, its plural form, itself."""
    for language, text in messages_of(key.split(".")[0])[key].items():
        for form, said in text.items() if isinstance(text, dict) else [("", text)]:
            yield language, form, said


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("part", PARTS)
def test_every_message_is_there_in_every_language(part: str) -> None:
    for key, texts in messages_of(part).items():
        assert list(texts) == list(LANGUAGES), key
        shapes = {tuple(text) if isinstance(text, dict) else () for text in texts.values()}
        assert len(shapes) == 1, f"{key} counts in some languages only"
        assert shapes <= {(), ("one", "other")}, key
        for language, form, said in forms_of(key):
            assert said.strip() == said != "", (key, language)
            assert form == "" or "count" in holes(said) or "{" not in said, (key, language)


@pytest.mark.parametrize("part", PARTS)
def test_what_is_filled_in_is_the_same_in_every_language(part: str) -> None:
    for key in messages_of(part):
        wanted = {frozenset(holes(said)) for _, _, said in forms_of(key)}
        assert len(wanted) == 1, f"{key}: {wanted}"
        for language, _, said in forms_of(key):
            assert said.count("{") == said.count("}") == len(re.findall(r"\{\w+\}", said)), (key, language)


def test_translations_are_translated() -> None:
    """A sentence that is the same in two languages was forgotten; short words may well be the same."""
    for key in KEYS:
        said = [text for _, form, text in forms_of(key) if form != "one" and len(re.findall(r"[^\W\d_]{2,}", text)) > 5]
        assert len(said) == len(set(said)), key


@pytest.mark.parametrize(("language", "wrong"), [
    ("fr", r"[^\u202f\u00a0](?:[?!:;](?:\s|$)|[»%])|«[^\u202f\u00a0]"),
    ("de", r"[“][^“„]*[”]|\bSie haben\b|\bIhre[nmrs]? (?:Datei|Liste)"),
    ("es", r"(?<![¿\w ])[^¿?]*\?$|^[^¡]*!$"),
])  # fmt: skip
def test_typography_is_that_of_the_language(language: str, wrong: str) -> None:
    """French puts a space before high signs, German quotes „so“ and says du, Spanish opens its questions."""
    for key in KEYS:
        for spoken, _, said in forms_of(key):
            if spoken == language:
                assert not re.search(wrong, said), (key, said)


def said_in(file: Path) -> set[str]:
    """Keys that a template or a script says."""
    prefixes = "|".join(PARTS)
    return set(re.findall(rf"[\"'`]((?:{prefixes})\.[a-z][a-z0-9-]*)[\"'`]", file.read_text(encoding="utf-8")))


def test_what_is_said_is_in_the_catalogue_and_the_other_way_round() -> None:
    code = [*TEMPLATES, *SCRIPTS, FOLDER / "messages.py"]
    code += [file for folder in ("label", "label/pairs", "profiles") for file in SOURCE.glob(f"{folder}/*.py")]
    said = set().union(*(said_in(file) for file in code))
    said -= {f"{part}.{ending}" for part in PARTS for ending in ("js", "css", "html", "toml")}
    assert said - KEYS == set()
    begun = set(re.findall(r"`([a-z]+\.[a-z-]*)\$\{", "".join(file.read_text(encoding="utf-8") for file in SCRIPTS)))
    unsaid = {key for key in KEYS - said if key.split(".")[0] not in BY_NAME and not key.startswith(tuple(begun))}
    speaking = {folder for folder in PARTS if folder != "blend" or len(PAGES) > 1}
    assert {key for key in unsaid if key.split(".")[0] in speaking} == set()


class _Texts(HTMLParser):
    """What is written in a template outside of its expressions."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        spoken = {"aria-label", "placeholder", "title", "alt", "aria-description", "aria-roledescription"}
        self.found += [value or "" for name, value in attributes if name in spoken]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, text: str) -> None:
        if not {"script", "style"} & set(self.inside):
            self.found.append(text)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_no_visible_word_of_a_template_bypasses_the_catalogue(file: Path) -> None:
    parser = _Texts()
    parser.feed(re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", file.read_text(encoding="utf-8"), flags=re.DOTALL))
    words = {word for text in parser.found for word in re.findall(r"[^\W\d_]{2,}", text)}
    assert words <= {"Standout"}


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_no_sentence_of_a_script_bypasses_the_catalogue(file: Path) -> None:
    """Three words in a string are a sentence, and so is whatever is shown or thrown as it stands."""
    code = re.sub(r"/\*.*?\*/|\$\{[^{}]*\}", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    word, between = r"[A-Za-zÀ-ÿ]{2,}", r"[\w ,.;:’“”…!?-]*"
    assert file.name == "titles.js" or re.findall(f'"{between}\\b{word} {word} {word}{between}"', code) == []
    shown = r'textContent = |new BadHistory\(|setAttribute\("[a-z-]+label", |make\("\w+", "[^"]*", '
    assert re.findall(f'(?:{shown})["`](?!(?:{"|".join(PARTS)})[.])[^"`\n]*{word}[^"`\n]*["`]', code) == []


def test_python_says_what_the_page_says_where_no_script_runs() -> None:
    assert Words(("list",)).plain("list.yours", count=1) == "Your 1 item"
    assert Words(("list",), "de").plain("list.yours", count=12_000) == "Deine 12.000 Einträge"
    assert Words(("list",), "fr").plain("list.lines", count=0) == "0 ligne"
    drawn = Words(("label",), "it").say("label.valid-until", date='"<2026>')
    assert "È valido fino al &#34;&lt;2026&gt;." in drawn
    assert '"<' not in drawn


def test_a_language_that_pages_do_not_speak_is_refused() -> None:
    assert checked_language(None) is None
    with pytest.raises(BadInput, match="pages speak en, de, fr, es, it"):
        checked_language("nl")

"""The messages of pages for everybody, in every language that they speak.

A message is a section of a file beside this one: `[title]` in `label.toml` is `label.title`. It has a text for each
language, or, where it counts, one for each plural form; `{names}` in braces are filled in. Pages carry the messages of
the files that they need and choose the language where they are opened (`say.js`); what is rendered here, in the page's
own language, stands there until then.

To add a message: write its section in all languages, then say it, in a template `{{ say("label.title") }}`, in a script
`say("label.title")`. Tests find what is missing, what is never said, and what is shown without being a message.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.errors import BadInput

if TYPE_CHECKING:
    from markupsafe import Markup

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "it": "Italiano"}
"""The languages of pages, as they call themselves."""

Text = str | dict[str, str]
"""What a message says in a language: a text, or one for each plural form."""

FOLDER = Path(__file__).parent
_THOUSANDS = {"en": ",", "de": ".", "fr": "\u202f", "es": ".", "it": "."}


@cache
def messages_of(part: str) -> Mapping[str, Mapping[str, Text]]:
    """The messages of one file by their keys, each in every language."""
    written = tomllib.loads((FOLDER / f"{part}.toml").read_text(encoding="utf-8"))
    for texts in written.values():
        texts["fr"] = _kept_together(texts["fr"])
    return {f"{part}.{name}": texts for name, texts in written.items()}


def _kept_together(text: Text) -> Text:
    """French, with spaces that do not break before high signs and inside guillemets, however they were typed."""
    if isinstance(text, dict):
        return {form: str(_kept_together(said)) for form, said in text.items()}
    return re.sub(r" (?=[;:?!»%])|(?<=«) ", "\u00a0", text)


def checked_language(language: str | None) -> str | None:
    """A language that pages speak, or none; another one is refused."""
    if language is not None and language not in LANGUAGES:
        raise BadInput(f"--language {language}: pages speak {', '.join(LANGUAGES)}; choose one of them")
    return language


@dataclass(frozen=True)
class Words:
    """What a page says: the files of messages that it uses, and the language it opens in if one is fixed.

    Without one it opens in the reader's, if it speaks that, else in English.
    """

    parts: tuple[str, ...]
    language: str | None = None

    def plain(self, key: str, **values: object) -> str:
        """A message in the page's own language."""
        language = self.language or "en"
        text = messages_of(key.split(".")[0])[key][language]
        if isinstance(text, dict):
            text = text[_form(values["count"], language)]
        return text.format_map({name: _shown(value, language) for name, value in values.items()})

    def say(self, key: str, **values: object) -> Markup:
        """A message for a template, in an element by which the page finds it again when its language changes."""
        from markupsafe import Markup

        told = Markup(' data-values="{}"').format(json.dumps(values, ensure_ascii=False)) if values else ""
        return Markup('<span data-say="{}"{}>{}</span>').format(key, told, self.plain(key, **values))

    def attribute(self, name: str, key: str) -> Markup:
        """A message in an attribute, such as `aria-label`."""
        from markupsafe import Markup

        return Markup('{}="{}" data-say-{}="{}"').format(name, self.plain(key), name, key)

    def chooser(self) -> Markup:
        """The element in which a reader chooses the language."""
        from markupsafe import Markup

        chosen = {self.language or "en": Markup(" selected")}
        options = Markup("").join(
            Markup('<option value="{0}" lang="{0}"{1}>{2}</option>').format(code, chosen.get(code, ""), name)
            for code, name in LANGUAGES.items()
        )
        label = Markup('<label for="language">{}</label>').format(self.say("shared.language"))
        return Markup('<p class="speaks">{}<select id="language">{}</select></p>').format(label, options)

    def helpers(self) -> dict[str, Any]:
        """What templates call."""
        return {
            "say": self.say,
            "plain": self.plain,
            "attribute": self.attribute,
            "chooser": self.chooser,
            "language": self.language or "en",
        }

    def document(self) -> dict[str, Any]:
        """What the script of a page needs in order to speak."""
        return {
            "fixed": self.language,
            "languages": list(LANGUAGES),
            "messages": {key: texts for part in self.parts for key, texts in messages_of(part).items()},
        }


def script() -> str:
    """The script that speaks; it comes first in a page's own."""
    return (FOLDER / "say.js").read_text(encoding="utf-8")


def _form(count: object, language: str) -> str:
    return "one" if count == 1 or (language == "fr" and count == 0) else "other"


def _shown(value: object, language: str) -> object:
    return f"{value:,}".replace(",", _THOUSANDS[language]) if type(value) is int else value

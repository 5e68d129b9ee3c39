"""`blend.html`: one file in which a person fills in a form and sees which edits lead into a crowd. Works offline.

What is in the page: the personas of at least five people, how many people share each and how many show exactly that
(from five on), which attributes most people show, and how many on average. Nobody's profile is, and no value that is in
no such persona. What it says is in the catalogue of messages, in five languages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from standout import __version__
from standout.common.arrays import Int64s
from standout.common.files import write_whole
from standout.common.languages.messages import Words
from standout.common.languages.messages import script as speaking
from standout.common.pages import embedded, environment_of, policy
from standout.errors import BadInput
from standout.profiles.blending.edits import united
from standout.profiles.people.exposure import usual_in
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import least_people
from standout.profiles.personas.persona_set import PersonaSet, shared_by

RARE = "(something rare)"
"""What stands for a value that no persona has; the page says it in the reader's words."""

MOST = 100_000
"""More personas than this make a page slow; the file of personas has no such limit."""

FEWEST_SHOWN = 5
"""The page is for everybody: a persona of fewer people would point at them."""

_CHOICES = 60
_FIRST = 5
"""Questions that are asked at once: what most people show. The others are there for those who show more."""
_LONG = 1_000
"""No persona has so many pairs: such profiles are not compared."""
_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Field:
    """An attribute in the form: with few values a list to choose from, with many a box that completes."""

    number: int
    name: str
    values: tuple[str, ...]
    several: bool
    often: str = ""
    """Values that many people show, as examples."""

    @property
    def choice(self) -> bool:
        return 0 < len(self.values) <= _CHOICES and not self.several

    @property
    def sorted(self) -> list[str]:
        return sorted(self.values, key=_by_number_or_word)


def write_page(population: Population, personas: PersonaSet, path: Path, language: str | None = None) -> Path:
    """Write the page; it appears whole or not at all."""
    write_whole(path, render_page(population, personas, language).encode("utf-8", errors="replace"))
    path.chmod(0o644)
    return path


def render_page(
    population: Population, personas: PersonaSet, language: str | None = None, longest: int | None = None
) -> str:
    """The page as text: the same population and personas give the same bytes.

    `longest` is how many pairs a persona could have at most, if that was limited: of longer sets nothing is known.
    """
    from markupsafe import Markup

    spoken = Words(("shared", "blend"), language)
    personas = _fit_for_everybody(personas)
    fields = _fields(population, personas)
    asked = _by_how_many_show(population, fields)
    style = (_TEMPLATES / "blend.css").read_text(encoding="utf-8")
    script = speaking() + (_TEMPLATES / "blend.js").read_text(encoding="utf-8")
    helpers = spoken.helpers()
    least = max(FEWEST_SHOWN, least_people(personas.support, personas.population))
    document = _data(population, personas, fields) | {
        "least": least,
        "longest": longest,
        "example": _example(asked[:_FIRST]),
    }
    return (
        environment_of(_TEMPLATES)
        .get_template("blend.html.j2")
        .render(
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script),
            words=Markup(embedded(spoken.document())),
            data=Markup(embedded(document)),
            attributes=fields,
            first=asked[:_FIRST],
            rest=asked[_FIRST:],
            rare=RARE,
            people=population.size,
            personas=len(personas),
            least=least,
            support=f"{personas.support:g}",
            min_size=max(1, min(2, int(personas.sizes.min()))),
            version=__version__,
            attribute_of=helpers.pop("attribute"),
            **helpers,
        )
    )


def _fit_for_everybody(personas: PersonaSet) -> PersonaSet:
    """The personas of people enough; refuses to make a page of none, or of more than a browser can take."""
    if not len(personas):
        raise BadInput("no persona was found, so there is nothing to put into a page; lower --support")
    large = shared_by(personas, FEWEST_SHOWN)
    if not len(large):
        raise BadInput(
            f"no persona is shared by {FEWEST_SHOWN} people, and a page for everybody shows no fewer; "
            "use more people, or bin attributes with many values"
        )
    if len(large) > MOST:
        raise BadInput(f"{len(large):,} personas are too many for a page (at most {MOST:,}); raise --support")
    return large


def _fields(population: Population, personas: PersonaSet) -> list[Field]:
    """Every attribute of the population, with only those values that personas have."""
    values = dict(zip(personas.attributes, personas.values, strict=True))
    several = dict(zip(population.attributes, population.several.tolist(), strict=True))
    names = united(population, personas).attributes
    return [
        Field(number, name, values.get(name, ()), several.get(name, False), _often(population, name, values))
        for number, name in enumerate(names)
    ]


def _often(population: Population, name: str, values: Mapping[str, tuple[str, ...]]) -> str:
    """The two most frequent of the values that are in the page, as examples."""
    known = [(population.pair_id(name, value), value) for value in values.get(name, ())]
    common = sorted((-int(population.holders[pair]), value) for pair, value in known if pair is not None)
    return ", ".join(value for _, value in common[:2])


def _by_how_many_show(population: Population, fields: list[Field]) -> list[Field]:
    """What most people show comes first, then lists of several things; an attribute with no value in the page last."""
    whole = population.merged()
    shown = np.unique(whole.owners * max(1, len(whole.attributes)) + whole.pair_attribute[whole.pairs])
    people = np.bincount(shown % max(1, len(whole.attributes)), minlength=len(whole.attributes))
    counts = dict(zip(whole.attributes, people.tolist(), strict=True))
    return sorted(fields, key=lambda field: (not field.values, field.several, -counts.get(field.name, 0), field.number))


def _example(asked: list[Field]) -> list[tuple[int, str]]:
    """An invented profile: common values, and something rare in the end."""
    common = [(field.number, field.often.split(", ")[0]) for field in asked if field.often]
    return [*common[:-1], (common[-1][0], RARE)] if len(common) > 2 else common


def _data(population: Population, personas: PersonaSet, fields: list[Field]) -> dict[str, Any]:
    """What the script works on."""
    order = [field.name for field in fields]
    first = np.concatenate([[0], np.cumsum([len(field.values) for field in fields])])
    place = np.array([order.index(name) for name in personas.attributes], np.int64)
    pairs = first[place[personas.pair_attribute]] + np.arange(personas.pair_count)
    pairs -= personas.first_pair[personas.pair_attribute]
    return {
        "people": population.size,
        "average": usual_in(population, population.attributes).average,
        "rare": RARE,
        "fewest": FEWEST_SHOWN,
        "smallest": int(personas.sizes.min()),
        "attributes": [
            {"name": field.name, "values": list(field.values), "several": field.several} for field in fields
        ],
        "pairs": pairs[personas.pairs].tolist(),
        "sizes": personas.sizes.tolist(),
        "counts": personas.counts.tolist(),
        "exactly": _exactly(population, personas).tolist(),
    }


def _exactly(population: Population, personas: PersonaSet) -> Int64s:
    """How many people show each persona and nothing else; 0 stands for fewer than a crowd."""
    whole, new = population.merged(), personas.translation(population)
    held: Counter[bytes] = Counter(
        whole.pairs[begin:end].tobytes() for begin, end in pairwise(whole.starts.tolist()) if end - begin < _LONG
    )
    counts = [
        held[np.sort(new[personas.pairs[begin:end]]).tobytes()] for begin, end in pairwise(personas.starts.tolist())
    ]
    exactly = np.array(counts, np.int64)
    return np.where(exactly >= FEWEST_SHOWN, exactly, 0)


def _by_number_or_word(value: str) -> tuple[float, str]:
    """Values that begin with a number in its order (such as ages), all others by word after them."""
    head = value.split("–")[0].split(" ")[0].replace(",", "")
    try:
        return float(head), value
    except ValueError:
        return float("inf"), value.casefold()

"""`blend.html`: one file in which a person fills in a form and sees which edits lead into a crowd. Works offline.

What is in the page: the personas of at least five people, how many people share each, and how many attributes people
share on average. Nobody's profile is, and no value that is in no such persona.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from standout import __version__
from standout.common.files import write_whole
from standout.common.pages import embedded, environment_of, policy
from standout.errors import BadInput
from standout.profiles.blending.edits import united
from standout.profiles.people.population import Population
from standout.profiles.personas.persona_set import PersonaSet, shared_by

RARE = "(something rare)"
"""What is chosen for a value that no persona has."""

MOST = 100_000
"""More personas than this make a page slow; the file of personas has no such limit."""

FEWEST_SHOWN = 5
"""The page is for everybody: a persona of fewer people would point at them."""

_CHOICES = 60
_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Field:
    """An attribute in the form: with few values a list to choose from, with many a box that completes."""

    name: str
    values: tuple[str, ...]
    several: bool

    @property
    def choice(self) -> bool:
        return 0 < len(self.values) <= _CHOICES and not self.several

    @property
    def sorted(self) -> list[str]:
        return sorted(self.values, key=_by_number_or_word)


def write_page(population: Population, personas: PersonaSet, path: Path) -> Path:
    """Write the page; it appears whole or not at all."""
    write_whole(path, render_page(population, personas).encode("utf-8", errors="replace"))
    path.chmod(0o644)
    return path


def render_page(population: Population, personas: PersonaSet) -> str:
    """The page as text: the same population and personas give the same bytes."""
    from markupsafe import Markup

    if not len(personas):
        raise BadInput("no persona was found, so there is nothing to put into a page; lower --support")
    personas = shared_by(personas, FEWEST_SHOWN)
    if not len(personas):
        raise BadInput(
            f"no persona is shared by {FEWEST_SHOWN} people, and a page for everybody shows no fewer; "
            "use more people, or bin attributes with many values"
        )
    if len(personas) > MOST:
        raise BadInput(f"{len(personas):,} personas are too many for a page (at most {MOST:,}); raise --support")
    fields = _fields(population, personas)
    style, script = ((_TEMPLATES / name).read_text(encoding="utf-8") for name in ("blend.css", "blend.js"))
    return (
        environment_of(_TEMPLATES)
        .get_template("blend.html.j2")
        .render(
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script),
            data=Markup(_data(population, personas, fields)),
            attributes=fields,
            rare=RARE,
            people=population.size,
            personas=len(personas),
            least=int(personas.counts.min()),
            support=f"{personas.support:g}",
            min_size=max(1, min(2, int(personas.sizes.min()))),
            version=__version__,
        )
    )


def _fields(population: Population, personas: PersonaSet) -> list[Field]:
    """Every attribute of the population, with only those values that personas have."""
    values = dict(zip(personas.attributes, personas.values, strict=True))
    several = dict(zip(population.attributes, population.several.tolist(), strict=True))
    names = united(population, personas).attributes
    return [Field(name, values.get(name, ()), several.get(name, False)) for name in names]


def _data(population: Population, personas: PersonaSet, fields: list[Field]) -> str:
    """What the script works on, as JSON that cannot end the element it stands in."""
    order = [field.name for field in fields]
    first = np.concatenate([[0], np.cumsum([len(field.values) for field in fields])])
    place = np.array([order.index(name) for name in personas.attributes], np.int64)
    pairs = first[place[personas.pair_attribute]] + np.arange(personas.pair_count)
    pairs -= personas.first_pair[personas.pair_attribute]
    shared = population.shared()
    document = {
        "people": population.size,
        "average": float(shared.mean()) if len(shared) else 0.0,
        "attributes": [
            {"name": field.name, "values": list(field.values), "several": field.several} for field in fields
        ],
        "pairs": pairs[personas.pairs].tolist(),
        "sizes": personas.sizes.tolist(),
        "counts": personas.counts.tolist(),
    }
    return embedded(document)


def _by_number_or_word(value: str) -> tuple[float, str]:
    """Values that begin with a number in its order (such as ages), all others by word after them."""
    head = value.split("–")[0].split(" ")[0].replace(",", "")
    try:
        return float(head), value
    except ValueError:
        return float("inf"), value.casefold()

"""What a search for personas found, as plain values for the terminal, the page and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from standout import __version__
from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.io.columns.roles import plain_name
from standout.profiles.blending.beliefs import identifiabilities
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import least_people
from standout.profiles.personas.personas import Personas
from standout.profiles.personas.sensitivity import by_population, by_support, straight_line

_NAMES = ("name", "fullname", "firstname", "lastname", "givenname", "familyname", "forename", "surname")
_CROWDS = 10

FEWEST_SHOWN = 5
"""No figure is about fewer people than this."""


def known_attributes(attributes: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    """What the searcher knows from the start: as told, or the names that are in the data."""
    for attribute in named:
        if attribute not in attributes:
            raise BadInput(f"--know: no attribute '{shown(attribute)}'; there are {listed(attributes)}")
    known = tuple(named) or tuple(name for name in attributes if plain_name(name) in _NAMES)
    if len(set(known)) == len(attributes):
        raise BadInput(f"{listed(known)}: everything is known beforehand; a persona needs at least one other attribute")
    return known


def crowds(found: Personas, seed: int) -> dict[str, Any]:
    """What the personas alone tell."""
    sizes = np.bincount(found.sizes) if len(found) else np.empty(0, np.int64)
    return {
        "standout": __version__,
        "seed": seed,
        "people": found.population,
        "support": found.support,
        "least": least_people(found.support, found.population),
        "personas": len(found),
        "sizes": {str(size): int(count) for size, count in enumerate(sizes) if count},
        "crowds": list(islice(found.rows(), _CROWDS)),
        "notes": _notes(found),
    }


def _notes(found: Personas) -> list[str]:
    if not len(found):
        return ["no persona was found: lower --support, or bin attributes with many values"]
    fewest = int(found.counts.min())
    if fewest >= FEWEST_SHOWN:
        return []
    enough = FEWEST_SHOWN / max(found.population, 1)
    return [
        f"some personas are of {fewest} people: they point at them, so pass the file on to nobody; "
        f"--support {enough:.3g} would keep to crowds of {FEWEST_SHOWN}"
    ]


def summary(
    population: Population,
    searched: Population,
    found: Personas,
    known: tuple[str, ...],
    seed: int,
    min_size: int,
    max_size: int | None,
) -> dict[str, Any]:
    """What the personas and the people tell: also exposure, identifiability, and how support and size matter."""
    shared, exposure = population.shared(), population.exposure()
    samples = by_population(searched, found.support, min_size, max_size, seed=seed)
    points = [(size, count) for size, counts in samples for count in counts]
    fit = straight_line([size for size, _ in points], [count for _, count in points])
    document = crowds(found, seed) | {
        "attributes": list(population.attributes),
        "sites": list(population.sites),
        "known": list(known),
        "exposure": {
            "average_shared": float(shared.mean()),
            "most_shared": int(_most(shared)),
            "above_average": float((exposure > 1).mean()),
        },
        "by_support": [
            {"support": share, "people": least_people(share, population.size), "personas": count}
            for share, count in by_support(searched, found, min_size, max_size)
        ],
        "by_population": {
            "rows": [{"people": size, "personas": counts} for size, counts in samples],
            **({} if fit is None else {"slope": fit.slope, "r2": fit.r2}),
        },
    }
    document["notes"] = [*population.notes, *document["notes"]]
    if known:
        measured = identifiabilities(population, np.arange(population.size), known)
        document["identifiability"] = {"mean": float(measured.mean()), "most": float(_most(measured))}
    return document


def _most(figures: np.ndarray[Any, np.dtype[Any]]) -> float:
    """What as many people as a crowd reach: the highest figure of all would be one person's."""
    return float(np.sort(figures)[-min(FEWEST_SHOWN, len(figures))])

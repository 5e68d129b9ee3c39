"""What a search for personas found, summed up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec
import numpy as np

from standout import __version__
from standout.common.arrays import Floats, Int64s
from standout.common.wording import listed, shown
from standout.errors import BadInput
from standout.profiles.blending.beliefs import identifiabilities
from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import least_people
from standout.profiles.personas.persona_set import PersonaSet
from standout.profiles.personas.sensitivity import by_population, by_support, straight_line
from standout.results.personas import (
    ByPopulation,
    ExposureSummary,
    IdentifiabilitySummary,
    Personas,
    SampleCounts,
    SupportCount,
)

_CROWDS = 10

FEWEST_SHOWN = 5
"""No figure is about fewer people than this."""


def known_attributes(attributes: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    """What the searcher knows from the start: as told, or the names that are in the data."""
    for attribute in named:
        if attribute not in attributes:
            raise BadInput(f"--know: no attribute '{shown(attribute)}'; there are {listed(attributes)}")
    known = tuple(named) or names_in(attributes)
    if len(set(known)) == len(attributes):
        raise BadInput(f"{listed(known)}: everything is known beforehand; a persona needs at least one other attribute")
    return known


def summary_of_set(mined: PersonaSet, seed: int) -> Personas:
    """What the personas alone tell."""
    sizes = np.bincount(mined.sizes) if len(mined) else np.empty(0, np.int64)
    return Personas(
        standout=__version__,
        seed=seed,
        people=mined.population,
        support=mined.support,
        least=least_people(mined.support, mined.population),
        personas=len(mined),
        sizes={str(size): int(count) for size, count in enumerate(sizes) if count},
        crowds=tuple(islice(mined.rows(), _CROWDS)),
        notes=_notes(mined),
    )


def _notes(mined: PersonaSet) -> tuple[str, ...]:
    if not len(mined):
        return ("no persona was found: lower --support, or bin attributes with many values",)
    fewest = int(mined.counts.min())
    if fewest >= FEWEST_SHOWN:
        return ()
    enough = FEWEST_SHOWN / max(mined.population, 1)
    return (
        f"some personas are of {fewest} people: they point at them, so pass the file on to nobody; "
        f"--support {enough:.3g} would keep to crowds of {FEWEST_SHOWN}",
    )


def summary(
    population: Population,
    searched: Population,
    mined: PersonaSet,
    known: tuple[str, ...],
    seed: int,
    min_size: int,
    max_size: int | None,
) -> Personas:
    """What the personas and the people tell: also exposure, identifiability, and how support and size matter."""
    alone = summary_of_set(mined, seed)
    shared, exposure = searched.shared(), searched.exposure()
    return msgspec.structs.replace(
        alone,
        notes=(*population.notes, *alone.notes),
        attributes=population.attributes,
        sites=population.sites,
        known=known,
        exposure=ExposureSummary(
            average_shared=float(shared.mean()),
            most_shared=int(_most(shared)),
            above_average=float((exposure > 1).mean()),
        ),
        by_support=tuple(
            SupportCount(support=share, people=least_people(share, population.size), personas=count)
            for share, count in by_support(searched, mined, min_size, max_size)
        ),
        by_population=_by_population(searched, mined.support, seed, min_size, max_size),
        identifiability=_identifiability(population, known) if known else None,
    )


def _by_population(
    searched: Population, support: float, seed: int, min_size: int, max_size: int | None
) -> ByPopulation:  # fmt: skip
    samples = by_population(searched, support, min_size, max_size, seed=seed)
    points = [(size, count) for size, counts in samples for count in counts]
    line = straight_line([size for size, _ in points], [count for _, count in points])
    return ByPopulation(
        rows=tuple(SampleCounts(people=size, personas=tuple(counts)) for size, counts in samples),
        slope=None if line is None else line.slope,
        r2=None if line is None else line.r2,
    )


def _identifiability(population: Population, known: tuple[str, ...]) -> IdentifiabilitySummary:
    measured = identifiabilities(population, np.arange(population.size), known)
    return IdentifiabilitySummary(mean=float(measured.mean()), most=_most(measured))


def _most(figures: Floats | Int64s) -> float:
    """What as many people as a crowd reach: the highest figure of all would be one person's."""
    return float(np.sort(figures)[-min(FEWEST_SHOWN, len(figures))])

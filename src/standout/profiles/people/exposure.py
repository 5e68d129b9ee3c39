"""Exposure (δ): how much somebody shows, over what people show on average. One figure for page, command and summary.

It counts attributes, not values, over all sites, and of them those that personas may have: names, and whatever else is
known from the start, are shown by everybody who is looked for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import Population


@dataclass(frozen=True)
class Usual:
    """What people show: the attributes that count, and how many of them people show on average."""

    attributes: tuple[str, ...]
    average: float

    def exposure(self, shown: Collection[str]) -> float | None:
        """The exposure of somebody who shows these attributes; none where nobody shows anything."""
        return len(set(shown) & set(self.attributes)) / self.average if self.average else None


def usual_in(population: Population, attributes: Collection[str] | None = None) -> Usual:
    """What the people of a population show of these attributes, or of all but their names."""
    names = names_in(population.attributes)
    wanted = [name for name in population.attributes if name not in names] if attributes is None else attributes
    counted = tuple(name for name in population.attributes if name in wanted)
    shared = population.select(counted).shared()
    return Usual(counted, float(shared.mean()) if len(shared) else 0.0)

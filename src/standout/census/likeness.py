"""Which dataset of the census a dataset is most like: by its sizes and kinds, never by what was found in it.

Sizes are compared by how often one must be doubled to reach the other: people, entries a person, entries an item (how
dense the data is follows from these), and the share of items that one person alone has, where a quarter of all items is
one doubling. The distance is their mean, and one more for each kind (values, days, repeats) that only one has.
"""

from __future__ import annotations

from math import log2

from standout.data.dataset import AnyDataset
from standout.results.census import Census, CensusRow, Nearest, Shape

NEAR = log2(3)
"""Two datasets are alike if their sizes differ by a factor of three on average, at most."""

A_DOUBLING = 0.25
"""So much of all items more that one person alone has count as much as twice the people."""

KINDS = ("values", "days", "repeats")
_FEW_REPEATS = 0.01
"""Up to this share of rows may repeat a person and an item without being behaviour."""


def shape_of(data: AnyDataset) -> Shape:
    """The sizes and kinds of a dataset. Numbers of repeats are kinds of their own, and no values."""
    read = data.understood
    repeats = data.events or (read is not None and read.rows_repeated > _FEW_REPEATS * read.rows)
    counted = read is not None and read.repeats == "count"
    return Shape(
        people=data.people,
        items=data.items,
        interactions=int(data.holders.sum()),
        single=float((data.holders == 1).mean()) if data.items else 0.0,
        values=data.has_values and not counted,
        days=data.has_days,
        repeats=repeats,
    )


def factors(here: Shape, there: Shape) -> dict[str, float]:
    """By which factor each size is larger here than there."""
    return {
        "people": max(here.people, 1) / max(there.people, 1),
        "per_person": max(here.per_person, 1e-9) / max(there.per_person, 1e-9),
        "per_item": max(here.per_item, 1e-9) / max(there.per_item, 1e-9),
        "single": 2 ** ((here.single - there.single) / A_DOUBLING),
    }


def differing(here: Shape, there: Shape) -> tuple[str, ...]:
    """The kinds that only one of the two has."""
    return tuple(kind for kind in KINDS if getattr(here, kind) != getattr(there, kind))


def distance(here: Shape, there: Shape) -> float:
    """How many doublings lie between two datasets: 0 is alike, and the order of the two does not matter."""
    sizes = [abs(log2(factor)) for factor in factors(here, there).values()]
    return sum(sizes) / len(sizes) + len(differing(here, there))


def nearest_row(here: Shape, rows: tuple[CensusRow, ...]) -> CensusRow | None:
    """The row that is least far; the first of several."""
    return min(rows, key=lambda row: distance(here, row.shape), default=None)


def nearest(here: Shape, census: Census) -> Nearest | None:
    """The row that a dataset is most like, whether it is near at all, and what was found there if it is."""
    row = nearest_row(here, census.rows)
    if row is None or not here.people:
        return None
    apart = distance(here, row.shape)
    near = apart <= NEAR
    return Nearest(
        key=row.key,
        name=row.name,
        near=near,
        apart=2**apart,
        factors=factors(here, row.shape),
        differs=differing(here, row.shape),
        rows=len(census.rows),
        people=row.shape.people,
        found={name: there.found for name, there in row.found.items()} if near else {},
    )

"""Which row of the census a dataset is most like: against an obvious version, and what must hold of any distance."""

from __future__ import annotations

from math import log, log2

import msgspec
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import standout as so
from standout.census.likeness import NEAR, differing, distance, factors, nearest, nearest_row, shape_of
from standout.census.shipped import shipped
from standout.results.census import Census, CensusRow, FoundThere, Shape
from standout.results.estimate import Estimate

SHAPES = st.builds(
    Shape,
    people=st.integers(1, 10**7),
    items=st.integers(1, 10**6),
    interactions=st.integers(1, 10**9),
    single=st.floats(0, 1),
    values=st.booleans(),
    days=st.booleans(),
    repeats=st.booleans(),
)
FILMS = Shape(people=6_040, items=3_706, interactions=1_000_209, single=0.03, values=True, days=True, repeats=False)


def row(name: str, shape: Shape, found: float = 0.5) -> CensusRow:
    there = FoundThere(attack="likelihood", found=Estimate(found, found, found))
    return CensusRow(key=name, name=name, about="", shape=shape, found={"acquaintance": there})


def plainly(here: Shape, there: Shape) -> float:
    """The distance as the page words it, step by step."""
    sizes = [
        abs(log(here.people / there.people) / log(2)),
        abs(log((here.interactions / here.people) / (there.interactions / there.people)) / log(2)),
        abs(log((here.interactions / here.items) / (there.interactions / there.items)) / log(2)),
        abs(here.single - there.single) / 0.25,
    ]
    kinds = sum((here.values != there.values, here.days != there.days, here.repeats != there.repeats))
    return sum(sizes) / 4 + kinds


@given(SHAPES, SHAPES)
def test_the_distance_is_what_the_page_says(here: Shape, there: Shape) -> None:
    assert distance(here, there) == pytest.approx(plainly(here, there), abs=1e-6)
    assert distance(here, there) == pytest.approx(distance(there, here), abs=1e-9)
    assert distance(here, here) == 0


@given(SHAPES, st.lists(SHAPES, min_size=1, max_size=6))
def test_the_nearest_is_the_one_with_the_least_distance(here: Shape, shapes: list[Shape]) -> None:
    rows = tuple(row(f"{number}", shape) for number, shape in enumerate(shapes))
    chosen = nearest_row(here, rows)
    assert chosen is not None
    assert distance(here, chosen.shape) == min(distance(here, shape) for shape in shapes)
    said = nearest(here, Census(rows=rows))
    assert said is not None
    assert said.near == (distance(here, chosen.shape) <= NEAR)
    assert bool(said.found) == said.near, "what was found elsewhere is quoted only where it is near"
    assert said.differs == differing(here, chosen.shape)
    assert said.factors == factors(here, chosen.shape)
    assert log2(said.apart) == pytest.approx(distance(here, chosen.shape))


def test_a_near_row_is_named_with_what_was_found_there_and_a_far_one_is_not() -> None:
    census = Census(rows=(row("MovieLens 1M", FILMS, 0.94),))
    like = nearest(msgspec.structs.replace(FILMS, people=9_000, interactions=1_500_000), census)
    assert like is not None
    assert like.said().startswith("like MovieLens 1M (6,040 people): ")
    assert "acquaintance finds 94.0%" in like.said()
    far = nearest(
        Shape(people=10, items=9, interactions=12, single=0.9, values=False, days=False, repeats=True), census
    )
    assert far is not None
    assert far.said().startswith("unlike all 1 datasets of the census")
    assert "94%" not in far.said()
    assert "only one of the two has values and days and repeats" in far.said()


def test_without_rows_or_people_nothing_is_said() -> None:
    assert nearest(FILMS, Census()) is None
    nobody = Shape(people=0, items=0, interactions=0, single=0, values=False, days=False, repeats=False)
    assert nearest(nobody, shipped()) is None


def test_the_shape_of_data_counts_people_items_and_kinds() -> None:
    bought = pa.table({"user": [1, 1, 1, 2, 2], "item": ["a", "a", "b", "a", "c"]})
    shape = shape_of(so.read(bought))
    assert (shape.people, shape.items, shape.interactions) == (2, 3, 4)
    assert shape.single == pytest.approx(2 / 3)
    assert shape.repeats, "somebody has 'a' twice"
    assert not shape.values, "how often somebody has an item is no value of its own"
    assert not shape.days
    assert shape.per_person == 2
    assert shape.per_item == pytest.approx(4 / 3)
    assert shape.density == pytest.approx(4 / 6)


@pytest.mark.parametrize("each", shipped().rows, ids=lambda each: each.key)
def test_every_row_that_is_shipped_is_nearest_to_itself_and_complete(each: CensusRow) -> None:
    found = nearest(each.shape, shipped())
    assert found is not None
    assert found.near
    assert found.key == each.key
    cells = {
        ("audit", "learned"): each.learned,
        ("audit", "linked"): each.linked,
        ("infer", "inferred"): each.inferred,
        ("compare", "compare"): each.crowds,
    }
    for (part, cell), there in cells.items():
        known = there is not None or cell in each.absent or part not in each.made
        assert known, f"{each.key}: nothing about {cell}, and no reason"
    for part, made in each.made.items():
        assert made.command or part == "infer"
        assert made.standout
        assert made.date

"""Exposure counts attributes that personas may have, over what people show of them on average."""

from __future__ import annotations

import pytest

from standout.profiles.people.exposure import Usual, usual_in
from tests.profiles.small_populations import population_of

PEOPLE = population_of(
    [{"name": "Al", "city": "Paris", "job": ["cook", "baker"]}, {"name": "Bo", "city": "Rome"}, {"name": "Cy"}]
)


def test_names_do_not_count_and_several_values_count_once() -> None:
    usual = usual_in(PEOPLE)
    assert usual == Usual(("city", "job"), 1.0)
    assert usual.exposure(("name", "city", "job", "pet")) == 2
    assert usual.exposure(()) == 0
    assert usual_in(PEOPLE, ("job",)).average == pytest.approx(1 / 3)


def test_where_nobody_shows_anything_there_is_none() -> None:
    assert usual_in(population_of([{"name": "Al"}])).exposure(("city",)) is None

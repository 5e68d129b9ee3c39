"""`standout.blend` with profiles and personas in memory."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import standout as so
from standout.errors import BadInput
from standout.library.personas import FoundPersonas
from standout.results.blend import Blend

PEOPLE = pd.DataFrame(
    {
        "person": [f"p{number}" for number in range(41)],
        "city": ["Paris", "Rome"] * 20 + ["Oslo"],
        "job": ["baker"] * 30 + ["diver"] * 11,
        "age": [20 + number % 10 for number in range(41)],
    }
)
ME = {"city": "Oslo", "job": "baker", "age": 27}


@pytest.fixture(scope="module")
def found() -> FoundPersonas:
    return so.personas(PEOPLE, support=0.1, bins={"age": 5})


def test_a_profile_may_be_a_file_a_mapping_or_a_series(found: FoundPersonas, tmp_path: Path) -> None:
    file = tmp_path / "me.json"
    file.write_text(json.dumps(ME), encoding="utf-8")
    expected = so.blend(file, found)
    assert expected.options
    assert so.blend(str(file), found) == expected
    assert so.blend(ME, found) == expected
    assert so.blend(pd.Series(ME | {"pet": np.nan}), found) == expected
    assert so.blend({"city": ["Oslo"], "job": np.str_("baker"), "age": np.float64(27), "pet": None}, found) == expected


def test_personas_may_be_a_file_or_what_was_found(found: FoundPersonas, tmp_path: Path) -> None:
    file = found.save(tmp_path)
    assert so.blend(ME, file) == so.blend(ME, found.personas) == so.blend(ME, found)


def test_a_person_of_the_data(found: FoundPersonas) -> None:
    named = so.blend("p40", found, data=PEOPLE, bins={"age": 5})
    assert named.counts_others
    assert named == so.blend(None, found, data=found.profiles, person="p40")
    assert named.people == 41


def test_costs_are_factors_or_three_costs(found: FoundPersonas) -> None:
    usual = so.blend(ME, found, options=50)
    dear = so.blend(ME, found, options=50, costs={"city": 10, "job": (1, 5, 5)})
    assert (
        dear.best.distance
        == 10 * usual.best.distance
        == so.blend(ME, found, costs={"city": (10, 50, 50)}).best.distance
    )
    assert so.blend(ME, found, keep=["job"], no_lies=True).best.persona["job"] == "baker"


def test_out_writes_what_comes_back(found: FoundPersonas, tmp_path: Path) -> None:
    advice = so.blend(ME, found, out=tmp_path / "advice")
    assert Blend.read(tmp_path / "advice") == advice
    assert [file.name for file in (tmp_path / "advice").iterdir()] == ["blend.json"]


@pytest.mark.parametrize(
    ("me", "options", "says"),
    [
        (None, {}, "no profile"),
        ({}, {}, "the profile: the profile is empty"),
        ({"city": {"a": 1}}, {}, "the profile: 'city' is neither text nor a number"),
        (ME, {"costs": {"city": (1, 2)}}, "has 2 numbers"),
        (ME, {"options": 0}, "options"),
        (ME, {"person": "p1"}, "both a PROFILE and"),
    ],
)
def test_refusals(found: FoundPersonas, me: dict[str, object] | None, options: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        so.blend(me, found, **options)  # type: ignore[arg-type]
    assert says in str(refused.value)

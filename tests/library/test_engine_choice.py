"""Engines as words and as objects, and what is none."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

import standout as so
from standout.engines.base import Engine

BOUGHT = pa.table(
    {
        "user": [f"cust{person}@mail.example" for person in range(60) for _ in range(6)],
        "item": [f"sku{(person * step) % 23}" for person in range(60) for step in range(1, 7)],
    }
)
FEW: dict[str, Any] = {"adversaries": so.Adversary(items=2, values="unknown"), "attacks": "tf-idf", "draws": 1}


def test_data_may_be_under_the_engine_already() -> None:
    engine = so.PartitionedEngine()
    data = so.read(BOUGHT, engine=engine)
    there, here = (
        so.audit(given, engine=chosen, **FEW).to_dict()
        for given, chosen in ((data, engine), (BOUGHT, so.LocalEngine(threads=1)))
    )
    assert "not tried on the engine 'partitioned'" in there.pop("advice")["reason"]
    here.pop("advice")
    assert there == here


def test_a_bulletin_is_made_on_any_engine() -> None:
    options: dict[str, Any] = {"rare_below": 5, "min_holders": 2, "date": "2024-01-02"}
    here, parted = (
        so.publish(BOUGHT, engine=engine, **options).bulletin.to_json() for engine in (None, so.PartitionedEngine())
    )
    assert here == parted


@pytest.mark.parametrize("wrong", [so.LocalEngine, 5, "quantum"])
@pytest.mark.parametrize("function", [so.audit, so.publish, so.protect])
def test_what_is_no_engine_is_refused_in_one_line(function: Any, wrong: Any) -> None:
    given = (BOUGHT, so.Trim(keep=2)) if function is so.protect else (BOUGHT,)
    with pytest.raises(so.BadInput, match="engine"):
        function(*given, engine=wrong)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: so.LocalEngine(threads=0), "threads=0, but must be at least 1"),
        (lambda: so.LocalEngine(threads=-1), "threads=-1"),
        (lambda: so.PartitionedEngine(firsts=(5, 3)), "must ascend from 0"),
        (lambda: so.read(BOUGHT, engine=so.PartitionedEngine(firsts=(0, 10**6))), "there are 60 people"),
    ],
)
def test_engines_that_cannot_be_are_refused(make: Any, said: str) -> None:
    with pytest.raises(so.BadInput, match=said):
        make()


def test_no_id_shows_up_in_what_python_prints_of_data() -> None:
    data = so.read(BOUGHT)
    engine: Engine = data.engine
    for shown in (repr(data), str(data), repr(data.vocabulary), repr(engine), repr(so.protect(data, so.Trim(keep=2)))):
        assert "@mail" not in shown
        assert "sku" not in shown
    assert repr(data) == "<Standout data: 60 people, 23 items, 345 interactions; engine local>"

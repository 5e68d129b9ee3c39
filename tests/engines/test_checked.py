"""What an attack yields is looked at before any kernel is: no shape and no row leads out of memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, Gains
from standout.data.index import from_arrays
from standout.data.model import Interactions, Scale
from standout.engines.checked import checked_gains
from standout.engines.local import exponentials, item_scores, own_scores, score
from standout.knowledge.draw import Knowledge, draw
from standout.knowledge.presets import PRESETS

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))


@dataclass(frozen=True)
class Meddled:
    """An attack that yields something else."""

    attack: Attack
    other: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.attack, name)

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        return replace(self.attack.gains(knowledge, released), **self.other)


@pytest.fixture(scope="module")
def data() -> Interactions:
    who, what = np.divmod(np.arange(200), 10)
    return from_arrays(who, what, who % 3, (who * what) % 9, scale=SCALE)


@pytest.fixture(scope="module")
def known(data: Interactions) -> Knowledge:
    return draw(data, PRESETS["acquaintance"], np.arange(20), 1).knowledge


def refuses(attack: Any, data: Interactions, known: Knowledge) -> None:
    truths = np.zeros(known.targets, np.int64)
    for run in (
        lambda: score(data, known, attack, truths),
        lambda: own_scores(data, known, attack, truths),
        lambda: item_scores(data, known, attack, truths),
        lambda: exponentials(data, known, attack, np.zeros(len(truths)), np.ones(len(truths))),
    ):
        with pytest.raises(ValueError, match="must"):
            run()


@pytest.mark.parametrize("name", ATTACKS)
def test_our_own_attacks_yield_what_kernels_take(name: str, data: Interactions, known: Knowledge) -> None:
    assert checked_gains(ATTACKS[name], known, data) is not None


def one_at(size: int, value: int, kind: type[np.generic]) -> Any:
    rows = np.zeros(size, kind)
    rows[-1] = value
    return rows


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("scoring", "weights", lambda size: np.ones(size - 1)),
        ("scoring", "weights", lambda size: np.ones(size, np.float32)),
        ("scoring", "weights", lambda size: [1.0] * size),
        ("scoring", "value_rows", lambda size: one_at(size, 500, np.int32)),
        ("scoring", "value_rows", lambda size: one_at(size, -2, np.int32)),
        ("scoring", "day_rows", lambda size: one_at(size, 500, np.int32)),
        ("scoring", "day_rows", lambda size: np.zeros(size, np.int64)),
        ("scoring", "by_value", lambda _: np.zeros((3, 4))),
        ("scoring", "by_value", lambda _: np.zeros((0, 256))),
        ("scoring", "by_day", lambda _: np.zeros((1, 10))),
        ("scoring", "person_scale", lambda _: np.ones(3)),
        ("scoring", "listed_from", lambda _: np.ones(1)),
        ("likelihood", "tables", lambda _: np.zeros((2, 2, 2))),
        ("likelihood", "value_rows", lambda size: one_at(size, 500, np.int32)),
        ("likelihood", "value_rows", lambda size: one_at(size, -1, np.int32)),
        ("likelihood", "reach", lambda _: 4_000),
        ("likelihood", "near", lambda _: np.zeros(2)),
        ("likelihood", "far", lambda _: np.zeros(2)),
        ("likelihood", "room", lambda _: np.zeros(2, np.int64)),
        ("likelihood", "room", lambda _: one_at(20, -5, np.int64)),
        ("likelihood", "by_count", lambda _: np.zeros((1, 1))),
        ("likelihood", "count_rows", lambda _: one_at(20, 99, np.int64)),
        ("likelihood", "length_rows", lambda _: one_at(20, 99, np.int64)),
        ("likelihood", "slopes", lambda _: np.zeros(3)),
        ("likelihood", "counted", lambda _: np.zeros((1, 1, 1), np.bool_)),
    ],
)
def test_gains_that_lead_outside_are_refused(
    name: str, field: str, value: Any, data: Interactions, known: Knowledge
) -> None:
    refuses(Meddled(ATTACKS[name], {field: value(len(known.items))}), data, known)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("items", lambda items: np.full_like(items, 10)),
        ("items", lambda items: np.full_like(items, -2)),
        ("items", lambda items: items.astype(np.int64)),
        ("starts", lambda starts: starts + 1),
        ("starts", lambda starts: starts[::-1].copy()),
        ("starts", lambda starts: starts[:-1]),
        ("values", lambda values: values[:-1]),
        ("days", lambda days: days[:-1]),
        ("longest", lambda longest: longest[:-1]),
        ("shortest", lambda shortest: shortest.astype(np.int32)),
    ],
)
def test_knowledge_that_leads_outside_is_refused(field: str, change: Any, data: Interactions, known: Knowledge) -> None:
    refuses(ATTACKS["scoring"], data, replace(known, **{field: change(getattr(known, field))}))


@pytest.mark.parametrize("person", [-1, 20, 2**40])
def test_knowledge_is_drawn_only_of_people_who_are_there(person: int, data: Interactions) -> None:
    with pytest.raises(ValueError, match="at hand"):
        draw(data, PRESETS["acquaintance"], np.array([0, person]), 1)

"""What an attack yields is looked at before any kernel is: no shape and no row leads out of memory."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import DAY_TABLE
from standout.attacks.scoring import Scoring
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.engines.checked import GainsError, checked_gains
from standout.engines.partition_scores import exponentials, item_scores, own_scores, score
from standout.errors import BadInput
from standout.knowledge.draw import Knowledge
from standout.knowledge.presets import PRESETS
from tests.asking import draw
from tests.engines.corruptions import Meddled

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))


@pytest.fixture(scope="module")
def data() -> LocalDataset:
    who, what = np.divmod(np.arange(200), 10)
    return from_arrays(who, what, who % 3, (who * what) % 9, scale=SCALE)


@pytest.fixture(scope="module")
def known(data: LocalDataset) -> Knowledge:
    return draw(data, PRESETS["acquaintance"], np.arange(20), 1).knowledge


def refuses(attack: Any, data: LocalDataset, known: Knowledge) -> None:
    truths = np.zeros(known.targets, np.int64)
    for run in (
        lambda: score(data.held, data.facts, known, attack, truths),
        lambda: own_scores(data.held, data.facts, known, attack, truths),
        lambda: item_scores(data.held, data.facts, known, attack, truths),
        lambda: exponentials(data.held, data.facts, known, attack, np.zeros(len(truths)), np.ones(len(truths))),
    ):
        with pytest.raises(ValueError, match="must"):
            run()


@pytest.mark.parametrize("name", ATTACKS)
def test_our_own_attacks_yield_what_kernels_take(name: str, data: LocalDataset, known: Knowledge) -> None:
    assert checked_gains(ATTACKS[name], known, data.held, data.facts) is not None


def one_at(size: int, value: float, kind: type[np.generic]) -> Any:
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
        ("scoring", "listed_from", lambda _: np.full(20, np.inf)),
        ("scoring", "weights", lambda size: one_at(size, np.nan, np.float64)),
        ("scoring", "weights", lambda size: one_at(size, np.inf, np.float64)),
        ("scoring", "weights", lambda size: np.full(size, 1e9)),
        ("scoring", "by_value", lambda _: np.full((3, 256), 128.0)),
        ("scoring", "by_day", lambda _: np.full((3, DAY_TABLE), np.nan)),
        ("scoring", "person_scale", lambda _: np.full(20, -1.0)),
        ("scoring", "longest", lambda _: -1),
        ("scoring", "longest", lambda _: 2.5),
        ("scoreboard", "by_value", lambda _: np.full((3, 256), -0.5)),
        ("likelihood", "reach", lambda _: -1),
        ("likelihood", "dated", lambda size: np.zeros(size, np.int8)),
        ("likelihood", "weights", lambda size: one_at(size, np.nan, np.float64)),
        ("likelihood", "starts", lambda _: np.full((4, 20), 1e9)),
        ("likelihood", "room", lambda _: one_at(20, 1 << 39, np.int64)),
        ("likelihood", "tables", lambda _: np.zeros((2, 2, 2))),
        ("likelihood", "value_rows", lambda size: one_at(size, 500, np.int32)),
        ("likelihood", "value_rows", lambda size: one_at(size, -1, np.int32)),
        ("likelihood", "reach", lambda _: 4_000),
        ("likelihood", "near", lambda _: np.zeros(2)),
        ("likelihood", "with_values", lambda _: np.zeros(2)),
        ("likelihood", "with_days", lambda _: np.zeros(9, np.bool_)),
        ("likelihood", "possible", lambda _: np.zeros((4, 20), np.bool_)),
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
    name: str, field: str, value: Any, data: LocalDataset, known: Knowledge
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
def test_knowledge_that_leads_outside_is_refused(field: str, change: Any, data: LocalDataset, known: Knowledge) -> None:
    refuses(ATTACKS["scoring"], data, replace(known, **{field: change(getattr(known, field))}))


@pytest.mark.parametrize("person", [-1, 20, 2**40])
def test_knowledge_is_drawn_only_of_people_who_are_there(person: int, data: LocalDataset) -> None:
    with pytest.raises(ValueError, match="in the partition"):
        draw(data, PRESETS["acquaintance"], np.array([0, person]), 1)


def test_gains_spoiled_at_random_are_refused_or_harmless_and_never_end_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.engines.corruptions", "2006", "600"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    refused, harmless = map(int, done.stdout.split())
    assert refused > 300
    assert harmless > 50


def test_what_is_refused_is_named_with_what_to_do(data: LocalDataset, known: Knowledge) -> None:
    attack = Meddled(ATTACKS["scoring"], {"weights": np.ones(len(known.items), np.float32)})
    with pytest.raises(GainsError) as refused:
        checked_gains(attack, known, data.held, data.facts)
    assert str(refused.value) == (
        "weights of scoring must be an array of float64, not of float32; cast it: .astype(np.float64)"
    )


def test_days_are_not_looked_up_where_there_are_none(data: LocalDataset, known: Knowledge) -> None:
    """A record without days has no place to look at."""
    who, what = np.divmod(np.arange(200), 10)
    bare = from_arrays(who, what, who % 3, scale=SCALE)
    refuses(Meddled(ATTACKS["scoring"], {"day_rows": np.zeros(len(known.items), np.int32)}), bare, known)
    assert data.has_days


def test_an_attack_that_needs_what_the_data_lacks_is_refused_in_one_line(known: Knowledge) -> None:
    who, what = np.divmod(np.arange(200), 10)
    bare, choosy = from_arrays(who, what), Scoring(needs=frozenset({"values"}))
    with pytest.raises(BadInput, match="attack 'scoring' cannot be used: the data has no values; choose others"):
        checked_gains(choosy, known, bare.held, bare.facts)


@pytest.mark.parametrize(("name", "claim"), [("scoring", "posterior"), ("likelihood", "entropic")])
def test_a_posterior_belongs_to_likelihoods(name: str, claim: str, data: LocalDataset, known: Knowledge) -> None:
    refuses(replace(ATTACKS[name], probabilities=claim), data, known)  # type: ignore[type-var]

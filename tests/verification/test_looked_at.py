"""Releases that look the same to an attack are attacked once, and what is found is what each attack finds alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from standout.attacks.contract import bound
from standout.attacks.likelihood import Likelihood
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.engines.base import threaded
from standout.knowledge.draw import towards
from standout.knowledge.presets import PRESETS
from standout.protections.coarsen import CoarsenDays, CoarsenValues
from standout.protections.contract import Protection
from standout.protections.perturb import Perturb
from standout.protections.swap import Swap
from standout.protections.trim import Trim
from standout.risk.learning import learnt
from standout.verification.computed_once import ComputedOnce
from standout.verification.identification import Search, drawn_for, found_by, hits_after
from standout.verification.looked_at import looked_at
from tests.worlds import STARS, scale_of

BARE = ("mentions", "share", "rarest", "popular-ignored")
ONLY_VALUES, ONLY_DAYS = ("no-dates", "rare-taste"), ("start",)
OF_VALUES: tuple[Protection, ...] = (CoarsenValues("likes"), CoarsenValues("presence"))
OF_DAYS: tuple[Protection, ...] = (CoarsenDays("month"), CoarsenDays("none"))
OF_BOTH: tuple[Protection, ...] = (Perturb(1, 14),)
OF_ITEMS: tuple[Protection, ...] = (Trim(10), Swap(0.3))


def ratings(seed: int = 5) -> LocalDataset:
    dice = np.random.default_rng(seed)
    chances = 1 / np.arange(1, 121) ** 0.7
    rows = [
        (person, item)
        for person in range(160)
        for item in dice.choice(120, dice.integers(8, 40), replace=False, p=chances / chances.sum())
    ]
    who, what = np.array(rows).T
    values, days = dice.integers(0, 5, len(who)), dice.integers(0, 300, len(who))
    return from_arrays(who, what, values, days, scale=scale_of(STARS), size=(160, 120), first_day=0)


class Counted(ComputedOnce):
    """Says how often something was really computed."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def of(self, what, arrays, compute):  # type: ignore[no-untyped-def]
        def counted():  # type: ignore[no-untyped-def]
            self.times += 1
            return compute()

        return super().of(what, arrays, counted)


def search(data: LocalDataset, computed: ComputedOnce) -> Search:
    return Search(data, tuple(PRESETS.values()), (Likelihood(),), np.arange(0, data.people, 2), 1, 1, computed)


@pytest.mark.parametrize("adversary", [*BARE, *ONLY_VALUES, *ONLY_DAYS, "acquaintance", "length-known"])
def test_what_is_found_is_what_each_finds_alone(adversary: str) -> None:
    data, shared = ratings(), ComputedOnce()
    for protection in (*OF_VALUES, *OF_DAYS, *OF_BOTH, *OF_ITEMS):
        released = protection.protect(data, None, 1).data
        again = partial(hits_after, adversary=PRESETS[adversary], protections=[protection], released=released)
        together, alone = again(search(data, shared)), again(search(data, ComputedOnce()))
        for ours, theirs in zip(together[:2], alone[:2], strict=True):
            assert ours.keys() == theirs.keys()
            assert all(np.array_equal(ours[name], theirs[name], equal_nan=True) for name in ours)


@pytest.mark.parametrize(
    ("adversaries", "protections", "shares"),
    [
        (BARE, (*OF_VALUES, *OF_DAYS, *OF_BOTH), True),
        (ONLY_VALUES, OF_DAYS, True),
        (ONLY_DAYS, OF_VALUES, True),
        (ONLY_VALUES, (*OF_VALUES, *OF_BOTH), False),
        (ONLY_DAYS, (*OF_DAYS, *OF_BOTH), False),
        (BARE, OF_ITEMS, False),
    ],
)
def test_a_release_is_attacked_anew_where_something_changed_that_is_looked_at(
    adversaries: tuple[str, ...], protections: tuple[Protection, ...], shares: bool
) -> None:
    data = ratings()
    for name in adversaries:
        computed, attack = Counted(), bound(Likelihood(), PRESETS[name])
        looked = search(data, computed)
        drawn = drawn_for(looked, PRESETS[name], data)
        found_by(looked, data, attack, drawn)
        for protection in protections:
            released = protection.protect(data, None, 1).data
            found_by(looked, released, attack, towards(released, data, drawn))
        assert computed.times == (1 if shares else 1 + len(protections))


def test_what_is_learnt_from_releases_that_look_the_same_is_the_same() -> None:
    data = ratings()
    looked = search(data, ComputedOnce())
    for name in BARE:
        known = drawn_for(looked, PRESETS[name], data).knowledge
        rules = {
            learnt(Likelihood(), known, threaded(protection.protect(data, None, 1).data, 1)).rule
            for protection in (*OF_VALUES, *OF_DAYS, *OF_BOTH)
        }
        assert rules == {learnt(Likelihood(), known, threaded(data, 1)).rule}


def test_a_rule_that_reckons_with_values_looks_at_them_though_none_are_known() -> None:
    data = ratings()
    known = drawn_for(search(data, ComputedOnce()), PRESETS["rarest"], data).knowledge
    told = bound(Likelihood(), PRESETS["rarest"])
    assert isinstance(told, Likelihood)
    assert told.rule is not None
    wrong = replace(told, rule=replace(told.rule, value_error=1.0))
    released = CoarsenValues("likes").protect(data, None, 1).data
    assert looked_at(data, known, told)[0] == looked_at(released, known, told)[0]
    assert looked_at(data, known, wrong)[0] != looked_at(released, known, wrong)[0]

"""What if they knew more: the grid against the audit's own way of attacking, its levels, and when there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from standout.attacks import ATTACKS, attacks
from standout.auditing import what_if as grids
from standout.auditing.attack_targets import _attack
from standout.auditing.both_ways import informed
from standout.auditing.flow import Audit, audit
from standout.auditing.learned_steps import pool_of
from standout.auditing.settings import AuditSettings
from standout.auditing.setup import set_up
from standout.auditing.what_if import grid_of, levels_of
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.knowledge.adversary import Adversary
from standout.results.what_if import KnownSoMuch, WhatIf
from tests.worlds import STARS, scale_of

SETTINGS = AuditSettings(
    adversaries=(Adversary("some", items=3, values="unknown"),),
    attacks=tuple(attacks(["likelihood", "tf-idf"])),
    draws=8,
    sparsity_people=20,
    threads=1,
)


def dataset(values: bool = False, days: bool = True, people: int = 180) -> LocalDataset:
    rng = np.random.default_rng(5)
    chances = 1 / np.arange(1, 61)
    had = [rng.choice(60, 14, replace=False, p=chances / chances.sum()) for _ in range(people)]
    owners, items = np.repeat(np.arange(people), 14), np.concatenate(had)
    return from_arrays(
        owners, items, rng.integers(0, 5, len(items)) if values else None,
        rng.integers(0, 90, len(items)) if days else None,
        scale=scale_of(STARS) if values else NO_SCALE, size=(people, 60),
    )  # fmt: skip


@pytest.fixture(scope="module")
def done() -> Audit:
    share, grids.SHARE = grids.SHARE, 1.0
    try:
        return audit(dataset(), SETTINGS)
    finally:
        grids.SHARE = share


def grid(done: Audit) -> WhatIf:
    assert done.what_if is not None
    return done.what_if


def test_every_mixture_is_there_once_and_half_may_be_wrong(done: Audit) -> None:
    found = grid(done)
    assert (found.items, found.wrong) == ((1, 2, 4, 8), (0, 1, 2))
    assert found.days == ("unknown", 14, 3, 0)
    assert found.values == ("unknown",)
    wanted = {
        (items, wrong, days)
        for items in found.items
        for wrong in found.wrong
        for days in found.days
        if 2 * wrong <= items
    }
    assert {(cell.items, cell.wrong, cell.days) for cell in found.cells} == wanted
    assert len(found.cells) == len(wanted) == 36
    assert found.at(2, 2, "unknown", "unknown") is None


def test_a_cell_is_what_the_audit_itself_would_find(done: Audit) -> None:
    found, setup = grid(done), set_up(done.data, None, SETTINGS)
    people = np.sort(pool_of(setup, None).inside[: found.targets])
    for items, wrong, days in ((2, 0, "unknown"), (4, 2, 3), (8, 1, 0)):
        adversary = Adversary("what-if", items=items, absent=wrong, values="unknown", days=days)  # type: ignore[arg-type]
        likely = informed(setup, adversary, ATTACKS["likelihood"], "given")
        rows = _attack(setup, adversary, likely, people, lambda _: None)
        cell = found.at(items, wrong, days, "unknown")  # type: ignore[arg-type]
        assert cell is not None
        assert cell.found.rate == pytest.approx((rows["ranks"] == 1).mean())
        taken = (rows["odds"] > 0) & (rows["standing_out"] > 0) & ~rows["right"]
        assert cell.accused.rate == pytest.approx(taken.mean())


def test_knowing_more_finds_more_and_learns_more(done: Audit) -> None:
    found = grid(done)
    for days in found.days:
        shares = [cell.found.rate for items in found.items if (cell := found.at(items, 0, days, "unknown"))]
        assert shares[0] < shares[-1] or shares[0] > 0.9
    least, most = found.cells[0], found.at(8, 0, 0, "unknown")
    assert most is not None
    assert most.found.rate > 0.95
    assert least.learned_gain is not None
    assert most.learned_gain is not None
    assert most.learned_gain.rate > least.learned_gain.rate + 0.2


def test_levels_are_those_that_the_data_has() -> None:
    both, neither = dataset(values=True, days=True), dataset(days=False)
    assert levels_of(both.facts) == (("unknown", 14, 3, 0), ("unknown", 0.0))
    assert levels_of(neither.facts) == (("unknown",), ("unknown",))
    assert levels_of(replace(both.facts, last_day=20))[0] == ("unknown", 3, 0)


def test_a_grid_is_never_much_of_the_work() -> None:
    setup = set_up(dataset(), None, SETTINGS)
    pool = pool_of(setup, None)
    cells = 36
    assert grid_of(setup, pool, 29 * cells * 10) is None
    some = grid_of(setup, pool, 50 * cells * 10)
    assert some is not None
    assert len(some.people) == 50
    every = grid_of(setup, pool, 10**9)
    assert every is not None
    assert len(every.people) == 180


def test_a_small_audit_has_none() -> None:
    assert audit(dataset(people=40), replace(SETTINGS, draws=1)).what_if is None


def test_what_is_known_is_said() -> None:
    rate = grid_cell(items=1).found
    assert grid_cell(items=1).said() == "1 item"
    known = KnownSoMuch(items=4, wrong=2, days=3, values=0.0, found=rate, accused=rate)
    assert known.said() == "4 items, days to within 3, values, 2 of them wrong"
    assert grid_cell(items=2, days=0).said() == "2 items, days exactly"


def grid_cell(items: int, days: int | None = None) -> KnownSoMuch:
    from standout.results.estimate import Estimate

    share = Estimate(0.5, 0.4, 0.6)
    return KnownSoMuch(items=items, days="unknown" if days is None else days, found=share, accused=share)

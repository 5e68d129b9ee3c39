"""What if they knew more: the same people looked for over a grid of how much is known, and how well.

The grid is small and its cells are cheap: one attack, told how knowledge comes about, on the same few people
everywhere, of whom the same items are drawn first. So what differs between cells is what is known, not who was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import rule_of, saying_something
from standout.auditing.both_ways import informed
from standout.auditing.checkpoint import Arrays
from standout.auditing.learned_steps import Pool, guessed_rows, pool_of
from standout.auditing.setup import FEW_RECORDS, Setup
from standout.auditing.steps import Steps, Tell
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.engines.base import threaded
from standout.knowledge.adversary import UNKNOWN, Adversary, Error
from standout.results.estimate import Estimate
from standout.results.what_if import KnownSoMuch, WhatIf
from standout.risk.intervals import rate
from standout.risk.learned import FEWEST, learned
from standout.risk.outcomes import outcomes

ATTACK = "likelihood"
TARGETS, GUESSED, FEWEST_TARGETS = 200, 40, 30
"""How many people are looked for in a cell, of how many it is guessed what else they have, and with how few there is no
grid."""

ITEMS, WRONG, DAYS = (1, 2, 4, 8), (0, 1, 2), (14, 3, 0)
SHARE = 0.1
"""The grid looks for people so many times at most, as a share of how often the whole audit does."""

PART_OF_DAYS = 4
"""Days that may be off by more than this part of those the data spans would say little."""


@dataclass(frozen=True)
class Grid:
    """The levels of what is known, and who is looked for."""

    wrong: tuple[int, ...]
    days: tuple[Error, ...]
    values: tuple[Error, ...]
    people: Int64s

    def adversaries(self) -> list[Adversary]:
        """A cell each; all of one name, so that the same items are drawn. Half of what is known may be wrong."""
        return [
            Adversary("what-if", items=items, absent=wrong, days=days, values=values)
            for values in self.values
            for days in self.days
            for items in ITEMS
            for wrong in self.wrong
            if 2 * wrong <= items
        ]


def levels_of(facts: Facts) -> tuple[tuple[Error, ...], tuple[Error, ...]]:
    """How well days and values can be known in this data."""
    days = [off for off in DAYS if facts.has_days and PART_OF_DAYS * off <= facts.last_day]
    exact = (0.0,) if facts.has_values and facts.scale.span > 0 else ()
    return (UNKNOWN, *days), (UNKNOWN, *exact)


def grid_of(setup: Setup, pool: Pool, attacked: int) -> Grid | None:
    """The grid for an audit that looks for people so many times; none if that would be much of its work, or where
    records are not at hand."""
    if not isinstance(setup.released.held, Partition) or not len(setup.people):
        return None
    grid = Grid(WRONG, *levels_of(setup.data.facts), pool.inside[:0])
    wanted = min(TARGETS, int(SHARE * attacked / len(grid.adversaries())), len(pool.inside))
    return replace(grid, people=np.sort(pool.inside[:wanted])) if wanted >= FEWEST_TARGETS else None


def what_if(setup: Setup, steps: Steps, adversaries: int, control: AnyDataset | None) -> WhatIf | None:
    """Look for the same people with more and more known; none where that would take long."""
    setup = _on_one_thread(setup)
    pool = pool_of(setup, control)
    attacked = len(setup.people) * (adversaries * len(setup.settings.attacks) + setup.draws)
    grid = grid_of(setup, pool, attacked)
    if grid is None:
        return None
    what = "what if they knew more"
    steps.meter.tell(what)
    rows = steps.once(what, what, partial(_cells, setup, pool, grid), effort=0.0)["cells"]
    return WhatIf(
        attack=ATTACK,
        targets=len(grid.people),
        guessed=min(GUESSED, len(grid.people)),
        items=ITEMS,
        wrong=grid.wrong,
        days=grid.days,
        values=grid.values,
        cells=tuple(_cell(adversary, row) for adversary, row in zip(grid.adversaries(), rows, strict=True)),
    )


def _on_one_thread(setup: Setup) -> Setup:
    """The same, scored on one thread where there are few records: a cell is done before threads are started."""
    if setup.released.people > FEW_RECORDS:
        return setup
    data = threaded(setup.data, 1)
    return replace(setup, data=data, released=data if setup.released is setup.data else threaded(setup.released, 1))


def _cells(setup: Setup, pool: Pool, grid: Grid, _tell: Tell) -> Arrays:
    """A row for each cell: what came of it, with intervals."""
    fewer = replace(pool, inside=pool.inside[: len(grid.people)])
    attacks = {adversary: _attack(setup, adversary) for adversary in grid.adversaries()}
    found = [_found(setup, adversary, attack, grid.people) for adversary, attack in attacks.items()]
    gains = _gains(fewer, attacks)
    rows = [[*row, *_numbers(gains.get(adversary))] for adversary, row in zip(attacks, found, strict=True)]
    return {"cells": np.array(rows)}


def _attack(setup: Setup, adversary: Adversary) -> Attack:
    """The attack as this cell uses it: in the data itself, values and days are as they are known, so that is not asked
    anew in every cell."""
    likely = ATTACKS[ATTACK]
    if setup.released is not setup.data:
        return informed(setup, adversary, likely, "given")
    told = bound(likely, adversary)
    assert isinstance(told, Likelihood)
    return replace(told, rule=saying_something(told.rule or rule_of(adversary)))


def _found(setup: Setup, adversary: Adversary, attack: Attack, people: Int64s) -> Sequence[float]:
    """How many of these people are found, and how many wrongly accused, with intervals."""
    released, drawn = setup.released, setup.drawn(adversary, people)
    tally = released.engine.score(released, drawn.knowledge, attack, drawn.truths)
    came = outcomes(tally, attack, drawn.truths, released.people)
    likelier = (came.odds > 0) & (came.standing_out > 0)
    found = rate(int((came.ranks == 1).sum()), len(people))
    accused = rate(int((likelier & ~came.right).sum()), len(people))
    return [*_numbers(found), *_numbers(accused)]


def _gains(pool: Pool, attacks: Mapping[Adversary, Attack]) -> dict[Adversary, Estimate]:
    """What being in the data adds to what is guessed in each cell; none for fewer people than it takes to say so.

    Cells that differ in values and days alone know the same items: neighbours and what is popular are the same for
    them, so they guess together.
    """
    if len(pool.inside) < FEWEST:
        return {}
    gains: dict[Adversary, Estimate] = {}
    for cells in _knowing_the_same(pool, attacks):
        named = {str(place): adversary for place, adversary in enumerate(cells)}
        by_name = {name: attacks[adversary] for name, adversary in named.items()}
        rows = guessed_rows(pool, cells[0], by_name, GUESSED, told=named)
        found = {named[name]: learned(rows[f"{name} in"], rows[f"{name} out"], pool.how) for name in named}
        gains |= {adversary: each.gain for adversary, each in found.items() if each is not None}
    return gains


def _knowing_the_same(pool: Pool, adversaries: Iterable[Adversary]) -> list[list[Adversary]]:
    """The adversaries, those together who know the same items of the same people."""
    together: dict[tuple[bytes, ...], list[Adversary]] = {}
    people = np.concatenate((pool.inside[:GUESSED], pool.outside[:GUESSED]))
    for adversary in adversaries:
        drawn = pool.known(adversary, people)
        known = drawn.knowledge
        key = tuple(codes.tobytes() for codes in (drawn.people, known.starts, known.items))
        together.setdefault(key, []).append(adversary)
    return list(together.values())


def _numbers(estimate: Estimate | None) -> tuple[float, float, float]:
    return (np.nan, np.nan, np.nan) if estimate is None else (estimate.rate, estimate.low, estimate.high)


def _cell(adversary: Adversary, row: Floats) -> KnownSoMuch:
    found, accused, gain = (Estimate(*(float(number) for number in part)) for part in row.reshape(3, 3))
    return KnownSoMuch(
        items=cast(int, adversary.items),
        wrong=adversary.absent,
        days=adversary.days,
        values=adversary.values,
        found=found,
        accused=accused,
        learned_gain=None if np.isnan(gain.rate) else gain,
    )

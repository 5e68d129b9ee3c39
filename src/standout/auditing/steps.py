"""Steps: pieces of an audit that are plain functions, each done once, kept in a checkpoint, and told of on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from standout.attacks.contract import Attack
from standout.auditing.checkpoint import Arrays, Checkpoints
from standout.auditing.effort import Efforts, Meter, spread_out
from standout.auditing.settings import Progress
from standout.auditing.setup import Setup
from standout.knowledge.adversary import Adversary
from standout.risk.trials import TARGETS as TRIALS

Tell = Callable[[float], None]
"""Told how many targets more are done."""


@dataclass(frozen=True)
class Steps:
    """Does steps, unless an earlier run did them; knows how much work each is."""

    checkpoints: Checkpoints
    meter: Meter
    efforts: Efforts

    def once(self, name: str, what: str, step: Callable[[Tell], Arrays], *, effort: float, each: float = 0.0) -> Arrays:
        """What the step of this name says: read from its checkpoint, or done and kept there.

        `effort` is all its work, `each` that of one target. Work that an earlier run did is taken out of what there is
        to do.
        """
        known, told = self.checkpoints.has(name), 0.0
        if known:
            self.meter.skip(what, effort)

        def tell(targets: float) -> None:
            nonlocal told
            told += targets * each
            self.meter.step(what, targets * each)

        arrays = self.checkpoints.arrays(name, lambda: step(tell))
        if not known:
            self.meter.settle(what, effort, told)
        return arrays


def plan(
    setup: Setup, adversaries: list[Adversary], first: Adversary, checkpoints: Checkpoints, progress: Progress
) -> Steps:
    """Find out how much there is to do, so that the time left can be told; `first` is attacked with again."""
    attacks, people = setup.settings.attacks, len(setup.people)
    some = spread_out(setup.people)
    efforts = Efforts(setup.released, setup.measured_twice, partial(setup.drawn, people=some))
    total = 0.0
    for adversary in adversaries:
        total += sum(people * efforts.of(adversary, attack) for attack in attacks)
        if not setup.tries_by_itself:
            total += sum(efforts.trials(adversary, attack, TRIALS) for attack in attacks)
    total += again(setup, efforts, first, attacks[0]) + efforts.neighbours(setup.settings.sparsity_people)
    return Steps(checkpoints, Meter(progress, total + efforts.finishing(people, total)), efforts)


def again(setup: Setup, efforts: Efforts, adversary: Adversary, attack: Attack) -> float:
    """The work of the further draws for the table of people."""
    return (setup.draws - 1) * len(setup.people) * efforts.of(adversary, attack)

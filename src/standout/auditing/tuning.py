"""Tuning: the constants of attacks, chosen on people who are not looked for afterwards.

The papers' constants were set on the papers' data. Here every combination that an attack names is tried on people who
are held out: a share of the data's people, drawn at random, whom the audit then leaves out of those it looks for. What
finds most of them, ties broken by lot, over all adversaries together, is taken; on a tie the usual constants stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from standout.attacks.constants import known_options, options_of, usual_name, with_options
from standout.attacks.contract import Attack, bound
from standout.auditing.checkpoint import Arrays
from standout.auditing.setup import Setup
from standout.auditing.steps import Steps, Tell
from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import seed_for

MOST_HELD_OUT = 500
_SHARE = 5
"""One in so many people is held out, at most."""
_FEWEST = 20
"""Fewer people than this say nothing about a constant."""


@dataclass(frozen=True)
class Tuned:
    """An attack as it came out, and what is to be said of it."""

    attack: Attack
    note: str


def held_out(data: AnyDataset, seed: int) -> Int64s:
    """The people on whom constants are chosen; nobody where there are too few."""
    count = min(MOST_HELD_OUT, data.people // _SHARE)
    if count < _FEWEST:
        return np.zeros(0, np.int64)
    order = np.random.default_rng(seed_for(seed, "tuning")).permutation(data.people)
    return np.sort(order[:count]).astype(np.int64)


def tuned(setup: Setup, steps: Steps, adversaries: Sequence[Adversary], people: Int64s) -> tuple[Setup, list[str]]:
    """The audit with the constants of attacks that find most of these people, and what is to be said of each."""
    every = [_tuned(setup, steps, adversaries, people, attack) for attack in setup.settings.attacks]
    by_name = {each.attack.name: each.attack for each in every}
    settings = replace(setup.settings, attacks=tuple(by_name.values()))
    return replace(setup, settings=settings), [each.note for each in every if each.note]


def _tuned(setup: Setup, steps: Steps, adversaries: Sequence[Adversary], people: Int64s, attack: Attack) -> Tuned:
    choices = list(variants(attack))
    if len(choices) < 2:
        return Tuned(attack, "")
    name = usual_name(attack)
    if not len(people):
        return Tuned(attack, f"{name} was not tuned: there are too few people to hold some out")
    shares = [_found(setup, steps, adversaries, people, choice) for choice in choices]
    best = int(np.argmax(shares))  # the first of several: the usual constants come first
    said = ", ".join(f"{option} = {value:g}" for option, value in (options_of(choices[best]) or {}).items())
    return Tuned(
        choices[best],
        f"{name} was tuned on {len(people):,} people who are not among those looked for: {said}; it finds "
        f"{shares[best]:.1%} of them over all adversaries, ties by lot, and {shares[0]:.1%} as it was",
    )


def variants(attack: Attack) -> Iterator[Attack]:
    """The attack as it is, then with every combination of the constants that it names to be tried."""
    yield attack
    tried = {name: option.tried for name, option in known_options(attack).items() if option.tried}
    if not tried:
        return
    for values in product(*tried.values()):
        other = with_options(attack, dict(zip(tried, values, strict=True)))
        if other != attack:
            yield other


def _found(setup: Setup, steps: Steps, adversaries: Sequence[Adversary], people: Int64s, attack: Attack) -> float:
    """The share of people found over all adversaries, ties by lot; of whom nothing is known counts as not found."""
    what = f"tuning {usual_name(attack)}"

    def attempt(_tell: Tell) -> Arrays:
        shares = [_share(setup, adversary, people, attack) for adversary in adversaries]
        return {"shares": np.array(shares)}

    steps.meter.tell(what)
    return float(steps.once(f"tuning {attack.name}", what, attempt, effort=0.0)["shares"].mean())


def _share(setup: Setup, adversary: Adversary, people: Int64s, attack: Attack) -> float:
    drawn = setup.drawn(adversary, people)
    released = setup.released
    tally = released.engine.score(released, drawn.knowledge, bound(attack, adversary), drawn.truths)
    first = tally.listed & (tally.beat == 0)
    return float(np.where(first, 1 / (1 + tally.tied), 0.0).sum()) / len(people)

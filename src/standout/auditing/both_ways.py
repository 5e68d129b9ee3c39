"""Told or learnt: an attack that asks how knowledge comes about can be told, as an oracle is, or has to learn it.

A finding is one of the two, over everybody; the other stands beside it, over as many people as it takes to compare.
"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from standout.attacks.contract import Attack, bound
from standout.attacks.likelihood import Likelihood
from standout.attacks.taste import Taste
from standout.auditing.checkpoint import Arrays
from standout.auditing.setup import Setup
from standout.common.arrays import Int64s
from standout.knowledge.adversary import Adversary
from standout.results.finding import Noise, OtherNoise
from standout.risk.learning import TARGETS as LEARNT_FROM
from standout.risk.learning import learnt, settled
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.taste_learning import taste_learnt
from standout.risk.told import other_noise

BESIDE = 1_000
"""How many people are looked for the other way."""


def _some(people: Int64s, wanted: int) -> Int64s:
    """So many of these people, evenly spread over all."""
    return people[np.unique(np.linspace(0, len(people) - 1, min(wanted, len(people))).astype(np.int64))]


def noise_of(setup: Setup, attack: Attack) -> Noise:
    """Whether the findings of this attack are those of one who was told."""
    learns = setup.settings.noise == "learn" and isinstance(attack, Likelihood | Taste)
    return "learned" if learns else "given"


def informed(setup: Setup, adversary: Adversary, attack: Attack, noise: Noise) -> Attack:
    """The attack as this adversary uses it: told the rule, or having learnt it from what is known.

    Whoever is told still sees whether values and days say anything in this release.
    """
    if isinstance(attack, Taste):
        return _tasting(setup, adversary, attack, noise)
    told = bound(attack, adversary)
    if not isinstance(told, Likelihood) or not isinstance(attack, Likelihood):
        return told
    known = setup.drawn(adversary, _some(setup.people, LEARNT_FROM)).knowledge
    return settled(told, known, setup.released) if noise == "given" else learnt(attack, known, setup.released)


def _tasting(setup: Setup, adversary: Adversary, attack: Taste, noise: Noise) -> Attack:
    """Taste as this adversary uses it: learnt from the release where that is another one, likelihood told or learnt."""
    known = setup.drawn(adversary, _some(setup.people, LEARNT_FROM)).knowledge
    if setup.released is not setup.data:
        attack = taste_learnt(attack, known, setup.released, setup.settings.seed).attack
    if noise == "given":
        return bound(attack, adversary)
    return replace(attack, likelihood=learnt(attack.likelihood, known, setup.released))


def other_way(setup: Setup, adversary: Adversary, attack: Attack, rows: Arrays) -> OtherNoise | None:
    """What comes of it the other way; none for an attack that has only one. `rows` are what came of everybody."""
    if not isinstance(attack, Likelihood):
        return None
    noise: Noise = "given" if noise_of(setup, attack) == "learned" else "learned"
    drawn, released = setup.drawn(adversary, _some(setup.people, BESIDE)), setup.released
    otherwise = informed(setup, adversary, attack, noise)
    tally = released.engine.score(released, drawn.knowledge, otherwise, drawn.truths)
    came, same = outcomes(tally, otherwise, drawn.truths, released.people), np.isin(rows["people"], drawn.people)
    own = {field.name: rows[field.name][same] for field in fields(Outcomes) if field.name != "threshold"}
    return other_noise(noise, otherwise, came, Outcomes(**own, threshold=0.0), drawn.left_out)

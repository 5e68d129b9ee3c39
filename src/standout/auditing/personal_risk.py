"""Risk person by person: the reference adversary attacks everybody again and again, with other knowledge each time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from standout.auditing.attack_targets import Attacked
from standout.auditing.checkpoint import Arrays
from standout.auditing.setup import Setup
from standout.auditing.steps import Steps, Tell, again
from standout.common.arrays import Int64s
from standout.engines.own_records import scored_with_own
from standout.knowledge.adversary import Adversary
from standout.risk.people import BY_PERSON, ByItem, PersonalRisk, Turn, personal_risk, together, turn_of

REFERENCE = ("acquaintance", "no-dates", "share", "mentions")
"""Whose knowledge personal risk is measured with: the first of these that is there."""


def reference_among(adversaries: list[Adversary]) -> Adversary:
    """The adversary that personal risk is measured with."""
    by_name = {adversary.name: adversary for adversary in adversaries}
    return next((by_name[name] for name in REFERENCE if name in by_name), adversaries[0])


def best_of(attacked: list[Attacked], adversary: Adversary) -> Attacked:
    """What came of the attack that finds most people for this adversary, if ties are broken by lot."""
    return max(
        (result for result in attacked if result.judged.adversary.name == adversary.name),
        key=lambda result: result.found,
    )


def attack_again(setup: Setup, steps: Steps, first: Attacked) -> PersonalRisk:
    """Attack everybody as often as wanted, chunk by chunk; the first time has been."""
    adversary, attack = first.judged.adversary, first.judged.attack
    what, each = f"person by person · {adversary.name} · {attack.name}", steps.efforts.of(adversary, attack)
    planned = again(setup, steps.efforts, adversary, setup.settings.attacks[0])
    steps.meter.expect(what, again(setup, steps.efforts, adversary, attack) - planned)
    parts = []
    for begin, people in setup.chunks():
        step = partial(_risk_of, setup, first, people)
        effort = (setup.draws - 1) * len(people) * each
        rows = steps.once(f"{what} {begin}", what, step, effort=effort, each=each)
        by_item = ByItem(rows["helped"], rows["times"], rows["item_shares"])
        by_person = {name: rows[name] for name in BY_PERSON}
        parts.append(PersonalRisk(adversary.name, attack.name, **by_person, by_item=by_item))
    return together(parts)


def _risk_of(setup: Setup, first: Attacked, people: Int64s, tell: Tell) -> Arrays:
    """How often each of these people is found, and by what."""
    adversary, attack = first.judged.adversary, first.judged.attack
    risk = personal_risk(setup.released, adversary, attack, people, _turns(setup, first, people, tell))
    rows = {name: getattr(risk, name) for name in BY_PERSON}
    return rows | {"helped": risk.by_item.helped, "times": risk.by_item.times, "item_shares": risk.by_item.shares}


def _turns(setup: Setup, first: Attacked, people: Int64s, tell: Tell) -> Iterator[Turn]:
    """One attack on these people after the other."""
    adversary, attack, released = first.judged.adversary, first.judged.attack, setup.released
    yield _first_turn(setup, first, people)
    for number in range(1, setup.draws):
        drawn = setup.drawn(adversary, people, number)
        tally, drawn = scored_with_own(released, drawn, attack, progress=tell)
        yield turn_of(tally, attack, drawn, released.people)


def _first_turn(setup: Setup, first: Attacked, people: Int64s) -> Turn:
    """The attack whose outcome is in the findings: it counts, and need not be made again."""
    came, judged = first.judged.outcomes, first.judged
    rows = slice(*np.searchsorted(first.people, (people[0], people[-1] + 1))) if len(people) else slice(0, 0)
    alone = came.ranks[rows] == 1
    named = alone & (came.standing_out[rows] >= judged.attack.verdict.threshold)
    return Turn(setup.drawn(judged.adversary, people), alone, named, first.rivals[rows])

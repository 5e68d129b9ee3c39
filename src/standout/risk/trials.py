"""Trials: attacking people of the released data, to find out how far an attack can be trusted."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.rules import Rule
from standout.data.dataset import AnyDataset
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge
from standout.knowledge.fitting import as_if
from standout.risk.calibration import Trial
from standout.risk.outcomes import outcomes
from standout.risk.own_pattern import ONE_LOOK, Looking, with_drawn_counts

TARGETS = 4_000
"""How many people are attacked; each more than once where there are too few."""

ENOUGH = 2_000
"""So many people of the data itself who are looked for are trial enough: a thousand to judge the other half by."""

_MOST_TURNS = 5
_SIZES = 50
_MOST = 0.5
"""A column that says nothing of more people than this is not tried out."""


def tried(
    released: AnyDataset,
    adversary: Adversary,
    attack: Attack,
    seed: int,
    most: int = TARGETS,
    looking: Looking = ONE_LOOK,
) -> Trial:
    """Draw what the adversary would know of people of the released data, and attack so many of them."""
    adversary = as_if(adversary, released.facts)
    people = np.random.default_rng(seed).permutation(released.people).astype(np.int64)
    draws: list[Drawn] = []
    targets = 0
    for turn in range(_MOST_TURNS):
        for begin in range(0, len(people), most):
            if targets >= most:
                break
            wanted = np.sort(people[begin : begin + most])
            drawn = released.engine.draw(released, adversary, wanted, seed, turn)
            if "counts" in looking.own:
                drawn = with_drawn_counts(drawn, released, seed + turn)
            draws.append(drawn)
            targets += len(drawn.truths)
    parts: list[Trial] = []
    for drawn, tally in zip(draws, looking.score_each(released, draws, attack), strict=True):
        judged = outcomes(tally, attack, drawn.truths, released.people)
        sure = (judged.confidence_absent, judged.confidence)
        parts.append(Trial(drawn.truths, judged.right, judged.odds, judged.odds_absent, *sure, drawn.knowledge.sizes))
    if not parts:
        nothing = np.empty(0)
        return Trial(np.empty(0, np.int64), np.empty(0, bool), nothing, nothing, nothing, nothing)
    return Trial(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Trial)))


def told_by(rule: Rule, knowledge: Knowledge) -> Adversary:
    """An adversary who knows as much as this knowledge does, by this rule: to try out what was learnt.

    A share of wrong items becomes their typical number, and any power of popularity the nearer of none and one. What
    says nothing of most people is not known at all; what is wrong in a value or a day alone is wrong in both.
    """
    sizes, counts = np.unique(np.maximum(knowledge.sizes, 1), return_counts=True)
    rows = [part for part in np.array_split(np.arange(len(sizes)), min(_SIZES, len(sizes))) if len(part)]
    typical = float(np.median(np.maximum(knowledge.sizes, 1))) * (1 - rule.absent_share)
    values, days = rule.value_error >= 0 and rule.idle_values <= _MOST, rule.day_error >= 0 and rule.idle_days <= _MOST
    right = (1 - rule.wrong) * (1 - rule.wrong_value * values) * (1 - rule.wrong_day * days)
    return Adversary(
        "learnt",
        counts=tuple((int(sizes[part[0]]), int(sizes[part[-1]]), float(counts[part].sum())) for part in rows),
        wrong=round((1 - right) * typical) if values or days else 0,
        absent_share=rule.absent_share,
        values=rule.value_error if values else "unknown",
        days=rule.day_error if days else "unknown",
        choose="popular" if rule.exponent > 0.5 else "any",
        fewer=False,
    )

"""Learning how knowledge comes about from the knowledge itself, without seeing the truth.

Which record is the target's is what is not seen. A rule's evidence is how much likelier it makes what is known of some
targets, over all records they may have, than chance does. Rules of sensible adversaries are compared by that; the best
are refined by expectation-maximisation (given a rule, each target's likely records; given those, the rule that fits
best), and the one with the most evidence is kept. In the end it is asked whether values and days say anything at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import Rule, plain_rule, saying_something
from standout.common.arrays import Floats
from standout.data.codes import NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.scales import comparable
from standout.engines.by_map import all_scored
from standout.engines.partition_questions import Asked
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets
from standout.risk.rule_fitting import fitted

TARGETS = 1_000
"""More targets than this teach nothing new."""

_COMPARED = 150
"""Targets that rules are compared on."""
_REFINED = 400
"""Targets that rules are refined on."""
ROUNDS = 4
_STARTS = 2
"""How many rules are refined."""
CANDIDATES = 5
SELDOM = 0.02
"""If values or days say nothing of fewer people than this, that is not reckoned with; of more than all but this, they
are left out."""
_MIXED = 50
"""Rounds in which shares of ways settle."""


def learnt(attack: Likelihood, knowledge: Knowledge, released: AnyDataset) -> Likelihood:
    """The attack with the rule that fits this knowledge best."""
    values, days = _details(knowledge, released)
    if not knowledge.targets or not released.people:
        return replace(attack, rule=_starts(released, values, days)[0])
    some, more = _some(knowledge, _COMPARED), _some(knowledge, _REFINED)
    starts = _starts(released, values, days)
    logs = evidences([replace(attack, rule=rule) for rule in starts], some, released)
    order = np.argsort([-_sum_of(each, attack.present) for each in logs], kind="stable")
    tallies = _Tallies(attack, more, released)
    better = cache(lambda rule: fitted(rule, more, released, tallies.of(rule)[0], attack.present))
    rivals = [starts[order[0]], *_refined([starts[at] for at in order[:_STARTS]], tallies, better)]
    worth = [_sum_of(log_means(tally), attack.present) for tally in tallies.of(*rivals)]
    best = rivals[int(np.argmax(worth))]
    return settled(replace(attack, rule=best), knowledge, released)


def settled(attack: Likelihood, knowledge: Knowledge, released: AnyDataset) -> Likelihood:
    """The attack, knowing of how many people values and days say nothing: told too much, it finds out by itself.

    The share of targets whose knowledge came about in each way is the likeliest one by the evidence of all ways.
    Without a way that is hardly ever taken, scoring is quicker.
    """
    rule = attack.rule or plain_rule(knowledge)
    values, days = _details(knowledge, released)
    values, days = values and rule.value_error >= 0, days and rule.day_error >= 0
    some = _some(knowledge, _COMPARED)
    if not some.targets or not released.people or not (values or days):
        return replace(attack, rule=saying_something(rule))
    certain = saying_something(rule)
    ways = [
        (value, day)
        for value in ((False, True) if values else (False,))
        for day in ((False, True) if days else (False,))
    ]
    logs = np.stack(evidences([replace(attack, rule=_without(certain, *way)) for way in ways], some, released))
    shares = _shares(np.vstack((np.zeros(some.targets), logs)))[1:]
    shares /= max(float(shares.sum()), 1e-9)
    idle_values, idle_days = (
        float(sum(share for way, share in zip(ways, shares, strict=True) if way[side])) for side in (0, 1)
    )
    rule = _without(rule, idle_values > 1 - SELDOM, idle_days > 1 - SELDOM)
    return replace(attack, rule=replace(rule, idle_values=_kept(idle_values), idle_days=_kept(idle_days)))


def _kept(idle: float) -> float:
    return idle if SELDOM <= idle <= 1 - SELDOM else 0.0


def _without(rule: Rule, values: bool, days: bool) -> Rule:
    """The rule without values, without days."""
    return replace(rule, value_error=-1.0 if values else rule.value_error, day_error=-1.0 if days else rule.day_error)


def _shares(logs: Floats) -> Floats:
    """The shares of some ways (rows, the first: not there at all) that make all targets (columns) likeliest."""
    shares = np.full(len(logs), 1 / len(logs))
    for _ in range(_MIXED):
        parts = np.log(np.maximum(shares, 1e-12))[:, None] + logs
        parts = np.exp(parts - parts.max(axis=0))
        shares = (parts / parts.sum(axis=0)).mean(axis=1)
    return np.asarray(shares)


def evidences(attacks: Sequence[Likelihood], knowledge: Knowledge, released: AnyDataset) -> list[Floats]:
    """By attack, for each target, the log of how much likelier than by chance what is known is, if they are in the
    data."""
    nobody = np.full(knowledge.targets, -1, np.int64)
    asked = [Asked(knowledge, attack, nobody, top=2) for attack in attacks]
    return [log_means(tally) for tally in all_scored(released, asked)]


@dataclass(frozen=True)
class _Tallies:
    """What rules make of some knowledge; no rule is asked for twice, several at once in one go."""

    attack: Likelihood
    knowledge: Knowledge
    released: AnyDataset
    known: dict[Rule, Tally] = field(default_factory=dict)

    def of(self, *rules: Rule) -> list[Tally]:
        fresh = [rule for rule in dict.fromkeys(rules) if rule not in self.known]
        nobody = np.full(self.knowledge.targets, -1, np.int64)
        asked = [Asked(self.knowledge, replace(self.attack, rule=rule), nobody, top=CANDIDATES) for rule in fresh]
        self.known.update(zip(fresh, all_scored(self.released, asked), strict=True))
        return [self.known[rule] for rule in rules]


def log_means(tally: Tally) -> Floats:
    """The log of the mean of e^score over all candidates."""
    first, second = tally.top_scores[:, 0], tally.top_scores[:, 1]
    rest = np.where(np.isneginf(second), -np.inf, second + np.log(np.maximum(tally.exponentials, 1e-300)))
    return np.asarray(np.logaddexp(first, rest) - np.log(np.maximum(tally.candidates, 1)))


def _sum_of(logs: Floats, present: float) -> float:
    """The evidence of all targets together, from that of each."""
    return float(np.logaddexp(np.log(present) + logs, np.log1p(-present)).sum())


def _some(knowledge: Knowledge, count: int) -> Knowledge:
    """So many targets, spread over all."""
    rows = np.unique(np.linspace(0, knowledge.targets - 1, min(count, knowledge.targets)).astype(np.int64))
    return of_targets(knowledge, rows) if len(rows) < knowledge.targets else knowledge


def _details(knowledge: Knowledge, released: AnyDataset) -> tuple[bool, bool]:
    """Whether there are values, and days, to compare."""
    values = comparable(knowledge.scale, released.scale) and bool((knowledge.values != NO_VALUE).any())
    return values, released.has_days and bool((knowledge.days != UNKNOWN_DAY).any())


def _starts(released: AnyDataset, values: bool, days: bool) -> list[Rule]:
    """Rules of sensible adversaries, as far as there are values and days: from exact to vague, with mistakes or not,
    with items that are not in the record or not, of popular, rare or any items."""
    steps = np.unique(np.diff(np.unique(released.scale.positions))) if values else np.empty(0)
    step = float(steps[0]) if len(steps) else 0.0
    rows: Iterable[tuple[float, float, float, float, float]] = (
        (0, 3, 0.02, 0.02, 0), (0, 0, 0.02, 0.02, 0), (0, 14, 0.2, 0.02, 0), (step, 14, 0.2, 0.02, 0),
        (step, 30, 0.2, 0.2, 0), (0, -1, 0.2, 0.02, 0), (step, -1, 0.2, 0.2, 0), (-1, 3, 0.02, 0.02, 0),
        (-1, -1, 0, 0.02, 0), (-1, -1, 0, 0.2, 0), (-1, -1, 0, 0.02, -1), (-1, -1, 0, 0.2, 1),
    )  # fmt: skip
    rules = [
        Rule(
            value_error=float(value) if values else -1.0, day_error=float(day) if days else -1.0, wrong=wrong / 2,
            wrong_value=wrong / 2 if values else 0.0, wrong_day=wrong / 2 if days else 0.0,
            absent_share=absent, exponent=exponent,
        )
        for value, day, wrong, absent, exponent in rows
    ]  # fmt: skip
    return list(dict.fromkeys(rules))


def _refined(rules: list[Rule], tallies: _Tallies, better: Callable[[Rule], Rule]) -> list[Rule]:
    """By turns the likely records given each rule, and the rule that fits them best; rules go side by side."""
    for _ in range(ROUNDS):
        tallies.of(*rules)
        refined = [better(rule) for rule in rules]
        if refined == rules:
            break
        rules = refined
    return rules

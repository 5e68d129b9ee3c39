"""How knowledge comes about: the rule that a likelihood is made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, log

import numpy as np

from standout.common.arrays import Floats, Int64s, only_read
from standout.data.facts import Facts
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge

DOUBT = 1e-3
"""The chance that something came about in a way the rule does not know of: nothing is ruled out for good."""

TOLD_IDLE = 0.01
"""Told the rule, the chance that a person's values, or days, say nothing all the same."""

TOLD_WRONG = 0.005
"""Told the rule, the chance that one value, or one day, is made up all the same."""

OTHERWISE_ABSENT = 0.1
"""In doubt, the chance that a known item is not in the record."""


@dataclass(frozen=True)
class Rule:
    """A record was drawn, items were drawn from it, values and days got errors."""

    value_error: float = 0.0
    """Right values are spread evenly over those at most this far from the true one; -1 if values are not known."""
    day_error: float = 0.0
    """Right days likewise."""
    wrong: float = 0.1
    """The chance that a known item's value and day are both made up, together: any value and any day."""
    absent: int = 0
    """Known items that are not in the record, besides `absent_share`."""
    absent_share: float = 0.1
    """The chance that any other known item is not in the record."""
    exponent: float = 0.0
    """An item of the record is known with a chance ∝ holders to this power: 0 any, 1 popular ones."""
    outside_top: int = 0
    outside_top_share: float = 1.0
    """Only items outside this many most popular ones, but never more than this share of all, are known."""
    share: tuple[float, float] | None = None
    """The share of the record that is known, if that is how their number was chosen."""
    fewer: bool = True
    """Whether of a record that is too short for this share at least one item is known; else nothing is."""
    planned: int | None = None
    """How many items are known of people who have enough; of others all, and absent ones in proportion."""
    wrong_value: float = 0.0
    """The chance that a known item's value is any value, whatever its day."""
    wrong_day: float = 0.0
    """The chance that a known item's day is any day, whatever its value."""
    idle_values: float = 0.0
    """The chance that the values known of a person say nothing at all."""
    idle_days: float = 0.0
    """The chance that the days known of a person say nothing at all."""

    def set_aside(self, items: int) -> int:
        return min(self.outside_top, int(self.outside_top_share * items))

    def absent_among(self, size: int) -> int:
        """How many of so many known items are not in the record, besides `absent_share`."""
        if not self.absent or self.planned is None or size >= self.planned:
            return self.absent
        real = max(self.planned - self.absent, 1)
        return size - next(part for part in range(size + 1) if part + self.absent * part // real >= size)


RAREST = -1.0
"""Drawing by this power of popularity stands for taking the rarest: steeper ones found fewer people in trials."""


def rule_of(adversary: Adversary) -> Rule:
    """An adversary's own rule. A fixed number of wrong items becomes their share.

    Items of one day, of the older half, or that somebody has most often are taken for drawn one by one from the whole
    record: that part of the rule is not known to the attack, and its calibration makes good for it.
    """
    real = max(_typical(adversary) * (1 - adversary.absent_share) - adversary.absent, 1.0)
    return Rule(
        value_error=-1.0 if adversary.values == "unknown" else float(adversary.values),
        day_error=-1.0 if adversary.days == "unknown" else float(adversary.days),
        wrong=min(adversary.wrong / real, 1.0),
        absent=adversary.absent,
        absent_share=adversary.absent_share,
        exponent={"popular": 1.0, "rarest": RAREST}.get(adversary.choose, 0.0),
        outside_top=adversary.outside_top,
        outside_top_share=adversary.outside_top_share,
        share=adversary.share,
        fewer=adversary.fewer,
        planned=adversary.items if adversary.fewer else None,
        wrong_value=TOLD_WRONG,
        wrong_day=TOLD_WRONG,
        idle_values=TOLD_IDLE,
        idle_days=TOLD_IDLE,
    )


def saying_something(rule: Rule) -> Rule:
    """The same where all that is known of values and days says something."""
    return replace(rule, idle_values=0.0, idle_days=0.0)


def _typical(adversary: Adversary) -> float:
    """How many items are known, typically: needed where their number varies but that of wrong ones does not."""
    if adversary.items is not None:
        return float(adversary.items)
    if adversary.counts is not None:
        total = sum(weight for _, _, weight in adversary.counts)
        return exp(sum(weight * (log(low) + log(high)) / 2 for low, high, weight in adversary.counts) / total)
    return 10.0


def plain_rule(knowledge: Knowledge) -> Rule:
    """What to assume where nobody says how knowledge came about."""
    return Rule(
        value_error=knowledge.value_error, day_error=knowledge.day_error, wrong=0.05,
        wrong_value=0.1, wrong_day=0.05, idle_values=0.5, idle_days=0.9,
    )  # fmt: skip


def absent_terms(rule: Rule, size: int) -> Floats:
    """By how many of `size` known items the record has: the log-chance that just those others are not in it.

    The number of absent items is `absent` and a binomial number of the rest; in doubt, any number. More matches than
    the rule has in mind never count against a record.
    """
    return only_read(_absent_terms(rule.absent_among(size), rule.absent_share, size))


@lru_cache(maxsize=4_096)
def _absent_terms(absent: int, absent_share: float, size: int) -> Floats:
    from scipy.special import gammaln

    lacking = np.arange(size, -1, -1)
    chances = DOUBT * _binomial(lacking, size, OTHERWISE_ABSENT)
    if size >= absent:
        chances = chances + (1 - DOUBT) * _binomial(lacking - absent, size - absent, absent_share)
    ways = gammaln(size + 1) - gammaln(lacking + 1) - gammaln(size - lacking + 1)
    return np.maximum.accumulate(np.log(np.maximum(chances, 1e-300)) - ways)


def _binomial(successes: Int64s, trials: int, chance: float) -> Floats:
    """The chance of each number of successes."""
    from scipy.special import gammaln, xlog1py, xlogy

    possible = (successes >= 0) & (successes <= trials)
    hits = np.where(possible, successes, 0)
    ways = gammaln(trials + 1) - gammaln(hits + 1) - gammaln(trials - hits + 1)
    logs = ways + xlogy(hits, chance) + xlog1py(trials - hits, -chance)
    return np.asarray(np.where(possible, np.exp(logs), 0.0), dtype=np.float64)


def share_terms(share: tuple[float, float], sizes: Int64s, longest: int, *, fewer: bool = False) -> Floats:
    """By length of a record: the log-chance that just this many of its items are known, a row for each number.

    With `fewer`, one item is known of a record that is too short for any, or as many as the upper share allows.
    """
    lengths = np.arange(longest + 1)
    fewest = np.maximum(np.ceil(share[0] * lengths - 1e-9), 1)
    most = np.floor(share[1] * lengths + 1e-9)
    if fewer:
        short = (most < fewest) & (lengths > 0)
        most = np.where(short, np.maximum(most, 1), most)
        fewest = np.where(short, most, fewest)
    fits = (fewest <= sizes[:, None]) & (sizes[:, None] <= most)
    return np.asarray(np.where(fits, -np.log(np.maximum(most - fewest + 1, 1)), np.log(DOUBT)), dtype=np.float64)


def chances_of_items(rule: Rule, facts: Facts) -> Floats:
    """How readily each item comes to be known of somebody who has it: 0 for those that never are."""
    weights = np.maximum(facts.holders, 1).astype(np.float64) ** rule.exponent
    weights /= max(float(weights.max(initial=0.0)), 1e-300)
    return np.where(facts.popularity_ranks >= rule.set_aside(facts.items), weights, 0.0)

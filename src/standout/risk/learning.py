"""Learning how knowledge comes about from the knowledge itself, without seeing the truth (expectation-maximisation).

Which record is the target's is what is not seen. Given a rule, each target's likely records are known with their
probabilities; given those, the rule that fits best is found by counting. A few rounds of both settle it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from standout.attacks.likelihood import Likelihood
from standout.attacks.rules import DOUBT, Rule
from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.data.scales import comparable, distances_between
from standout.engines.merging import Arrays, summed
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets, whole_records, without_repeats
from standout.risk.posterior import record_chances

TARGETS = 1_000
"""More targets than this teach nothing new."""

ROUNDS = 6
CANDIDATES = 5
_LEAST = 0.01
"""Records less likely than this are not counted."""

DAY_ERRORS = (0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365)
EXPONENTS = tuple(round(step / 10, 1) for step in range(-5, 21))
_RATES = (0.001, 0.95)


@dataclass(frozen=True)
class _Pairs:
    """Every known item beside a likely record, with that record's probability."""

    chance: Floats
    there: npt.NDArray[np.bool_]
    item: Int64s
    record: Int64s
    """Place of the record among the unique ones."""
    known_value: Int64s
    value: Int64s
    known_day: Int64s
    day: Int64s


def learnt(attack: Likelihood, knowledge: Knowledge, released: AnyDataset) -> Likelihood:
    """The attack with the rule that fits this knowledge best."""
    known = of_targets(knowledge, np.arange(min(knowledge.targets, TARGETS)))
    rule = _first_guess(known, released)
    if not known.targets or not released.people:
        return replace(attack, rule=rule)
    for _ in range(ROUNDS):
        telling = replace(attack, rule=rule)
        tally = released.engine.score(released, known, telling, top=CANDIDATES)
        better = _fitted(rule, known, released, tally, attack.present)
        if better == rule:
            break
        rule = better
    return replace(attack, rule=rule)


def _first_guess(knowledge: Knowledge, released: AnyDataset) -> Rule:
    """Errors of a quarter of the scale and a month, and a fifth of mistakes of each kind."""
    values = comparable(knowledge.scale, released.scale) and bool((knowledge.values != NO_VALUE).any())
    days = released.has_days and bool((knowledge.days != UNKNOWN_DAY).any())
    return Rule(
        value_error=released.scale.span / 4 if values else -1.0,
        day_error=30.0 if days else -1.0,
        wrong=0.2 if values or days else 0.0,
        absent_share=0.2,
    )


def _fitted(rule: Rule, knowledge: Knowledge, released: AnyDataset, tally: Tally, present: float) -> Rule:
    """The rule under which knowledge and likely records go together best."""
    chances = record_chances(tally, present)
    target, place = np.nonzero(chances >= _LEAST)
    if not len(target):
        return rule
    people, records = np.unique(tally.top_records[target, place], return_inverse=True)
    pairs = _paired(knowledge, released, target, chances[target, place], people, records)
    if not pairs.there.any():
        return rule
    absent = float((pairs.chance * ~pairs.there).sum() / pairs.chance.sum())
    held = _matched(pairs)
    value_error, day_error, wrong = _errors(rule, knowledge, released, held)
    return replace(
        rule, absent_share=float(np.clip(absent, *_RATES)), exponent=_exponent(released, held, people),
        value_error=value_error, day_error=day_error, wrong=wrong,
    )  # fmt: skip


def _paired(
    knowledge: Knowledge, released: AnyDataset, target: Int64s, chance: Floats, people: Int64s, records: Int64s
) -> _Pairs:
    sizes = knowledge.sizes[target]
    rows = np.repeat(np.arange(len(target)), sizes)
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    known = np.arange(len(rows)) - begins[rows] + knowledge.starts[target][rows]
    items = knowledge.items[known].astype(np.int64)
    cells = released.engine.look_up(released, people[records[rows]], items, knowledge.days[known].astype(np.int64))
    return _Pairs(
        chance[rows], cells.there, items, records[rows],
        knowledge.values[known].astype(np.int64), cells.values,
        knowledge.days[known].astype(np.int64), cells.days,
    )  # fmt: skip


def _matched(pairs: _Pairs) -> _Pairs:
    fields = (getattr(pairs, name)[pairs.there] for name in _Pairs.__dataclass_fields__)
    return _Pairs(*fields)


def _errors(rule: Rule, knowledge: Knowledge, released: AnyDataset, held: _Pairs) -> tuple[float, float, float]:
    """How far values and days are off, and how often they are altogether wrong: the likeliest of all widths."""
    has_value = (rule.value_error >= 0) & (held.known_value != NO_VALUE) & (held.value != NO_VALUE)
    has_day = (rule.day_error >= 0) & (held.known_day != UNKNOWN_DAY) & (held.day != UNKNOWN_DAY) & (held.day != NO_DAY)
    if not (has_value | has_day).any():
        return rule.value_error, rule.day_error, rule.wrong
    positions = np.array(released.scale.positions)
    widths = np.unique(np.abs(positions[:, None] - positions)) if rule.value_error >= 0 else np.array([-1.0])
    days = [day for day in DAY_ERRORS if day <= released.last_day] if rule.day_error >= 0 else [-1]
    best, chosen = -np.inf, (rule.value_error, rule.day_error, rule.wrong)
    for width in widths[: max(len(widths) // 2, 1) + 1]:
        near_value, right_value, wrong_value = _value_logs(knowledge, released, held, has_value, float(width))
        for day in days:
            near_day, right_day, wrong_day = _day_logs(released, held, has_day, day)
            right, wrong = near_value & near_day, (~near_value | ~has_value) & (~near_day | ~has_day)
            wrong &= ~right & (has_value | has_day)
            rights, wrongs = float(held.chance[right].sum()), float(held.chance[wrong].sum())
            share = float(np.clip(wrongs / max(rights + wrongs, 1e-9), *_RATES))
            terms = np.full(len(held.chance), np.log(DOUBT))
            terms[right] = (np.log(1 - share) + right_value + right_day)[right]
            terms[wrong] = (np.log(share) + wrong_value + wrong_day)[wrong]
            if (fit := float((held.chance * terms).sum())) > best:
                best, chosen = fit, (float(width), float(day), share)
    return chosen


def _value_logs(
    knowledge: Knowledge, released: AnyDataset, held: _Pairs, has_value: npt.NDArray[np.bool_], width: float
) -> tuple[npt.NDArray[np.bool_], Floats, Floats]:
    """Whether each known value is near the record's, and the log-chance of it if right and if wrong, over an even
    spread; nothing where values are not known."""
    near, right, wrong = np.ones(len(held.chance), bool), np.zeros(len(held.chance)), np.zeros(len(held.chance))
    if has_value.any():
        close = distances_between(knowledge.scale, released.scale) <= width
        fitting, levels = np.maximum(close.sum(axis=0), 1), len(close)
        value = held.value[has_value]
        near[has_value] = close[held.known_value[has_value], value]
        right[has_value] = np.log(levels / fitting[value])
        wrong[has_value] = np.log(levels / np.maximum(levels - fitting[value], 1))
    return near, right, wrong


def _day_logs(
    released: AnyDataset, held: _Pairs, has_day: npt.NDArray[np.bool_], width: int
) -> tuple[npt.NDArray[np.bool_], Floats, Floats]:
    """The same for days."""
    near, right, wrong = np.ones(len(held.chance), bool), np.zeros(len(held.chance)), np.zeros(len(held.chance))
    if has_day.any():
        days, day = released.last_day + 1, held.day[has_day]
        span = np.minimum(day + width, days - 1) - np.maximum(day - width, 0) + 1
        near[has_day] = np.abs(held.known_day[has_day] - day) <= width
        right[has_day] = np.log(days / span)
        wrong[has_day] = np.log(days / np.maximum(days - span, 1))
    return near, right, wrong


def _exponent(released: AnyDataset, held: _Pairs, people: Int64s) -> float:
    """How much more readily popular items are known: the likeliest power of holders."""
    logs = _log_holders(released.facts)
    best, chosen = -np.inf, 0.0
    powers = released.engine.map(released, _powers_in, people, merge=summed)["sums"]
    for exponent, sums in zip(EXPONENTS, powers, strict=True):
        terms = exponent * logs[held.item] - np.log(np.maximum(sums[held.record], 1e-300))
        if (fit := float((held.chance * terms).sum())) > best:
            best, chosen = fit, exponent
    return chosen


def _log_holders(facts: Facts) -> Floats:
    """Log of each item's holders, over that of the most popular."""
    logs = np.log(np.maximum(facts.holders, 1).astype(np.float64))
    return np.asarray(logs - logs.max(initial=0.0))


def _powers_in(partition: Partition, facts: Facts, people: Int64s) -> Arrays:
    """For each power, the sum of that power of holders over the records of those people who are in the partition."""
    local, logs = np.flatnonzero(partition.places(people) >= 0), _log_holders(facts)
    whole, sums = whole_records(partition, facts, people[local]), np.zeros((len(EXPONENTS), len(people)))
    whole = without_repeats(whole) if facts.events else whole
    rows = np.repeat(np.arange(len(local)), whole.sizes)
    for row, exponent in enumerate(EXPONENTS):
        sums[row, local] = np.bincount(rows, weights=np.exp(exponent * logs[whole.items]), minlength=len(local))
    return {"sums": sums}

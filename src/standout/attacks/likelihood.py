"""The likelihood of what is known, given each record: a record was drawn, items from it, values and days got errors."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass, replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from standout.attacks.contract import Attack, LikelihoodGains, Probabilities, Verdict, sums_by_target
from standout.attacks.rules import (
    DOUBT,
    Rule,
    absent_terms,
    chances_of_items,
    plain_rule,
    rule_of,
    share_terms,
)
from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import record_sums
from standout.data.facts import Facts
from standout.data.model import Records
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.data.scales import comparable, distances_between
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge

FARTHEST_REACH = 4_096
"""Errors of more days than this are taken for this many."""

_SMOOTHED = 7
"""Days before and after over which the population's distribution of days is averaged."""

SURE = Verdict(nats=3.0)
"""Until it is calibrated, a posterior of 95%: three nats from all else."""


@dataclass(frozen=True)
class Likelihood:
    """log P(known | record) − log P(known | population), with the posterior over all records and absence.

    `rule` says how knowledge comes about; without one, the errors that come with the knowledge and a tenth of
    mistakes of each kind are assumed. Before anything is known, the target is in the data with chance `present`.
    """

    name: str = "likelihood"
    summary: str = (
        "Asks of each record how likely it is that just this would be known of its owner, and of nobody in the "
        "data: items, values, days, mistakes and the length of the record all count. Its probabilities are "
        "calibrated."
    )
    needs: Needs = NOTHING
    rule: Rule | None = None
    present: float = 0.5
    verdict: Verdict = SURE
    probabilities: Probabilities = "posterior"

    def for_adversary(self, adversary: Adversary) -> Attack:
        return replace(self, rule=rule_of(adversary))

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> LikelihoodGains:
        rule = self.rule or plain_rule(knowledge)
        has_value = comparable(knowledge.scale, facts.scale) & (knowledge.values < len(knowledge.scale.positions))
        has_day = facts.has_days & (knowledge.days != UNKNOWN_DAY)
        chances = chances_of_items(rule, facts)
        valid = knowledge.items >= 0
        chance = np.where(valid, chances[np.maximum(knowledge.items, 0)], 1.0) if len(chances) else np.ones(len(valid))
        room, slopes, lacking = partition.once(rule, facts, lambda: drawn_from(rule, partition, facts))
        reach, near, far = day_edges(rule, facts)
        tables, counted = value_and_day_tables(rule, knowledge, facts, reach)
        unknown = len(knowledge.scale.positions)
        rows = np.where(has_value, knowledge.values, unknown)
        rows = np.where(chance > 0, rows, unknown + 1).astype(np.int32)
        share = popularity(facts)
        frequency = np.where(valid, share[np.maximum(knowledge.items, 0)], 1.0) if len(share) else np.ones(len(valid))
        weights = np.where(chance > 0, np.log(np.where(chance > 0, chance, 1.0) / frequency), np.log(DOUBT))
        starts = sums_by_target(unmatched(knowledge, facts, has_value, has_day), knowledge)
        by_count, by_length, rows_of = size_terms(rule, knowledge, facts)
        length_rows = np.full(knowledge.targets, -1) if rule.share is None else rows_of
        return LikelihoodGains(
            weights=weights, value_rows=rows, dated=has_day & (chance > 0),
            tables=tables, counted=counted, reach=reach, near=near, far=far,
            starts=starts, by_count=by_count, count_rows=rows_of, by_length=by_length, length_rows=length_rows,
            room=room, slopes=slopes, lacking=lacking,
        )  # fmt: skip


def size_terms(rule: Rule, knowledge: Knowledge, facts: Facts) -> tuple[Floats, Floats, Int64s]:
    """What the number of matches and a record's length are worth, a row for each number of known items; and each
    target's row."""
    sizes, rows = np.unique(knowledge.sizes, return_inverse=True)
    by_count = np.zeros((max(len(sizes), 1), int(sizes.max(initial=0)) + 1))
    for row, size in enumerate(sizes):
        by_count[row, : size + 1] = absent_terms(rule, int(size))
    longest = facts.longest if rule.share is not None else 0
    by_length = np.zeros((max(len(sizes), 1), longest + 1))
    if rule.share is not None:
        for row, size in enumerate(sizes):
            by_length[row] = share_terms(rule.share, int(size), longest, fewer=rule.fewer)
    return by_count, by_length, rows.astype(np.int64)


def with_threshold(attack: Attack, nats: float) -> Attack:
    """The attack with another verdict, where it has a posterior to judge by."""
    if attack.probabilities != "posterior" or not is_dataclass(attack):
        return attack
    return cast(Attack, replace(cast(Any, attack), verdict=Verdict(nats=nats)))


def popularity(facts: Facts) -> Floats:
    """The share of each item in what people have, whoever has it several times counting once."""
    holders = np.maximum(facts.holders, 0.5)
    return np.asarray(holders / max(float(holders.sum()), 1.0))


def drawn_from(rule: Rule, partition: Partition, facts: Facts) -> tuple[Int64s, Floats, Floats]:
    """For each record: from how many items known ones are drawn, what a match costs besides, and the log of the
    share of all interactions that are of items it does not have.

    Items are drawn without replacement: `count` of them cost W·(W − w)·(W − 2w)·…, where W is the sum of all
    chances in the record and w what a drawn item takes away on average. With equal chances this is exact.
    """
    records, chances = partition.records, chances_of_items(rule, facts)
    kept = can_be_known(rule, partition, facts)
    sums, squares = (_by_record(amounts, kept, records) for amounts in (chances, chances**2))
    typical = np.divide(sums**2, squares, out=np.zeros(len(sums)), where=squares > 0)
    room = np.rint(typical).astype(np.int64)
    slopes = np.zeros(len(sums))
    np.log(np.divide(room, sums, out=np.ones(len(sums)), where=(sums > 0) & (room > 0)), out=slopes)
    whole = np.rint(popularity(facts) * 2**40).astype(np.int64)
    had = record_sums(records, whole) / 2**40
    lacking = np.log(np.maximum(1 - had, 1e-6))
    return room, slopes + lacking, lacking


def can_be_known(rule: Rule, partition: Partition, facts: Facts) -> npt.NDArray[np.bool_] | None:
    """Which entries have the value and day that the rule needs; none if all have."""
    records, kept = partition.records, np.ones(0, np.bool_)
    if rule.value_error >= 0 and facts.has_values:
        kept = records.values != NO_VALUE
    if rule.day_error >= 0 and facts.has_days:
        dated = records.days != NO_DAY
        kept = kept & dated if len(kept) else dated
    return None if kept.all() else kept


def _by_record(amounts: Floats, kept: npt.NDArray[np.bool_] | None, records: Records) -> Floats:
    """Sums of an amount per item over each record. In whole numbers, so that equal records get equal sums."""
    whole = np.rint(amounts * 2**32).astype(np.int64)
    return np.asarray(record_sums(records, whole, kept) / 2**32)


def day_edges(rule: Rule, facts: Facts) -> tuple[int, Floats, Floats]:
    """How many days errors reach, and what days near the first or last are worth more: fewer are left there."""
    days = facts.last_day + 1
    reach = int(min(max(rule.day_error, 0.0), FARTHEST_REACH))
    codes = np.arange(days)
    width = np.minimum(codes + reach, days - 1) - np.maximum(codes - reach, 0) + 1
    return reach, np.log((2 * reach + 1) / width), np.log(_outside(days, 2 * reach + 1) / _outside(days, width))


def _outside(days: int, width: npt.ArrayLike) -> Floats:
    return np.maximum(days - np.asarray(width, dtype=np.float64), 1.0)


def value_and_day_tables(
    rule: Rule, knowledge: Knowledge, facts: Facts, reach: int
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """log P(known value and day | the record's) − log of an even spread, and which cells are matches.

    Value and day are right together or wrong together. Either may be missing, in the knowledge or in the record.
    """
    known, released = len(knowledge.scale.positions), len(facts.scale.positions)
    levels, days = max(known, 1), facts.last_day + 1
    right_value, wrong_value = np.ones((known + 2, released + 1)), np.ones((known + 2, released + 1))
    if comparable(knowledge.scale, facts.scale):
        near = distances_between(knowledge.scale, facts.scale) <= max(rule.value_error, 0.0)
        fitting = np.maximum(near.sum(axis=0), 1)
        right_value[:known, :-1] = near * levels / fitting
        wrong_value[:known, :-1] = ~near * levels / np.maximum(levels - fitting, 1)
    # columns: gaps within reach, beyond it, day not known, no day in the record
    right_day, wrong_day = np.ones(reach + 4), np.ones(reach + 4)
    right_day[: reach + 1], right_day[reach + 1] = days / (2 * reach + 1), 0.0
    wrong_day[: reach + 1], wrong_day[reach + 1] = 0.0, days / _outside(days, 2 * reach + 1)
    fits = right_value[:, :, None] * right_day
    misses = wrong_value[:, :, None] * wrong_day
    tables = np.log((1 - DOUBT) * ((1 - rule.wrong) * fits + rule.wrong * misses) + DOUBT)
    counted = np.ones(tables.shape, np.bool_)
    if rule.value_error >= 0 and comparable(knowledge.scale, facts.scale):
        counted[:known, -1] = False
    if rule.day_error >= 0:
        counted[:, :, reach + 3] = False
    tables[~counted] = np.log(DOUBT)
    tables[-1], counted[-1] = 0.0, False
    return tables, counted


def unmatched(
    knowledge: Knowledge,
    facts: Facts,
    has_value: npt.NDArray[np.bool_],
    has_day: npt.NDArray[np.bool_],
) -> Floats:
    """For each known item: log of an even spread of value and day over the population's, for one who lacks it."""
    terms = np.zeros(len(knowledge.items))
    if has_value.any():
        terms[has_value] -= np.log(value_shares(knowledge, facts)[knowledge.values[has_value]])
    if has_day.any():
        days = facts.last_day + 1
        shares = day_shares(facts)
        terms[has_day] -= np.log(shares[np.clip(knowledge.days[has_day], 0, days - 1)] * days)
    return terms


def value_shares(knowledge: Knowledge, facts: Facts) -> Floats:
    """How often each known value occurs in the population, over an even spread; a released band that overlaps several
    known ones counts for each of them in part."""
    distances = distances_between(knowledge.scale, facts.scale)
    counts = facts.value_counts[distances.argmin(axis=1)].astype(np.float64)
    if knowledge.scale.kind == "bands" and knowledge.scale != facts.scale:
        overlapping = distances == 0
        parts = overlapping / np.maximum(overlapping.sum(axis=0), 1)
        counts = np.where(overlapping.any(axis=1), parts @ facts.value_counts, counts)
    shares = counts + 1.0
    return np.asarray(shares / shares.sum() * len(shares))


def day_shares(facts: Facts) -> Floats:
    """How often each day occurs in the population, smoothed."""
    counts = facts.day_counts.astype(np.float64)
    sums, days = np.concatenate(([0.0], np.cumsum(counts))), np.arange(len(counts))
    smooth = sums[np.minimum(days + _SMOOTHED + 1, len(counts))] - sums[np.maximum(days - _SMOOTHED, 0)] + 1.0
    return np.asarray(smooth / smooth.sum())

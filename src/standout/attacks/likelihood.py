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
from standout.common.attack_summaries import SUMMARIES
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

_MOST_EASED = 2
"""Where items are drawn by unequal chances, what is left to draw from shrinks over this many times E draws."""

SURE = Verdict(nats=3.0)
"""Until it is calibrated, a posterior of 95%: three nats from all else."""


@dataclass(frozen=True)
class Likelihood:
    """log P(known | record) − log P(known | population), with the posterior over all records and absence.

    `rule` says how knowledge comes about; without one, the errors that come with the knowledge and a tenth of
    mistakes of each kind are assumed. Before anything is known, the target is in the data with chance `present`.
    """

    name: str = "likelihood"
    summary: str = SUMMARIES["likelihood"]
    needs: Needs = NOTHING
    rule: Rule | None = None
    present: float = 0.5
    verdict: Verdict = SURE
    probabilities: Probabilities = "posterior"

    def for_adversary(self, adversary: Adversary) -> Attack:
        return replace(self, rule=rule_of(adversary))

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> LikelihoodGains:
        rule = self.rule or plain_rule(knowledge)
        compared = rule.value_error >= 0 and comparable(knowledge.scale, facts.scale)
        has_value = compared & (knowledge.values < len(knowledge.scale.positions))
        has_day = (rule.day_error >= 0) & facts.has_days & (knowledge.days != UNKNOWN_DAY)
        chances = chances_of_items(rule, facts)
        valid = knowledge.items >= 0
        chance = np.where(valid, chances[np.maximum(knowledge.items, 0)], 1.0) if len(chances) else np.ones(len(valid))
        drawn = Rule(
            min(rule.value_error, 0.0), min(rule.day_error, 0.0), exponent=rule.exponent,
            outside_top=rule.outside_top, outside_top_share=rule.outside_top_share,
        )  # fmt: skip
        urn = partition.once(drawn, facts, lambda: drawn_from(drawn, partition, facts))
        reach, near = day_edges(rule, facts)
        tables, counted = value_and_day_tables(rule, knowledge, facts, reach)
        unknown = len(knowledge.scale.positions)
        rows = np.where(has_value, knowledge.values, unknown)
        rows = np.where(chance > 0, rows, unknown + 1).astype(np.int32)
        share = popularity(facts)
        frequency = np.where(valid, share[np.maximum(knowledge.items, 0)], 1.0) if len(share) else np.ones(len(valid))
        weights = np.where(chance > 0, np.log(np.where(chance > 0, chance, 1.0) / frequency), np.log(DOUBT))
        by_count, by_length, rows_of = size_terms(rule, knowledge, facts)
        length_rows = np.full(knowledge.targets, -1) if rule.share is None else rows_of
        with_values, with_days, starts, possible = ways_of(rule, knowledge, facts, has_value, has_day)
        return LikelihoodGains(
            weights=weights, value_rows=rows, dated=has_day & (chance > 0),
            tables=tables, counted=counted, reach=reach, near=near,
            with_values=with_values, with_days=with_days, starts=starts, possible=possible,
            by_count=by_count, count_rows=rows_of, by_length=by_length, length_rows=length_rows,
            room=urn.room, slopes=urn.slopes, curves=urn.curves,
        )  # fmt: skip


def ways_of(
    rule: Rule, knowledge: Knowledge, facts: Facts, has_value: npt.NDArray[np.bool_], has_day: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], Floats, npt.NDArray[np.bool_]]:
    """The ways in which a target's knowledge may have come about: with values that say something or not, and days;
    what each is worth before anything is compared, and which are possible.

    Values that say nothing are as likely for every record as for the population, so they drop out.
    """
    by_value, by_day = unmatched(knowledge, facts, has_value, has_day)
    values = _sides(rule.idle_values, by_value, has_value, knowledge)
    days = _sides(rule.idle_days, by_day, has_day, knowledge)
    ways = [(value, day) for value in values for day in days]
    return (
        np.array([value.counts for value, _ in ways]),
        np.array([day.counts for _, day in ways]),
        np.stack([value.starts + day.starts for value, day in ways]),
        np.stack([value.possible & day.possible for value, day in ways]),
    )


@dataclass(frozen=True)
class _Side:
    """Values (or days) that count, or that say nothing: what that is worth to each target, and whether it may be."""

    counts: bool
    starts: Floats
    possible: npt.NDArray[np.bool_]


def _sides(idle: float, terms: Floats, has: npt.NDArray[np.bool_], knowledge: Knowledge) -> list[_Side]:
    """The sides of values or days; whoever has none known has but one."""
    some = sums_by_target(has.astype(np.float64), knowledge) > 0
    counting = sums_by_target(terms, knowledge) + np.where(some, np.log1p(-min(idle, 1 - DOUBT)), 0.0)
    sides = [_Side(True, counting, np.ones(knowledge.targets, np.bool_))]
    if idle > 0 and some.any():
        sides.append(_Side(False, np.where(some, np.log(idle), 0.0), some))
    return sides


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
        by_length[: len(sizes)] = share_terms(rule.share, sizes, longest, fewer=rule.fewer)
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


@dataclass(frozen=True)
class Urn:
    """What known items are drawn from, a row per record; see `LikelihoodGains`."""

    room: Int64s
    slopes: Floats
    curves: Floats | None


def drawn_from(rule: Rule, partition: Partition, facts: Facts) -> Urn:
    """From how many items of each record known ones are drawn, and what a match costs besides.

    Items are drawn without replacement. With equal chances `count` of E items cost E·(E − 1)·…, which is exact. With
    others, W being the sum of all chances in the record, they cost W·W·e^(−1/E)·W·e^(−2/E)·…: each takes away about
    1/E of what is left, E = W² / Σw² being the number of equal items that would be as uneven. `docs/likelihood.md` says
    how far that is from the exact chance.
    """
    records, chances = partition.records, chances_of_items(rule, facts)
    kept = can_be_known(rule, partition, facts)
    sums, squares = (_by_record(amounts, kept, records) for amounts in (chances, chances**2))
    typical = np.divide(sums**2, squares, out=np.zeros(len(sums)), where=squares > 0)
    costs = np.log(sums, out=np.zeros(len(sums)), where=sums > 0)
    if rule.exponent:
        curves = np.divide(1.0, typical, out=np.zeros(len(sums)), where=typical >= 1)
        most = np.minimum(np.rint(_MOST_EASED * typical), max(facts.longest, facts.items))
        return Urn(most.astype(np.int64), -costs, curves)
    room = np.rint(typical).astype(np.int64)
    return Urn(room, np.log(np.maximum(room, 1)) - np.where(room > 0, costs, 0.0), None)


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


def day_edges(rule: Rule, facts: Facts) -> tuple[int, Floats]:
    """How many days errors reach, and what days near the first or last are worth more: fewer are left there."""
    days = facts.last_day + 1
    reach = int(min(max(rule.day_error, 0.0), FARTHEST_REACH))
    codes = np.arange(days)
    width = np.minimum(codes + reach, days - 1) - np.maximum(codes - reach, 0) + 1
    return reach, np.log(min(2 * reach + 1, days) / width)


def value_and_day_tables(
    rule: Rule, knowledge: Knowledge, facts: Facts, reach: int
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """log P(known value and day | the record's) − log of an even spread, and which cells are matches.

    Either is right or made up, each on its own or both together; what is made up is any value, any day. Either may be
    missing, in the knowledge or in the record.
    """
    known, released = len(knowledge.scale.positions), len(facts.scale.positions)
    levels, days = max(known, 1), facts.last_day + 1
    values = np.ones((known + 2, released + 1))
    if comparable(knowledge.scale, facts.scale):
        near = distances_between(knowledge.scale, facts.scale) <= max(rule.value_error, 0.0)
        right = near * levels / np.maximum(near.sum(axis=0), 1)
        values[:known, :-1] = (1 - rule.wrong_value) * right + rule.wrong_value
    # columns: gaps within reach, beyond it, day not known, no day in the record
    by_gap = np.ones(reach + 4)
    by_gap[: reach + 2] = (1 - rule.wrong_day) * days / min(2 * reach + 1, days) + rule.wrong_day
    by_gap[reach + 1] = rule.wrong_day
    both = values[:, :, None] * by_gap
    tables = np.log((1 - DOUBT) * ((1 - rule.wrong) * both + rule.wrong) + DOUBT)
    counted = np.ones(tables.shape, np.bool_)
    if rule.value_error >= 0 and comparable(knowledge.scale, facts.scale):
        counted[:known, -1] = False
    if rule.day_error >= 0:
        counted[:, :, reach + 3] = False
    tables[~counted] = np.log(DOUBT)
    tables[-1], counted[-1] = 0.0, False
    return tables, counted


def unmatched(
    knowledge: Knowledge, facts: Facts, has_value: npt.NDArray[np.bool_], has_day: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """For each known item: log of an even spread over the population's, of values and of days, for one who lacks it."""
    by_value, by_day = np.zeros(len(knowledge.items)), np.zeros(len(knowledge.items))
    if has_value.any():
        by_value[has_value] -= np.log(value_shares(knowledge, facts)[knowledge.values[has_value]])
    if has_day.any():
        days = facts.last_day + 1
        shares = day_shares(facts)
        by_day[has_day] -= np.log(shares[np.clip(knowledge.days[has_day], 0, days - 1)] * days)
    return by_value, by_day


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

"""Guards: thresholds from real knowledge, not only from people simulated by the rule that was learnt.

A rule that was learnt may be wrong, and then so is every promise that comes from simulating it. What somebody who is
not there looks like can be seen in the real knowledge itself, twice, without the truth: everybody is looked for among
the *other* people of the public data, none of whom they are; and in the release with their best record taken out. The
threshold is the strictest of all three.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import LAST_DAY, NO_DAY, NO_VALUE
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.engines.base import threaded
from standout.engines.tally import Tally
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, of_targets
from standout.risk.calibration import Calibration, Map, rising_shares, threshold_for
from standout.risk.outcomes import outcomes
from standout.risk.own_pattern import ONE_LOOK, Looking

MOST_PUBLIC = 2_000
"""More people than this need not be looked for among the others: the threshold is as certain as it needs to be."""

MOST_PRESENT = 0.5
"""However many are named, at least as many may be absent."""

_FEWEST_FOR_A_MAP, _SLICE = 100, 20
_PLACES, _ROUNDS = 10, 20
_TAIL = 10
"""So many of the surest make a tail, at least; of fewer, all do, from none on."""

_CHANCE = 0.05
_CERTAIN = 0.9
"""How certain it must be that no more runner-ups reach a threshold than is taken for granted."""


@dataclass(frozen=True)
class Nulls:
    """How sure an attack is of somebody who is not there, by three ways of finding out; odds where it has any."""

    simulated: Floats
    others: Floats
    taken_out: Floats
    simulated_odds: Floats
    others_odds: Floats
    taken_out_odds: Floats


@dataclass(frozen=True)
class Guard:
    """The threshold of each way, and the strictest of them."""

    simulated: float
    others: float
    taken_out: float

    @property
    def threshold(self) -> float:
        return max(self.simulated, self.others, self.taken_out)

    @property
    def strictest(self) -> str:
        """Which way it comes from."""
        return max(("simulated", "others", "taken_out"), key=lambda name: float(getattr(self, name)))


def guarded(confidence: Floats, nulls: Nulls, promised: float) -> Guard:
    """Thresholds that promise at most this share of wrong accusations, whichever way absence is seen."""
    return Guard(
        threshold_for(nulls.simulated, promised),
        threshold_for(nulls.others, promised) if len(nulls.others) else 0.0,
        taken_out_threshold(confidence, nulls.taken_out, promised),
    )


def tail_unit(absent: Floats) -> float:
    """How much surer one must be for 1/e of the people to be left, among the surest: the mean of what these are beyond
    the next (of an exponential tail, its scale). Never less than 1 nat, as it is where a likelihood is right."""
    most = np.sort(absent)[::-1][: max(_TAIL, int(np.sqrt(len(absent)))) + 1]
    most = most[np.isfinite(most)]
    if not len(most):
        return 1.0
    return max(float((most[:-1] - most[-1]).mean() if len(most) > _TAIL else most.mean()), 1.0)


def taken_out_threshold(confidence: Floats, runner_up: Floats, promised: float) -> float:
    """The least threshold that keeps the promise, going by everybody's runner-up; infinite if there is none.

    Whoever was put first rightly looks, once their record is taken out, as an absent person does. Of people put first
    wrongly the runner-up says too little. At least a share p are of the first kind: those who are named, less what the
    promise allows to be named wrongly, and never more than half. If a share b of all runner-ups reach a threshold, then
    of absent people at most b / p do, and of everybody looked for (1 − p) · b / p: that must be within the promise.
    So few may be rightly named that hardly any of their runner-ups is seen, and what is seen is chance: where two of a
    household are both known by what one has, the weaker of them is the runner-up, seldom the stronger. So b is not the
    share that was seen, but the highest one under which so few would be seen one time in ten. Beyond the highest
    runner-up, it falls as the tail does: so that few people, of whom none reaches it, do not stand for many.
    """
    from scipy.special import gammaincinv

    people = len(confidence)
    levels = np.unique(np.concatenate((np.nextafter(confidence, -np.inf), runner_up)))
    beyond = np.maximum(levels - runner_up.max(initial=0.0), 0.0)
    named, reach = (people - np.searchsorted(np.sort(sure), levels, side="right") for sure in (confidence, runner_up))
    right = np.clip(named / max(people, 1) - promised, 0.0, MOST_PRESENT)
    most = gammaincinv(reach + 1.0, _CERTAIN) * np.exp(-beyond / tail_unit(runner_up))
    kept = (named > 0) & (most / (people + 1) * (1 - right) <= promised * right)
    return float(np.nextafter(levels[kept][0], np.inf)) if kept.any() else float(np.inf)


def guarded_by(calibration: Calibration, confidence: Floats, runner_up: Floats) -> Calibration:
    """The calibration with thresholds at least as strict as real knowledge asks for: for knowledge that meets another
    release than the one it was drawn from."""
    least = taken_out_threshold(confidence, runner_up, calibration.promised)
    first, second = (max(threshold, least) for threshold in calibration.thresholds)
    return replace(calibration, thresholds=(first, second))


def worth_saying(named: int, people: int, promised: float) -> bool:
    """Whether more are named than the promise itself would let be named by chance."""
    from scipy.special import bdtrc

    return named > 0 and float(bdtrc(named - 1, people, promised)) < _CHANCE


def shared(guesses: Int64s, named: Bools) -> Bools:
    """Who names a record that somebody else names as well: at most one of them can be right."""
    records, counts = np.unique(guesses[named], return_counts=True)
    return np.asarray(named & np.isin(guesses, records[counts > 1]))


def as_release(knowledge: Knowledge, released: AnyDataset, *, counted: bool = False) -> tuple[LocalDataset, Knowledge]:
    """The public people as if they were the release, and the same knowledge turned against it.

    Items are as rare as in the release, so that a match is worth the same; days count from the earliest of either. With
    `counted`, people have an item as often as is known.
    """
    rows, there = np.repeat(np.arange(knowledge.targets), knowledge.sizes), np.flatnonzero(knowledge.items >= 0)
    if counted and knowledge.counts is not None:
        there = np.repeat(there, knowledge.counts[there])
    dated = knowledge.days != UNKNOWN_DAY
    earlier = min(int(knowledge.days[dated].min(initial=0)), 0)
    days = np.where(dated, np.clip(knowledge.days.astype(np.int64) - earlier, 0, LAST_DAY), NO_DAY)
    has_days, has_values = released.has_days and bool(dated.any()), bool((knowledge.values != NO_VALUE).any())
    pairs = rows[there] * max(released.items, 1) + knowledge.items[there]
    data = from_arrays(
        rows[there], knowledge.items[there],
        knowledge.values[there] if has_values else None, days[there] if has_days else None,
        scale=knowledge.scale if has_values else NO_SCALE, size=(knowledge.targets, released.items),
        first_day=(released.first_day or 0) + earlier, events=len(np.unique(pairs)) < len(pairs),
    )  # fmt: skip
    facts = replace(data.facts, holders=released.holders, people=max(released.people, data.people))
    moved = np.where(dated, knowledge.days - earlier, UNKNOWN_DAY).astype(np.int32)
    data = threaded(replace(data, facts=facts), released.engine.workers)
    return data, replace(knowledge, days=moved)


@dataclass(frozen=True)
class Among:
    """How sure an attack is of people who are looked for among the others of the public data."""

    asked: Int64s
    """Who: at most so many of them."""
    confidence: Floats
    odds: Floats


def against_others(
    knowledge: Knowledge,
    attack: Attack,
    released: AnyDataset,
    seed: int,
    looking: Looking = ONE_LOOK,
) -> Among:
    """What comes of looking for people among the others of the public data, as they would be absent from a release of
    the same size as the real one."""
    public, known = as_release(knowledge, released, counted="counts" in looking.own)
    asked = np.sort(np.random.default_rng(seed).permutation(known.targets)[:MOST_PUBLIC])
    tally = looking.among_public().score(public, of_targets(known, asked), attack, asked, top=_PLACES)
    came = outcomes(tally, attack, asked, public.people)
    if attack.probabilities != "posterior":
        return Among(asked, came.confidence_absent, came.odds_absent)
    odds = came.odds_absent + larger_release(tally, asked, released.people / max(known.targets - 1, 1))
    tied = came.confidence_absent == 0
    return Among(asked, np.where(tied, 0.0, np.logaddexp(0.0, odds)), odds)


def larger_release(tally: Tally, taken_out: Int64s, times: float) -> Floats:
    """By how much the odds of the best record rise if there are so many times more records, none of them the target's.

    Among many, the spacings of the best scores are exponential: the first is ahead of the second by one unit on
    average, the second of the third by half of it. The best of `times` more records scores log(times) units more,
    and the odds, which weigh the best against all, lose log(times): nothing is gained if a unit is 1 nat, as it is
    where the likelihood is right.
    """
    if times <= 1:
        return np.zeros(tally.targets)
    own = tally.top_records == taken_out[:, None]
    scores = np.where((tally.top_records < 0) | own, -np.inf, tally.top_scores)
    scores = np.sort(scores, axis=1)[:, ::-1]
    with np.errstate(invalid="ignore"):
        spacings = (scores[:, :-1] - scores[:, 1:]) * np.arange(1, scores.shape[1])
    real = np.isfinite(spacings)
    unit = np.where(real, spacings, 0.0).sum(axis=1) / np.maximum(real.sum(axis=1), 1)
    return np.asarray(np.maximum(unit - 1, 0.0) * np.log(times), dtype=np.float64)


def with_real_nulls(calibration: Calibration, odds: Floats, nulls: Nulls, guard: Guard, *, silent: bool) -> Calibration:
    """The calibration with doubt from real knowledge: never surer than either map, and the threshold of the guard.

    Where nobody is named since the model does not fit, probabilities give absence the benefit of every doubt.
    """
    fitted = calibration.maps[0]
    if len(odds) >= _FEWEST_FOR_A_MAP:
        fitted = _lower(fitted, real_map(odds, nulls, most_absent=silent))
    return replace(calibration, maps=(fitted, fitted), thresholds=(guard.threshold, guard.threshold))


def real_map(odds: Floats, nulls: Nulls, *, most_absent: bool = False) -> Map:
    """How likely the best record is the target's, by how many people are this sure and how many absent ones would be.

    Absent people are as sure as the surest of the ways to see them says. So many people above a level as absent ones do
    not explain are right; as many as are not right may be absent, which settles in a few rounds. With `most_absent`,
    runner-ups are taken for as many absent people as they can stand for.
    """
    order = np.sort(odds)
    low = np.unique(order[:: max(len(order) // max(len(order) // _SLICE, 1), 1)])
    starts = np.searchsorted(order, low, side="left")
    counts = np.diff(np.append(starts, len(order))).astype(np.float64)
    hits = np.zeros(len(low))
    for _ in range(_ROUNDS):
        present = float(hits.sum() / len(order))
        unexplained = len(order) - starts - (1 - present) * _surest(low, nulls, present, most_absent) * len(order)
        right = np.maximum.accumulate(np.maximum(unexplained, 0.0)[::-1])[::-1]
        hits = np.clip(right - np.append(right[1:], 0.0), 0.0, counts)
    centres = order[(starts + counts / 2).astype(np.int64)]
    kept = np.append(True, np.diff(centres) > 0)
    return Map(centres[kept], rising_shares(hits, counts)[kept])


def _surest(levels: Floats, nulls: Nulls, present: float, most: bool) -> Floats:
    """The share of absent people who are at least this sure, by the way that gives most.

    Runner-ups are a mixture: of people who are put first rightly, what absent ones look like (a share f reaches the
    level); of others, what is left once the best of them is gone. Since the second of many leads the third by half as
    much as the first leads the second, f² of these do. So b = p·f + (1 − p)·f² is solved for f; with `most`, only the
    first kind counts, and f = b / p.
    """
    right, wrong = present, max(1 - present, 1e-9)
    reach = _share_from(nulls.taken_out_odds, levels)
    if most:
        mixed = reach / max(min(right, MOST_PRESENT), 1 / max(len(nulls.taken_out_odds), 1))
    else:
        mixed = (np.sqrt(right**2 + 4 * wrong * reach) - right) / (2 * wrong)
    ways = (_share_from(nulls.simulated_odds, levels), _share_from(nulls.others_odds, levels), np.minimum(mixed, 1.0))
    return np.asarray(np.maximum.reduce(ways))


def _share_from(sample: Floats, levels: Floats) -> Floats:
    if not len(sample):
        return np.zeros(len(levels))
    return np.asarray(1 - np.searchsorted(np.sort(sample), levels, side="left") / len(sample))


def _lower(one: Map, other: Map) -> Map:
    """A map that is never above either: both are straight between knots, so is this between theirs and halfway."""
    knots = np.unique(np.concatenate((one.odds, other.odds)))
    knots = np.unique(np.concatenate((knots, (knots[1:] + knots[:-1]) / 2)))
    return Map(knots, np.minimum(one(knots), other(knots)))

"""Linkability, measured in the data itself: are a person's older and newer records told to be of one person?

An adversary from another time knows all of everybody up to the median day of the data, and looks for them in what was
released after it, at once or after a gap. They link by the items that both halves have, as the usual attacks do, and by
taste, habits and rhythm: where people have every item but once, halves have no item in common, and only what goes
together with what can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from math import lgamma

import msgspec
import numpy as np

from standout.attacks.taste import Taste
from standout.attacks.tf_idf import TfIdf
from standout.common.arrays import Bools, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.base import threaded
from standout.engines.whole_records import records_of
from standout.knowledge.draw import Knowledge, of_targets, seed_for
from standout.knowledge.time_shift import TimeShift
from standout.results.questions import AfterGap, Linkability, Linked
from standout.risk.calibration import Trial
from standout.risk.diagnosis import NOBODY_STANDS_OUT
from standout.risk.guards import guarded_by
from standout.risk.intervals import rate_of
from standout.risk.outcomes import Outcomes, outcomes
from standout.risk.taste_calibration import smoothly_calibrated, too_few
from standout.risk.taste_learning import taste_learnt
from standout.risk.taste_splits import Split, cut

SAMPLED, MOST_ASKED, FEWEST_ASKED = 4_000, 2_000, 20
SHORTLIST = 10
GAPS = (30, 180)
"""Days between what is known and what is released, besides none."""
PROMISED = 0.01
DOUBT = 0.05
_FEW_REPEATS = 0.01
"""Up to this share of rows may repeat a person and an item without being behaviour."""


def median_day(day_counts: Int64s) -> int | None:
    """The last day of the older half of all entries; none where all are of one day."""
    days = np.flatnonzero(day_counts)
    if len(days) < 2:
        return None
    before = np.cumsum(day_counts[days])
    return int(days[min(int(np.searchsorted(before, before[-1] / 2)), len(days) - 2)])


def sample_of(data: AnyDataset, seed: int) -> Knowledge:
    """The records of some people, chosen at random."""
    order = np.random.default_rng(seed_for(seed, "time split")).permutation(np.flatnonzero(data.lengths > 1))
    return records_of(data, np.sort(order[:SAMPLED]))


def with_both_halves(records: Knowledge, shift: TimeShift) -> Int64s:
    """Who has something before and something after."""
    rows = np.repeat(np.arange(records.targets), records.sizes)
    parts = (np.bincount(rows[part(records.days)], minlength=records.targets) for part in (shift.before, shift.after))
    return np.flatnonzero(np.minimum(*parts))


def halves_of(records: Knowledge, data: AnyDataset, shift: TimeShift, seed: int) -> Split:
    """The older and newer halves of those who have both, or of some of them; entries without a day are in neither."""
    both = with_both_halves(records, shift)
    if len(both) > MOST_ASKED:
        both = np.sort(np.random.default_rng(seed_for(seed, "time split asked")).permutation(both)[:MOST_ASKED])
    records = of_targets(records, both)
    return cut(records, data, shift.before(records.days), shift.after(records.days))


def ranks_by_items(halves: Split) -> Int64s:
    """The place of everybody's newer half, by the usual attack with the items of the older one; ties at their worst."""
    released, attack, truths = halves.released, TfIdf(), np.arange(halves.known.targets)
    return outcomes(released.engine.score(released, halves.known, attack, truths), attack, truths, len(truths)).ranks


def shares_items(halves: Split) -> bool:
    """Whether somebody has an item in both halves."""
    rows = np.repeat(np.arange(halves.known.targets), halves.known.sizes)
    return bool(halves.released.engine.look_up(halves.released, rows, halves.known.items.astype(np.int64)).there.any())


def by_taste(halves: Split, seed: int, looks: int) -> Linked | None:
    """How well taste links, learnt from the newer halves alone; none where it cannot be learnt."""
    released, truths = halves.released, np.arange(halves.known.targets)
    learnt = taste_learnt(Taste(), halves.known, released, seed)
    if learnt.trial is None:
        return None
    attack = learnt.attack
    came = outcomes(released.engine.score(released, halves.known, attack, truths), attack, truths, released.people)
    threshold, silent = guarded_threshold(learnt.trial, came)
    named = (came.standing_out >= threshold) & came.right
    linked = _linked("taste", came.ranks, looks, named, came.standing_out_absent >= threshold)
    return msgspec.structs.replace(linked, silent=silent)


def guarded_threshold(trial: Trial, came: Outcomes, promised: float = PROMISED) -> tuple[float, str | None]:
    """How sure `taste` must be for a name, as in `link`: by splits of the release, and by the knowledge itself with
    everybody's best record taken out, whichever is stricter. Infinite where that cannot be told, and why."""
    calibration = smoothly_calibrated(trial, np.zeros(int(trial.people.max(initial=0)) + 1, np.int64), promised)
    threshold = max(guarded_by(calibration, came.confidence, came.runner_up).thresholds)
    named = (came.confidence >= threshold).any()
    return threshold, None if named else too_few(trial, promised) or NOBODY_STANDS_OUT


def ways_of(halves: Split, seed: int) -> tuple[Linked, ...]:
    """Each way of linking that can work, and how well it does."""
    shared = shares_items(halves)
    looks = 2 * (1 + shared)
    by_items = (_linked("items", ranks_by_items(halves), looks),) if shared else ()
    taste = by_taste(halves, seed, looks)
    return by_items if taste is None else (*by_items, taste)


def is_folded(data: AnyDataset) -> bool:
    """Whether enough of what people do again is known by one day alone that halves would say less than there was."""
    read = data.source.understood
    folded = not data.events and read is not None and read.repeats != "events"
    return folded and read is not None and read.rows_repeated > _FEW_REPEATS * read.rows


def linkability(data: AnyDataset, seed: int, threads: int | None = None, crowd: int = FEWEST_ASKED) -> Linkability:
    """How often older and newer halves are linked; open where the data cannot answer."""
    if data.first_day is None:
        return Linkability(reason="the data has no days to cut records at")
    cut_after = median_day(data.facts.day_counts)
    if cut_after is None:
        return Linkability(reason="everything in the data is of one day")
    if is_folded(data):
        return Linkability(
            reason="what people have again and again was folded into one entry with one day, so their halves share "
            "nothing; read with --repeats events, it can"
        )
    data, fewest = threaded(data, threads), max(crowd, FEWEST_ASKED)
    records = sample_of(data, seed)
    shift = TimeShift(cut_after)
    halves = halves_of(records, data, shift, seed)
    people = halves.known.targets
    if people < fewest:
        few = f"fewer than {fewest} of {records.targets:,} people"
        return Linkability(reason=f"{few} have something both before and after the median day")
    linked = ways_of(_threaded(halves, threads), seed)
    if not linked:
        return Linkability(reason="halves share no item, and there are too few people to learn their taste from")
    return Linkability(
        last_older_day=(date(1970, 1, 1) + timedelta(days=(data.first_day or 0) + cut_after)).isoformat(),
        people=people,
        sampled=records.targets,
        with_both=len(with_both_halves(records, shift)),
        linked=linked,
        blind_first=1 / people,
        blind_within_10=min(SHORTLIST / people, 1.0),
        after_gaps=tuple(_after_gaps(records, data, cut_after, seed, fewest, threads)),
    )


def _after_gaps(
    records: Knowledge, data: AnyDataset, last: int, seed: int, fewest: int, threads: int | None
) -> Iterator[AfterGap]:
    """The same after each gap that leaves enough people."""
    for gap in GAPS:
        halves = halves_of(records, data, TimeShift(last, gap), seed)
        people = halves.known.targets
        linked = ways_of(_threaded(halves, threads), seed) if people >= fewest else ()
        if linked:
            within = min(SHORTLIST / people, 1.0)
            yield AfterGap(gap=gap, people=people, linked=linked, blind_first=1 / people, blind_within_10=within)


def _threaded(halves: Split, threads: int | None) -> Split:
    return replace(halves, released=threaded(halves.released, threads))


def _linked(way: str, places: Int64s, looks: int, named: Bools | None = None, accused: Bools | None = None) -> Linked:
    """How well one way of linking does; it is one of so many looks at blind luck."""
    first, within = rate_of(places == 1), rate_of(places <= SHORTLIST)
    assert first is not None
    assert within is not None
    people = len(places)
    lucky = min(chance_of(int((places <= most).sum()), people, min(most / people, 1.0)) for most in (1, SHORTLIST))
    return Linked(
        by=way, first=first, within_10=within, better=lucky < DOUBT / looks,
        named=None if named is None else rate_of(named), accused=None if accused is None else rate_of(accused),
    )  # fmt: skip


def chance_of(hits: int, tries: int, chance: float) -> float:
    """The probability of at least so many hits in independent tries (the binomial's upper tail)."""
    if hits <= 0 or chance >= 1:
        return 1.0
    many = np.arange(hits)
    ways = np.array([lgamma(tries + 1) - lgamma(k + 1) - lgamma(tries - k + 1) for k in many.tolist()])
    fewer = float(np.exp(ways + many * np.log(chance) + (tries - many) * np.log1p(-chance)).sum())
    return max(0.0, 1 - fewer)

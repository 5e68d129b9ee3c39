"""Learning taste: what of a person stays from one time to another, from splits of the released data alone.

Released records are cut in two as knowledge and release are apart. One part is taken for known, the other for released:
who is who is known there, so habits that stay, weights and their calibration can be learnt, without anybody's name and
without a truth. Nobody is judged with what was learnt from themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from standout.attacks.taste import Taste
from standout.attacks.taste_habits import (
    Habits,
    Side,
    Times,
    Ways,
    known_side,
    learnt_habits,
    released_side,
    seen_habits,
)
from standout.attacks.taste_model import Basis, TasteModel
from standout.attacks.taste_vectors import learnt_tastes, who_has_what
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.whole_records import records_of
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for
from standout.risk.calibration import Trial
from standout.risk.outcomes import outcomes
from standout.risk.taste_evidence import other_time
from standout.risk.taste_splits import Split, released_days, sampled, side_of, split, times_of
from standout.risk.taste_weights import Weighed, weighed

FEWEST = 60
"""Of fewer people than this with something in both parts, nothing can be learnt."""

ITEMS_FROM = 20_000
"""So many people teach what goes together."""

_LEARNT_FROM, _RIVALS = 600, 1_200
_EXCLUSIVE, _YEARS = 0.2, 2
_AGAINST, _MOST_SHARE = (2.0, 12.0), 0.99
_MUCH_MORE = 1.5
"""From so many times more known items on than were tried, probabilities come with a word of doubt."""


@dataclass(frozen=True)
class LearntTaste:
    """The attack with what was learnt, what came of trying it on splits, and why, in a line."""

    attack: Taste
    trial: Trial | None
    """People are released ones. None where the attack stays likelihood."""
    note: str


def from_another_time(knowledge: Knowledge, released: AnyDataset, seed: int) -> bool:
    """Whether what is known is covered by released records no more than another time of the same people would be."""
    times = times_of(knowledge, released)
    records = records_of(released, sampled(released, seed))
    parts = split(records, released, times, _gap(knowledge, released), seed)
    if len(parts.both) < FEWEST:
        return False
    exclusive = _had_again(parts) < _EXCLUSIVE
    return other_time(knowledge, released, parts, exclusive, times in ("earlier", "later"), seed)


def taste_learnt(attack: Taste, knowledge: Knowledge, released: AnyDataset, seed: int) -> LearntTaste:
    """Learn the taste of a release for this knowledge; where that is not from another time, nothing is learnt."""
    people, times = sampled(released, seed), times_of(knowledge, released)
    parts = split(records_of(released, people), released, times, _gap(knowledge, released), seed)
    if len(parts.both) < FEWEST:
        note = f"taste was not learnt: fewer than {FEWEST} released people have something in both parts of a split"
        return LearntTaste(replace(attack, model=None), None, note)
    ways = _ways(parts, knowledge, times)
    basis, against = _basis(parts, ways, seed)
    if not other_time(knowledge, released, parts, basis.exclusive, times in ("earlier", "later"), seed):
        note = "taste was not used: known items are in released records more than two times of one person would share"
        return LearntTaste(replace(attack, model=None), None, note)
    trial, weights = _cross_fitted(attack, parts, basis, against, seed)
    model = _model(_final_basis(basis, knowledge, released, times, seed), weights, against)
    what = "who shares a known item is out" if basis.exclusive else "items may come again"
    note = f"taste was learnt from {len(parts.both):,} released people cut in two ({_HOW[times]}); {what}"
    note += less_tried(trial, knowledge)
    trial = replace(trial, people=people[trial.people])
    sure = (trial.standing_out_absent, trial.standing_out)
    columns = (trial.people, trial.right, trial.odds, trial.odds_absent, *sure)
    return LearntTaste(replace(attack, model=model, trial=columns), trial, note)


def less_tried(trial: Trial, knowledge: Knowledge) -> str:
    """What to say if much more is known of people than it could be tried with."""
    tried, known = (float(np.median(sizes)) if len(sizes) else 0.0 for sizes in (trial.sizes, knowledge.sizes))
    if known <= _MUCH_MORE * tried:
        return ""
    return f"; probabilities may be off: {known:g} items are known of a person, it was tried with {tried:g}"


_HOW: dict[Times, str] = {
    "none": "by lot",
    "mixed": "at the middle of each record",
    "earlier": "at one day, known before released",
    "later": "at one day, released before known",
}


def _gap(knowledge: Knowledge, released: AnyDataset) -> int:
    """How many days lie between what is known and what is released."""
    days = knowledge.days[knowledge.days != UNKNOWN_DAY]
    if not len(days) or not released.has_days:
        return 0
    first, last = released_days(released)
    return max(first - int(days.max()) - 1, int(days.min()) - last - 1, 0)


def _ways(parts: Split, knowledge: Knowledge, times: Times) -> Ways:
    """Which habits to look at in the split, and against what."""
    facts, side = parts.released.facts, _newer(parts)
    same = knowledge.scale == facts.scale and facts.has_values and bool((side.values >= 0).any())
    positions = np.array(facts.scale.positions, dtype=np.float64)
    means = np.zeros(facts.items)
    if same:
        valued = side.values >= 0
        given, items = positions[side.values[valued]], side.items[valued]
        usual, count = float(given.mean()), np.bincount(items, minlength=facts.items)
        means = (np.bincount(items, weights=given, minlength=facts.items) + 5 * usual) / (count + 5)
    known, dated = parts.known.days, side.days[side.days != UNKNOWN_DAY]
    known = known[known != UNKNOWN_DAY]
    edges = (0, 0)
    if times in ("earlier", "later") and len(known) and len(dated):
        nearest = (known.max(), dated.min()) if times == "earlier" else (known.min(), dated.max())
        edges = (int(nearest[0]), int(nearest[1]))
    months = len(facts.day_counts) >= _YEARS * 365
    return Ways(np.log1p(facts.holders), len(positions) if same else 0, means, positions, times, months, *edges)


def _habits(parts: Split, ways: Ways, people: Int64s) -> Habits:
    """Which habits stay, from these people."""
    known = seen_habits(known_side(parts.known_of(people)), ways, released=False)
    return learnt_habits(known, seen_habits(_newer(parts), ways, released=True).of(people))


def _newer(parts: Split) -> Side:
    """The released part of everybody in the split."""
    return released_side(parts.released.held, parts.released.facts, 0, parts.released.people)


def _basis(parts: Split, ways: Ways, seed: int) -> tuple[Basis, float]:
    """What features are made of in the split, from its released part; and what a shared item says against somebody."""
    facts, side, ratio = parts.released.facts, _newer(parts), _had_again(parts)
    holders = np.maximum(facts.holders, 1)
    people = max(int((parts.released.lengths > 0).sum()), 2)
    basis = Basis(
        learnt_tastes(side, facts.items, seed_for(seed, "taste")), _habits(parts, ways, parts.both), ways,
        np.maximum(np.log(people / holders), 0.0), _expected(facts.holders, people),
        float(facts.holders.sum()) / people, ratio < _EXCLUSIVE, 0.0,
    )  # fmt: skip
    return basis, float(np.clip(-np.log(ratio), *_AGAINST))


def _had_again(parts: Split) -> float:
    """How often people have an item in both parts, over how often they would by chance."""
    facts = parts.released.facts
    known, has = (who_has_what(side, facts.items) for side in (known_side(parts.known), _newer(parts)))
    own = float(known.multiply(has).sum())
    by_chance = float(np.asarray(known.sum(axis=0)).ravel() @ facts.holders) / max(parts.released.people, 1)
    return (own + 0.5) / (by_chance + 0.5)


def _final_basis(basis: Basis, knowledge: Knowledge, released: AnyDataset, times: Times, seed: int) -> Basis:
    """From whole records, for the knowledge itself: which habits stay is learnt, what is usual is looked at."""
    side, facts = side_of(records_of(released, sampled(released, seed, ITEMS_FROM))), released.facts
    days, ways = knowledge.days[knowledge.days != UNKNOWN_DAY], basis.ways
    first, last = released_days(released)
    if times == "earlier":
        ways = replace(ways, known_edge=int(days.max()), released_edge=first)
    if times == "later":
        ways = replace(ways, known_edge=int(days.min()), released_edge=last)
    people = max(released.people, 2)
    known = seen_habits(known_side(knowledge), ways, released=False)
    habits = basis.habits.among(known, seen_habits(side, ways, released=True))
    return replace(
        basis, habits=habits, tastes=learnt_tastes(side, facts.items, seed_for(seed, "taste")), ways=ways,
        rarity=np.maximum(np.log(people / np.maximum(facts.holders, 1)), 0.0),
        expected=_expected(facts.holders, people),
        usual_length=float(facts.holders.sum()) / people,
    )  # fmt: skip


def _expected(holders: Int64s, people: int) -> Floats:
    """How often each item would be had, if having it again were as likely, by the share of people who have it."""
    return np.asarray(-np.log1p(-np.minimum(holders / people, _MOST_SHARE)))


def _cross_fitted(attack: Taste, parts: Split, basis: Basis, against: float, seed: int) -> tuple[Trial, Weighed]:
    """Learn on one half of the people and try on the other, both ways; and the mean of what was learnt."""
    order = np.random.default_rng(seed_for(seed, "taste folds")).permutation(parts.both)
    halves, trials, found = (np.sort(order[::2]), np.sort(order[1::2])), [], []
    for learnt_on, tried_on in (halves, halves[::-1]):
        two_thirds = np.random.default_rng(seed_for(seed, "taste thirds")).permutation(learnt_on)
        two_thirds, rest = np.sort(two_thirds[len(two_thirds) // 3 :]), two_thirds[: len(two_thirds) // 3]
        here = replace(basis, habits=_habits(parts, basis.ways, two_thirds))
        weights = _weights(parts, here, against, np.sort(rest[:_LEARNT_FROM]), seed)
        found.append(weights)
        trials.append(_tried(replace(attack, model=_model(here, weights, against)), parts, tried_on))
    trial = Trial(*(np.concatenate([getattr(each, field.name) for each in trials]) for field in fields(Trial)))
    mean = Weighed(
        np.mean([each.features for each in found], axis=0), np.mean([each.alone for each in found], axis=0),
        float(np.mean([each.by_weight for each in found])),
        float(np.mean([each.by_nats for each in found])), float(np.mean([each.doubt for each in found])),
    )  # fmt: skip
    return trial, mean


def _weights(parts: Split, basis: Basis, against: float, people: Int64s, seed: int) -> Weighed:
    """What each feature is worth to tell these people from rivals."""
    there = np.flatnonzero(parts.released.lengths > 0)
    rivals = np.random.default_rng(seed_for(seed, "taste rivals")).permutation(there)[:_RIVALS]
    candidates = np.union1d(people, rivals)
    known = known_side(parts.known_of(people))
    items, every = parts.released.items, _newer(parts)
    y = [rows[candidates] for rows in basis.released_rows(every)]
    has, held = who_has_what(known, items), who_has_what(every, items)[candidates]
    return weighed(basis.known_rows(known), y, has, held, basis, against, np.searchsorted(candidates, people))


def _model(basis: Basis, weights: Weighed, against: float) -> TasteModel:
    basis = replace(basis, doubt=weights.doubt)
    return TasteModel(basis, weights.features, weights.by_weight, weights.by_nats, against, weights.alone)


def _tried(attack: Taste, parts: Split, people: Int64s) -> Trial:
    """What comes of looking for these people in the split."""
    released = parts.released
    known = parts.known_of(people)
    tally = released.engine.score(released, known, attack, people)
    came = outcomes(tally, attack, people, released.people)
    sure = (came.confidence_absent, came.confidence)
    return Trial(people, came.right, came.odds, came.odds_absent, *sure, known.sizes)

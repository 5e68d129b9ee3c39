"""Making a bulletin from a dataset: popularity, scores, norms and groups, with or without noise."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from standout import __version__
from standout.errors import BadInput
from standout.interactions.model import Int64s, Interactions
from standout.knowledge.draw import seed_for
from standout.label import noise
from standout.label.bulletin import Bulletin, Folded, Made, Norm, Scored, scores_of
from standout.label.groups import MOST_GROUPS, TRIMMED, groups_of, mean_between
from standout.label.noise import SHARES, Budget
from standout.label.scoring import crowd_of, held_at_most, scores_of_all, yardstick
from standout.label.validating import LONGEST_ID, LONGEST_TITLE, MOST_ITEMS
from standout.plain import plain_text

Floats = npt.NDArray[np.float64]
Tell = Callable[[str, int, int], None]

MOST_DAYS = 36_500
FEWEST_PEOPLE = 50
"""Popularity among fewer people is about those people, not about the items."""


@dataclass(frozen=True)
class PublishSettings:
    """What can be chosen about a bulletin."""

    rare_below: int = 100
    min_holders: int = 5
    groups: int | None = None
    """None: as many as there are."""
    budget: Budget | None = None
    date: str | None = None
    """None: today."""
    valid_days: int | None = None
    """For how many days the provider stands by it; none: that is not said."""
    seed: int = 1
    threads: int | None = None

    def __post_init__(self) -> None:
        for name, number in (("--rare-below", self.rare_below), ("--min-holders", self.min_holders)):
            if not 1 <= number <= 2**40:
                raise BadInput(f"{name} is {number}, but must be at least 1")
        if self.groups is not None and not 2 <= self.groups <= MOST_GROUPS:
            raise BadInput(f"--groups is {self.groups}, but must be between 2 and {MOST_GROUPS}")
        if self.date is not None:
            try:
                datetime.date.fromisoformat(self.date)
            except ValueError:
                raise BadInput(f"--date {self.date}: write a day such as 2026-11-16") from None
        if self.valid_days is not None and not 1 <= self.valid_days <= MOST_DAYS:
            raise BadInput(f"--valid-days is {self.valid_days}, but must be between 1 and {MOST_DAYS:,}")
        _ = self.valid_until  # say before the work that there is no such day

    @property
    def valid_until(self) -> str | None:
        """The last day on which the provider stands by the bulletin."""
        if self.valid_days is None:
            return None
        try:
            return (datetime.date.fromisoformat(self.day) + datetime.timedelta(days=self.valid_days)).isoformat()
        except OverflowError:
            raise BadInput(f"--valid-days {self.valid_days}: goes beyond the year 9999; give fewer") from None

    @property
    def day(self) -> str:
        return datetime.date.fromisoformat(self.date).isoformat() if self.date else datetime.date.today().isoformat()


@dataclass(frozen=True)
class _Counted:
    """What everything else is made from: who holds what, and how much people have."""

    people: int
    interactions: int
    counts: Int64s
    """Holders as published, 0 for an item without a name."""
    folded: Folded
    crowd: tuple[float, ...]


def make_bulletin(data: Interactions, settings: PublishSettings, tell: Tell | None = None) -> Bulletin:
    """The bulletin of a dataset, wherever its records are; not yet signed."""
    if data.people < max(FEWEST_PEOPLE, 2 * settings.min_holders):
        raise BadInput(
            f"{data.people} people are too few to publish popularity of; at least "
            f"{max(FEWEST_PEOPLE, 2 * settings.min_holders)} are needed"
        )
    told = tell or _nobody
    told("popularity", 0, 10)
    budget = settings.budget
    found = _counted(data, settings) if budget is None else _counted_noisily(data, settings, budget)
    if not found.counts.any():
        raise BadInput(
            f"no item has {settings.min_holders} holders, so there is nothing to publish; lower --min-holders"
            + ("" if budget is None else " or raise --epsilon")
        )
    told("scores", 1, 10)
    with_this = yardstick(found.counts, settings.rare_below, found.folded.mean, found.people, found.crowd)
    raw = scores_of_all(
        data, with_this, settings.threads, lambda done, total: told("scores", total + 8 * done, 10 * total)
    )
    told("groups", 9, 10)
    scores = {name: _scored(name, raw[name], found, data.items, settings) for name in raw}
    bulletin = _assembled(data, settings, found, scores)
    told("done", 10, 10)
    return bulletin


def _nobody(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def _counted(data: Interactions, settings: PublishSettings) -> _Counted:
    few = data.holders < settings.min_holders
    folded = Folded(int(few.sum()), int(data.holders[few].sum()))
    return _Counted(data.people, data.count, np.where(few, 0, data.holders), folded, crowd_of(data.lengths))


def _counted_noisily(data: Interactions, settings: PublishSettings, budget: Budget) -> _Counted:
    """Counts, people and crowd with noise.

    An item is named only if its count is far above the noise: a rare one that looks popular would mislead people.
    """
    bins = noise.noisy(noise.length_bins(data.lengths), SHARES["lengths"] * budget.epsilon, 1)
    lengths = noise.lengths_from(bins, 1 / (SHARES["lengths"] * budget.epsilon), data.items)
    if len(lengths) < FEWEST_PEOPLE:
        raise BadInput(f"--epsilon {budget.epsilon:g} drowns this data in noise; raise it or publish without")
    held = held_at_most(data, seed_for(settings.seed, "items counted"), budget.max_items)
    share = SHARES["holders"] * budget.epsilon
    counts = np.minimum(noise.noisy(held, share, budget.max_items), len(lengths))
    few = counts < max(settings.min_holders, noise.SURELY * budget.max_items / share)
    folded = Folded(int(few.sum()), max(int(few.sum()), int(counts[few].sum())))
    return _Counted(len(lengths), int(lengths.sum()), np.where(few, 0, counts), folded, crowd_of(lengths))


def _scored(name: str, raw: Floats, found: _Counted, items: int, settings: PublishSettings) -> Scored:
    """The norm and the groups of a score. The ends of the norm are means over the people with the extreme scores."""
    budget, weights = settings.budget, np.ones(len(raw))
    if budget is not None:
        share = SHARES[name] * budget.epsilon
        most = 1.0 + np.log(items) if name == "paper" else np.log(found.people)
        raw, weights = noise.scores_from(noise.noisy(noise.score_bins(raw, most), share, 1), most, 1 / share)
        if not len(raw):
            raise BadInput(f"--epsilon {budget.epsilon:g} drowns the scores in noise; raise it or publish without")
    order = np.argsort(raw, kind="stable")
    raw, weights = raw[order], weights[order]
    people, ends = float(weights.sum()), float(settings.min_holders)
    least, most = mean_between(raw, weights, 0.0, ends), mean_between(raw, weights, people - ends, people)
    norm = Norm(round(least, 6), round(most, 6))
    span = norm.max - norm.min
    values = np.clip(1.0 - (raw - norm.min) / span, 0.0, 1.0) if span > 0 else (raw <= norm.min).astype(np.float64)
    groups = groups_of(values, weights, wanted=settings.groups, fewest=ends)
    if settings.groups and len(groups) < settings.groups:
        raise BadInput(f"--groups {settings.groups}: only {len(groups)} groups can be told apart; ask for fewer")
    return Scored(norm, groups)


def _assembled(data: Interactions, settings: PublishSettings, found: _Counted, scores: dict[str, Scored]) -> Bulletin:
    """Put everything together. Items come by id, so that their order tells nothing."""
    named = np.flatnonzero(found.counts)
    if len(named) > MOST_ITEMS:
        raise BadInput(
            f"{len(named):,} items are too many for a bulletin (at most {MOST_ITEMS:,}); raise --min-holders"
        )
    rows = sorted((data.names.item(code), code) for code in named.tolist())
    if rows and max(len(name) for name, _ in rows) > LONGEST_ID:
        raise BadInput(f"an item's id has more than {LONGEST_ID} characters; shorten the ids")
    codes = [code for _, code in rows]
    budget = settings.budget
    return Bulletin(
        date=settings.day,
        valid_until=settings.valid_until,
        people=found.people,
        interactions=found.interactions,
        rare_below=settings.rare_below,
        ids=tuple(name for name, _ in rows),
        titles=_titles(data, codes),
        counts=found.counts[codes],
        folded=found.folded,
        crowd=found.crowd,
        scores=scores_of(scores),
        made=Made(
            standout=__version__,
            min_holders=settings.min_holders,
            trimmed=TRIMMED,
            groups="forced" if settings.groups else "found",
            guarantee=_guarantee(settings) if budget is None else budget.guarantee,
            epsilon=None if budget is None else float(budget.epsilon),
            max_items=None if budget is None else budget.max_items,
        ),
    )


def _guarantee(settings: PublishSettings) -> str:
    return (
        f"every published number is about at least {settings.min_holders:,} people together, and items with fewer "
        "holders are not named. Counts are exact: who compares two bulletins, or knows all other holders of an item, "
        "can learn about one person. No differential privacy."
    )


def _titles(data: Interactions, codes: list[int]) -> tuple[str | None, ...] | None:
    if data.names.titles is None:
        return None
    titles = [data.names.title(code) for code in codes]
    return tuple(None if title is None else plain_text(title, LONGEST_TITLE) for title in titles)


def summary(bulletin: Bulletin, score: str, seed: int) -> dict[str, Any]:
    """What `standout publish --json` prints: everything but the items, with this score's groups first."""
    from standout.label.signing import fingerprint_of

    document = bulletin.document()
    shown = document["scores"][score]
    return {
        "people": bulletin.people,
        "items": bulletin.items,
        "groups": shown["groups"],
        "norm": shown["norm"],
        "score": score,
        "scores": document["scores"],
        "date": bulletin.date,
        "valid_until": bulletin.valid_until,
        "interactions": bulletin.interactions,
        "rare_below": bulletin.rare_below,
        "rare_items": int((bulletin.counts < bulletin.rare_below).sum()),
        "folded": document["folded"],
        "crowd": document["crowd"],
        "made": document["made"],
        "signed": fingerprint_of(bulletin),
        "seed": seed,
    }

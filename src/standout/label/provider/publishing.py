"""Making a bulletin from a dataset: popularity, scores, norms and groups, with or without noise."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from standout import __version__
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.engines.base import threaded
from standout.engines.item_counts import item_counts
from standout.errors import BadInput
from standout.io.tables.catalogue import Catalogue
from standout.label.bulletin.groups import MOST_GROUPS, TRIMMED, bands_of, groups_of, mean_between
from standout.label.provider import noise
from standout.label.provider.band_audit import audited, groups_of_all
from standout.label.provider.differencing import (
    Totals,
    check_people_moved,
    fingerprints,
    guarded_counts,
    guarded_totals,
)
from standout.label.provider.naming import Named, check_people, named_in_data, noisy_catalogue, noisy_items
from standout.label.provider.noise import Budget, Ledger
from standout.label.provider.people_scores import crowd_of, marked_of_each, scores_of_all, yardstick
from standout.label.provider.spending import Spent, opened_ledger, spent_in_all
from standout.results.bulletin import About, Bulletin, Folded, Made, NamedItems, Norm, Scored, Scores
from standout.results.bulletin_checks import LONGEST_ID, MOST_ITEMS, VERSION

Tell = Callable[[str, int, int], None]

MOST_DAYS = 36_500
_STEPS = 1_000


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
    about: About | None = None
    """Who publishes it, and what it is about."""
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
    longest: int
    """How many items the longest record has, if that is about nobody; it bounds noisy scores."""
    named: Named
    counts: Int64s
    """Holders as published, for each item of the data, 0 for one without a name."""
    folded: Folded
    crowd: tuple[float, ...]


def make_bulletin(
    data: AnyDataset,
    settings: PublishSettings,
    tell: Tell | None = None,
    *,
    catalogue: Catalogue | None = None,
    previous: Sequence[Bulletin] = (),
) -> Bulletin:
    """The bulletin of a dataset, wherever its records are; not yet signed.

    With noise, items come from the catalogue, else from people's rows at the price of a delta; `previous` are earlier
    bulletins of the same people, whose budgets are added to this one's. Without noise, what moved little since those
    stays as it was there.
    """
    data, progress = threaded(data, settings.threads), tell or _nobody
    progress("popularity", 0, 10)
    spent = spent_in_all(settings.budget, None if catalogue is None else catalogue.name, previous)
    ledger = None if settings.budget is None else opened_ledger(data, settings.budget, catalogue is None)
    counted = (
        _counted(data, settings, previous) if ledger is None else _counted_noisily(data, settings, ledger, catalogue)
    )
    if not len(counted.named.counts):
        raise BadInput(
            f"no item has {settings.min_holders} holders, so there is nothing to publish; lower --min-holders"
            if settings.budget is None
            else f"no item stands out of the noise; {_more_of(settings.budget, catalogue)}"
        )
    progress("scores", 1, 10)
    measure = yardstick(counted.counts, settings.rare_below, counted.folded.mean, counted.people, counted.crowd)
    raw = scores_of_all(data, measure, _scored_so_far(progress), hiding=ledger is None)
    progress("groups", 9, 10)
    scores = {name: _scored(name, raw[name], counted, settings, ledger) for name in ("better", "paper")}
    scores["hiding"] = _in_bands(raw.get("hiding"), counted.people, settings)
    if ledger is None:
        normal = {name: normalised_of_all(raw[name], scored.norm) for name, scored in scores.items()}
        progress("attacks on each group", 9, 10)
        scores = audited(data, scores, groups_of_all(normal, scores), settings.seed, settings.min_holders)
    after = fingerprints(previous) if ledger is None else ()
    bulletin = _assembled(settings, counted, Scores(**scores), spent, after)
    progress("done", 10, 10)
    return bulletin


def _scored_so_far(progress: Tell) -> Callable[[float], None]:
    """Adds up which share of the scores is done, and tells it as eight of ten steps after the first."""
    done = 0.0

    def tell(more: float) -> None:
        nonlocal done
        done += more
        progress("scores", round(_STEPS / 10 + 8 * done * _STEPS / 10), _STEPS)

    return tell


def _nobody(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def _more_of(budget: Budget, catalogue: Catalogue | None) -> str:
    return f"raise --epsilon above {budget.epsilon:g}, lower --max-items" + (
        "" if catalogue else ", or name the items with --catalogue, which needs far less noise"
    )


def _counted(data: AnyDataset, settings: PublishSettings, previous: Sequence[Bulletin]) -> _Counted:
    """Exact counts. Whatever would be about fewer than so many people is left out, wherever it would show."""
    check_people(data.people, settings.min_holders)
    check_people_moved(data.people, previous, settings.min_holders)
    few = data.holders < settings.min_holders
    folded, lengths = Folded(int(few.sum()), int(data.holders[few].sum())), item_counts(data)
    unnamed = marked_of_each(data, few.astype(np.int8))
    if np.count_nonzero(unnamed) < settings.min_holders:
        folded, lengths = Folded(0, 0), lengths - unnamed
    counts = guarded_counts(np.where(few, 0, data.holders), data.vocabulary, previous, settings.min_holders).counts
    now = Totals(data.people, int(lengths.sum()), folded, crowd_of(lengths, settings.min_holders))
    told = guarded_totals(now, previous)
    return _Counted(
        told.people,
        told.interactions,
        int(lengths.max(initial=1)),
        named_in_data(data, counts, outside_only=False),
        counts,
        told.folded,
        told.crowd,
    )


def _counted_noisily(
    data: AnyDataset, settings: PublishSettings, ledger: Ledger, catalogue: Catalogue | None
) -> _Counted:
    """Counts, people and crowd with noise, each asked of the ledger; nothing else is looked at in the data."""
    bins = ledger.counts("lengths", lambda asked: noise.length_bins(item_counts(asked)), 1)
    lengths = noise.lengths_from(bins, ledger.scale("lengths", 1), None if catalogue is None else len(catalogue.ids))
    check_people(len(lengths), settings.min_holders, noisy=True)
    budget = settings.budget
    assert budget is not None
    if catalogue is None:
        named, counts, folded = noisy_items(data, ledger, budget, lengths, settings.min_holders)
    else:
        named, counts, folded = noisy_catalogue(data, ledger, budget, len(lengths), settings.min_holders, catalogue)
    return _Counted(
        len(lengths), int(lengths.sum()), int(lengths.max()), named, counts, folded,
        crowd_of(lengths, settings.min_holders),
    )  # fmt: skip


def _scored(name: str, raw: Floats, counted: _Counted, settings: PublishSettings, ledger: Ledger | None) -> Scored:
    """The norm and the groups of a score. The ends of the norm are means over the people with the extreme scores."""
    weights = np.ones(len(raw))
    if ledger is not None:
        most = 1.0 + math.log(counted.longest) if name == "paper" else math.log(counted.people)
        bins = ledger.counts(name, lambda _: noise.score_bins(raw, most), 1)
        raw, weights = noise.scores_from(bins, most, ledger.scale(name, 1))
        if weights.sum() < settings.min_holders:
            raise BadInput("--epsilon drowns the scores in noise; raise it or publish without")
    order = np.argsort(raw, kind="stable")
    raw, weights = raw[order], weights[order]
    people, ends = float(weights.sum()), float(settings.min_holders)
    least, most = mean_between(raw, weights, 0.0, ends), mean_between(raw, weights, people - ends, people)
    norm = Norm(round(least, 6), round(most, 6))
    groups = groups_of(normalised_of_all(raw, norm), weights, wanted=settings.groups, fewest=ends)
    if settings.groups and len(groups) < settings.groups:
        raise BadInput(f"--groups {settings.groups}: only {len(groups)} groups can be told apart; ask for fewer")
    return Scored(norm, groups)


def normalised_of_all(raw: Floats, norm: Norm) -> Floats:
    """Everybody's normalised score: 1 is the most private."""
    span = norm.max - norm.min
    return np.clip(1.0 - (raw - norm.min) / span, 0.0, 1.0) if span > 0 else (raw <= norm.min).astype(np.float64)


def _in_bands(raw: Floats | None, people: int, settings: PublishSettings) -> Scored:
    """The bands, which begin and end where they do for everybody. With noise nobody is counted into them."""
    norm = Norm(0.0, round(math.log(max(people, 2)), 6))
    said = np.empty(0) if raw is None else normalised_of_all(raw, norm)
    return Scored(norm, bands_of(said, people, settings.min_holders))


def _assembled(
    settings: PublishSettings, counted: _Counted, scores: Scores, spent: Spent | None, after: tuple[str, ...]
) -> Bulletin:
    """Put everything together. Items come by id, so that their order tells nothing."""
    named = counted.named
    if len(named.ids) > MOST_ITEMS:
        raise BadInput(
            f"{len(named.ids):,} items are too many for a bulletin (at most {MOST_ITEMS:,}); raise --min-holders"
        )
    if max(map(len, named.ids)) > LONGEST_ID:
        raise BadInput(f"an item's id has more than {LONGEST_ID} characters; shorten the ids")
    made = Made(
        standout=__version__,
        min_holders=settings.min_holders,
        trimmed=TRIMMED,
        groups="forced" if settings.groups else "found",
        guarantee=_guarantee(settings, bool(after)) if spent is None else spent.guarantee,
        after=after or None,
    )
    return Bulletin(
        version=VERSION,
        date=settings.day,
        valid_until=settings.valid_until,
        people=counted.people,
        interactions=counted.interactions,
        rare_below=settings.rare_below,
        named=NamedItems(ids=named.ids, holders=tuple(named.counts.tolist()), titles=named.titles),
        folded=counted.folded,
        crowd=counted.crowd,
        scores=scores,
        made=made if spent is None else spent.added_to(made),
        about=settings.about,
    )


def _guarantee(settings: PublishSettings, guarded: bool) -> str:
    kept = (
        f" Counts that moved by fewer than {settings.min_holders:,} people since an earlier bulletin that this one was "
        "told of are as they were."
        if guarded
        else ""
    )
    return (
        f"every published number by itself is about at least {settings.min_holders:,} people together, and items with "
        f"fewer holders are not named.{kept} Counts are exact: who compares two bulletins, or knows all other holders "
        "of an item, can learn about one person. No differential privacy."
    )

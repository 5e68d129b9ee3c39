"""Noisy pairs of a dataset: how long records are, which items get pairs, the pairs, and the recommender."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from standout import __version__
from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.engines.base import threaded
from standout.engines.item_counts import item_counts
from standout.errors import BadInput
from standout.io.tables.catalogue import Catalogue
from standout.label.pairs.factoring import factors_of, square_of
from standout.label.pairs.gaussian import GaussianLedger, PairsBudget
from standout.label.pairs.together import UNIT, longest_part, sums_together
from standout.label.provider import noise
from standout.label.provider.naming import check_people, named_in_data, plain_titles
from standout.label.provider.people_scores import held_at_most
from standout.label.provider.spending import in_full
from standout.results.bulletin_checks import LONGEST_ID
from standout.results.recommender import MOST_LISTED, ListedItems, PairsMade, Recommender

SHARES = {"lengths": 0.03, "list": 0.10, "pairs": 0.87}
"""How rho is spent, in the order of the questions, where a catalogue says which items there are."""

SHARES_WITHOUT_CATALOGUE = {"lengths": 0.03, "list": 0.25, "pairs": 0.72}
"""The same where items are known from people's rows alone, which takes a threshold."""

MOST_BY_ITSELF = 1_000
"""How many items get pairs at most where nobody says how many."""

_SURE = 2.0
"""How many deviations of the noise an item's count must reach to be listed from a catalogue."""

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class _Listed:
    """The items that get pairs, by id, and where each code of the data is among them (-1: nowhere)."""

    items: ListedItems
    place: Int32s


def make_pairs(
    data: AnyDataset,
    budget: PairsBudget,
    date: str,
    *,
    top: int | None = None,
    catalogue: Catalogue | None = None,
    threads: int | None = None,
    tell: Tell | None = None,
) -> Recommender:
    """Noisy pairs and their recommender; not yet signed. Nothing is looked at in the data but through the ledger."""
    if top is not None and not 2 <= top <= MOST_LISTED:
        raise BadInput(f"--top is {top}, but must be between 2 and {MOST_LISTED:,}")
    data, progress = threaded(data, threads), tell or _nobody
    ledger = (
        GaussianLedger(data, budget, SHARES_WITHOUT_CATALOGUE, thresholded="list")
        if catalogue is None
        else GaussianLedger(data, budget, SHARES)
    )
    progress("lengths", 0, 4)
    bins = ledger.sums("lengths", lambda asked: noise.length_bins(item_counts(asked)), 1.0)
    lengths = noise.lengths_from(bins, ledger.deviation("lengths", 1.0) / 2, None)
    check_people(len(lengths), 1, noisy=True)
    progress("items", 1, 4)
    bearable = _Bearable(ledger, budget, lengths, top)
    listed = _from_rows(data, ledger, bearable) if catalogue is None else _from(catalogue, data, ledger, bearable)
    progress("pairs", 2, 4)
    size, length = len(listed.items.ids), longest_part(budget.max_items)
    half = ledger.sums(
        "pairs", lambda asked: sums_together(asked, listed.place, size, budget.max_items), length
    )  # fmt: skip
    progress("recommender", 3, 4)
    deviation = ledger.deviation("pairs", length) / UNIT
    factors = factors_of(square_of(half, size) / UNIT, deviation)
    if not factors.count:
        raise BadInput(f"no pair stands out of the noise; {_more(catalogue)}")
    progress("done", 4, 4)
    return Recommender(
        date=date,
        people=len(lengths),
        listed=listed.items,
        together=tuple(np.round(half / UNIT).astype(np.int64).tolist()),
        factors=tuple(map(tuple, factors.rows.tolist())),
        scales=tuple(factors.scales.tolist()),
        made=PairsMade(
            standout=__version__,
            unit="person",
            epsilon=float(budget.epsilon),
            delta=float(budget.delta),
            rho=ledger.rho,
            max_items=budget.max_items,
            deviation=round(deviation, 3),
            guarantee=_guarantee(budget, catalogue),
            catalogue=None if catalogue is None else catalogue.name,
        ),
    )


@dataclass(frozen=True)
class _Bearable:
    """Which items can have pairs under the noise: as many as stand out, the most counted first.

    The pairs of an item are about as far above the noise as its holders, times twice the root of rho, are above the
    number of items that share the square: so the list ends where that falls below 1.
    """

    ledger: GaussianLedger
    budget: PairsBudget
    lengths: Int64s
    top: int | None

    def chosen(self, counts: Int64s, least: float) -> Int64s:
        """The places of the items that get pairs, ascending, from noisy counts of at most `max_items` a person."""
        share = float(np.minimum(self.lengths, self.budget.max_items).sum() / self.lengths.sum())
        order = np.argsort(-counts, kind="stable")
        holders: Floats = counts[order] / share
        strength = holders * 2 * math.sqrt(self.ledger.rho * SHARES["pairs"])
        most = MOST_BY_ITSELF if self.top is None else self.top
        enough = (counts[order] >= least) & ((strength >= np.arange(1, len(order) + 1)) | (self.top is not None))
        return np.sort(order[: min(int(np.cumprod(enough).sum()), most)])


def _from(catalogue: Catalogue, data: AnyDataset, ledger: GaussianLedger, bearable: _Bearable) -> _Listed:
    """The items of a catalogue that get pairs."""
    codes, most = catalogue.codes(data), bearable.budget.max_items
    in_data = codes >= 0
    counted = np.zeros(data.items, np.int8)
    counted[codes[in_data]] = 1

    def held(asked: AnyDataset) -> Int64s:
        holders = np.zeros(len(codes), np.int64)
        holders[in_data] = held_at_most(asked, counted, most)[codes[in_data]]
        return holders

    counts = ledger.sums("list", held, math.sqrt(most))
    rows = bearable.chosen(counts, _SURE * ledger.deviation("list", math.sqrt(most)))
    _check_listed(rows, catalogue)
    place = np.full(data.items, -1, np.int32)
    known = codes[rows] >= 0
    place[codes[rows][known]] = np.flatnonzero(known)
    ids = tuple(catalogue.ids[row] for row in rows.tolist())
    titles = plain_titles([catalogue.titles[row] for row in rows.tolist()])
    return _Listed(_items(ids, counts[rows], titles), place)


def _from_rows(data: AnyDataset, ledger: GaussianLedger, bearable: _Bearable) -> _Listed:
    """The items of people's rows that get pairs: far more than one person has them."""
    everything, most = np.ones(data.items, np.int8), bearable.budget.max_items

    def held(asked: AnyDataset) -> dict[str, int]:
        holders = held_at_most(asked, everything, most)
        return {asked.vocabulary.item(code): int(holders[code]) for code in np.flatnonzero(holders).tolist()}

    released = sorted(ledger.counts_of_unknown("list", held, most).items())
    rows = bearable.chosen(np.array([count for _, count in released], np.int64), 1.0)
    _check_listed(rows, None)
    chosen = [released[row] for row in rows.tolist()]
    counts = np.zeros(data.items, np.int64)
    counts[positions([item for item, _ in chosen], data.vocabulary.items)] = [count for _, count in chosen]
    named = named_in_data(data, counts, outside_only=True)
    place = np.full(data.items, -1, np.int32)
    place[positions(list(named.ids), data.vocabulary.items)] = np.arange(len(named.ids))
    return _Listed(_items(named.ids, named.counts, named.titles), place)


def _items(ids: tuple[str, ...], counts: Int64s, titles: tuple[str | None, ...] | None) -> ListedItems:
    if max(map(len, ids)) > LONGEST_ID:
        raise BadInput(f"an item's id has more than {LONGEST_ID} characters; shorten the ids")
    return ListedItems(ids=ids, counted=tuple(counts.tolist()), titles=titles)


def _check_listed(rows: Int64s, catalogue: Catalogue | None) -> None:
    if len(rows) < 2:
        raise BadInput(f"fewer than two items stand out of the noise; {_more(catalogue)}")


def _more(catalogue: Catalogue | None) -> str:
    return "raise --epsilon" + ("" if catalogue else ", or name the items with --catalogue, which needs less noise")


def _guarantee(budget: PairsBudget, catalogue: Catalogue | None) -> str:
    """In one sentence: unit, neighbours, delta, bound, composition."""
    items = (
        "items are named where far more than one person has them"
        if catalogue is None
        else f"items and titles come from {catalogue.name}, which must not have been made from these people's records"
    )
    return (
        f"differential privacy with epsilon {in_full(budget.epsilon)} and delta {in_full(budget.delta)} for one person "
        "(one id) with everything they have, added or removed (two steps if one person is replaced by another); the "
        f"pairs of a person weigh no more than those of {budget.max_items:,} items; {items}; every further "
        "publication about the same people adds its own."
    )


def _nobody(_what: str, _done: int, _total: int) -> None:
    """Tell nobody."""

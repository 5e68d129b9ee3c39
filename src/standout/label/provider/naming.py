"""Which items a bulletin names, with their titles and counts; exactly, or with noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Int64s
from standout.common.plain import plain_text
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.io.tables.catalogue import Catalogue
from standout.label.provider.noise import Budget, Ledger, stands_out
from standout.label.provider.people_scores import held_at_most
from standout.results.bulletin import Folded
from standout.results.bulletin_checks import LONGEST_TITLE

FEWEST_PEOPLE = 50
"""Popularity among fewer people is about those people, not about the items."""


@dataclass(frozen=True)
class Named:
    """The items with a name, by id ascending."""

    ids: tuple[str, ...]
    titles: tuple[str | None, ...] | None
    counts: Int64s


def check_people(people: int, min_holders: int, *, noisy: bool = False) -> None:
    """Refuse too few people; with noise their noisy number decides, since refusing tells something too."""
    needed = max(FEWEST_PEOPLE, 2 * min_holders)
    if people < needed:
        about = "about " if noisy else ""
        more = ", or --epsilon drowns them in noise; raise it" if noisy else ""
        raise BadInput(
            f"{about}{people:,} people are too few to publish popularity of; at least {needed:,} are needed{more}"
        )


def named_in_data(data: AnyDataset, counts: Int64s, *, outside_only: bool) -> Named:
    """The items of the data whose count is not 0.

    A title that stands in people's rows is published only if all rows of its item have it, and not at all where only
    titles from outside are wanted.
    """
    rows = sorted((data.vocabulary.item(code), code) for code in np.flatnonzero(counts).tolist())
    codes = [code for _, code in rows]
    agree = data.vocabulary.titles_agree
    titles: list[str | None] | None = None
    if data.vocabulary.titles is not None and (agree is None or not outside_only):
        titles = [data.vocabulary.title(code) if agree is None or agree[code] else None for code in codes]
    return Named(tuple(name for name, _ in rows), plain_titles(titles), counts[codes])


def plain_titles(titles: Sequence[str | None] | None) -> tuple[str | None, ...] | None:
    """Titles as they are published; none if there are none."""
    if titles is None or not any(titles):
        return None
    return tuple(None if title is None else plain_text(title, LONGEST_TITLE) for title in titles)


def noisy_catalogue(
    data: AnyDataset, ledger: Ledger, budget: Budget, people: int, min_holders: int, catalogue: Catalogue
) -> tuple[Named, Int64s, Folded]:
    """The items of a catalogue whose noisy count stands out; their counts by code; the others together."""
    codes = catalogue.codes(data)
    in_data = codes >= 0
    counted = np.zeros(data.items, np.int8)
    counted[codes[in_data]] = 1

    def held(asked: AnyDataset) -> Int64s:
        holders = np.zeros(len(codes), np.int64)
        holders[in_data] = held_at_most(asked, counted, budget.max_items)[codes[in_data]]
        return holders

    counts = np.minimum(ledger.counts("holders", held, budget.max_items), people)
    shown = stands_out(counts, ledger.scale("holders", budget.max_items)) & (counts >= min_holders)
    others = int((~shown).sum())
    by_code = np.zeros(data.items, np.int64)
    by_code[codes[shown & in_data]] = counts[shown & in_data]
    rows = np.flatnonzero(shown).tolist()
    named = Named(
        tuple(catalogue.ids[row] for row in rows), plain_titles([catalogue.titles[row] for row in rows]), counts[rows]
    )
    return named, by_code, Folded(others, max(others, int(counts[~shown].sum())))


def noisy_items(
    data: AnyDataset, ledger: Ledger, budget: Budget, lengths: Int64s, min_holders: int
) -> tuple[Named, Int64s, Folded]:
    """The items of people's rows that far more people have than one; their counts by code; the others together.

    `lengths` are noisy already. How many items there are without a name is asked as well.
    """
    everything, most = np.ones(data.items, np.int8), budget.max_items

    def held(asked: AnyDataset) -> dict[str, int]:
        holders = held_at_most(asked, everything, most)
        return {asked.vocabulary.item(code): int(holders[code]) for code in np.flatnonzero(holders).tolist()}

    released = ledger.counts_of_unknown("holders", held, most)
    released = {item: min(count, len(lengths)) for item, count in released.items() if count >= min_holders}
    counts = np.zeros(data.items, np.int64)
    counts[positions(list(released), data.vocabulary.items)] = list(released.values())
    distinct = ledger.counts(
        "items", lambda asked: np.array([np.count_nonzero(held_at_most(asked, everything, most))]), most
    )
    named = named_in_data(data, counts, outside_only=True)
    others = max(int(distinct[0]) - len(named.ids), 1)
    left = int(np.minimum(lengths, most).sum() - counts.sum())
    return named, counts, Folded(others, max(others, left))

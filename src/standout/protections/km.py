"""k^m-anonymity enforced: who knows m items of a person finds at least k records that have them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.data.attributes import Attribute
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.changing import in_release, only
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.checks import check_at_least
from standout.protections.contract import Protected, entries_of
from standout.protections.person_records import only_entries

MOST_ITEMS = 16_000
"""Items whose pairs are counted at once: a square of this many takes 1 GB."""


@dataclass(frozen=True)
class KM:
    """Takes entries away until every item, or every two items, that anybody has are shared by enough people.

    Items with too few holders go wholly. Of two items that too few people share, those people lose the one with fewer
    holders (of equal ones, one by lot). That leaves others with fewer, so it is done again until nothing is left to do.
    """

    name: ClassVar[str] = "km"
    summary: ClassVar[str] = (
        "Takes entries out until any `m` items (1 or 2) that somebody has together are shared by at least `k` people."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ()

    k: int = 5
    m: int = 2

    def __post_init__(self) -> None:
        check_at_least(self.name, "k", self.k, 2)
        if self.m not in (1, 2):
            raise BadInput(f"protection 'km': m is {self.m}, but must be 1 or 2; three items are counted, not enforced")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        records = once(data.held.records)
        lots = np.random.default_rng(seed_for(seed, "km")).permutation(data.items)
        kept, rounds = self._kept(np.asarray(records.items), records.starts, data.items, lots)
        owners = np.repeat(np.arange(data.people), np.diff(records.starts))
        pairs = owners[kept] * max(data.items, 1) + np.asarray(records.items)[kept]
        entries = entries_of(data)
        stays: Bools = np.isin(entries.people * max(data.items, 1) + entries.items, pairs)
        released = only_entries(data, stays)
        return Protected(released, self._notes(data, released, rounds))

    def _kept(self, items: Int64s, starts: Int64s, size: int, lots: Int64s) -> tuple[Bools, int]:
        """Which entries stay, and how often all were looked at."""
        holders = np.bincount(items, minlength=size)
        kept: Bools = holders[items] >= self.k
        return (kept, 1) if self.m == 1 else self._paired(items, starts, kept, lots)

    def _paired(self, items: Int64s, starts: Int64s, kept: Bools, lots: Int64s) -> tuple[Bools, int]:
        """The same for pairs, given which entries are of items with enough holders; counts follow what goes."""
        from standout.kernels.known_sets import count_pairs, mark_rarer, take_away

        within = np.concatenate(([0], np.cumsum(kept)))[starts].astype(np.int64)
        chosen, listed = items[kept], _listed(items[kept])
        places = np.searchsorted(listed, chosen)
        counts = np.zeros((len(listed), len(listed)), np.int32)
        count_pairs(within, places, counts)
        left, rounds = np.ones(len(chosen), bool), 0
        while True:
            rounds += 1
            holders = np.bincount(places[left], minlength=len(listed))
            rare = left & (holders[places] < self.k)
            take_away(within, places, rare, left, counts)
            rank = np.empty(len(listed), np.int64)
            rank[np.lexsort((lots[listed], holders))] = np.arange(len(listed))
            lost = np.zeros(len(chosen), bool)
            mark_rarer(within, places, counts, self.k, rank, left, lost)
            if not lost.any():
                break
            take_away(within, places, lost, left, counts)
        stays = kept.copy()
        stays[kept] = left
        return stays, rounds

    def _notes(self, data: LocalDataset, released: LocalDataset, rounds: int) -> tuple[str, ...]:
        items = int(((data.holders > 0) & (released.holders == 0)).sum())
        emptied = int(((released.lengths == 0) & (data.lengths > 0)).sum())
        what = "item that somebody has is" if self.m == 1 else "two items that somebody has are"
        notes = [
            f"any {what} shared by at least {self.k:,} people, after {rounds:,} "
            f"round{'s' if rounds > 1 else ''}; {items:,} items are gone"
        ]
        return (*notes, f"{emptied:,} people have nothing left") if emptied else tuple(notes)

    @property
    def countered_by(self) -> str:
        return "leaves out what it knows about items that no released record has, and still has values, days and more"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        return only(knowledge, in_release(knowledge, released))


def _listed(items: Int64s) -> Int64s:
    """The different items, whose pairs are counted; too many are refused."""
    listed = np.unique(items)
    if len(listed) > MOST_ITEMS:
        raise BadInput(
            f"protection 'km': pairs of {len(listed):,} items are too many (at most {MOST_ITEMS:,}); use a larger k, "
            "or suppress-rare before it"
        )
    return listed

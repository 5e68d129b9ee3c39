"""k^m-anonymity (Terrovitis and others 2008): how many people share any m items that occur together, at the least.

Who knows m items of a person then finds at least so many records. One item takes a look at holders. Two and three take
counting; items with the fewest holders come first, so that the answer 1 is found at once where it is the answer. Where
counting would take too long it ends early, and what was found is the most that k can be.
"""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Int64s, only_read
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.model import Records
from standout.results.protect import LeastShared

STEPS = 100_000_000
"""Entries that are looked at for each m before counting ends early: about a second."""

MOST_ENTRIES = 50_000_000
"""With more entries only single items are looked at: turning records round takes memory."""

_NONE = 2**62


def least_shared(data: LocalDataset, steps: int = STEPS) -> tuple[LeastShared, ...]:
    """The largest k that holds for m = 1, 2 and 3; an m is left out where nobody has so many items.

    k^m-anonymity speaks of up to m items, so k never rises with m.
    """
    from standout.kernels.known_sets import least_pair, least_triple

    records, holders = once(data.held.records), data.holders
    held = np.flatnonzero(holders)
    if not len(held):
        return ()
    order = held[np.argsort(holders[held], kind="stable")]
    found = [LeastShared(m=1, k=int(holders[order[0]]), exact=True)]
    if len(records.items) > MOST_ENTRIES:
        return tuple(found)
    item_starts, people = _by_item(records, data.items)
    starts, items = only_read(records.starts), only_read(np.asarray(records.items))
    for m, least in ((2, least_pair), (3, least_triple)):
        k, done = least(starts, items, item_starts, people, order, steps)
        if k == _NONE and done == len(order):
            break
        k = min(int(k), found[-1].k)
        found.append(LeastShared(m=m, k=k, exact=k == 1 or (done == len(order) and found[-1].exact)))
    return tuple(found)


def _by_item(records: Records, items: int) -> tuple[Int64s, Int64s]:
    """Who has each item: `people[starts[i]:starts[i + 1]]`."""
    owners = np.repeat(np.arange(len(records.starts) - 1), np.diff(records.starts))
    held = np.asarray(records.items)
    starts = np.concatenate(([0], np.cumsum(np.bincount(held, minlength=items)))).astype(np.int64)
    return starts, owners[np.argsort(held, kind="stable")]

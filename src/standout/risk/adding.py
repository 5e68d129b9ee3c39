"""What a named record adds: its items that were not known, of which groups, and whether one of them is sensitive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.data.item_groups import ItemGroups
from standout.engines.whole_records import records_of
from standout.knowledge.draw import Knowledge
from standout.results.adds import AddedGroup, Adds, Amount, SensitiveAdded
from standout.risk.intervals import mean, rate

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_AT_ONCE = 10_000
"""So many people's records are brought here at a time."""

ALL, SENSITIVE, GROUPS = 0, 1, 2
"""Columns of counts: all items, sensitive ones, and from here on the groups."""


@dataclass(frozen=True)
class Interest:
    """What is asked of a named record besides how much it adds; both in the codes of the released data."""

    groups: ItemGroups | None = None
    sensitive: Bools | None = None
    notes: tuple[str, ...] = ()

    def columns(self, items: int) -> csr_matrix:
        """Items × what is counted, 1 where an item counts."""
        from scipy.sparse import csr_matrix, hstack

        sensitive = np.zeros(items) if self.sensitive is None else self.sensitive.astype(np.float64)
        first = csr_matrix(np.column_stack((np.ones(items), sensitive)))
        return first if self.groups is None else csr_matrix(hstack((first, self.groups.matrix(items))))


def item_columns(released: AnyDataset, records: Int64s, interest: Interest) -> Int64s:
    """How many different items each of these records (-1: none) has: a column for all of them, one for sensitive ones,
    and one a group."""
    columns = interest.columns(released.items)
    counts = np.zeros((len(records), columns.shape[1]), np.int64)
    there = np.flatnonzero(records >= 0)
    for begin in range(0, len(there), _AT_ONCE):
        rows = there[begin : begin + _AT_ONCE]
        whole = records_of(released, records[rows])
        places = np.repeat(np.arange(len(rows)), whole.sizes)
        again = (places[1:] == places[:-1]) & (whole.items[1:] == whole.items[:-1])  # events: an item several times
        once = np.append(True, ~again)[: len(places)]
        counts[rows] = _counted(places[once], whole.items[once], len(rows), columns)
    return counts


def new_items(
    released: AnyDataset, knowledge: Knowledge, records: Int64s, interest: Interest, held: Int64s | None = None
) -> Int64s:
    """The same of those items that are not known of the target whose record it may be, a row per target; `held` are
    the counts of `item_columns`, where they are at hand."""
    held = item_columns(released, records, interest) if held is None else held
    targets = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    asked = np.flatnonzero((knowledge.items >= 0) & (records[targets] >= 0))
    items = knowledge.items[asked].astype(np.int64)
    there = released.engine.look_up(released, records[targets[asked]], items).there
    columns = interest.columns(released.items)
    return held - _counted(targets[asked][there], items[there], knowledge.targets, columns)


def _counted(
    rows: Int64s, items: np.ndarray[tuple[int], np.dtype[np.integer[Any]]], targets: int, columns: csr_matrix
) -> Int64s:
    """How many of the items count in each column, by row."""
    from scipy.sparse import csr_matrix

    had = csr_matrix((np.ones(len(rows)), (rows, items)), shape=(targets, columns.shape[0]))
    return np.asarray((had @ columns).todense(), dtype=np.int64)


@dataclass(frozen=True)
class Names:
    """Who is named, a row per target: the named record (-1: none), and the true one where that is known."""

    named: Int64s
    truths: Int64s | None
    """-1 for a target who is not there; none where nobody knows."""
    chances: Floats | None = None
    """The probability of each name, where the attack gives one."""
    left_out: int = 0
    """How many more people were looked for of whom nothing was known."""


def adds(names: Names, new_named: Int64s, new_true: Int64s | None, interest: Interest, crowd: int = 1) -> Adds:
    """What is learnt, from the counts of `new_items` in named and in true records. Nothing is told of fewer people
    than a `crowd`."""
    named = names.named >= 0
    right = None if names.truths is None else named & (names.named == names.truths)
    learnt = named if right is None else right
    looked_for, people = len(named) + names.left_out, int(learnt.sum())
    enough = people >= max(crowd, 1)
    everybody = np.concatenate((np.where(learnt, new_named[:, ALL], 0), np.zeros(names.left_out)))
    return Adds(
        over="named" if right is None else "rightly named",
        people=people if enough or not people else 0,
        looked_for=looked_for,
        right=None if right is None or int(named.sum()) < crowd else rate(people, int(named.sum())),
        claimed=_claimed(names, named),
        items=_amount(new_named[learnt, ALL]) if enough else None,
        items_of_everybody=_amount(everybody) if enough else None,
        groups=_groups(new_named[learnt], interest, crowd) if enough else (),
        sensitive=None if interest.sensitive is None else _sensitive(names, new_named, new_true, interest, crowd),
        notes=() if enough else (_why(people, right is None, crowd),),
    )


def _why(people: int, unknown: bool, crowd: int) -> str:
    whom = "named" if unknown else "named rightly"
    return f"nobody is {whom}, so nothing is added" if not people else f"fewer than {crowd} people are {whom}"


def _amount(numbers: Int64s | Floats) -> Amount | None:
    estimate = mean(numbers.astype(np.float64))
    if estimate is None:
        return None
    return Amount(mean=estimate.rate, low=max(estimate.low, 0.0), high=estimate.high, median=float(np.median(numbers)))


def _claimed(names: Names, which: Bools) -> float | None:
    if names.chances is None or not which.any() or np.isnan(names.chances[which]).all():
        return None
    return float(np.nanmean(names.chances[which]))


def _groups(new: Int64s, interest: Interest, crowd: int) -> tuple[AddedGroup, ...]:
    """The groups that something of at least a crowd of people is learnt of, those of most people first."""
    if interest.groups is None:
        return ()
    rows = []
    for place, group in enumerate(interest.groups.names):
        counts = new[:, GROUPS + place]
        share = rate(int((counts > 0).sum()), len(counts))
        if share is not None and int((counts > 0).sum()) >= max(crowd, 1):
            rows.append(AddedGroup(group=group, people=share, items=float(counts.mean())))
    return tuple(sorted(rows, key=lambda row: (-row.people.rate, row.group)))


def _sensitive(
    names: Names, new_named: Int64s, new_true: Int64s | None, interest: Interest, crowd: int
) -> SensitiveAdded:
    """Of how many people something sensitive is revealed, and how sure that is; nothing of fewer than a crowd."""
    items = 0 if interest.sensitive is None else int(interest.sensitive.sum())
    told = (names.named >= 0) & (new_named[:, SENSITIVE] > 0)
    said = int(told.sum()) if _tellable(told, crowd) else None
    if names.truths is None or new_true is None:
        return SensitiveAdded(items=items, told=said, claimed=None if said is None else _claimed(names, told))
    have = new_true[:, SENSITIVE] > 0
    revealed = told & (names.named == names.truths)
    shown, several = _tellable(revealed, crowd), _tellable(have, crowd)
    return SensitiveAdded(
        items=items,
        have=int(have.sum()) if several else None,
        revealed=rate(int(revealed.sum()), len(told) + names.left_out) if shown else None,
        of_those_who_have=rate(int(revealed.sum()), int(have.sum())) if shown and several else None,
        told=said,
        certainty=rate(int(revealed.sum()), int(told.sum())) if shown and said is not None else None,
        claimed=None if said is None else _claimed(names, told),
    )


def _tellable(which: Bools, crowd: int) -> bool:
    """Whether it is nobody, or no fewer than a crowd."""
    return not which.any() or int(which.sum()) >= crowd

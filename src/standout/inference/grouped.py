"""What the groups of items that people have (genres, sections) say about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.inference.at_once import at_once
from standout.inference.features import presence_matrix
from standout.inference.folds import parts
from standout.inference.validation import Trial, spreads
from standout.results.estimate import Z95
from standout.results.inference_parts import GroupInference, Spread

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

MOST_VALUES = 12
"""With more values than this, none is looked at by itself."""
MERGED_PAIRS = 3


def people_by_group(data: LocalDataset, groups: ItemGroups, entries: Floats | None = None) -> Floats:
    """People × groups: how many items of each group a person has; `entries` weighs each entry."""
    matrix = presence_matrix(data)
    if entries is not None:
        matrix = matrix.copy()
        matrix.data = entries
    return np.asarray((matrix @ groups.matrix(data.items)).todense(), dtype=np.float64)


def inferred_from_groups(trial: Trial, data: LocalDataset, groups: ItemGroups) -> list[GroupInference]:
    """Rows for all that people have, for what they do not have, and for each value by itself."""
    have = people_by_group(data, groups)
    sizes = np.bincount(groups.groups, minlength=len(groups.names)).astype(np.float64)
    tables: list[tuple[str, str | None, Floats]] = [("all", None, have), ("absent", None, sizes - have)]
    if data.has_values and len(data.scale.labels) <= MOST_VALUES:
        values = np.asarray(once(data.held.records).values)
        for code, label in enumerate(data.scale.labels):
            if (values == code).any():
                tables.append(("value", label, people_by_group(data, groups, (values == code).astype(np.float64))))
    return [
        GroupInference(counted=counted, value=value, **_validated(trial, table)) for counted, value, table in tables
    ]


def _validated(trial: Trial, table: Floats) -> dict[str, Spread]:
    def tested(fold: int) -> dict[str, float]:
        return trial.tested(_scaled(table, parts(trial.folds, fold)[0]), fold)

    return spreads(list(at_once(tested, range(trial.count), trial.threads, lambda: None)))


def _scaled(table: Floats, train: Int64s) -> csr_matrix:
    """Columns with mean 0 and spread 1 as seen in training: counts of hundreds would keep a fit from converging."""
    from scipy.sparse import csr_matrix

    centre, width = table[train].mean(axis=0), table[train].std(axis=0)
    width[width == 0] = 1.0
    return csr_matrix((table - centre) / width)


@dataclass(frozen=True)
class Shares:
    """Classes × groups: which share of a class's entries is in each group, with 95% intervals over people."""

    share: Floats
    low: Floats
    high: Floats


def class_shares(by_group: Floats, lengths: Int64s, codes: Int32s, classes: int) -> Shares:
    """How classes differ in the groups they have; shares add up to more than 1 where items are in several groups."""
    rows, halves = [], []
    for code in range(classes):
        people = codes == code
        counts, total = by_group[people], float(lengths[people].sum())
        share = counts.sum(axis=0) / total
        off = counts - share * lengths[people][:, None]
        rows.append(share)
        halves.append(Z95 * np.sqrt((off**2).sum(axis=0)) / total)
    share, half = np.array(rows), np.array(halves)
    return Shares(share, np.maximum(share - half, 0.0), np.minimum(share + half, 1.0))


def together(groups: ItemGroups, items: int) -> Int64s:
    """Groups × groups: how many items are in both; the diagonal says how many are in each."""
    matrix = groups.matrix(items)
    return np.asarray((matrix.T @ matrix).todense()).astype(np.int64)


def merged_pairs(counts: Int64s) -> list[tuple[int, int]]:
    """The pairs of groups that most often come together, each with the larger group first."""
    sizes = counts.diagonal()
    first, second = np.triu_indices(len(counts), 1)
    order = np.argsort(-counts[first, second], kind="stable")[:MERGED_PAIRS]
    pairs = [(int(first[pair]), int(second[pair])) for pair in order if counts[first[pair], second[pair]]]
    return [(one, two) if sizes[one] >= sizes[two] else (two, one) for one, two in pairs]


def loyalty(data: LocalDataset, groups: ItemGroups, pairs: Sequence[tuple[int, int]] = ()) -> Floats:
    """The share of a person's commonest group among all their group memberships; not a number without any.

    Where two groups of `pairs` meet in an item, it counts for the first of them only: otherwise nobody could be loyal
    to a group that hardly comes alone.
    """
    counts = memberships(data, groups, pairs)
    totals = counts.sum(axis=1)
    shares: Floats = np.full(len(totals), np.nan)
    some = totals > 0
    shares[some] = counts[some].max(axis=1) / totals[some]
    return shares


def memberships(data: LocalDataset, groups: ItemGroups, pairs: Sequence[tuple[int, int]] = ()) -> Floats:
    """People × groups: how many items of each group a person has, those of two groups of `pairs` in the first only."""
    from scipy.sparse import csr_matrix

    member = np.asarray(groups.matrix(data.items).todense(), dtype=bool)
    kept = member.copy()
    for first, second in pairs:
        kept[member[:, first] & member[:, second], second] = False
    return np.asarray((presence_matrix(data) @ csr_matrix(kept.astype(np.float64))).todense())

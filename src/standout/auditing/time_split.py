"""Linkability, measured in the data itself: are a person's older and newer records told to be of one person?

Records are cut at the median day of the data. Whoever has something in both halves is asked for: somebody holds the
older half of each and looks for its owner among the newer halves. They link by the items that both halves have, as the
usual attacks do, and by taste: where people have every item but once, halves have no item in common, and only what
goes together with what can tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import lgamma
from typing import TYPE_CHECKING, Any

import numpy as np

from standout.attacks.tf_idf import TfIdf
from standout.auditing.checkpoint import Arrays
from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.engines.base import threaded
from standout.engines.whole_records import records_of
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Knowledge, seed_for
from standout.results.questions import Linkability, Linked
from standout.risk.intervals import rate_of
from standout.risk.outcomes import outcomes

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

SAMPLED, MOST_ASKED, FEWEST_ASKED = 4_000, 2_000, 20
FACTORS, SHORTLIST = 16, 10
DOUBT = 0.05
_FEW_REPEATS = 0.01
"""Up to this share of rows may repeat a person and an item without being behaviour."""
FEWEST_OTHERS = 200
"""Fewer people than this who are not asked for teach no taste: the halves themselves are taken as well."""
_GRID = 1e9


@dataclass(frozen=True)
class Halves:
    """The older and the newer halves of some people's records, a row each; and whole records of others."""

    older: csr_matrix
    newer: csr_matrix
    others: csr_matrix
    cut: int
    """The last day of the older halves."""
    sampled: int
    with_both: int
    """How many of those have something in both halves; more than are asked for, where they are too many."""

    @property
    def people(self) -> int:
        return int(self.older.shape[0])


def median_day(day_counts: Int64s) -> int | None:
    """The last day of the older half of all entries; none where all are of one day."""
    days = np.flatnonzero(day_counts)
    if len(days) < 2:
        return None
    before = np.cumsum(day_counts[days])
    return int(days[min(int(np.searchsorted(before, before[-1] / 2)), len(days) - 2)])


def halves_of(data: AnyDataset, cut: int, seed: int) -> Halves:
    """Cut the records of some people, chosen at random, after this day; entries without a day are in neither half."""
    order = np.random.default_rng(seed_for(seed, "time split")).permutation(np.flatnonzero(data.lengths > 1))
    people = np.sort(order[:SAMPLED])
    known = records_of(data, people)
    rows = np.repeat(np.arange(known.targets), known.sizes)
    dated = known.days != UNKNOWN_DAY
    older, newer = (
        _matrix(rows[half], known.items[half], (len(people), data.items))
        for half in (dated & (known.days <= cut), dated & (known.days > cut))
    )
    both = np.flatnonzero((np.diff(older.indptr) > 0) & (np.diff(newer.indptr) > 0))
    others, with_both = np.setdiff1d(np.arange(len(people)), both), len(both)
    if len(both) > MOST_ASKED:
        both = np.sort(np.random.default_rng(seed_for(seed, "time split asked")).permutation(both)[:MOST_ASKED])
    return Halves(older[both], newer[both], (older + newer)[others], cut, len(people), with_both)


def _matrix(rows: Int64s, items: Any, shape: tuple[int, int]) -> csr_matrix:
    """Who has which item, once however often."""
    from scipy.sparse import csr_matrix

    matrix = csr_matrix((np.ones(len(rows)), (rows, items)), shape=shape)
    matrix.sum_duplicates()
    matrix.data[:] = 1.0
    return matrix


def ranks_by_items(halves: Halves, threads: int | None) -> Int64s:
    """The place of everybody's newer half, by the usual attack with the items of the older one; ties at their worst."""
    newer = halves.newer.tocoo()
    released = threaded(from_arrays(newer.row, newer.col, size=halves.newer.shape), threads)
    older, count = halves.older, halves.people
    knowledge = Knowledge(
        starts=older.indptr.astype(np.int64),
        items=older.indices.astype(np.int32),
        values=np.full(older.nnz, NO_VALUE, np.uint8),
        days=np.full(older.nnz, UNKNOWN_DAY, np.int32),
        shortest=np.zeros(count, np.int64),
        longest=np.full(count, ANY_LENGTH),
        scale=NO_SCALE,
    )
    attack, truths = TfIdf(), np.arange(count)
    return outcomes(released.engine.score(released, knowledge, attack, truths), attack, truths, count).ranks


def ranks_by_taste(halves: Halves, seed: int) -> Int64s:
    """The place of everybody's newer half, by how well its items go together with those of the older one.

    What goes together is learnt from people who are not asked for: singular vectors of who has what, rare items
    weighing more. A half is the sum of its items' vectors, seen from the middle of all halves.
    """
    from scipy.sparse import diags, vstack

    few = halves.others.shape[0] < FEWEST_OTHERS
    seen = vstack((halves.others, halves.older, halves.newer), format="csr") if few else halves.others
    holders = np.bincount(seen.indices, minlength=seen.shape[1])
    weights = np.log2((seen.shape[0] + 1) / np.maximum(holders, 1))
    vectors = weights[:, None] * _item_vectors((seen @ diags(weights)).tocsr(), seed)
    older, newer = (_from_the_middle(np.asarray(half @ vectors)) for half in (halves.older, halves.newer))
    alike = np.round(older @ newer.T * _GRID)
    return np.asarray((alike >= np.diag(alike)[:, None]).sum(axis=1), dtype=np.int64)


def _item_vectors(seen: csr_matrix, seed: int) -> Floats:
    """Items × factors; every record counts the same, however long."""
    from scipy.sparse import diags
    from scipy.sparse.linalg import svds

    lengths = np.sqrt(np.asarray(seen.multiply(seen).sum(axis=1)).ravel())
    rows = (diags(1 / np.maximum(lengths, 1e-12)) @ seen).tocsr()
    kept = min(FACTORS, min(rows.shape) - 1)
    if kept < 1 or not rows.nnz:
        return np.ones((seen.shape[1], 1))
    begin = np.random.default_rng(seed_for(seed, "taste")).standard_normal(min(rows.shape))
    _, _, vectors = svds(rows, k=kept, v0=begin)
    return np.asarray(vectors.T, dtype=np.float64)


def _from_the_middle(halves: Floats) -> Floats:
    """Directions of unit length: each half's own, and then seen from the middle of all."""
    directions = _unit(halves)
    return _unit(directions - directions.mean(axis=0))


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))


def ranks(halves: Halves, seed: int, threads: int | None) -> Arrays:
    """The place of everybody's newer half, by each way of linking that can work."""
    shared = bool(halves.older.multiply(halves.newer).nnz)
    by_items = {"items": ranks_by_items(halves, threads)} if shared else {}
    return {**by_items, "taste": ranks_by_taste(halves, seed)}


def is_folded(data: AnyDataset) -> bool:
    """Whether enough of what people do again is known by one day alone that halves would say less than there was."""
    read = data.source.understood
    folded = not data.events and read is not None and read.repeats != "events"
    return folded and read is not None and read.rows_repeated > _FEW_REPEATS * read.rows


def linkability(data: AnyDataset, seed: int, threads: int | None = None, crowd: int = FEWEST_ASKED) -> Linkability:
    """How often older and newer halves are linked; open where the data cannot answer."""
    if data.first_day is None:
        return Linkability(reason="the data has no days to cut records at")
    cut = median_day(data.facts.day_counts)
    if cut is None:
        return Linkability(reason="everything in the data is of one day")
    if is_folded(data):
        return Linkability(
            reason="what people have again and again was folded into one entry with one day, so their halves share "
            "nothing; read with --repeats events, it can"
        )
    halves = halves_of(threaded(data, threads), cut, seed)
    if halves.people < max(crowd, FEWEST_ASKED):
        few = f"fewer than {max(crowd, FEWEST_ASKED)} of {halves.sampled:,} people"
        return Linkability(reason=f"{few} have something both before and after the median day")
    by_way = ranks(halves, seed, threads)
    linked = [_linked(way, places, 2 * len(by_way)) for way, places in by_way.items()]
    return Linkability(
        last_older_day=(date(1970, 1, 1) + timedelta(days=data.first_day + cut)).isoformat(),
        people=halves.people,
        sampled=halves.sampled,
        with_both=halves.with_both,
        linked=tuple(linked),
        blind_first=1 / halves.people,
        blind_within_10=min(SHORTLIST / halves.people, 1.0),
    )


def _linked(way: str, places: Int64s, looks: int) -> Linked:
    """How well one way of linking does; it is one of so many looks at blind luck."""
    first, within = rate_of(places == 1), rate_of(places <= SHORTLIST)
    assert first is not None
    assert within is not None
    people = len(places)
    lucky = min(chance_of(int((places <= most).sum()), people, min(most / people, 1.0)) for most in (1, SHORTLIST))
    return Linked(by=way, first=first, within_10=within, better=lucky < DOUBT / looks)


def chance_of(hits: int, tries: int, chance: float) -> float:
    """The probability of at least so many hits in independent tries (the binomial's upper tail)."""
    if hits <= 0 or chance >= 1:
        return 1.0
    many = np.arange(hits)
    ways = np.array([lgamma(tries + 1) - lgamma(k + 1) - lgamma(tries - k + 1) for k in many.tolist()])
    fewer = float(np.exp(ways + many * np.log(chance) + (tries - many) * np.log1p(-chance)).sum())
    return max(0.0, 1 - fewer)

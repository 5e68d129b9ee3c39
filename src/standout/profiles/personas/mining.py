"""Mining: every set of pairs that enough people share.

The miner walks depth first through the profiles themselves (`kernels.mining`); pairs that too few people share are
dropped first, rare pairs lead, and the sets that begin with one pair are found independently of the others, so threads
share the work and the answer does not depend on them.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from math import ceil

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int32s, Int64s
from standout.errors import BadInput
from standout.profiles.people.pairs import Pairs
from standout.profiles.people.population import Population
from standout.profiles.personas.persona_set import PersonaSet

MOST = 5_000_000
"""More personas than this help nobody and fill the memory."""


def least_people(support: float, people: int) -> int:
    """How many people the support means: at least this many share a persona, and never fewer than one."""
    return max(1, ceil(support * people - 1e-9))


def check_mining(support: float, min_size: int, max_size: int | None) -> None:
    """Refuse what cannot be asked for."""
    if not 0 < support <= 1:
        raise BadInput(f"--support {support:g}: give a share above 0 and up to 1, such as 0.001")
    if min_size < 1:
        raise BadInput(f"--min-size {min_size}: give 1 or more")
    if max_size is not None and max_size < min_size:
        raise BadInput(f"--max-size {max_size}: below --min-size {min_size}; give at least that")


def mine(
    population: Population,
    support: float = 0.001,
    min_size: int = 2,
    max_size: int | None = None,
    *,
    threads: int | None = None,
    limit: int = MOST,
) -> PersonaSet:
    """All sets of at least `min_size` pairs that at least `support` of the people share, with their counts."""
    check_mining(support, min_size, max_size)
    from standout.kernels.mining import grow, places_by_item, rows_by_rank

    whole = population.merged()
    least = least_people(support, whole.size)
    frequent, rank = _ranked(whole.holders, least)
    longest = int(np.diff(whole.starts).max(initial=0))
    most = max(1, min(longest, max_size or longest, len(frequent)))
    if min_size > most or not len(frequent):
        return compact(whole, whole.size, support, np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int64))
    kind = np.int16 if len(frequent) < 2**15 else np.int32
    rows = np.empty(len(whole.pairs) + whole.size, kind)
    filled = rows_by_rank(whole.starts, whole.pairs, rank.astype(kind), rows)
    starts, places = places_by_item(rows, filled, len(frequent))

    def found_with(item: int) -> tuple[Int64s, Int32s, Int64s]:
        own = places[starts[item] : starts[item + 1]]
        count, begins, members, counts = grow(rows, len(frequent), item, own, least, max(2, min_size), most, limit)
        if count > limit:
            raise _too_many(limit, support)
        return np.diff(begins[: count + 1]), members[: begins[count]].copy(), counts[:count].copy()

    parts: list[tuple[Int64s, Int32s, Int64s]] = []
    if min_size == 1:
        single = np.arange(len(frequent), dtype=np.int32)
        parts.append((np.ones(len(frequent), np.int64), single, whole.holders[frequent]))
    if most > 1:
        total = 0
        with ThreadPoolExecutor(threads or min(8, os.cpu_count() or 1)) as pool:
            for part in pool.map(found_with, range(len(frequent))):
                total += len(part[0])
                if total > limit:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise _too_many(limit, support)
                parts.append(part)
    sizes, members, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
    begins = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return compact(whole, whole.size, support, begins, frequent[members].astype(np.int32), counts)


def _too_many(limit: int, support: float) -> BadInput:
    return BadInput(
        f"more than {limit:,} personas at support {support:g}; raise --support, or cut them short with --max-size"
    )


def _ranked(holders: Int64s, least: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The pairs that enough people share, rarest first, and the place of every pair among them (-1: too rare)."""
    frequent = np.flatnonzero(holders >= least)
    frequent = frequent[np.argsort(holders[frequent], kind="stable")]
    rank = np.full(len(holders), -1, np.int64)
    rank[frequent] = np.arange(len(frequent))
    return frequent, rank


def compact(
    vocabulary: Pairs, people: int, support: float, starts: Int64s, pairs: Int32s, counts: Int64s
) -> PersonaSet:
    """Personas in a fixed order (largest crowd, then fewest pairs, then by pair), with only the words they use."""
    sizes = np.diff(starts)
    owners = np.repeat(np.arange(len(counts)), sizes)
    pairs = pairs[np.lexsort((pairs, owners))]
    table = np.full((len(counts), int(sizes.max(initial=0))), -1, np.int32)
    table[owners, np.arange(len(pairs)) - np.repeat(starts[:-1], sizes)] = pairs
    order = np.lexsort((*(table[:, column] for column in range(table.shape[1] - 1, -1, -1)), sizes, -counts))
    kept = table[order].ravel()
    kept = kept[kept >= 0]
    used = np.unique(pairs)
    attributes, values = [], []
    for attribute in np.unique(vocabulary.pair_attribute[used]):
        attributes.append(vocabulary.attributes[attribute])
        own = used[vocabulary.pair_attribute[used] == attribute]
        values.append(tuple(vocabulary.pair_value(int(pair)) for pair in own))
    begins = np.concatenate([[0], np.cumsum(sizes[order])]).astype(np.int64)
    return PersonaSet(
        tuple(attributes),
        tuple(values),
        people,
        support,
        begins,
        np.searchsorted(used, kept).astype(np.int32),
        counts[order].astype(np.int64),
    )

"""Whether studies on a release come to the results that they have on the original: which recommender is best, what goes
together, and what comes after what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from standout.common.arrays import Floats, Int32s, Int64s
from standout.data.codes import NO_DAY
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.vocabulary import positions
from standout.knowledge.draw import seed_for
from standout.results.compare_uses import Research
from standout.results.estimate import Estimate
from standout.risk.intervals import share_of
from standout.verification.aligned import Rows
from standout.verification.held_out import divided
from standout.verification.paired import gain
from standout.verification.ranking import hits, ndcg
from standout.verification.recommenders import holdings, recommended

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

LIST, TESTED, MOST_ITEMS, NEIGHBOURS, ASKED_OF = 10, 500, 5_000, 50, 10_000
"""How long lists are, for how many people; items that are told apart; neighbours, and people they are looked for in."""
BEATEN = "popularity"
PAIRED_ITEMS, RESAMPLED = 200, 200
"""Items between which pairs and sequences are counted, the most held ones; and draws for the interval of an order."""


@dataclass(frozen=True)
class Studied:
    """What a study finds in one version of the data."""

    gains: Mapping[str, Floats]
    """nDCG@10 of each tested person, for each recommender."""
    baskets: Floats
    sequences: Floats | None


def studied(original: LocalDataset, version: LocalDataset, seed: int) -> Studied:
    """Study a version of the data (or the original itself) as if there were no other."""
    baskets, sequences = _together(original, version)
    return Studied(gains_of(version, seed), baskets, sequences)


def research(now: Studied, before: Studied | None, seed: int) -> Research:
    """The figures of a version, against those of the original, if it is not that itself."""
    scores = {name: score for name, each in now.gains.items() if (score := share_of(each)) is not None}
    if before is None:
        return Research(scores=scores)
    sequences = None if before.sequences is None else _moved(before.sequences, now.sequences)
    return Research(
        scores=scores,
        order=_order(before.gains, now.gains, seed) if _better_than_popular(before.gains) else None,
        baskets=_moved(before.baskets, now.baskets),
        sequences=sequences,
    )


def _better_than_popular(gains: Mapping[str, Floats]) -> bool:
    """Whether any recommender is surely better than what is popular."""
    usual = gains.get(BEATEN, np.zeros(0))
    return bool(len(usual)) and any(gain(own, usual).low > 0 for name, own in gains.items() if name != BEATEN)


# The order of recommenders


def gains_of(data: LocalDataset, seed: int) -> dict[str, Floats]:
    """How good the lists of five simple recommenders are: `popularity`; `pairs`, items that go with what people have;
    `items`, the same by cosine; `people`, what similar people have; `factors`, alternating least squares."""
    from scipy import sparse

    split = divided(data, data, seed)
    learned, asked = split.learned, split.asked
    people = _tested(learned, asked, seed)
    if not len(people):
        return {}
    known = np.sort(np.argsort(-data.holders, kind="stable")[:MOST_ITEMS])
    columns = np.full(data.items, -1, np.int64)
    columns[known] = np.arange(len(known))
    kept = columns[learned.items] >= 0
    ones = np.ones(int(kept.sum()), np.float32)
    shape = (data.people, len(known))
    held = sparse.csr_matrix((ones, (learned.people[kept], columns[learned.items[kept]])), shape)
    own = held[people]
    gram = (held.T @ held).toarray().astype(np.float32)
    size = np.sqrt(np.maximum(np.diag(gram), 1))
    scores: dict[str, Floats] = {BEATEN: np.tile(np.diag(gram).astype(np.float64), (len(people), 1))}
    np.fill_diagonal(gram, 0)
    scores["pairs"] = np.asarray(own @ gram, np.float64)
    scores["items"] = np.asarray(own @ (gram / size[:, None] / size), np.float64)
    scores["people"] = _of_people(held, own, people, seed)
    lists = {name: known[_first(each, own)].astype(np.int32) for name, each in scores.items()}
    entries = holdings(learned.people, learned.items, (data.people, data.items))
    lists["factors"] = recommended(entries, people, LIST, seed_for(seed, "studied lists"))
    wanted = np.bincount(asked.people, minlength=data.people)[people]
    return {
        name: ndcg(hits(best, people, asked.people, asked.items, data.items), wanted) for name, best in lists.items()
    }


def _tested(learned: Rows, asked: Rows, seed: int) -> Int64s:
    """Some of those who have something to learn from, and something that is asked."""
    people = np.intersect1d(learned.people, asked.people).astype(np.int64)
    order = np.random.default_rng(seed_for(seed, "studied people")).permutation(people)
    return np.sort(order[:TESTED])


def _of_people(held: csr_matrix, own: csr_matrix, people: Int64s, seed: int) -> Floats:
    """What the people have who are most like each: by cosine, themselves left out."""
    from scipy import sparse

    among = np.arange(held.shape[0])
    if len(among) > ASKED_OF:
        among = np.sort(np.random.default_rng(seed_for(seed, "studied neighbours")).permutation(among)[:ASKED_OF])
    others = held[among]
    size = np.sqrt(np.maximum(np.asarray(others.sum(axis=1)).ravel(), 1))
    alike = (own @ others.T).toarray() / size
    rows, columns = np.nonzero(among[None, :] == people[:, None])
    alike[rows, columns] = 0
    count = min(NEIGHBOURS, alike.shape[1])
    near = np.argpartition(-alike, count - 1, axis=1)[:, :count]
    weights = np.take_along_axis(alike, near, axis=1).ravel()
    chosen = sparse.csr_matrix((weights, (np.repeat(np.arange(len(near)), count), near.ravel())), alike.shape)
    return np.asarray((chosen @ others).toarray(), np.float64)


def _first(scores: Floats, own: csr_matrix) -> Int64s:
    """The best items that each person does not have, best first; ties by item."""
    scores = scores.copy()
    scores[own.nonzero()] = -np.inf
    return np.argsort(-scores, axis=1, kind="stable")[:, :LIST]


def _order(before: Mapping[str, Floats], now: Mapping[str, Floats], seed: int) -> Estimate | None:
    """Kendall's τ of the mean gains; the interval is over people drawn again, in both versions."""
    names = [name for name in before if name in now]
    if len(names) < 2:
        return None
    old, new = (np.stack([each[name] for name in names]) for each in (before, now))
    dice = np.random.default_rng(seed_for(seed, "order"))
    taus = [
        kendall(*(side[:, dice.integers(0, side.shape[1], side.shape[1])].mean(axis=1) for side in (old, new)))
        for _ in range(RESAMPLED)
    ]
    rate = kendall(old.mean(axis=1), new.mean(axis=1))
    low, high = (float(np.quantile(taus, share)) for share in (0.025, 0.975))
    return Estimate(rate, min(low, rate), max(high, rate))


def kendall(one: Floats, other: Floats) -> float:
    """Kendall's τ: of all pairs, those in the same order less those in the other; ties are neither."""
    rows, columns = np.triu_indices(len(one), 1)
    return float((np.sign(one[rows] - one[columns]) * np.sign(other[rows] - other[columns])).mean())


# What goes together, and what comes after what


def _together(original: LocalDataset, version: LocalDataset) -> tuple[Floats, Floats | None]:
    """How often two of the most held items are in one basket, and one in the basket before the other's.

    A basket is what somebody has of one day; without days, all that they have.
    """
    from scipy import sparse

    best = np.argsort(-original.holders, kind="stable")[:PAIRED_ITEMS]
    columns = np.full(original.items, -1, np.int64)
    columns[best] = np.arange(len(best))
    records = version.held.records if original.has_days and version.has_days else once(version.held.records)
    items = _in_codes_of(original, version, records.items)
    places = np.where(items >= 0, columns[np.maximum(items, 0)], -1) if len(columns) else np.full(len(items), -1)
    owners = np.repeat(np.arange(version.people), np.diff(records.starts))
    dated = original.has_days and version.has_days
    days = np.asarray(records.days).astype(np.int64) if dated else np.zeros(len(items), np.int64)
    kept = (places >= 0) & (days != NO_DAY)
    keys, rows = np.unique(owners[kept] * (NO_DAY + 1) + days[kept], return_inverse=True)
    cells = np.unique(rows * max(len(best), 1) + places[kept])
    shape = (len(keys), max(len(best), 1))
    baskets = sparse.csr_matrix((np.ones(len(cells)), (cells // shape[1], cells % shape[1])), shape)
    pairs = (baskets.T @ baskets).toarray()
    np.fill_diagonal(pairs, 0)
    if not dated:
        return pairs, None
    follows = np.flatnonzero(keys[1:] // (NO_DAY + 1) == keys[:-1] // (NO_DAY + 1))
    return pairs, np.asarray((baskets[follows].T @ baskets[follows + 1]).toarray())


def _in_codes_of(original: LocalDataset, version: LocalDataset, items: Int32s) -> Int64s:
    codes = np.asarray(items).astype(np.int64)
    if version.vocabulary.items is original.vocabulary.items:
        return codes
    return positions(version.vocabulary.items, original.vocabulary.items)[codes]


def _moved(before: Floats, after: Floats | None) -> float | None:
    """Half of what shares differ by; everything where nothing is left; none where there was nothing."""
    if not before.sum():
        return None
    if after is None or not after.sum():
        return 1.0
    return float(np.abs(after / after.sum() - before / before.sum()).sum()) / 2

"""Beliefs: what an adversary learns about people who knows a little, such as their names.

The adversary looks on each site for the profiles that carry what is known. A pair that more than a threshold's share of
a site's candidates carry is believed; so is one that candidates on several sites carry, if their share over the sites
that show the attribute passes the cross-site threshold. Then profiles that contradict a belief are no candidates any
more, and the search is repeated until nothing new comes. The confidence is the largest probability that passed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Bools, Floats, Int16s, Int32s, Int64s
from standout.common.wording import listed
from standout.errors import BadInput
from standout.profiles.people.population import Population

_BATCH = 512


@dataclass(frozen=True, eq=False)
class Beliefs:
    """What is believed of one person beyond what was known: pairs, and how sure the adversary is of each."""

    pairs: Int32s
    confidences: Floats
    attributes: Int32s
    """The attribute of each pair."""
    initial: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True, eq=False)
class ManyBeliefs:
    """The beliefs about many people: target `t` has the entries `starts[t]` to `starts[t + 1]`."""

    starts: Int64s
    pairs: Int32s
    confidences: Floats
    attributes: Int32s

    def of(self, target: int) -> Beliefs:
        """The beliefs about one of them."""
        span = slice(self.starts[target], self.starts[target + 1])
        return Beliefs(self.pairs[span], self.confidences[span], self.attributes[span])

    @cached_property
    def owners(self) -> Int64s:
        """The target of each entry."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


@dataclass(frozen=True, eq=False)
class Profiles:
    """Every profile on every site by itself, and which of them carry each pair."""

    starts: Int64s
    pairs: Int32s
    site: Int16s
    person: Int64s
    pair_starts: Int64s
    pair_profiles: Int64s


def profiles_of(population: Population) -> Profiles:
    """Cut a population into the profiles that an adversary sees: who is who across sites is not in them."""
    sites = population.pair_sites.astype(np.int64) if len(population.pair_sites) else np.int64(0)
    key = sites * population.size + population.owners
    order = np.argsort(key, kind="stable")
    held, counts = np.unique(key, return_counts=True)
    pairs = population.pairs[order]
    profile = np.repeat(np.arange(len(held)), counts)
    by_pair = np.bincount(pairs, minlength=population.pair_count)
    return Profiles(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        pairs,
        (held // max(1, population.size)).astype(np.int16),
        held % max(1, population.size),
        np.concatenate([[0], np.cumsum(by_pair)]).astype(np.int64),
        profile[np.argsort(pairs, kind="stable")],
    )


def believe(
    population: Population,
    initial: Sequence[int] | npt.NDArray[np.integer],
    *,
    site_threshold: float = 0.5,
    cross_threshold: float = 0.5,
) -> Beliefs:
    """What is learned about someone of whom these pairs are known; nothing, where nothing is known."""
    known = np.unique(np.asarray(initial, np.int32))
    starts = np.array([0, len(known)], np.int64)
    many = _learned(population, starts, known, None, None, site_threshold, cross_threshold, threads=1)
    return Beliefs(many.pairs, many.confidences, many.attributes, tuple(known.tolist()))


def believe_many(
    population: Population,
    people: npt.NDArray[np.integer],
    initial_attributes: Sequence[str],
    *,
    truth: Population | None = None,
    edited: Population | None = None,
    site_threshold: float = 0.5,
    cross_threshold: float = 0.5,
    threads: int | None = None,
) -> ManyBeliefs:
    """What is learned about each of these people from their own values of the initial attributes.

    Those values come from `truth` (same vocabulary and people) or else from what they show on most sites. `edited` has
    a row per target, in the vocabulary and with the sites of `population`: what the target shows instead, while
    everybody else stays as they are.
    """
    targets: Int64s = np.asarray(people, np.int64)
    starts, known = initial_pairs(truth or population, targets, initial_attributes)
    if edited is not None:
        return _learned(population, starts, known, targets, edited, site_threshold, cross_threshold, threads)
    # Of whom the same is known, the same is learned.
    once, own = _different(starts, known)
    many = _learned(population, *once, None, None, site_threshold, cross_threshold, threads)
    begins, places = _gathered(many.starts, own)
    return ManyBeliefs(begins, many.pairs[places], many.confidences[places], many.attributes[places])


def _different(starts: Int64s, pairs: Int32s) -> tuple[tuple[Int64s, Int32s], Int64s]:
    """The different sets among many, and which of them each is."""
    lengths = np.diff(starts)
    table = np.full((len(lengths), int(lengths.max(initial=0)) + 1), -1, np.int32)
    table[np.repeat(np.arange(len(lengths)), lengths), np.arange(len(pairs)) - np.repeat(starts[:-1], lengths)] = pairs
    order = np.lexsort(table.T[::-1])
    table = table[order]
    new = np.ones(len(table), np.bool_)
    new[1:] = (table[1:] != table[:-1]).any(axis=1)
    own = np.empty(len(table), np.int64)
    own[order] = np.cumsum(new) - 1
    kept = table[new]
    begins = np.concatenate([[0], np.cumsum((kept >= 0).sum(axis=1))]).astype(np.int64)
    return (begins, kept[kept >= 0]), own


def _gathered(starts: Int64s, rows: Int64s) -> tuple[Int64s, Int64s]:
    """The new starts and the old places, when rows are picked (also several times) from a list of lists."""
    lengths = starts[rows + 1] - starts[rows]
    begins = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return begins, np.arange(begins[-1]) - np.repeat(begins[:-1] - starts[rows], lengths)


def identifiability(beliefs: Beliefs, attributes: int) -> float:
    """The sum of the confidences over the number of attributes; of an attribute's values the surest counts."""
    surest: dict[int, float] = {}
    for attribute, confidence in zip(beliefs.attributes.tolist(), beliefs.confidences.tolist(), strict=True):
        surest[attribute] = max(confidence, surest.get(attribute, 0.0))
    return sum(surest.values()) / attributes if attributes else 0.0


def identifiabilities(
    population: Population,
    people: npt.NDArray[np.integer],
    initial_attributes: Sequence[str],
    *,
    truth: Population | None = None,
    edited: Population | None = None,
    only_true: bool = False,
    site_threshold: float = 0.5,
    cross_threshold: float = 0.5,
    threads: int | None = None,
) -> Floats:
    """The identifiability of each of these people; see `believe_many` and `identifiability`.

    The paper counts every belief. `only_true` counts those alone that hold in `truth` (or in `population`).
    """
    many = believe_many(
        population, people, initial_attributes, truth=truth, edited=edited,
        site_threshold=site_threshold, cross_threshold=cross_threshold, threads=threads,
    )  # fmt: skip
    confidences = many.confidences
    if only_true:
        confidences = confidences * _holds(truth or population, np.asarray(people, np.int64), many)
    surest = np.zeros((len(many.starts) - 1, len(population.attributes)))
    np.maximum.at(surest, (many.owners, many.attributes), confidences)
    return np.asarray(surest.sum(axis=1) / max(1, len(population.attributes)), np.float64)


def _holds(truth: Population, people: Int64s, many: ManyBeliefs) -> Bools:
    """Which beliefs are pairs that the person really has."""
    whole = truth.merged()
    real = whole.owners * whole.pair_count + whole.pairs
    asked = people[many.owners] * whole.pair_count + many.pairs
    places = np.searchsorted(real, asked)
    return np.asarray(real[np.minimum(places, len(real) - 1)] == asked) if len(real) else np.zeros(len(asked), np.bool_)


def initial_pairs(population: Population, people: Int64s, attributes: Sequence[str]) -> tuple[Int64s, Int32s]:
    """Each person's pairs of these attributes, ascending; where sites disagree about one, what most of them show."""
    unknown = [attribute for attribute in attributes if attribute not in population.attributes]
    if unknown:
        raise BadInput(f"no attribute {listed(unknown)}; there are {listed(population.attributes)}")
    chosen = np.zeros(len(population.attributes), np.bool_)
    chosen[[population.attributes.index(attribute) for attribute in attributes]] = True
    attribute = population.pair_attribute[population.pairs]
    kept = chosen[attribute]
    key = population.owners[kept] * population.pair_count + population.pairs[kept]
    key, times = np.unique(key, return_counts=True)
    owner, pair = key // max(1, population.pair_count), key % max(1, population.pair_count)
    attribute = population.pair_attribute[pair]
    order = np.lexsort((pair, -times, attribute, owner))
    owner, pair, attribute = owner[order], pair[order], attribute[order]
    again = np.zeros(len(pair), np.bool_)
    again[1:] = (owner[1:] == owner[:-1]) & (attribute[1:] == attribute[:-1])
    usable = population.several[attribute] | ~again
    owner, pair = owner[usable], pair[usable]
    pair = pair[np.lexsort((pair, owner))]
    begins = np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=population.size))]).astype(np.int64)
    starts, places = _gathered(begins, people)
    return starts, pair[places].astype(np.int32)


def _learned(
    population: Population,
    initial_starts: Int64s,
    initial: Int32s,
    people: Int64s | None,
    edited: Population | None,
    site_threshold: float,
    cross_threshold: float,
    threads: int | None,
) -> ManyBeliefs:
    from standout.kernels.beliefs import learn

    for name, threshold in (("site", site_threshold), ("cross", cross_threshold)):
        if not 0 <= threshold <= 1:
            raise BadInput(f"--{name}-threshold is {threshold:g}, but must be a share between 0 and 1")
    own = profiles_of(population)
    targets = len(initial_starts) - 1
    left_out, extra_starts = np.full(targets, -1, np.int64), np.zeros(targets + 1, np.int64)
    starts, pairs, site, person = own.starts, own.pairs, own.site, own.person
    if edited is not None and people is not None:
        extra = profiles_of(edited)
        order = np.argsort(extra.person, kind="stable")
        begins, places = _gathered(extra.starts, order)
        starts = np.concatenate([starts, starts[-1] + begins[1:]]).astype(np.int64)
        pairs, site = np.concatenate([pairs, extra.pairs[places]]), np.concatenate([site, extra.site[order]])
        person = np.concatenate([person, np.full(len(order), -1, np.int64)])
        extra_starts[1:] = np.cumsum(np.bincount(extra.person, minlength=targets))
        extra_starts += len(own.site)
        left_out = people

    def batch(begin: int) -> tuple[Int64s, Int32s, Floats]:
        learned: tuple[Int64s, Int32s, Floats] = learn(
            starts, pairs, site, person, own.pair_starts, own.pair_profiles, population.pair_attribute,
            population.several, max(1, len(population.sites)), initial_starts, initial, left_out, extra_starts,
            site_threshold, cross_threshold, begin, min(targets, begin + _BATCH),
        )  # fmt: skip
        return learned

    with ThreadPoolExecutor(threads or min(8, os.cpu_count() or 1)) as pool:
        parts = list(pool.map(batch, range(0, targets, _BATCH)))
    parts.append((np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0)))
    counts, found_pairs, confidences = (np.concatenate(each) for each in zip(*parts, strict=True))
    begins = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return ManyBeliefs(begins, found_pairs, confidences, population.pair_attribute[found_pairs])

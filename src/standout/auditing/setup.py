"""What an audit works on: the data, the version of it that is attacked, and who is looked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from standout.auditing.settings import AuditSettings
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import AnyDataset
from standout.data.partition import Partition
from standout.data.vocabulary import positions
from standout.engines.base import threaded
from standout.engines.own_records import longest_own, looking_for_own
from standout.engines.whole_records import records_of
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, seed_for, towards
from standout.risk.rescaling import Rescaling, rescaling
from standout.risk.similarity import guess_similarity, records_alike
from standout.risk.trials import ENOUGH

CHUNK = 10_000
"""Targets per checkpoint."""

BITS_TARGETS = 10_000
"""Of more targets than this, so many, chosen at random, have the bits measured that are missing to their record: that
takes a second look at everybody's score, and the mean is as certain as it needs to be."""

RESCALED_BY = 2_000
"""So many people's values say how another scale is used."""

FEW_RECORDS = 65_536
"""Up to so many records, one thread is as quick as several, and steps are better done side by side."""

MOST_LANES = 4
"""More steps at a time would wait for each other."""

_KEPT, _KEPT_ENTRIES = 3, 2_000_000
"""So many draws are kept for who asks next; more, where all of them together know no more than so many entries."""


@dataclass(frozen=True)
class Setup:
    """The data, the released version (the data itself, if there is no other), settings, and the people to look for."""

    data: AnyDataset
    released: AnyDataset
    settings: AuditSettings
    people: Int64s
    owners: Int64s | None = None
    """Whose each released record is (-1: nobody's), where a file of who is who told it; none: ids do."""

    @property
    def draws(self) -> int:
        """How often each person is attacked for the table of people."""
        return self.settings.draws_for(len(self.people))

    def chunks(self) -> Iterator[tuple[int, Int64s]]:
        """The people, a checkpoint's worth at a time, each with the place of the first; at least one chunk."""
        for begin in range(0, max(len(self.people), 1), CHUNK):
            yield begin, self.people[begin : begin + CHUNK]

    def drawn(self, adversary: Adversary, people: Int64s, turn: int = 0) -> Drawn:
        """What the adversary knows of these people, in the codes of the released data.

        One attack after the other asks for the same: what was drawn last is kept.
        """
        if turn:
            return self._draw(adversary, people, turn)
        asked = adversary, people.tobytes()
        with self._drawing:
            if asked not in self._lately:
                self._lately[asked] = self._draw(adversary, people, turn)
                _keep_few(self._lately)
            return self._lately[asked]

    def _draw(self, adversary: Adversary, people: Int64s, turn: int) -> Drawn:
        drawn = self.data.engine.draw(self.data, adversary, people, self.settings.seed, turn, self.lengths)
        return drawn if self.released is self.data else self._towards(drawn)

    def _towards(self, drawn: Drawn) -> Drawn:
        """In the codes of the released data, values on its scale."""
        turned = towards(self.released, self.data, drawn)
        if self.rescaling is not None:
            turned = replace(turned, knowledge=self.rescaling.of(turned.knowledge, self.released.scale))
        return turned if self.owners is None else looking_for_own(self.released, turned, self.owners)

    @cached_property
    def rescaling(self) -> Rescaling | None:
        """How values of the data become those of another released scale; none where they need not, or are bands, which
        are compared as they are."""
        if self.released is self.data or "bands" in (self.data.scale.kind, self.released.scale.kind):
            return None
        some = np.random.default_rng(seed_for(self.settings.seed, "scale")).permutation(self.data.people)[:RESCALED_BY]
        whole = Drawn(records_of(self.data, np.sort(some)), np.sort(some), np.sort(some), 0)
        return rescaling(towards(self.released, self.data, whole).knowledge, self.released)

    @cached_property
    def _drawing(self) -> threading.RLock:
        """Of steps side by side that ask for the same, one draws it."""
        return threading.RLock()

    @cached_property
    def _lately(self) -> dict[tuple[Adversary, bytes], Drawn]:
        return {}

    @cached_property
    def records(self) -> Int64s:
        """Everybody's released record, of several the longest; -1 where there is none."""
        if self.released is self.data:
            return np.arange(self.data.people)
        if self.owners is not None:
            return longest_own(self.released, self.data.people, self.owners)
        return positions(self.data.vocabulary.people, self.released.vocabulary.people)

    @cached_property
    def lengths(self) -> Int64s:
        """How long each person's released record is (their own, where none is released): what can be known of it."""
        if self.released is self.data:
            return self.data.lengths
        return np.where(self.records >= 0, self.released.lengths[np.maximum(self.records, 0)], self.data.lengths)

    @property
    def tries_by_itself(self) -> bool:
        """Whether looking for the targets tells how far an attack can be trusted: then it is not tried out besides."""
        return self.released is self.data and len(self.people) >= ENOUGH

    @property
    def measures_everyone(self) -> bool:
        """Whether there are few enough targets to measure everybody's bits."""
        return len(self.people) <= BITS_TARGETS

    @property
    def measured_twice(self) -> float:
        """The share of targets whose scores are looked at again for their bits."""
        return min(1.0, 2 * BITS_TARGETS / max(len(self.people), 1))

    @cached_property
    def measured(self) -> Int64s:
        """The targets whose bits are measured, where there are too many to measure everybody's."""
        order = np.random.default_rng(seed_for(self.settings.seed, "bits")).permutation(len(self.people))
        return self.people[order[:BITS_TARGETS]]

    @cached_property
    def own_similarity(self) -> Floats:
        """How similar everybody's record is to their released one: found once, for all who are guessed rightly."""
        similarity = np.zeros((self.data.people, 3))
        for _, people in self.chunks():
            similarity[people] = self.alike(people, self.records[people])
        return similarity

    def alike(self, people: Int64s, guesses: Int64s) -> Floats:
        """How similar people's records are to the guessed ones."""
        if self.released is self.data:
            return records_alike(self.data, people, guesses)
        whole = self._towards(Drawn(records_of(self.data, people), people, people, 0)).knowledge
        return guess_similarity(self.released, whole, guesses)


def _keep_few(draws: dict[tuple[Adversary, bytes], Drawn]) -> None:
    """Forget the oldest of these draws, as long as they are too many and know too much."""
    entries = sum(len(drawn.knowledge.items) for drawn in draws.values())
    while len(draws) > _KEPT and entries > _KEPT_ENTRIES:
        entries -= len(draws.pop(next(iter(draws))).knowledge.items)


def side_by_side(data: AnyDataset, released: AnyDataset | None, settings: AuditSettings) -> tuple[int, AuditSettings]:
    """How many steps of an audit to do at a time, and the settings of each: they share the threads that are wanted.

    Where records are many, or are not at hand, one step after the other has all threads; unless the engine gathers what
    steps ask at the same time.
    """
    every = (data,) if released is None else (data, released)
    few = all(isinstance(each.held, Partition) and each.people <= FEW_RECORDS for each in every)
    workers = threaded(data, settings.threads).engine.workers
    steps = len(settings.adversaries_for(data)[0]) * len(settings.attacks)
    if all(getattr(each.engine, "gathers", False) for each in every):
        return min(MOST_LANES, steps), settings
    lanes = min(workers, MOST_LANES, steps) if few else 1
    return lanes, settings if lanes == 1 else replace(settings, threads=workers // lanes)


def set_up(
    data: AnyDataset,
    released: AnyDataset | None,
    settings: AuditSettings,
    without: Int64s | None = None,
    *,
    nobody: bool = False,
    owners: Int64s | None = None,
) -> Setup:
    """Choose whom to look for (nobody of those `without`, or `nobody` at all), and let the engines have the threads
    that are wanted."""
    data = threaded(data, settings.threads)
    target = data if released is None else threaded(released, settings.threads)
    people = chosen_people(data, settings, without)
    return Setup(data, target, settings, people[:0] if nobody else people, owners)


def chosen_people(data: AnyDataset, settings: AuditSettings, without: Int64s | None = None) -> Int64s:
    """The people to look for: everyone but those held out, or as many as wanted, drawn at random."""
    there = np.arange(data.people, dtype=np.int64)
    if without is not None:
        there = np.setdiff1d(there, without)
    if settings.targets is None or settings.targets >= len(there):
        return there
    order = np.random.default_rng(seed_for(settings.seed, "targets")).permutation(there)
    return np.sort(order[: settings.targets]).astype(np.int64)


def overlap(
    data: AnyDataset, released: AnyDataset, *, controlled: bool = False, owners: Int64s | None = None
) -> tuple[bool, list[str]]:
    """Refuse a release that has no person or no item in common with the data; note how many people are in both.

    Who is in it is told by ids, or by `owners`, whose each of its records is.

    First, whether nobody is: with a control, what is learned can be measured all the same.
    """
    if not (positions(data.vocabulary.items, released.vocabulary.items) >= 0).any():
        raise BadInput("no item of the data is in the released data by id; both must use the same item ids")
    in_both = int((positions(data.vocabulary.people, released.vocabulary.people) >= 0).sum())
    if owners is not None:
        in_both = len(np.unique(owners[owners >= 0]))
    if not in_both and controlled:
        who = "no person of the data is in the released data by id: nobody is looked for, only guessed"
        return True, [f"{who}; --truth says whose the released records are, if that is known"]
    if not in_both:
        raise BadInput(
            "no person of the data is in the released data by id, so nobody could be judged; keep the ids in the "
            "released version, use 'standout link' with --truth, or give people who are not in it with --control"
        )
    if in_both == data.people:
        return False, []
    those = f"{in_both:,} of {data.people:,} people of the data are in the released data; nobody can find the others"
    return False, [those]

"""Guessing what else a target has: from what is known of them, and a release.

Three ways, from the particular to the general. `records`: those of the records that may be the target's, each as far as
the attack believes in it, and for the rest as the next. `neighbours`: those of the records that are most like what is
known, which needs nobody's record to be there. `popularity`: what most people have. Each gives every item a score; what
is known already is not guessed. Ties are broken by lot: hits are what is to be expected of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import starmap

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.tf_idf import TfIdf
from standout.common.arrays import Floats, Int32s, Int64s
from standout.common.memory import at_once
from standout.data.dataset import AnyDataset
from standout.engines.by_map import all_scored
from standout.engines.partition_questions import Asked
from standout.engines.tally import Tally
from standout.engines.whole_records import records_of
from standout.knowledge.draw import ANY_LENGTH, Knowledge, of_targets
from standout.risk.believed import Believed, believed, evidence, on_grid
from standout.risk.record_contents import Contents, contents_of, mean_values

WAYS = ("records", "neighbours", "popularity")
LIST = 10
RECORDS, NEIGHBOURS = 10, 50
"""How many records are believed in at most, and how many are looked at as neighbours."""

_CELLS = 8_000_000
"""Targets × items that are scored at once."""

_HINT = 1e-6
"""What popularity counts for where nothing else tells items apart."""


@dataclass(frozen=True)
class Truth:
    """What targets have and nobody told: items in codes of the release (-1: none has it), and where values lie."""

    starts: Int64s
    items: Int64s
    values: Floats
    """Positions on the released scale; not a number where there is none to compare with."""

    @property
    def sizes(self) -> Int64s:
        return np.diff(self.starts)

    def of(self, rows: Int64s) -> Truth:
        """That of some of the targets, in this order."""
        sizes = self.sizes[rows]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        entries = np.repeat(self.starts[rows] - starts[:-1], sizes) + np.arange(starts[-1])
        return Truth(starts, self.items[entries], self.values[entries])


@dataclass(frozen=True)
class Guessed:
    """What came of guessing: a row per target, a column per way, a layer per measure; and how much speaks for each
    target to be in the release."""

    inside: Floats
    without: Floats
    """The same with the target's own record left out of the release; no rows where that was not asked for."""
    evidence: Floats


MEASURES = 4
"""Precision and recall of ten guesses, of as many as there are to guess, and of ten with values."""

_NOTHING = np.zeros((0, len(WAYS), MEASURES))


def guessed(
    released: AnyDataset,
    attacks: Mapping[str, Attack],
    knowledge: Knowledge,
    truth: Truth,
    own: Int64s | None = None,
    values: Floats | None = None,
    told: Mapping[str, Knowledge] | None = None,
) -> dict[str, Guessed]:
    """For each attack, how well targets are guessed; with `own` (-1: none), also without that record in the release.

    Nothing is scored again for that: the own record is taken out of what the scores say. `values` are the mean values
    of released items, where they are at hand. Attacks may be `told` other values and days of the same items.
    """
    parts: dict[str, list[Guessed]] = {name: [Guessed(_NOTHING, _NOTHING, np.zeros(0))] for name in attacks}
    step = at_once(max(_CELLS // max(released.items, 1), 1))
    values = mean_values(released) if values is None else values
    for begin in range(0, knowledge.targets, step):
        rows = np.arange(begin, min(begin + step, knowledge.targets))
        known, part = of_targets(knowledge, rows), truth.of(rows)
        otherwise = {name: of_targets(each, rows) for name, each in (told or {}).items()}
        some = _Some(released, known, part, None if own is None else own[rows], values, otherwise)
        for name, result in some.by_attack(attacks):
            parts[name].append(result)
    fields = ("inside", "without", "evidence")
    return {
        name: Guessed(*(np.concatenate([getattr(part, field) for part in pieces]) for field in fields))
        for name, pieces in parts.items()
    }


@dataclass(frozen=True)
class _Some:
    """Some targets, few enough to give every item a score for each of them."""

    released: AnyDataset
    knowledge: Knowledge
    truth: Truth
    own: Int64s | None
    mean_values: Floats
    told: Mapping[str, Knowledge]
    """What some attacks know of the targets instead: the same items."""

    @property
    def truths(self) -> Int64s:
        return np.full(self.knowledge.targets, -1, np.int64) if self.own is None else self.own

    def by_attack(self, attacks: Mapping[str, Attack]) -> Iterator[tuple[str, Guessed]]:
        """What each attack makes of these targets; what does not depend on the attack is found once."""
        sides = (False,) if self.own is None else (False, True)
        likest, *others = all_scored(self.released, [self._likest(), *starmap(self._asked, attacks.items())])
        tallies = dict(zip(attacks, others, strict=True))
        near = {side: self._neighbours(likest, without=side) for side in sides}
        trusted = {
            (name, side): believed(tallies[name], attack, self.truths, without=side)
            for name, attack in attacks.items()
            for side in sides
        }
        contents = contents_of(self.released, [*near.values(), *trusted.values()])
        items = self._looked_at(contents.items)
        contents, narrow = replace(contents, items=within(contents.items, items).astype(np.int32)), self._among(items)
        hits: dict[str, list[Floats]] = {name: [] for name in attacks}
        for side in sides:
            by_all = [trusted[name, side] for name in attacks]
            came = narrow.measured(contents, near[side], by_all, self._popular(items, without=side))
            for place, name in enumerate(attacks):
                hits[name].append(came[:, (place, -2, -1)])
        for name, attack in attacks.items():
            inside, *without = hits[name]
            yield name, Guessed(inside, without[0] if without else _NOTHING, evidence(tallies[name], attack))

    def _looked_at(self, believed_items: Int32s) -> Int64s:
        """The items that can matter, ascending: all that a record has which is looked at, all that is true or known,
        and as many popular ones as the longest list needs, with those that tie with the last of them."""
        holders, own = self.released.holders, (self.truth.items, self.knowledge.items)
        most = LIST + int(self.truth.sizes.max(initial=0)) + int(self.knowledge.sizes.max(initial=0))
        if most >= len(holders):
            return np.arange(len(holders))
        matters = holders >= np.partition(holders, len(holders) - most)[len(holders) - most]
        for codes in (believed_items, *own):
            matters[codes[codes >= 0]] = True
        return np.flatnonzero(matters)

    def _among(self, items: Int64s) -> _Narrow:
        """What is known and what is true, counted in these items."""
        known, true = (within(codes, items) for codes in (self.knowledge.items, self.truth.items))
        return _Narrow(self.knowledge.starts, known, replace(self.truth, items=true))

    def _asked(self, name: str, attack: Attack) -> Asked:
        known, entropic = self.told.get(name, self.knowledge), attack.probabilities == "entropic"
        return Asked(known, attack, self.truths, RECORDS + 1, entropic)

    def _likest(self) -> Asked:
        """The records most like what is known, of any length."""
        shortest, longest = np.zeros(self.knowledge.targets, np.int64), np.full(self.knowledge.targets, ANY_LENGTH)
        known = replace(self.knowledge, shortest=shortest, longest=longest)
        return Asked(known, TfIdf(), self.truths, NEIGHBOURS + 1)

    def _neighbours(self, likest: Tally, *, without: bool) -> Believed:
        """The neighbours, each as far as it is like what is known; one is looked at more than needed, in case the own
        record is among them."""
        gone = (likest.top_records == self.truths[:, None]) & without
        likeness = np.where((likest.top_records >= 0) & ~gone, np.maximum(likest.top_scores, 0.0), 0.0)
        likeness[np.cumsum(likeness > 0, axis=1) > NEIGHBOURS] = 0.0
        whole = likeness.sum(axis=1, keepdims=True)
        return Believed(likest.top_records, on_grid(likeness / np.where(whole > 0, whole, 1.0)))

    def _popular(self, items: Int64s, *, without: bool) -> _Popular:
        """The share of people who have each of these items; without the target, if asked for."""
        holders = self.released.holders[items].astype(np.float64)
        typical = self.mean_values[items] if len(self.mean_values) else self.mean_values
        if not without:
            usual, nobody = holders / max(self.released.people, 1), np.zeros(self.knowledge.targets + 1, np.int64)
            return _Popular(usual, usual, nobody, np.zeros(0, np.int64), typical)
        others, there = max(self.released.people - 1, 1), np.flatnonzero(self.truths >= 0)
        records = records_of(self.released, self.truths[there])
        rows, places = np.repeat(there, records.sizes), within(records.items, items)
        rows, places = rows[places >= 0], places[places >= 0]
        starts = np.searchsorted(rows, np.arange(self.knowledge.targets + 1))
        return _Popular(holders / others, (holders - 1) / others, starts, places, typical)


@dataclass(frozen=True)
class _Popular:
    """The share of people who have each item, and the mean value that they have it with (empty without any)."""

    usual: Floats
    without: Floats
    """Without the target, of what the target has."""
    starts: Int64s
    own: Int64s
    """What targets have, where they are left out."""
    typical: Floats


@dataclass(frozen=True)
class _Narrow:
    """What is known and what is true of some targets, counted in the items that matter (-1: another)."""

    starts: Int64s
    known: Int64s
    truth: Truth

    def measured(self, contents: Contents, near: Believed, by_attack: Sequence[Believed], popular: _Popular) -> Floats:
        """What guesses reach: a row per target; for each attack, then by neighbours and by popularity, all measures."""
        from standout.kernels.guessing import guess

        truth, targets, size = self.truth, len(self.starts) - 1, min(LIST, len(popular.usual))
        places, chances = np.stack([contents.places(each) for each in by_attack]), [each.chances for each in by_attack]
        left = np.stack([np.maximum(1 - each.sum(axis=1), _HINT) for each in chances])
        found = np.zeros((targets, len(by_attack) + 2, 3))
        guess(
            contents.starts, contents.items, contents.values, contents.positions,
            contents.places(near), near.chances, places, np.stack(chances), left,
            popular.usual, on_grid(_HINT * popular.usual), popular.without, on_grid(_HINT * popular.without),
            np.sort(popular.without), popular.starts, popular.own, popular.typical,
            self.starts, self.known, truth.starts, truth.items, truth.values, size, found,
        )  # fmt: skip
        ten, whole, near_values = (found[:, :, measure] for measure in range(3))
        wanted, few = np.maximum(truth.sizes, 1)[:, None], np.clip(truth.sizes, 1, LIST)[:, None]
        compared = len(popular.typical) > 0 and bool(np.isfinite(truth.values).any())
        values = near_values / few if compared else np.full(ten.shape, np.nan)
        return np.stack((ten / few, ten / wanted, whole / wanted, values), axis=2)


def within(codes: Int32s | Int64s, items: Int64s) -> Int64s:
    """Where each code stands among these items, which ascend; -1 if it does not."""
    places = np.full(int(max(codes.max(initial=-1), items.max(initial=-1))) + 2, -1, np.int64)
    places[items] = np.arange(len(items))
    return places[codes]  # the last stands for -1, which is no item

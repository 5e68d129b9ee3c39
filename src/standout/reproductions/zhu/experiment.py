"""Running Zhu's experiment on a population: what is learned of targets, before and after their profiles are edited."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int32s, Int64s
from standout.profiles.blending.beliefs import ManyBeliefs, believe_many, identifiabilities
from standout.profiles.blending.edited_profiles import edited_rows, with_edits, without
from standout.profiles.blending.edits import Matches, PersonaIndex, united
from standout.profiles.people.pairs import names_in
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine
from standout.profiles.personas.persona_set import PersonaSet
from standout.reproductions.rates import rate_of
from standout.results.estimate import Z95, Estimate

SUPPORT = 0.001
TARGETS = 3_000
"""The paper has about 3,000 people with ground truth on all three sites."""
LEAST = 2
"""τ: so many attributes must be left."""
_RESAMPLES = 400


@dataclass(frozen=True, eq=False)
class Study:
    """A population, what the adversary knows of everyone from the start, and who is looked for."""

    population: Population
    initial: tuple[str, ...]
    seed: int
    threads: int | None = None
    truth: Population | None = None
    base: Population | None = None
    """The people before they got generated names and were spread over sites, if they were."""

    @cached_property
    def learnable(self) -> Population:
        """Everyone's profile over all sites, without what the adversary knows anyway: what personas are made of."""
        rest = tuple(name for name in self.population.attributes if name not in self.initial)
        return self.population.merged().select(rest)

    @cached_property
    def visible(self) -> Population:
        """Everyone's profile over all sites, without names: what a k-anonymous table would hold."""
        people = self.base or self.population
        names = names_in(people.attributes)
        return people.merged().select(tuple(name for name in people.attributes if name not in names))

    @cached_property
    def personas(self) -> PersonaSet:
        return mine(self.learnable, SUPPORT, LEAST, threads=self.threads)

    @cached_property
    def index(self) -> PersonaIndex:
        """The personas in the words of the whole population."""
        return PersonaIndex(united(self.population, self.personas), self.personas)

    @cached_property
    def looked_for(self) -> Int64s:
        """People drawn at random among those who are on every site."""
        sites = max(1, len(self.population.sites))
        on = np.zeros((self.population.size, sites), np.bool_)
        on[self.population.owners, self.population.pair_sites if sites > 1 else 0] = True
        everywhere = np.flatnonzero(on.all(axis=1))
        drawn = np.random.default_rng([self.seed, 7]).permutation(everywhere)[:TARGETS]
        return np.sort(drawn).astype(np.int64)

    @cached_property
    def targets(self) -> Int64s:
        """Those of them about whom something is learned."""
        return self.looked_for[self._found(self.looked_for) > 0]

    @cached_property
    def beliefs(self) -> ManyBeliefs:
        return believe_many(self.population, self.targets, self.initial, threads=self.threads)

    @cached_property
    def before(self) -> Floats:
        return self._found(self.targets)

    @cached_property
    def before_true(self) -> Floats:
        return self._found(self.targets, only_true=True)

    def _found(self, people: Int64s, edited: Population | None = None, only_true: bool = False) -> Floats:
        return identifiabilities(
            self.population, people, self.initial, edited=edited, truth=self.truth if only_true else None,
            only_true=only_true, threads=self.threads,
        )  # fmt: skip

    def after(self, edited: Population, only_true: bool = False) -> Floats:
        """Identifiability of each target who shows this instead, everybody else as before."""
        return self._found(self.targets, edited, only_true)

    def reduction(self, edited: Population, only_true: bool = False) -> Estimate:
        """By how much the mean identifiability falls, as a share, with an interval over people."""
        return relative_fall(self.before_true if only_true else self.before, self.after(edited, only_true), self.seed)

    def reduction_each(self, how: str, many: int) -> Estimate | None:
        """The same for removing so many attributes this way, over how many really go; none where none can."""
        gone = self.removed(many).astype(np.float64)
        return relative_fall(self.before, self.after(self.removing(how, many)), self.seed, gone) if gone.any() else None

    # Who becomes what

    @cached_property
    def by_beliefs(self) -> Matches:
        """The cheapest personas for what is learned of each target, as in the paper."""
        return self.index.nearest(self.beliefs.starts, self.beliefs.pairs, threads=self.threads)

    @cached_property
    def kinds(self) -> tuple[Int64s, Int64s]:
        """Removals, additions and changes of each target towards the cheapest persona, and in all by attribute."""
        return self.index.kinds(self.beliefs.starts, self.beliefs.pairs, self.by_beliefs.best(self.index.counts))

    @cached_property
    def profiles(self) -> tuple[Int64s, Int32s]:
        """What each target shows on whatever site, without what is known from the start."""
        return _chosen(self.population.merged(), self.targets, self._initial)

    @cached_property
    def by_profile(self) -> Matches:
        """The cheapest personas for all that each target shows, as `standout blend` looks for them."""
        return self.index.nearest(*self.profiles, threads=self.threads)

    @property
    def _initial(self) -> npt.NDArray[np.bool_]:
        return np.array([name in self.initial for name in self.population.attributes], np.bool_)

    def edited_by_beliefs(self) -> Population:
        """The targets after the edits that turn what is learned of them into a persona, and after no others."""
        matched = self.by_beliefs.best(self.index.counts)
        edits = [
            self.index.edits(self.beliefs.of(number).pairs, int(persona)) if persona >= 0 else []
            for number, persona in enumerate(matched)
        ]
        return with_edits(self.population, self.targets, edits)

    def edited_by_profile(self) -> Population:
        """The targets after they have become the persona nearest to all that they show."""
        matched = self.by_profile.best(self.index.counts)
        whole, initial = self.population.merged(), self._initial
        rows = []
        for target, persona in zip(self.targets, matched, strict=True):
            shown = whole.pairs[whole.starts[target] : whole.starts[target + 1]]
            known = shown[initial[self.population.pair_attribute[shown]]]
            rows.append(np.union1d(known, self.index.persona(int(persona))).astype(np.int32) if persona >= 0 else shown)
        return self._rows(rows)

    def _rows(self, rows: list[Int32s]) -> Population:
        starts = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
        return edited_rows(self.population, self.targets, starts, np.concatenate(rows))

    def learned_again(self, how: str, many: int) -> Estimate | None:
        """Of the attributes removed this way, the share that is believed all the same afterwards."""
        edited = self.removing(how, many)
        after = believe_many(self.population, self.targets, self.initial, edited=edited, threads=self.threads)
        wide = len(self.population.attributes)
        starts, pairs = self.profiles
        owners = np.repeat(np.arange(len(self.targets)), np.diff(starts))
        shown = owners * wide + self.population.pair_attribute[pairs]
        gone = np.setdiff1d(shown, edited.owners * wide + self.population.pair_attribute[edited.pairs])
        return rate_of(np.isin(gone, after.owners * wide + after.attributes))

    def removed(self, many: int, least: int = LEAST) -> Int64s:
        """How many learned attributes each target can lose, of so many, if `least` must stay."""
        wide = len(self.population.attributes)
        learned = np.unique(self.beliefs.owners * wide + self.beliefs.attributes)
        sizes = np.bincount(learned // wide, minlength=len(self.targets))
        return np.asarray(np.minimum(many, np.maximum(sizes - least, 0)), np.int64)

    def removing(self, how: str, many: int, least: int = LEAST) -> Population:
        """The targets without so many learned attributes, chosen at RANDOM, by DOMAIN or by VALUE; `least` stay."""
        beliefs = self.beliefs
        attribute, owner = beliefs.attributes.astype(np.int64), beliefs.owners
        if how == "RANDOM":
            score = np.random.default_rng([self.seed, 8]).random(len(attribute))
        elif how == "DOMAIN":
            domain = np.array([len(values) for values in self.population.values], np.float64)
            score = -domain[attribute]
        else:
            score = self.population.holders[beliefs.pairs].astype(np.float64)
        key = owner * len(self.population.attributes) + attribute
        order = np.lexsort((key, score, owner))
        _, first = np.unique(key[order], return_index=True)  # an attribute with several values counts once
        chosen = order[np.sort(first)]
        rank = np.arange(len(chosen)) - np.searchsorted(owner[chosen], owner[chosen])
        gone = chosen[rank < self.removed(many, least)[owner[chosen]]]
        starts = np.concatenate(([0], np.cumsum(np.bincount(owner[gone], minlength=len(self.targets))))).astype(
            np.int64
        )
        return without(self.population, self.targets, starts, attribute[gone])


def _chosen(whole: Population, people: Int64s, left_out: npt.NDArray[np.bool_]) -> tuple[Int64s, Int32s]:
    rows = [whole.pairs[whole.starts[person] : whole.starts[person + 1]] for person in people]
    rows = [row[~left_out[whole.pair_attribute[row]]] for row in rows]
    return np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64), np.concatenate(rows)


def relative_fall(before: Floats, after: Floats, seed: int, edits: Floats | None = None) -> Estimate:
    """How far a mean falls, as a share of what it was, perhaps over the mean number of edits; resamples people."""
    each = np.ones(len(before)) if edits is None else edits
    fall = (1 - after.sum() / before.sum()) / each.mean()
    drawn = np.random.default_rng([seed, 9]).integers(0, len(before), (_RESAMPLES, len(before)))
    falls = (1 - after[drawn].sum(axis=1) / before[drawn].sum(axis=1)) / np.maximum(each[drawn].mean(axis=1), 1e-9)
    spread = Z95 * float(np.std(falls, ddof=1))
    return Estimate(float(fall), float(fall) - spread, float(fall) + spread)

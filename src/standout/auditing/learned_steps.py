"""What is learned about people in an audit: the same adversaries guess what else targets have, and so of others.

Who stands for people that are not in the release:

- `control`: people who are known not to be in it. Right for any release.
- `held out`: people of the data who are not in the released version of it. Right if chance alone left them out.
- `left out`: the same people, with their own record taken out of the release. Right where a record says nothing of
  other people's: the data itself, and releases that change each record by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, cast

import msgspec
import numpy as np

from standout.attacks.contract import Attack
from standout.auditing.attack_targets import Attacked
from standout.auditing.checkpoint import Arrays
from standout.auditing.setup import Setup
from standout.auditing.steps import Steps, Tell
from standout.common.arrays import Floats, Int64s
from standout.common.lanes import Lanes
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.joining import together
from standout.data.partition import Partition
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, day_shift, moved, of_targets, seed_for
from standout.results.learned import Learned, Membership, Outside
from standout.risk.guessing import Guessed, guessed
from standout.risk.learned import FEWEST, learned, membership, truth_of
from standout.risk.record_contents import mean_values

if TYPE_CHECKING:
    from standout.results.finding import Finding

TARGETS, REFERENCE_TARGETS = 200, 500
"""How many people are guessed for each adversary, and for the one that risk person by person is measured with."""

FEWEST_TARGETS, _CELLS = 60, 2_000_000
"""Every item gets a score for every target: with very many items fewer people are guessed, but so many at least."""


@dataclass(frozen=True)
class Pool:
    """Whom an adversary guesses: people in the release, and people who stand for others."""

    source: AnyDataset
    """Where knowledge of them comes from."""
    released: AnyDataset
    inside: Int64s
    """In the order in which they are taken."""
    outside: Int64s
    """Nobody, where the same people with their own record left out stand for others."""
    how: Outside
    seed: int

    @cached_property
    def items(self) -> Int64s | None:
        """The released codes of the source's items, if they differ."""
        if self.source is self.released:
            return None
        return positions(self.source.vocabulary.items, self.released.vocabulary.items)

    @cached_property
    def records(self) -> Int64s:
        """Everybody's released record, where ids are the same; -1 where there is none."""
        if self.source is self.released:
            return np.arange(self.source.people)
        return positions(self.source.vocabulary.people, self.released.vocabulary.people)

    @cached_property
    def values(self) -> Floats:
        """The mean value of each released item."""
        return mean_values(self.released)

    def known(self, adversary: Adversary, people: Int64s) -> Drawn:
        """What is known of these people, in released codes; a known length is that of the released record."""
        source, released = self.source, self.released
        lengths = source.lengths
        if source is not released and released.people:
            lengths = np.where(self.records >= 0, released.lengths[np.maximum(self.records, 0)], lengths)
        drawn = source.engine.draw(source, adversary, np.sort(people), self.seed, 0, lengths)
        truths = self.records[drawn.people]
        if self.items is None:
            return Drawn(drawn.knowledge, drawn.people, truths, drawn.left_out)
        knowledge = moved(drawn.knowledge, self.items, day_shift(source, released))
        return Drawn(knowledge, drawn.people, truths, drawn.left_out)


def pool_of(setup: Setup, control: AnyDataset | None) -> Pool:
    """Whom to guess in an audit: of those who are looked for, and who stands for others."""
    seed = setup.settings.seed
    mixed = np.random.default_rng(seed_for(seed, "learned"))
    if control is not None:
        check_control(setup.data, setup.released, control)
        both = together(cast(LocalDataset, setup.data), cast(LocalDataset, control))
        own = setup.people if len(setup.people) else np.arange(setup.data.people)
        others = setup.data.people + np.arange(control.people)
        return Pool(both, setup.released, mixed.permutation(own), mixed.permutation(others), "control", seed)
    there = setup.people[setup.records[setup.people] >= 0]
    away = np.flatnonzero(setup.records < 0)
    if len(away) < FEWEST:
        away = away[:0]
    how: Outside = "held out" if len(away) else "left out"
    return Pool(setup.data, setup.released, mixed.permutation(there), mixed.permutation(away), how, seed)


def check_control(data: AnyDataset, released: AnyDataset, control: AnyDataset) -> None:
    """Refuse a control that cannot stand for people who are not in the release."""
    if not all(isinstance(each.held, Partition) for each in (data, released, control)):
        raise BadInput("--control: only data at hand can be compared with others; use --engine local")
    for name, each in (("the data", data), ("the control", control)):
        if each.people < FEWEST:
            raise BadInput(
                f"--control: {name} has {each.people:,} people, but at least {FEWEST} are needed; add people"
            )
    shared = int((positions(control.vocabulary.people, data.vocabulary.people) >= 0).sum())
    if shared:
        raise BadInput(
            f"--control: {shared:,} people of the control are in the data by id; leave them out of one, or give the "
            "two different ids if they are other people"
        )
    for name, each in (("the data", data), ("the control", control)):
        if not (positions(each.vocabulary.items, released.vocabulary.items) >= 0).any():
            raise BadInput(
                f"--control: no item of {name} is in the released data by id; all must use the same item ids"
            )
    for what, ours, theirs in (
        ("values", data.has_values, control.has_values),
        ("days", data.has_days, control.has_days),
    ):
        if ours != theirs:
            has, lacks = ("the data", "the control") if ours else ("the control", "the data")
            raise BadInput(f"--control: {has} has {what}, but {lacks} has none; give both, or leave them out of both")


@dataclass(frozen=True)
class Taught:
    """What came of guessing for each adversary, a row per person."""

    how: Outside
    rows: Mapping[str, Arrays] = field(default_factory=dict)

    def learned(self, adversary: str, attack: str) -> Learned | None:
        rows = self.rows[adversary]
        return learned(rows[f"{attack} in"], rows[f"{attack} out"], self.how)

    def membership(self, adversary: str, attack: str) -> Membership | None:
        """Whether people are told to be in the release; only where others are known not to be."""
        rows = self.rows[adversary]
        if self.how != "control":
            return None
        return membership(rows[f"{attack} evidence"], rows[f"{attack} evidence out"])

    def added_to(self, finding: Finding) -> Finding:
        """The finding with what is learned; or the reason why nothing is said of that."""
        who = finding.adversary.name, finding.attack
        found = self.learned(*who)
        few = (
            f"nothing is said of what is learned: that needs {FEWEST} people of whom some items are known, and some not"
        )
        notes = finding.notes if found is not None else (*finding.notes, few)
        return msgspec.structs.replace(finding, learned=found, membership=self.membership(*who), notes=notes)

    def by_person(self, adversary: str, attack: str) -> tuple[Int64s, Floats, Floats]:
        """The people who were guessed, and the share of ten guesses that is right: with their record and without."""
        rows = self.rows[adversary]
        inside, outside = rows[f"{attack} in"][:, :, 0], rows[f"{attack} out"][:, :, 0]
        if self.how != "left out" or not len(inside):
            return np.zeros(0, np.int64), np.zeros(0), np.zeros(0)
        ours, theirs = (side[:, int(side.mean(axis=0).argmax())] for side in (inside, outside))
        return rows["people"], ours, theirs


def teach(
    setup: Setup,
    steps: Steps,
    attacked: Sequence[Attacked],
    reference: str,
    control: AnyDataset | None,
    lanes: Lanes,
) -> Taught:
    """Let every adversary guess, with every attack, in the best way that it has."""
    pool = pool_of(setup, control)
    by_adversary: dict[str, dict[str, Attack]] = {}
    adversaries = {result.judged.adversary.name: result.judged.adversary for result in attacked}
    for result in attacked:
        by_adversary.setdefault(result.judged.adversary.name, {})[result.judged.attack.name] = result.judged.attack

    def taught(name: str) -> Arrays:
        what, wanted = f"learned · {name}", wanted_of(pool, REFERENCE_TARGETS if name == reference else TARGETS)
        steps.meter.tell(what)
        guess = partial(_rows, pool, adversaries[name], by_adversary[name], wanted)
        return steps.once(what, what, guess, effort=0.0)

    rows = lanes.all([partial(taught, name) for name in by_adversary])
    return Taught(pool.how, dict(zip(by_adversary, rows, strict=True)))


def wanted_of(pool: Pool, most: int) -> int:
    """How many people to guess, of so many at most."""
    return min(most, max(FEWEST_TARGETS, _CELLS * most // TARGETS // max(pool.released.items, 1)))


def _rows(pool: Pool, adversary: Adversary, attacks: Mapping[str, Attack], wanted: int, _tell: Tell) -> Arrays:
    return guessed_rows(pool, adversary, attacks, wanted)


def guessed_rows(
    pool: Pool,
    adversary: Adversary,
    attacks: Mapping[str, Attack],
    wanted: int,
    change: Callable[[Knowledge], Knowledge] | None = None,
    told: Mapping[str, Adversary] | None = None,
) -> Arrays:
    """What comes of guessing so many people on each side: for each attack a row per person.

    `change` is what somebody makes of the knowledge who knows of a protection; targets stay as they are. Attacks may be
    `told` by other adversaries, who know the same items with other values and days.
    """
    rows: Arrays = {}
    guess = partial(_guess, pool, adversary, attacks, change=change, told=told or {})
    inside, people = guess(pool.inside[:wanted], inside=True)
    rows["people"] = people
    others = None if pool.how == "left out" else guess(pool.outside[:wanted], inside=False)[0]
    for name in attacks:
        rows[f"{name} in"], rows[f"{name} evidence"] = inside[name].inside, inside[name].evidence
        rows[f"{name} out"] = inside[name].without if others is None else others[name].inside
        if others is not None:
            rows[f"{name} evidence out"] = others[name].evidence
    return rows


def _guess(
    pool: Pool,
    adversary: Adversary,
    attacks: Mapping[str, Attack],
    people: Int64s,
    *,
    change: Callable[[Knowledge], Knowledge] | None,
    told: Mapping[str, Adversary],
    inside: bool,
) -> tuple[dict[str, Guessed], Int64s]:
    """What is guessed of those of these people of whom something is known, and something is not."""
    drawn = pool.known(adversary, people)
    truth = truth_of(pool.source, drawn, pool.items, pool.released.scale)
    rows = np.flatnonzero(truth.sizes > 0)

    def as_used(knowledge: Knowledge) -> Knowledge:
        known = of_targets(knowledge, rows)
        return known if change is None else change(known)

    otherwise = {name: as_used(pool.known(other, people).knowledge) for name, other in told.items()}
    own = drawn.truths[rows] if inside and pool.how == "left out" else None
    known, left = as_used(drawn.knowledge), truth.of(rows)
    return guessed(pool.released, attacks, known, left, own, pool.values, otherwise), drawn.people[rows]

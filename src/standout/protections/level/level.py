"""Level: classes of people become alike, so that an attacker who learns from the protected data finds nothing to learn.

First every item becomes as frequent in one class as in the others (`level_frequencies`). Then, round by round, a
held-out attacker looks for what still tells classes apart in people's taste, and entries are exchanged where it is sure
(`level_attack`). All is at random within what is plausible (`level_taste`), and everyone keeps their number of entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import Needs
from standout.errors import BadInput
from standout.inference.folds import check_folds
from standout.knowledge.draw import seed_for
from standout.protections.blur.blurring import needed
from standout.protections.checks import check_at_least, check_choice, check_no_events, check_share
from standout.protections.contract import Protected, entries_of, rebuilt
from standout.protections.level.level_attack import moved, worst_aucs
from standout.protections.level.level_frequencies import Shift, counts_of, levelled, shifts
from standout.protections.level.level_taste import Held, Taste
from standout.protections.level.level_values import likely_entries

AUTO = "auto"
GOALS = ("largest", "common")
STRENGTHS = (0.75, 0.85, 0.95)
"""What `auto` tries. Classes levelled wholly are more alike than by chance, and an attacker can turn that round."""

_FOLDS = 3
_SEEN = (12, 24, 48)
"""How many factors the held-out attacker looks at, in turn: few are seen sharply, many widely."""
_FOR_ROUNDS = 0.2
"""The share of the allowed changes that levelling frequencies leaves to the rounds, if need be."""


@dataclass(frozen=True)
class Level:
    """Moves what each group has toward what all have.

    At most the share `changed` of entries becomes different. `strength` says how much of the differences in frequency
    goes; `auto` finds it for each class by held-out attack. Classes move towards the largest, which is the least work,
    or towards what is common to all.
    """

    name: ClassVar[str] = "level"
    summary: ClassVar[str] = (
        "Levels what tells classes apart: item frequencies first, then what a held-out attacker sees in people's taste."
    )
    needs: ClassVar[Needs] = frozenset({"attribute"})
    compared: ClassVar[tuple[str, ...]] = ("",)

    changed: float = 0.1
    strength: float | str = AUTO
    rounds: int = 9
    goal: Literal["largest", "common"] = "largest"

    def __post_init__(self) -> None:
        check_share(self.name, "changed", self.changed)
        if isinstance(self.strength, str):
            check_choice(self.name, "strength", self.strength, (AUTO, "a number from 0 to 1"))
        elif not 0 <= self.strength <= 1:
            raise BadInput(f"protection 'level': strength is {self.strength:g}, but must be from 0 to 1")
        check_at_least(self.name, "rounds", self.rounds, 0)
        check_choice(self.name, "goal", self.goal, GOALS)

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        check_no_events(self.name, data)
        attribute = needed(attribute, self.name)
        codes, classes, notes = _present(data, attribute)
        held, budget = Held.of(data), int(self.changed * data.count)
        work = _Work(held, codes, len(classes), self.goal, budget, bool(self.rounds), seed)
        strengths = self._strengths(work)
        after = work.moved(work.levelled(strengths), self.rounds)
        return Protected(_with_entries(data, after, seed), notes + _told(work, strengths, classes))

    def _strengths(self, work: _Work) -> Floats:
        """How much of the differences in frequency goes, for each class: as given, or what leaves attackers least."""
        if not isinstance(self.strength, str):
            return np.full(work.classes, float(self.strength))
        worst = []
        for strength in STRENGTHS:
            after = work.moved(work.levelled(np.full(work.classes, strength)), min(self.rounds, len(_SEEN)))
            worst.append(worst_aucs(after, work.codes, work.classes, _FOLDS, seed_for(work.seed, "level", "inner")))
        best: Floats = np.array(STRENGTHS)[np.argmin(worst, axis=0)]
        return best


@dataclass(frozen=True)
class _Work:
    """What is to be levelled, and within which budget of changed entries."""

    held: Held
    codes: Int32s
    classes: int
    goal: str
    budget: int
    leave_some: bool
    seed: int

    @cached_property
    def people(self) -> Int64s:
        """Those who have a class and at least one entry."""
        return np.flatnonzero((self.codes != UNKNOWN) & (self.held.lengths > 0))

    @cached_property
    def stays(self) -> Bools | None:
        """The people of the largest class, if the others move towards it."""
        entries = np.bincount(self.codes[self.people], self.held.lengths[self.people], self.classes)
        return self.codes == int(np.argmax(entries)) if self.goal == "largest" else None

    @cached_property
    def taste(self) -> Taste:
        return Taste.of(self.held, self.people, self.seed)

    @property
    def allowed(self) -> float:
        """How many entries may change by levelling frequencies."""
        return self.budget * (1 - _FOR_ROUNDS if self.leave_some else 1.0)

    def shifts(self, strengths: Floats) -> list[Shift]:
        return shifts(counts_of(self.held, self.codes, self.classes), strengths, self.goal)

    def levelled(self, strengths: Floats) -> Held:
        """What people have after levelling frequencies."""
        return levelled(self.held, self.taste, self.codes, _within(self.shifts(strengths), self.allowed), self.seed)

    def moved(self, held: Held, rounds: int) -> Held:
        """What people have after rounds against a held-out attacker; with three classes or more, one round for each."""
        for turn in range(rounds * (self.classes if self.classes > 2 else 1)):
            left = self.budget - held.differing(self.held.items)
            if left < 2:
                break
            member, own = self.codes == turn % self.classes, seed_for(self.seed, "level", "round", str(turn))
            factors = _SEEN[turn // (self.classes if self.classes > 2 else 1) % len(_SEEN)]
            held = moved(held, self.held.items, member, self.people, self.stays, factors, _FOLDS, left, own)
        return held


def _present(data: LocalDataset, attribute: Attribute) -> tuple[Int32s, tuple[str, ...], tuple[str, ...]]:
    """Codes of classes that anybody with an entry is in, their names, and notes; refused if there are not two."""
    counted = attribute.known[data.lengths[attribute.known] > 0]
    sizes = np.bincount(attribute.codes[counted], minlength=len(attribute.classes)).astype(np.int64)
    present = np.flatnonzero(sizes)
    if len(present) < 2:
        raise BadInput(
            f"attribute '{attribute.name}' has {len(present)} class among people with entries, but 'level' needs two "
            "or more; choose another attribute"
        )
    classes = tuple(attribute.classes[code] for code in present)
    check_folds(attribute.name, classes, sizes[present], _FOLDS)
    codes = np.full(data.people, UNKNOWN, np.int32)
    codes[counted] = np.searchsorted(present, attribute.codes[counted])
    unknown = data.people - len(attribute.known)
    notes = (f"{unknown:,} people without '{attribute.name}' were left as they are",) if unknown else ()
    return codes, classes, notes


def _within(changes: list[Shift], allowed: float) -> list[Shift]:
    """The same changes, weaker if they would be more than allowed (an exchange changes two entries)."""
    wanted = 2 * sum(change.exchanges for change in changes)
    if wanted <= allowed:
        return changes
    return [Shift(change.added * allowed / wanted, change.removed * allowed / wanted) for change in changes]


def _told(work: _Work, strengths: Floats, classes: tuple[str, ...]) -> tuple[str, ...]:
    """How strongly the frequencies of each class that moves were levelled."""
    changes = work.shifts(strengths)
    wanted = 2 * sum(change.exchanges for change in changes)
    fraction = min(1.0, work.allowed / wanted) if wanted else 1.0
    moving = [
        f"'{name}' {strength * fraction:.2f}"
        for name, strength, change in zip(classes, strengths, changes, strict=True)
        if change.exchanges > 0
    ]
    if not moving:
        return ("item frequencies were level already",)
    limit = (
        "" if fraction == 1 else f", weaker than the wanted {', '.join(f'{goal:g}' for goal in np.unique(strengths))}"
    )
    limit += "" if fraction == 1 else ": more entries may not change"
    return (f"strength of levelling item frequencies: {', '.join(moving)}{limit}",)


def _with_entries(data: LocalDataset, after: Held, seed: int) -> LocalDataset:
    """The data with what people have now: entries that stayed as they are, new ones with a likely value and day."""
    entries, width = entries_of(data), max(data.items, 1)
    now = entries.people * width + after.items
    before = entries.people * width + entries.items
    new = ~np.isin(now, before, assume_unique=True)
    stayed = np.isin(before, now, assume_unique=True)
    people: Int64s = entries.people[new]
    items: Int64s = after.items[new].astype(np.int64)
    return rebuilt(data, entries.kept(stayed).joined(likely_entries(data, people, items, seed)))

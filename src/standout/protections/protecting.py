"""Protecting data: one protection after the other, and what each of them changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from standout.auditing.settings import Progress, no_progress
from standout.knowledge.draw import seed_for
from standout.protections import described
from standout.protections.contract import Changes, changes, options_of
from standout.protections.in_partitions import NOBODY, Stage, counted, facts_after
from standout.protections.rowwise import ceiling_of
from standout.results.protect import Balance, BeforeAfter, ProtectDocument
from standout.results.protect import Step as ShownStep

if TYPE_CHECKING:
    from standout.common.arrays import Int64s
    from standout.data.attributes import Attribute
    from standout.data.dataset import AnyDataset, LocalDataset
    from standout.data.facts import Facts
    from standout.protections.contract import Protected, Protection
    from standout.protections.rowwise import RowWise


@dataclass(frozen=True)
class Step:
    """What one protection changed, of the data that it was given."""

    protection: Protection
    changes: Changes
    notes: tuple[str, ...]
    ceiling: float | None = None
    """As in `Protected`."""
    balance: Balance | None = None

    def shown(self) -> ShownStep:
        """The step as a part of the result."""
        return ShownStep(
            protection=self.protection.name,
            options=options_of(self.protection),
            added=self.changes.added,
            removed=self.changes.removed,
            altered=self.changes.altered,
            changed_share=self.changes.changed_share,
            people_touched=self.changes.people_touched,
            ceiling=self.ceiling,
            balance=self.balance,
        )


@dataclass(frozen=True)
class Account:
    """What is different from the original after all steps, and the steps that led there."""

    changes: Changes
    people: int
    after: int
    """How many entries there are now."""
    steps: tuple[Step, ...]
    seed: int
    empty: int
    """How many people have no entry."""

    @property
    def name(self) -> str:
        """The protections in a word or several."""
        return " + ".join(described(step.protection) for step in self.steps)

    @property
    def ceiling(self) -> float | None:
        """The lowest bound that a step has: what comes after it works on its release alone, and cannot undo it."""
        return min((step.ceiling for step in self.steps if step.ceiling is not None), default=None)

    @property
    def balance(self) -> Balance | None:
        """What the last step that balanced crowds says of an attribute."""
        return next((step.balance for step in reversed(self.steps) if step.balance is not None), None)

    def document(self) -> ProtectDocument:
        """The account as the result that is written and shown."""
        return ProtectDocument(
            protection=" + ".join(step.protection.name for step in self.steps),
            added=self.changes.added,
            removed=self.changes.removed,
            altered=self.changes.altered,
            changed_share=self.changes.changed_share,
            people_touched=self.changes.people_touched,
            people=self.people,
            interactions=BeforeAfter(before=self.changes.before, after=self.after),
            steps=tuple(step.shown() for step in self.steps),
            seed=self.seed,
            ceiling=self.ceiling,
            balance=self.balance,
            notes=tuple(note for step in self.steps for note in step.notes),
        )


@dataclass(frozen=True)
class Outcome(Account):
    """Protected data, with what became of the original."""

    data: LocalDataset
    for_next: str | None = None
    """As in `Protected`, of the last step that has it."""
    origins: Int64s | None = None
    """As in `Protected`, in the codes of the original: whose records new people's were made from."""
    crowds: Int64s | None = None
    """As in `Protected`, where the last step dealt records inside crowds."""


def protect(
    data: LocalDataset,
    protections: Sequence[Protection],
    attribute: Attribute | None = None,
    seed: int = 1,
    progress: Progress = no_progress,
) -> Outcome:
    """Apply the protections in turn; the attribute is that of the original's people."""
    now, steps = data, []
    origins: Int64s | None = None
    for_next: str | None = None
    crowds: Int64s | None = None
    for number, protection in enumerate(protections):
        progress(protection.name, number, len(protections))
        hidden = None if attribute is None else matched(attribute, data, now, origins)
        protected = protection.protect(now, hidden, step_seed(seed, number))
        changed = changes(now, protected.data, protected.origins)
        steps.append(Step(protection, changed, protected.notes, protected.ceiling, protected.balance))
        origins = _origins(now, protected, origins)
        for_next = protected.for_next or for_next
        crowds = protected.crowds
        now = protected.data
    whole = steps[0].changes if len(steps) == 1 else changes(data, now, origins)
    empty = int((now.lengths == 0).sum())
    return Outcome(whole, data.people, now.count, tuple(steps), seed, empty, now, for_next, origins, crowds)


def _origins(before: LocalDataset, protected: Protected, origins: Int64s | None) -> Int64s | None:
    """Whose records of the original those after a step are made from; none as long as ids tell it."""
    from standout.data.vocabulary import positions

    if origins is None:
        return protected.origins
    if protected.origins is not None:
        return np.asarray(origins[protected.origins])
    after = protected.data.vocabulary.people
    return origins if after is before.vocabulary.people else origins[positions(after, before.vocabulary.people)]


def protect_partitions(
    data: AnyDataset, protections: list[RowWise], seed: int = 1, progress: Progress = no_progress
) -> tuple[Account, tuple[Stage, ...], Facts]:
    """Apply row-wise protections to data wherever its records are, partition by partition.

    With the account come the steps, for whoever writes the protected partitions, and the facts of the protected data.
    """
    stages: tuple[Stage, ...] = ()
    steps, now = [], data.facts
    for number, protection in enumerate(protections):
        progress(protection.name, number, len(protections))
        stage = Stage(protection, step_seed(seed, number), now)
        protection.reshaped(NOBODY, now, stage.seed)  # refuses here, before anything is done
        stages = (*stages, stage)
        counts = counted(data, stages)
        notes = protection.notes(now, counts.noted)
        steps.append(Step(protection, counts.step, notes, ceiling_of(protection, now)))
        now = facts_after(stage, counts)
    account = Account(counts.steps, data.people, counts.entries, tuple(steps), seed, counts.empty)
    return account, stages, now


def step_seed(seed: int, number: int) -> int:
    """The seed of a step: that of one protection alone is the seed itself."""
    return seed if number == 0 else seed_for(seed, "step", str(number))


def matched(attribute: Attribute, data: AnyDataset, other: AnyDataset, origins: Int64s | None = None) -> Attribute:
    """The attribute of the people of another version of the data, which may have left some out, or made new ones."""
    from standout.data.vocabulary import positions

    if origins is not None:
        return replace(attribute, codes=attribute.codes[origins])
    if other.vocabulary is data.vocabulary:
        return attribute
    return replace(attribute, codes=attribute.codes[positions(other.vocabulary.people, data.vocabulary.people)])

"""Protecting data: one protection after the other, and what each of them changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from standout.auditing.settings import Progress, no_progress
from standout.knowledge.draw import seed_for
from standout.protections import described
from standout.protections.contract import Changes, changes, options_of
from standout.protections.in_partitions import Stage, outline_after, outline_of, tallied

if TYPE_CHECKING:
    from standout.data.attributes import Attribute
    from standout.data.model import Interactions
    from standout.protections.contract import Protection
    from standout.protections.rowwise import RowWise


@dataclass(frozen=True)
class Step:
    """What one protection changed, of the data that it was given."""

    protection: Protection
    changes: Changes
    notes: tuple[str, ...]


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

    def document(self) -> dict[str, Any]:
        """The account as plain values."""
        steps = [
            {"protection": step.protection.name, "options": options_of(step.protection), **step.changes.as_dict()}
            for step in self.steps
        ]
        return {
            "protection": " + ".join(step.protection.name for step in self.steps),
            **self.changes.as_dict(),
            "people": self.people,
            "interactions": {"before": self.changes.before, "after": self.after},
            "steps": steps,
            "seed": self.seed,
            "notes": [note for step in self.steps for note in step.notes],
        }


@dataclass(frozen=True)
class Outcome(Account):
    """Protected data, with what became of the original."""

    data: Interactions


def protect(
    data: Interactions,
    protections: list[Protection],
    attribute: Attribute | None = None,
    seed: int = 1,
    progress: Progress = no_progress,
) -> Outcome:
    """Apply the protections in turn; the attribute is that of the original's people."""
    now, steps = data, []
    for number, protection in enumerate(protections):
        progress(protection.name, number, len(protections))
        hidden = None if attribute is None else matched(attribute, data, now)
        made = protection.protect(now, hidden, step_seed(seed, number))
        steps.append(Step(protection, changes(now, made.data), made.notes))
        now = made.data
    whole = steps[0].changes if len(steps) == 1 else changes(data, now)
    empty = int((now.lengths == 0).sum())
    return Outcome(whole, data.people, now.count, tuple(steps), seed, empty, now)


def protect_parts(
    data: Interactions, protections: list[RowWise], seed: int = 1, progress: Progress = no_progress
) -> tuple[Account, tuple[Stage, ...], Interactions]:
    """Apply row-wise protections to data whose records are elsewhere, in parts.

    With the account come the steps, for whoever writes the protected parts, and the outline of the protected data.
    """
    stages: tuple[Stage, ...] = ()
    steps, now = [], outline_of(data)
    for number, protection in enumerate(protections):
        progress(protection.name, number, len(protections))
        stage = Stage(protection, step_seed(seed, number), now)
        protection.reshaped(now, stage.seed)  # refuses here, before anything is done
        stages = (*stages, stage)
        counts = tallied(data, stages)
        steps.append(Step(protection, counts.step, protection.notes(now, counts.counted)))
        now = outline_after(stage, counts)
    account = Account(counts.whole, data.people, int(counts.holders.sum()), tuple(steps), seed, counts.empty)
    return account, stages, now


def step_seed(seed: int, number: int) -> int:
    """The seed of a step: that of one protection alone is the seed itself."""
    return seed if number == 0 else seed_for(seed, "step", str(number))


def matched(attribute: Attribute, data: Interactions, other: Interactions) -> Attribute:
    """The attribute of the people of another version of the data, which may have left some out."""
    from standout.data.vocabulary import positions

    if other.vocabulary is data.vocabulary:
        return attribute
    return replace(attribute, codes=attribute.codes[positions(other.vocabulary.people, data.vocabulary.people)])

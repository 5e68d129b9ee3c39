"""Protecting data: one protection after the other, and what each of them changed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from standout.knowledge.draw import seed_for
from standout.protections import described
from standout.protections.contract import Changes, changes, options_of
from standout.settings import Progress, no_progress

if TYPE_CHECKING:
    from standout.interactions.attributes import Attribute
    from standout.interactions.model import Interactions
    from standout.protections.contract import Protection


@dataclass(frozen=True)
class Step:
    """What one protection changed, of the data that it was given."""

    protection: Protection
    changes: Changes
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """Protected data, what is different from the original, and the steps that led there."""

    data: Interactions
    changes: Changes
    people: int
    steps: tuple[Step, ...]
    seed: int

    @property
    def name(self) -> str:
        """The protections in a word or several."""
        return " + ".join(described(step.protection) for step in self.steps)

    def document(self) -> dict[str, Any]:
        """The outcome as plain values."""
        steps = [
            {"protection": step.protection.name, "options": options_of(step.protection), **step.changes.as_dict()}
            for step in self.steps
        ]
        return {
            "protection": " + ".join(step.protection.name for step in self.steps),
            **self.changes.as_dict(),
            "people": self.people,
            "interactions": {"before": self.changes.before, "after": self.data.count},
            "steps": steps,
            "seed": self.seed,
            "notes": [note for step in self.steps for note in step.notes],
        }


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
        own = seed if number == 0 else seed_for(seed, "step", str(number))
        made = protection.protect(now, None if attribute is None else matched(attribute, data, now), own)
        steps.append(Step(protection, changes(now, made.data), made.notes))
        now = made.data
    whole = steps[0].changes if len(steps) == 1 else changes(data, now)
    return Outcome(now, whole, data.people, tuple(steps), seed)


def matched(attribute: Attribute, data: Interactions, other: Interactions) -> Attribute:
    """The attribute of the people of another version of the data, which may have left some out."""
    from standout.interactions.names import positions

    if other.names is data.names:
        return attribute
    return replace(attribute, codes=attribute.codes[positions(other.names.people, data.names.people)])

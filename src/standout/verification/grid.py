"""Which protections are compared: those asked for, or a sensible grid of all that fit the data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from standout.data.dataset import LocalDataset
from standout.data.needs import Needs, lacking
from standout.errors import BadInput
from standout.protections import (
    KNOWLEDGE_PROTECTIONS,
    compared,
    described,
    filled,
    kind_of,
    knowledge_protection,
    names,
    protection,
)
from standout.protections.chosen import check_object
from standout.protections.contract import Countered, KnowledgeProtection, Protection, options_of
from standout.results.protect import Option, Options
from standout.verification.without_records import Pairs

TOGETHER = (
    "coarsen-values:to=likes + coarsen-days:to=month",
    "coarsen-values:to=presence + coarsen-days:to=none + trim:keep=50",
    "coarsen-days:to=none + split:size=20",
)
"""Several protections of the data, one after the other, that are worth comparing with each by itself."""

BALANCED = ("crowds:k=5,balance={}", "crowds:k=10,balance={}")
"""Crowds that are balanced by the attribute that is attacked."""

Change = Protection | KnowledgeProtection | Pairs
Wanted = str | Change | Sequence[str | Change]
"""A protection as it can be asked for: its text, an object, or several that are applied one after the other."""

_JOINT = re.compile(r"\s\+\s")


@dataclass(frozen=True)
class Candidate:
    """A protection as it was asked for, or several, applied one after the other."""

    text: str
    steps: tuple[Change, ...]

    @property
    def name(self) -> str:
        return " + ".join(step.name for step in self.steps)

    @property
    def data_steps(self) -> list[Protection]:
        """Those that change what is released, not what people say of themselves."""
        return [step for step in self.steps if not isinstance(step, KnowledgeProtection | Pairs)]

    @property
    def changes(self) -> list[Protection | KnowledgeProtection]:
        """Those that change records, or what is said of them."""
        return [step for step in self.steps if not isinstance(step, Pairs)]

    @property
    def publishes(self) -> Pairs | None:
        """What is published in place of records, if anything is."""
        return next((step for step in self.steps if isinstance(step, Pairs)), None)

    @property
    def needs(self) -> Needs:
        """What it works on."""
        return frozenset().union(*(step.needs for step in self.steps))

    @property
    def changes_data(self) -> bool:
        return bool(self.data_steps)

    @property
    def options(self) -> dict[str, Option | Options]:
        """The options by name; of several protections, by protection."""
        if len(self.steps) == 1:
            return {**options_of(self.steps[0])}
        return {step.name: options_of(step) for step in self.steps}

    @property
    def mark(self) -> str:
        """What it is kept under: somebody's own protection is not mistaken for another of the same name."""
        return " ".join((self.text, *(f"{type(step).__module__}.{type(step).__qualname__}" for step in self.steps)))

    @property
    def countered_by(self) -> str:
        """What somebody does who knows of it, in words; empty where there is nothing to be done."""
        return ", and ".join(step.countered_by for step in self.steps if isinstance(step, Countered))


def candidate(wanted: Wanted) -> Candidate:
    """The protection that is asked for, of either kind.

    In a text, `NAME:options` describes one, and `+` stands between several of the data.
    """
    parts = _parts(wanted)
    text = " + ".join(part if isinstance(part, str) else described(part) for part in parts)
    called = [part.partition(":")[0].strip() if isinstance(part, str) else part.name for part in parts]
    own = [_by_people(part) for part in parts]
    if any(own) and len(parts) > 1:
        raise BadInput(f"--with {text}: what people do themselves is compared by itself, not with '+'")
    if Pairs.name in called and len(parts) > 1:
        raise BadInput(f"--with {text}: pairs stand in place of records, and are compared by themselves, not with '+'")
    for name in called:
        if called.count(name) > 1:
            raise BadInput(f"--with {text}: '{name}' is given twice; give it once")
    return Candidate(text, tuple(_change(part) for part in parts))


def _parts(wanted: Wanted) -> list[str | Change]:
    """The protections that are applied one after the other, each as text or object."""
    if isinstance(wanted, str):
        return [part.strip() for part in _JOINT.split(wanted.strip())]
    if isinstance(wanted, Sequence):
        return [part for member in wanted for part in _parts(member)]
    if not isinstance(wanted, Pairs):
        check_object(wanted)
    return [wanted]


def _by_people(part: str | Change) -> bool:
    if isinstance(part, str):
        return part.partition(":")[0].strip() in KNOWLEDGE_PROTECTIONS
    return isinstance(part, KnowledgeProtection)


def _change(part: str | Change) -> Change:
    if not isinstance(part, str):
        return part
    if part.partition(":")[0].strip() == Pairs.name:
        pairs: Pairs = filled(Pairs, part)
        return pairs
    return knowledge_protection(part) if _by_people(part) else protection(part)


def asked_for(wanted: Sequence[Wanted], has_attribute: bool) -> list[Candidate]:
    """The protections asked for; one twice is refused, and one that hides an attribute needs one."""
    by_steps: dict[tuple[Change, ...], Candidate] = {}
    for choice in map(candidate, wanted):
        if choice.steps in by_steps:
            raise BadInput(f"--with {choice.text}: is given twice; give it once")
        by_steps[choice.steps] = choice
        if not has_attribute and "attribute" in choice.needs:
            raise BadInput(f"--with {choice.text}: it hides an attribute of people; name it with --attribute")
    return list(by_steps.values())


def grid_texts() -> list[str]:
    """All protections with the settings that each says are worth comparing, as texts; some say none.

    A package that registers one that cannot be loaded is named and refused: nobody should take a part for all.
    """
    kinds = [kind for name in names() if (kind := kind_of(name)) is not None]
    hiding = [kind for kind in kinds if "attribute" in kind.needs]
    others = [kind for kind in kinds if "attribute" not in kind.needs]
    known = KNOWLEDGE_PROTECTIONS.values()
    return [*compared(others), *TOGETHER, *compared((Pairs,)), *compared(known), *compared(hiding)]


def default_grid(data: LocalDataset, has_attribute: bool, attribute: str | None = None) -> list[Candidate]:
    """All protections that fit the data, with a few settings each; those that hide an attribute do not take events,
    but for crowds that are balanced by it."""
    every = map(candidate, grid_texts())
    hiding = has_attribute and not data.events
    fitting = [choice for choice in every if lacking(choice.needs, data, has_attribute=hiding) is None]
    if attribute is None or set(attribute) & set(",:="):
        return fitting
    return fitting + [candidate(text.format(attribute)) for text in BALANCED]

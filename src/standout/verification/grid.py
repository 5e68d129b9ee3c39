"""Which protections are compared: those asked for, or a sensible grid of all that fit the data."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from standout.data.model import Interactions
from standout.errors import BadInput
from standout.protections import KNOWLEDGE_PROTECTIONS, knowledge_protection, protection
from standout.protections.contract import Countered, KnowledgeProtection, Protection

OWNER = (
    "suppress-rare:below=10",
    "suppress-rare:below=100",
    "coarsen-values:to=likes",
    "coarsen-values:to=presence",
    "coarsen-days:to=month",
    "coarsen-days:to=none",
    "perturb:values=1,days=14",
    "perturb:values=2,days=90",
    "sample:people=0.5",
    "sample:people=0.1",
    "trim:keep=100",
    "trim:keep=20",
    "swap:share=0.1",
    "swap:share=0.3",
    "coarsen-values:to=likes + coarsen-days:to=month",
    "coarsen-values:to=presence + coarsen-days:to=none + trim:keep=50",
)
"""What an owner can do about people being found."""

PERSON = (
    "hide-rarest:share=0.1",
    "hide-rarest:share=0.5",
    "misdirect:add=5",
    "misdirect:add=20",
)
"""What people can do themselves."""

ATTRIBUTE = (
    "blurme:extra=0.05",
    "blurme:extra=0.05,strategy=sampled",
    "blurmore:extra=0.05",
    "blurmebetter:extra=0.05",
    "disguise",
    "level",
)
"""What an owner can do about an attribute being inferred."""

_JOINT = re.compile(r"\s\+\s")
_NEEDS_VALUES, _NEEDS_DAYS = ("coarsen-values", "perturb"), ("coarsen-days", "perturb")


@dataclass(frozen=True)
class Candidate:
    """A protection as it was asked for, or several, applied one after the other."""

    text: str
    steps: tuple[Protection | KnowledgeProtection, ...]

    @property
    def name(self) -> str:
        return " + ".join(step.name for step in self.steps)

    @property
    def data_steps(self) -> list[Protection]:
        """Those that change what is released, not what people say of themselves."""
        return [step for step in self.steps if not isinstance(step, KnowledgeProtection)]

    @property
    def changes_data(self) -> bool:
        return bool(self.data_steps)

    @property
    def options(self) -> dict[str, Any]:
        """The options by name; of several protections, by protection."""
        every = [dataclasses.asdict(step) for step in self.steps]  # type: ignore[call-overload]
        return every[0] if len(every) == 1 else {step.name: one for step, one in zip(self.steps, every, strict=True)}

    @property
    def countered_by(self) -> str:
        """What somebody does who knows of it, in words; empty where there is nothing to be done."""
        return ", and ".join(step.countered_by for step in self.steps if isinstance(step, Countered))


def candidate(text: str) -> Candidate:
    """The protection that `NAME:options` describes, of either kind; `+` between several of the data."""
    parts = [part.strip() for part in _JOINT.split(text.strip())]
    named = [part.partition(":")[0].strip() in KNOWLEDGE_PROTECTIONS for part in parts]
    if any(named) and len(parts) > 1:
        raise BadInput(f"--with {text}: what people do themselves is compared by itself, not with '+'")
    names = [part.partition(":")[0].strip() for part in parts]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"--with {text}: '{name}' is given twice; give it once")
    steps = tuple(knowledge_protection(part) if named[0] else protection(part) for part in parts)
    return Candidate(" + ".join(parts), steps)


def asked_for(texts: Sequence[str], has_attribute: bool) -> list[Candidate]:
    """The protections asked for; one twice is refused, and one that hides an attribute needs one."""
    found: dict[tuple[Protection | KnowledgeProtection, ...], Candidate] = {}
    for one in map(candidate, texts):
        if one.steps in found:
            raise BadInput(f"--with {one.text}: is given twice; give it once")
        found[one.steps] = one
        if not has_attribute and any(step.needs_attribute for step in one.data_steps):
            raise BadInput(f"--with {one.text}: it hides an attribute of people; name it with --attribute")
    return list(found.values())


def default_grid(data: Interactions, has_attribute: bool) -> list[Candidate]:
    """All protections that fit the data, with a few settings each."""
    lacking = set() if data.has_values else set(_NEEDS_VALUES)
    lacking |= set() if data.has_days else set(_NEEDS_DAYS)
    every = map(candidate, (*OWNER, *PERSON, *(ATTRIBUTE if has_attribute else ())))
    return [one for one in every if not lacking & {step.name for step in one.steps}]

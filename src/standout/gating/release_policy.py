"""A policy: who receives data, whom one expects among them and why, and which limits hold; checked, then frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from typing import Any, Final

from standout.common.wording import shown
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary

KINDS: Final = {
    "public": "anybody",
    "processor": "a processor under contract",
    "partner": "a partner who has a table of their own",
    "researchers": "researchers",
}
"""Kinds of recipients, and who each is where nobody is named."""

MEASURES: Final = {
    "found": "the share of people in the release to whom the right record is tied, ties broken by lot",
    "learned-gain": "what being in the release adds to the share of right guesses about a person's other items",
    "worst-tenth": "the chance to be found of the tenth of people for whom it is largest, on average",
    "worst-person": "the chance to be found of the person for whom it is largest",
    "wrongly-accused": "the share of people in the release of whom somebody else is named, there or taken out",
    "attribute-auc": "how well an attribute of people is told from their records; 0.5 is guessing",
    "time-split-link": "how often the older and the newer half of a record are told to be of one person",
}
"""What a limit can be set on."""

USUAL_CONFIDENCE = 0.95
_LONGEST = 500


@dataclass(frozen=True)
class Expected:
    """An adversary that is reasonably likely, and why."""

    adversary: Adversary
    why: str

    def __post_init__(self) -> None:
        _check_text(f"adversary '{self.adversary.name}': why", self.why, "say why it is reasonably likely")


@dataclass(frozen=True)
class Recipient:
    """Somebody who receives the data."""

    kind: str
    expected: tuple[Expected, ...]
    limits: dict[str, float]
    """By measure: what may not be exceeded."""
    who: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise BadInput(f"recipient: kind is {_quoted(self.kind)}, but must be one of {', '.join(KINDS)}")
        if not self.who:
            object.__setattr__(self, "who", KINDS[self.kind])
        _check_text("recipient: who", self.who, "say who receives the data")
        if not self.expected:
            raise BadInput(f"recipient '{self.kind}': expects no adversary; name one, such as 'two-and-a-date'")
        names = [each.adversary.name for each in self.expected]
        if len(set(names)) < len(names):
            raise BadInput(f"recipient '{self.kind}': an adversary comes twice; name each once")
        if not self.limits:
            raise BadInput(f"recipient '{self.kind}': has no limits; set one, such as found = 0.05")
        for name, limit in self.limits.items():
            check_limit(name, limit, f"recipient '{self.kind}'")


@dataclass(frozen=True)
class Policy:
    """What may leave, to whom, and who answers for it: written before the run."""

    name: str
    purpose: str
    responsible: str
    review: date
    """When it is to be looked at again."""
    recipients: tuple[Recipient, ...]
    confidence: float = USUAL_CONFIDENCE
    """That all intervals of the gate hold at once."""
    sha256: str | None = field(default=None, compare=False)
    """Of the file that it was read from."""

    def __post_init__(self) -> None:
        _check_text("policy: name", self.name, "give the policy a name")
        _check_text("policy: purpose", self.purpose, "say what the data is released for")
        _check_text("policy: responsible", self.responsible, "name who answers for the release")
        if type(self.review) is not date:
            raise BadInput(f"policy: review is {_quoted(self.review)}, but must be a day, such as 2027-01-31")
        if not self.recipients:
            raise BadInput("policy: nobody receives the data; add a [[recipient]] with a kind")
        if isinstance(self.confidence, bool) or not isinstance(self.confidence, int | float):
            raise BadInput(f"policy: confidence is {_quoted(self.confidence)}, but must be a number such as 0.95")
        if not 0.5 <= self.confidence < 1:
            raise BadInput(f"policy: confidence is {self.confidence:g}, but must be at least 0.5 and below 1")
        self._check_same()

    def _check_same(self) -> None:
        """Refuse two recipients that results could not tell apart, and two adversaries of one name."""
        who = [recipient.who for recipient in self.recipients]
        if len(set(who)) < len(who):
            raise BadInput("policy: two recipients are called the same; say in 'who' how they differ")
        named: dict[str, Adversary] = {}
        for recipient in self.recipients:
            for each in recipient.expected:
                if named.setdefault(each.adversary.name, each.adversary) != each.adversary:
                    raise BadInput(f"policy: two different adversaries are called '{each.adversary.name}'; rename one")

    @property
    def adversaries(self) -> tuple[Adversary, ...]:
        """Whom anybody expects, each once."""
        by_name = {each.adversary.name: each.adversary for one in self.recipients for each in one.expected}
        return tuple(by_name.values())


def check_limit(name: str, limit: Any, where: str) -> None:
    """Refuse a measure that there is not, and a limit that it cannot have."""
    if name not in MEASURES:
        raise BadInput(f"{where}: limits have no {_quoted(name)}{nearest(name, MEASURES)}")
    least = 0.5 if name == "attribute-auc" else 0.0
    fits = isinstance(limit, int | float) and not isinstance(limit, bool) and least <= limit <= 1
    if not fits:
        number = isinstance(limit, int | float) and not isinstance(limit, bool)
        shown_limit = f"{limit:g}" if number else _quoted(limit)
        raise BadInput(f"{where}: the limit of {name} is {shown_limit}, but must be from {least:g} to 1, such as 0.55")


def nearest(word: str, known: Any) -> str:
    """The end of a refusal of an unknown word: the known one that it is nearest to, else all of them."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; the nearest that there is is '{near[0]}'" if near else f"; there are {', '.join(known)}"


def _check_text(what: str, text: Any, instead: str) -> None:
    if not isinstance(text, str) or not text.strip():
        raise BadInput(f"{what} is {_quoted(text)}; {instead}")
    if len(text) > _LONGEST:
        raise BadInput(f"{what} has {len(text):,} characters, but {_LONGEST} are enough; shorten it")


def _quoted(value: Any) -> str:
    return f"'{shown(value)}'" if isinstance(value, str) else shown(repr(value))

"""An adversary: a rule that says how much is known of a target, which items, and how wrong it is."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Literal, get_args

from standout.data.needs import Need, Needs
from standout.errors import BadInput
from standout.knowledge.sentence import MOST, name_of, sentence
from standout.results.finding import AdversaryDescription

UNKNOWN: Literal["unknown"] = "unknown"

Error = float | Literal["unknown"]
"""How far off a known value or day may be; 0 is exact, `"unknown"` means it is not known at all."""

Choose = Literal["any", "popular", "rarest", "most"]
Which = Literal["any", "one day", "first day", "before"]

CHOICES: Final[tuple[Choose, ...]] = get_args(Choose)
DAYS_OF_RECORD: Final[tuple[Which, ...]] = get_args(Which)


def _one_of(words: tuple[str, ...]) -> str:
    return " or ".join((", ".join(f"'{word}'" for word in words[:-1]), f"'{words[-1]}'"))


def _is_count(number: float) -> bool:
    return isinstance(number, int) and 1 <= number <= MOST


@dataclass(frozen=True)
class Adversary:
    """What is known of a target. The fields check each other, and `str()` says it all in one sentence."""

    name: str = ""
    """Without one, it is called after what it knows."""
    items: int | None = None
    """How many items are known. Exactly one of `items`, `share` and `counts` is given."""
    share: tuple[float, float] | None = None
    """Instead: the known share of the record, drawn between these two."""
    counts: tuple[tuple[int, int, float], ...] | None = None
    """Instead: (fewest, most, weight) rows from which the number of known items is drawn."""
    wrong: int = 0
    """How many of the known items carry a completely wrong value and day."""
    absent: int = 0
    """How many of the known items the target does not have at all (popular ones, by popularity)."""
    absent_share: float = 0.0
    """Besides: the chance that a known item is one the target does not have."""
    values: Error = 0.0
    """How far off values may be, in the data's own steps."""
    days: Error = UNKNOWN
    """How many days off days may be."""
    choose: Choose = "any"
    """Which of the target's items are known: any, popular ones with a chance that grows with popularity, the rarest, or
    those that the target has most often."""
    which: Which = "any"
    """From which days: any, one of the target's days, the first of them, or those in the older half of the data."""
    outside_top: int = 0
    """Only items outside this many most popular ones are known …"""
    outside_top_share: float = 1.0
    """… but never more than this share of all items is set aside."""
    length: Error = UNKNOWN
    """The record's length is known up to this share of it: 0.5 is ±50%."""
    fewer: bool = True
    """Whether of a person who has too few items all of them are known, with mistakes in proportion; else nothing is."""
    here: tuple[str, ...] = ()
    """What was changed to fit the data at hand, in words; made by `fitting.fitted`, never given."""

    def __post_init__(self) -> None:
        self._check()
        if not self.name:
            object.__setattr__(self, "name", name_of(self))

    def _check(self) -> None:
        given = [name for name in ("items", "share", "counts") if getattr(self, name) is not None]
        self._require(len(given) == 1, "give exactly one of items, share and counts")
        if self.items is not None:
            self._require(_is_count(self.items), f"items is a whole number from 1 to {MOST:,}")
            self._require(self.wrong + self.absent <= self.items, "wrong and absent together exceed items")
        if self.share is not None:
            low, high = self.share
            self._require(0 < low <= high <= 1, "share is (low, high) with 0 < low ≤ high ≤ 1")
        if self.counts is not None:
            fits = all(
                _is_count(low) and _is_count(high) and low <= high and 0 < weight < 1e9
                for low, high, weight in self.counts
            )
            self._require(bool(self.counts) and fits, "counts rows are (fewest, most, weight), all positive")
        for name in ("wrong", "absent", "outside_top"):
            self._require(0 <= getattr(self, name) <= MOST, f"{name} is a whole number from 0 to {MOST:,}")
        self._require(0 <= self.absent_share < 1, "absent_share is between 0 and 1")
        self._require(0 < self.outside_top_share <= 1, "outside_top_share is between 0 and 1")
        self._require(self.choose in CHOICES, f"choose is {_one_of(CHOICES)}")
        self._require(self.which in DAYS_OF_RECORD, f"which is {_one_of(DAYS_OF_RECORD)}")
        for name in ("values", "days", "length"):
            error = getattr(self, name)
            self._require(
                error == UNKNOWN or (isinstance(error, int | float) and 0 <= error < inf),
                f"{name} is a number from 0 on, or 'unknown'",
            )
            self._require(isinstance(error, str) or error <= MOST, f"{name} is at most {MOST:,}")
        self._require(self.days == UNKNOWN or float(self.days).is_integer(), "days is a whole number")
        self._require(self.length == UNKNOWN or float(self.length) < 1, "length is below 1 (0.5 means ±50%)")
        self._require(
            self.wrong == 0 or self.values != UNKNOWN or self.days != UNKNOWN,
            "wrong needs values or days that are known",
        )

    def _require(self, fine: bool, message: str) -> None:
        if not fine:
            raise BadInput(f"adversary '{self.name}': {message}" if self.name else f"adversary: {message}")

    @property
    def knows_values(self) -> bool:
        return self.values != UNKNOWN

    @property
    def knows_days(self) -> bool:
        return self.days != UNKNOWN

    @property
    def summary(self) -> str:
        """What it knows, in one line."""
        return str(self)

    @property
    def needs(self) -> Needs:
        """What the data must have for this to be known."""
        known: dict[Need, bool] = {"values": self.knows_values, "days": self.knows_days or self.which != "any"}
        return frozenset(need for need, is_known in known.items() if is_known)

    def set_aside(self, item_count: int) -> int:
        """How many of the most popular items are never known, among this many items."""
        return min(self.outside_top, int(self.outside_top_share * item_count))

    def describe(self) -> AdversaryDescription:
        """In words, and all fields that differ from their default, for results."""
        default = {field.name: field.default for field in dataclasses.fields(self)}
        fields = {name: value for name in default if (value := getattr(self, name)) != default[name]}
        return AdversaryDescription(sentence=str(self), **fields)

    def __str__(self) -> str:
        return sentence(self)


def adversary_of(described: AdversaryDescription) -> Adversary:
    """The adversary that results describe: as it was fitted to the data."""
    return Adversary(**{field.name: getattr(described, field.name) for field in dataclasses.fields(Adversary)})


def adversary_from(name: str, fields: dict[str, Any], where: str) -> Adversary:
    """An adversary from a table of a file; unknown keys and wrong types are refused."""
    allowed = {field.name for field in dataclasses.fields(Adversary)} - {"name", "here"}
    if unknown := sorted(fields.keys() - allowed):
        raise BadInput(f"{where}: adversary '{name}' has no '{unknown[0]}'; it may have {', '.join(sorted(allowed))}")
    options: dict[str, Any] = {}
    for key, value in fields.items():
        fits = _FITS[key]
        if isinstance(value, bool) != (fits == (bool,)) or not isinstance(value, fits):
            wanted = " or ".join(_IN_WORDS.get(kind, kind.__name__) for kind in fits)
            raise BadInput(f"{where}: adversary '{name}': {key} is {value!r}, but must be {wanted}")
        options[key] = _frozen(value)
    for key in ("values", "days", "length"):
        if options.get(key) == "exact":
            options[key] = 0.0
    try:
        return Adversary(name, **options)
    except BadInput as problem:
        raise BadInput(f"{where}: {problem.as_typed}") from None
    except (TypeError, ValueError):
        raise BadInput(
            f"{where}: adversary '{name}': share is [low, high]; counts is rows of [fewest, most, weight]"
        ) from None


_FITS: dict[str, tuple[type, ...]] = {
    "items": (int,),
    "share": (list,),
    "counts": (list,),
    "wrong": (int,),
    "absent": (int,),
    "absent_share": (float, int),
    "values": (float, int, str),
    "days": (float, int, str),
    "choose": (str,),
    "which": (str,),
    "outside_top": (int,),
    "outside_top_share": (float, int),
    "length": (float, int, str),
    "fewer": (bool,),
}

_IN_WORDS: dict[type, str] = {bool: "true or false"}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value

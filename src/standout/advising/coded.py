"""Advice in codes: things by their place among what is shown, items by their codes. Words come later."""

from __future__ import annotations

from dataclasses import dataclass

from standout.advising.who_fits import Narrowing
from standout.results.advice import Amount, Verified


@dataclass(frozen=True)
class Way:
    """What to hide, by place among the shown things; how many others then fit; whether less would not do for sure."""

    places: tuple[int, ...]
    others: int
    exact: bool


@dataclass(frozen=True)
class Decoy:
    """An item that might be mentioned instead, and how many people have it."""

    item: int
    holders: int
    others: int | None = None
    """With it and those before it, how many others there are in the attack that finds the person best."""


@dataclass(frozen=True)
class DraftBits:
    """What a draft adds: who fitted before, who fits with it, and each of its things by itself."""

    before: Amount
    after: Amount
    bits: float
    places: tuple[tuple[int, float], ...]
    """Each thing of the draft by its place, with its bits."""


@dataclass(frozen=True)
class CodedAdvice:
    """Advice on what is shown, before anything has a name."""

    people: int
    k: int
    shown: int
    fits: Amount
    others: Amount
    revealing: tuple[Narrowing, ...]
    hide: tuple[Way, ...]
    mention: tuple[Decoy, ...]
    verified: Verified | None
    draft: DraftBits | None

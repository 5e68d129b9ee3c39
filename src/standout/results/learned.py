"""What is learned: how much of people's unknown items is guessed from a release, and how much without them in it."""

from __future__ import annotations

from typing import Literal

import msgspec

from standout.results.base import Part
from standout.results.estimate import Estimate, interval, points

Outside = Literal["left out", "held out", "control"]
"""Who stands for people who are not in the release: the same people with their own record left out, people who were
held out before it was made, or others who are known not to be in it."""

PRECISION, RECALL, WHOLE, VALUES = "precision@10", "recall@10", "at_length", "values@10"
"""What a guess is measured by: the share of ten guesses that are right (of as many as there are to guess, if these are
fewer), the share of all unknown items among them, the same with as many guesses as there are unknown items, and the
share of ten guesses that are right with a value that is at most one step off."""


class InAndOut(Part, frozen=True, kw_only=True):
    """One measure: of people in the release, of people who are not, and what being in it adds."""

    inside: Estimate = msgspec.field(name="in")
    out: Estimate
    gain: Estimate


class Learned(Part, frozen=True, kw_only=True):
    """What an adversary says of a target's unknown items, by the share of ten guesses that are right.

    Of people who are in the release (`in`), of people who are not (`out`: what anybody can infer from others), and the
    difference (`gain`: what being in it costs a person). On each side the adversary guesses in the way that does best;
    intervals hold for all ways at once.
    """

    inside: Estimate = msgspec.field(name="in")
    out: Estimate
    gain: Estimate
    measures: dict[str, InAndOut]
    """All measures, each with the way of guessing that does best by it."""
    by: str
    """How people in the release are guessed best: by `records`, `neighbours` or `popularity`."""
    out_by: str
    targets: int
    """How many people in the release were guessed: those of whom something is known, and something is not."""
    others: int
    """How many people stand for those who are not in it."""
    outside: Outside
    adversary: str | None = None
    """Whose knowledge it is, where that does not stand beside it."""

    def said(self) -> str:
        """In a sentence, for whoever reads it on a terminal or a page."""
        without = {
            "left out": "with their own record left out of the data",
            "held out": "for people of the data who are not in the release",
            "control": "for people of the control",
        }[self.outside]
        return (
            f"of ten further items that are guessed of a person, {interval(self.inside)} are right; {without}, "
            f"{interval(self.out)} would be. Being in it costs {points(self.gain)} points "
            f"({self.targets:,} people guessed)"
        )


class AtFalse(Part, frozen=True, kw_only=True):
    """How many people in the release are told from others if at most this share of others is taken for them."""

    false: float
    right: Estimate
    advantage: float
    """By how much that is more than guessing."""


class Membership(Part, frozen=True, kw_only=True):
    """Is the target in the release at all? From the same scores: 0.5 is guessing."""

    auc: Estimate
    at: tuple[AtFalse, ...]
    targets: int
    others: int

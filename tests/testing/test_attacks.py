"""Every attack passes the contract suite, and attacks that break it do not."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import ALONE, Attack, Gains, Probabilities, Verdict, presence_only
from standout.data.model import Interactions
from standout.knowledge.draw import Knowledge
from standout.testing.attacks import check_attack


@pytest.mark.parametrize("name", ATTACKS)
def test_every_attack_keeps_the_contract(name: str) -> None:
    check_attack(ATTACKS[name])


@dataclass(frozen=True)
class Plain:
    """Counts common items: a fine attack, to be broken in one way each."""

    name: str = "plain"
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:  # noqa: ARG002
        weights = np.ones(len(knowledge.items))
        return Gains(weights, *presence_only(weights))


class Favours(Plain):
    """People with low codes score higher."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        scale = np.linspace(2, 1, released.people)
        return replace(super().gains(knowledge, released), person_scale=scale)


class Ordered(Plain):
    """Items with low codes weigh more."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        return replace(
            super().gains(knowledge, released), weights=1.0 + 1.0 / (2.0 + knowledge.items.astype(np.float64))
        )


class Blind(Plain):
    """Everything is worth nothing."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        return replace(super().gains(knowledge, released), weights=np.zeros(len(knowledge.items)))


EVERY_TIME_ANOTHER = itertools.count(1)
"""Seeds: what differs each time must differ in every run of this test, and not only nearly always."""


class Moody(Plain):
    """Another answer every time."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        weights = 1 + np.random.default_rng(next(EVERY_TIME_ANOTHER)).random(len(knowledge.items))
        return replace(super().gains(knowledge, released), weights=weights)


class Meddling(Plain):
    """Changes what it is given."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        knowledge.values[:] = 0
        return super().gains(knowledge, released)


class Endless(Plain):
    """A weight that is infinite."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        return replace(super().gains(knowledge, released), weights=np.full(len(knowledge.items), np.inf))


class Short(Plain):
    """Too few weights."""

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        return replace(super().gains(knowledge, released), weights=np.ones(1))


class Accusing(Plain):
    """Names somebody whatever happens."""

    def __init__(self) -> None:
        super().__init__(verdict=Verdict(0.0))


class Nameless(Plain):
    def __init__(self) -> None:
        super().__init__(name="")


class Unlisted(Plain):
    """Lists evenly, but does not say from where on."""

    def __init__(self) -> None:
        super().__init__(probabilities="uniform")


def test_a_plain_attack_keeps_the_contract() -> None:
    check_attack(Plain())


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Favours(), "when people are numbered otherwise"),
        (Ordered(), "when items are numbered otherwise"),
        (Blind(), "the planted person has rank"),
        (Moody(), "another answer to the same question"),
        (Meddling(), "changes what it is given"),
        (Endless(), "not finite"),
        (Short(), "weights has 1 entries for"),
        (Accusing(), "somebody is named although the planted person is not there"),
        (Nameless(), "has a name"),
        (Unlisted(), "says from which score on"),
    ],
)
def test_a_broken_attack_is_told_what_it_breaks(broken: Attack, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_attack(broken)

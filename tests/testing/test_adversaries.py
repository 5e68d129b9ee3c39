"""Every adversary passes the contract suite, and those that break it are told what is wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from standout.common.arrays import Int64s
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, draw, of_targets
from standout.knowledge.presets import PRESETS
from standout.testing.adversaries import check_adversary

PLAIN = Adversary("plain", items=5, values=1, days=7)
BARE = Adversary("bare", items=5, values="unknown")
OTHERS = (
    PLAIN,
    BARE,
    Adversary("popular", items=3, choose="popular", absent=1, wrong=1, days=0),
    Adversary("half", share=(0.5, 0.5), absent_share=0.3, values=4, days=1_000),
    Adversary("counted", counts=((1, 2, 5.0), (30, 90, 1.0)), outside_top=20, length=0.0),
    Adversary(items=3, days=7),
    Adversary(share=(0.05, 0.125), values=0.5),
    Adversary("two", items=2, wrong=1, absent=1, values=4, days=2_000),
    Adversary("in-full", items=30, wrong=3, absent=5, days=7, fewer=False),
    Adversary("short", items=30, wrong=7, absent=5, values=1, days=7),
    Adversary("rare-by-day", items=9, wrong=2, absent=2, days=0, choose="rarest", which="one day"),
    Adversary("old-mentions", counts=((1, 3, 1.0), (20, 50, 1.0)), wrong=2, absent_share=0.2, which="before"),
    Adversary("first-steps", share=(0.1, 0.2), choose="popular", which="first day", outside_top=10, days=30),
    Adversary("again", items=5, choose="most", fewer=False),
)


@pytest.mark.parametrize("adversary", [*PRESETS.values(), *OTHERS], ids=lambda adversary: adversary.name)
def test_every_adversary_keeps_the_contract(adversary: Adversary) -> None:
    check_adversary(adversary)


# Ways of drawing, each wrong in one way; all take what `draw` takes


def foreign(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Draws items that the person does not have: the next person's."""
    last = partition.first_person + partition.size - 1
    drawn = draw(partition, facts, adversary, np.minimum(people + 1, last), seed, turn)
    return replace(drawn, people=people, truths=people) if len(drawn.people) == len(people) else drawn


def deaf(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:  # noqa: ARG001
    """Ignores the seed."""
    return draw(partition, facts, adversary, people, 42, turn)


def tireless(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:  # noqa: ARG001
    """Draws the same each turn."""
    return draw(partition, facts, adversary, people, seed, 0)


def greedy(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Draws beyond its numbers."""
    return draw(partition, facts, replace(adversary, items=(adversary.items or 0) + 2), people, seed, turn)


def exact(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Knows values and days that its rule says it does not know."""
    return draw(partition, facts, replace(adversary, values=0.0, days=0.0), people, seed, turn)


def faultless(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Makes no mistakes where some are said."""
    return draw(partition, facts, replace(adversary, wrong=0), people, seed, turn)


def careless(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Is further off than it says."""
    return draw(partition, facts, replace(adversary, values=3.0), people, seed, turn)


def measured(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Knows the length of the record, which nobody is told."""
    return draw(partition, facts, replace(adversary, length=0.2), people, seed, turn)


def ruling_out(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Thinks that records are shorter than they are."""
    drawn = draw(partition, facts, adversary, people, seed, turn)
    return replace(drawn, knowledge=replace(drawn.knowledge, longest=np.full_like(drawn.knowledge.longest, 20)))


def batched(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """The same person is known otherwise when others are asked about, too."""
    return draw(partition, facts, adversary, people, seed + len(people), turn)


def queued(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """The same person is known otherwise when asked about after others."""
    return draw(partition, facts, adversary, people, seed + int(people[0] > people[-1]), turn)


def parted(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Takes the people of the partition for everybody."""
    return draw(partition, facts, adversary, people, seed + partition.size, turn)


def by_code(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Takes items with low codes for the popular ones."""
    ranked = np.arange(facts.items, 0, -1, dtype=np.int64) ** 2
    return draw(partition, replace(facts, holders=ranked), replace(adversary, choose="popular"), people, seed, turn)


def repeated(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Draws with replacement."""
    drawn = draw(partition, facts, adversary, people, seed, turn)
    items = np.repeat(drawn.knowledge.items[::5], 5)[: len(drawn.knowledge.items)]
    return replace(drawn, knowledge=replace(drawn.knowledge, items=items))


def unnamed(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Knows items of which the data has none."""
    drawn = draw(partition, facts, adversary, people, seed, turn)
    return replace(drawn, knowledge=replace(drawn.knowledge, items=drawn.knowledge.items + np.int32(facts.items)))


def losing(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Leaves people out, and does not say so."""
    drawn = draw(partition, facts, adversary, people, seed, turn)
    some = np.arange(len(drawn.people) - 1)
    return replace(drawn, knowledge=of_targets(drawn.knowledge, some), people=drawn.people[some])


def skipping(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Leaves out whoever has few items."""
    return draw(partition, facts, replace(adversary, fewer=False), people, seed, turn)


def timeless(partition: Partition, facts: Facts, adversary: Adversary, people: Int64s, seed: int, turn: int) -> Drawn:
    """Knows items of any day."""
    return draw(partition, facts, replace(adversary, which="any"), people, seed, turn)


WRONG = Adversary("wrong", items=5, wrong=2, values=1, days=7)


@pytest.mark.parametrize(
    ("adversary", "drawing", "complaint"),
    [
        (PLAIN, foreign, "not in the person's record, where absent is 0: draw items from the record alone"),
        (PLAIN, deaf, "another seed draws the same: let the seed decide"),
        (PLAIN, tireless, "another turn draws the same: let the turn decide"),
        (PLAIN, greedy, "7 items are known where 5 to 5 were said: draw as many as"),
        (BARE, exact, "values are known, though values is 'unknown': draw none, or say"),
        (WRONG, faultless, "where wrong is 2: make just as many completely wrong"),
        (PLAIN, careless, "further off than values and days allow, where wrong is 0"),
        (PLAIN, measured, "knows the length of the record, but its sentence does not say so"),
        (PLAIN, ruling_out, "own length is ruled out: let shortest and longest contain"),
        (PLAIN, batched, "changes with the batch: start randomness anew for each person"),
        (PLAIN, queued, "changes with the order of people: start randomness anew"),
        (PLAIN, parted, "(cut into partitions: take facts|changes with the batch)"),
        (PLAIN, by_code, "items with low codes .ids. are known more or less often .* never by code"),
        (PLAIN, repeated, "known twice, .*: draw without replacement"),
        (PLAIN, unnamed, "is no knowledge of this data: items of knowledge must be"),
        (PLAIN, losing, "people are lost: count whoever cannot be known in left_out"),
        (replace(PLAIN, items=20), skipping, "people are left out who have something to be known: know that, or say"),
        (replace(PLAIN, items=1, which="before"), timeless, "items of other days are known, where which is 'before'"),
        (replace(PLAIN, items=350, fewer=False), draw, "nobody among 240 people .*: ask for less"),
        (replace(PLAIN, name="My Neighbour"), draw, "small letters, digits and hyphens"),
    ],
    ids=lambda case: getattr(case, "__name__", None) if callable(case) else None,
)
def test_a_broken_adversary_is_told_what_to_do(adversary: Adversary, drawing: object, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_adversary(adversary, drawing)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Modest(Adversary):
    """Knows more than it says."""

    said: str = ""

    def __str__(self) -> str:
        return self.said


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("Knows 5 of the target's items, without values or days.", "it knows values, but its sentence does not say so"),
        ("Knows 5 of the target's items, with their exact values.", "it knows days, but its sentence does not say so"),
        ("Knows a few items with values and days.", "it knows how many items, but its sentence does not say so"),
    ],
)
def test_an_adversary_that_knows_more_than_it_says_is_told(said: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_adversary(Modest("modest", items=5, values=1, days=7, said=said))

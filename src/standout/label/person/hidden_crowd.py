"""Among how many people a list hides, with an eye on the bad cases: the score that the label's bands are made from.

An adversary knows a random 5% to 20% of the list. What they know fits some people; each time the crowd is everybody
whom it fits, the person included. Two numbers come from it:

- **crowd**: a typical size of it. Its logarithm is 0.8 times the mean logarithm, plus 0.2 times the logarithm of the
  mean (`expected_set`). A blockbuster that fits thousands in one case of ten hardly moves the mean logarithm.
- **few**: how often it is five people or fewer. Where that is half of the cases or more, no more than 5 people are
  said; where it is nine of ten, no more than 2, whatever the other cases are.

How many others a part of the list fits is Poisson around (people − 1) · r_n · Π q, with q the share of others who hold
an item. r_n makes the mean over all parts of n items the one of `expected_set`, which knows how active people are. The
distribution of the product over all parts is computed item by item on a grid of half bits; an item between two steps
goes to both, so that mean logarithms stay exact. The page and the provider's kernel do the same, step by step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from standout.common.arrays import Floats
from standout.label.person.person_score import expected_set, holding, known_sizes, others
from standout.results.bulletin import Bulletin

FEW = 5
"""As good as found: so many people can be looked at one by one."""

STEP, FLOOR = 0.5, 14.0
"""The grid in bits, and how many bits below one expected person nobody else is expected any more."""

TYPICAL = 0.8
"""How much of the logarithm of the crowd is the mean logarithm; the rest is that of the mean."""

CAPS = ((0.9, math.log(1.99)), (0.5, math.log(4.99)))
"""From which share of bad cases on the logarithm of the crowd is said to be no more than this."""

LOWEST, HIGHEST, FINE = -16, 34, 8
"""What a Poisson number of others is worth is looked up between these powers of two, so many steps each."""

_RAREST = 1e-12


@dataclass(frozen=True)
class Hidden:
    """Among how many people a list hides, and how often among few."""

    log_crowd: float
    few: float

    @property
    def crowd(self) -> float:
        """A typical number of people, the person included."""
        return math.exp(self.log_crowd)

    @property
    def crowd_said(self) -> float:
        """The number that is said."""
        return math.exp(self.log_said)

    @property
    def log_said(self) -> float:
        """The logarithm of the number that is said: where bad cases are common, no more than they allow."""
        return said_crowd(self.log_crowd, self.few)


def said_crowd(log_crowd: float, few: float) -> float:
    """The logarithm of the crowd that is said, given how often it is five people or fewer."""
    return min([log_crowd, *(most for share, most in CAPS if few >= share)])


def hidden(counts: Sequence[int], bulletin: Bulletin) -> Hidden:
    """How a list hides; `counts` are its items' holders in the bulletin, 0 for an item that it does not name."""
    people = bulletin.people
    if not counts or people < 2:
        return Hidden(math.log(people), float(people <= FEW))
    known: dict[int, list[float]] = {}
    for count in counts:
        if count not in known:
            known[count] = holding(others(count, bulletin), people, bulletin.crowd)
    typical, few = _over_parts(np.array([known[count] for count in counts]), people)
    mean = math.log(expected_set(counts, bulletin))
    return Hidden(TYPICAL * typical + (1.0 - TYPICAL) * mean, few)


def _over_parts(chances: Floats, people: int) -> tuple[float, float]:
    """The mean logarithm of the crowd, and how often it is few people, over all parts of the list."""
    length, parts = chances.shape
    shares = chances.sum(axis=1) / parts
    bits = -np.log2(np.maximum(shares, _RAREST))
    cells = int((math.log2(people - 1.0) + FLOOR) / STEP) + 1
    sizes = known_sizes(length)
    top = most_known(bits, sizes[-1], cells)
    numbers = np.arange(1, top + 1, dtype=np.float64)
    chance = np.zeros((top + 1, cells))
    means, by_part = np.zeros(top + 1), np.zeros((parts, top + 1))
    chance[0, 0] = means[0] = 1.0
    by_part[:, 0] = 1.0
    for k in range(1, length + 1):
        taken, kept = numbers / k, np.maximum(k - numbers, 0.0) / k
        chance[1:] = chance[1:] * kept[:, None] + _moved(chance[:-1], bits[k - 1] / STEP) * taken[:, None]
        means[1:] = means[1:] * kept + means[:-1] * shares[k - 1] * taken
        by_part[:, 1:] = by_part[:, 1:] * kept + by_part[:, :-1] * chances[k - 1][:, None] * taken
    typical, few = 0.0, 0.0
    for size in sizes:
        worth = (0.0, 1.0)
        if size <= top and means[size] > 0.0:
            more = by_part[:, size].sum() / parts / means[size]
            worth = _worth(chance[size], people, float(more))
        typical, few = typical + worth[0], few + worth[1]
    return typical / len(sizes), few / len(sizes)


def most_known(bits: Floats, largest: int, cells: int) -> int:
    """Of how many items at most a part can have others whom it fits: even its most popular ones leave the grid."""
    within = int((np.cumsum(np.sort(bits)) <= (cells + 1) * STEP).sum())
    return min(largest, max(within, 1))


def _moved(chance: Floats, steps: float) -> Floats:
    """The distribution with so many steps more; what leaves the grid fits nobody else."""
    whole = int(steps)
    part = steps - whole
    moved = np.zeros_like(chance)
    cells = chance.shape[1]
    if whole < cells:
        moved[:, whole:] = chance[:, : cells - whole] * (1.0 - part)
        moved[:, whole + 1 :] += chance[:, : max(cells - whole - 1, 0)] * part
    return moved


def _worth(chance: Floats, people: int, more: float) -> tuple[float, float]:
    """The mean logarithm of the crowd, and how often it is few people, of parts of one size."""
    logarithms, few = worth_of_others()
    most = math.log2(people - 1.0)
    expected = np.minimum(most + math.log2(more) - STEP * np.arange(len(chance)), most) if more > 0.0 else None
    if expected is None:
        return 0.0, 1.0
    place = np.clip((expected - LOWEST) * FINE, 0.0, len(logarithms) - 1.0001)
    below = place.astype(np.int64)
    part = place - below
    typical = chance * (logarithms[below] * (1.0 - part) + logarithms[below + 1] * part)
    bad = chance * (few[below] * (1.0 - part) + few[below + 1] * part)
    return float(typical.sum()), float(bad.sum() + max(1.0 - chance.sum(), 0.0))


@cache
def worth_of_others() -> tuple[Floats, Floats]:
    """For a Poisson number of others around powers of two: the mean logarithm of the crowd with the person in it, and
    the chance that it is few people."""
    logarithms, few = [], []
    for place in range((HIGHEST - LOWEST) * FINE + 1):
        mean = 2.0 ** (LOWEST + place / FINE)
        if mean > 60.0:
            logarithms.append(math.log(1.0 + mean))
            few.append(0.0)
            continue
        chance = math.exp(-mean)
        total, bad = 0.0, chance
        for number in range(1, 200):
            chance *= mean / number
            total += chance * math.log(1.0 + number)
            bad += chance if number < FEW else 0.0
        logarithms.append(total)
        few.append(bad)
    return np.array(logarithms), np.array(few)

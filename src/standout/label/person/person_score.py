"""The scores: how much a list of items stands out, from the list and a bulletin alone.

Everything here is + − × ÷, log and exp, in the order written, so that the page's script gives the same numbers.

**paper**: rare / all + ln(all), as Boukoros and Katzenbeisser have it; higher is more at risk.

**better**: ln(people / expected set). The expected set is how many people hold a random 5% to 20% of the list, on
average, if holding one item says nothing about holding another beyond how active people are. The crowd is cut into
equal parts by activity a_1 < … < a_B (mean numbers of items, in the bulletin). A person of part b holds an item with
probability p_b = 1 − exp(−λ a_b), where λ makes the mean of p_b over b the share of other people who hold the item.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from standout.common.arrays import Floats
from standout.results.bulletin import Bulletin, Norm

LOW, HIGH = 5, 20
"""What an adversary knows of a record, in percent: every whole number between these is as likely."""

MOST = 300
"""Nobody else is expected to hold this many items of a list, or more."""

_STEPS = 100
_NEARLY_ALL = 1.0 - 1e-6


def paper_score(rare: int, all_items: int) -> float:
    """The paper's score: the share of rare items and the logarithm of the number of items. Nothing at all scores 0."""
    return rare / all_items + math.log(all_items) if all_items else 0.0


def normalised(raw: float, norm: Norm) -> float:
    """The score between 0 and 1, 1 the most private; what lies beyond the norm counts as its end."""
    if norm.max <= norm.min:
        return 1.0 if raw <= norm.min else 0.0
    return min(max(1.0 - (raw - norm.min) / (norm.max - norm.min), 0.0), 1.0)


def better_score(counts: Sequence[int], bulletin: Bulletin) -> float:
    """ln(people / expected set): 0 for nothing at all, ln(people) for a list that nobody shares any part of."""
    return math.log(bulletin.people / expected_set(counts, bulletin))


def expected_set(counts: Sequence[int], bulletin: Bulletin) -> float:
    """How many people, the person included, hold a random 5% to 20% of the list, on average."""
    if not counts or bulletin.people < 2:
        return float(bulletin.people)
    known: dict[int, list[float]] = {}
    for count in counts:
        if count not in known:
            known[count] = holding(others(count, bulletin), bulletin.people, bulletin.crowd)
    chances = np.array([known[count] for count in counts])
    return 1.0 + (bulletin.people - 1) * float(_mean_share(chances))


def others(count: int, bulletin: Bulletin) -> float:
    """How many other people hold an item; for one that the bulletin does not name, what such items have on average."""
    return (count if count > 0 else bulletin.folded.mean) - 1.0


def holding(other: float, people: int, crowd: Sequence[float]) -> list[float]:
    """With what probability a person of each part of the crowd holds an item that so many others hold.

    Newton's method from below: the mean of p_b is concave in λ, so it never steps too far.
    """
    share = min(other / (people - 1), _NEARLY_ALL)
    total = 0.0
    for activity in crowd:
        total += activity
    if share <= 0.0 or total <= 0.0:
        return [0.0] * len(crowd)
    rate = share * len(crowd) / total
    for _ in range(_STEPS):
        reached, slope = 0.0, 0.0
        for activity in crowd:
            lacking = math.exp(-rate * activity)
            reached += 1.0 - lacking
            slope += activity * lacking
        step = (share * len(crowd) - reached) / slope
        rate += step
        if step <= 1e-14 * rate:
            break
    return [1.0 - math.exp(-rate * activity) for activity in crowd]


def known_sizes(length: int) -> list[int]:
    """How many items each percentage of a list is: rounded half up, at least one."""
    return [max(1, (percent * length + 50) // 100) for percent in range(LOW, HIGH + 1)]


def _mean_share(chances: Floats) -> float:
    """The probability that a random other person holds what is known: mean over parts of the crowd and percentages.

    `means[n]` is the mean, over all ways to choose n of the first k items, of the product of their probabilities:
    means_k[n] = (means_{k−1}[n − 1] · p_k · n + means_{k−1}[n] · (k − n)) / k.
    """
    length, parts = chances.shape
    sizes = known_sizes(length)
    top = min(sizes[-1], MOST)
    numbers = np.arange(1, top + 1, dtype=np.float64)
    means = np.zeros((parts, top + 1))
    means[:, 0] = 1.0
    for k in range(1, length + 1):
        kept = np.maximum(k - numbers, 0.0)
        means[:, 1:] = (means[:, :-1] * chances[k - 1][:, None] * numbers + means[:, 1:] * kept) / k
    total = 0.0
    for part in range(parts):
        for size in sizes:
            if size <= top:
                total += float(means[part, size])
    return total / float(parts * len(sizes))

"""What theory promises: the theorems of Narayanan, section 4.

Theorems 1 to 3 say how many randomly chosen items an adversary needs, whatever the data (1) or in sparse data
(2, 3). Theorems 4 and 5 say what carries over when only a part of the data is released.
"""

from __future__ import annotations

from math import ceil, log, log2

from standout.results.about_data import ItemsNeeded, Theorem1, Theorem2, Theorem3, Theorem4, Theorem5, Theory
from standout.risk.similarity import Sparsity

EPSILON = 0.05
DELTA = 0.2
LINEUP = 10
DOUBT = 0.05


def items_needed(people: int, epsilon: float, delta: float) -> int:
    """Theorem 1: with so many items, every record that matches them is 1−ε−δ similar to the target's, with
    probability 1−ε. Theorem 2: in (1−ε−δ, ε)-sparse data, only the target's own matches."""
    _check(epsilon, delta)
    return max(1, _up((log(people) - log(epsilon)) / -log(1 - delta)))


def items_needed_for_lineup(people: int, delta: float, k: int) -> int:
    """Theorem 3: with so many items, sparse data leaves k candidates (log2 k bits) on average."""
    _check(0.5, delta)
    if k < 2:
        raise ValueError("a lineup has at least 2 candidates")
    return max(1, _up(log(people / (k - 1)) / -log(1 - delta))) if people > k - 1 else 1


def is_sparse(sparsity: Sparsity, epsilon: float, delta: float) -> bool:
    """Whether the data is (1−ε−δ, ε)-sparse, what theorems 2 and 3 ask for: surely enough, by the upper end of the
    interval around what the looked-at records show."""
    share = sparsity.share_above(1 - epsilon - delta)
    return share is not None and share.high <= epsilon


def sparsity_of_whole(sample_delta: float, released_share: float, doubt: float) -> float:
    """Theorem 5: if a random 1/λ of the data is (ε, δ')-sparse, the whole is (ε, δ'λ/γ)-sparse, unless an event
    of probability γ occurred; 1 (no statement) where the bound says nothing."""
    return min(1.0, sample_delta / released_share / doubt)


def theory(people: int, sparsity: Sparsity, released_share: float | None = None) -> Theory:
    """The theorems at our usual ε, δ, k, beside whether the data fulfils what they ask for."""
    sparse, needed = is_sparse(sparsity, EPSILON, DELTA), items_needed(people, EPSILON, DELTA)
    in_part = released_share if released_share is not None and 0 < released_share < 1 else None
    return Theory(
        epsilon=EPSILON,
        delta=DELTA,
        theorem_1=Theorem1(items_needed=needed, similarity=1 - EPSILON - DELTA, probability=1 - EPSILON),
        theorem_2=Theorem2(applies=sparse, items_needed=needed, probability=1 - EPSILON),
        theorem_3=Theorem3(
            applies=sparse,
            k=LINEUP,
            items_needed=items_needed_for_lineup(people, DELTA, LINEUP),
            entropy_bits=log2(LINEUP),
        ),
        items_needed_by_people=tuple(
            ItemsNeeded(people=count, items_needed=items_needed(count, EPSILON, DELTA))
            for count in (1_000, 10_000, 100_000, 1_000_000)
        ),
        theorem_4=None if in_part is None else _theorem_4(people, in_part),
        theorem_5=None if in_part is None else _theorem_5(sparsity, in_part),
    )


def _theorem_4(people: int, released_share: float) -> Theorem4:
    needed = items_needed(max(people, 1), EPSILON, DELTA)
    return Theorem4(released_share=released_share, items_needed=needed, false_match_at_most=EPSILON)


def _theorem_5(sparsity: Sparsity, released_share: float) -> Theorem5 | None:
    level = 1 - EPSILON - DELTA
    share = sparsity.share_above(level)
    if share is None:
        return None
    return Theorem5(
        released_share=released_share,
        doubt=DOUBT,
        similarity=level,
        sample_delta=share.high,
        whole_delta_at_most=sparsity_of_whole(share.high, released_share, DOUBT),
    )


def _up(bound: float) -> int:
    """The next whole number; a bound that is met exactly, but for rounding, is met."""
    return ceil(bound - 1e-9)


def _check(epsilon: float, delta: float) -> None:
    if not (0 < epsilon < 1 and 0 < delta < 1):
        raise ValueError("ε and δ lie strictly between 0 and 1")

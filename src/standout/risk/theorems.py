"""What theory promises: the theorems of Narayanan, section 4, and what is left of them.

Theorems 1 to 3 say how many randomly chosen items an adversary needs, whatever the data (1) or in sparse data
(2, 3). Theorems 4 and 5 say what carries over when only a part of the data is released. As printed, two steps fail:

- Lemma 1, on which theorems 1 to 4 stand, counts matches among the *target's* items, but Sim divides by the items that
  *either* record has. Whoever has everything fits whatever is known of anybody, and is similar to nobody: with 1,000
  people of 60 items each and 20 who have all items, a record that fits is similar to the target in hardly any case,
  where 95% are promised. What the proof shows is about *containment*: with m items, every record that fits holds at
  least 1−δ of the target's items, with probability 1−ε. It names one person only where nobody's items are contained in
  another record so far.
- Theorem 5 takes Markov's inequality, which bounds how often a number is large, for a bound on how often it is small.
  If all records resemble one, and this one is not in the part that is released, the part is sparse and the whole is
  not; a part of a tenth lacks it nine times in ten. What holds needs a limit on how many records have the same nearest
  neighbour, and Cantelli's inequality.
"""

from __future__ import annotations

from math import ceil, log, log2, sqrt

from standout.results.about_data import (
    Contained,
    ItemsNeeded,
    Theorem1,
    Theorem2,
    Theorem3,
    Theorem4,
    Theorem5,
    Theory,
    TheoryMeasured,
)
from standout.risk.similarity import Sparsity

EPSILON = 0.05
DELTA = 0.2
LINEUP = 10
DOUBT = 0.05
HUB = 10
"""How many records have the same nearest neighbour at most, in the corrected theorem 5."""


def items_needed(people: int, epsilon: float, delta: float) -> int:
    """The m of theorems 1 and 2: the least with N(1−δ)^m ≤ ε."""
    _check(epsilon, delta)
    return max(1, _up((log(people) - log(epsilon)) / -log(1 - delta)))


def items_needed_for_lineup(people: int, delta: float, k: int) -> int:
    """The m of theorem 3: with so many items, k candidates (log2 k bits) are left on average."""
    _check(0.5, delta)
    if k < 2:
        raise ValueError("a lineup has at least 2 candidates")
    return max(1, _up(log(people / (k - 1)) / -log(1 - delta))) if people > k - 1 else 1


def is_sparse(sparsity: Sparsity, epsilon: float, delta: float) -> bool:
    """Whether the data is (1−ε−δ, ε)-sparse, what theorems 2 and 3 ask for: surely enough, by the upper end of the
    interval around what the looked-at records show."""
    share = sparsity.share_above(1 - epsilon - delta)
    return share is not None and share.high <= epsilon


def contained(sparsity: Sparsity, epsilon: float, delta: float) -> Contained | None:
    """What is left of theorems 1 and 2: what a record that fits holds of the target's, and how surely it is theirs.

    A target of whose items nobody else holds 1−δ has no rival among the records that fit, but with probability ε;
    the others may have one always. So only the right record fits with probability 1 − ε − (share of the others).
    """
    share = sparsity.contained_share(1 - delta)
    if share is None:
        return None
    return Contained(
        holds=1 - delta,
        probability=1 - epsilon,
        in_another=share,
        alone_at_least=max(0.0, 1 - epsilon - share.high),
    )


def sparsity_of_whole(sample_delta: float, released_share: float, doubt: float) -> float:
    """Theorem 5 as printed: if a random 1/λ of the data is (ε, δ')-sparse, the whole is (ε, δ'λ/γ)-sparse, unless an
    event of probability γ occurred; 1 (no statement) where the bound says nothing."""
    return min(1.0, sample_delta / released_share / doubt)


def sparsity_of_whole_with_hubs(
    sample_delta: float, sample_people: int, released_share: float, doubt: float, hub: int
) -> float:
    """Theorem 5, corrected: the largest δ of the whole that fits the part, unless an event of probability γ occurred.

    Each record was released with probability p, independently or as one of a fixed number. Of the δN records of the
    whole that have a near neighbour, each counts in the part if both were released: p²δN on average. Two of these
    events depend on each other only if they share a record, which at most 2·hub others do with a given one; of
    these one may be of the same two records, so the variance is at most δN(2p² + 2·hub·p³). By Cantelli's
    inequality the count is below its mean by more than √(variance·(1−γ)/γ) with probability γ at most; solved for
    δ.
    """
    if not sample_people:
        return 1.0
    p, counted = released_share, sample_delta * sample_people
    slack = sqrt((2 * p**2 + 2 * hub * p**3) * (1 - doubt) / doubt)
    root = (slack + sqrt(slack**2 + 4 * p**2 * counted)) / (2 * p**2)
    return min(1.0, root**2 / (sample_people / p))


def theory(
    people: int,
    sparsity: Sparsity,
    released_share: float | None = None,
    *,
    epsilon: float = EPSILON,
    delta: float = DELTA,
    whole: Sparsity | None = None,
    measured: TheoryMeasured | None = None,
) -> Theory:
    """The theorems beside whether the data fulfils what they ask for, what is left of them, and what was measured.

    `whole` is the sparsity of the whole data, where a part of it was released.
    """
    sparse, needed = is_sparse(sparsity, epsilon, delta), items_needed(people, epsilon, delta)
    in_part = released_share if released_share is not None and 0 < released_share < 1 else None
    return Theory(
        epsilon=epsilon,
        delta=delta,
        theorem_1=Theorem1(items_needed=needed, similarity=1 - epsilon - delta, probability=1 - epsilon),
        theorem_2=Theorem2(applies=sparse, items_needed=needed, probability=1 - epsilon),
        theorem_3=Theorem3(
            applies=sparse,
            k=LINEUP,
            items_needed=items_needed_for_lineup(people, delta, LINEUP),
            entropy_bits=log2(LINEUP),
        ),
        items_needed_by_people=tuple(
            ItemsNeeded(people=count, items_needed=items_needed(count, epsilon, delta))
            for count in (1_000, 10_000, 100_000, 1_000_000)
        ),
        theorem_4=None
        if in_part is None
        else Theorem4(released_share=in_part, items_needed=needed, false_match_at_most=epsilon),
        theorem_5=None if in_part is None else _theorem_5(people, sparsity, in_part, 1 - epsilon - delta, whole),
        contained=contained(sparsity, epsilon, delta),
        measured=measured,
    )


def _theorem_5(
    people: int, sparsity: Sparsity, released_share: float, level: float, whole: Sparsity | None
) -> Theorem5 | None:
    share = sparsity.share_above(level)
    if share is None:
        return None
    return Theorem5(
        released_share=released_share,
        doubt=DOUBT,
        similarity=level,
        sample_delta=share.high,
        whole_delta_at_most=sparsity_of_whole(share.high, released_share, DOUBT),
        hub=HUB,
        whole_delta_corrected=sparsity_of_whole_with_hubs(share.high, people, released_share, DOUBT, HUB),
        whole_delta_measured=None if whole is None else whole.share_above(level),
    )


def _up(bound: float) -> int:
    """The next whole number; a bound that is met exactly, but for rounding, is met."""
    return ceil(bound - 1e-9)


def _check(epsilon: float, delta: float) -> None:
    if not (0 < epsilon < 1 and 0 < delta < 1):
        raise ValueError("ε and δ lie strictly between 0 and 1")

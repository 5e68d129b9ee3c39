"""The contract of attacks, as a suite: `check_attack(my_attack)` in a test says whether it is kept, or what to do.

It attacks a small made-up dataset with one planted person, whole and in partitions, in other batches, with people and
items numbered otherwise, with items that nobody has and items that somebody has several times, with and without values
and days. An attack must find the planted person, and its scores may depend on nothing but what is known and what is
released.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np

from standout.attacks.contract import AdditiveGains, Attack, Gains, HasPrior, TakesRule
from standout.common.arrays import Int64s
from standout.data.needs import lacking
from standout.data.partition import Partition
from standout.engines.checked import GainsError, checked_gains
from standout.engines.partition_scores import score
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge, of_targets, whole_records
from standout.risk.outcomes import UNLISTED, outcomes
from standout.testing.columns import (
    BY_FORMULA,
    agreement_counts_for_a_record,
    is_not_hurt_by_a_column,
    is_not_hurt_by_what_says_nothing,
)
from standout.testing.descriptions import check_described
from standout.testing.stages import (
    ITEMS,
    OWN,
    PEOPLE,
    Stage,
    judged,
    partitions,
    renumbered,
    same_scores,
    scores,
    stage,
)

_CLOSE = 1e-9
_KNOWS = Adversary("contract", items=5, wrong=1, absent=1, values=1, days=14)
_KNOWS_ITEMS = Adversary("contract", items=3, absent=1, values="unknown")


def check_attack(attack: Attack, *, by_formula: str = "") -> None:
    """Raise `AssertionError`, with a sentence that says what to do, if the attack breaks the contract of attacks.

    `by_formula` says why an attack has to take values and days for meaningful: what columns that say nothing cost it is
    then printed, and does not break the contract.
    """
    _describes_itself(attack)
    usual = stage(_KNOWS)
    _yields_proper_gains(attack, usual)
    _gives_the_same_answer_again(attack, usual)
    _depends_on_the_target_alone(attack, usual)
    _is_the_same_in_partitions(attack, usual)
    _is_the_same_in_partitions(attack, stage(_KNOWS, events=True))
    _does_not_see_how_things_are_numbered(attack)
    _does_not_see_how_things_are_numbered(attack, events=True)
    _takes_items_that_nobody_has(attack, usual)
    _finds_the_planted_person(attack, usual)
    agreement_counts_for_a_record(attack)
    is_not_hurt_by_a_column(attack)
    is_not_hurt_by_what_says_nothing(attack, by_formula or BY_FORMULA.get(attack.name, ""))
    if isinstance(attack, TakesRule):
        informed = attack.for_adversary(_KNOWS)
        _yields_proper_gains(informed, usual)
        _is_the_same_in_partitions(informed, usual)
        _finds_the_planted_person(informed, usual)


def _describes_itself(attack: Attack) -> None:
    check_described(attack, "an attack")
    assert attack.probabilities in ("posterior", "entropic", "uniform", "none"), (
        f"probabilities is {attack.probabilities!r}: make it 'posterior', 'entropic', 'uniform' or 'none'"
    )
    for name in ("eccentricity", "nats"):
        amount = getattr(attack.verdict, name)
        assert amount is None or amount >= 0, f"the verdict's {name} is {amount}: make it 0 or more, or None"
    assert not isinstance(attack, HasPrior) or 0 < attack.present < 1, (
        f"present is {attack.present}: make it a chance between 0 and 1"
    )
    takes = list(inspect.signature(attack.gains).parameters)
    assert len(takes) == 3, (
        f"gains() takes {', '.join(takes)}: let it take knowledge, partition and facts alone, for an attack never "
        "sees the truth"
    )


def _asked(when: str, ask: Callable[[], Gains]) -> Gains:
    """What the attack yields, fit for kernels; what else it does is said in one sentence."""
    try:
        return ask()
    except Exception as problem:
        if isinstance(problem, GainsError) and problem.__cause__ is None:
            raise AssertionError(f"{problem} ({when})") from None
        cause = problem.__cause__ if isinstance(problem, GainsError) else problem
        raise AssertionError(
            f"gains() fails {when} ({type(cause).__name__}: {cause}): ask facts.has_values and facts.has_days first"
        ) from problem


def _yields_proper_gains(attack: Attack, usual: Stage) -> None:
    bare = stage(_KNOWS_ITEMS, values="none", days="none")
    nobody = of_targets(usual.known, np.empty(0, np.int64))
    empty = partitions(usual.data, (0, 0))[0]
    asks: tuple[tuple[str, Stage, Knowledge, Partition], ...] = (
        ("with values and days", usual, usual.known, usual.data.held),
        ("in data without values and days", bare, bare.known, bare.data.held),
        ("for values and days in data without them", bare, usual.known, bare.data.held),
        ("for items alone in data with values and days", usual, bare.known, usual.data.held),
        ("for no targets", usual, nobody, usual.data.held),
        ("in a partition without people", usual, usual.known, empty),
    )
    for when, on, known, partition in asks:
        if lacking(attack.needs, on.data):
            continue
        before = copy.deepcopy((_arrays(known), _arrays(partition.records), _arrays(on.data.facts)))
        gains = _asked(when, lambda: checked_gains(attack, known, partition, on.data.facts))  # noqa: B023
        after = (_arrays(known), _arrays(partition.records), _arrays(on.data.facts))
        assert _same(before, after), "gains() changes what it is given: copy an array before you write to it"
        listed = isinstance(gains, AdditiveGains) and gains.listed_from is not None
        assert attack.probabilities != "uniform" or listed, (
            "probabilities is 'uniform', but nothing says who is listed: give listed_from, a score for each target"
        )


def _gives_the_same_answer_again(attack: Attack, usual: Stage) -> None:
    """Asked something else in between, too: nothing is kept from one question to the next."""
    held, facts, known = usual.data.held, usual.data.facts, usual.known
    first = attack.gains(known, held, facts)
    attack.gains(of_targets(known, np.arange(3)), held, facts)
    assert _same(_arrays(first), _arrays(attack.gains(known, held, facts))), (
        "gains() gives another answer to the same question: an attack has no randomness and keeps nothing between calls"
    )


def _depends_on_the_target_alone(attack: Attack, usual: Stage) -> None:
    whole = scores(attack, usual.data, usual.known)
    turned = np.arange(usual.known.targets)[::-1].copy()
    assert same_scores(whole[turned], scores(attack, usual.data, of_targets(usual.known, turned))), (
        "scores change with the order in which targets are looked for: "
        "let a known item's weight depend on that item and its target alone, not on where it stands in knowledge"
    )
    for size in (1, 7):
        batches = np.array_split(np.arange(usual.known.targets), usual.known.targets // size)
        batch_scores = [scores(attack, usual.data, of_targets(usual.known, batch)) for batch in batches[:12]]
        assert same_scores(whole[: sum(map(len, batches[:12]))], np.concatenate(batch_scores)), (
            "scores of a target change with who else is looked for in the same batch: "
            "use sums_by_target(…) where you sum up over all of knowledge.items"
        )


def _is_the_same_in_partitions(attack: Attack, usual: Stage) -> None:
    whole = scores(attack, usual.data, usual.known)
    assert same_scores(whole, scores(attack, usual.data, usual.known, partitions(usual.data))), (
        "scores change when the people are cut into partitions: take facts.people, facts.holders and facts.longest, "
        "which speak of everybody; partition.size and partition.records speak of some"
    )


def _does_not_see_how_things_are_numbered(attack: Attack, *, events: bool = False) -> None:
    usual = stage(_KNOWS, events=events)
    people, items = np.random.default_rng(1).permutation(PEOPLE), np.random.default_rng(2).permutation(ITEMS)
    _assert_same_outcomes(
        attack, usual, stage(_KNOWS, people=people, events=events), people,
        "when people are numbered otherwise: take nothing from where somebody stands in the partition",
    )  # fmt: skip
    _assert_same_outcomes(
        attack, usual, stage(_KNOWS, items=items, events=events), np.arange(PEOPLE),
        "when items are numbered otherwise: take what an item is worth from facts.holders, never from its code",
    )  # fmt: skip


def _assert_same_outcomes(attack: Attack, some: Stage, other: Stage, people: Int64s, when: str) -> None:
    (_, mine), (_, theirs) = judged(attack, some), judged(attack, other)
    for name in ("ranks", "listed", "set_sizes"):
        assert np.array_equal(getattr(mine, name), getattr(theirs, name)), f"{name.replace('_', ' ')} change {when}"
    for name in ("standing_out", "standing_out_absent", "bits"):
        close = np.allclose(getattr(mine, name), getattr(theirs, name), rtol=_CLOSE, atol=_CLOSE, equal_nan=True)
        assert close, f"{name.replace('_', ' ')} changes {when}"
    clear = mine.standing_out > 0
    guesses = np.where(mine.guesses >= 0, people[mine.guesses], -1)
    assert np.array_equal(guesses[clear], theirs.guesses[clear]), f"guesses change {when}"


def _takes_items_that_nobody_has(attack: Attack, usual: Stage) -> None:
    """An item that no released record has (-1) is worth the same whichever item happens to be the last."""
    gone = np.arange(len(usual.known.items)) % 7 == 3
    partly = replace(usual.known, items=np.where(gone, -1, usual.known.items).astype(np.int32))
    swapped = np.arange(ITEMS)
    swapped[[0, -1]] = swapped[[-1, 0]]
    other, answers = stage(_KNOWS, items=swapped), []
    for on, codes in ((usual, np.arange(ITEMS)), (other, swapped)):
        known = renumbered(partly, codes)
        gains = _asked("for items that nobody has", lambda: checked_gains(attack, known, on.data.held, on.data.facts))  # noqa: B023
        answers.append((gains.weights[known.items < 0], scores(attack, on.data, known)))
    advice = "facts.holders[-1] are the last item's: use holders_of(knowledge, facts), which says 0"
    same = np.allclose(answers[0][0], answers[1][0], rtol=_CLOSE, atol=_CLOSE)
    assert same, f"what an item is worth that nobody has (-1) changes with the last item: {advice}"
    assert same_scores(answers[0][1], answers[1][1]), (
        f"scores change with the last item where one is unknown (-1): {advice}"
    )


def _finds_the_planted_person(attack: Attack, usual: Stage) -> None:
    """Known exactly, by items that nobody else has, a person is found and named."""
    planted, data = np.array([0], np.int64), usual.data
    whole = whole_records(data.held, data.facts, planted)
    own = whole.items >= ITEMS - OWN
    known = replace(
        whole, starts=np.array([0, own.sum()]), items=whole.items[own], values=whole.values[own], days=whole.days[own]
    )
    entropy = attack.probabilities == "entropic"
    tally = score(data.held, data.facts, known, attack, planted, entropy=entropy, threads=1)
    found = outcomes(tally, attack, planted, data.facts.people)
    if found.ranks[0] >= UNLISTED:
        length, longest = int(data.lengths[0]), getattr(attack.gains(known, data.held, data.facts), "longest", None)
        reason = (
            "is not a candidate at all: its record is too long for the attack's `longest` "
            f"({length} items, where {longest} are allowed)"
            if longest is not None and length > longest
            else "is not listed at all: `listed_from` asks for more than its record scores"
        )
        raise AssertionError(f"the planted person {reason}, though nobody else has what is known: ask less")
    assert found.ranks[0] == 1, (
        f"the planted person has rank {found.ranks[0]}, though nobody else has what is known: "
        "a record that has a known item must score more than one that lacks it"
    )
    assert found.standing_out[0] >= found.threshold, (
        "the planted person is found, but not named: ask less of the verdict"
    )
    assert found.standing_out_absent[0] < found.threshold, (
        "somebody is named although the planted person is not there: ask more of the verdict"
    )


def _arrays(holder: Any) -> dict[str, Any]:
    """All fields of a dataclass by name."""
    return {field.name: getattr(holder, field.name) for field in fields(holder)}


def _same(one: Any, other: Any) -> bool:
    """Whether nested dictionaries and tuples of arrays are exactly the same."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(_same(mine, theirs) for mine, theirs in zip(one, other, strict=True))
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)

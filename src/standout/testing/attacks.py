"""The contract of attacks, as a suite: `check_attack(my_attack)` in a test says whether it is kept.

It attacks a small made-up dataset with one planted person. An attack must find that person; give the same
answer to the same question; not depend on how people or items are numbered, nor on who the truth is; not
change what it is given; and never be right about a person who is not there.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from standout.attacks.contract import Attack, Gains
from standout.data.index import from_arrays
from standout.data.model import Int64s, Interactions, Scale
from standout.engines.local import score
from standout.engines.tally import Evidence
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge, draw, whole_records
from standout.risk.outcomes import Outcomes, outcomes

_PEOPLE, _ITEMS, _OWN = 120, 90, 4
_SCALE = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))
_CLOSE = 1e-9


@dataclass(frozen=True)
class _Stage:
    """A dataset whose people and items may be numbered anew, and what is known of some of them."""

    data: Interactions
    drawn: Drawn


def check_attack(attack: Attack) -> None:
    """Raise `AssertionError`, with a plain message, if the attack breaks the contract of attacks."""
    stage = _stage(np.arange(_PEOPLE), np.arange(_ITEMS))
    _describes_itself(attack)
    _yields_proper_gains(attack, stage)
    _finds_the_planted_person(attack, stage.data)
    _gives_the_same_answer_again(attack, stage)
    _does_not_see_the_truth(attack, stage)
    _does_not_see_how_people_are_numbered(attack, stage)
    _does_not_see_how_items_are_numbered(attack, stage)
    _is_never_right_about_somebody_who_is_not_there(attack, stage)


def _stage(people: Int64s, items: Int64s) -> _Stage:
    """The made-up data with these codes for people and items. Person 0 alone has the last four items."""
    rng = np.random.default_rng(2006)
    chances = 1 / np.arange(1, _ITEMS - _OWN + 1)
    chances /= chances.sum()
    pairs = [
        (person, item)
        for person in range(_PEOPLE)
        for item in rng.choice(_ITEMS - _OWN, rng.integers(5, 20), replace=False, p=chances)
    ]
    pairs += [(0, item) for item in range(_ITEMS - _OWN, _ITEMS)]
    who, what = np.array(pairs).T
    values, days = rng.integers(0, 5, len(who)), rng.integers(0, 200, len(who))
    plain = from_arrays(who, what, values, days, scale=_SCALE, size=(_PEOPLE, _ITEMS))
    adversary = Adversary("contract", items=5, wrong=1, absent=1, values=1, days=14)
    drawn = draw(plain, adversary, np.arange(_PEOPLE, dtype=np.int64), seed=1)
    data = from_arrays(people[who], items[what], values, days, scale=_SCALE, size=(_PEOPLE, _ITEMS), shard_people=50)
    return _Stage(data, replace(drawn, knowledge=_renumbered(drawn.knowledge, items), truths=people[drawn.truths]))


def _renumbered(known: Knowledge, items: Int64s) -> Knowledge:
    """The same knowledge with other codes of items, ascending again."""
    codes = items[known.items]
    order = np.lexsort((codes, np.repeat(np.arange(known.targets), known.sizes)))
    return replace(known, items=codes[order].astype(np.int32), values=known.values[order], days=known.days[order])


def _judged(attack: Attack, stage: _Stage, truths: Int64s | None = None) -> tuple[Evidence, Outcomes]:
    truths = stage.drawn.truths if truths is None else truths
    evidence = score(stage.data, stage.drawn.knowledge, attack, truths, entropy=attack.probabilities == "entropic")
    return evidence, outcomes(evidence, attack, truths, stage.data.people)


def _describes_itself(attack: Attack) -> None:
    assert isinstance(attack.name, str), "an attack has a name"
    assert attack.name, "an attack has a name"
    assert attack.probabilities in ("posterior", "entropic", "uniform", "none"), (
        f"probabilities is {attack.probabilities!r}, but must be 'posterior', 'entropic', 'uniform' or 'none'"
    )
    phi = attack.verdict.eccentricity
    assert phi is None or phi >= 0, f"the verdict's eccentricity is {phi}, but must not be negative"
    nats = attack.verdict.nats
    assert nats is None or nats >= 0, f"the verdict's nats are {nats}, but must not be negative"


def _yields_proper_gains(attack: Attack, stage: _Stage) -> None:
    known, data = stage.drawn.knowledge, stage.data
    before = copy.deepcopy((_arrays(known), _arrays(data.records), data.holders))
    gains = attack.gains(known, data)
    assert _same(before, (_arrays(known), _arrays(data.records), data.holders)), "gains() changes what it is given"
    size = len(known.items)
    for name in ("weights", "value_rows", "day_rows"):
        found = len(getattr(gains, name))
        assert found == size, f"{name} has {found} entries for {size} known items"
    for name in ("weights", "by_value", "by_day"):
        assert np.isfinite(getattr(gains, name)).all(), f"{name} holds numbers that are not finite"
    if gains.person_scale is not None:
        assert len(gains.person_scale) == data.people, "person_scale has one entry per person"
        assert np.isfinite(gains.person_scale).all(), "person_scale holds numbers that are not finite"
    if gains.listed_from is not None:
        assert len(gains.listed_from) == known.targets, "listed_from has one entry per target"
    assert attack.probabilities != "uniform" or gains.listed_from is not None, (
        "an attack that lists evenly says from which score on (listed_from)"
    )


def _finds_the_planted_person(attack: Attack, data: Interactions) -> None:
    """Known exactly, by items that nobody else has, a person is found and named."""
    planted = np.array([0], np.int64)
    whole = whole_records(data, planted)
    own = whole.items >= _ITEMS - _OWN
    known = replace(
        whole, starts=np.array([0, own.sum()]), items=whole.items[own], values=whole.values[own], days=whole.days[own]
    )
    evidence = score(data, known, attack, planted, entropy=attack.probabilities == "entropic")
    judged = outcomes(evidence, attack, planted, data.people)
    assert judged.ranks[0] == 1, f"the planted person has rank {judged.ranks[0]}, but nobody else has what is known"
    assert judged.right[0], "the planted person is not the best guess"
    assert judged.standing_out[0] >= judged.threshold, "the planted person is found, but not named"
    assert judged.standing_out_absent[0] < judged.threshold, (
        "somebody is named although the planted person is not there"
    )


def _gives_the_same_answer_again(attack: Attack, stage: _Stage) -> None:
    first, second = (attack.gains(stage.drawn.knowledge, stage.data) for _ in range(2))
    assert _same(_arrays(first), _arrays(second)), "gains() gives another answer to the same question"


def _does_not_see_the_truth(attack: Attack, stage: _Stage) -> None:
    """Gains come from knowledge and released data alone, so the lineup is the same whoever the truth is."""
    truths = stage.drawn.truths
    seen: list[Gains] = []
    watched = _Watched(attack, seen)
    lineups = [_judged(watched, stage, who)[0] for who in (truths, np.roll(truths, 1), np.full_like(truths, -1))]
    assert all(_same(_arrays(seen[0]), _arrays(gains)) for gains in seen), "gains() changes with the truth"
    for name in ("top_records", "top_scores", "candidates"):
        same = all(np.array_equal(getattr(lineups[0], name), getattr(one, name)) for one in lineups)
        assert same, f"the lineup ({name}) changes with the truth"


@dataclass(frozen=True)
class _Watched:
    """The attack itself; keeps what its gains were."""

    attack: Attack
    seen: list[Gains]

    @property
    def name(self) -> str:
        return self.attack.name

    @property
    def verdict(self) -> Any:
        return self.attack.verdict

    @property
    def probabilities(self) -> Any:
        return self.attack.probabilities

    def gains(self, knowledge: Knowledge, released: Interactions) -> Gains:
        gains = self.attack.gains(knowledge, released)
        self.seen.append(gains)
        return gains


def _does_not_see_how_people_are_numbered(attack: Attack, stage: _Stage) -> None:
    people = np.random.default_rng(1).permutation(_PEOPLE)
    other = _stage(people, np.arange(_ITEMS))
    _assert_same_outcomes(attack, stage, other, people, "people are numbered otherwise")


def _does_not_see_how_items_are_numbered(attack: Attack, stage: _Stage) -> None:
    other = _stage(np.arange(_PEOPLE), np.random.default_rng(2).permutation(_ITEMS))
    _assert_same_outcomes(attack, stage, other, np.arange(_PEOPLE), "items are numbered otherwise")


def _assert_same_outcomes(attack: Attack, one: _Stage, other: _Stage, people: Int64s, when: str) -> None:
    (_, mine), (_, theirs) = _judged(attack, one), _judged(attack, other)
    for name in ("ranks", "listed", "set_sizes"):
        same = np.array_equal(getattr(mine, name), getattr(theirs, name))
        assert same, f"{name} change when {when}"
    for name in ("standing_out", "standing_out_absent", "bits"):
        same = np.allclose(getattr(mine, name), getattr(theirs, name), rtol=_CLOSE, atol=_CLOSE, equal_nan=True)
        assert same, f"{name} changes when {when}"
    clear = mine.standing_out > 0
    guesses = np.where(mine.guesses >= 0, people[mine.guesses], -1)
    assert np.array_equal(guesses[clear], theirs.guesses[clear]), f"guesses change when {when}"


def _is_never_right_about_somebody_who_is_not_there(attack: Attack, stage: _Stage) -> None:
    _, judged = _judged(attack, stage, np.full_like(stage.drawn.truths, -1))
    assert not judged.right.any(), "a person who is not there was found"
    assert not judged.listed.any(), "a person who is not there was listed"
    assert not (judged.ranks <= stage.data.people).any(), "a person who is not there was ranked"


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

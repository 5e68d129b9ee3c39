"""The contract of adversaries, as a suite: `check_adversary(my_adversary)` in a test says whether it is kept, or what
to do.

It draws what the adversary knows of the people of a small made-up dataset. That must be what its fields and its
sentence say and nothing more, follow from the seed, and not depend on who else is asked about nor on how people and
items are numbered. Whoever draws knowledge in a way of their own gives that as `drawing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from standout.common.arrays import Bools, Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.partition import Partition
from standout.engines.checked import check_knowledge
from standout.engines.partitioned import cut
from standout.knowledge.adversary import UNKNOWN, Adversary
from standout.knowledge.draw import ANY_LENGTH, UNKNOWN_DAY, Drawn, Knowledge, draw, of_targets
from standout.knowledge.sentence import name_of
from standout.testing.descriptions import check_described
from standout.testing.known_amounts import Amounts, amounts, left_out_wrongly, serving
from standout.testing.stages import STARS

Drawing = Callable[[Partition, Facts, Adversary, Int64s, int, int], Drawn]
"""Partition, facts, adversary, people, seed and turn."""

_PEOPLE, _ITEMS, _LAST_DAY = 240, 400, 900
_APART = 60
"""Days on which something happens are so far apart, so that people do several things on each."""

_SEED, _TURNS = 3, 6
_BY_CHANCE = 5.0
"""Standard deviations from which on nothing is luck."""


def check_adversary(adversary: Adversary, drawing: Drawing = draw) -> None:
    """Raise `AssertionError`, with a sentence that says what to do, if the adversary breaks the contract."""
    check_described(adversary, "an adversary", name_of(adversary))
    asked = _Asked(adversary, drawing, _stage(np.arange(_PEOPLE), np.arange(_ITEMS)))
    drawn = asked.of(np.arange(_PEOPLE))
    assert drawn.knowledge.targets, (
        f"nobody among {_PEOPLE} people with up to {int(asked.data.lengths.max())} items can be known so well: "
        "ask for less"
    )
    _fits_the_data(asked, drawn)
    known = _compared(asked.data, drawn)
    wanted = [amounts(adversary, asked.data, drawn, target) for target in range(drawn.knowledge.targets)]
    _is_as_much_as_it_says(asked, drawn, wanted)
    _is_what_the_person_has(adversary, drawn, known, wanted)
    _is_from_the_days_it_says(asked, drawn, known)
    _is_as_wrong_as_it_says(adversary, drawn, known, wanted)
    _is_in_its_sentence(adversary, drawn.knowledge, known)
    _follows_from_the_seed(asked, drawn)
    _does_not_depend_on_who_else_is_asked_about(asked, drawn)
    _does_not_see_how_things_are_numbered(adversary, drawing)


@dataclass(frozen=True)
class _Asked:
    """Who draws, how, and from what."""

    adversary: Adversary
    drawing: Drawing
    data: LocalDataset

    def of(self, people: Int64s, seed: int = _SEED, turn: int = 0, partition: Partition | None = None) -> Drawn:
        held = self.data.held if partition is None else partition
        return self.drawing(held, self.data.facts, self.adversary, people.astype(np.int64), seed, turn)


def _stage(people: Int64s, items: Int64s) -> LocalDataset:
    """Made-up data with these codes for people and items: records of 8 to some 300 items, with values and days."""
    dice = np.random.default_rng(11)
    chances = 1 / (4 + np.arange(_ITEMS))
    chances /= chances.sum()
    sizes = np.geomspace(8, 300, _PEOPLE).astype(int)
    rows = [dice.choice(_ITEMS, size, replace=False, p=chances) for size in sizes]
    who, what = np.repeat(np.arange(_PEOPLE), sizes), np.concatenate(rows)
    values, days = dice.integers(0, 5, len(who)), _APART * dice.integers(0, _LAST_DAY // _APART + 1, len(who))
    return from_arrays(people[who], items[what], values, days, scale=STARS, size=(_PEOPLE, _ITEMS))


@dataclass(frozen=True)
class _Compared:
    """Each known item beside the record of its target."""

    targets: Int64s
    had: Bools
    off_values: Floats
    """How far the known value is from the true one; infinite where none is known."""
    off_days: Floats


def _compared(data: LocalDataset, drawn: Drawn) -> _Compared:
    known, records = drawn.knowledge, data.held.records
    targets = np.repeat(np.arange(known.targets), known.sizes)
    keys = np.repeat(np.arange(data.people), data.lengths) * data.items + records.items
    wanted = drawn.people[targets] * data.items + known.items
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    positions = np.append(np.array(STARS.positions), np.full(256 - len(STARS.positions), np.inf))
    off_days = np.abs(known.days.astype(np.float64) - records.days[places])
    return _Compared(
        targets,
        keys[places] == wanted,
        np.abs(positions[known.values] - positions[records.values[places]]),
        np.where(known.days == UNKNOWN_DAY, np.inf, off_days),
    )


def _fits_the_data(asked: _Asked, drawn: Drawn) -> None:
    try:
        check_knowledge(drawn.knowledge, asked.data.facts)
    except ValueError as problem:
        raise AssertionError(f"what is drawn is no knowledge of this data: {problem}") from None
    known = drawn.knowledge
    targets = np.repeat(np.arange(known.targets), known.sizes)
    ascend = (np.diff(targets) > 0) | (np.diff(known.items) > 0)
    assert ascend.all(), "an item is known twice, or items do not ascend: draw without replacement, and sort"
    assert drawn.knowledge.targets + drawn.left_out == _PEOPLE, (
        "people are lost: count whoever cannot be known in left_out"
    )


def _is_as_much_as_it_says(asked: _Asked, drawn: Drawn, wanted: list[Amounts]) -> None:
    for size, said in zip(drawn.knowledge.sizes.tolist(), wanted, strict=True):
        assert said.fewest <= size <= said.most, (
            f"{size} items are known where {said.fewest} to {said.most} were said: draw as many as items, share or "
            "counts say, all that can be known of those who have fewer, or leave the person out"
        )
    lost = left_out_wrongly(asked.adversary, asked.data, drawn)
    assert not lost, f"{len(lost)} people are left out who have something to be known: know that, or say fewer=False"
    lengths = asked.data.lengths[drawn.people]
    window = (drawn.knowledge.shortest <= lengths) & (lengths <= drawn.knowledge.longest)
    assert window.all(), "a person's own length is ruled out: let shortest and longest contain the true length"


def _is_what_the_person_has(adversary: Adversary, drawn: Drawn, known: _Compared, wanted: list[Amounts]) -> None:
    lacking = np.bincount(known.targets, weights=~known.had, minlength=drawn.knowledge.targets)
    if not adversary.absent_share:
        assert _agree(lacking.tolist(), [said.absent for said in wanted], wanted, adversary), (
            f"up to {int(lacking.max())} known items are not in the person's record, where absent is "
            f"{adversary.absent}: draw items from the record alone, and say in absent how many are made up"
        )
        return
    rest = np.maximum(drawn.knowledge.sizes - adversary.absent, 1)
    expected = adversary.absent_share * rest.sum()
    apart = abs((lacking - adversary.absent).sum() - expected)
    allowed = _BY_CHANCE * np.sqrt(expected) + len(rest)  # a person needs one item of their own, at least
    assert apart <= allowed, (
        f"{lacking.mean():.1f} known items a person are not in the record, where absent_share is "
        f"{adversary.absent_share:g}: make up that share of them"
    )


def _agree(numbers: list[float], said: list[int], wanted: list[Amounts], adversary: Adversary) -> bool:
    """Whether mistakes are as many as said; no more than that, where a varying number is known of a short record."""
    varies = adversary.items is None
    return all(
        number <= most if varies and one.is_short else number == most
        for number, most, one in zip(numbers, said, wanted, strict=True)
    )


def _is_from_the_days_it_says(asked: _Asked, drawn: Drawn, known: _Compared) -> None:
    """Items of one day, of the first, or of the older half are just that."""
    for target in range(drawn.knowledge.targets if asked.adversary.which != "any" else 0):
        own = known.targets == target
        items = drawn.knowledge.items[own & known.had].astype(np.int64)
        can_be = serving(asked.adversary, asked.data, int(drawn.people[target]), items)
        assert set(items.tolist()) <= can_be.keys(), (
            f"items of other days are known, where which is '{asked.adversary.which}': draw from those days alone"
        )


def _is_as_wrong_as_it_says(adversary: Adversary, drawn: Drawn, known: _Compared, wanted: list[Amounts]) -> None:
    off = np.zeros(len(known.had), np.bool_)
    for name, distances in (("values", known.off_values), ("days", known.off_days)):
        error = getattr(adversary, name)
        if error == UNKNOWN:
            assert np.isinf(distances[known.had]).all(), (
                f"{name} are known, though {name} is 'unknown': draw none, or say how exactly they are known"
            )
        else:
            off |= distances > float(error) + 1e-9
    wrong = np.bincount(known.targets, weights=off & known.had, minlength=drawn.knowledge.targets)
    held = np.bincount(known.targets, weights=known.had, minlength=len(wrong)).astype(int).tolist()
    most = [min(said.wrong, real) for said, real in zip(wanted, held, strict=True)]
    assert _agree(wrong.tolist(), most, wanted, adversary), (
        f"{int(wrong.min())} to {int(wrong.max())} known items are further off than values and days allow, where wrong "
        f"is {adversary.wrong}: make just as many completely wrong"
    )


def _is_in_its_sentence(adversary: Adversary, known: Knowledge, compared: _Compared) -> None:
    """The sentence is what a reader goes by: whatever is known must be in it."""
    said = adversary.summary
    without = "without values or days" in said
    many = [adversary.items] if adversary.items else [row[1] for row in adversary.counts or ()]
    many += [round(100 * share) for share in adversary.share or ()]
    claims = [
        ("values", bool((known.values != NO_VALUE).any()), "value" in said and not without),
        ("days", bool((known.days != UNKNOWN_DAY).any()), bool(re.search(r"\bdays?\b", said)) and not without),
        ("the length of the record", bool((known.longest < ANY_LENGTH).any()), "length" in said),
        ("how many items", True, not many or str(max(many)) in said),
        ("items outside the most popular ones alone", adversary.outside_top > 0, "outside" in said),
        ("the rarest items", adversary.choose == "rarest", "rarest" in said),
        ("what the person has most often", adversary.choose == "most", "most often" in said),
        ("which days items are from", adversary.which != "any", bool(re.search(r"\bdays?\b|older", said))),
        ("items that the person does not have", not compared.had.all(), "not have" in said),
    ]
    for what, is_known, is_said in claims:
        assert not is_known or is_said, f"it knows {what}, but its sentence does not say so: {said!r}; say it in str()"


def _follows_from_the_seed(asked: _Asked, drawn: Drawn) -> None:
    everyone = np.arange(_PEOPLE)
    assert _same(drawn, asked.of(everyone)), (
        "the same seed draws something else: draw from the seed, the adversary's name, the person and the turn alone"
    )
    for what, other in (("seed", asked.of(everyone, _SEED + 1)), ("turn", asked.of(everyone, _SEED, 1))):
        assert not _same(drawn, other), f"another {what} draws the same: let the {what} decide what is drawn"


def _same(some: Drawn, other: Drawn) -> bool:
    names = ("starts", "items", "values", "days", "shortest", "longest")
    return np.array_equal(some.people, other.people) and all(
        np.array_equal(getattr(some.knowledge, name), getattr(other.knowledge, name)) for name in names
    )


def _does_not_depend_on_who_else_is_asked_about(asked: _Asked, drawn: Drawn) -> None:
    """In another order, in small batches, and with the people in partitions: everybody is known as before."""
    advice = "start randomness anew for each person, from the seed and the person's code"
    turned = asked.of(np.arange(_PEOPLE)[::-1])
    back = np.arange(len(turned.people))[::-1]
    again = replace(turned, knowledge=of_targets(turned.knowledge, back), people=turned.people[back])
    assert _same(drawn, again), f"what is known of a person changes with the order of people: {advice}"
    for size in (1, 50):
        for begin in (0, 101):
            some = np.arange(begin, begin + size)
            mine = np.flatnonzero(np.isin(drawn.people, some))
            part = replace(drawn, knowledge=of_targets(drawn.knowledge, mine), people=drawn.people[mine])
            assert _same(part, asked.of(some)), f"what is known of a person changes with the batch: {advice}"
            held = cut(asked.data, begin, begin + size)
            assert _same(part, asked.of(some, partition=held)), (
                "what is known of a person changes when the people are cut into partitions: "
                "take facts, which speak of everybody, and codes of the whole dataset"
            )


def _does_not_see_how_things_are_numbered(adversary: Adversary, drawing: Drawing) -> None:
    """The same people and items with low codes and with high ones: how often they are known differs by chance alone."""
    dice = np.random.default_rng(1)
    people, items = dice.permutation(_PEOPLE), dice.permutation(_ITEMS)
    amounts: dict[str, Floats] = {"people": np.zeros(_PEOPLE), "items": np.zeros(_ITEMS)}
    for codes, sign in (((people, items), 1), ((_PEOPLE - 1 - people, _ITEMS - 1 - items), -1)):
        asked = _Asked(adversary, drawing, _stage(*codes))
        for turn in range(_TURNS):
            drawn = asked.of(np.arange(_PEOPLE), turn=turn)
            sizes = np.zeros(_PEOPLE)
            sizes[drawn.people] = drawn.knowledge.sizes
            amounts["people"] += sign * sizes[codes[0]]
            amounts["items"] += sign * np.bincount(drawn.knowledge.items, minlength=_ITEMS)[codes[1]]
    for axis, codes_of in (("people", people), ("items", items)):
        low = np.where(codes_of < len(codes_of) // 2, 1.0, -1.0)
        spread = max(float(np.sqrt((amounts[axis] ** 2).sum())), 1.0)
        assert abs((low * amounts[axis]).sum()) <= _BY_CHANCE * spread, (
            f"{axis} with low codes (ids) are known more or less often than those with high ones: "
            "go by the seed and by popularity, never by code"
        )

"""Ways to look again, chosen by evidence: each is used where it tells people apart, said so, and left alone else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.auditing.linking import Linked, LinkSettings, link
from standout.common.arrays import Bools, Int64s
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import NO_SCALE
from standout.risk.verdicts import named_records
from tests.worlds import scale_of

ONE = LinkSettings(threads=1, one_to_one=False)
PEOPLE, ITEMS = 240, 36
OF_TEN = scale_of(tuple(map(float, range(1, 21))))


@dataclass(frozen=True)
class World:
    """Released and public data of which half of the public people are released, with the truth."""

    released: LocalDataset
    public: LocalDataset
    truths: Int64s

    def named(self) -> tuple[int, int, Linked]:
        found = link(self.released, self.public, ATTACKS["likelihood"], ONE)
        names = named_records(found.outcomes)
        right, wrong = ((names >= 0) & sign for sign in (names == self.truths, names != self.truths))
        return int(right.sum()), int(wrong.sum()), found


def truths_of(dice: np.random.Generator) -> Int64s:
    truths = np.where(dice.permutation(PEOPLE) % 2 == 0, 0, -1)
    truths[truths == 0] = np.arange(PEOPLE // 2)
    return truths


def world(
    who: Int64s,
    what: Int64s,
    known: Bools,
    values: tuple[Int64s, Int64s] | None,
    days: tuple[Int64s, Int64s] | None,
    dice: np.random.Generator,
) -> World:
    """Entries of everybody; of values and days, the released and the known ones."""
    truths = truths_of(dice)
    made = [
        from_arrays(
            own[rows], what[rows], values[place][rows] if values else None, days[place][rows] if days else None,
            scale=OF_TEN if values else NO_SCALE, size=(size, int(what.max()) + 1), first_day=0,
        )
        for place, (own, rows, size) in enumerate(((truths[who], truths[who] >= 0, PEOPLE // 2), (who, known, PEOPLE)))
    ]  # fmt: skip
    return World(made[0], made[1], truths)


def records(dice: np.random.Generator) -> tuple[Int64s, Int64s]:
    return np.repeat(np.arange(PEOPLE), 24), np.concatenate([dice.permutation(ITEMS)[:24] for _ in range(PEOPLE)])


def own_scales(dice: np.random.Generator) -> World:
    """Eight known items; half of the people use twice as wide a scale, each from another point on."""
    who, what = records(dice)
    values = dice.integers(0, 8, len(who))
    moved = np.clip(values * dice.integers(1, 3, PEOPLE)[who] + dice.integers(0, 5, PEOPLE)[who], 0, 19)
    return world(who, what, np.tile(np.arange(24) < 8, PEOPLE), (values, moved), None, dice)


def own_orders(dice: np.random.Generator) -> World:
    """Eight known items, in the right order, on days that are any."""
    who, what = records(dice)
    days = dice.integers(0, 900, len(who))
    ranks = days.reshape(PEOPLE, 24).argsort(axis=1).argsort(axis=1)
    steps = np.cumsum(dice.integers(1, 200, (PEOPLE, 24)), axis=1)
    moved = np.take_along_axis(steps, ranks, axis=1).ravel()
    return world(who, what, np.tile(np.arange(24) < 8, PEOPLE), None, (days, moved), dice)


def own_counts(dice: np.random.Generator, *, told: bool = True) -> World:
    """Ten known items, which people have from once to two hundred times; what is known are other times."""
    who, what = records(dice)
    often = np.ceil(np.exp(dice.normal(1.5, 1.8, len(who)))).clip(1, 200).astype(np.int64)
    again = np.maximum(dice.poisson(0.5 * often), 1)
    again = again if told else dice.permutation(again)
    first = np.tile(np.arange(24) < 10, PEOPLE)
    truths = truths_of(dice)
    there = truths[who] >= 0
    released = from_arrays(
        np.repeat(truths[who][there], often[there]), np.repeat(what[there], often[there]), None, None,
        size=(PEOPLE // 2, ITEMS), events=True,
    )  # fmt: skip
    public = from_arrays(
        np.repeat(who[first], again[first]), np.repeat(what[first], again[first]), None, None,
        size=(PEOPLE, ITEMS), events=True,
    )  # fmt: skip
    return World(released, public, truths)


def own_lengths(dice: np.random.Generator) -> World:
    """Records from 12 to 378 items of 420; a sixteenth of each is known, two at least."""
    lengths = np.exp(dice.uniform(np.log(12), np.log(378), PEOPLE)).astype(np.int64)
    who, what = np.repeat(np.arange(PEOPLE), lengths), np.concatenate([dice.permutation(420)[:n] for n in lengths])
    place = np.arange(len(who)) - np.searchsorted(who, who)
    share = np.maximum(lengths // 16, 2)
    return world(who, what, place < share[who], None, None, dice)


WORLDS: dict[str, Callable[..., World]] = {
    "scale": own_scales, "order": own_orders, "counts": own_counts, "lengths": own_lengths,
}  # fmt: skip


@pytest.mark.parametrize("way", list(WORLDS))
def test_each_way_is_used_where_it_tells_people_apart(way: str) -> None:
    right, wrong, found = WORLDS[way](np.random.default_rng(5)).named()
    assert right > (50 if way == "lengths" else 100)
    assert wrong <= 3
    by_name = {field.field: field for field in found.summary.guard.fields}
    assert by_name[way].used
    assert f"are named by {way}" in by_name[way].why


def test_a_pattern_by_lot_is_not_used_and_nobody_is_named_by_it() -> None:
    right, wrong, found = own_counts(np.random.default_rng(5), told=False).named()
    assert (right, wrong) == (0, 0)
    by_name = {field.field: field for field in found.summary.guard.fields}
    assert not by_name["counts"].used
    assert "how often somebody has an item" in by_name["counts"].why

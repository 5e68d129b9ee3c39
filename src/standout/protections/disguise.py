"""Disguise: a second step that makes blurred records look like real ones again (Strucks, section 6.3, approach 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import Needs
from standout.errors import BadInput
from standout.inference.features import values_matrix
from standout.knowledge.draw import seed_for
from standout.protections.blur.blurring import extra_counts, gathered, needed, room_for, shortfall
from standout.protections.blur.filling import fictive
from standout.protections.blur.lists import FOLDS, Lists, lists_from
from standout.protections.checks import check_at_least, check_no_events, check_share
from standout.protections.contract import Protected, Protection, entries_of, rebuilt

REAL, BLURRED = 0, 1


@dataclass(frozen=True)
class Disguise:
    """A second step after a blur, which makes records look real again.

    A classifier learns to tell real from blurred records (of different people). It fools only an attacker who does not
    learn again from the result.
    """

    name: ClassVar[str] = "disguise"
    summary: ClassVar[str] = (
        "Blurs, then adds entries that speak for a real record and removes as many that speak for a blurred one."
    )
    needs: ClassVar[Needs] = frozenset({"attribute"})
    compared: ClassVar[tuple[str, ...]] = ("",)

    first: str = "blurmore"
    """The first blur: a protection, its options separated by semicolons."""
    extra: float = 0.05
    cap: float = 2.0
    folds: int = FOLDS

    def __post_init__(self) -> None:
        check_share(self.name, "extra", self.extra)
        check_at_least(self.name, "cap", self.cap, 1)
        check_at_least(self.name, "folds", self.folds, 2)
        self._first()

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        check_no_events(self.name, data)
        attribute = needed(attribute, self.name)
        blurred = self._first().protect(data, attribute, seed)
        if blurred.data.people != data.people or blurred.data.items != data.items:
            raise BadInput(f"protection 'disguise': first={self.first} does not keep all people and items")
        lists = real_or_blurred(data, blurred.data, self.folds, seed)
        result = disguised(blurred.data, lists, self.extra, room_for(data.holders, self.cap), seed)
        return Protected(result.data, (*blurred.notes, *result.notes))

    def _first(self) -> Protection:
        from standout.protections import protection

        name, _, options = self.first.partition(":")
        if name.strip() == self.name:
            raise BadInput("protection 'disguise': first is 'disguise' itself; name the blur that comes first")
        return protection(f"{name}:{options.replace(';', ',')}")


def real_or_blurred(
    real: LocalDataset, blurred: LocalDataset, folds: int, seed: int, halves: tuple[Int64s, Int64s] | None = None
) -> Lists:
    """What speaks against a real and against a blurred record, learned from two halves of the people.

    Nobody is in both: whose record is real, and whose is blurred, is dealt at random unless it is given.
    """
    from scipy.sparse import vstack

    if real.people < 2 * folds:
        raise BadInput(f"protection 'disguise': {real.people:,} people are too few for {folds} folds; give fewer folds")
    if halves is None:
        people = np.random.default_rng(seed_for(seed, "disguise", "halves")).permutation(real.people)
        halves = np.sort(people[: real.people // 2]), np.sort(people[real.people // 2 :])
    matrix = vstack((values_matrix(real, halves[REAL]), values_matrix(blurred, halves[BLURRED])), format="csr")
    codes = np.repeat(np.array([REAL, BLURRED], np.int32), [len(half) for half in halves])
    return lists_from(matrix, codes, 2, folds, seed_for(seed, "disguise", "lists"))


def disguised(blurred: LocalDataset, lists: Lists, extra: float, room: Int64s, seed: int) -> Protected:
    """Everyone's record with the share `extra` exchanged: what speaks for real comes, what speaks for blurred goes."""
    from standout.kernels.blur import exchange

    order = np.random.default_rng(seed_for(seed, "disguise", "order"))
    people = order.permutation(blurred.people).astype(np.int64)
    wanted = extra_counts(blurred.lengths[people], extra)
    places = np.cumsum(wanted) - wanted
    ranks = np.full(blurred.items, -1, np.int64)
    ranks[lists.against[REAL]] = np.arange(len(lists.against[REAL]))
    added, removed = np.empty(int(wanted.sum()), np.int64), np.empty(int(wanted.sum()), np.int64)
    got = exchange(
        np.asarray(blurred.held.records.starts), np.asarray(blurred.held.records.items), people, wanted,
        lists.against[BLURRED], ranks, room.copy(), blurred.holders.copy(), places, added, removed,
    )  # fmt: skip
    given, who = gathered(places, got), np.repeat(people, got)
    new = fictive(blurred, who, added[given], "mean", seed_for(seed, "disguise", "fill"))
    entries = entries_of(blurred)
    gone = np.isin(entries.people * blurred.items + entries.items, who * blurred.items + removed[given])
    notes = tuple(note.replace("were added", "were exchanged") for note in shortfall(wanted, got))
    return Protected(rebuilt(blurred, entries.kept(~gone).joined(new)), notes)

"""What might be mentioned instead: popular items that the person does not have, each tried on the attacks first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from standout.advising.coded import Decoy
from standout.advising.rivals import Standing, standings
from standout.advising.who_fits import Shown
from standout.attacks.contract import Attack
from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset

_TIMES = 3
"""So many times as many items as are wanted are tried by themselves."""


@dataclass(frozen=True)
class Mentions:
    """Items to mention, how the person then stands in every attack, and how in one that ignores popular items."""

    items: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    """With each and those before it, how many others there are in the attack that finds the person best."""
    standings: Sequence[Standing] | None = None
    ignoring: Sequence[Standing] | None = None


def popular_items(data: LocalDataset, avoid: Collection[int], count: int, decoy_crowd: int) -> list[int]:
    """The most popular items that are not to be avoided, each held by at least the decoy crowd.

    By popularity alone: decoys picked because a near match has them would point at that one person.
    """
    order: Int64s = np.argsort(-data.holders, kind="stable")
    order = order[~np.isin(order, np.fromiter(avoid, np.int64, len(avoid)))]
    return [int(item) for item in order[:count] if data.holders[item] >= decoy_crowd]


def held_by(data: LocalDataset, owners: Int64s) -> set[int]:
    """All items of some records."""
    starts, items = data.held.records.starts, data.held.records.items
    return {int(item) for owner in owners for item in items[starts[owner] : starts[owner + 1]]}


def tried_mentions(
    data: LocalDataset,
    owners: Int64s,
    left: Sequence[Shown],
    hidden: Sequence[Standing],
    attacks: Sequence[Attack],
    wanted: int,
    decoy_crowd: int,
    avoid: Collection[int] = (),
) -> Mentions:
    """As few popular items as leave the person safest beside what is left to show.

    None that the person's record has, where it is known which that is; none that by itself brings fewer others in any
    attack; and never such that an attack names one particular other person.
    """
    own = held_by(data, owners) if len(owners) == 1 else set()
    taken = own | {thing.item for thing in left} | set(avoid)
    pool = popular_items(data, taken, _TIMES * wanted, decoy_crowd)
    if not pool or not wanted:
        return Mentions()
    good: list[int] = []
    while pool and len(good) < wanted:
        some, pool = pool[: wanted - len(good)], pool[wanted - len(good) :]
        alone = standings(data, owners, [[*left, Shown(item)] for item in some], attacks)
        good += [item for item, standing in zip(some, alone, strict=True) if _fair(standing, hidden)]
    if not good:
        return Mentions()
    lists = [[*left, *map(Shown, good[: end + 1])] for end in range(len(good))]
    together = standings(data, owners, lists, attacks)
    fair = [place for place, standing in enumerate(together) if _fair(standing, hidden)]
    fewest = {place: min((one.others for one in together[place]), default=0) for place in fair}
    best = max(fair, key=lambda place: (fewest[place], -place), default=None)
    if best is None:
        return Mentions()
    return Mentions(
        tuple(good[: best + 1]),
        tuple(min((one.others for one in standing), default=0) for standing in together[: best + 1]),
        together[best],
        ignoring_popular(data, owners, lists[best], good[: best + 1], attacks),
    )


def decoys_of(data: LocalDataset, mentions: Mentions) -> tuple[Decoy, ...]:
    """What to mention, with how many people have it, and what it brings."""
    pairs = zip(mentions.items, mentions.others, strict=True)
    return tuple(Decoy(item, int(data.holders[item]), min(others, data.people)) for item, others in pairs)


def ignoring_popular(
    data: LocalDataset, owners: Int64s, shown: Sequence[Shown], mentioned: Sequence[int], attacks: Sequence[Attack]
) -> list[Standing]:
    """How the person stands in attacks that pass over everything as popular as the least popular mention: whoever knows
    that people mention popular things to mislead looks at the rest."""
    least = min(int(data.holders[item]) for item in mentioned)
    kept = [thing for thing in shown if thing.item < 0 or data.holders[thing.item] < least]
    return standings(data, owners, [kept], attacks)[0]


def _fair(standing: Sequence[Standing], before: Sequence[Standing]) -> bool:
    """Whether no attack names another, and none has fewer others than before."""
    return not any(one.names_another for one in standing) and all(
        one.others >= other.others for one, other in zip(standing, before, strict=True)
    )

"""Swapping entries between people who have about as much: totals stay, who has what does not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.scoreboard import ScoreboardRH
from standout.common.arrays import only_read
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.draw import Knowledge, seed_for
from standout.protections.contract import Protected, entries_of, rebuilt

NEAR = 0.05
"""People are similar in activity if this share of all people, at most, stands between them by length of record …"""
NEAREST = 10
"""… or this many people, where that is more."""
TRIES = 200
"""Partners looked at before an entry is left where it is."""

SHARPER = ScoreboardRH("scoreboard-rh, sharper", value_reach=0.3)
"""Against records in which known items are missing at random: what is still there has to fit more closely to count.
On ml-1m it finds up to 11 points more people in swapped data than the paper's reach of 1.5 does."""


@dataclass(frozen=True)
class Swap:
    """Exchanges entries between people of similar activity.

    An item goes with its value and its day, so each item keeps its holders' number, values and days, and each person
    keeps how many items they have. Nobody gets an item that they had before or already got. Of an item that somebody
    has several times one entry goes, so it is then the number of entries that each item and each person keeps.
    """

    name: ClassVar[str] = "swap"
    summary: ClassVar[str] = "Exchanges a `share` of all entries, in pairs, between people of similar activity."
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("share=0.1", "share=0.3")

    share: float = 0.1

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise BadInput(f"swap: share is {self.share}, but must be between 0 and 1")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        from standout.kernels.swapping import pair_up

        dice, entries = np.random.default_rng(seed_for(seed, "swap")), entries_of(data)
        ranks = np.empty(data.people, np.int64)
        ranks[np.lexsort((dice.random(data.people), data.lengths))] = np.arange(data.people)
        near = max(NEAREST, int(NEAR * data.people))
        chosen = dice.permutation(data.count)[: round(self.share * data.count)]
        owners = entries.people[chosen]
        order = np.argsort(ranks[owners] + dice.random(len(chosen)) * near, kind="stable")
        source = pair_up(
            chosen[order],
            owners[order],
            only_read(data.held.records.starts),
            only_read(np.asarray(data.held.records.items)),
            ranks,
            near,
            TRIES,
        )
        taken = replace(entries, items=entries.items[source], values=entries.values[source], days=entries.days[source])
        exchanged = int((source != np.arange(data.count)).sum())
        note = f"{exchanged:,} of {data.count:,} entries were exchanged, {len(chosen):,} were to be"
        return Protected(rebuilt(data, taken), (note,))

    @property
    def countered_by(self) -> str:
        return "lets Scoreboard-RH ask for closer matches, as some known items will be missing whoever it is"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:  # noqa: ARG002
        return replace(knowledge)

    def counter_attacks(self, released: LocalDataset) -> tuple[Attack, ...]:  # noqa: ARG002
        return (SHARPER,)

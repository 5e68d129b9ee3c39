"""Crowds: a release in which no record is anybody's, with a bound that holds against every attack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from standout.data.attributes import Attribute
from standout.data.counting import once
from standout.data.dataset import LocalDataset
from standout.data.model import NO_SCALE
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections.checks import check_at_least, check_choice, check_share
from standout.protections.contract import Protected
from standout.protections.crowds.crowd_groups import Grouping, grouped
from standout.protections.crowds.crowd_release import Rules, released
from standout.protections.crowds.crowd_taste import places_of
from standout.protections.person_records import with_records


@dataclass(frozen=True)
class Crowds:
    """Puts people into crowds of like-minded ones and deals what each crowd has anew among its members.

    How many of a crowd have an item stays, and so do the lengths of their records, the values they gave and the months
    they were there in, each as a total; who had what, and what went together, is read nowhere and drawn by lot.
    """

    name: ClassVar[str] = "crowds"
    summary: ClassVar[str] = (
        "Puts people into crowds of at least `k` like-minded ones and deals what a crowd has anew among its members."
    )
    needs: ClassVar[Needs] = NOTHING
    compared: ClassVar[tuple[str, ...]] = ("k=5", "k=10", "k=20")
    dealt_anew: ClassVar[bool] = True

    k: int = 10
    at_least: int = 2
    at_most: float = 0.9
    rare: str = "coarser"
    values: str = "dealt"
    days: str = "dealt"

    def __post_init__(self) -> None:
        check_at_least(self.name, "k", self.k, 2)
        check_at_least(self.name, "at-least", self.at_least, 1)
        check_share(self.name, "at-most", self.at_most)
        check_choice(self.name, "rare", self.rare, ("coarser", "drop"))
        check_choice(self.name, "values", self.values, ("dealt", "none"))
        check_choice(self.name, "days", self.days, ("dealt", "none"))

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        if data.people < self.k:
            raise BadInput(
                f"protection 'crowds': k is {self.k}, but the data has only {data.people:,} people; give a smaller k"
            )
        grouping = self.crowds_of(data, seed)
        rules = Rules(
            self.at_least,
            self.at_most,
            self.rare == "coarser",
            self.values == "dealt" and data.has_values,
            self.days == "dealt" and data.has_days,
        )
        records = released(data, grouping, rules, seed)
        made = with_records(
            data, records, scale=data.scale if rules.values else NO_SCALE, first_day="same" if rules.days else None
        )
        return Protected(made, self._notes(data, made, grouping), 1 / int(grouping.sizes.min()))

    def crowds_of(self, data: LocalDataset, seed: int) -> Grouping:
        """Who is in which crowd, by taste, activity and time.

        People come in random order, and nothing else about them than their records is looked at: so who had which of
        the records of a crowd makes no difference to which crowds there are.
        """
        people = np.random.default_rng(seed_for(seed, "order of people")).permutation(data.people)
        records, times = once(data.held.records), data.held.records
        if self.days == "none":
            times = replace(times, days=np.empty(0, np.uint16))
        places = places_of(records, times, people, data.items, seed_for(seed, "taste"))
        return grouped(places, people, self.k)

    def _notes(self, data: LocalDataset, made: LocalDataset, grouping: Grouping) -> tuple[str, ...]:
        least, most = int(grouping.sizes.min()), int(grouping.sizes.max())
        notes = [
            f"{grouping.count:,} crowds of {least} to {most}; {made.count:,} of {data.count:,} entries are dealt",
            "which of its crowd's records stands under an id was drawn by lot; --new-ids also hides whose crowd it is",
        ]
        empty = int(((made.lengths == 0) & (data.lengths > 0)).sum())
        if empty:
            notes.append(f"{empty:,} people have no entry left: nothing that they have is common enough in their crowd")
        return tuple(notes)

"""Crowds: a release in which no record is anybody's, with a bound that holds against every attack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from standout.common.arrays import Float32s, Int64s
from standout.common.plain import plain_path
from standout.common.wording import shown
from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.model import NO_SCALE
from standout.data.needs import NOTHING, Needs
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections.checks import check_at_least, check_choice, check_share
from standout.protections.contract import Protected
from standout.protections.crowds.crowd_advantage import balance_of
from standout.protections.crowds.crowd_balance import Balanced, Labels, balanced, labels_of
from standout.protections.crowds.crowd_groups import Grouping, coarser, grouped, grouping_of, middles_of
from standout.protections.crowds.crowd_keeping import Earlier, earlier_crowds, written_crowds
from standout.protections.crowds.crowd_release import Rules, released
from standout.protections.crowds.crowd_taste import FACTORS, places_of
from standout.protections.crowds.crowd_units import TOGETHER, Held, Here, Units, units_of
from standout.protections.person_records import records_of, with_records
from standout.protections.rowwise import left_names
from standout.results.protect import Balance

TOLD = 0.55
"""From this AUC on, of who is told what the records of a crowd say, its owner is warned."""


@dataclass(frozen=True)
class Located:
    """Where people are by taste, activity and time: a row for each of these people, who come in random order."""

    places: Float32s
    people: Int64s


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
    kept: str = ""
    balance: str = ""

    def __post_init__(self) -> None:
        if self.balance:
            object.__setattr__(self, "needs", frozenset({"attribute"}))
        if self.balance and self.kept:
            raise BadInput(
                "protection 'crowds': balance and kept do not go together: whoever came since would be balanced among "
                "themselves alone; leave one of them out"
            )
        check_at_least(self.name, "k", self.k, 2)
        check_at_least(self.name, "at-least", self.at_least, 1)
        check_share(self.name, "at-most", self.at_most)
        check_choice(self.name, "rare", self.rare, ("coarser", "drop"))
        check_choice(self.name, "values", self.values, ("dealt", "none"))
        check_choice(self.name, "days", self.days, ("dealt", "none"))

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        self.check_people(data.people)
        everybody, earlier = data, self.earlier(data)
        located = self.located(data, seed) if earlier is None else None
        alike = self.balanced_crowds(data, self._labels(attribute), seed, located) if self.balance else None
        if alike is not None:
            grouping = alike.grouping
        elif located is not None:
            grouping = grouped(located.places, located.people, self.k)
        else:
            data, grouping = self.in_crowds(everybody, earlier, seed)
        rules, units = self.rules(data), self.units(located or self.located(data, seed), grouping)
        here = Here(Held.of(data.held.records, data.facts), units, data.engine.workers)
        records = released(here, rules, seed)
        made = with_records(
            data, records, scale=data.scale if rules.values else NO_SCALE, first_day="same" if rules.days else None
        )
        balance = None if alike is None else balance_of(alike)
        empty = int(((made.lengths == 0) & (data.lengths > 0)).sum())
        return Protected(
            made,
            (*self.notes(grouping, data.count, made.count, empty), *_since(everybody, earlier, data), *_told(balance)),
            1 / int(grouping.sizes.min()),
            for_next=written_crowds(data, grouping, self.k),
            crowds=grouping.of_people(),
            balance=balance,
        )

    def check_people(self, people: int) -> None:
        """Refuse crowds that are larger than everybody together."""
        if people < self.k:
            raise BadInput(
                f"protection 'crowds': k is {self.k}, but the data has only {people:,} people; give a smaller k"
            )

    def rules(self, data: AnyDataset) -> Rules:
        """How these options deal crowds of this data."""
        return Rules(
            self.at_least,
            self.at_most,
            self.rare == "coarser",
            self.values == "dealt" and data.has_values,
            self.days == "dealt" and data.has_days,
            mixed=bool(self.balance),
        )

    def units(self, located: Located, grouping: Grouping) -> Units:
        """Crowds by what they share: near ones, where what is too rare in one is dealt among several."""
        if self.rare != "coarser" or grouping.count < 2:
            return units_of(grouping, None)
        middles = middles_of(located.places[:, :FACTORS], located.people, grouping)
        return units_of(grouping, coarser(grouping, middles, TOGETHER))

    def earlier(self, data: AnyDataset) -> Earlier | None:
        """The crowds that are kept, if any are."""
        return earlier_crowds(Path(self.kept), data, self.k) if self.kept else None

    def in_crowds(self, data: LocalDataset, earlier: Earlier | None, seed: int) -> tuple[LocalDataset, Grouping]:
        """The people who are released, and their crowds: those of an earlier release where everybody is still there,
        and others, apart, for those whose crowd somebody has left and for those who came."""
        if earlier is None:
            return data, self.crowds_of(data, seed)
        anew = [part for part in (earlier.bereft, earlier.new) if part.sum() >= self.k]
        there = np.flatnonzero(np.logical_or.reduce([earlier.stays, *anew]))
        if not len(there):
            raise BadInput(f"{plain_path(Path(self.kept))}: no crowd of it is still whole, and too few people came")
        places = np.full(data.people, -1, np.int64)
        places[there] = np.arange(len(there))
        crowds = np.where(earlier.stays, earlier.crowds, -1)
        for turn, part in enumerate(anew):
            some = np.flatnonzero(part)
            own = self.crowds_of(_people_of(data, some), seed_for(seed, "anew", str(turn)))
            crowds[some] = crowds.max(initial=-1) + 1 + own.of_people()
        return _people_of(data, there), self.seated(crowds[there], seed)

    def seated(self, crowds: Int64s, seed: int) -> Grouping:
        """Everybody in the crowd of this number; members of a crowd come in random order."""
        order = np.random.default_rng(seed_for(seed, "order of places")).permutation(len(crowds))
        return grouping_of(np.unique(crowds, return_inverse=True)[1][order], order)

    def crowds_of(self, data: LocalDataset, seed: int, attribute: Attribute | None = None) -> Grouping:
        """Who is in which crowd, by taste, activity and time; balanced by the attribute, if that is asked for.

        People come in random order, and nothing else about them than their records (and labels, where crowds are
        balanced) is looked at: so who had which of the records of a crowd makes no difference to which crowds there
        are.
        """
        if self.balance:
            return self.balanced_crowds(data, self._labels(attribute), seed).grouping
        located = self.located(data, seed)
        return grouped(located.places, located.people, self.k)

    def balanced_crowds(
        self, data: LocalDataset, labels: Labels, seed: int, located: Located | None = None
    ) -> Balanced:
        """Crowds of which no label can be told, with what was known when they were made."""
        located = located or self.located(data, seed)
        return balanced(data, located.places, located.people, self.k, labels, seed_for(seed, "balance"))

    def _labels(self, attribute: Attribute | None) -> Labels:
        """The labels that are balanced; refused where the attribute is another than was asked for."""
        if attribute is None or attribute.name.casefold() != self.balance.casefold():
            given = "none is given" if attribute is None else f"'{shown(attribute.name)}' is given"
            raise BadInput(f"protection 'crowds': balance={shown(self.balance)}, but {given}; name the same attribute")
        return labels_of(attribute, self.k)

    def located(self, data: AnyDataset, seed: int) -> Located:
        """Where people are, and in which order they come."""
        people = np.random.default_rng(seed_for(seed, "order of people")).permutation(data.people)
        return Located(places_of(data, people, seed_for(seed, "taste"), dated=self.days == "dealt"), people)

    def notes(self, grouping: Grouping, entries: int, left: int, empty: int) -> tuple[str, ...]:
        """What the owner should be told: of so many entries so many are left, and so many people have none."""
        least, most = int(grouping.sizes.min()), int(grouping.sizes.max())
        notes = [
            f"{grouping.count:,} crowds of {least} to {most}; {left:,} of {entries:,} entries are dealt",
            "which of its crowd's records stands under an id was drawn by lot; --new-ids also hides whose crowd it is",
        ]
        if empty:
            notes.append(f"{empty:,} people have no entry left: nothing that they have is common enough in their crowd")
        return tuple(notes)


def _people_of(data: LocalDataset, people: Int64s) -> LocalDataset:
    """The data of these people (ascending) alone."""
    if len(people) == data.people:
        return data
    return with_records(data, records_of(data.held.records, people), vocabulary=left_names(data.vocabulary, people))


def _told(balance: Balance | None) -> tuple[str, ...]:
    """A warning where what records say cannot be made even."""
    if balance is None or balance.told_auc <= TOLD:
        return ()
    return (
        f"records tell '{shown(balance.attribute)}' so surely that the totals of a crowd may give one of it away to "
        f"somebody who knows the labels of all others (AUC up to {balance.told_auc:.2f}); a larger k says less",
    )


def _since(data: LocalDataset, earlier: Earlier | None, released: LocalDataset) -> tuple[str, ...]:
    """What became of the crowds of an earlier release."""
    if earlier is None:
        return ()
    kept, out = int(earlier.stays.sum()), data.people - released.people
    notes = [
        f"{kept:,} people are in the crowds of the earlier release; {int(earlier.bereft.sum()):,} whose crowd somebody "
        f"has left and {int(earlier.new.sum()):,} who came since are in crowds of their own kind",
    ]
    if out:
        notes.append(f"{out:,} people are left out of this release: too few to be a crowd by themselves")
    return tuple(notes)

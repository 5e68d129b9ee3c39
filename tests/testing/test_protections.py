"""Every protection passes the contract suite, and protections that break it do not."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from standout.common.arrays import Bools, Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.knowledge.draw import Knowledge, of_targets
from standout.protections import PROTECTIONS, option_names, protection
from standout.protections.contract import Protected, entries_of, rebuilt
from standout.protections.person_records import kept_records
from standout.protections.rowwise import Reshaped, on_all
from standout.protections.trim import Trim
from standout.testing.protections import check_protection

OPTIONS = (
    "blurme:strategy=sampled,extra=0.1,folds=3",
    "blurme:strategy=random,fill=predicted,folds=3",
    "blurmore:trim-above=20,order=data,cap=1.2,folds=3",
    "blurmebetter:certainty=0.3,trim-above=20,folds=3",
    "disguise:first=blurme:extra=0.1;strategy=sampled;folds=3,folds=3",
)


def usual(name: str) -> str:
    """The protection as it is, but for what takes long: few folds and no rounds do for a contract."""
    quick = [f"{option}={few}" for option, few in (("folds", 3), ("rounds", 0)) if option in option_names(name)]
    return f"{name}:{','.join(quick)}" if quick else name


@pytest.mark.parametrize("text", [*(usual(name) for name in PROTECTIONS), *OPTIONS])
def test_every_protection_keeps_the_contract(text: str) -> None:
    check_protection(lambda: protection(text))


@dataclass(frozen=True)
class Drops:
    """Drops every tenth entry: a fine protection, to be broken in one way each."""

    name: ClassVar[str] = "drops"
    summary: ClassVar[str] = "Drops every tenth entry."
    needs: ClassVar[Needs] = NOTHING

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        kept = np.random.default_rng(seed).random(data.count) > 0.1
        return Protected(rebuilt(data, entries_of(data).kept(kept)))


def test_a_plain_one_passes() -> None:
    check_protection(Drops)


def test_one_with_options_is_taken_as_it_is() -> None:
    check_protection(Trim(keep=5))


EVERY_TIME_ANOTHER = itertools.count(1)
"""Seeds: what differs each time must differ in every run of this test, and not only nearly always."""


class Forgetful(Drops):
    """Another answer each time."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return super().protect(data, attribute, next(EVERY_TIME_ANOTHER))


class Overwrites(Drops):
    """Edits in place."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        data.held.records.values.setflags(write=True)
        data.held.records.values[0] = (data.held.records.values[0] + 1) % 5
        return super().protect(data, attribute, seed)


class Peeks(Drops):
    """Looks at an attribute without saying so."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        return super().protect(data, None, seed if attribute is None else seed + 1)


class Careless(Drops):
    """Says it needs an attribute, and does not miss it."""

    needs: ClassVar[Needs] = frozenset({"attribute"})


class Reads(Drops):
    """Looks at ids."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        return super().protect(data, attribute, seed + len(data.vocabulary.person(0)))


class Invents(Drops):
    """Makes values up for data that has none."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries = entries_of(data)
        scale = data.scale if data.has_values else replace(data.scale, kind="numbers", labels=("1",), positions=(1.0,))
        days = entries.days if data.has_days else None
        made = from_arrays(
            entries.people, entries.items, np.zeros(len(entries), np.uint8), days, scale=scale,
            size=(data.people, data.items), first_day=data.first_day or 0, vocabulary=data.vocabulary,
            source=data.source,
        )  # fmt: skip
        return Protected(made)


@dataclass(frozen=True)
class Counts(Drops):
    """Says that it looks at one record at a time, but its luck depends on who else is there."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:
        kept = np.random.default_rng(seed).random(partition.count) > 0.1
        return Reshaped(kept_records(partition.records, kept), facts.scale, facts.first_day)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return ()


class Lazy(Drops):
    """Does nothing."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return Protected(data)


class Deaf(Drops):
    """Ignores the seed: everybody who knows the program knows what was dropped."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return super().protect(data, attribute, 42)


class Ruthless(Drops):
    """Removes everybody."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return Protected(rebuilt(data, entries_of(data).kept(np.zeros(data.count, np.bool_))))


class ByPerson(Drops):
    """Deletes by code: people who come first lose an entry in three."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries = entries_of(data)
        chance = np.where(entries.people < data.people // 2, 0.3, 0.05)
        return Protected(rebuilt(data, entries.kept(np.random.default_rng(seed).random(data.count) >= chance)))


class ByItem(Drops):
    """Deletes by code: the last tenth of all items."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries = entries_of(data)
        return Protected(rebuilt(data, entries.kept(entries.items < data.items * 0.9)))


@dataclass(frozen=True)
class SomeCodes(Drops):
    """Deletes by code, and something else by the seed besides."""

    axis: ClassVar[str] = "items"

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries = entries_of(data)
        kept = np.random.default_rng(seed).random(data.count) >= 0.02
        return Protected(rebuilt(data, entries.kept(kept & ~self.doomed(getattr(entries, self.axis)))))

    def doomed(self, codes: Int64s) -> Bools:
        return np.asarray(codes % 2 == 0)


class FirstPeople(SomeCodes):
    """The first sixth of all people."""

    axis: ClassVar[str] = "people"

    def doomed(self, codes: Int64s) -> Bools:
        return codes < 20


class MostPeople(FirstPeople):
    """All but the last sixth of all people."""

    def doomed(self, codes: Int64s) -> Bools:
        return codes < 100


@dataclass(frozen=True)
class DropsWhole(Drops):
    """Removes as many whole people, or all of as many items, as it is said, by the seed alone: a fine protection."""

    axis: str = "people"
    many: int = 20

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries, everything = entries_of(data), getattr(data, self.axis)
        gone = np.random.default_rng(seed).choice(everything, self.many, replace=False)
        return Protected(rebuilt(data, entries.kept(~np.isin(getattr(entries, self.axis), gone))))


@pytest.mark.parametrize("axis", ["people", "items"])
@pytest.mark.parametrize("many", [1, 20, 60])
def test_whom_the_seed_removes_as_a_whole_is_not_taken_for_a_code(axis: str, many: int) -> None:
    check_protection(DropsWhole(axis, many))


class Halves(Drops):
    """Leaves the scale: values between those that there are."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        between = tuple(position + 0.5 for position in data.scale.positions)
        labels = tuple(f"{position:g}" for position in between)
        return Protected(
            rebuilt(replace(data, facts=replace(data.facts, scale=Scale("numbers", labels, between))), entries_of(data))
        )


class Beyond(Drops):
    """Leaves the scale: a code behind the last."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        entries = entries_of(data)
        return Protected(rebuilt(data, replace(entries, values=entries.values + np.uint8(1))))


class Scribbles(Drops):
    """Edits in place, as one does without thinking of it."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        data.held.records.values[0] = 0
        return super().protect(data, attribute, seed)


class Stale(Drops):
    """Turns the index of the data over to other records."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        made = super().protect(data, attribute, seed).data
        return Protected(replace(made, facts=replace(made.facts, holders=data.holders)))


class Choosy(Drops):
    """Refuses data without values, and does not say that it needs them."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        if not data.has_values:
            raise BadInput("there are no values")
        return super().protect(data, attribute, seed)


class Mute(Drops):
    """Does not say what it does."""

    summary: ClassVar[str] = ""


class Losing(Drops):
    """Its counter-attack knows nothing of half of the targets."""

    countered_by: ClassVar[str] = "gives up on every second target"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:  # noqa: ARG002
        return of_targets(knowledge, np.arange(knowledge.targets // 2))


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (Forgetful, "another answer: draw from"),
        (Overwrites, "copy an array before you write to it"),
        (Peeks, "add 'attribute' to needs"),
        (Careless, "raise BadInput where it is None"),
        (Reads, "go by what they have, ids are somebody else's choice"),
        (Invents, "rebuilt\\(\\) leaves them out"),
        (Counts, "parts of the people get other items"),
        (Lazy, "it changes nothing: choose defaults that change something"),
        (Deaf, "another seed changes nothing, but how people are numbered does: draw with the seed"),
        (Ruthless, "nothing is left of the data"),
        (ByPerson, "people with low codes are changed more or less often .* never by code"),
        (ByItem, "how items are numbered does: .* never by code"),
        (SomeCodes, "items with the same codes are changed again and again, whichever have them"),
        (FirstPeople, "people with the same codes are changed again .* never by code"),
        (MostPeople, "people with the same codes are changed again .* never by code"),
        (Halves, "not on the scale of the data: take the nearest of data.scale"),
        (Beyond, "give .* values of its scale"),
        (Scribbles, "copy an array before you write to it"),
        (Stale, "holders do not fit the records: make data anew .* with rebuilt"),
        (Choosy, "say so in needs"),
        (Mute, "say in one line"),
        (Losing, "counter\\(\\) loses targets"),
    ],
)
def test_a_broken_one_is_told(broken: type[Drops], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_protection(broken)

"""Every protection passes the contract suite, and protections that break it do not."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from standout.data.attributes import Attribute
from standout.data.index import from_arrays
from standout.data.model import Interactions
from standout.protections import PROTECTIONS, option_names, protection
from standout.protections.contract import Protected, entries_of, rebuilt
from standout.protections.person_records import kept_records
from standout.protections.rowwise import Reshaped, on_all
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
    needs_attribute: ClassVar[bool] = False

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        kept = np.random.default_rng(seed).random(data.count) > 0.1
        return Protected(rebuilt(data, entries_of(data).kept(kept)))


def test_a_plain_one_passes() -> None:
    check_protection(Drops)


EVERY_TIME_ANOTHER = itertools.count(1)
"""Seeds: what differs each time must differ in every run of this test, and not only nearly always."""


class Forgetful(Drops):
    """Another answer each time."""

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return super().protect(data, attribute, next(EVERY_TIME_ANOTHER))


class Overwrites(Drops):
    """Edits in place."""

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:
        data.records.values.setflags(write=True)
        data.records.values[0] = (data.records.values[0] + 1) % 5
        return super().protect(data, attribute, seed)


class Peeks(Drops):
    """Looks at an attribute without saying so."""

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:
        return super().protect(data, None, seed if attribute is None else seed + 1)


class Careless(Drops):
    """Says it needs an attribute, and does not miss it."""

    needs_attribute: ClassVar[bool] = True


class Reads(Drops):
    """Looks at ids."""

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:
        return super().protect(data, attribute, seed + len(data.vocabulary.person(0)))


class Invents(Drops):
    """Makes values up for data that has none."""

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
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

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:
        kept = np.random.default_rng(seed).random(data.count) > 0.1
        return Reshaped(kept_records(data.records, kept), data.scale, data.first_day)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return ()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (Forgetful, "another answer"),
        (Overwrites, "changes the data"),
        (Peeks, "does not need"),
        (Careless, "does not refuse"),
        (Reads, "are called"),
        (Invents, "had none"),
        (Counts, "parts of the people get other items"),
    ],
)
def test_a_broken_one_is_told(broken: type[Drops], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_protection(broken)

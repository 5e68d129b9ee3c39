"""What a protection is: a pure object that turns a dataset into another, and says how to beat it.

A protection sees the data and, if it hides one, people's attribute. It returns a new dataset with the same ids, or with
new people and whose records theirs were made from; what it changed is counted here, once for all protections, by
comparing the two. It never edits in place, and the same
seed gives the same result.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from standout.attacks.contract import Attack
from standout.common.arrays import Int64s, UInt8s, UInt16s, only_read
from standout.data.attributes import Attribute
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import people_blocks
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Records, Scale
from standout.data.needs import Needs
from standout.data.vocabulary import Vocabulary, positions
from standout.knowledge.draw import Drawn, Knowledge
from standout.results.protect import Balance, Options


class Protection(Protocol):
    """The contract; `standout.testing.protections` holds the suite that every protection passes.

    A protection is a frozen dataclass whose fields are its options, each with a default. It may also say `compared`:
    which settings `standout compare` tries by itself, as texts such as `"below=10"` (none: only what is asked for);
    without, the defaults. And it may say `dealt_anew`: that released entries are nobody's own, so that no other column
    of theirs may be kept. And `by_absence`: that its ceiling is about who is not in the release, and says nothing of
    those who are.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """What it does, in one line; shown in help and documentation."""
    needs: ClassVar[Needs]
    """What it works on: values, days, or an attribute of people that it hides and that must then be given."""

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected: ...


@runtime_checkable
class KnowledgeProtection(Protocol):
    """What people can do themselves: it acts on what is known of them, and the released data stays as it is.

    A frozen dataclass as well. `data` is what the knowledge was drawn from, in the same codes; what comes out are the
    same targets in the same order, each perhaps with fewer or with further known items.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    needs: ClassVar[Needs]

    def conceal(self, data: LocalDataset, drawn: Drawn, seed: int) -> Knowledge: ...


@runtime_checkable
class Countered(Protocol):
    """A protection of either kind that says what an adversary who knows it does.

    `counter` sees what an adversary sees: the knowledge, in the codes of the released data, and the released data.
    """

    @property
    def countered_by(self) -> str:
        """What that adversary does, in one plain line."""
        ...

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge: ...


def countered(
    protection: Protection | KnowledgeProtection, knowledge: Knowledge, released: LocalDataset
) -> Knowledge | None:
    """The knowledge as an adversary who knows the protection uses it; none if the protection names no counter."""
    return protection.counter(knowledge, released) if isinstance(protection, Countered) else None


@runtime_checkable
class Armed(Protocol):
    """A protection against which an adversary who knows it also has attacks of their own, with the plain knowledge."""

    def counter_attacks(self, released: LocalDataset) -> tuple[Attack, ...]: ...


def counter_attacks(protection: Protection | KnowledgeProtection, released: LocalDataset) -> tuple[Attack, ...]:
    """Further attacks of an adversary who knows the protection; none for most."""
    return protection.counter_attacks(released) if isinstance(protection, Armed) else ()


@dataclass(frozen=True)
class Protected:
    """A dataset after a protection, with what the owner should be told."""

    data: LocalDataset
    notes: tuple[str, ...] = ()
    ceiling: float | None = None
    """Where there is a proof: no attack with knowledge about a person alone ties a record to them more often."""
    for_next: str | None = None
    """What the owner keeps, and gives to nobody, to protect the next release of growing data alike."""
    origins: Int64s | None = None
    """Where the protection makes new people, under ids that nobody had: by released person, whose record of the data
    theirs was made from. None: everybody has their own id still."""
    crowds: Int64s | None = None
    """Where records were dealt inside crowds: by released person, the number of theirs."""
    balance: Balance | None = None
    """Where an attribute is hidden by proof: what somebody can tell of it who knows everybody else's."""


@dataclass(frozen=True)
class Changes:
    """What a protection changed, counted in entries."""

    added: int
    removed: int
    altered: int
    """Entries that kept person and item, but have another value or day."""
    people_touched: int
    before: int

    @property
    def changed_share(self) -> float:
        """Added, removed and altered entries per entry of the original."""
        return (self.added + self.removed + self.altered) / self.before if self.before else 0.0


def options_of(protection: Any) -> Options:
    """A protection's options by name."""
    return {field.name: getattr(protection, field.name) for field in dataclasses.fields(protection)}


@dataclass(frozen=True)
class Entries:
    """All entries as parallel arrays, by person and item ascending; what protections work on.

    Values and days are always there: `NO_VALUE` and `NO_DAY` where the data has none.
    """

    people: Int64s
    items: Int64s
    values: UInt8s
    days: UInt16s

    def __len__(self) -> int:
        return len(self.people)

    def kept(self, chosen: npt.NDArray[np.bool_] | Int64s) -> Entries:
        """The chosen entries."""
        return Entries(self.people[chosen], self.items[chosen], self.values[chosen], self.days[chosen])

    def joined(self, other: Entries) -> Entries:
        """These and the other's, which win where both have a (person, item)."""
        pairs = (np.concatenate(two) for two in zip(_arrays(self), _arrays(other), strict=True))
        return Entries(*pairs)


def _arrays(entries: Entries) -> tuple[Any, ...]:
    return entries.people, entries.items, entries.values, entries.days


def entries_of(data: LocalDataset) -> Entries:
    """All entries of the data."""
    return entries_in(data.held.records)


def entries_in(records: Records) -> Entries:
    """All entries of some records, their people counted from 0."""
    count, lengths = len(records.items), np.diff(records.starts)
    return Entries(
        people=np.repeat(np.arange(len(lengths), dtype=np.int64), lengths),
        items=np.asarray(records.items, dtype=np.int64),
        values=np.asarray(records.values) if len(records.values) else np.full(count, NO_VALUE, np.uint8),
        days=np.asarray(records.days) if len(records.days) else np.full(count, NO_DAY, np.uint16),
    )


def rebuilt(data: LocalDataset, entries: Entries) -> LocalDataset:
    """A dataset with the people, items, names and scale of `data`, and these entries instead of its own."""
    return from_arrays(
        entries.people,
        entries.items,
        entries.values if data.has_values else None,
        entries.days if data.has_days else None,
        scale=data.scale,
        size=(data.people, data.items),
        first_day=data.first_day or 0,
        vocabulary=data.vocabulary,
        source=data.source,
        events=data.events,
    )


@dataclass(frozen=True)
class Version:
    """Records at some moment, with what is needed to compare them with those of another."""

    records: Records
    vocabulary: Vocabulary
    items: int
    scale: Scale
    first_day: int | None


def changes(before: LocalDataset, after: LocalDataset, origins: Int64s | None = None) -> Changes:
    """What is different in `after`, entry by entry; people and items match by id, values by position, days by date.

    Where it has new people (`origins`), their entries count as those of whom they were made from, and everybody who had
    any is touched: nobody has the id that they had.
    """
    if origins is None:
        return changes_between(_version(before), _version(after))
    counted = changes_between(_version(before), _version(rejoined(before, after, origins)))
    return replace(counted, people_touched=int((before.lengths > 0).sum()))


def rejoined(data: LocalDataset, released: LocalDataset, origins: Int64s) -> LocalDataset:
    """The released entries under those whom the new people were made from: what only the owner can do."""
    entries = entries_of(released)
    return from_arrays(
        origins[entries.people],
        entries.items,
        entries.values if released.has_values else None,
        entries.days if released.has_days else None,
        scale=released.scale,
        size=(data.people, released.items),
        first_day=released.first_day or 0,
        vocabulary=replace(released.vocabulary, people=data.vocabulary.people),
        source=released.source,
        events=released.events,
    )


def _version(data: LocalDataset) -> Version:
    return Version(data.held.records, data.vocabulary, data.items, data.scale, data.first_day)


def changes_between(before: Version, after: Version) -> Changes:
    """What is different in `after`, of all people or of those of a partition.

    Where both are of the same people, it goes through some of them at a time, so that it needs little memory.
    """
    repeated = before.records.bounds.repeated or after.records.bounds.repeated
    same = before.vocabulary.people is after.vocabulary.people
    if not same or len(before.records.starts) != len(after.records.starts) or len(before.records.starts) < 2:
        return _changes_of(before, after, repeated)
    if before.vocabulary.items is after.vocabulary.items and not repeated:
        return _changes_one_by_one(before, after)
    parts = [
        _changes_of(_some_of(before, *block), _some_of(after, *block), repeated)
        for block in people_blocks(before.records.starts)
    ]
    return Changes(
        **{field.name: sum(getattr(part, field.name) for part in parts) for field in dataclasses.fields(Changes)}
    )


def _changes_one_by_one(before: Version, after: Version) -> Changes:
    """The same for the same people and items, each once in a record, without putting anything together."""
    from standout.kernels.records import changed

    sides = [
        tuple(only_read(np.asarray(codes)) for codes in (one.starts, one.items, one.values, one.days))
        for one in (before.records, after.records)
    ]
    shifts = [np.int64(version.first_day or 0) for version in (before, after)]
    came, went, altered, touched = changed(
        *sides[0], _worth(before), shifts[0], *sides[1], _worth(after), shifts[1]
    )  # fmt: skip
    return Changes(int(came), int(went), int(altered), int(touched), len(before.records.items))


def _some_of(version: Version, first: int, last: int) -> Version:
    """The records of some people, from `first` up to `last`."""
    records = version.records
    here = slice(int(records.starts[first]), int(records.starts[last]))
    return replace(
        version,
        records=Records(
            records.starts[first : last + 1] - here.start,
            records.items[here],
            records.values[here] if len(records.values) else records.values,
            records.days[here] if len(records.days) else records.days,
        ),
    )


def _changes_of(before: Version, after: Version, repeated: bool) -> Changes:
    old, new = _keyed(before, before), _keyed(after, before)
    if repeated:
        return _changes_of_events(old, new)
    old_at, new_at = (np.isin(one.pairs, other.pairs, assume_unique=True) for one, other in ((old, new), (new, old)))
    same = (old.values[old_at] == new.values[new_at]) & (old.days[old_at] == new.days[new_at])
    touched = np.concatenate((old.people[~old_at], new.people[~new_at], old.people[old_at][~same]))
    return Changes(
        added=int((~new_at).sum()),
        removed=int((~old_at).sum()),
        altered=int((~same).sum()),
        people_touched=len(np.unique(touched)),
        before=len(before.records.items),
    )


def _changes_of_events(old: _Keyed, new: _Keyed) -> Changes:
    """The same where a person may have an item several times: entries that are alike in both stay, of the others of a
    person and item as many as both have are altered."""
    both = [np.concatenate((getattr(old, name), getattr(new, name))) for name in ("pairs", "people", "values", "days")]
    pairs, people, values, days = both
    is_new = np.arange(len(pairs)) >= len(old.pairs)
    order = np.lexsort((days, values, pairs))
    apart = np.append(True, np.any([codes[order][1:] != codes[order][:-1] for codes in (pairs, values, days)], axis=0))
    kinds = np.cumsum(apart[: len(order)]) - 1
    more = np.bincount(kinds, np.where(is_new[order], 1, -1)).astype(np.int64)
    firsts = order[np.flatnonzero(apart[: len(order)])]
    places, groups = np.unique(pairs[firsts], return_inverse=True)
    came, went = (np.bincount(groups, np.maximum(sign * more, 0), len(places)).astype(np.int64) for sign in (1, -1))
    altered = np.minimum(came, went)
    return Changes(
        added=int((came - altered).sum()),
        removed=int((went - altered).sum()),
        altered=int(altered.sum()),
        people_touched=len(np.unique(people[firsts][more != 0])),
        before=len(old.pairs),
    )


@dataclass(frozen=True)
class _Keyed:
    """Entries in one person's and one item's order, with values and days that two datasets share."""

    pairs: Int64s
    people: Int64s
    values: npt.NDArray[np.float64]
    days: Int64s


def _keyed(version: Version, like: Version) -> _Keyed:
    entries, mine, theirs = entries_in(version.records), version.vocabulary, like.vocabulary
    people, items = entries.people, entries.items
    if mine.people is not theirs.people:
        people = positions(mine.people, theirs.people)[people]
    if mine.items is not theirs.items:
        items = positions(mine.items, theirs.items)[items]
    pairs = people * max(like.items, 1) + items
    order = np.argsort(pairs, kind="stable")
    worth = _worth(version)
    days = np.where(entries.days == NO_DAY, -1, entries.days.astype(np.int64) + (version.first_day or 0))
    return _Keyed(pairs[order], people[order], worth[entries.values][order], days[order])


def _worth(version: Version) -> npt.NDArray[np.float64]:
    """What each value code says, by position; what says nothing is infinite."""
    return np.append(np.array(version.scale.positions), np.full(256 - len(version.scale.positions), np.inf))

"""What `standout protect` says it did: how many entries each protection added, removed and altered."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from standout.common.wording import percent
from standout.results.base import Document, Part, Rows
from standout.results.understood import Understood

Option = str | int | float | bool | None
Options = dict[str, Option]
"""The options of a protection by name, as they were used."""


class BeforeAfter(Part, frozen=True):
    """A count before and after."""

    before: int
    after: int


class LeastShared(Part, frozen=True):
    """k^m-anonymity: any `m` items (or fewer) that somebody has together are shared by at least `k` people."""

    m: int
    k: int
    exact: bool
    """Whether all were counted; if not, `k` is the most that it can be."""


class KnownSets(Part, frozen=True):
    """The same of the original and of what was made of it, for m = 1, 2 and 3."""

    before: tuple[LeastShared, ...]
    after: tuple[LeastShared, ...]

    def words(self) -> str:
        """What holds now, in one line, for each number of known items."""
        earlier = {shared.m: shared for shared in self.before}
        return "; ".join(
            f"{shared.m} known item{'s' if shared.m > 1 else ''}: {'' if shared.exact else 'at most '}{shared.k:,}"
            + (f" (before: {earlier[shared.m].k:,})" if shared.m in earlier else "")
            for shared in self.after
        )


class BalancedClass(Part, frozen=True):
    """A class of an attribute that crowds were balanced by."""

    name: str
    people: int
    share: float
    told_auc: float
    """Measured: the AUC of somebody who knows the class of all others of a crowd and is told, exactly, the mean of what
    all its original records say of the class; turned round where it is below one half."""


class Balance(Part, frozen=True):
    """What can be told of an attribute by which crowds were balanced, beyond its shares in all data."""

    attribute: str
    classes: tuple[BalancedClass, ...]
    advantage: float
    """Proved: the largest total variation between what somebody sees of the crowds and of the labels of all others of a
    person's crowd if that person is of a class, and if not. Guessing between the two is right at most half of this
    more often than by chance."""
    known_labels_auc: float
    """Proved: no AUC of who knows the labels of all others of the crowds is above this."""
    told_auc: float
    """The mean over the classes."""

    def words(self) -> str:
        """What holds, in one line."""
        return (
            f"{self.attribute}: whoever knows the labels of all others of a crowd has an AUC of at most "
            f"{self.known_labels_auc:.3f} (proved); told the mean of what its records say as well, {self.told_auc:.2f} "
            "(measured)"
        )


class Step(Part, frozen=True):
    """What one protection changed, of the data that it was given."""

    protection: str
    options: Options
    added: int
    removed: int
    altered: int
    changed_share: float
    people_touched: int
    ceiling: float | None = None
    """Where there is a proof: no attack with knowledge about a person alone ties a record to them more often."""
    balance: Balance | None = None
    """Where crowds were balanced by an attribute: what can still be told of it."""


class ProtectDocument(Document, frozen=True):
    """What is different from the original after all steps, and the steps that led there."""

    KIND: ClassVar[str] = "protect"
    FILE: ClassVar[str] = "protect.json"

    protection: str
    """The names of the protections, in their order."""
    added: int
    removed: int
    altered: int
    """Entries that kept person and item, but have another value or day."""
    changed_share: float
    """Added, removed and altered entries per entry of the original."""
    people_touched: int
    people: int
    interactions: BeforeAfter
    steps: tuple[Step, ...]
    seed: int
    notes: tuple[str, ...]
    out: str | None = None
    """Where the protected data is; absent if it is only in memory."""
    out_sha256: str | None = None
    """The checksum that reading it will give it, by which `standout gate --account` knows it; absent where it is in
    memory, prepared, or on a cluster."""
    understood: Understood | None = None
    """How the original was read; absent if that is not known."""
    ceiling: float | None = None
    """The lowest ceiling of the steps; absent where none has a proof."""
    km: KnownSets | None = None
    """How many people share any few items, at the least; absent where the records are on a cluster."""
    balance: Balance | None = None
    """What can still be told of an attribute that the last balanced step hides; absent without one."""

    def headline(self) -> str:
        """What the protections changed, in one sentence."""
        return (
            f"{self.protection}: {self.added:,} entries added, {self.removed:,} removed and {self.altered:,} altered "
            f"of {self.interactions.before:,}"
        )

    def bound(self) -> str | None:
        """The ceiling in a sentence; none without one."""
        if self.ceiling is None:
            return None
        return f"no attacker with knowledge about a person alone can tie a record to them above {percent(self.ceiling)}"

    def tables(self) -> dict[str, Rows]:
        """`steps`: a row per protection."""
        return {"steps": [_row(step) for step in self.steps]}

    def noted(
        self,
        first: tuple[str, ...] = (),
        last: tuple[str, ...] = (),
        out: str | None = None,
        understood: Understood | None = None,
        km: KnownSets | None = None,
        out_sha256: str | None = None,
    ) -> Self:
        """The same with notes of reading before its own and notes of writing after them, where it was written, how the
        original was read, how many people share any few items, and the checksum of what was written."""
        return msgspec.structs.replace(
            self, notes=(*first, *self.notes, *last), out=out, out_sha256=out_sha256, understood=understood, km=km
        )


def _row(step: Step) -> dict[str, Option]:
    counts = {name: value for name, value in step.to_dict().items() if name not in ("options", "balance")}
    return counts | {"options": ", ".join(f"{name}={value}" for name, value in step.options.items())}

"""What a named record adds to what was known: unknown items, their groups, and what the owner calls sensitive."""

from __future__ import annotations

from standout.common.wording import counted
from standout.results.base import Part
from standout.results.estimate import Estimate, interval


class Amount(Part, frozen=True, kw_only=True):
    """A mean over people with its 95% interval, and the median."""

    mean: float
    low: float
    high: float
    median: float


class AddedGroup(Part, frozen=True, kw_only=True):
    """A group of items: of how many of the people an unknown item of it is learnt, and how many on average."""

    group: str
    people: Estimate
    items: float


class SensitiveAdded(Part, frozen=True, kw_only=True):
    """What is learnt of the items that the owner calls sensitive. Figures of too few people are absent."""

    items: int
    """How many items of the released data are sensitive."""
    have: int | None = None
    """How many of the targets have one that the adversary does not know of; absent without truth."""
    revealed: Estimate | None = None
    """Of everybody looked for: who is named rightly and has such an item, which is then revealed."""
    of_those_who_have: Estimate | None = None
    """The same, of those who have one."""
    told: int | None = None
    """How many are named with a record that has such an item, rightly or wrongly."""
    certainty: Estimate | None = None
    """Of these, how many are named rightly; absent without truth."""
    claimed: float | None = None
    """The probability that the attack itself gives these names, on average; absent without probabilities."""


class Adds(Part, frozen=True, kw_only=True):
    """What an adversary learns beyond naming."""

    over: str
    """Whom `items` and `groups` are over: the "rightly named", or, where nobody knows who is, the "named"."""
    people: int
    """How many these are."""
    looked_for: int
    right: Estimate | None = None
    """Of those named, how many rightly; absent without truth."""
    claimed: float | None = None
    """The probability that the attack itself gives its names, on average; absent without probabilities."""
    items: Amount | None = None
    """Items of their records that were not known."""
    items_of_everybody: Amount | None = None
    """The same over everybody looked for, of whom nothing is learnt if they are not among these people."""
    groups: tuple[AddedGroup, ...] = ()
    """The groups of these items, those of most people first; empty where groups are not known."""
    sensitive: SensitiveAdded | None = None
    notes: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """What is learnt, in a sentence or two; nothing if nobody is named."""
        if self.items is None:
            return []
        sure = ""
        if self.right is not None:
            sure = f" Of the names given, {interval(self.right)} are right."
        elif self.claimed is not None:
            sure = f" The names are right with a probability of {100 * self.claimed:.0f}%, by the attack’s own account."
        lines = [
            f"A named record adds {_number(self.items.mean)} unknown items [{_number(self.items.low)}–"
            f"{_number(self.items.high)}] on average (median {_number(self.items.median)}), over the "
            f"{counted(self.people, 'person', 'people')} {self.over}.{sure}"
        ]
        return lines + self._sensitive_words()

    def _sensitive_words(self) -> list[str]:
        found = self.sensitive
        if found is None:
            return []
        kinds = counted(found.items, "item")
        if found.revealed is not None:
            sure = "" if found.certainty is None else f"; of such names {interval(found.certainty)} are right"
            return [f"One of {kinds} called sensitive is revealed of {interval(found.revealed)} of {self.looked_for:,} "
                    f"people looked for{sure}."]  # fmt: skip
        if found.told is not None:
            sure = "" if found.claimed is None else f", right with a probability of {100 * found.claimed:.0f}%"
            people = counted(found.told, "person", "people")
            return [f"The named record of {people} has an unknown one of {kinds} called sensitive{sure}."]
        return [f"Too few people to say of how many one of {kinds} called sensitive is revealed."]


def _number(amount: float) -> str:
    return f"{amount:,.0f}" if amount >= 20 else f"{amount:.1f}"

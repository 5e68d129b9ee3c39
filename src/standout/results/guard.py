"""What a link says of its own names: what they promise, what was seen before any was spoken, and how many are there."""

from __future__ import annotations

from standout.results.base import Part
from standout.results.estimate import Estimate


class Thresholds(Part, frozen=True, kw_only=True):
    """How sure the best record must be, by three ways to see what absent people look like. Absent if nothing is sure
    enough; the strictest counts."""

    simulated: float | None = None
    """People of the released data, by the rule that was learnt, with their record taken out."""
    others: float | None = None
    """The public people, looked for among each other."""
    taken_out: float | None = None
    """The public people, looked for in the release without the best record of each."""


class Agreement(Part, frozen=True, kw_only=True):
    """How often what is known agrees with the record: as the rule that was learnt predicts it, and as it is in the best
    matches."""

    what: str
    predicted: float
    observed: float


class Claims(Part, frozen=True, kw_only=True):
    """Records that several people would be named as: at most one of them can be right, so nobody is."""

    named: int
    """How many people are sure enough."""
    people: int
    """How many of them share their record with another."""
    most: int
    """How many name the same record, at most."""


class FieldUsed(Part, frozen=True, kw_only=True):
    """A column of the public data: used, or dropped, and why."""

    field: str
    used: bool
    why: str


class Guarded(Part, frozen=True, kw_only=True):
    """What stands before a name is spoken."""

    promised: float
    """At most this share of everybody looked for is accused wrongly."""
    confidence: str
    """What thresholds are of: nats, or standard deviations by which the best record leads."""
    power: float = 0.0
    """Both are per known item to this power: of whom more is known, strangers stand out more as well."""
    thresholds: Thresholds
    silent: str | None = None
    """Why nobody is named, in one line; absent if somebody may be."""
    unguarded: float | None = None
    """The lead that the attack's own verdicts ask for, as the paper's: names are then by that alone and promise
    nothing. Absent where names are guarded."""
    claims: Claims
    agreement: tuple[Agreement, ...] = ()
    present: Estimate | None = None
    """The share of those looked for who are in the release at all, as learnt from how sure the attack is."""
    assumed_present: float
    """The share that probabilities start from."""
    fields: tuple[FieldUsed, ...] = ()
    one_to_one: bool
    """Whether every record was given to one person at most."""
    one_to_one_why: str

    def lines(self) -> list[str]:
        """For the terminal and for notes: a line for each thing that a reader must know."""
        lines = []
        if self.unguarded is not None:
            lines.append(
                f"names are by this attack's own rule (a lead of {self.unguarded:g} standard deviations), which "
                "promises nothing"
            )
        if self.silent is not None:
            nobody = "nobody is named" if self.unguarded is None else "guarded, nobody would be named"
            lines.append(f"{nobody}: {self.silent}")
        elif self.claims.people:
            lines.append(
                f"{self.claims.people:,} people share their best record with another of them; none of these is named"
            )
        if self.present is not None:
            low, high = round(100 * self.present.low), round(100 * self.present.high)
            lines.append(f"of those looked for, {low}% to {high}% are in the released data, going by the scores")
        if self.fields:
            lines.append(f"used: {', '.join(field.field for field in self.fields if field.used)}")
        dropped = [f"{field.field} ({field.why})" for field in self.fields if not field.used]
        if dropped:
            lines.append(f"not used: {', '.join(dropped)}")
        lines.append(f"{'one to one' if self.one_to_one else 'not one to one'}: {self.one_to_one_why}")
        return lines

"""What an attack is: a small pure object that says what a match is worth, and when to name somebody.

An attack sees the knowledge and the released data, never the truth. It yields `Gains`; the engine scores
everyone with them, the same way for every attack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Bools, Floats, Int32s, Int64s
from standout.data.facts import Facts
from standout.data.model import Scale
from standout.data.needs import Needs
from standout.data.partition import Partition
from standout.data.scales import comparable, distances_between
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge

FARTHEST_DAY = 16_384
"""Days this far apart (45 years) are worth nothing to any attack."""

DAY_TABLE = 65_536 + FARTHEST_DAY
"""Room for the gap between any known day and any day code, the code for "no day" included."""

NO_ROW = -1
"""Stands for a row of a table where that term drops out."""


@dataclass(frozen=True)
class AdditiveGains:
    """What each known item is worth to a candidate who has it; to one who has it several times, by the entry that is
    worth most.

    That is `weights[j] × (by_value[value_rows[j], value] + by_day[day_rows[j], |day − known day|])`. A term
    whose row is -1 drops out; if both do, a match is worth the weight alone. With `least`, the least of all
    these terms over all known items is the score instead of their sum, and weights do not count.
    """

    weights: Floats
    value_rows: Int32s
    day_rows: Int32s
    by_value: Floats
    """256 columns: one for each value code, the last for "no value". From -127 to 127; with `least`, 0 to 1."""
    by_day: Floats
    """`DAY_TABLE` columns: one for each gap in days. From -127 to 127; with `least`, 0 to 1."""
    least: bool = False
    person_scale: Floats | None = None
    """What each person's score is multiplied by, last: one for each person of the partition, 0 or more."""
    longest: int | None = None
    """Records with more different items than this are no candidates."""
    listed_from: Floats | None = None
    """Per target, the score from which on a record is listed at all."""


@dataclass(frozen=True, kw_only=True)
class LikelihoodGains:
    """Gains in nats, with what depends on how many known items a record has; an item that it has several times is one
    match, worth the mean of what its entries make likely.

    A record that has known item `j` gains `weights[j] + tables[value_rows[j], value, gap]`, and for days near
    the first or the last one `near[day]`; but no less than it costs to have one match more. With `count` of `size`
    known items a record scores, besides,
    `starts[t] + by_count[count_rows[t], count] − log(room · (room − 1) · … · (room − count + 1)) + count · slope`,
    and `by_length[length_rows[t], length]` where that row is not -1. Where there are `curves`, some items are known
    more readily than others, and `curve · (0 + 1 + … + (count − 1))` stands instead of the logarithm, no summand being
    more than `room`.

    There may be several ways in which a target's knowledge came about, with values and days that count or not. A
    record scores what the likeliest of those that are `possible` makes of it.
    """

    weights: Floats
    value_rows: Int32s
    dated: Bools
    """Which known items have a day that counts."""
    tables: Floats
    """By known value (then: not known, and: cannot be known), the record's value (last: none), and gap in days: 0
    to `reach`, beyond, not known, and not in the record."""
    counted: Bools
    """Which cells of the tables are matches; the others are worth something, but add nothing to the count."""
    reach: int
    near: Floats
    with_values: Bools
    with_days: Bools
    """For each way, whether values and days count."""
    starts: Floats
    """For each way and target."""
    possible: npt.NDArray[np.bool_]
    """For each way and target; one at least."""
    by_count: Floats
    """Never falls with the count."""
    count_rows: Int64s
    by_length: Floats
    length_rows: Int64s
    room: Int64s
    """From how many items of each record the known ones were drawn."""
    slopes: Floats
    curves: Floats | None = None


WHOLE_NORM = float(1 << 26)
"""No row of a dense table is longer than this: sums of products of whole numbers stay exact in double precision."""


@dataclass(frozen=True, kw_only=True)
class DenseGains:
    """Gains in nats from what a record is like as a whole, beside what it has of the known items.

    A record scores `starts[t] + units[t] × (targets[t] · people[p])`, and for every known item `j` that it has, however
    often, `weights[j] × person_scale[p]`. Both tables hold whole numbers, and no row is longer than `WHOLE_NORM`: sums
    are exact in any order, so the same records score the same in any partition, and equal ones tie.
    """

    targets: Floats
    """A row for each target."""
    people: Floats
    """A row for each person of the partition, with as many columns."""
    units: Floats
    starts: Floats
    weights: Floats
    person_scale: Floats
    """0 or more."""


Gains = AdditiveGains | LikelihoodGains | DenseGains
"""What an attack yields; whoever handles gains matches on the type."""


@dataclass(frozen=True)
class Verdict:
    """When an attack names somebody: the best record, if it stands out by `eccentricity` standard deviations
    from the second, or by `nats` from all else taken together; without either, if nobody ties with it."""

    eccentricity: float | None = None
    nats: float | None = None

    @property
    def threshold(self) -> float:
        """How much the best must stand out to be named."""
        if self.nats is not None:
            return self.nats
        return 1.0 if self.eccentricity is None else self.eccentricity


ALONE = Verdict()

Probabilities = Literal["posterior", "entropic", "uniform", "none"]
"""How scores become probabilities: ∝ e^score beside the chance of absence, ∝ e^(score/σ), evenly over the listed
records, or not at all."""


class Attack(Protocol):
    """The contract; `standout.testing.attacks` holds the suite that every attack passes."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str:
        """What it does, in one line; shown in reports, help and documentation."""
        ...

    @property
    def needs(self) -> Needs:
        """What it cannot do without in the released data."""
        ...

    @property
    def verdict(self) -> Verdict: ...
    @property
    def probabilities(self) -> Probabilities: ...

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> Gains: ...


@runtime_checkable
class HasPrior(Protocol):
    """An attack with a prior: the chance that the target is in the data at all."""

    @property
    def present(self) -> float: ...


@runtime_checkable
class TakesRule(Protocol):
    """An attack that can be told by which rule knowledge was drawn."""

    def for_adversary(self, adversary: Adversary) -> Attack: ...


def bound(attack: Attack, adversary: Adversary) -> Attack:
    """The attack, told the adversary's rule if it can make use of it."""
    return attack.for_adversary(adversary) if isinstance(attack, TakesRule) else attack


def sums_by_target(amounts: Floats, knowledge: Knowledge) -> Floats:
    """The sum of an amount over each target's known items, whoever else is looked for at the same time."""
    rows = np.repeat(np.arange(knowledge.targets), knowledge.sizes)
    return np.asarray(np.bincount(rows, weights=amounts, minlength=knowledge.targets), dtype=np.float64)


def presence_only(weights: Floats) -> tuple[Int32s, Int32s, Floats, Floats]:
    """Rows and tables for an attack that only asks whether a record has the item."""
    rows = np.full(len(weights), NO_ROW, np.int32)
    return rows, rows, np.zeros((1, 256)), np.zeros((1, DAY_TABLE))


def value_distances(knowledge: Knowledge, facts: Facts) -> Floats:
    """Distance from each known value (row) to each released value code (column); infinite to "no value"."""
    known, released = len(knowledge.scale.positions), len(facts.scale.positions)
    distances = np.full((max(known, 1), 256), np.inf)
    if comparable(knowledge.scale, facts.scale):
        distances[:known, :released] = distances_between(knowledge.scale, facts.scale)
    return distances


def scale_note(known: Scale, released: Scale) -> str | None:
    """What is to be said about values on two scales, if anything."""
    if known.kind == "none" or known == released:
        return None
    if released.kind == "none":
        return "values were not compared: the released data has none"
    ranges = " and ".join(f"{scale.labels[0]} to {scale.labels[-1]}" for scale in (known, released) if scale.labels)
    if not comparable(known, released):
        return f"values were not compared: they are on different scales ({ranges})"
    if (known.labels[0], known.labels[-1]) != (released.labels[0], released.labels[-1]):
        how = "by where their bands overlap" if known.kind == released.kind == "bands" else "as they are"
        return f"values were compared {how}, although the scales differ ({ranges})"
    return None


def day_gaps() -> Floats:
    """The gap in days that each column of a day table stands for; infinite from `FARTHEST_DAY` on."""
    gaps = np.arange(DAY_TABLE, dtype=np.float64)
    gaps[FARTHEST_DAY:] = np.inf
    return gaps


def value_rows(knowledge: Knowledge, facts: Facts) -> Int32s:
    """The row of a value table for each known item: its known value, or none."""
    known = comparable(knowledge.scale, facts.scale) & (knowledge.values < len(knowledge.scale.positions))
    return np.where(known, knowledge.values.astype(np.int32), np.int32(NO_ROW))


def day_rows(knowledge: Knowledge, facts: Facts) -> Int32s:
    """Row 0 of a day table for each known item whose day is known, else none."""
    known = facts.has_days & (knowledge.days != UNKNOWN_DAY)
    return np.where(known, np.int32(0), np.int32(NO_ROW))


def holders_of(knowledge: Knowledge, facts: Facts) -> Int64s:
    """How many released records have each known item; 0 for an item that none has."""
    return np.where(knowledge.items >= 0, facts.holders[np.maximum(knowledge.items, 0)], 0)

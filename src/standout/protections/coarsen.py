"""Coarsening: fewer values or coarser days, or none at all; which items people have stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Int64s, UInt8s, UInt16s
from standout.data.attributes import Attribute
from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.counting import by_day_and_value
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.model import NO_SCALE, Records, Scale
from standout.data.needs import Needs
from standout.data.partition import Partition
from standout.data.scales import part_of, places_on
from standout.errors import BadInput
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge
from standout.protections.contract import Protected
from standout.protections.person_records import blocks
from standout.protections.rowwise import Reshaped, on_all

LONGEST = {"week": 7, "month": 31, "quarter": 92}
"""Days in the longest week, month and quarter."""


@dataclass(frozen=True)
class CoarsenValues:
    """Merges values.

    The middle is halfway between the lowest and the highest value, the same for everybody; exactly in the middle is
    not liked: of 1 to 5 stars, 4 and 5 are. N bands cut the scale into N parts of equal width. Each band keeps one of
    its own values, the one nearest to the average of its entries, so that the data stays on the scale it was on.
    """

    name: ClassVar[str] = "coarsen-values"
    summary: ClassVar[str] = (
        "Merges values: `likes` (above the middle of the scale, or not), `presence` (none at all), or N bands."
    )
    needs: ClassVar[Needs] = frozenset({"values"})
    compared: ClassVar[tuple[str, ...]] = ("to=likes", "to=presence")

    to: str = "likes"

    def __post_init__(self) -> None:
        if self.to not in ("likes", "presence") and not (self.to.isascii() and self.to.isdigit() and int(self.to) > 1):
            raise BadInput(
                f"coarsen-values: to is '{self.to}', but must be likes, presence, or a number of values from 2 on"
            )

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:  # noqa: ARG002
        if not facts.has_values:
            raise BadInput("coarsen-values: the data has no values")
        if self.to == "presence":
            return _reshaped(replace(partition.records, values=np.empty(0, np.uint8)), NO_SCALE, facts.first_day)
        levels = self._levels(facts.scale, facts.value_counts)
        kept = np.unique(levels)
        codes = np.full(256, NO_VALUE, np.uint8)
        codes[: len(levels)] = np.searchsorted(kept, levels)
        scale = part_of(facts.scale, kept.tolist())
        values: UInt8s = np.empty(partition.count, np.uint8)
        for block in blocks(partition.count):
            values[block] = codes[partition.records.values[block]]
        return _reshaped(replace(partition.records, values=values), scale, facts.first_day)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        if self.to == "presence":
            return ("values are not released",)
        levels = self._levels(facts.scale, facts.value_counts)
        return tuple(_told(facts.scale, np.flatnonzero(levels == level), level) for level in np.unique(levels))

    def bands(self, positions: npt.ArrayLike, scale: Scale) -> Int64s:
        """The band in which each position lies, on this scale."""
        places, low = np.asarray(positions, dtype=np.float64), scale.positions[0]
        if self.to == "likes":
            return np.asarray(places > (low + scale.positions[-1]) / 2).astype(np.int64)
        count, span = int(self.to), scale.span or 1.0
        # a place that rounding leaves a hair below an edge belongs above it
        return np.clip(np.floor((places - low) / span * count + 1e-9), 0, count - 1).astype(np.int64)

    def _levels(self, scale: Scale, counts: Int64s) -> Int64s:
        """For each value code the code that stands for its band."""
        positions = np.array(scale.positions)
        bands, levels = self.bands(positions, scale), np.arange(len(positions))
        for band in np.unique(bands):
            members = np.flatnonzero(bands == band)
            weights = counts[members] if counts[members].any() else np.ones(len(members))
            average = np.average(positions[members], weights=weights)
            levels[members] = members[np.argmin(np.abs(positions[members] - average))]
        return levels

    @property
    def countered_by(self) -> str:
        if self.to == "presence":
            return "asks only who has the known items"
        return "puts the values it knows into the same bands before it compares"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        codes = np.full(256, NO_VALUE, np.uint8)
        if released.scale.positions and knowledge.scale.positions:
            bands = self.bands(places_on(knowledge.scale, released.scale), knowledge.scale)
            for code, band in enumerate(self.bands(knowledge.scale.positions, knowledge.scale)):
                same = np.flatnonzero(bands == band)
                codes[code] = same[0] if len(same) else NO_VALUE
        return replace(knowledge, values=codes[knowledge.values], scale=released.scale)


def _reshaped(records: Records, scale: Scale, first_day: int | None) -> Reshaped:
    return Reshaped(by_day_and_value(records), scale, first_day)


def _told(scale: Scale, members: Int64s, level: int) -> str:
    """What became of one band: "values 1 to 3 are now 2"."""
    first, last = scale.labels[members[0]], scale.labels[members[-1]]
    return f"values {first} to {last} are now {scale.labels[level]}" if len(members) > 1 else f"value {first} stays"


@dataclass(frozen=True)
class CoarsenDays:
    """Replaces days by weeks, months or quarters."""

    name: ClassVar[str] = "coarsen-days"
    summary: ClassVar[str] = (
        "Replaces each day by the first of its `week` (Monday), `month` or `quarter`, or releases no days (`none`)."
    )
    needs: ClassVar[Needs] = frozenset({"days"})
    compared: ClassVar[tuple[str, ...]] = ("to=month", "to=none")

    to: str = "month"

    def __post_init__(self) -> None:
        if self.to not in (*LONGEST, "none"):
            raise BadInput(f"coarsen-days: to is '{self.to}', but must be week, month, quarter or none")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:  # noqa: ARG002
        if facts.first_day is None:
            raise BadInput("coarsen-days: the data has no days")
        if self.to == "none":
            return _reshaped(replace(partition.records, days=np.empty(0, np.uint16)), facts.scale, None)
        firsts = self.firsts(facts.first_day + np.arange(facts.last_day + 1))
        first_day = int(firsts[0])
        codes = np.full(NO_DAY + 1, NO_DAY, np.uint16)
        codes[: len(firsts)] = firsts - first_day
        days: UInt16s = np.empty(partition.count, np.uint16)
        for block in blocks(partition.count):
            days[block] = codes[partition.records.days[block]]
        return _reshaped(replace(partition.records, days=days), facts.scale, first_day)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return ("days are not released" if self.to == "none" else f"days are now the first of their {self.to}",)

    def firsts(self, days: Int64s) -> Int64s:
        """The first day of the period in which each day lies, in days since 1970-01-01, a Thursday."""
        if self.to == "week":
            return np.asarray(days - (days + 3) % 7)
        months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
        if self.to == "quarter":
            months -= months % 3
        return months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)

    @property
    def countered_by(self) -> str:
        if self.to == "none":
            return "does without days"
        return f"takes the first of the {self.to} for the days it knows before it compares"

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:
        if released.first_day is None or self.to == "none":
            return replace(knowledge, days=np.full_like(knowledge.days, UNKNOWN_DAY))
        known = knowledge.days != UNKNOWN_DAY
        firsts = self.firsts(knowledge.days[known].astype(np.int64) + released.first_day) - released.first_day
        days = knowledge.days.copy()
        days[known] = firsts
        # two days so far apart may lie in periods whose first days are farther apart, by almost a period
        error = knowledge.day_error + (LONGEST[self.to] - 1 if knowledge.day_error > 0 else 0)
        return replace(knowledge, days=days, day_error=error)

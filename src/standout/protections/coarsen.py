"""Coarsening: fewer values or coarser days, or none at all; which items people have stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from standout.data.attributes import Attribute
from standout.data.model import NO_DAY, NO_SCALE, NO_VALUE, Int64s, Interactions, Scale, UInt8s, UInt16s
from standout.errors import BadInput
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge
from standout.protections.contract import Protected
from standout.protections.person_records import blocks
from standout.protections.rowwise import Reshaped, on_all

LONGEST = {"week": 7, "month": 31, "quarter": 92}
"""Days in the longest week, month and quarter."""


@dataclass(frozen=True)
class CoarsenValues:
    """Merge values: `likes` (above the middle of the scale, or not), `presence` (none at all), or N bands.

    The middle is halfway between the lowest and the highest value, the same for everybody; exactly in the middle is
    not liked: of 1 to 5 stars, 4 and 5 are. N bands cut the scale into N parts of equal width. Each band keeps one of
    its own values, the one nearest to the average of its entries, so that the data stays on the scale it was on.
    """

    name: ClassVar[str] = "coarsen-values"
    needs_attribute: ClassVar[bool] = False

    to: str = "likes"

    def __post_init__(self) -> None:
        if self.to not in ("likes", "presence") and not (self.to.isascii() and self.to.isdigit() and int(self.to) > 1):
            raise BadInput(
                f"coarsen-values: to is '{self.to}', but must be likes, presence, or a number of values from 2 on"
            )

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:  # noqa: ARG002
        if not data.has_values:
            raise BadInput("coarsen-values: the data has no values")
        if self.to == "presence":
            return Reshaped(replace(data.records, values=np.empty(0, np.uint8)), NO_SCALE, data.first_day)
        levels = self._levels(data.scale, data.facts.value_counts)
        kept = np.unique(levels)
        codes = np.full(256, NO_VALUE, np.uint8)
        codes[: len(levels)] = np.searchsorted(kept, levels)
        scale = Scale(
            data.scale.kind,
            tuple(data.scale.labels[level] for level in kept),
            tuple(data.scale.positions[level] for level in kept),
        )
        values: UInt8s = np.empty(data.count, np.uint8)
        for part in blocks(data.count):
            values[part] = codes[data.records.values[part]]
        return Reshaped(replace(data.records, values=values), scale, data.first_day)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        if self.to == "presence":
            return ("values are not released",)
        levels = self._levels(data.scale, data.facts.value_counts)
        return tuple(_told(data.scale, np.flatnonzero(levels == level), level) for level in np.unique(levels))

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
        bands, found = self.bands(positions, scale), np.arange(len(positions))
        for band in np.unique(bands):
            members = np.flatnonzero(bands == band)
            weights = counts[members] if counts[members].any() else np.ones(len(members))
            average = np.average(positions[members], weights=weights)
            found[members] = members[np.argmin(np.abs(positions[members] - average))]
        return found

    @property
    def countered_by(self) -> str:
        if self.to == "presence":
            return "asks only who has the known items"
        return "puts the values it knows into the same bands before it compares"

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:
        codes = np.full(256, NO_VALUE, np.uint8)
        if released.scale.positions and knowledge.scale.positions:
            bands = self.bands(released.scale.positions, knowledge.scale)
            for code, band in enumerate(self.bands(knowledge.scale.positions, knowledge.scale)):
                same = np.flatnonzero(bands == band)
                codes[code] = same[0] if len(same) else NO_VALUE
        return replace(knowledge, values=codes[knowledge.values], scale=released.scale)


def _told(scale: Scale, members: Int64s, level: int) -> str:
    """What became of one band: "values 1 to 3 are now 2"."""
    first, last = scale.labels[members[0]], scale.labels[members[-1]]
    return f"values {first} to {last} are now {scale.labels[level]}" if len(members) > 1 else f"value {first} stays"


@dataclass(frozen=True)
class CoarsenDays:
    """Replace each day by the first of its `week` (Monday), `month` or `quarter`, or release no days (`none`)."""

    name: ClassVar[str] = "coarsen-days"
    needs_attribute: ClassVar[bool] = False

    to: str = "month"

    def __post_init__(self) -> None:
        if self.to not in (*LONGEST, "none"):
            raise BadInput(f"coarsen-days: to is '{self.to}', but must be week, month, quarter or none")

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:  # noqa: ARG002
        if data.first_day is None:
            raise BadInput("coarsen-days: the data has no days")
        if self.to == "none":
            return Reshaped(replace(data.records, days=np.empty(0, np.uint16)), data.scale, None)
        firsts = self.firsts(data.first_day + np.arange(data.last_day + 1))
        first_day = int(firsts[0])
        codes = np.full(NO_DAY + 1, NO_DAY, np.uint16)
        codes[: len(firsts)] = firsts - first_day
        days: UInt16s = np.empty(data.count, np.uint16)
        for part in blocks(data.count):
            days[part] = codes[data.records.days[part]]
        return Reshaped(replace(data.records, days=days), data.scale, first_day)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:  # noqa: ARG002
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

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:
        if released.first_day is None or self.to == "none":
            return replace(knowledge, days=np.full_like(knowledge.days, UNKNOWN_DAY))
        known = knowledge.days != UNKNOWN_DAY
        firsts = self.firsts(knowledge.days[known].astype(np.int64) + released.first_day) - released.first_day
        days = knowledge.days.copy()
        days[known] = firsts
        # two days so far apart may lie in periods whose first days are farther apart, by almost a period
        error = knowledge.day_error + (LONGEST[self.to] - 1 if knowledge.day_error > 0 else 0)
        return replace(knowledge, days=days, day_error=error)

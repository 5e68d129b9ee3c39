"""Perturbing values and days: noise on what is released, as Netflix said it had added (Narayanan, sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from typing import ClassVar

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.scoreboard import PAPER_SPAN, ScoreboardRH
from standout.data.attributes import Attribute
from standout.data.model import LAST_DAY, NO_DAY, NO_VALUE, Interactions, UInt8s, UInt16s
from standout.errors import BadInput
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.person_records import people_blocks
from standout.protections.rowwise import Reshaped, chances, on_all


@dataclass(frozen=True)
class Perturb:
    """Add noise to every value and every day.

    Values get normal noise with this standard deviation, in the scale's own units, and then take the nearest value of
    the scale. Days move by a whole number of days, evenly from −`days` to +`days`, and stay within the first and the
    last day of the data.
    """

    name: ClassVar[str] = "perturb"
    needs_attribute: ClassVar[bool] = False

    values: float = 1.0
    days: int = 14

    def __post_init__(self) -> None:
        if not (isfinite(self.values) and self.values >= 0):
            raise BadInput(f"perturb: values is {self.values}, but must be a standard deviation from 0 on")
        if not 0 <= self.days <= LAST_DAY:
            raise BadInput(f"perturb: days is {self.days}, but must be from 0 to {LAST_DAY:,}")
        if not self.values and not self.days:
            raise BadInput("perturb: values and days are both 0, so nothing would change; give one of them")

    def protect(self, data: Interactions, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, data: Interactions, seed: int) -> Reshaped:
        missing, records = self._missing(data), data.records
        if len(missing) == bool(self.values) + bool(self.days):
            raise BadInput(f"perturb: the data has no {' and no '.join(missing)}")
        if self.values and data.has_values:
            records = replace(records, values=self._values(data, seed_for(seed, "perturb", "values")))
        if self.days and data.has_days:
            records = replace(records, days=self._days(data, seed_for(seed, "perturb", "days")))
        return Reshaped(records, data.scale, data.first_day)

    def notes(self, data: Interactions, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(f"the data has no {what} to perturb" for what in self._missing(data))

    def _missing(self, data: Interactions) -> list[str]:
        """What was to be perturbed and is not there."""
        asked = (("values", self.values, data.has_values), ("days", self.days, data.has_days))
        return [what for what, wanted, there in asked if wanted and not there]

    def _values(self, data: Interactions, seed: int) -> UInt8s:
        from scipy.special import ndtri

        positions = np.array(data.scale.positions)
        middles = (positions[1:] + positions[:-1]) / 2
        worth = np.append(positions, np.zeros(256 - len(positions)))
        found: UInt8s = np.empty(data.count, np.uint8)
        for first, last, part in _people_parts(data):
            before = np.asarray(data.records.values[part])
            noise = self.values * ndtri(chances(data, seed, first, last))
            found[part] = np.where(before == NO_VALUE, NO_VALUE, np.searchsorted(middles, worth[before] + noise))
        return found

    def _days(self, data: Interactions, seed: int) -> UInt16s:
        found: UInt16s = np.empty(data.count, np.uint16)
        for first, last, part in _people_parts(data):
            before = np.asarray(data.records.days[part]).astype(np.int64)
            moves = np.floor(chances(data, seed, first, last) * (2 * self.days + 1)).astype(np.int64) - self.days
            found[part] = np.where(before == NO_DAY, NO_DAY, np.clip(before + moves, 0, data.last_day))
        return found

    @property
    def countered_by(self) -> str:
        doing = ["lets Scoreboard-RH forgive as much as the noise is wide"]
        if self.values:
            doing.append("or forgets the values it knows and asks only who has the items")
        if self.days:
            doing.append("and forgets days" if self._hides_days else f"and allows days to be {self.days} further off")
        return ", ".join(doing)

    @property
    def _hides_days(self) -> bool:
        """Whether days move by more than the strongest attack allows for."""
        return self.days > ScoreboardRH().day_reach

    def counter(self, knowledge: Knowledge, released: Interactions) -> Knowledge:  # noqa: ARG002
        values = np.full_like(knowledge.values, NO_VALUE) if self.values else knowledge.values
        if self._hides_days:
            return replace(knowledge, values=values, days=np.full_like(knowledge.days, UNKNOWN_DAY))
        error = knowledge.day_error + (self.days if knowledge.day_error >= 0 else 0)
        return replace(knowledge, values=values, day_error=error)

    def counter_attacks(self, released: Interactions) -> tuple[Attack, ...]:
        """Scoreboard-RH whose reach is wider by the noise; on ml-1m more or less than this found no more people."""
        usual, span = ScoreboardRH(), released.scale.span or PAPER_SPAN
        value_reach = usual.value_reach + 4 * self.values * PAPER_SPAN / span  # it counts on a scale from 1 to 5
        day_reach = usual.day_reach + 3 * self.days
        return (ScoreboardRH("scoreboard-rh, wider", value_reach=value_reach, day_reach=day_reach),)


def _people_parts(data: Interactions) -> Iterator[tuple[int, int, slice]]:
    """Blocks of people, each with where their entries are."""
    starts = data.records.starts
    for first, last in people_blocks(starts):
        yield first, last, slice(int(starts[first]), int(starts[last]))

"""Perturbing values and days: noise on what is released, as Netflix said it had added (Narayanan, sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from typing import ClassVar

import numpy as np

from standout.attacks.contract import Attack
from standout.attacks.scoreboard import PAPER_SPAN, ScoreboardRH
from standout.common.arrays import UInt8s, UInt16s
from standout.data.attributes import Attribute
from standout.data.codes import LAST_DAY, NO_DAY, NO_VALUE
from standout.data.counting import by_day_and_value, people_blocks
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import Needs
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for
from standout.protections.contract import Protected
from standout.protections.rowwise import Reshaped, chances, on_all


@dataclass(frozen=True)
class Perturb:
    """Adds noise to values and days.

    Values get normal noise with this standard deviation, in the scale's own units, and then take the nearest value of
    the scale. Days move by a whole number of days, evenly from −`days` to +`days`, and stay within the first and the
    last day of the data.
    """

    name: ClassVar[str] = "perturb"
    summary: ClassVar[str] = "Adds noise to every value and every day."
    needs: ClassVar[Needs] = frozenset({"values", "days"})
    compared: ClassVar[tuple[str, ...]] = ("values=1,days=14", "values=2,days=90")

    values: float = 1.0
    days: int = 14

    def __post_init__(self) -> None:
        if not (isfinite(self.values) and self.values >= 0):
            raise BadInput(f"perturb: values is {self.values}, but must be a standard deviation from 0 on")
        if not 0 <= self.days <= LAST_DAY:
            raise BadInput(f"perturb: days is {self.days}, but must be from 0 to {LAST_DAY:,}")
        if not self.values and not self.days:
            raise BadInput("perturb: values and days are both 0, so nothing would change; give one of them")

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        return on_all(self, data, seed)

    def reshaped(self, partition: Partition, facts: Facts, seed: int) -> Reshaped:
        missing, records = self._missing(facts), partition.records
        if len(missing) == bool(self.values) + bool(self.days):
            raise BadInput(f"perturb: the data has no {' and no '.join(missing)}")
        if self.values and facts.has_values:
            records = replace(records, values=self._values(partition, facts, seed_for(seed, "perturb", "values")))
        if self.days and facts.has_days:
            records = replace(records, days=self._days(partition, facts, seed_for(seed, "perturb", "days")))
        return Reshaped(by_day_and_value(records), facts.scale, facts.first_day)

    def notes(self, facts: Facts, counted: int) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(f"the data has no {what} to perturb" for what in self._missing(facts))

    def _missing(self, facts: Facts) -> list[str]:
        """What was to be perturbed and is not there."""
        asked = (("values", self.values, facts.has_values), ("days", self.days, facts.has_days))
        return [what for what, wanted, present in asked if wanted and not present]

    def _values(self, partition: Partition, facts: Facts, seed: int) -> UInt8s:
        from scipy.special import ndtri

        positions = np.array(facts.scale.positions)
        middles = (positions[1:] + positions[:-1]) / 2
        worth = np.append(positions, np.zeros(256 - len(positions)))
        noisy: UInt8s = np.empty(partition.count, np.uint8)
        for first, last, block in _blocks(partition):
            before = np.asarray(partition.records.values[block])
            noise = self.values * ndtri(chances(partition, seed, first, last))
            noisy[block] = np.where(before == NO_VALUE, NO_VALUE, np.searchsorted(middles, worth[before] + noise))
        return noisy

    def _days(self, partition: Partition, facts: Facts, seed: int) -> UInt16s:
        noisy: UInt16s = np.empty(partition.count, np.uint16)
        for first, last, block in _blocks(partition):
            before = np.asarray(partition.records.days[block]).astype(np.int64)
            moves = np.floor(chances(partition, seed, first, last) * (2 * self.days + 1)).astype(np.int64) - self.days
            noisy[block] = np.where(before == NO_DAY, NO_DAY, np.clip(before + moves, 0, facts.last_day))
        return noisy

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

    def counter(self, knowledge: Knowledge, released: LocalDataset) -> Knowledge:  # noqa: ARG002
        values = np.full_like(knowledge.values, NO_VALUE) if self.values else knowledge.values
        if self._hides_days:
            return replace(knowledge, values=values, days=np.full_like(knowledge.days, UNKNOWN_DAY))
        error = knowledge.day_error + (self.days if knowledge.day_error >= 0 else 0)
        return replace(knowledge, values=values, day_error=error)

    def counter_attacks(self, released: LocalDataset) -> tuple[Attack, ...]:
        """Scoreboard-RH whose reach is wider by the noise; on ml-1m more or less than this found no more people."""
        usual, span = ScoreboardRH(), released.scale.span or PAPER_SPAN
        value_reach = usual.value_reach + 4 * self.values * PAPER_SPAN / span  # it counts on a scale from 1 to 5
        day_reach = usual.day_reach + 3 * self.days
        return (ScoreboardRH("scoreboard-rh, wider", value_reach=value_reach, day_reach=day_reach),)


def _blocks(partition: Partition) -> Iterator[tuple[int, int, slice]]:
    """Blocks of people, each with where their entries are."""
    starts = partition.records.starts
    for first, last in people_blocks(starts):
        yield first, last, slice(int(starts[first]), int(starts[last]))

"""Whether knowledge and gains are what kernels take for granted: they follow codes and rows into memory without asking.

Attacks may come from anybody. What one yields is looked at here, once, before any kernel sees it: kinds and sizes of
arrays, rows that point into tables, numbers that are finite and fit the grid that kernels add up on. What is wrong
ends in one error that names attack and field and says what to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mode
from typing import Any

import numpy as np

from standout.attacks.contract import DAY_TABLE, WHOLE_NORM, AdditiveGains, Attack, DenseGains, Gains, LikelihoodGains
from standout.attacks.fixed import SUM_BITS, most_per_target
from standout.common.arrays import Int64s
from standout.data.facts import Facts
from standout.data.needs import lacking
from standout.data.partition import Partition
from standout.errors import BadInput
from standout.knowledge.draw import ANY_LENGTH, Knowledge

_MOST_KNOWN = (1 << 20) - 1
"""A kernel counts matches in 20 bits."""

_MOST_IN_TABLE = 127.0
"""Tables are held in 32 bits, 24 of them behind the point."""

_MOST_NATS = float(1 << 18)
"""Likelihoods are held in 64 bits, 24 of them behind the point and 20 for the count."""

_ROWS_AT_ONCE = 1 << 16

Shape = tuple[int | None, ...]


class GainsError(BadInput, ValueError):
    """What an attack yields is not fit for a kernel; its text names attack and field."""


@dataclass(frozen=True)
class _Named:
    """Whose fields are looked at, for the error."""

    attack: str

    def refuse(self, field: str, must: str, advice: str = "") -> GainsError:
        return GainsError(f"{field} of {self.attack} must {must}{'; ' if advice else ''}{advice}")

    def array(self, field: str, array: Any, kind: type[np.generic], shape: Shape, advice: str = "") -> None:
        """An error if this is no array of this kind and shape (none: any size)."""
        if not isinstance(array, np.ndarray):
            raise self.refuse(field, f"be an array of {kind.__name__}, not {type(array).__name__}", advice)
        if array.dtype != kind:
            cast = f"cast it: .astype(np.{kind.__name__})"
            raise self.refuse(field, f"be an array of {kind.__name__}, not of {array.dtype}", cast)
        if array.ndim != len(shape) or not all(map(_fits, shape, array.shape)):
            wanted, actual = _as_text(shape), _as_text(array.shape)
            raise self.refuse(field, f"have the shape {wanted}, not {actual}", advice)

    def whole(self, field: str, number: Any, most: int) -> None:
        """An error if this is no whole number from 0 to `most`."""
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or not 0 <= number <= most:
            raise self.refuse(field, f"be a whole number from 0 to {most:,}")

    def numbers(self, field: str, array: Any, low: float, high: float, advice: str = "") -> None:
        """An error if a number is not finite, or outside these bounds."""
        if not np.isfinite(array).all():
            raise self.refuse(field, "be finite", advice or "give 0 where there is nothing to say")
        if array.size and not low <= float(array.min()) <= float(array.max()) <= high:
            raise self.refuse(field, f"be from {low:,.0f} to {high:,.0f}", advice)

    def rows(self, field: str, rows: Any, least: int, table: str, end: int) -> None:
        """An error if a row is not in its table."""
        if len(rows) and (int(rows.min()) < least or int(rows.max()) >= end):
            none = ", or -1 for none" if least < 0 else ""
            raise self.refuse(field, f"be rows of {table}, which has {end:,}: from 0 to below {end:,}{none}")


def _fits(wanted: int | None, size: int) -> bool:
    return wanted is None or wanted == size


def _as_text(shape: Shape) -> str:
    return f"({', '.join('any' if size is None else f'{size:,}' for size in shape)})"


def checked_gains(
    attack: Attack, knowledge: Knowledge, partition: Partition, facts: Facts, truths: Int64s | None = None
) -> Gains:
    """What the attack says a match is worth, fit for a kernel; an error if it is not, or if the knowledge is not."""
    if reason := lacking(attack.needs, facts):
        raise BadInput(f"attack '{attack.name}' cannot be used: {reason}; choose others with --attack")
    check_knowledge(knowledge, facts)
    if truths is not None:
        _Named(attack.name).array("truths", truths, np.int64, (knowledge.targets,))
    gains = _yielded(attack, knowledge, partition, facts)
    check_gains(attack, gains, knowledge, partition, facts)
    return gains


def _yielded(attack: Attack, knowledge: Knowledge, partition: Partition, facts: Facts) -> Gains:
    """What the attack yields; what goes wrong in somebody's own attack is told as that."""
    try:
        return attack.gains(knowledge, partition, facts)
    except Exception as problem:
        if isinstance(problem, BadInput) or type(attack).__module__.startswith("standout."):
            raise
        said = f"{type(problem).__name__}: {problem}"
        raise GainsError(f"attack '{attack.name}' failed in gains() ({said}); mend it, or leave it out") from problem


def check_gains(attack: Attack, gains: Gains, knowledge: Knowledge, partition: Partition, facts: Facts) -> None:
    """An error if these gains are not fit for a kernel."""
    named = _Named(attack.name)
    match gains:
        case AdditiveGains():
            if attack.probabilities == "posterior":
                advice = "a posterior needs likelihoods: yield LikelihoodGains, or say 'entropic', 'uniform' or 'none'"
                raise named.refuse("probabilities", "not be 'posterior' with AdditiveGains", advice)
            _check_additive(named, gains, knowledge, partition, facts)
        case LikelihoodGains():
            if attack.probabilities != "posterior":
                raise named.refuse(
                    "probabilities", f"be 'posterior' with LikelihoodGains, not '{attack.probabilities}'"
                )
            _check_likelihoods(named, gains, knowledge, partition, facts)
        case DenseGains():
            if attack.probabilities != "posterior":
                raise named.refuse("probabilities", f"be 'posterior' with DenseGains, not '{attack.probabilities}'")
            _check_dense(named, gains, knowledge, partition)
        case _:
            raise named.refuse(
                "gains()", f"yield AdditiveGains, LikelihoodGains or DenseGains, not {type(gains).__name__}"
            )


def check_knowledge(knowledge: Knowledge, facts: Facts) -> None:
    """An error if knowledge does not fit itself or speaks of items that the released data does not have."""
    named, known, targets = _Named("knowledge"), len(knowledge.items), len(knowledge.starts) - 1
    starts = knowledge.starts
    named.array("starts", starts, np.int64, (None,))
    if targets < 0 or starts[0] != 0 or starts[-1] != known or (np.diff(starts) < 0).any():
        raise named.refuse("starts", "ascend from 0 to the number of known items")
    if int(knowledge.sizes.max(initial=0)) > _MOST_KNOWN:
        raise named.refuse("sizes", f"be at most {_MOST_KNOWN:,}")
    for field, kind in (("items", np.int32), ("values", np.uint8), ("days", np.int32)):
        named.array(field, getattr(knowledge, field), kind, (known,))
    for field in ("shortest", "longest"):
        named.array(field, getattr(knowledge, field), np.int64, (targets,))
    named.rows("items", knowledge.items, -1, "the released data", facts.items)


_ONE_EACH = "there is one for each known item: len(knowledge.items)"


def _check_additive(
    named: _Named, gains: AdditiveGains, knowledge: Knowledge, partition: Partition, facts: Facts
) -> None:
    known = len(knowledge.items)
    named.array("weights", gains.weights, np.float64, (known,), _ONE_EACH)
    named.numbers(
        "weights", gains.weights, -(2.0**SUM_BITS), 2.0**SUM_BITS, "a rare item weighs much, but not endlessly"
    )
    named.array("value_rows", gains.value_rows, np.int32, (known,), _ONE_EACH)
    named.array("day_rows", gains.day_rows, np.int32, (known,), _ONE_EACH)
    if not isinstance(gains.least, bool):
        raise named.refuse("least", "be true or false")
    low, high = (0.0, 1.0) if gains.least else (-_MOST_IN_TABLE, _MOST_IN_TABLE)
    for field, table, width, advice in (
        ("by_value", gains.by_value, 256, "one column for each value code: value_distances(knowledge, facts) has them"),
        ("by_day", gains.by_day, DAY_TABLE, "one column for each gap in days: day_gaps()[None, :] has them"),
    ):
        named.array(field, table, np.float64, (None, width), advice)
        if not len(table):
            raise named.refuse(field, "have at least one row")
        named.numbers(field, table, low, high, "tables say how well something fits; what it is worth is the weight")
    named.rows("value_rows", gains.value_rows, -1, "by_value", len(gains.by_value))
    named.rows("day_rows", gains.day_rows, -1, "by_day", len(gains.by_day))
    if not facts.has_days and known and int(gains.day_rows.max()) >= 0:
        raise named.refuse("day_rows", "be -1 where the released data has no days", "use day_rows(knowledge, facts)")
    if not gains.least and most_per_target(gains, knowledge).max(initial=0.0) > 2.0**SUM_BITS:
        raise named.refuse(
            "weights", f"add up to at most 2^{SUM_BITS} for a target", "divide them all by the same number"
        )
    _check_extras(named, gains, knowledge, partition)


def _check_extras(named: _Named, gains: AdditiveGains, knowledge: Knowledge, partition: Partition) -> None:
    if gains.person_scale is not None:
        advice = "there is one for each person of the partition: partition.size"
        named.array("person_scale", gains.person_scale, np.float64, (partition.size,), advice)
        named.numbers("person_scale", gains.person_scale, 0.0, 2.0**SUM_BITS, "a scale shrinks or stretches scores")
    if gains.listed_from is not None:
        named.array("listed_from", gains.listed_from, np.float64, (knowledge.targets,), "there is one for each target")
        named.numbers("listed_from", gains.listed_from, -(2.0**62), 2.0**62, "leave listed_from out to list everybody")
    if gains.longest is not None:
        named.whole("longest", gains.longest, ANY_LENGTH)


def _check_likelihoods(
    named: _Named, gains: LikelihoodGains, knowledge: Knowledge, partition: Partition, facts: Facts
) -> None:
    known, targets, people, days = len(knowledge.items), knowledge.targets, partition.size, facts.last_day + 1
    reach, values = gains.reach, len(facts.scale.labels) + 1
    named.whole("reach", reach, DAY_TABLE)
    named.array("value_rows", gains.value_rows, np.int32, (known,), _ONE_EACH)
    named.array("dated", gains.dated, np.bool_, (known,), _ONE_EACH)
    advice = "by known value, by each value of facts.scale and none, by each gap up to reach and three more"
    named.array("tables", gains.tables, np.float64, (None, values, reach + 4), advice)
    named.array(
        "counted", gains.counted, np.bool_, gains.tables.shape, "it says of each cell of tables whether it is a match"
    )
    named.rows("value_rows", gains.value_rows, 0, "tables", len(gains.tables))
    for field, size in (
        ("weights", known), ("near", days), ("slopes", people),
    ):  # fmt: skip
        named.array(field, getattr(gains, field), np.float64, (size,))
    if gains.curves is not None:
        named.array("curves", gains.curves, np.float64, (people,), "there is one for each person of the partition")
        named.numbers("curves", gains.curves, 0.0, 1.0, "a match takes no more than all there is")
    named.array("room", gains.room, np.int64, (people,), "there is one for each person of the partition")
    named.numbers(
        "room", gains.room, 0, max(facts.longest, facts.items), "nothing is drawn from more than a record has"
    )
    _check_ways(named, gains, targets)
    _check_rows_of_targets(named, gains, knowledge, partition)
    for field in ("weights", "tables", "near", "starts", "slopes", "by_count", "by_length"):
        named.numbers(field, getattr(gains, field), -_MOST_NATS, _MOST_NATS, "these are logarithms of chances")


def _check_ways(named: _Named, gains: LikelihoodGains, targets: int) -> None:
    """Each way says whether values and days count, and each target came about in one of them at least."""
    ways = mode(np.shape(each)[0] if np.ndim(each) else 0 for each in (
        gains.with_values, gains.with_days, gains.starts, gains.possible
    ))  # fmt: skip
    if not ways:
        raise named.refuse("with_values", "have at least one way")
    for field in ("with_values", "with_days"):
        named.array(field, getattr(gains, field), np.bool_, (ways,), "one for each way")
    named.array("starts", gains.starts, np.float64, (ways, targets), "by way, then by target")
    named.array("possible", gains.possible, np.bool_, (ways, targets), "by way, then by target")
    if not gains.possible.any(axis=0).all():
        raise named.refuse("possible", "name a way for each target")


def _check_rows_of_targets(named: _Named, gains: LikelihoodGains, knowledge: Knowledge, partition: Partition) -> None:
    """Tables with a row for some targets: by number of matches, and by length of a record."""
    for field, rows_field, least in (("by_count", "count_rows", 0), ("by_length", "length_rows", -1)):
        table, rows = getattr(gains, field), getattr(gains, rows_field)
        named.array(field, table, np.float64, (None, None))
        named.array(rows_field, rows, np.int64, (knowledge.targets,), "there is one for each target")
        named.rows(rows_field, rows, least, field, len(table))
    longest = int(partition.lengths.max(initial=0)) if gains.length_rows.max(initial=-1) >= 0 else 0
    for field, table, most, advice in (
        ("by_count", gains.by_count, int(knowledge.sizes.max(initial=0)), "none to all known items may match"),
        ("by_length", gains.by_length, longest, "records have up to facts.longest items"),
    ):
        if not len(table) or table.shape[1] <= most:
            raise named.refuse(field, f"have a row, of {most + 1:,} columns or more", advice)


def _check_dense(named: _Named, gains: DenseGains, knowledge: Knowledge, partition: Partition) -> None:
    named.array("people", gains.people, np.float64, (partition.size, None), "a row for each person of the partition")
    columns = gains.people.shape[1]
    advice = "a row for each target, with as many columns as people"
    named.array("targets", gains.targets, np.float64, (knowledge.targets, columns), advice)
    for field, size, most in (
        ("units", knowledge.targets, _MOST_NATS),
        ("starts", knowledge.targets, _MOST_NATS),
        ("weights", len(knowledge.items), _MOST_NATS),
        ("person_scale", partition.size, _MOST_NATS),
    ):
        named.array(field, getattr(gains, field), np.float64, (size,))
        low = 0.0 if field in ("units", "person_scale") else -most
        named.numbers(field, getattr(gains, field), low, most, "these are nats, or what nats are multiplied by")
    for field, table in (("people", gains.people), ("targets", gains.targets)):
        for begin in range(0, len(table), _ROWS_AT_ONCE):
            some = table[begin : begin + _ROWS_AT_ONCE]
            if not np.array_equal(some, np.rint(some)):
                raise named.refuse(field, "hold whole numbers", "round it, and let units say what a step is worth")
            if not float((some**2).sum(axis=1).max(initial=0.0)) <= WHOLE_NORM**2:
                raise named.refuse(
                    field, f"have rows of a length up to {WHOLE_NORM:,.0f}", "divide it, and raise units"
                )

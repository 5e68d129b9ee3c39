"""Values on two scales: public ones are brought to the released scale by how often they occur on shared items.

One who gives 7 of 10 elsewhere gives about 4 of 5 here: the same people on the same items use two scales alike, so the
same share of them lies below a value on one scale and below its counterpart on the other. Few values say little about
that; then only the ends of the scales are brought together. Scales that agree are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from standout.common.arrays import Floats, Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.model import Scale
from standout.data.partition import Partition
from standout.data.scales import numbers_of
from standout.engines.merging import Arrays, summed
from standout.knowledge.draw import Knowledge

ENOUGH = 200
"""From so many values on shared items on, their distribution is believed."""

_MOST_ITEMS = 2_000
"""Only the best known shared items are looked at; more say nothing new."""

_TOPS = (1.0, 5.0, 6.0, 7.0, 10.0, 20.0, 100.0)
"""Where scales usually end, for those of whom only a few values are seen."""

_BLOCK = 1 << 22


@dataclass(frozen=True)
class Rescaling:
    """For each public value code the released one that stands for it, and how that was found, in words."""

    codes: npt.NDArray[np.uint8]
    note: str

    def of(self, knowledge: Knowledge, scale: Scale) -> Knowledge:
        """The knowledge with its values on this scale, the released one."""
        return replace(knowledge, values=self.codes[knowledge.values], scale=scale)


def rescaled(knowledge: Knowledge, released: AnyDataset) -> tuple[Knowledge, str | None]:
    """The knowledge with its values on the released scale, and a note on how; as it is where the scales agree."""
    found = rescaling(knowledge, released)
    if found is None:
        return knowledge, None
    return found.of(knowledge, released.scale), found.note


def rescaling(knowledge: Knowledge, released: AnyDataset) -> Rescaling | None:
    """How public values become released ones; none where they need not or cannot."""
    if agree(knowledge.scale, released.scale) or not mappable(knowledge.scale, released.scale):
        return None
    counts, theirs = _counts(knowledge, released)
    shared = int(min(counts.sum(), theirs.sum()))
    ours, target = _alike(counts, theirs)
    near, told = _nearest(knowledge.scale, released.scale), _by_ends(knowledge.scale, released.scale)
    if shared >= ENOUGH:
        mapped, how = by_quantiles(ours, target), f"by how often they occur on {len(counts):,} shared items"
    else:
        mapped, how = told, "by the ends of the scales, for few values are on shared items"
    if near is not None and shared and _apart(ours, target, mapped) >= _apart(ours, target, near):
        return None
    codes = np.full(256, NO_VALUE, np.uint8)
    codes[: len(mapped)] = mapped
    return Rescaling(codes, f"values were brought to the released scale {how}: {_said(knowledge, mapped, released)}")


def agree(known: Scale, released: Scale) -> bool:
    """Whether every known value is one of the released scale too, which then is the same scale."""
    return set(known.labels) <= set(released.labels) or (
        known.kind == released.kind == "numbers" and set(known.positions) <= set(released.positions)
    )


def mappable(known: Scale, released: Scale) -> bool:
    """Whether both are grades of some kind. Counts say how often, and two tables of amounts are compared as bands."""
    kinds = {known.kind, released.kind}
    return bool(known.labels and released.labels) and kinds <= {"numbers", "letters", "bands"} and kinds != {"bands"}


def by_quantiles(ours: Floats, theirs: Floats) -> Int64s:
    """For each public code the released one at the middle of its share: it never falls as values rise."""
    upper, steps = np.cumsum(ours), np.cumsum(theirs)
    middle = (upper - ours / 2) / max(upper[-1], 1e-300)
    found = np.searchsorted(steps / max(steps[-1], 1e-300), middle - 1e-12, side="left")
    return np.asarray(np.minimum(found, len(theirs) - 1), dtype=np.int64)


def _counts(knowledge: Knowledge, released: AnyDataset) -> tuple[Int64s, Int64s]:
    """How often each value occurs on each shared item: in the knowledge, and in the released data."""
    valued = (knowledge.items >= 0) & (knowledge.values < len(knowledge.scale.labels))
    known = np.bincount(knowledge.items[valued], minlength=released.items)
    chosen = np.sort(np.argsort(-known, kind="stable")[:_MOST_ITEMS])
    chosen = chosen[known[chosen] > 0]
    places = np.full(released.items, -1, np.int64)
    places[chosen] = np.arange(len(chosen))
    at, width = places[knowledge.items[valued]], len(knowledge.scale.labels)
    ours = np.bincount(at[at >= 0] * width + knowledge.values[valued][at >= 0], minlength=len(chosen) * width).reshape(
        len(chosen), width
    )
    theirs = released.engine.map(released, _counts_in, places, len(chosen), merge=summed)["counts"]
    return ours, theirs


def _counts_in(partition: Partition, facts: Facts, places: Int64s, items: int) -> Arrays:
    """How often each value occurs on each of the items, block by block."""
    records, width = partition.records, len(facts.scale.labels)
    counts = np.zeros(items * width, np.int64)
    for begin in range(0, len(records.values), _BLOCK):
        values = records.values[begin : begin + _BLOCK].astype(np.int64)
        at = places[records.items[begin : begin + _BLOCK]]
        kept = (at >= 0) & (values < width)
        counts += np.bincount(at[kept] * width + values[kept], minlength=items * width)
    return {"counts": counts.reshape(items, width)}


def _alike(ours: Int64s, theirs: Int64s) -> tuple[Floats, Floats]:
    """Both distributions, with each item weighing the same on either side: as much as the side that knows it less."""
    first, second = ours.sum(axis=1), theirs.sum(axis=1)
    weights = np.minimum(first, second)
    parts = (
        (counts * (weights / np.maximum(total, 1))[:, None]).sum(axis=0)
        for counts, total in ((ours, first), (theirs, second))
    )
    one, other = (np.asarray(part, dtype=np.float64) / max(float(weights.sum()), 1e-300) for part in parts)
    return one, other


def _apart(ours: Floats, theirs: Floats, mapped: Int64s) -> float:
    """How far the mapped distribution is from the released one, in steps of the scale."""
    brought = np.bincount(mapped, weights=ours, minlength=len(theirs))
    return float(np.abs(np.cumsum(brought - theirs)).sum())


def _nearest(known: Scale, released: Scale) -> Int64s | None:
    """The released value nearest to each public one as they are; none where numbers do not compare."""
    if "letters" in (known.kind, released.kind):
        return None
    return _closest(np.array(numbers_of(known)), released)


def _closest(numbers: Floats, released: Scale) -> Int64s:
    theirs = np.array(numbers_of(released) or released.positions, dtype=np.float64)
    return np.asarray(np.abs(numbers[:, None] - theirs[None, :]).argmin(axis=1), dtype=np.int64)


def _by_ends(known: Scale, released: Scale) -> Int64s:
    """Public values stretched so that the scales end at the same place."""
    if "letters" in (known.kind, released.kind):
        steps = np.linspace(0, len(released.labels) - 1, len(known.labels))
        return np.asarray(np.rint(steps), dtype=np.int64)
    return _closest(np.array(numbers_of(known)) * (_top(released) / _top(known)), released)


def _top(scale: Scale) -> float:
    """Where the scale ends, as far as its values show."""
    most = float(numbers_of(scale)[-1])
    return next((top for top in _TOPS if most <= top), most)


def _said(knowledge: Knowledge, mapped: Int64s, released: AnyDataset) -> str:
    """Which values became which, each released value once."""
    labels, parts = knowledge.scale.labels, []
    for code in np.unique(mapped):
        places = np.flatnonzero(mapped == code)
        first, last = labels[places[0]], labels[places[-1]]
        parts.append(f"{first if first == last else f'{first} to {last}'} became {released.scale.labels[code]}")
    return ", ".join(parts)

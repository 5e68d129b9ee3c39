"""Folding: what becomes of returns and of rows that repeat a person and an item.

Rows come sorted by person and item, then by time, then as they stand in the file; so all that is folded together lies
side by side, and one pass over blocks of rows is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from standout.common.arrays import Bools, Floats, Int32s, Int64s, UInt8s, UInt16s

Fold = Literal["sum", "count", "first", "last"]
_HAIR = 1e-9
"""What is left of a purchase, as a share of it, is nothing but rounding."""
_LARGEST = 1e290
"""A million of these still have a sum."""


@dataclass(frozen=True)
class Rows:
    """Some rows, with codes of values or with amounts (NaN if not known), not yet coded."""

    people: Int32s
    items: Int32s
    codes: UInt8s | None = None
    amounts: Floats | None = None
    days: UInt16s | None = None
    places: Int64s | None = None
    """Where the rows stand in the table `whole`, where that is asked for."""

    def __len__(self) -> int:
        return len(self.people)

    def taken(self, rows: Int64s | Bools | slice) -> Rows:
        """Some of the rows."""
        return Rows(
            self.people[rows],
            self.items[rows],
            None if self.codes is None else self.codes[rows],
            None if self.amounts is None else self.amounts[rows],
            None if self.days is None else self.days[rows],
            None if self.places is None else self.places[rows],
        )


@dataclass(frozen=True)
class Rule:
    """How rows of a person and an item become one, or one for each day; and what becomes of negative amounts."""

    fold: Fold
    each_day: bool = False
    returns: Literal["net", "drop", "none"] = "none"


@dataclass(frozen=True)
class Tally:
    """What folding came across."""

    rows: int = 0
    repeated: int = 0
    """Rows that repeat a person and an item, without those that are returns or returned."""
    most_folded: int = 0
    """Rows that became one, at most."""
    returned: int = 0
    """Rows with a negative amount."""
    nothing: int = 0
    """Rows with the amount 0, where that is no purchase."""
    emptied: int = 0
    """Persons and items with nothing left after returns."""
    returned_whole: int = 0
    """Rows with more than 0 of which returns leave nothing."""

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        most = max(self.most_folded, other.most_folded)
        return Tally(
            self.rows + other.rows, self.repeated + other.repeated, most, self.returned + other.returned,
            self.nothing + other.nothing, self.emptied + other.emptied,
            self.returned_whole + other.returned_whole,
        )  # fmt: skip


def whole_pairs(blocks: Iterable[Rows]) -> Iterator[Rows]:
    """The same rows in blocks that never part rows of one person and item."""
    waiting: list[Rows] = []
    for block in blocks:
        if not len(block):
            continue
        begins = begins_of(block)
        goes_on = bool(waiting) and _key(waiting[-1], -1) == _key(block, 0)
        if goes_on and len(begins) == 1:
            waiting.append(block)
            continue
        last = int(begins[-1])
        if waiting or last:
            yield joined([*waiting, block.taken(slice(0, last))])
        waiting = [block.taken(slice(last, None))]
    if waiting:
        yield joined(waiting)


def folded(rows: Rows, rule: Rule) -> tuple[Rows, Tally]:
    """What rows become, in blocks of whole pairs."""
    tally = Tally(rows=len(rows))
    if rule.returns != "none":
        rows, tally = _without_returns(rows, rule, tally)
    if not len(rows):
        return rows, tally
    pairs = begins_of(rows)
    begins = begins_of(rows, rule.each_day)
    sizes = np.diff(np.append(begins, len(rows)))
    tally += Tally(repeated=len(rows) - len(pairs), most_folded=int(sizes.max()))
    kept = rows.taken(begins if rule.fold == "first" else begins + sizes - 1)
    if rule.fold == "count":
        return replace(kept, codes=None, amounts=sizes.astype(np.float64)), tally
    if rule.fold == "sum":
        return replace(kept, amounts=_sums(rows, begins)), tally
    return kept, tally


def joined(parts: Sequence[Rows]) -> Rows:
    """Rows one after another."""
    if len(parts) == 1:
        return parts[0]
    codes = [part.codes for part in parts if part.codes is not None]
    amounts = [part.amounts for part in parts if part.amounts is not None]
    days = [part.days for part in parts if part.days is not None]
    places = [part.places for part in parts if part.places is not None]
    return Rows(
        np.concatenate([part.people for part in parts]),
        np.concatenate([part.items for part in parts]),
        np.concatenate(codes) if codes else None,
        np.concatenate(amounts) if amounts else None,
        np.concatenate(days) if days else None,
        np.concatenate(places) if places else None,
    )


def _key(rows: Rows, place: int) -> tuple[int, int]:
    return int(rows.people[place]), int(rows.items[place])


def begins_of(rows: Rows, each_day: bool = False) -> Int64s:
    """Where rows of another person or item begin, or of another day."""
    new = np.ones(len(rows), np.bool_)
    new[1:] = (rows.people[1:] != rows.people[:-1]) | (rows.items[1:] != rows.items[:-1])
    if each_day and rows.days is not None:
        new[1:] |= rows.days[1:] != rows.days[:-1]
    return np.flatnonzero(new)


def _sums(rows: Rows, begins: Int64s) -> Floats:
    """The sum of the known amounts of each group; not known if none is. More than a number can hold is the largest."""
    amounts = _numbers(rows)
    known = ~np.isnan(amounts)
    with np.errstate(over="ignore", invalid="ignore"):
        sums = np.nan_to_num(np.add.reduceat(np.where(known, amounts, 0.0), begins))
    return np.asarray(np.where(np.logical_or.reduceat(known, begins), sums, np.nan))


def _numbers(rows: Rows) -> Floats:
    if rows.amounts is None:
        raise ValueError("rows without amounts have no sums")
    return rows.amounts


def left_of(rows: Rows, rule: Rule) -> Floats:
    """What returns leave of the amount of each row; of one that is nothing, no row stays."""
    amounts = _numbers(rows)
    negative = amounts < 0
    left = np.where(negative, 0.0, amounts)
    if rule.returns == "net" and negative.any():
        begins = begins_of(rows)
        back = np.repeat(np.logical_or.reduceat(negative, begins), np.diff(np.append(begins, len(rows))))
        some = rows.taken(back)
        left[back] = _netted(_numbers(some), left[back], begins_of(some))
    return left


def _without_returns(rows: Rows, rule: Rule, tally: Tally) -> tuple[Rows, Tally]:
    """Rows with what is left of their amounts: nothing of negative ones, and of nothing no row.

    Netted, what a person returned of an item is taken off the latest purchases of it.
    """
    amounts, begins = _numbers(rows), begins_of(rows)
    negative, left = amounts < 0, left_of(rows, rule)
    stays = np.isnan(left) | (left > 0)
    emptied = int((~np.logical_or.reduceat(stays, begins) & np.logical_or.reduceat(negative, begins)).sum())
    seen = Tally(
        returned=int(negative.sum()), nothing=int((amounts == 0).sum()), emptied=emptied,
        returned_whole=int((~stays & (amounts > 0)).sum()),
    )  # fmt: skip
    kept = replace(rows, amounts=left).taken(stays)
    return kept, tally + seen


def _netted(amounts: Floats, bought: Floats, begins: Int64s) -> Floats:
    """What is left of each purchase if the first ones are kept as far as the sum with all returns goes."""
    purchases, every = (np.clip(np.nan_to_num(each), -_LARGEST, _LARGEST) for each in (bought, amounts))
    sizes = np.diff(np.append(begins, len(amounts)))
    kept = np.repeat(np.add.reduceat(every, begins), sizes)
    before = np.cumsum(purchases, dtype=np.longdouble) - purchases
    before -= np.repeat(before[begins], sizes)
    left = np.clip((kept - before).astype(np.float64), 0.0, purchases)
    left[left <= _HAIR * purchases] = 0.0
    return np.asarray(np.where(np.isnan(bought), np.nan, left))

"""Folding against a slow reference that takes one person and item after the other."""

from __future__ import annotations

from itertools import groupby, pairwise
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.io.folding import Fold, Rows, Rule, Tally, folded, joined, whole_pairs

Row = tuple[int, int, float, int]
"""Person, item, amount and day."""

ROWS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.integers(0, 2),
        st.sampled_from([nan, -3.0, -1.0, 0.0, 0.5, 1.0, 1.0, 2.0, 5.0]),
        st.integers(0, 3),
    ),
    max_size=40,
)


def as_rows(rows: list[Row]) -> Rows:
    people, items, amounts, days = zip(*rows, strict=True) if rows else ((), (), (), ())
    return Rows(
        np.array(people, np.int32), np.array(items, np.int32), None, np.array(amounts, float), np.array(days, np.uint16)
    )


def as_tuples(rows: Rows) -> list[Row]:
    assert rows.amounts is not None
    assert rows.days is not None
    return list(zip(*(each.tolist() for each in (rows.people, rows.items, rows.amounts, rows.days)), strict=True))


def plainly(rows: list[Row], rule: Rule) -> list[Row]:
    """What rows become, one pair after the other."""
    result = []
    for (person, item), pair in groupby(rows, key=lambda row: row[:2]):
        left = _left([(amount, day) for _, _, amount, day in pair], rule)
        groups = [list(same) for _, same in groupby(left, key=lambda row: row[1])] if rule.each_day else [left]
        for group in groups:
            if group:
                result.append((person, item, *_one(group, rule.fold)))
    return result


def _left(rows: list[tuple[float, int]], rule: Rule) -> list[tuple[float, int]]:
    if rule.returns == "none":
        return rows
    back = sum(-amount for amount, _ in rows if amount < 0) if rule.returns == "net" else 0.0
    left = []
    for amount, day in reversed(rows):
        if isnan(amount):
            left.append((amount, day))
        elif amount > 0:
            off = min(back, amount)
            back -= off
            left.append((amount - off, day))
    return [(amount, day) for amount, day in reversed(left) if isnan(amount) or amount > 0]


def _one(group: list[tuple[float, int]], fold: Fold) -> tuple[float, int]:
    if fold == "first":
        return group[0]
    day = group[-1][1]
    if fold == "last":
        return group[-1][0], day
    known = [amount for amount, _ in group if not isnan(amount)]
    return (float(len(group)) if fold == "count" else sum(known) if known else nan), day


@given(ROWS, st.lists(st.integers(0, 40)), st.sampled_from(["sum", "count", "first", "last"]), st.booleans(),
       st.sampled_from(["net", "drop", "none"]))  # fmt: skip
def test_rows_become_what_the_reference_makes_of_them(
    rows: list[Row], cuts: list[int], fold: Fold, each_day: bool, returns: str
) -> None:
    rule = Rule(fold, each_day, returns)  # type: ignore[arg-type]
    ordered = sorted(rows, key=lambda row: (row[0], row[1], row[3]))
    places = [0, *sorted(min(cut, len(ordered)) for cut in cuts), len(ordered)]
    blocks = [as_rows(ordered[first:last]) for first, last in pairwise(places)]
    made = [folded(block, rule) for block in whole_pairs(blocks)]
    result = as_tuples(joined([each for each, _ in made])) if made else []
    expected = plainly(ordered, rule)
    assert [row[:2] + row[3:] for row in result] == [row[:2] + row[3:] for row in expected]
    assert [row[2] for row in result] == pytest.approx([row[2] for row in expected], nan_ok=True)
    tally = sum((each for _, each in made), Tally())
    assert tally.rows == len(rows)
    if returns == "none":
        assert tally.repeated == len(rows) - len({row[:2] for row in rows})
        assert tally.returned == 0
    else:
        assert tally.returned == sum(row[2] < 0 for row in rows)


def test_whole_pairs_are_never_parted() -> None:
    pairs = [(0, 0), (0, 0), (0, 1), (1, 0), (1, 0), (1, 0), (1, 0), (2, 5)]
    blocks = [as_rows([(person, item, 1.0, 0)]) for person, item in pairs]
    whole = [[row[:2] for row in as_tuples(block)] for block in whole_pairs(blocks)]
    assert whole == [[(0, 0)] * 2, [(0, 1)], [(1, 0)] * 4, [(2, 5)]]


def test_the_latest_purchases_are_returned_first() -> None:
    rows = as_rows([(0, 0, 5.0, 1), (0, 0, 3.0, 2), (0, 0, -4.0, 3)])
    assert as_tuples(folded(rows, Rule("last", each_day=True, returns="net"))[0]) == [(0, 0, 4.0, 1)]


def test_what_rounding_leaves_of_a_purchase_is_nothing() -> None:
    rows = as_rows([(0, 0, 0.1, 1), (0, 0, 0.2, 1), (0, 0, -0.3, 1), (1, 0, 1.0, 1)])
    kept, tally = folded(rows, Rule("sum", returns="net"))
    assert as_tuples(kept) == [(1, 0, 1.0, 1)]
    assert (tally.emptied, tally.returned) == (1, 1)


def test_sums_that_no_number_can_hold_stay_numbers() -> None:
    rows = as_rows([(0, 0, 1.7e308, 1), (0, 0, 1.7e308, 1), (0, 1, 1e308, 1), (0, 1, -1e308, 2)])
    assert np.isfinite([row[2] for row in as_tuples(folded(rows, Rule("sum"))[0])]).all()
    assert len(as_tuples(folded(rows, Rule("sum", returns="net"))[0])) == 1

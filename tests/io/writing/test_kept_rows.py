"""Which rows became which entries, and which of them are written, against a slow and obvious reference."""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np
import pytest

from standout.io.folding import Fold, Rows, Rule, folded
from standout.io.writing.kept_rows import origins_of


def some_rows(seed: int) -> Rows:
    """Rows in order of person, item and day, with repeats, returns, ties and amounts that are not known."""
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 40))
    people, items, days = (random.integers(0, most, size) for most in (3, 3, 4))
    order = np.lexsort((days, items, people))
    amounts = random.choice([-2.0, -1.0, 0.0, 1.0, 2.0, 5.0, math.nan], size)
    return Rows(
        people[order].astype(np.int32), items[order].astype(np.int32), None, amounts, days[order].astype(np.uint16),
        random.permutation(size).astype(np.int64),
    )  # fmt: skip


@pytest.mark.parametrize("fold", get_args(Fold))
@pytest.mark.parametrize("returns", ["net", "drop", "none"])
@pytest.mark.parametrize("each_day", [False, True])
def test_entries_are_those_of_reading_and_their_rows_say_what_they_do(
    fold: Fold, returns: Literal["net", "drop", "none"], each_day: bool
) -> None:
    for seed in range(30):
        rows, rule = some_rows(seed), Rule(fold, each_day, returns)
        kept, _ = folded(rows, rule)
        if not len(kept):
            continue
        origins = origins_of(rows, rule)
        assert len(origins.carriers) == len(kept)
        for entry, carrier in enumerate(origins.carriers.tolist()):
            own = [row for row in range(len(rows)) if origins.entries[row] == entry]
            assert carrier in own
            assert {(int(rows.people[row]), int(rows.items[row])) for row in own} == {
                (int(kept.people[entry]), int(kept.items[entry]))
            }
            assert kept.days is not None
            assert rows.days is not None
            assert rows.amounts is not None
            assert rows.days[carrier] == kept.days[entry]
            if fold == "sum" and not origins.reduced[entry]:
                assert kept.amounts is not None
                known = [float(rows.amounts[row]) for row in own if not math.isnan(rows.amounts[row])]
                assert math.isclose(sum(known), kept.amounts[entry]) if known else math.isnan(kept.amounts[entry])
            if fold == "count":
                assert kept.amounts is not None
                assert len(own) == kept.amounts[entry]
        assert origins.places.tolist() == (rows.places if rows.places is not None else np.array([])).tolist()
        pairs = list(zip(rows.people.tolist(), rows.items.tolist(), strict=True))
        assert origins.pairs.tolist() == [sorted(set(pairs)).index(pair) for pair in pairs]

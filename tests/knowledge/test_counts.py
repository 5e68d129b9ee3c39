"""How often somebody has an item: counted in what is known, carried along, and looked up in records."""

from __future__ import annotations

from collections import Counter

import numpy as np

from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.knowledge.draw import counting_repeats, keeping, of_targets, whole_records


def bought(people: int = 30, rows: int = 400) -> LocalDataset:
    dice = np.random.default_rng(1)
    return from_arrays(
        dice.integers(0, people, rows), dice.integers(0, 12, rows), None, dice.integers(0, 50, rows),
        size=(people, 12), first_day=0, events=True,
    )  # fmt: skip


def by_hand(data: LocalDataset) -> Counter[tuple[int, int]]:
    rows = np.repeat(np.arange(data.people), data.lengths)
    return Counter(zip(rows.tolist(), data.held.records.items.tolist(), strict=True))


def test_repeats_are_counted_and_go_along() -> None:
    data, wanted = bought(), by_hand(bought())
    known = counting_repeats(whole_records(data.held, data.facts, np.arange(data.people)))
    assert known.counts is not None
    rows = np.repeat(np.arange(known.targets), known.sizes)
    assert (
        dict(zip(zip(rows.tolist(), known.items.tolist(), strict=True), known.counts.tolist(), strict=True)) == wanted
    )
    some = of_targets(known, np.array([7, 3]))
    assert some.counts is not None
    assert some.counts.tolist() == [wanted[7, i] for i in known.items[rows == 7]] + [
        wanted[3, i] for i in known.items[rows == 3]
    ]
    often = keeping(known, known.counts > 2)
    assert often.counts is not None
    assert (often.counts > 2).all()
    assert len(often.counts) == len(often.items)


def test_where_nobody_has_anything_twice_nothing_is_counted() -> None:
    data = from_arrays([0, 0, 1], [1, 2, 1], None, None, size=(2, 3))
    assert counting_repeats(whole_records(data.held, data.facts, np.arange(2))).counts is None


def test_a_look_up_says_how_often_somebody_has_the_item() -> None:
    data, wanted = bought(), by_hand(bought())
    people, items = np.divmod(np.arange(30 * 12), 12)
    for near in (None, np.full(len(people), 20)):
        cells = data.engine.look_up(data, people, items, near)
        assert cells.times.tolist() == [
            wanted.get((person, item), 0) for person, item in zip(people.tolist(), items.tolist(), strict=True)
        ]

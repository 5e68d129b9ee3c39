"""Knowledge drawn from records in which an item stands several times: different items, one of an item's events each."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.data.index import from_arrays
from standout.knowledge.adversary import Adversary, Error
from standout.knowledge.draw import UNKNOWN_DAY
from tests.asking import draw
from tests.event_worlds import EventWorld, event_worlds, released


@given(
    world=event_worlds(),
    items=st.integers(1, 3),
    absent=st.integers(0, 1),
    seed=st.integers(0, 5),
    knows=st.sampled_from([("unknown", "unknown"), (0, 0), (0, "unknown"), ("unknown", 0)]),
)
def test_known_are_so_many_different_items_with_one_of_their_events(
    world: EventWorld, items: int, absent: int, seed: int, knows: tuple[Error, Error]
) -> None:
    adversary = Adversary(
        "a",
        items=items + absent,
        absent=absent,
        values=knows[0],
        days=knows[1],
        fewer=False,
    )
    data = released(world)
    drawn = draw(data, adversary, np.arange(data.people), seed)

    def serves(value: int | None, day: int | None) -> bool:
        lacks_value = knows[0] != "unknown" and world.positions is not None and value is None
        return not lacks_value and not (knows[1] != "unknown" and world.has_days and day is None)

    able = []
    for person, record in enumerate(world.records):
        eligible = [item for item, entries in record.items() if any(serves(e.value, e.day) for e in entries)]
        if record and len(eligible) >= items and world.items - len(record) >= absent:
            able.append(person)
    assert drawn.people.tolist() == able
    known = drawn.knowledge
    for target, person in enumerate(able):
        rows = range(int(known.starts[target]), int(known.starts[target + 1]))
        codes = [int(known.items[row]) for row in rows]
        assert codes == sorted(set(codes))
        assert len(codes) == items + absent
        assert sum(code not in world.records[person] for code in codes) == absent
        for row, code in zip(rows, codes, strict=True):
            entries = world.records[person].get(code, ())
            day = int(known.days[row])
            if entries and knows[1] == 0 and world.has_days:
                fitting = [e for e in entries if e.day == day and serves(e.value, e.day)]
                assert fitting, "the known day is that of one of the item's events"
                if knows[0] == 0 and world.positions is not None:
                    assert any(e.value == int(known.values[row]) for e in fitting), "value and day are of one event"
            elif knows[1] == "unknown":
                assert day == UNKNOWN_DAY


def test_each_event_of_an_item_is_as_likely_to_be_known() -> None:
    data = from_arrays([0] * 7, [0, 0, 0, 0, 1, 1, 2], None, [1, 2, 3, 4, 5, 6, 7], events=True)
    adversary = Adversary("a", items=1, values="unknown", days=0)
    turns = 3_000
    days = Counter(int(draw(data, adversary, np.array([0]), 1, turn).knowledge.days[0]) for turn in range(turns))
    chances = dict.fromkeys((1, 2, 3, 4), 1 / 12) | {5: 1 / 6, 6: 1 / 6, 7: 1 / 3}
    for day, chance in chances.items():
        assert abs(days[day] - turns * chance) < 5 * (turns * chance * (1 - chance)) ** 0.5


def test_a_share_is_of_different_items_and_a_length_of_entries() -> None:
    data = from_arrays([0] * 40 + [0] * 9, [0] * 40 + list(range(1, 10)), None, [*range(49)], events=True)
    half = draw(data, Adversary("half", share=(0.5, 0.5), values="unknown", days="unknown"), np.array([0]), 1)
    assert half.knowledge.sizes.tolist() == [5]
    exactly = draw(data, Adversary("long", items=1, values="unknown", days="unknown", length=0.0), np.array([0]), 1)
    assert (exactly.knowledge.shortest[0], exactly.knowledge.longest[0]) == (49, 49)


@pytest.mark.parametrize("choose", ["any", "popular"])
def test_records_without_repeats_are_drawn_from_as_before(choose: Literal["any", "popular"]) -> None:
    dice = np.random.default_rng(1)
    who, what = np.nonzero(dice.random((50, 30)) < 0.3)
    adversary = Adversary("a", items=3, absent=1, wrong=1, values="unknown", days=5, choose=choose)
    drawn = [
        draw(from_arrays(who, what, None, who + what, size=(50, 30), events=events), adversary, np.arange(50), 3)
        for events in (False, True)
    ]
    for name in ("starts", "items", "values", "days"):
        assert np.array_equal(*(getattr(each.knowledge, name) for each in drawn)), name

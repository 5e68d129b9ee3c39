"""Estimates from popularity alone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from standout.advising.estimates import chances_of, expected_narrowing, expected_others, fewest_to_hide
from standout.advising.posting_advice import Wishes
from standout.advising.showing import advice_from_bulletin
from tests.advising.test_showing import history
from tests.label.bulletins import bulletin_of

COUNTS = [900, 400, 400, 120, 30, 0]
TITLES = ["One", "Two", "Three", "Four", "Five"]


def test_for_one_item_the_estimate_is_how_many_others_have_it() -> None:
    bulletin = bulletin_of(None, COUNTS[:5])
    for count in COUNTS[:5]:
        assert expected_others(chances_of([count], bulletin), bulletin) == pytest.approx(count - 1)


def test_equally_active_people_hold_items_independently() -> None:
    bulletin = bulletin_of(None, COUNTS[:5], crowd=(20.0,))
    expected = 999 * np.prod([(count - 1) / 999 for count in COUNTS[:4]])
    assert expected_others(chances_of(COUNTS[:4], bulletin), bulletin) == pytest.approx(expected)


def test_no_smaller_set_would_do_in_the_model() -> None:
    bulletin = bulletin_of(None, COUNTS[:5])
    found = chances_of(COUNTS, bulletin)
    for wanted in (1, 10, 60, 350):
        hiding = fewest_to_hide(COUNTS, bulletin, wanted)
        assert hiding is not None
        sizes = [
            len(COUNTS) - size
            for size in range(len(COUNTS) + 1)
            for kept in combinations(range(len(COUNTS)), size)
            if expected_others(found[list(kept)], bulletin) >= wanted
        ]
        assert len(hiding.places) == min(sizes)
    assert fewest_to_hide(COUNTS, bulletin, 1_000) is None


def test_bits_fall_from_everyone_to_who_is_left() -> None:
    bulletin = bulletin_of(None, COUNTS[:5])
    steps = expected_narrowing(COUNTS, bulletin)
    assert steps[0].place == 5
    left = 1 + expected_others(chances_of(COUNTS, bulletin), bulletin)
    assert sum(step.bits for step in steps) == pytest.approx(np.log2(1_000 / left))


def test_advice_from_a_bulletin_is_marked_an_estimate() -> None:
    bulletin = bulletin_of(TITLES, COUNTS[:5])
    advice = advice_from_bulletin(
        bulletin, history("Five", "Two", "Elsewhere"), Wishes(k=20, mentions=2), draft=history("Four", "Two")
    )
    assert advice.estimate is True
    assert advice.verified is False
    assert advice.unknown == ("Elsewhere",)
    assert advice.shown == 4
    assert [row.item for row in advice.mention] == ["One", "Three"]
    assert set(advice.hide[0].items) == {"Elsewhere", "Five"}
    assert advice.draft is not None
    assert advice.draft.before > advice.draft.after
    assert [row.item for row in advice.draft.items] == ["Four"]

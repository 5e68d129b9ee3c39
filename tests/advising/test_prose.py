"""Whether a text is prose, and what it mentions."""

from __future__ import annotations

import pytest

from standout.advising.prose import finder_for, is_prose, new_to, prose_of
from standout.errors import BadInput
from standout.label.person.matching import Catalogue


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Heat\nFargo\nPulp Fiction\n", False),
        ("Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb\nHeat\nE.T.\nFargo\n", False),
        ("O Brother, Where Art Thou?\nWhat's Up, Doc?\n", False),
        ("318\n593\n2571\n", False),
        ("Just saw Heat again. It is still great.", True),
        ("Finally watched Heat last night and it was great!", True),
        ("I loved Heat\n\nIt is long, but worth every minute of your time.", True),
        ("i watched heat and fargo and a lot of other things this week while i was at home with a cold", True),
        ("", False),
    ],
)
def test_prose_is_told_from_a_list(text: str, prose: bool) -> None:
    assert is_prose(text) is prose


def test_each_item_is_mentioned_once_at_its_surest() -> None:
    catalogue = Catalogue(["1", "2"], ["Heat (1995)", "Fargo (1996)"], [10, 10])
    found = prose_of("Saw Heat. Then Fargo, and Heat (1995) again.", finder_for(catalogue))
    assert found.items == [1, 0]
    assert found.mentions[1].certain > 0.95
    assert new_to(found, [1]).items == [0]


def test_data_without_titles_is_refused() -> None:
    with pytest.raises(BadInput, match="needs titles"):
        finder_for(Catalogue(["1"], [], [10]))

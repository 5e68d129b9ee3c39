"""Titles: the same one, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.matching.titles import normalised_title, parsed

SAME = [
    ("The Matrix", "matrix", "Matrix, The", "  THE   MATRIX "),
    ("A Few Good Men", "Few Good Men, A"),
    ("An Education", "Education, An", "education"),
    ("Amélie", "Amelie", "AMELIE", "Ame\u0301lie"),
    ("Schindler's List", "Schindler’s List", "Schindlers List"),
    ("E.T.", "ET", "e.t"),
    ("Fast & Furious", "Fast and Furious"),
    ("Spider-Man: Homecoming", "Spider-Man - Homecoming", "spider man homecoming"),
    ("Smørrebrød", "Smorrebrod"),
    ("Straße", "STRASSE"),
    ("Vita è bella, La", "La vita e bella"),
    ("ΟΔΟΣ", "οδος"),
]


@pytest.mark.parametrize("forms", SAME, ids=lambda forms: forms[0])
def test_forms_of_one_title_are_one(forms: tuple[str, ...]) -> None:
    assert len({normalised_title(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("Alien", "Aliens"), ("Die Hard", "Hard"), ("A", "The"), ("が", "か"), ("$", "!")]
)
def test_different_titles_stay_different(one: str, other: str) -> None:
    assert normalised_title(one) != normalised_title(other)


def test_a_title_is_taken_apart() -> None:
    title = parsed("Cité des enfants perdus, La (City of Lost Children, The) (1995)")
    assert title.year == 1995
    assert {"la cite des enfants perdus", "city of lost children"} <= set(title.keys)
    assert parsed("Seven (a.k.a. Se7en) (1995)").keys[1:] == ("seven", "se7en")
    assert parsed("The Series (2006–2012)").year == 2006
    assert parsed("1984").year is None
    assert parsed("(1999)").keys == ("1999",)
    assert parsed("2001: A Space Odyssey (1968)").keys == ("2001 a space odyssey",)


@given(st.text(max_size=40))
def test_any_text_has_a_stable_form(text: str) -> None:
    form = normalised_title(text)
    assert form == "" or form.strip()
    assert bool(form) == bool("".join(text.split()))
    assert all(parsed(text).keys)

"""From words to items and back; estimates from a bulletin."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from standout.advising.details import day_code, details_for, shown_with, value_code
from standout.advising.posting_advice import Wishes
from standout.advising.showing import advice_from_data, catalogue_of, drafted, named
from standout.advising.who_fits import Shown
from standout.attacks import attacks
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.model import Scale
from standout.data.vocabulary import Vocabulary
from standout.errors import BadInput
from standout.label.person.history import History, Mention, Name, Reading

STARS = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))
FIRST = (date(2001, 5, 1) - date(1970, 1, 1)).days


@pytest.fixture
def data() -> LocalDataset:
    import pyarrow as pa

    titles = ["Alpha (1990)", "Beta, The (1991)", "Gamma, Delta and All (1992)", "Omega (1993)"]
    people, items = np.nonzero(np.random.default_rng(1).random((150, 4)) < [0.9, 0.8, 0.7, 0.1])
    names = Vocabulary(pa.array([str(n) for n in range(150)]), pa.array(list("abcd")), pa.array(titles))
    return from_arrays(
        people, items, items % 3, items + 10, scale=STARS, size=(150, 4), first_day=FIRST, vocabulary=names
    )  # fmt: skip


def history(*titles: str) -> History:
    mentions = tuple(Mention((Name(title), Name(title, "id")), title) for title in titles)
    return History("list", (Reading("titles", mentions),), len(titles))


def test_a_draft_is_split_where_titles_end(data: LocalDataset) -> None:
    catalogue = catalogue_of(data)
    said = drafted("The Beta, Gamma, Delta and All; Nothing, Omega,", catalogue).readings[0].mentions
    assert [mention.counts_as for mention in said] == ["The Beta", "Gamma, Delta and All", "Nothing", "Omega"]
    with pytest.raises(BadInput, match="draft: names nothing"):
        drafted(" ; , ", catalogue)


def test_things_that_are_not_in_the_data_are_named_and_left_aside(data: LocalDataset) -> None:
    catalogue = catalogue_of(data)
    found = named(history("Alpha", "Nowhere", "b"), catalogue)
    assert found.shown == (Shown(0), Shown(1), Shown(-1))
    assert found.unknown == ("Nowhere",)
    advice = advice_from_data(data, catalogue, history("Alpha", "Nowhere"), attacks(["tf-idf"]), Wishes(k=3))
    assert advice.shown == 1
    assert advice.unknown == ("Nowhere",)
    assert advice.fits == int(data.holders[0])
    with pytest.raises(BadInput, match="nothing that you show is in the data"):
        advice_from_data(data, catalogue, history("Nowhere"), attacks(["tf-idf"]), Wishes())


def test_advice_speaks_of_titles(data: LocalDataset) -> None:
    advice = advice_from_data(
        data,
        catalogue_of(data),
        history("Omega", "Beta"),
        attacks(["tf-idf"]),
        Wishes(k=50),
        draft=history("Alpha", "Beta"),
    )
    assert advice.revealing[0].item == "Omega (1993)"
    assert "Omega (1993)" in advice.hide[0].items
    assert [row.item for row in advice.mention] == ["Gamma, Delta and All (1992)"]
    assert advice.draft is not None
    assert [row.item for row in advice.draft.items] == ["Alpha (1990)"]


@pytest.mark.parametrize(
    ("text", "code"), [("2", 1), ("2.0", 1), ("2,4", 1), ("3", 2), ("0", None), ("9", None), ("good", None), ("", None)]
)
def test_values_are_found_on_the_scale(data: LocalDataset, text: str, code: int | None) -> None:
    assert value_code(text, data) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2001-05-11", 10),
        ("2001-05-11 23:59:59", 10),
        ("5/11/01", 10),
        ("11.05.2001", 10),
        ("11 May 2001, 10:00", 10),
        (str((FIRST + 10) * 86_400 + 5), 10),
        (str((FIRST + 10) * 86_400_000 + 5), 10),
        ("soon", None),
        ("", None),
    ],
)
def test_dates_are_understood_as_people_write_them(data: LocalDataset, text: str, code: int | None) -> None:
    assert day_code(text, data) == code


def test_details_count_only_where_they_are_shown(data: LocalDataset) -> None:
    details = details_for("values", data)
    assert details is not None
    assert shown_with(0, "2", "2001-05-11", details) == Shown(0, 1, None)
    assert details_for("items", data) is None
    with pytest.raises(BadInput, match="show='more', but must be items, values, dates or all"):
        details_for("more", data)
    bare = from_arrays([0, 1], [0, 0])
    with pytest.raises(BadInput, match="the data has no values"):
        details_for("all", bare)
    with pytest.raises(BadInput, match="the data has no dates"):
        details_for("dates", bare)

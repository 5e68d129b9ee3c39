"""Numbers as people write them: currencies, thousands, decimal commas, percent; for whole columns only."""

from __future__ import annotations

import pytest

from standout.io.columns import values
from standout.io.columns.value_forms import notes_on_forms
from standout.io.staging.raw import connected


def numbers_of(cells: list[str]) -> tuple[list[float | None], tuple[str, ...]]:
    with connected(":memory:") as database:
        database.execute("CREATE TABLE cells (text VARCHAR, number DOUBLE, code UTINYINT, times BIGINT)")
        database.executemany("INSERT INTO cells VALUES (?, NULL, NULL, 1)", [[cell] for cell in cells])
        values.kind_of_cells(database)
        read = dict(database.execute("SELECT text, number FROM cells").fetchall())
        notes = notes_on_forms(database, "price")
        return [read[cell] for cell in cells], notes


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["3", "4.5", "1e3", "-0"], [3.0, 4.5, 1000.0, 0.0]),
        (["£3.50", "£1,299.00", "-£2", "£-2"], [3.5, 1299.0, -2.0, -2.0]),
        (["$ 3", "5 USD", "4 usd"], [3.0, 5.0, 4.0]),
        (["3,50 €", "1.299,00 €", "12 €"], [3.5, 1299.0, 12.0]),
        (["3", "4,5", "0,25"], [3.0, 4.5, 0.25]),
        (["1,500", "12,000", "7"], [1500.0, 12000.0, 7.0]),
        (["1,500", "2,75"], [1.5, 2.75]),
        (["1 500", "2\u00a0000", "1'000'000"], [1500.0, 2000.0, 1e6]),
        (["12%", "3.5 %"], [12.0, 3.5]),
        (["true", "FALSE"], [1.0, 0.0]),
        (["Yes", "no", "y"], [1.0, 0.0, 1.0]),
        (["t", "f"], [1.0, 0.0]),
        (["3.5", "4.5", "4,5"], [3.5, 4.5, None]),
        (["3", "nan", "inf", "1_0", "1e999", "٣"], [3.0, None, None, None, None, None]),
        (["£", "3", "4"], [None, 3.0, 4.0]),
        (["1e308", "-1e308"], [1e308, -1e308]),
        (["0:47:54", "1:02:03.5", "3:45", "120:00"], [2874.0, 3723.5, 225.0, 7200.0]),
        (["1:75", "1:02:99", "1:2:3:4", ":30", "0:30"], [None, None, None, None, 30.0]),
        (["12", "13", "0:30"], [12.0, 13.0, None]),
    ],
)
def test_numbers_are_read_as_the_whole_column_writes_them(cells: list[str], numbers: list[float | None]) -> None:
    assert numbers_of(cells)[0] == numbers


def test_an_unusual_form_is_said() -> None:
    assert numbers_of(["3,50 €", "4,50 €"])[1] == ("column 'price' writes numbers such as '3,50 €', read as 3.5",)
    assert numbers_of(["3.50", "4"])[1] == ()
    assert numbers_of(["yes", "no"])[1] == ()


def test_grades_are_no_words_for_yes_and_no() -> None:
    assert numbers_of(["F", "A", "B"])[0] == [None, None, None]
    assert numbers_of(["F"])[0] == [None]

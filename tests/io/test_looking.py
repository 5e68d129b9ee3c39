"""A look at data: every refusal at once, and what would be read without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.io.looking import Looked, look_at
from standout.io.reading import read
from standout.io.reading_options import ReadingArguments, reading_options

GOOD = "user,item,rating,time\na,x,1,2020-01-01\nb,y,2,2020-01-02\n"


@pytest.fixture
def look(tmp_path: Path) -> Callable[..., Looked]:
    def write_and_look(text: str, **options: object) -> Looked:
        (tmp_path / "data.csv").write_text(text)
        given: ReadingArguments = options  # type: ignore[assignment]
        return look_at(str(tmp_path / "data.csv"), reading_options(**given))

    return write_and_look


def test_good_data_has_no_problem(look: Callable[..., Looked]) -> None:
    looked = look(GOOD)
    assert looked.problems == ()
    assert looked.dataset is not None
    assert (looked.dataset.people, looked.dataset.items, looked.dataset.count) == (2, 2, 2)


def test_every_kind_of_bad_row_is_named_with_its_first_row_and_number(look: Callable[..., Looked]) -> None:
    bad = "c,,1,2020-01-01\nd,x,great,2020-01-01\ne,x,1,soon\nf,x\nf,x\n"
    problems = look(GOOD + bad).problems
    assert [problem.split(": ", 1)[1].split(";")[0][:6] for problem in problems] == [
        "row 4,",
        "row 5,",
        "row 6,",
        "row 7 ",
        "most r",
    ]
    assert "2 rows with too few columns" in problems[-2]
    assert "5 bad rows in all, of 7" in problems[-1]
    assert len(look(GOOD + "c,x,1,2020-01-01\nc,y,1,2020-01-01\nd,x,great,2020-01-01\n").problems) == 1


def test_problems_of_columns_titles_and_rows_are_told_together(look: Callable[..., Looked], tmp_path: Path) -> None:
    text = GOOD.replace("2020-01-01", "12").replace("2020-01-02", "14") + "c,,1,13\n"
    columns = {"user": "who", "title": "name"}
    looked = look(text, columns=columns, titles=tmp_path / "none.csv")
    said = "\n".join(looked.problems)
    for words in (
        "no column 'who' for user",
        "no column 'name' for title",
        "none.csv",
        "'time'",
        "row 4, column 'item'",
    ):
        assert words in said
    assert looked.dataset is not None
    assert not looked.dataset.has_days


def test_all_bad_dates_are_told_in_one_go(look: Callable[..., Looked]) -> None:
    rows = [f"u{row},x,1,{'2204' if row in (3, 7) else '2020'}-01-{'41' if row == 9 else '11'}" for row in range(50)]
    year, day = look("\n".join(["user,item,rating,time", *rows]) + "\n").problems
    assert "row 5, column 'time': '2204-01-11' is not within" in year
    assert year.endswith("2 rows with a time in a year that cannot be meant (also row 9)")
    assert "row 11, column 'time': '2020-01-41' is no date" in day


def test_a_time_zone_that_nobody_knows_is_told_once(look: Callable[..., Looked]) -> None:
    looked = look(GOOD, timezone="Mars/X")
    assert [problem.split(":")[0] for problem in looked.problems] == ["--timezone Mars/X"]
    assert looked.dataset is not None
    assert looked.dataset.has_days


def test_what_cannot_be_left_out_ends_the_look(look: Callable[..., Looked], tmp_path: Path) -> None:
    looked = look("who,what\na,x\n")
    assert looked.dataset is None
    assert "no column for people and items" in looked.problems[0]
    missing = look_at(str(tmp_path / "missing.csv"), reading_options())
    assert missing == Looked((f"{tmp_path / 'missing.csv'}: no such file or folder; check the name",), None)


@pytest.mark.parametrize(
    "text",
    [GOOD, GOOD + "c,,1,\n", "who,what\na,x\n", "", GOOD + '"c,x,1,\n', "user,item,time\na,x,3\n", "user,item\n"],
)
def test_problems_are_told_exactly_where_reading_refuses(
    look: Callable[..., Looked], tmp_path: Path, text: str
) -> None:
    looked = look(text)
    try:
        read(tmp_path / "data.csv")
    except BadInput:
        assert looked.problems
    else:
        assert not looked.problems

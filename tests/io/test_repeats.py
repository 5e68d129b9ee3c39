"""What becomes of rows that repeat a person and an item, and of returns: by rule, by kind of values, and said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from standout.errors import BadInput
from standout.io import encoding, repeats
from standout.io.columns import values
from standout.io.folding import Rows
from standout.io.reading_options import ReadingOptions
from standout.io.repeats import Folded
from standout.io.staging.raw import connected, make_raw

Read = Callable[..., Any]

PLAYS = """user,item,plays,time
a,x,3,2020-01-01
a,x,2,2020-01-05
a,x,1,2020-01-03
a,y,9,2020-01-02
b,x,,2020-01-02
"""
RATINGS = PLAYS.replace("plays", "rating")
BASKETS = """user,item,date
a,milk,2020-01-01
a,milk,2020-01-09
a,milk,2020-01-09
b,milk,2020-01-03
b,bread,2020-01-03
"""
RETURNS = """user,item,quantity,date
a,lamp,5,2020-01-01
a,lamp,3,2020-01-04
a,lamp,-4,2020-01-09
a,vase,2,2020-01-01
a,vase,-2,2020-01-02
b,vase,1,2020-01-01
b,lamp,0,2020-01-01
c,jug,-1,2020-01-01
"""
DAY = 18_262
"""2020-01-01."""


@pytest.mark.parametrize(
    ("rule", "label", "day"),
    [(None, "4–7", 4), ("sum", "4–7", 4), ("count", "2–3", 4), ("first", "2–3", 0), ("last", "2–3", 4)],
)
def test_counts_are_added_up_unless_told(
    read_text: Read, content: Read, rule: str | None, label: str, day: int
) -> None:
    data = read_text(PLAYS, repeats=rule)
    assert data.scale.kind == "counts"
    assert content(data)["a", "x"] == (label, DAY + day)
    assert content(data)["b", "x"] == (("1" if rule == "count" else None), DAY + 1)
    assert data.count == 3
    assert sum("2 repeated (person, item) entries" in note for note in data.source.notes) == 1


@pytest.mark.parametrize(("rule", "label", "day"), [(None, "2", 4), ("last", "2", 4), ("first", "3", 0)])
def test_of_ratings_the_latest_counts_unless_told(
    read_text: Read, content: Read, rule: str | None, label: str, day: int
) -> None:
    data = read_text(RATINGS, repeats=rule)
    assert (data.scale.kind, data.scale.labels) == ("numbers", ("1", "2", "3", "9"))
    assert content(data)["a", "x"] == (label, DAY + day)


def test_ratings_can_be_counted_and_added_up(read_text: Read, content: Read) -> None:
    assert content(read_text(RATINGS, repeats="count"))["a", "x"] == ("2–3", DAY + 4)
    assert content(read_text(RATINGS, repeats="sum"))["a", "x"] == ("4–7", DAY + 4)
    halves = content(read_text(RATINGS.replace("2,2020", "2.5,2020"), repeats="sum"))
    assert halves["a", "x"] == ("6.5", DAY + 4)


def test_rows_without_value_are_counted_where_some_repeat(read_text: Read, content: Read) -> None:
    data = read_text(BASKETS)
    assert data.scale.kind == "counts"
    assert content(data)["a", "milk"] == ("2–3", DAY + 8)
    assert content(data)["b", "bread"] == ("1", DAY + 2)
    assert not read_text(
        BASKETS.replace("a,milk", "a,", 2).replace("a,,", "a,m,").replace("a,m,", "a,n,", 1)
    ).has_values


def test_the_first_row_with_a_time_is_the_first(read_text: Read, content: Read) -> None:
    text = "user,item,rating,time\na,x,1,\na,x,2,2020-01-02\na,x,3,2020-01-01\nb,x,4,\nb,x,5,\n"
    assert content(read_text(text, repeats="first")) == {("a", "x"): ("3", DAY), ("b", "x"): ("4", None)}
    assert content(read_text(text)) == {("a", "x"): ("2", DAY + 1), ("b", "x"): ("5", None)}


def test_returns_are_set_off_against_purchases(read_text: Read, content: Read) -> None:
    data = read_text(RETURNS)
    assert content(data) == {("a", "lamp"): ("4–7", DAY), ("b", "vase"): ("1", DAY)}
    assert (data.people, data.items) == (2, 2)
    notes = " / ".join(data.source.notes)
    assert "3 rows with a negative amount, taken as returns: set off" in notes
    assert "nothing is left of 2 (person, item) pairs" in notes
    assert "1 row with the amount 0 left out" in notes
    assert "1 person has nothing left" in notes


def test_returns_can_be_left_out_or_kept(read_text: Read, content: Read) -> None:
    dropped = content(read_text(RETURNS, returns="drop"))
    assert dropped == {("a", "lamp"): ("8–15", DAY + 3), ("a", "vase"): ("2–3", DAY), ("b", "vase"): ("1", DAY)}
    data = read_text(RETURNS, returns="keep")
    assert data.scale.labels == ("-1", "0", "1", "2–3", "4–7")
    assert data.scale.positions == (-1.0, 0.0, 1.0, 2.0, 3.0)
    assert content(data) == {
        ("a", "lamp"): ("4–7", DAY + 8), ("a", "vase"): ("0", DAY + 1), ("b", "vase"): ("1", DAY),
        ("b", "lamp"): ("0", DAY), ("c", "jug"): ("-1", DAY),
    }  # fmt: skip


def test_where_everything_was_returned_nothing_is_read(read_text: Read) -> None:
    with pytest.raises(BadInput, match=r"data\.csv: nothing is left after returns"):
        read_text("user,item,quantity\na,x,1\na,x,-1\nb,y,-2\n")


def test_a_zero_is_a_count_but_no_purchase(read_text: Read, content: Read) -> None:
    assert content(read_text("user,item,plays\na,x,0\na,y,3\n"))["a", "x"] == ("0", None)
    assert content(read_text("user,item,quantity\na,x,0\na,y,3\n")) == {("a", "y"): ("2–3", None)}


def test_ones_add_up_only_where_something_repeats(read_text: Read, content: Read) -> None:
    once = read_text("user,item,rating\na,x,1\nb,x,1\n")
    assert (once.scale.kind, once.scale.labels) == ("numbers", ("1",))
    assert any("tells nothing" in note for note in once.source.notes)
    twice = read_text("user,item,bought\na,x,true\nb,x,true\na,x,true\n", columns={"value": "bought"})
    assert content(twice) == {("a", "x"): ("2–3", None), ("b", "x"): ("1", None)}


def test_yes_and_no_stay_as_they_are_written(read_text: Read, content: Read) -> None:
    data = read_text("user,item,liked\na,x,True\nb,x,False\nc,x,True\n", columns={"value": "liked"})
    assert (data.scale.labels, data.scale.positions) == (("False", "True"), (0.0, 1.0))
    assert content(data)["a", "x"] == ("True", None)
    letters = read_text("user,item,liked\na,x,t\nb,x,f\n", columns={"value": "liked"})
    assert letters.scale.labels == ("f", "t")


def test_durations_are_added_up_and_prices_are_not(read_text: Read, content: Read) -> None:
    rows = "a,x,1.5\na,x,2.25\nb,x,0.1\n"
    assert content(read_text(f"user,item,hours\n{rows}", columns={"value": "hours"}))["a", "x"] == ("3.75", None)
    assert content(read_text(f"user,item,price\n{rows}", columns={"value": "price"}))["a", "x"] == ("2.25", None)


@pytest.mark.parametrize(
    ("rule", "text", "said"),
    [
        ("sum", "user,item,grade\na,x,A\na,y,B\n", "letter grades do not add up"),
        ("events", "user,item\na,x\na,x\n", "no times to tell events apart"),
    ],
)
def test_rules_that_do_not_fit_are_refused(read_text: Read, rule: str, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_text(text, repeats=rule)


def _folded(tmp_path: Any, text: str, options: ReadingOptions, column: str = "") -> tuple[Folded, list[Rows]]:
    """Rows of a small table folded, without writing a dataset of them."""
    lines = [line.split(",") for line in text.split()]
    cells = ", ".join("(" + ", ".join(f"'{cell}'" for cell in line) + ")" for line in lines)
    roles = {"user": "c0", "item": "c1", **({"value": "c2"} if column else {}), "time": f"c{len(lines[0]) - 1}"}
    names = ", ".join(f"c{place}" for place in range(len(lines[0])))
    tmp_path.mkdir(exist_ok=True)
    with connected(":memory:") as database:
        make_raw(database, f"(VALUES {cells}) AS given({names})", roles)
        kind = values.gather(database)
        for role, table in (("user", "people"), ("item", "items")):
            database.execute(f'CREATE TABLE {table} AS SELECT DISTINCT "{role}" AS id FROM raw')
        encoding.make_codes(database)
        meaning = values.meaning(database, kind, column, options.returns)
        plan = repeats.plan_for(database, kind, meaning, options, dated=True)
        result = repeats.folded_rows(database, plan, DAY, tmp_path, "given")
        return result, list(result.spilled.blocks())


def test_events_are_one_for_each_day_with_amounts_added_up(tmp_path: Any) -> None:
    text = "a,x,3,2020-01-02 a,x,4,2020-01-01 a,x,5,2020-01-02 a,x,6, a,y,1,2020-01-01"
    result, [rows] = _folded(tmp_path, text, ReadingOptions(repeats="events"), "plays")
    assert (rows.items.tolist(), rows.days.tolist()) == ([0, 0, 0, 1], [0, 1, 65535, 0])  # type: ignore[union-attr]
    assert rows.amounts.tolist() == [4.0, 8.0, 6.0, 1.0]  # type: ignore[union-attr]
    assert (result.repeats, result.tally.repeated, result.tally.most_folded) == ("events", 3, 2)
    [entries] = result.entries()
    assert entries.values is not None
    assert [result.scale.labels[code] for code in entries.values] == ["4–7", "8–15", "4–7", "1"]


def test_events_of_ratings_keep_the_last_of_a_day(tmp_path: Any) -> None:
    text = "a,x,3,2020-01-02T10:00 a,x,4,2020-01-02T09:00 a,x,5,2020-01-03"
    result, [rows] = _folded(tmp_path, text, ReadingOptions(repeats="events"), "rating")
    assert rows.codes is not None
    assert [result.scale.labels[code] for code in rows.codes] == ["3", "5"]


def test_events_without_value_have_one_only_where_a_day_repeats(tmp_path: Any) -> None:
    text = "a,x,2020-01-02 a,x,2020-01-03 b,x,2020-01-02"
    result, _ = _folded(tmp_path, text, ReadingOptions(repeats="events"))
    assert (result.scale.kind, result.values, result.repeats) == ("none", None, "events")
    again, _ = _folded(tmp_path / "again", f"{text} a,x,2020-01-03", ReadingOptions(repeats="events"))
    assert again.scale.kind == "counts"


def test_what_values_were_taken_for_is_said(tmp_path: Any) -> None:
    text = "a,x,3,2020-01-02 a,x,40,2020-01-01 a,y,-5,2020-01-02 b,y,7,2020-01-02"
    result, _ = _folded(tmp_path, text, ReadingOptions(), "quantity")
    said = result.values
    assert said is not None
    assert (said.kind, said.low, said.high, said.banded, said.returns) == (
        "quantity", "7", "43", "powers of two", "net",
    )  # fmt: skip
    kept, _ = _folded(tmp_path / "kept", text, ReadingOptions(returns="keep"), "quantity")
    assert kept.values is not None
    assert (kept.values.low, kept.values.high, kept.values.returns) == ("-5", "43", "keep")
    rated, _ = _folded(tmp_path / "rated", text, ReadingOptions(), "rating")
    assert rated.values is not None
    assert (rated.values.kind, rated.values.low, rated.values.high, rated.values.banded) == ("rating", "-5", "40", None)


def test_with_events_a_record_holds_an_item_once_a_day(read_text: Read) -> None:
    data = read_text(PLAYS, repeats="events")
    records = data.held.records
    assert data.facts.events
    assert records.items.tolist() == [0, 0, 0, 1, 0]
    assert records.days.tolist() == [0, 2, 4, 1, 1]
    assert [None if code == 255 else data.scale.labels[code] for code in records.values] == [
        "2–3", "1", "2–3", "8–15", None,
    ]  # fmt: skip
    assert data.facts.holders.tolist() == [2, 1]

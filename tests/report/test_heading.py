"""Names of data stand in titles and on printed pages, whatever they are called."""

from __future__ import annotations

import msgspec
import pytest

from standout.report.heading import heading, printed_style, written_day
from tests.packing.packs import RUN


def test_name_day_and_command_stand_at_the_top() -> None:
    about = heading("who can be found in {}?", ["purchases.csv"], RUN)
    assert about.title == "Standout: who can be found in purchases.csv? (17 November 2026)"
    assert about.running == "Standout · purchases.csv · 17 November 2026"
    assert about.command == RUN.command
    bare = heading("who can be found in {}?", [], None)
    assert bare.title == "Standout: who can be found in data in memory?"
    assert (bare.date, bare.command) == ("", "")
    assert heading("in {}", ["a.csv", "b.csv", "c.csv"], None).name == "a.csv and 2 more"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("standout audit sample --targets 300", "sample (interactions.parquet)"),
        ("standout audit interactions.parquet", "interactions.parquet"),
        ("standout audit DATA --targets 300", "interactions.parquet"),
        ("standout audit 'my data' --targets 300", "interactions.parquet"),
        ("standout audit --targets 300", "interactions.parquet"),
        ("", "interactions.parquet"),
    ],
)
def test_data_is_called_as_it_was_asked_for(command: str, name: str) -> None:
    run = msgspec.structs.replace(RUN, command=command)
    assert heading("in {}", ["interactions.parquet"], run).name == name
    assert heading("in {}", [], run).name == "data in memory"


@pytest.mark.parametrize("name", ['x"; } body { display: none', "</style><script>", "a\\", "日本\u202e.csv", "{}{0}"])
def test_no_name_gets_out_of_the_style(name: str) -> None:
    style = printed_style("body { color: red }", heading("in {}", [name], RUN))
    inserted = style.partition('@top-left { content: "')[2].partition('";')[0]
    assert all(sign.isalnum() or sign == "\\" for sign in inserted)
    assert "counter(page)" in style
    assert style.count("{") == style.count("}")


def test_days_are_written_as_people_do() -> None:
    assert written_day("2026-01-02") == "2 January 2026"
    assert written_day("soon") == "soon"
    assert written_day(None) == ""

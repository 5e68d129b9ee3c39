"""Commands that can be pasted run on the same data, read in the same way."""

from __future__ import annotations

import shlex
from pathlib import Path

import standout as so
from standout.cli.options import parse_columns
from standout.library.pasteable import pasteable
from standout.library.reading import Reading, asked


def test_the_data_and_every_option_of_its_reading_are_in_it() -> None:
    columns = {"user": "my customer", "item": "a,b", "value": ""}
    reading = asked(columns=columns, titles=Path("tit'les.csv"), skip_bad_rows=True, any_year=True)
    line = pasteable("compare", "my data; rm -rf.csv", reading, ["--with", "a + b"])
    words = shlex.split(line)
    assert words[:3] == ["standout", "compare", "my data; rm -rf.csv"]
    assert words[-2:] == ["--with", "a + b"]
    assert parse_columns(words[words.index("--columns") + 1]) == columns
    assert words[words.index("--titles") + 1] == "tit'les.csv"
    assert {"--skip-bad-rows", "--any-year"} < set(words)


def test_usual_reading_takes_no_option_and_memory_has_no_name() -> None:
    assert pasteable("compare", Path("x.csv"), Reading()) == "standout compare x.csv"
    assert pasteable("compare", object(), Reading()) == "standout compare DATA"
    assert pasteable("compare", so.read("sample"), Reading()) == "standout compare sample"

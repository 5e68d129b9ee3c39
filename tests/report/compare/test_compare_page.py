"""The page of a comparison: plain words first, nothing empty, what is for specialists folded away."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from standout.report.compare.compare_page import headline, render_compare, specialist_tables, tables
from standout.report.compare.protections_in_words import what_each_does
from standout.report.words import NOT_THERE
from standout.results.compare import CompareResult

_GOLDEN = Path(__file__).parents[2] / "golden" / "compare-grid.json"


@pytest.fixture(scope="module")
def result() -> CompareResult:
    document = json.loads(_GOLDEN.read_text(encoding="utf-8"))
    return CompareResult.from_dict(document)


def test_the_headline_says_what_the_adversary_knows_and_its_name_in_brackets(result: CompareResult) -> None:
    before, figure, after = headline(result)
    name = result.headline().by
    assert before == "Without protection,"
    assert "%" in figure
    assert "are found by someone who knows" in after
    assert f"{name})" in after


def test_an_adversary_that_is_not_described_goes_by_its_name(result: CompareResult) -> None:
    settings = msgspec.structs.replace(result.settings, adversaries=())
    name = result.headline().by
    assert f"the adversary “{name}”" in headline(msgspec.structs.replace(result, settings=settings))[2]


def test_no_table_is_empty_and_every_row_has_a_number(result: CompareResult) -> None:
    for table in (*tables(result), *specialist_tables(result)):
        assert table.rows
        assert table.head[0] == "no."
        assert all(len(row) == len(table.head) for row in table.rows)


def test_protections_are_told_in_words_with_what_was_chosen(result: CompareResult) -> None:
    told = {row[1]: row[2] for row in what_each_does(result).rows}
    assert set(told) == {row.text for row in result.protections}
    assert not any("`" in words or words == NOT_THERE for words in told.values())
    row = next(row for row in result.protections if row.name == "trim")
    assert told[row.text].startswith(f"Keeps at most {row.options['keep']} entries a person")


def test_specialists_unfold(result: CompareResult) -> None:
    page = render_compare(result)
    folded = page.partition('<details class="specialists"')[2].partition("</details>")[0]
    for table in specialist_tables(result):
        assert f"<h3>{table.caption}</h3>" in folded
    assert "hold the pointer" not in page

"""A comparison as a document: what it writes it reads, and what is asked of it has one answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.results.compare import CompareResult
from standout.results.frontier import UNPROTECTED
from tests.golden.running import HERE

NAMES = ("compare-attribute", "compare-grid")


@pytest.fixture(params=NAMES)
def result(request: pytest.FixtureRequest) -> CompareResult:
    return CompareResult.read(HERE / f"{request.param}.json")


def test_what_was_read_is_written_the_same(result: CompareResult) -> None:
    texts = [(HERE / f"{name}.json").read_text(encoding="utf-8") for name in NAMES]
    assert result.to_json() in texts
    assert CompareResult.from_json(result.to_json()) == result


def test_the_frontier_and_the_advice_that_were_written_are_what_the_rows_say(result: CompareResult) -> None:
    budget = result.recommendation.budget
    again = result.recommended(budget.max_utility_loss, budget.max_risk, budget.max_auc)
    assert again == result.recommendation
    for about in ("identification", "attribute"):
        advice = result.recommendation.advice(about)
        names = tuple(choice.name for choice in result.frontier(about))
        judged = any(row.utility_loss is not None for row in result.protections if row.changes_data)
        assert names == ((advice.frontier if judged else (UNPROTECTED,)) if advice else ())


def test_the_worst_adversary_is_the_one_who_finds_most(result: CompareResult) -> None:
    for row in result.protections:
        rates = {name: found.adaptive.rate for name, found in row.identified.items() if found.adaptive}
        worst = result.worst_adversary(row.text)
        assert worst is not None
        assert worst.rate == rates[worst.adversary] == max(rates.values())
    assert result.worst_adversary() == result.unprotected.risk


def test_the_headline_is_about_the_attribute_where_there_is_one(result: CompareResult) -> None:
    found = result.headline()
    if result.attribute is not None:
        assert (found.about, found.by) == ("attribute", result.attribute.name)
        assert found.strongest == min(row.inferred.rate for row in result.protections if row.inferred)
    else:
        assert found.about == "identification"
        assert result.unprotected.risk is not None
        assert found.by == result.unprotected.risk.adversary
        assert found.strongest == min(row.risk.rate for row in result.protections if row.risk and row.changes_data)


def test_tables_have_a_row_per_protection_and_per_adversary(result: CompareResult) -> None:
    overview = result.to_arrow()
    assert overview["protection"].to_pylist() == [UNPROTECTED, *(row.text for row in result.protections)]
    assert overview["risk"].to_pylist()[1:] == [row.risk.rate if row.risk else None for row in result.protections]
    frame = result.to_pandas("identified")
    assert len(frame) == sum(len(row.identified) for row in result.protections)
    with pytest.raises(BadInput, match="there are protections, identified"):
        result.to_arrow("people")


def test_it_saves_what_the_command_writes_and_destroys_nothing(result: CompareResult, tmp_path: Path) -> None:
    result.save(tmp_path / "out")
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"compare.json", "compare.html"}
    assert CompareResult.read(tmp_path / "out") == result
    result.save(tmp_path / "out")
    (tmp_path / "out" / "compare.json").write_text("mine")
    with pytest.raises(BadInput, match="is no earlier result"):
        result.save(tmp_path / "out")
    assert (tmp_path / "out" / "compare.json").read_text() == "mine"


def test_a_notebook_shows_the_page_in_a_frame(result: CompareResult) -> None:
    assert "srcdoc=" in result._repr_html_()
    assert "Does it show?" in result._repr_html_()

"""A reproduction as a document: what JSON has, what is asked of it, the page, and reading it again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from standout.errors import BadInput
from standout.reproductions.reproduced import reproduced
from standout.reproductions.rows import Section, measured, said
from standout.results.estimate import Estimate
from standout.results.reproduction import ReproducedOn, Reproduction, Row

ON = ReproducedOn(people=1200, items=3, interactions=4000, files=("a.csv",), sha256="0" * 64)
SECTIONS = [
    Section(
        "figure 1", "First", [measured("figure 1", "found", 0.5, Estimate(0.25, 0.2, 0.3)), said("figure 1", "b", "no")]
    ),
    Section("table 2", "Second", [Row("table 2", "people <b>", 29915, np.float64(7), None, None, "", "number")]),
]
FOUND = reproduced("somebody", "A title", ON, 1, 2, SECTIONS, ["It differs.", "It is so."])


def test_keys_are_the_contract_and_numbers_stay_as_they_are() -> None:
    document = json.loads(FOUND.to_json())
    assert list(document) == ["schema", "paper", "rows", "data", "seed", "draws", "findings", "title", "standout"]
    assert list(document["rows"][0]) == ["table", "what", "published", "ours", "low", "high", "remark", "unit", "n"]
    assert document["rows"][1]["ours"] is None
    assert '"published": 29915,' in FOUND.to_json()
    assert list(document["data"]) == ["people", "items", "interactions", "files", "sha256"]


def test_it_comes_back_from_json_and_from_a_folder(tmp_path: Path) -> None:
    again = Reproduction.from_json(FOUND.to_json())
    assert again.to_json() == FOUND.to_json()
    FOUND.document.save(tmp_path)
    assert Reproduction.read(tmp_path) == again
    FOUND.document.save(tmp_path)  # an earlier result may be replaced
    (tmp_path / "reproduce.json").write_text('{"paper": "mine"}')
    with pytest.raises(BadInput, match="no earlier result"):
        FOUND.document.save(tmp_path)


def test_questions_are_answered() -> None:
    document = FOUND.document
    assert [*document.by_table()] == ["figure 1", "table 2"]
    assert document.headline() == (
        "somebody on 1,200 people, 3 items and 4,000 interactions: 2 published figures, 2 of them beside our own"
    )
    assert str(FOUND).endswith("beside our own. It differs. It is so.")
    assert document.rows[0].ours_text() == "25% [20–30]"
    assert FOUND.to_pandas()["published"].tolist()[2] == 29915


def test_in_a_notebook_it_is_a_page_in_which_nothing_runs() -> None:
    shown = FOUND._repr_html_()
    assert shown.startswith("<iframe")
    assert "sandbox" in shown
    assert "people &amp;lt;b&amp;gt;" in shown
    assert "It differs." in shown

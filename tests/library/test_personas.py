"""`standout.personas` on files and on tables in memory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import standout as so
from standout.errors import BadInput
from standout.profiles.personas.persona_set import PersonaSet

PEOPLE = pd.DataFrame(
    {
        "name": [f"n{number % 4}" for number in range(40)],
        "city": ["Paris", "Paris", "Rome", None] * 10,
        "age": [27.0, np.nan, 31.0, 34.0] * 10,
        "groups": ["a|b", "a", "b", ""] * 10,
    }
)


def test_a_file_and_tables_give_the_same(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    PEOPLE.astype({"age": "Int64"}).to_csv(file, index=False)
    options = {"support": 0.1, "bins": {"age": 5}, "split": "|"}
    expected = so.personas(file, **options).to_dict()  # type: ignore[arg-type]
    assert expected["personas"] > 5
    for given in (str(file), PEOPLE, pa.Table.from_pandas(PEOPLE), PEOPLE.set_index(PEOPLE.index[::-1])):
        assert so.personas(given, **options).to_dict() == expected  # type: ignore[arg-type]


def test_whole_numbers_of_a_frame_that_lacks_some_stay_whole() -> None:
    found = so.personas(PEOPLE, support=0.1, attributes=["city", "age"])
    assert set(found.to_pandas()["persona"]) == {"city Paris · age 27", "city Rome · age 31"}


@dataclass(frozen=True)
class Engine:
    name: str


def test_an_engine_may_be_an_object() -> None:
    assert (
        so.personas(PEOPLE, support=0.1, engine=Engine("local")).to_dict() == so.personas(PEOPLE, support=0.1).to_dict()
    )
    with pytest.raises(BadInput, match="engine='abacus': there are 'local' and 'spark'"):
        so.personas(PEOPLE, engine=Engine("abacus"))


def test_without_a_place_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = so.personas(PEOPLE, support=0.1)
    assert list(tmp_path.iterdir()) == []
    assert "files" not in found.to_dict()
    assert found.document.known == ("name",)


def test_what_is_written_and_saved_is_the_same(tmp_path: Path) -> None:
    found = so.personas(PEOPLE, support=0.1, out=tmp_path / "new" / "p.json", page=tmp_path / "blend.html")
    assert [Path(file).name for file in found.document.files] == ["p.json", "p.html", "blend.html"]
    saved = found.save(tmp_path / "saved")
    assert saved.read_bytes() == (tmp_path / "new" / "p.json").read_bytes()
    assert len(PersonaSet.read(saved)) == len(found) == found.to_arrow().num_rows
    assert {file.name for file in saved.parent.iterdir()} == {"personas.json", "personas.html", "summary.json"}
    page = (saved.parent / "personas.html").read_text(encoding="utf-8")
    assert page == found.page() == (tmp_path / "new" / "p.html").read_text(encoding="utf-8")
    assert (tmp_path / "blend.html").read_text(encoding="utf-8") == found.blend_page()
    assert json.loads(found.to_json()) == json.loads(json.dumps(found.to_dict()))


def test_what_was_saved_is_read_from_the_folder(tmp_path: Path) -> None:
    found = so.personas(PEOPLE, support=0.1)
    found.save(tmp_path / "saved")
    found.save(tmp_path / "saved")  # earlier results may be replaced
    assert so.Personas.read(tmp_path / "saved") == found.document == so.FoundPersonas.from_json(found.to_json())
    again = so.FoundPersonas.read(tmp_path / "saved")
    assert again.to_dict() == found.to_dict()
    assert again.to_arrow().equals(found.to_arrow())
    with pytest.raises(BadInput, match="they are not here"):
        again.blend_page()
    (tmp_path / "saved" / "summary.json").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="no earlier result"):
        found.save(tmp_path / "saved")


def test_it_shows_itself() -> None:
    found = so.personas(PEOPLE, support=0.1)
    assert repr(found) == f"<Standout personas: {found.document.headline()}>"
    assert "How much people show" in found._repr_html_()
    assert "needs everybody&amp;#39;s profile" in found.document._repr_html_()
    assert found.to_pandas("sizes")["personas"].sum() == len(found)
    tables = "personas, crowds, sizes, by_support, by_population"
    with pytest.raises(BadInput, match=f"'standout personas' has no such table; there are {tables}$"):
        found.to_arrow("zzz")


@pytest.mark.parametrize(
    ("profiles", "options", "says"),
    [
        (
            PEOPLE,
            {"bins": {"city": 5}},
            "row 1, column 'city': 'Paris' is no number, so it cannot be binned; mend it, or leave bins out",
        ),
        (PEOPLE, {"support": 0}, "support"),
        (PEOPLE, {"page": "blend.html"}, "say with"),
        (PEOPLE, {"engine": "abacus"}, "there are 'local' and 'spark'"),
        (7, {}, "cannot read a int; give a path, a data frame"),
    ],
)
def test_refusals(profiles: object, options: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        so.personas(profiles, **options)  # type: ignore[arg-type]
    assert says in str(refused.value)

"""The document of `personas`: words are written once, JSON comes back as it was, and what is not known is absent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.results.personas import ByPopulation, Persona, Personas, PersonasFile, SampleCounts, as_shown

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("file", ["personas.json", "personas-sample.json"])
def test_what_the_command_printed_comes_back_byte_for_byte(file: str) -> None:
    text = (GOLDEN / file).read_text(encoding="utf-8")
    assert Personas.from_json(text).to_json() == text


def test_every_persona_of_a_file_comes_back() -> None:
    text = (GOLDEN / "personas.personas.json").read_text(encoding="utf-8")
    found = PersonasFile.from_json(text)
    assert json.loads(found.to_json()) == json.loads(text)
    assert len(found.personas) == 33


def document(**changes: object) -> Personas:
    small = {
        "standout": "1.0", "seed": 1, "people": 1_000, "support": 0.01, "least": 10, "personas": 2,
        "sizes": {"2": 1, "3": 1}, "crowds": [{"pairs": {"city": "Paris", "hobby": ["chess", "choir"]}, "count": 12}],
        "notes": [],
    }  # fmt: skip
    return Personas.from_dict(small | changes)


def test_sentences() -> None:
    assert document().headline() == "2 personas, each shared by at least 10 of 1,000 people (support 0.01)"
    assert document(personas=1).headline().startswith("1 persona, each")
    (crowd,) = document().crowds
    assert crowd.words() == "city Paris · hobby chess and choir"
    assert crowd.size == 3
    assert document().sizes_in_words() == [("2 pairs", "1"), ("3 pairs", "1")]


def test_control_characters_do_not_come_through() -> None:
    assert Persona(pairs={"a\x1b": "b\u202e"}, count=1).words() == "a b"


def test_what_needs_the_profiles_is_absent_where_they_were_not_here() -> None:
    found = document()
    assert not {"exposure", "identifiability", "by_support", "attributes", "files"} & set(found.to_dict())
    assert found.learned_by_a_searcher() is None
    assert list(found.places()) == []
    assert "Personas by support" in found._repr_html_()
    known = document(known=["name"], identifiability={"mean": 0.25, "most": 0.5})
    assert known.learned_by_a_searcher() == 0.25


def test_tables() -> None:
    found = document(by_population={"rows": [{"people": 500, "personas": [3, 5]}]})
    assert found.to_arrow().to_pylist() == [
        {"persona": "city Paris · hobby chess and choir", "pairs": 3, "people": 12}
    ]  # fmt: skip
    assert found.to_pandas("by_population")["personas"].tolist() == [3, 5]
    assert found.by_population == ByPopulation(rows=(SampleCounts(people=500, personas=(3, 5)),))
    assert found.by_population.rows[0].mean == 4
    with pytest.raises(BadInput, match="there are crowds, sizes, by_support, by_population"):
        found.to_arrow("people")


def test_one_value_is_a_text_and_several_are_a_list() -> None:
    assert as_shown({"a": ("x",), "b": ("y", "z")}) == {"a": "x", "b": ("y", "z")}

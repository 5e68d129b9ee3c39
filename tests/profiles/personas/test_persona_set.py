"""`personas.json`: what is written is read again, and everything else is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.profiles.personas.mining import mine
from standout.profiles.personas.persona_set import PersonaSet
from standout.results.personas import PersonasFile
from tests.profiles.small_populations import population_of, profiles


def words(personas: PersonaSet) -> list[tuple[dict[str, set[str]], int]]:
    return [
        ({name: set(values) for name, values in personas.persona(number).items()}, count)
        for number, count in enumerate(personas.counts.tolist())
    ]


@given(st.lists(profiles(several=True), min_size=1, max_size=12))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, people: list[dict[str, list[str]]]) -> None:
    file = tmp_path_factory.mktemp("personas") / "personas.json"
    personas = mine(population_of(people), 0.2)
    personas.write(file)
    again = PersonaSet.read(file)
    assert words(again) == words(personas)
    assert (again.population, again.support) == (len(people), 0.2)
    document = json.loads(file.read_bytes())
    assert document["schema"] == "standout/personas-file/1.0"
    assert set(document) == {"schema", "version", "population", "support", "personas"}
    assert PersonasFile.from_dict(document).personas == tuple(personas.rows())
    assert all(set(row) == {"pairs", "count"} for row in document["personas"])


def test_the_file_is_private_and_texts_are_kept(tmp_path: Path) -> None:
    strange = '</script>"\u202e\\é\n'
    file = tmp_path / "personas.json"
    mine(population_of([{"a": strange, strange: ["y", "z"]}] * 2), 1.0).write(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert ({"a": {strange}, strange: {"y", "z"}}, 2) in words(PersonaSet.read(file))
    assert [each.name for each in tmp_path.iterdir()] == ["personas.json"]


GOOD: dict[str, Any] = {
    "population": 5,
    "support": 0.1,
    "personas": [{"pairs": {"a": "x", "b": ["y", "z"]}, "count": 3}],
}


def with_persona(**changes: Any) -> dict[str, Any]:
    return GOOD | {"personas": [GOOD["personas"][0] | changes]}


def test_the_contract_alone_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "personas.json"
    file.write_text(json.dumps(GOOD | {"schema": "standout/personas-file/1.7", "more": 1}), "utf-8")
    assert words(PersonaSet.read(file)) == [({"a": {"x"}, "b": {"y", "z"}}, 3)]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "not a file of personas"),
        ({"findings": []}, "not a file of personas"),
        (GOOD | {"version": 2}, "version 2"),
        (
            GOOD | {"schema": "standout/audit/1.0"},
            "is 'standout/audit/1.0', but 'standout/personas-file/1.0' is needed",
        ),
        (GOOD | {"schema": "standout/personas-file/2.0"}, "is needed; make the file again"),
        (GOOD | {"population": "many"}, "'population'"),
        (GOOD | {"population": True}, "'population'"),
        (GOOD | {"support": 0}, "'support'"),
        (GOOD | {"support": None}, "'support'"),
        (GOOD | {"personas": [7]}, "persona 1 has no 'pairs'"),
        (with_persona(pairs={}), "persona 1 has no 'pairs'"),
        (with_persona(pairs={"a": 3}), "persona 1: 'a' has no text"),
        (with_persona(pairs={"a": []}), "persona 1: 'a' has no text"),
        (with_persona(pairs={"a": ["x", "x"]}), "the same value twice"),
        (with_persona(count=0), "persona 1 has no 'count'"),
        (with_persona(count=6), "persona 1 has no 'count'"),
        (with_persona(count=2.5), "persona 1 has no 'count'"),
    ],
)
def test_damaged_and_foreign_files_are_refused(tmp_path: Path, document: Any, said: str) -> None:
    file = tmp_path / "personas.json"
    file.write_text(json.dumps(document), "utf-8")
    with pytest.raises(BadInput) as told:
        PersonaSet.read(file)
    assert said in str(told.value)
    assert str(told.value).startswith(str(file))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"population": 1, "personas": ['])
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "personas.json"
    file.write_bytes(content)
    with pytest.raises(BadInput, match="not a readable JSON file"):
        PersonaSet.read(file)
    with pytest.raises(BadInput, match="no such file"):
        PersonaSet.read(tmp_path / "none.json")
    with pytest.raises(BadInput, match="a folder"):
        PersonaSet.read(tmp_path)

"""One profile from a small file, in three forms, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.profiles.people.own_profile import in_words_of, read_profile
from tests.profiles.blending.test_edits import personas_of

WANTED = {"city": ("New York, NY",), "age": ("37",), "language": ("French", "Dutch")}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("me.json", '{"city": "New York, NY", "age": 37, "language": ["French", "Dutch", "French"], "job": null}'),
        ("me.toml", 'city = "New York, NY"\nage = 37\nlanguage = ["French", "Dutch"]\njob = ""\n'),
        ("me.csv", 'attribute,value\ncity,"New York, NY"\nage,37\nlanguage,French\nlanguage, Dutch\njob,\n\n'),
        ("me.csv", '\ufeffcity,"New York, NY"\nage,37\nlanguage,French\nlanguage,Dutch\n'),
        ("me.tsv", "city\tNew York, NY\nage\t37\nlanguage\tFrench\nlanguage\tDutch\n"),
        ("me.txt", "city: New York, NY\nage: 37\n\nlanguage: French\nlanguage: Dutch\n"),
        ("me.json", '[{"city": "New York, NY", "age": 37, "language": ["French", "Dutch"]}]'),
    ],
)
def test_three_forms(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_profile(tmp_path / name) == WANTED


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("me.csv", 'city,age,language,job\n"New York, NY",37,French|Dutch,\n'),
        ("me.csv", '\ufeffid,city,age,language\r\n17,"New York, NY",37,French | Dutch\r\n\r\n'),
        ("me.csv", "city;age;language\nNew York, NY;37;French|Dutch\n"),
        ("me.tsv", "person\tcity\tage\tlanguage\nme\tNew York, NY\t37\tFrench|Dutch\n"),
        ("me.csv", 'attribute,value\ncity,"New York, NY"\nage,37\nlanguage,French|Dutch\n'),
    ],
)
def test_a_table_with_one_row(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_profile(tmp_path / name, split="|") == WANTED


def test_two_by_two_is_a_table_where_others_have_these_attributes(tmp_path: Path) -> None:
    file = tmp_path / "me.csv"
    file.write_text("City,job\nParis,baker\n", encoding="utf-8")
    assert read_profile(file) == {"City": ("job",), "Paris": ("baker",)}
    assert read_profile(file, ("city", "job")) == {"City": ("Paris",), "job": ("baker",)}
    assert read_profile(file, ("city", "job", "Paris")) == {"City": ("job",), "Paris": ("baker",)}
    file.write_text("id,city\n7,Paris\n", encoding="utf-8")
    assert read_profile(file, ("city",)) == {"city": ("Paris",)}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("me.json", "{", "not valid JSON (line 1, column 2)"),
        ("me.json", "[1]", "not one profile"),
        ("me.json", '{"a": {"b": 1}}', "'a' is neither text nor a number"),
        ("me.json", "{}", "the profile is empty"),
        ("me.json", "[" * 100_000, "not valid JSON"),
        ("me.toml", "a = ", "not valid TOML"),
        ("me.csv", "a,b\nc\n", "line 2 is not an attribute and its value"),
        ("me.csv", "a,\n", "the profile is empty"),
        ("me.csv", "", "the profile is empty"),
        ("me.csv", "city\nParis\n", "line 1 is not an attribute and its value"),
        ("me.csv", "a,b,c\n", "one line only"),
        ("me.csv", "a,b,c\n1,2,3\n4,5,6\n", "has 2 rows, and a profile is one; keep yours alone, or use data"),
        ("me.csv", "a,b,c\n1,2\n", "line 2 has 2 cells under 3 attributes"),
        ("me.csv", "a,b,a\n1,2,3\n", "two columns are called 'a'"),
        ("me.csv", "a,,c\n1,2,3\n", "column 2 has no name above its value"),
        ("me.csv", "a,b,c\n,,\n", "one line only"),
        ("me.json", '[{"a": 1}, {"a": 2}]', "has 2 rows"),
    ],
)
def test_refusals(tmp_path: Path, name: str, text: str, says: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_profile(tmp_path / name)
    assert says in str(refused.value)


def test_what_is_not_a_small_file(tmp_path: Path) -> None:
    for place, says in ((tmp_path / "none.json", "no such file"), (tmp_path, "a folder")):
        with pytest.raises(BadInput, match=says):
            read_profile(place)
    (tmp_path / "large.csv").write_bytes(b"a,b\n" * 300_000)
    with pytest.raises(BadInput, match="larger than 1 MB"):
        read_profile(tmp_path / "large.csv")
    (tmp_path / "odd.csv").write_bytes(b"a,\xff\n")
    with pytest.raises(BadInput, match="not text in UTF-8"):
        read_profile(tmp_path / "odd.csv")


def test_numbers_fall_into_the_steps_of_the_personas() -> None:
    personas = personas_of([{"age": ("35–39",), "city": ("Paris",)}, {"age": ("40–44",), "city": ("7",)}])
    profile = {"age": ("39",), "city": ("7",), "hours": ("3",)}
    assert in_words_of(profile, personas) == {"age": ("35–39",), "city": ("7",), "hours": ("3",)}
    assert in_words_of({"age": ("99",)}, personas) == {"age": ("99",)}


def test_words_are_those_of_others_whatever_the_case() -> None:
    personas = personas_of([{"City": ("Paris",), "job": ("Cook",)}, {"City": ("PARIS",), "job": ("diver",)}])
    given = {"city": ("paris", "Paris"), "JOB": ("cook",), "pet": ("Dog",)}
    assert in_words_of(given, personas) == {"City": ("paris", "Paris"), "job": ("Cook",), "pet": ("Dog",)}

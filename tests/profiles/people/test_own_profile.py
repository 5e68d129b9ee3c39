"""One profile from a small file, in three forms, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.profiles.people.own_profile import in_bins, read_profile
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
    ],
)
def test_three_forms(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_profile(tmp_path / name) == WANTED


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
    assert in_bins(profile, personas) == {"age": ("35–39",), "city": ("7",), "hours": ("3",)}
    assert in_bins({"age": ("99",)}, personas) == {"age": ("99",)}

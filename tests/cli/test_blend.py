"""`standout blend`: words, the contracted document, and one line for what cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import standout

PEOPLE = """person,name,city,job,age
{rows}
me,Zoe,Paris,diver,99
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("blend")
    rows = [
        f"p{at},{'Ann' if at % 2 else 'Bob'},{'Paris' if at % 3 else 'Rome'},baker,{20 + at % 10}" for at in range(40)
    ]
    (place / "people.csv").write_text(PEOPLE.format(rows="\n".join(rows)), encoding="utf-8")
    (place / "me.json").write_text('{"name": "Zoe", "city": "Paris", "job": "diver", "age": 27}', encoding="utf-8")
    made = standout(
        "personas", "people.csv", "--out", "personas.json", "--support", "0.2", "--bin", "age=5", folder=place
    )
    assert made.status == 0, made.errors
    return place


def test_words(folder: Path) -> None:
    done = standout("blend", "me.json", "--personas", "personas.json", folder=folder)
    assert done.status == 0, done.errors
    assert "remove job “diver”" in done.output
    assert "those of the file" in done.output


def test_the_document(folder: Path) -> None:
    done = standout(
        "blend", "--person", "me", "--data", "people.csv", "--bin", "age=5", "--personas", "personas.json", "--json",
        "--out", "result", folder=folder,
    )  # fmt: skip
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert json.loads((folder / "result" / "blend.json").read_text(encoding="utf-8")) == document
    option = document["options"][0]
    assert set(option) >= {"persona", "distance", "edits", "crowd"}
    assert set(option["edits"][0]) == {"kind", "attribute", "from", "to"}
    assert set(document["exposure"]) == {"before", "after"}
    people = [line.split(",") for line in (folder / "people.csv").read_text(encoding="utf-8").splitlines()[1:41]]
    shares = [row for row in people if option["persona"].get("city", row[2]) == row[2]]
    assert option["crowd"] == len(shares)
    assert document["identifiability"]["before"] > document["identifiability"]["after"]


def test_a_person_can_be_named_as_the_profile(folder: Path) -> None:
    words = ("--data", "people.csv", "--bin", "age=5", "--personas", "personas.json")
    one = standout("blend", "me", *words, folder=folder)
    other = standout("blend", "--person", "me", *words, folder=folder)
    assert one.status == 0, one.errors
    assert one.output == other.output
    assert "the crowd is there" in one.output
    assert "Exposure:" in one.output
    assert "Identifiability:" in one.output


def test_options_are_taken(folder: Path) -> None:
    (folder / "rome.toml").write_text('city = "Rome"\njob = "diver"\nage = 22\n', encoding="utf-8")
    words = ("blend", "rome.toml", "--personas", "personas.json", "--json")
    usual = json.loads(standout(*words, folder=folder).output)["options"]
    lies = json.loads(
        standout(*words, "--cost", "age=100", "--keep", "city", "--remove-cost", "9", folder=folder).output
    )
    assert usual[0]["edits"] != lies["options"][0]["edits"]
    assert lies["options"][0]["persona"]["city"] == "Rome"
    more = json.loads(standout(*words, "--options", "4", folder=folder).output)["options"]
    assert len(more) >= 4
    assert [option["distance"] for option in more] == sorted(option["distance"] for option in more)


def test_a_table_with_one_row_is_a_profile_too(folder: Path) -> None:
    (folder / "me.csv").write_text("id,name,City,job,age\n9,Zoe,paris,diver,27\n", encoding="utf-8")
    words = ("--personas", "personas.json", "--json")
    one, other = (standout("blend", name, *words, folder=folder) for name in ("me.csv", "me.json"))
    assert one.status == 0, one.errors
    assert one.output == other.output


def test_personas_are_found_in_the_data_where_none_are_given(folder: Path) -> None:
    words = ("blend", "me.json", "--data", "people.csv", "--bin", "age=5")
    done = standout(*words, "--crowd", "5", "--json", folder=folder)
    assert done.status == 0, done.errors
    assert json.loads(done.output)["options"][0]["crowd"] >= 5
    few = standout(*words, "--crowd", "41", folder=folder)
    assert few.status == 2
    assert "no two things in --data are shared by 41 people" in few.errors
    refused = standout("blend", "me.json", folder=folder)
    assert refused.status == 2
    assert "no personas; name the file" in refused.errors


def test_a_crowd_can_be_asked_for(folder: Path) -> None:
    words = ("blend", "me.json", "--personas", "personas.json", "--json", "--options", "3")
    usual = json.loads(standout(*words, folder=folder).output)["options"]
    least = max(option["crowd"] for option in usual)
    large = json.loads(standout(*words, "--crowd", str(least), folder=folder).output)["options"]
    assert min(option["crowd"] for option in large) >= least
    counted = (*words, "--data", "people.csv", "--bin", "age=5", "--crowd", "13")
    options = json.loads(standout(*counted, folder=folder).output)["options"]
    assert min(option["crowd"] for option in options) >= 13
    order = [(option["distance"], -option["crowd"]) for option in options]
    assert order == sorted(order), "as counted, not as in the file"


def test_exposure_is_the_same_with_the_file_alone_and_with_the_people(folder: Path) -> None:
    words = ("blend", "me.json", "--personas", "personas.json", "--json")
    alone, counted = (
        json.loads(standout(*words, *more, folder=folder).output)["exposure"]
        for more in ((), ("--data", "people.csv", "--bin", "age=5"))
    )
    assert alone == counted
    assert alone["before"] == 1.0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "no profile; name a JSON"),
        (("me.json", "--person", "me"), "both a PROFILE and --person"),
        (("--person", "me"), "--person needs --data"),
        (("--person", "you", "--data", "people.csv"), "nobody in --data has this id"),
        (("nowhere.json",), "nowhere.json: no such file"),
        (("me.json", "--keep", "shoe"), "--keep shoe: the profile has no such attribute"),
        (("me.json", "--keep", "job"), "no persona has job 'diver', so it cannot be kept"),
        (("me.json", "--cost", "city"), "'city' is not attribute=N"),
        (("me.json", "--cost", "city=dear"), "'dear' is not a number"),
        (("me.json", "--cost", "city=1,2"), "has 2 numbers"),
        (("me.json", "--cost", "city=1", "--cost", "city=2"), "'city' is given twice"),
        (("me.json", "--cost", "shoe=2"), "--cost shoe: no such attribute"),
        (("me.json", "--remove-cost", "-1"), "the cost to remove is -1"),
        (("me.json", "--options", "0"), "--options is 0"),
        (("me.json", "--crowd", "0"), "--crowd is 0"),
        (("me.json", "--crowd", "999"), "--crowd 999: the largest crowd that can be reached has"),
        (("people.csv",), "people.csv: has 41 rows, and a profile is one"),
        (("me.json", "--seed", "-1"), "--seed is -1"),
        (("me.json", "--out", "me.json"), "is a file"),
        (("me.json", "--personas", "me.json"), "not a file of personas"),
        (("me.json", "--personas", "none.json"), "none.json: no such file"),
    ],
)
def test_refusals_are_one_line(folder: Path, words: tuple[str, ...], says: str) -> None:
    given = words if "--personas" in words else (*words, "--personas", "personas.json")
    done = standout("blend", *given, folder=folder)
    assert done.status == 2
    (line,) = [line for line in done.errors.splitlines() if line.startswith("standout: ")]
    assert says in line
    assert done.output == ""

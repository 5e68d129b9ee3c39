"""The bulletin's file: what is written comes back, and what anyone may have written is refused in one line."""

from __future__ import annotations

import copy
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standout.errors import BadInput
from standout.results.bulletin import Bulletin
from standout.results.bulletin_checks import MOST_BYTES
from tests.label.bulletins import bulletin_of, random_bulletin

Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def document() -> dict[str, Any]:
    return bulletin_of(["One", None, "Three"], [400, 90, 7], ["a", "b", "ü"]).to_dict()


def refusal(document: Any) -> str:
    with pytest.raises(BadInput) as problem:
        Bulletin.from_json(document if isinstance(document, bytes) else json.dumps(document).encode())
    assert "\n" not in str(problem.value)
    return str(problem.value)


@pytest.mark.parametrize("with_titles", [True, False])
def test_what_is_written_comes_back(tmp_path: Path, with_titles: bool) -> None:
    bulletin = random_bulletin(1) if with_titles else bulletin_of(None, [9, 10])
    bulletin.write(tmp_path / "bulletin.json")
    assert stat.S_IMODE((tmp_path / "bulletin.json").stat().st_mode) == 0o644, "a bulletin is for everyone"
    for found in (
        Bulletin.read(tmp_path / "bulletin.json"),
        Bulletin.read(str(tmp_path / "bulletin.json")),
        Bulletin.from_json((tmp_path / "bulletin.json").read_bytes()),
    ):
        assert found.to_dict() == bulletin.to_dict()
        assert found.canonical() == bulletin.canonical()


def setter(value: Any, *path: str | int) -> Change:
    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


def dropper(*path: str) -> Change:
    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (setter(2, "standout_bulletin"), "'standout_bulletin' is 2, but this Standout reads 1"),
        (setter(True, "standout_bulletin"), "'standout_bulletin' is True"),
        (dropper("standout_bulletin"), "has no 'standout_bulletin'"),
        (dropper("people"), "'people' is missing"),
        (dropper("folded", "items"), "'folded.items' is missing"),
        (dropper("made", "guarantee"), "'made.guarantee' is missing"),
        (setter(1, "more"), "a key 'more' that bulletins do not have"),
        (setter(1, "items", "owners"), "a key 'items.owners'"),
        (setter(1, "made", "who"), "a key 'made.who'"),
        (setter(0, "people"), "'people' is not a whole number of at least 1"),
        (setter(True, "people"), "'people' is not a whole number"),
        (setter(10.5, "interactions"), "'interactions' is not a whole number"),
        (setter(0, "rare_below"), "'rare_below'"),
        (setter("yesterday", "date"), "'date' is not a day"),
        (setter(20260101, "date"), "'date' is not a text"),
        (setter([1, 2], "items"), "'items' is not an object"),
        (setter(["a", "b", "a"], "items", "ids"), "the same id twice"),
        (setter(["a", "b", ""], "items", "ids"), "an empty id"),
        (setter(["a", "b", 3], "items", "ids"), "'items.ids[2]' is not a text"),
        (setter(["a", "b", "c" * 501], "items", "ids"), "'items.ids[2]' is not a text of at most 500"),
        (setter([1, 2], "items", "holders"), "'items.holders' has 2 entries for 3 ids"),
        (setter([1, 2, 0], "items", "holders"), "'items.holders[2]'"),
        (setter([1, 2, 1001], "items", "holders"), "'items.holders[2]' is more than there are people"),
        (setter(["x"], "items", "titles"), "'items.titles' has 1 entries"),
        (setter(["x", "y", 1], "items", "titles"), "'items.titles"),
        (setter(-1, "folded", "items"), "'folded.items'"),
        (setter([], "crowd"), "'crowd' is not 1 to 20 ascending numbers"),
        (setter([3.0, 2.0], "crowd"), "'crowd'"),
        (setter([0.0, 2.0], "crowd"), "'crowd[0]'"),
        (setter([1.0] * 21, "crowd"), "'crowd'"),
        (dropper("scores", "paper"), "'scores' does not have better and paper, and perhaps hiding"),
        (setter({}, "scores", "paper"), "'scores.paper' does not have exactly groups and norm"),
        (setter(9.0, "scores", "better", "norm", "min"), "'scores.better.norm.max' is below min"),
        (setter("3", "scores", "better", "norm", "min"), "'scores.better.norm.min' is not a number"),
        (setter([], "scores", "paper", "groups"), "'scores.paper.groups' has 0 groups"),
        (setter(1.5, "scores", "paper", "groups", 0, "high"), "'scores.paper.groups[0].high' is not a number between"),
        (setter(0.9, "scores", "paper", "groups", 0, "low"), "'scores.paper.groups[0].centroid' is not between"),
        (dropper("scores", "paper", "groups"), "'scores.paper'"),
        (setter("some", "made", "groups"), "'made.groups' is neither found nor forced"),
        (setter(0, "made", "epsilon"), "'made.epsilon'"),
        (setter({"algorithm": "rsa", "key": "a", "value": "b"}, "signature"), "'signature.algorithm' is not ed25519"),
        (setter({"algorithm": "ed25519", "key": "a"}, "signature"), "'signature.value' is missing"),
    ],
)  # fmt: skip
def test_a_wrong_key_is_named(document: dict[str, Any], change: Change, says: str) -> None:
    changed = copy.deepcopy(document)
    change(changed)
    told = refusal(changed)
    assert told.startswith("bulletin: ")
    assert says in told


def test_groups_that_do_not_ascend_are_refused(document: dict[str, Any]) -> None:
    document["scores"]["better"]["groups"].reverse()
    assert "do not ascend" in refusal(document)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON (line 1, column 2)"),
        (b"[1]", "not a bulletin"),
        (b'"bulletin"', "not a bulletin"),
        (b"\xff\xfe", "not text in UTF-8"),
        (b'{"standout_bulletin":1,"people":NaN}', "has NaN"),
        (b'{"standout_bulletin":1,"people":-Infinity}', "has -Infinity"),
        (b'{"standout_bulletin":1,"date":"a","date":"b"}', "the key 'date' twice"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"a":' * 50_000, "nested deeper"),
        (b'{"standout_bulletin":1,"people":' + b"9" * 5_000 + b"}", "line 1 has a number of 5,000 digits"),
    ],
)
def test_what_is_no_bulletin_is_refused(content: bytes, says: str) -> None:
    assert says in refusal(content)


def test_brackets_in_titles_are_not_depth(document: dict[str, Any]) -> None:
    document["items"]["titles"] = ["[[[[[[[[[[", '"\\"[{[{[{[{[{', None]
    assert Bulletin.from_json(json.dumps(document).encode()).titles == ("[[[[[[[[[[", '"\\"[{[{[{[{[{', None)


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere.json: no such file"):
        Bulletin.read(tmp_path / "nowhere.json")
    with pytest.raises(BadInput, match="a folder"):
        Bulletin.read(tmp_path)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    with pytest.raises(BadInput, match="larger than"):
        Bulletin.read(huge)

"""`standout reproduce`: the contracted document, and one plain line for what cannot be done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standout.reproductions.stories.story import story
from standout.results.reproduction import Reproduction
from tests.cli.running import standout


def test_json_and_nothing_else_on_standard_output(tmp_path: Path) -> None:
    asked = ("frankowski", "--data", "sample", "--draws", "1", "--story", "told/story.md", "--json")
    done = standout("reproduce", *asked, folder=tmp_path)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert document["paper"] == "frankowski"
    assert set(document["rows"][0]) >= {"table", "what", "published", "ours", "low", "high", "remark"}
    assert (tmp_path / "reproductions" / "frankowski.md").is_file()
    assert (tmp_path / "reproductions" / "images" / "frankowski-figure-4.svg").is_file()
    assert json.loads((tmp_path / "reproductions" / "frankowski.json").read_bytes()) == document
    told = tmp_path / "told" / "story.md"
    assert told.read_text(encoding="utf-8") == story(Reproduction.from_dict(document))[0]
    assert told.stat().st_mode & 0o777 == 0o600
    assert (told.parent / "images" / "frankowski-story.svg").is_file()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("frankowski",), "no --data"),
        (("someone", "--data", "sample"), "no reproduction of 'someone'; there are boukoros, frankowski"),
        (("frankowski", "--data", "nowhere"), "nowhere"),
        (("frankowski", "--data", "sample", "--draws", "0"), "--draws is 0"),
        (("narayanan", "--data", "sample", "--seed", "-1"), "--seed is -1"),
        (("narayanan", "--data", "sample", "--threads", "0"), "--threads is 0"),
        (("narayanan", "--data", "bare.csv"), "the data has no values"),
        (("narayanan", "--data", "rated.csv"), "the data has no days"),
        (("frankowski", "--data", "bare.csv"), "the data has no values"),
        (("frankowski", "--data", "sample", "--out", "bare.csv"), "is a file"),
    ],
)
def test_refusals_are_one_line(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    (tmp_path / "bare.csv").write_text("user,item\na,x\nb,x\n")
    (tmp_path / "rated.csv").write_text("user,item,rating\na,x,1\nb,x,2\n")
    done = standout("reproduce", *words, folder=tmp_path)
    assert done.status == 2
    (line,) = [line for line in done.errors.splitlines() if line.startswith("standout: ")]
    assert says in line
    assert done.output == ""
    assert not (tmp_path / "reproductions").exists()

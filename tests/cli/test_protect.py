"""`standout protect`: changes the data, says what it changed, writes the same format, and refuses in one line."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest

from standout.cli.protect import sorted_out
from standout.errors import BadInput
from standout.io.reading import read
from standout.protections import PROTECTIONS
from standout.protections.contract import changes
from tests.cli.running import Finished, standout


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty people whose side shows in what they have."""
    folder, dice = tmp_path_factory.mktemp("protect"), random.Random(4)
    rows = [
        (f"u{person}", f"i{item}", dice.randint(1, 5), f"2024-0{dice.randint(1, 9)}-1{dice.randint(0, 9)}")
        for person in range(30)
        for item in range(20)
        if dice.random() < (0.7 if item % 2 == person % 2 else 0.3)
    ]
    with (folder / "d.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("user", "item", "rating", "date"), *rows])
    with (folder / "who.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([("user", "side"), *((f"u{person}", "LR"[person % 2]) for person in range(28))])
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    for file in made.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def _run(folder: Path, *words: str) -> Finished:
    return standout("protect", *words, folder=folder)


BLUR = ("--people", "who.csv", "--attribute", "side", "--folds", "3")


def test_json_says_what_changed_and_the_file_has_it(folder: Path) -> None:
    before = (folder / "d.csv").read_bytes()
    done = _run(folder, "d.csv", "--with", "blurme", "--extra", "0.2", "--strategy=sampled", *BLUR, "--json")
    assert done.status == 0, done.errors
    told = json.loads(done.output)
    assert (told["protection"], told["out"], told["seed"]) == ("blurme", "d-blurme.csv", 1)
    assert told["steps"][0]["options"] == {
        "strategy": "sampled", "extra": 0.2, "fill": "mean", "folds": 3, "rounding": "nearest", "steps": 0,
        "lists": "everyone",
    }  # fmt: skip
    assert (folder / "d.csv").read_bytes() == before
    found = changes(read(folder / "d.csv"), read(folder / "d-blurme.csv"))
    keys = ("added", "removed", "altered", "changed_share", "people_touched")
    assert {key: told[key] for key in keys} == {key: getattr(found, key) for key in keys}
    assert found.added > 0
    assert told["people_touched"] == 28
    assert "2 people without 'side' were left as they are" in told["notes"]


def test_plain_words_and_the_same_seed_the_same_file(folder: Path) -> None:
    first = _run(folder, "d.csv", "--with", "blurme:strategy=random,folds=3", *BLUR[:4], "--out", "one.csv")
    assert first.status == 0, first.errors
    for words in (
        "protection     blurme:strategy=random,folds=3",
        "removed        0 entries",
        "written to     one.csv",
    ):
        assert words in first.output
    assert (
        "standout compare d.csv --with blurme:strategy=random,folds=3 --attribute side --people who.csv" in first.output
    )
    _run(folder, "d.csv", "--with", "blurme:strategy=random,folds=3", *BLUR[:4], "--out", "two.csv")
    _run(folder, "d.csv", "--with", "blurme:strategy=random,folds=3", *BLUR[:4], "--out", "three.csv", "--seed", "2")
    one, two, three = ((folder / f"{name}.csv").read_bytes() for name in ("one", "two", "three"))
    assert one == two != three


def test_protections_are_applied_one_after_the_other(folder: Path) -> None:
    words = ("--with", "sample:people=0.5", "--with", "blurme", *BLUR, "--with", "trim:keep=8", "--json")
    done = _run(folder, "d.csv", *words)
    assert done.status == 0, done.errors
    told = json.loads(done.output)
    assert [step["protection"] for step in told["steps"]] == ["sample", "blurme", "trim"]
    assert told["protection"] == "sample + blurme + trim"
    protected = read(folder / "d-sample-blurme-trim.csv")
    assert protected.people == 15
    assert protected.lengths.max() == 8


def test_people_may_be_a_share_where_a_protection_takes_one(folder: Path) -> None:
    done = _run(folder, "d.csv", "--with", "sample", "--people", "0.2", "--json")
    assert done.status == 0, done.errors
    assert json.loads(done.output)["steps"][0]["options"] == {"people": 0.2}


def test_a_known_folder_brings_its_own_people(tmp_path: Path) -> None:
    done = _run(tmp_path, "sample", "--with", "blurmore", "--attribute", "gender", "--folds", "2", "--json")
    assert done.status == 0, done.errors
    told = json.loads(done.output)
    assert told["added"] == told["removed"] > 0
    assert told["interactions"] == {"before": 150_000, "after": 150_000}
    assert read(tmp_path / "sample-blurmore").people == 2_000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("d.csv",), "no protection was chosen; give --with NAME, one of blurme, blurmore, "),
        (("d.csv", "--with", "blurr"), "there is no protection 'blurr'; there are blurme"),
        (("d.csv", "--with", "blurme"), "hides an attribute of people; say which with --attribute NAME"),
        (("d.csv", "--with", "trim", "--kep", "3"), "protection 'trim' has no option 'kep'; it has keep, which"),
        (("d.csv", "--with", "trim", "--keep", "few"), "keep is 'few', but must be a whole number"),
        (("d.csv", "--with", "trim:keep=3", "--keep", "4"), "--keep: is given twice for 'trim'"),
        (("d.csv", "--with", "blurme", "--with", "blurmore", "--extra", "0.1"), "several of the protections have it"),
        (("d.csv", "--with", "trim", "--keep"), "--keep: has no value"),
        (("d.csv", "--with", "trim", "more.csv"), "'more.csv' is one word too many"),
        (("d.csv", "--with", "trim", "--out", "who.csv"), "who.csv: exists already"),
        (("d.csv", "--with", "trim", "--out", "d.csv"), "d.csv: exists already"),
        (("d.csv", "--with", "trim", "--people", "who.csv"), "none of the protections chosen looks at"),
        (("no.csv", "--with", "trim"), "no.csv: no such file or folder"),
        (("d.csv", "--with", "trim", "--seed", "-1"), "--seed is -1"),
        (("d.csv", "--with", "blurme", "--attribute", "side", "--people", "none.csv"), "none.csv: no such file"),
        (("d.csv", "--with", "blurme", "--attribute", "hat", "--people", "who.csv"), "hat"),
        (("d.csv", "--with", "hide-rarest"), "changes what people say of themselves, not the data"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(folder: Path, words: tuple[str, ...], said: str) -> None:
    before = sorted(file.name for file in folder.iterdir())
    done = _run(folder, *words)
    assert done.status == 2, done.output
    assert said in done.errors
    assert [line for line in done.errors.splitlines() if "%" not in line[:4]] == [done.errors.splitlines()[-1]]
    assert done.output == ""
    assert sorted(file.name for file in folder.iterdir()) == before


def test_help_says_what_each_protection_does(tmp_path: Path) -> None:
    done = _run(tmp_path, "--help")
    told = " ".join(done.output.split())
    for name, kind in PROTECTIONS.items():
        assert f"{name} {kind.summary}" in told


def test_options_may_come_before_the_data() -> None:
    assert sorted_out(["--extra", "0.1", "d.csv", "--fill=mean"]) == ("d.csv", [("extra", "0.1"), ("fill", "mean")])
    with pytest.raises(BadInput, match="no data was named"):
        sorted_out(["--extra", "0.1"])

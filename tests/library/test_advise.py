"""`so.advise`: data or a bulletin in any form, attacks by name or as objects, and the same as the command line says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import standout as so
from standout.attacks import attacks
from standout.errors import BadInput
from tests.cli.running import standout
from tests.label.bulletins import bulletin_of

BULLETIN = bulletin_of(["One", "Two"], [700, 300], ["m0", "m7"])


@pytest.fixture(scope="module")
def ratings() -> pd.DataFrame:
    """Items of 120 people."""
    rows = [
        (person, f"m{item}")
        for person in range(120)
        for item in range(8)
        if (person * (item + 3) // 7) % (item + 2) == 0 or item == 0
    ]
    return pd.DataFrame(rows, columns=["user", "item"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, ratings: pd.DataFrame) -> Path:
    place = tmp_path_factory.mktemp("advise")
    ratings.to_csv(place / "ratings.csv", index=False)
    (place / "list.txt").write_text("m0\nm7\nelsewhere\n")
    BULLETIN.write(place / "bulletin.json")
    return place


@pytest.mark.parametrize("source", ["data", "bulletin"])
def test_it_says_what_the_command_says(folder: Path, source: str) -> None:
    file = {"data": "ratings.csv", "bulletin": "bulletin.json"}[source]
    words = ("list.txt", f"--{source}", file, "--k", "5", "--draft", "m3; Two", "--json", "--out", "command")
    done = standout("advise", *words, folder=folder)
    assert done.status == 0, done.errors
    given: dict[str, Any] = {source: folder / file}
    advice = so.advise(folder / "list.txt", k=5, draft="m3; Two", out=folder / "library", **given)
    assert json.loads(done.output) == advice.to_dict()
    assert (folder / "library" / "advise.json").read_text() == done.output
    assert advice == so.advise(["m0", "m7", "elsewhere"], k=5, draft=["m3", "Two"], **given)


def test_data_and_attacks_may_be_objects(folder: Path, ratings: pd.DataFrame) -> None:
    by_name = so.advise(["m0", "m7"], data=folder / "ratings.csv", attacks=["tf-idf", "scoring"], k=5)
    assert by_name.verification is not None
    assert [row.attack for row in by_name.verification.attacks] == ["tf-idf", "scoring"]
    chosen = attacks(["tf-idf", "scoring"])
    assert so.advise(["m0", "m7"], data=ratings, attacks=chosen, k=5) == by_name
    assert so.advise(["m0", "m7"], data=so.read(ratings), attacks=[chosen[0], "scoring"], k=5) == by_name


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "give either"),
        ({"data": "ratings.csv", "bulletin": BULLETIN}, "give either"),
        ({"bulletin": BULLETIN, "show": "values"}, "need"),
        ({"bulletin": BULLETIN, "attacks": ["tf-idf"]}, "need"),
        ({"bulletin": BULLETIN, "k": 0}, "must be at least 1"),
        ({"bulletin": BULLETIN, "draft": []}, "empty"),
        ({"bulletin": 5}, "cannot read a bulletin from a int"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        so.advise(["m0"], **given)


def test_one_attack_is_taken_by_its_name(ratings: pd.DataFrame) -> None:
    one, several = (so.advise(["m0", "m7"], data=ratings, attacks=chosen) for chosen in ("flat", attacks(["flat"])))
    assert one == several
    with pytest.raises(BadInput, match="attacks: int is no attack"):
        so.advise(["m0"], data=ratings, attacks=[5])  # type: ignore[list-item]


def test_columns_of_the_data_are_said_apart_from_those_of_the_history(folder: Path, ratings: pd.DataFrame) -> None:
    """As groceries need it, whose members are called transaction_number."""
    plain = so.advise(["m0", "m7"], data=ratings, k=5)
    ratings.rename(columns={"user": "transaction_number", "item": "goods"}).to_csv(folder / "shop.csv", index=False)
    columns = {"user": "transaction_number", "item": "goods"}
    assert so.advise(["m0", "m7"], data=folder / "shop.csv", data_columns=columns, k=5).fits == plain.fits
    told = standout(
        "advise", "list.txt", "--data", "shop.csv", "--data-columns", "user=transaction_number,item=goods", "--json",
        folder=folder,
    )  # fmt: skip
    assert told.status == 0, told.errors
    with pytest.raises(BadInput, match="belongs to"):
        so.advise(["m0"], bulletin=BULLETIN, data_columns=columns)

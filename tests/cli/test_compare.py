"""`standout compare` as a user runs it."""

from __future__ import annotations

import csv
import json
import random
import stat
from pathlib import Path

import pytest

from tests.cli.running import Finished, standout

QUICK = ("--adversary", "no-dates", "--attack", "scoreboard-rh", "--targets", "40")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ratings of 80 people, and their towns."""
    folder, dice = tmp_path_factory.mktemp("data"), random.Random(1)
    with (folder / "ratings.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["user", "item", "rating", "timestamp"])
        for user in range(80):
            for item in range(50):
                if dice.random() < (0.5 if item % 2 == user % 2 else 0.2):
                    day = dice.randrange(300)
                    writer.writerow([f"user-{user}", f"item-{item}", dice.randint(1, 5), 1_000_000_000 + day * 86_400])
    with (folder / "people.csv").open("w", newline="", encoding="utf-8") as stream:
        rows = [[f"user-{user}", ("north", "south<b>")[user % 2]] for user in range(80)]
        csv.writer(stream).writerows([["user", "town"], *rows])
    return folder


@pytest.fixture(scope="module")
def compared(files: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Finished]:
    folder = tmp_path_factory.mktemp("compared") / "out"
    words = ("--with", "trim:keep=6", "--with", "hide-rarest:share=0.5", "--max-utility-loss", "0.9")
    return folder, standout("compare", str(files / "ratings.csv"), "--out", str(folder), *words, *QUICK)


def test_writes_three_private_files_and_nothing_else(compared: tuple[Path, Finished]) -> None:
    folder, finished = compared
    assert finished.status == 0, finished.errors
    assert {file.name for file in folder.iterdir()} == {"compare.html", "compare.json", "run.json"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_prints_a_table_a_recommendation_and_where_the_page_is(compared: tuple[Path, Finished]) -> None:
    folder, finished = compared
    lines = finished.output.splitlines()
    assert max(len(line) for line in lines if str(folder) not in line) <= 80
    assert any(line.startswith("trim:keep=6") for line in lines)
    assert "Within a utility loss of 90.0%" in finished.output
    assert str(folder / "compare.html") in finished.output


def test_the_page_is_complete_offline_and_says_the_same(compared: tuple[Path, Finished]) -> None:
    page = (compared[0] / "compare.html").read_text(encoding="utf-8")
    assert "default-src &#39;none&#39;" in page
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert "<title>trim:keep=6: " in page, "the pointer tells what a point is"
    assert "user-1" not in page
    for heading in ("Who is found", "Does it show?", "What it is still good for", "How it was measured"):
        assert heading in page


def test_json_is_what_is_written_and_another_budget_only_changes_the_advice(
    files: Path, compared: tuple[Path, Finished], tmp_path: Path
) -> None:
    words = ("--with", "trim:keep=6", "--with", "hide-rarest:share=0.5", "--max-risk", "0.5", "--json")
    finished = standout("compare", str(files / "ratings.csv"), "--out", str(tmp_path / "out"), *words, *QUICK)
    found = json.loads(finished.output)
    assert found == json.loads((tmp_path / "out" / "compare.json").read_text(encoding="utf-8"))
    before = json.loads((compared[0] / "compare.json").read_text(encoding="utf-8"))
    assert found["recommendation"]["budget"] == {"max_risk": 0.5}
    assert found["protections"] == before["protections"]


def test_an_attribute_of_people_is_looked_at_as_well(files: Path, tmp_path: Path) -> None:
    finished = standout(
        "compare", str(files / "ratings.csv"), "--people", str(files / "people.csv"), "--attribute", "town",
        "--with", "trim:keep=6", "--folds", "2", "--out", str(tmp_path / "out"), *QUICK,
    )  # fmt: skip
    assert finished.status == 0, finished.errors
    assert "AUC" in finished.output
    found = json.loads((tmp_path / "out" / "compare.json").read_text(encoding="utf-8"))
    assert found["attribute"] == {"name": "town", "classes": ["north", "south<b>"]}
    assert found["protections"][0]["attribute"]["worst_auc"] >= 0.5
    page = (tmp_path / "out" / "compare.html").read_text(encoding="utf-8")
    assert "What is inferred" in page


def test_groups_of_items_are_shown_to_who_infers(files: Path, tmp_path: Path) -> None:
    table = tmp_path / "groups.csv"
    table.write_text("item,groups\n" + "".join(f"item-{item},{'ab'[item % 2]}\n" for item in range(50)))
    words = (
        "compare", str(files / "ratings.csv"), "--people", str(files / "people.csv"), "--attribute", "town",
        "--with", "trim:keep=6", "--folds", "2", "--json", *QUICK,
    )  # fmt: skip
    without, grouped = (
        json.loads(standout(*words, "--out", str(tmp_path / name), *more).output)["protections"][0]["attribute"]
        for name, more in (("one", ()), ("two", ("--groups", str(table))))
    )
    assert grouped != without, "the same seed: only the groups differ"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--with", "magic"), "there is no protection 'magic'"),
        (("--with", "trim:keep=0"), "keep is 0"),
        (("--with", "blurme"), "name it with --attribute"),
        (("--groups", "groups.csv", "--with", "trim"), "count with --attribute and --for totals alone"),
        (("--people", "people.csv"), "say which attribute of it counts with --attribute"),
        (("--targets", "0"), "--targets is 0"),
        (("--folds", "1"), "--folds is 1"),
        (("--max-risk", "7"), "--max-risk is 7"),
        (("--max-auc", "0.6", "--with", "trim"), "name it with --attribute"),
        (("--adversary", "nobody"), "no adversary 'nobody'"),
        (("--attribute", "shoe-size", "--with", "trim"), "brings no attributes of people"),
    ],
)
def test_bad_options_get_one_line_and_leave_nothing_behind(
    files: Path, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    finished = standout("compare", str(files / "ratings.csv"), "--out", str(tmp_path / "out"), *options)
    assert finished.status == 2
    (line,) = [line for line in finished.errors.splitlines() if line.startswith("standout: ")]
    assert told in line
    assert not (tmp_path / "out").exists()


def test_what_the_data_is_meant_for_is_said_and_refused(files: Path, tmp_path: Path) -> None:
    words = ("compare", str(files / "ratings.csv"), "--with", "trim:keep=6", "--out", str(tmp_path / "out"), *QUICK)
    finished = standout(*words, "--for", "totals")
    assert finished.status == 0, finished.errors
    assert "lost: utility for totals" in finished.output
    found = json.loads((tmp_path / "out" / "compare.json").read_text(encoding="utf-8"))
    assert found["settings"]["use"] == "totals"
    assert found["protections"][0]["utility_loss"] == found["protections"][0]["intended"]["totals"]["error"]
    refused = standout(*words, "--for", "fun")
    assert refused.status == 2
    assert "--for is 'fun', but must be recommending, research or totals" in refused.errors

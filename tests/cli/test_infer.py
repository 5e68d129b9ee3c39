"""`standout infer`, as a user runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from standout.sample.invention import SampleSettings, draw_sample
from tests.cli.running import standout

QUICK = ("--quick", "--attacker", "multinomial")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("infer") / "small"
    return draw_sample(folder, SampleSettings(people=150, items=60, interactions=2_000))


def test_everything_is_written_and_told(small: Path, tmp_path: Path) -> None:
    words = ("infer", str(small), "--attribute", "gender", "--folds", "2", "--attacker", "logistic")
    done = standout(*words, "--attacker", "bernoulli", folder=tmp_path)
    assert done.status == 0, done.errors
    assert "gender of 150 people from what they have: F" in done.output
    assert re.search(r"logistic +0\.\d\d ± 0\.\d\d", done.output)
    assert "always 'M'" in done.output
    assert "AUC by how many items are known of each person: 1: 0." in done.output
    folder = tmp_path / "small-infer"
    page, document = (folder / "infer.html").read_text("utf-8"), json.loads((folder / "infer.json").read_text("utf-8"))
    for title in ("How well each attacker does", "How few items suffice", "Which groups the classes have",
                  "Which groups come together", "By how much people have", "Items by coefficient"):  # fmt: skip
        assert title in page
    assert not re.search(r"<script|https?://|<link|<img", page.replace("http://www.w3.org", ""))
    assert "default-src &#39;none&#39;" in page
    assert document["revealing"]["kept"]
    for name in ("infer.html", "infer.json"):
        assert (folder / name).stat().st_mode & 0o777 == 0o600


def test_json_is_the_contract_and_nothing_else(tmp_path: Path) -> None:
    words = ("infer", "sample", "--attribute", "gender", "--json", "--out", str(tmp_path / "new"), *QUICK)
    done = standout(*words, folder=tmp_path)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert document["attribute"] == "gender"
    assert document["classes"] == ["F", "M"]
    assert document["positive"] == "M"
    assert document["baseline"]["accuracy"] == pytest.approx(0.703)
    (row,) = document["attackers"]
    assert row["name"] == "multinomial"
    assert row["auc"]["mean"] == pytest.approx(0.85, abs=0.02)
    assert set(row["auc"]) == {"mean", "sd", "low", "high"}
    assert set(row["recall"]) == {"mean", "sd"}
    assert document["files"] == [str(tmp_path / "new" / name) for name in ("infer.json", "infer.html")]


def test_more_than_two_classes_and_another_seed_other_figures(tmp_path: Path) -> None:
    words = ("infer", "sample", "--attribute", "age_group", "--json", "--out", str(tmp_path), *QUICK)
    first, second = (standout(*words, "--seed", seed) for seed in ("1", "2"))
    assert first.status == 0, first.errors
    document = json.loads(first.output)
    assert json.loads(second.output)["attackers"] != document["attackers"]
    assert len(document["classes"]) == 7
    assert document["attackers"][0]["auc"]["mean"] > 0.6
    assert document["baseline"]["average_precision"] == pytest.approx(1 / 7)


def test_a_table_and_groups_may_be_named(small: Path, tmp_path: Path) -> None:
    prepared, people = tmp_path / "prepared", tmp_path / "who.csv"
    assert standout("prepare", str(small), "--out", str(prepared)).status == 0
    people.write_text("id;age\n" + "\n".join(f"{at};{at}" for at in range(1, 151)) + "\n", "utf-8")
    refused = standout("infer", str(prepared), "--attribute", "age", folder=tmp_path)
    assert refused.status == 2
    assert "a prepared dataset holds no attributes of people; name them with --people" in refused.errors
    words = ("infer", str(prepared), "--people", str(people), "--cut", "50,100", "--json", *QUICK)
    document = json.loads(standout(*words, folder=tmp_path).output)
    assert document["classes"] == ["under 50", "50-99", "100 or more"]
    assert document["class_sizes"] == [49, 50, 51]


def test_without_an_attribute_those_there_are_get_listed(small: Path, tmp_path: Path) -> None:
    done = standout("infer", str(small), folder=tmp_path)
    assert done.status == 2
    assert "say which attribute to infer with --attribute; there are 'gender', 'age_group'" in done.errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--attribute", "shoe size"), "no attribute 'shoe size'; there are 'gender', 'age_group'"),
        (
            ("--attribute", "gender", "--attacker", "oracle"),
            "there is no attacker 'oracle'; there are strongest, logistic,",
        ),
        (("--attribute", "gender", "--folds", "1"), "--folds is 1, but must be at least 2"),
        (("--attribute", "gender", "--folds", "100"), "fewer than the 100 folds; give a smaller --folds"),
        (("--attribute", "gender", "--cut", "a,b"), "--cut is 'a,b', but must be ascending numbers"),
        (("--attribute", "gender", "--cut", "5"), "--cut needs numbers, but 'gender' is text"),
        (("--attribute", "gender", "--seed", "-1"), "--seed is -1, but must be a whole number from 0 on"),
        (("--attribute", "gender", "--groups", "nowhere.csv"), "nowhere.csv: no such file or folder"),
        (("--attribute", "gender", "--people", "nowhere.csv"), "nowhere.csv: no such file or folder"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(small: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = standout("infer", str(small), *words, folder=tmp_path)
    assert done.status == 2
    assert said in done.errors
    assert done.output == ""
    assert [line for line in done.errors.splitlines() if line.startswith("standout: ")] == [
        done.errors.splitlines()[-1]
    ]
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_the_results_is_refused(small: Path, tmp_path: Path) -> None:
    (tmp_path / "results").write_text("mine", "utf-8")
    done = standout("infer", str(small), "--attribute", "gender", "--out", "results", folder=tmp_path)
    assert done.status == 2
    assert "results: is a file; choose another --out" in done.errors

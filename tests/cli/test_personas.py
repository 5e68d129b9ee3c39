"""`standout personas`, as a user runs it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from standout.profiles.personas.persona_set import PersonaSet
from tests.cli.running import standout


@pytest.fixture
def people(tmp_path: Path) -> Path:
    dice = random.Random(1)
    rows = [
        f"p{n},{dice.choice(['Ann', 'Bob'])},{dice.choice('fm')},{dice.choice(['Bath', 'Ely', ''])},{20 + n % 40},a|b"
        for n in range(300)
    ]
    file = tmp_path / "people.csv"
    file.write_text("\n".join(["id,first name,gender,city,age,group", *rows]) + "\n", "utf-8")
    return file


def test_personas_are_found_and_told(people: Path, tmp_path: Path) -> None:
    done = standout("personas", str(people), "--support", "0.05", "--bin", "age=20", "--split", "|", folder=tmp_path)
    assert done.status == 0, done.errors
    found = PersonaSet.read(tmp_path / "people-personas.json")
    assert found.population == 300
    assert "first name" not in found.attributes
    assert found.values[found.attributes.index("age")] == ("20–39", "40–59")
    assert {"group": ("a", "b")} in [found.persona(number) for number in range(len(found))]
    assert f"{len(found):,} personas, each shared by at least 15 of 300 people" in done.output
    assert "Somebody who knows first name learns" in done.output
    assert "group a and b" in done.output
    page = (tmp_path / "people-personas.html").read_text("utf-8")
    assert "How much people show" in page
    assert "Personas by support" in page
    assert "Personas by number of people" in page
    assert "default-src &#39;none&#39;" in page
    assert not re.search(r"<script|https?://|<link|<img", page.replace("http://www.w3.org", ""))
    for name in ("people-personas.json", "people-personas.html"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_json_is_the_contract_and_nothing_else(people: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "personas.json"
    words = (
        "personas",
        str(people),
        "--out",
        str(out),
        "--support",
        "0.1",
        "--min-size",
        "3",
        "--max-size",
        "3",
        "--json",
    )
    done = standout(*words)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    found = PersonaSet.read(out)
    assert (document["people"], document["personas"], document["support"]) == (300, len(found), 0.1)
    assert set(found.sizes.tolist()) == {3}
    assert document["known"] == ["first name"]
    assert document["files"] == [str(out), str(out.with_suffix(".html"))]
    before = out.read_bytes(), out.with_suffix(".html").read_bytes()
    assert standout(*words).output == done.output
    assert before == (out.read_bytes(), out.with_suffix(".html").read_bytes())


def test_what_is_known_and_used_can_be_told(people: Path, tmp_path: Path) -> None:
    words = ("--know", "city", "--attribute", "city", "--attribute", "gender", "--attribute", "group")
    done = standout("personas", str(people), "--out", str(tmp_path / "p.json"), *words, "--json")
    assert json.loads(done.output)["known"] == ["city"]
    assert set(PersonaSet.read(tmp_path / "p.json").attributes) == {"gender", "group"}


def test_hostile_values_are_harmless_in_page_and_terminal(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\u202e\x1b[31m[bold]"
    file = tmp_path / "people.jsonl"
    file.write_text("".join(json.dumps({"id": f"p{n}", "<b>": evil, "c": "x"}) + "\n" for n in range(20)), "utf-8")
    done = standout("personas", str(file), "--out", str(tmp_path / "p.json"))
    assert done.status == 0, done.errors
    assert "\x1b[31m" not in done.output
    assert "\u202e" not in done.output
    assert "[bold]" in done.output
    page = (tmp_path / "p.html").read_text("utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_no_persona_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("id,a,b\nx,1,2\ny,3,4\n", "utf-8")
    done = standout("personas", str(file), "--support", "1", "--out", str(tmp_path / "p.json"))
    assert done.status == 0, done.errors
    assert "0 personas" in done.output
    assert "lower --support" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--support", "0"), "--support 0"),
        (("--min-size", "0"), "--min-size 0"),
        (("--max-size", "1"), "--max-size 1"),
        (("--bin", "age"), "--bin age: write attribute=width"),
        (("--bin", "age=x"), "--bin age=x: write attribute=width"),
        (("--bin", "age=-1"), "--bin age=-1"),
        (("--bin", "gender=5"), "is no number"),
        (("--know", "shoe"), "no attribute 'shoe'"),
        (("--attribute", "shoe"), "no attribute 'shoe'"),
        (("--engine", "abacus"), "there are 'local' and 'spark'"),
        (("--seed", "-1"), "--seed -1"),
        (("--threads", "0"), "--threads 0"),
        (("--out", "x.html"), "let it end in .json"),
        (("--out", "."), "is a folder"),
        (("--page", "none/blend.html"), "no such folder"),
        (("--out", "a.json", "--page", "a.html"), "another result gets this name"),
        (("--attribute", "gender", "--know", "gender"), "everything is known beforehand"),
    ],
)
def test_refusals_are_one_line_with_status_2(people: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = standout("personas", str(people), *words, folder=tmp_path)
    assert done.status == 2
    assert said in done.errors
    assert done.errors.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["people.csv"]


@pytest.mark.slow
def test_the_sample_is_like_the_papers_data(tmp_path: Path) -> None:
    done = standout("personas", "sample", "--json", folder=tmp_path)
    document = json.loads(done.output)
    assert document["people"] == 29_915
    assert document["known"] == ["first name", "last name"]
    assert 1_500 < document["personas"] < 6_000
    counts = [row["personas"] for row in document["by_support"]]
    assert counts == sorted(counts, reverse=True)

"""`standout publish`: a bulletin and a page, as told; one plain line for what cannot be done."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from standout.label.bulletin.signing import verified
from standout.results.bulletin import Bulletin
from standout.results.recommender import Recommender
from tests.cli.running import standout


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small table of people and items with titles."""
    import random

    dice = random.Random(1)
    rows = [
        f"u{person},i{item:02},Film {item:02}"
        for person in range(120)
        for item in dice.sample(range(60), dice.randint(3, 40))
    ]
    file = tmp_path_factory.mktemp("publish") / "seen.csv"
    file.write_text("\n".join(["user,item,title", *rows]))
    return file


def test_the_bulletin_and_the_json_agree(table: Path, tmp_path: Path) -> None:
    done = standout("publish", str(table), "--date", "2026-05-06", "--rare-below", "40", "--json", folder=tmp_path)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    bulletin = Bulletin.read(tmp_path / "seen-bulletin.json")
    assert document["people"] == bulletin.people == 120
    assert document["items"] == bulletin.items == 60
    assert document["norm"] == {"min": bulletin.scores["hiding"].norm.min, "max": bulletin.scores["hiding"].norm.max}
    assert [set(group) - {"found_by"} for group in document["groups"]] == [
        {"name", "centroid", "low", "high", "people"}
    ] * len(bulletin.scores["hiding"].groups)
    assert (document["date"], document["rare_below"], document["signed"]) == ("2026-05-06", 40, None)
    assert document["files"] == ["seen-bulletin.json"]
    assert bulletin.titles is not None
    assert bulletin.titles[bulletin.ids.index("i07")] == "Film 07"


def test_the_other_score_can_be_shown(table: Path, tmp_path: Path) -> None:
    done = standout("publish", str(table), "--score", "paper", "--groups", "3", "--json", folder=tmp_path)
    document = json.loads(done.output)
    assert document["groups"] == document["scores"]["paper"]["groups"]
    assert len(document["groups"]) == 3


def test_words_and_a_page_for_people(table: Path, tmp_path: Path) -> None:
    words = ("publish", str(table), "--out", "b.json", "--page", "label.html")
    done = standout(*words, folder=tmp_path)
    assert done.status == 0, done.errors
    assert "privacy groups" in done.output
    assert "bulletin: b.json" in done.output
    assert "written: label.html" in done.output
    assert "what it guarantees" in done.errors
    assert (tmp_path / "label.html").stat().st_size > 1_000


def test_a_site_with_versions_a_widget_and_who_publishes_it(table: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    words = (
        "publish", str(table), "--out", "b.json", "--embed", "embed.html", "--well-known", "site",
        "--provider", "Films", "--contact", "privacy@example.org", "--about", "what people saw",
        "--until", "2026-01-31", "--key-at", "https://example.org/key", "--json",
    )  # fmt: skip
    for turn in (1, 2):
        done = standout(*words, folder=tmp_path)
        assert done.status == 0, done.errors
        index = json.loads((tmp_path / "site/.well-known/standout/index.json").read_text(encoding="utf-8"))
        assert len(index["versions"]) == turn
    document = json.loads(done.output)
    assert document["about"] == {
        "provider": "Films", "contact": "privacy@example.org", "data": "what people saw", "data_until": "2026-01-31",
        "key_at": "https://example.org/key",
    }  # fmt: skip
    assert len(document["made"]["after"]) == 1, "held against the one that the site has"
    assert "Films" in (tmp_path / "embed.html").read_text(encoding="utf-8")


def test_a_signature_as_openssl_makes_keys(table: Path, tmp_path: Path) -> None:
    try:
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", tmp_path / "key.pem"], check=True)
        subprocess.run(
            ["openssl", "pkey", "-in", tmp_path / "key.pem", "-pubout", "-out", tmp_path / "pub.pem"], check=True
        )
    except FileNotFoundError:
        pytest.skip("no openssl on this machine")
    done = standout("publish", str(table), "--sign", "key.pem", "--out", "b.json", folder=tmp_path)
    assert done.status == 0, done.errors
    fingerprint = verified(Bulletin.read(tmp_path / "b.json"), tmp_path / "pub.pem")
    assert f"signed with {fingerprint}" in done.output


def test_the_sample_can_be_published(tmp_path: Path) -> None:
    done = standout("publish", "sample", "--json", folder=tmp_path)
    assert done.status == 0, done.errors
    assert json.loads(done.output)["people"] == 2_000
    assert (tmp_path / "sample-bulletin.json").is_file()


def test_noise_with_a_catalogue_and_one_bulletin_after_another(table: Path, tmp_path: Path) -> None:
    """Items have about 40 holders, and noise of scale 40 / 60 stays within 17 of that but once in 1e11."""
    rows = ["item,title", *(f"i{item:02},Catalogue {item:02}" for item in range(70))]
    (tmp_path / "items.csv").write_text("\n".join(rows))
    words = ("publish", str(table), "--epsilon", "100", "--max-items", "40", "--catalogue", "items.csv", "--json")
    first = standout(*words, "--out", "one.json", folder=tmp_path)
    assert first.status == 0, first.errors
    bulletin = Bulletin.read(tmp_path / "one.json")
    assert bulletin.titles is not None
    assert all(title is not None and title.startswith("Catalogue ") for title in bulletin.titles), "not from the rows"
    assert bulletin.items + bulletin.folded.items == 70
    assert json.loads(first.output)["notes"] == []
    second = standout(*words, "--out", "two.json", "--previous", "one.json", folder=tmp_path)
    made = json.loads(second.output)["made"]
    assert (made["bulletins"], made["epsilon"], made["epsilon_total"]) == (2, 100.0, 200.0)


def test_a_known_folder_brings_its_own_catalogue(tmp_path: Path) -> None:
    """5 of 2,000 people more or less make no difference to popular items: noise has a scale of 1."""
    done = standout("publish", "sample", "--epsilon", "50", "--max-items", "30", "--json", folder=tmp_path)
    assert done.status == 0, done.errors
    assert "delta" not in json.loads(done.output)["made"]
    bulletin = Bulletin.read(tmp_path / "sample-bulletin.json")
    assert bulletin.titles is not None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--catalogue", "nothing.csv"), "--catalogue goes with --epsilon"),
        (("--previous", "nothing.json"), "nothing.json: no such file"),
        (("--epsilon", "1", "--catalogue", "nothing.csv"), "nothing.csv: no such file"),
        (("--epsilon", "1", "--catalogue", "{data}"), "is the data itself"),
        (("--epsilon", "1", "--titles", "{data}"), "is the data itself"),
        (("--epsilon", "1", "--previous", "nothing.json"), "nothing.json: no such file"),
        (("--epsilon", "1", "--delta", "0.5"), "--delta is 0.5"),
        (("--epsilon", "1", "--skip-bad-rows"), "--skip-bad-rows: not with --epsilon"),
        (("--score", "best"), "--score best"),
        (("--groups", "9"), "--groups is 9"),
        (("--min-holders", "0"), "--min-holders is 0"),
        (("--min-holders", "100"), "at least 200 are needed"),
        (("--epsilon", "-1"), "--epsilon is -1"),
        (("--sign", "nothing.pem"), "nothing.pem: no such file"),
        (("--out", "."), "is a folder"),
        (("--out", "no/such/b.json"), "no such folder"),
        (("--out", "b.json", "--page", "b.json"), "--page b.json"),
        (("--seed", "-1"), "--seed is -1"),
        (("--threads", "0"), "--threads is 0"),
        (("--columns", "who"), "--columns"),
        (("--date", "1st of May"), "--date"),
        (("--until", "1st of May"), "--until"),
        (("--provider", " "), "--provider: give a text"),
        (("--well-known", "nowhere"), "--well-known nowhere: no such folder"),
        (("--out", "b.json", "--embed", "b.json"), "b.json"),
    ],
)
def test_refusals_are_one_line_and_leave_nothing(
    table: Path, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    filled = [word.replace("{data}", str(table)) for word in words]
    done = standout("publish", str(table), *filled, folder=tmp_path)
    assert done.status == 2, done.errors
    (line,) = [line for line in done.errors.splitlines() if line.startswith("standout: ")]
    assert says in line
    assert done.output == ""
    assert not list(tmp_path.iterdir())


# Pairs


def test_pairs_are_published_with_their_promise(table: Path, tmp_path: Path) -> None:
    """120 people with 20 of 60 films on average and hardly any noise: no film can drown in it."""
    words = ("publish", str(table), "--pairs", "--epsilon", "90", "--max-items", "60", "--delta", "1e-4")
    done = standout(*words, "--page", "r.html", folder=tmp_path)
    assert done.status == 0, done.errors
    assert "epsilon 90, delta 0.0001, for one person with everything they have" in done.output
    assert "what it guarantees: differential privacy with epsilon 90 and delta 0.0001" in done.errors
    assert (tmp_path / "r.html").is_file()
    again = standout(*words, "--json", folder=tmp_path)
    document = json.loads(again.output)
    made = Recommender.read(tmp_path / "seen-pairs.json")
    assert document["items"] == len(made.ids)
    assert document["made"] == made.made.to_dict()
    assert document["files"] == ["seen-pairs.json"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--pairs",), "--pairs needs --epsilon"),
        (("--pairs", "--epsilon", "0"), "--epsilon is 0, but must be between 0.01 and 100"),
        (("--pairs", "--epsilon", "-1"), "--epsilon is -1, but must be between 0.01 and 100"),
        (("--pairs", "--epsilon", "1", "--groups", "3"), "--groups: belongs to a bulletin, not to --pairs"),
        (("--pairs", "--epsilon", "1", "--previous", "b.json"), "--previous: belongs to a bulletin"),
        (("--pairs", "--epsilon", "1", "--memory", "1GB"), "--memory: belongs to a bulletin"),
        (("--engine", "spark", "--memory", "1GB"), "--memory 1GB: Spark's executors have limits of their own"),
        (("--memory", "much"), "--memory is 'much', but must be a size such as 1GB"),
        (("--pairs", "--epsilon", "1", "--skip-bad-rows"), "--skip-bad-rows: not with --epsilon"),
        (
            ("--pairs", "--epsilon", "1", "--delta", "1"),
            "--delta is 1, but must be between 1e-12 (with --max-items 20) and 0.001",
        ),
        (("--pairs", "--epsilon", "1", "--top", "1"), "--top is 1, but must be between 2 and 5,000"),
        (("--top", "5"), "--top goes with --pairs; give both or neither"),
    ],
)
def test_pairs_that_cannot_be_published_are_refused_in_a_line(
    table: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = standout("publish", str(table), *words, folder=tmp_path)
    assert done.status == 2
    assert done.errors.count("\n") == 1 or "%" in done.errors
    assert said in done.errors
    assert not list(tmp_path.iterdir())
